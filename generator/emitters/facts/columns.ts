/** Sentences about columns of rows and fields of their records, the same in every output. */

import { onceFor } from '../../core/memo.ts';
import type {
  ManifestColumn,
  ManifestEndpoint,
  ManifestField,
} from '../../core/output/manifest.ts';
import { type Encoding, held } from '../../core/types/scalar.ts';
import type { Description } from '../emitter.ts';

/** A column, or a field of a record. */
export type EmittedColumn = ManifestField & Partial<Pick<ManifestColumn, 'encode' | 'previous'>>;

/**
 * Whether a column's type must also allow `null`. NaN and the infinities are valid values of a float64 column that is never
 * NULL, and are returned as `null`. A JSON value may be `null`, too, but its type already allows that. A list or a map that is NULL is
 * returned empty, also inside a record.
 */
export function mayBeNull({ type, nullable, array }: ManifestField): boolean {
  if (type === 'float64') return true;
  const isOne = type === 'record' ? array !== true : type !== 'json' && held(type).as === 'one';
  return nullable && isOne;
}

/** Whether a list may contain `null`: only for NaN and the infinities, because NULL items are never returned. */
export function holdsNull({ type }: ManifestField): boolean {
  return type === 'list<float64>';
}

/** Returns how a value is written. Authors cannot choose an encoding for fields inside a record. */
export function readEncoding({ type, encode }: EmittedColumn): Encoding {
  return encode ?? (type === 'timestamp' ? 'rfc3339' : 'plain');
}

/** Returns the description of a column; by default that of a value of the period before. */
export function meaningOf({ description, previous }: EmittedColumn): string | undefined {
  return description ?? (previous && `\`${previous}\` of the period before.`);
}

/** Returns a fact about a value that its type does not express. */
export function factOf(column: EmittedColumn): string | null {
  return isExactText(column) ? 'An exact decimal as text.' : ENCODED[readEncoding(column)];
}

/** Whether the value, or each item of it, is a decimal as a text. */
function isExactText(column: EmittedColumn): boolean {
  const { type } = column;
  return type !== 'record' && held(type).of === 'decimal' && readEncoding(column) === 'plain';
}

/** Facts about a value that its type does not express, by its encoding. */
export const ENCODED: Readonly<Record<Encoding, string | null>> = {
  epoch_micros: 'Microseconds since 1970 UTC.',
  epoch_millis: 'Milliseconds since 1970 UTC.',
  string: 'A whole number in decimal digits.',
  number: null,
  rfc3339: null,
  plain: null,
};

/** Whether a row may have any columns, because the caller's statement determines them. */
export function hasOpenRows({ views }: Pick<ManifestEndpoint, 'views'>): boolean {
  return views !== undefined;
}

/** Removes the columns of an endpoint whose rows may have any columns. */
function withOpenRows(endpoint: ManifestEndpoint): ManifestEndpoint {
  return hasOpenRows(endpoint) ? { ...endpoint, columns: [] } : endpoint;
}

/**
 * Lists the endpoints of a project, without the columns of those whose rows may have any. Returns the same list for the same
 * description.
 */
export function endpointsIn(description: Description): readonly ManifestEndpoint[] {
  return onceFor(description, 'endpoints', [], () =>
    description.endpoints.map(({ known }) => withOpenRows(known)),
  );
}
