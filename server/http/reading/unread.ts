/** Refuses requests that ask in a way that the service does not read, because it would answer other rows than asked for. */
import type { Answer } from '../context.ts';
import type { Incoming } from '../incoming.ts';
import { problem } from '../problem.ts';

/** Headers that frameworks read in place of the method. */
const OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override'] as const;

/** Returns the refusal, or `null` for a request that the service reads as a whole. */
export function refusedForm({ method, url, header }: Incoming): Answer | null {
  // A client that does not encode the `#` of a value would get the rows of the text before it.
  if (url.includes('#')) return refused('An address has no fragment: write `#` as `%23`.');
  const override = OVERRIDES.find(name => (header(name) ?? method).trim().toUpperCase() !== method);
  if (override !== undefined) return refused(`Leave out \`${override}\`: the method is ${method}.`);
  if (!/^(?:chunked)?$/i.test(header('transfer-encoding') ?? '')) {
    return refused('A body must not be compressed in transfer.');
  }
  return header('host')?.includes(',') === true ? refused('A request has one `Host`.') : null;
}

/** Logflare's header that asks for values without personal data. */
const REDACTION = 'lf-endpoint-redact-pii';

/** Returns the refusal of a header that changes the rows of the original service. */
export function refusedChange({ header }: Incoming): Answer | null {
  const isAsked = header(REDACTION)?.trim().toLowerCase() === 'true';
  return isAsked ? refused(`Leave out \`${REDACTION}\`: values are answered as stored.`) : null;
}

function refused(detail: string): Answer {
  return problem('invalid_request', detail, { parameters: [] });
}
