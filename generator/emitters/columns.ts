/** Sentences about columns of rows and fields of their records, the same in every output. */

import type { ManifestColumn, ManifestEndpoint, ManifestField } from '../core/manifest.ts';
import type { Encoding } from '../core/scalar.ts';
import type { Description } from './emitter.ts';

/** A column, or a field of a record. */
export type Column = ManifestField & Partial<Pick<ManifestColumn, 'encode'>>;

/**
 * Whether `null` must stand beside the type. NaN and the infinities are stored values of a float64 that is never NULL, and are
 * answered as `null`; a value of any JSON may be `null` too, and its type says so.
 */
export function mayBeNull({ type, nullable, array }: ManifestField): boolean {
  return type === 'float64' || (nullable && type !== 'json' && array !== true);
}

/** Whether a list may hold `null`: NaN and the infinities alone, since items that are NULL are never answered. */
export function holdsNull({ type }: ManifestField): boolean {
  return type === 'list<float64>';
}

/** How a value is written. Inside a record an author gives nothing an encoding of its own. */
export function encodingOf({ type, encode }: Column): Encoding {
  return encode ?? (type === 'timestamp' ? 'rfc3339' : 'plain');
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

/** Whether a row may have any columns: the caller's statement says which. */
export function hasOpenRows({ views }: Pick<ManifestEndpoint, 'views'>): boolean {
  return views !== undefined;
}

/** The endpoint without columns where rows may have any. */
function withOpenRows(endpoint: ManifestEndpoint): ManifestEndpoint {
  return hasOpenRows(endpoint) ? { ...endpoint, columns: [] } : endpoint;
}

const known = new WeakMap<Description, readonly ManifestEndpoint[]>();

/** The endpoints of a project, without columns where rows may have any. The list is the same one each time. */
export function endpointsIn(description: Description): readonly ManifestEndpoint[] {
  const found =
    known.get(description) ?? description.endpoints.map(({ known }) => withOpenRows(known));
  known.set(description, found);
  return found;
}
