/** Services that an endpoint can replace, for clients that cannot change. */
import type { Encoding, FieldEncodings, Type } from './scalar.ts';

/**
 * `logflare`: a record is written as an array of one, empty for NULL; an instant is written as microseconds since 1970; instants
 * are also accepted in the further forms of ISO 8601 and PostgreSQL.
 */
export const COMPATS = ['logflare'] as const;
export type Compat = (typeof COMPATS)[number];

/**
 * Parameters of the original service that contain a caller's statement, in SQL or in Logflare's own language. No endpoint may
 * ignore them, because the rows of another query would be a wrong answer.
 */
export const CALLERS_STATEMENTS: ReadonlySet<string> = new Set(['sql', 'lql']);

/** How a value is written if its author does not say; `null`: the encoding that other endpoints use. */
export function compatEncoding(compat: Compat | null, type: Type | 'record'): Encoding | null {
  return compat !== null && /\btimestamp\b/.test(type) ? 'epoch_micros' : null;
}

/** How a field of a record is written; `null`: as usual. A name of every object, such as `constructor`, may be a field. */
export function fieldEncoding(
  within: FieldEncodings,
  path: string,
  compat: Compat | null,
  type: Type | 'record',
): Encoding | null {
  const declared = Object.hasOwn(within, path) ? within[path] : undefined;
  return declared ?? compatEncoding(compat, type);
}
