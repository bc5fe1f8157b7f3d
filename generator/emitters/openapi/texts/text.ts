/**
 * The only functions that put untrusted text into a shell command. They remove nothing: they quote characters with a meaning,
 * and percent-encode invisible ones.
 */
import { type Code, safe } from '../../text/writer.ts';

/** Controls, line breaks, characters that change the direction of text, and space beyond ASCII. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|(?! )\p{Zs}/u;

/**
 * Prints a request's parameter as an option of curl. Curl encodes a readable pair itself; any other pair is encoded here, and
 * curl sends it unchanged.
 */
export function queryOption(name: string, value: string): Code {
  const pair = [name, value];
  if (!UNSEEN.test(pair.join())) return safe(`--data-urlencode ${quoted(pair.join('='))}`);
  return safe(`--data ${quoted(pair.map(encodeURIComponent).join('='))}`);
}

/** Quotes one word. Between single quotes only the closing quote has a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Accepts a part of the service's path: a name or an identifier that was checked. */
export function pathPart(text: string): Code {
  if (!/^[A-Za-z0-9._-]+$/.test(text)) throw new Error('names of endpoints are checked');
  return safe(text);
}
