/** The headers of a deprecated endpoint, and of an old name: when it ends, and its successor. */
import type { Life } from '../../generator/core/plan/life.ts';
import type { Answer } from './context.ts';

type Named = Life & { readonly name: string };

/** Returns the answer to a request for the name `asked`, marked if that name or its endpoint ends. */
export function withEnd(
  answered: Answer | Promise<Answer>,
  endpoint: Named,
  asked: string,
): Answer | Promise<Answer> {
  if (endpoint.deprecated === undefined && endpoint.aliases === undefined) return answered;
  return Promise.resolve(answered).then(answer => {
    markEnd(answer, endpoint, asked);
    return answer;
  });
}

/**
 * Adds `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a `Link` to the successor (RFC 5829) to the answer of a deprecated endpoint, or of
 * an alias. `asked` is the name in the address. The link is relative: all addresses that run an endpoint end in its name.
 */
function markEnd({ headers }: Answer, endpoint: Named, asked: string): void {
  const { name, aliases = [], renamed = {}, deprecated, replacedBy, sunset } = endpoint;
  if (deprecated !== undefined) {
    headers['Deprecation'] = since(deprecated);
    if (sunset !== undefined) headers['Sunset'] = new Date(sunset).toUTCString();
    if (replacedBy !== undefined) leadTo(headers, replacedBy);
  } else if (aliases.includes(asked)) {
    headers['Deprecation'] = since(renamed[asked] ?? UNKNOWN_DAY);
    leadTo(headers, name);
  }
}

/** The header needs an instant in the past. */
const UNKNOWN_DAY = '1970-01-01';

function since(day: string): string {
  return `@${Date.parse(day) / 1_000}`;
}

/** A page may already lead to the next one. */
function leadTo(headers: Answer['headers'], name: string): void {
  const link = `<${name}>; rel="successor-version"`;
  headers['Link'] = headers['Link'] === undefined ? link : `${headers['Link']}, ${link}`;
}
