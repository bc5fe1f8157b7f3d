/** Services that an endpoint can replace, for clients that cannot change. */
import type { Encoding, Type } from './scalar.ts';

/**
 * `logflare`: a record is written as an array of one, empty for NULL; an instant is written as microseconds since 1970; the member
 * `error` of a problem is only its text; instants are also accepted in the further forms of ISO 8601 and PostgreSQL.
 */
export const COMPATS = ['logflare'] as const;
export type Compat = (typeof COMPATS)[number];

/**
 * The parameter of the original service that contains a caller's SQL. No endpoint may ignore it, because the rows of another query
 * would be a wrong answer.
 */
export const CALLERS_SQL = 'sql';

/** How a value is written if its author does not say; `null`: the encoding that other endpoints use. */
export function compatEncoding(compat: Compat | null, type: Type | 'record'): Encoding | null {
  return compat !== null && /\btimestamp\b/.test(type) ? 'epoch_micros' : null;
}
