/** Whether rows are those that a test expects. */
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../ir.ts';
import type { ManifestField } from '../../manifest.ts';
import type { Row } from './rehearsal.ts';

/** Sums and averages of floats are added up in any order; the language promises no more digits than this. */
const RELATIVE = 1e-12;

export function isSame(
  columns: readonly ManifestField[],
  expected: readonly Row[],
  answered: readonly Row[],
): boolean {
  return (
    expected.length === answered.length &&
    expected.every((row, i) => sameFields(columns, row, answered[i] ?? {}))
  );
}

function sameFields(fields: readonly ManifestField[], one: Row, other: Row): boolean {
  return fields.every(field => sameValue(field, one[field.name], other[field.name]));
}

function sameValue(
  { type, fields = [] }: ManifestField,
  one: Json | undefined,
  other: Json | undefined,
): boolean {
  if (type === 'float64' && typeof one === 'number' && typeof other === 'number') {
    return Math.abs(one - other) <= RELATIVE * Math.max(Math.abs(one), Math.abs(other));
  }
  if (type === 'record' && isRecord(one) && isRecord(other)) return sameFields(fields, one, other);
  return isDeepStrictEqual(one, other);
}

function isRecord(value: Json | undefined): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
