/** Services that an endpoint can stand in for, for clients that cannot change. */
import type { Encoding, Type } from './scalar.ts';

/**
 * `logflare`: a record is answered as an array of one, empty where it is NULL, and an instant as microseconds since 1970; the
 * member `error` of a problem is its text alone; instants may come in more forms, as ISO 8601 and PostgreSQL write them.
 */
export const COMPATS = ['logflare'] as const;
export type Compat = (typeof COMPATS)[number];

/**
 * The parameter of the original service that holds a caller's SQL. No endpoint ignores it, because the rows of another query are no
 * answer.
 */
export const CALLERS_SQL = 'sql';

/** How a value is written where its author does not say; `null`: as anywhere else. */
export function compatEncoding(compat: Compat | null, type: Type | 'record'): Encoding | null {
  return compat !== null && /\btimestamp\b/.test(type) ? 'epoch_micros' : null;
}
