/** Compares rows with those that a test expects. */
import { isDeepStrictEqual } from 'node:util';
import type { ManifestField } from '../../generator/core/output/manifest.ts';
import type { Json } from '../../generator/core/plan/endpoint.ts';
import type { TestRow } from './rehearsal.ts';

/** Engines add floats in any order, so sums and averages are only exact up to this relative error. */
const RELATIVE = 1e-12;

export function areSameRows(
  columns: readonly ManifestField[],
  expected: readonly TestRow[],
  answered: readonly TestRow[],
): boolean {
  return (
    expected.length === answered.length &&
    expected.every((row, i) => differingFields(columns, row, answered[i] ?? {}).length === 0)
  );
}

/** The answered rows in the order of the expected ones: equal rows at equal places, the others at the places that are left. */
export function inExpectedOrder(
  columns: readonly ManifestField[],
  expected: readonly TestRow[],
  answered: readonly TestRow[],
): readonly TestRow[] {
  const left = new Set(answered);
  const matched = expected.map(row => {
    const same = [...left].find(one => differingFields(columns, row, one).length === 0) ?? null;
    if (same !== null) left.delete(same);
    return same;
  });
  const others = [...left];
  const rows = matched.map(row => row ?? others.shift()).filter(row => row !== undefined);
  return [...rows, ...others];
}

/** The fields that differ, also within records, with the values of both rows. */
export function difference(
  columns: readonly ManifestField[],
  expected: TestRow,
  answered: TestRow,
): readonly [TestRow, TestRow] {
  const pairs = differingFields(columns, expected, answered).map(({ name, fields = [] }) => {
    const [one = null, other = null] = [expected[name], answered[name]];
    const both = isRecord(one) && isRecord(other) ? difference(fields, one, other) : [one, other];
    return [name, both] as const;
  });
  const side = (at: 0 | 1) => {
    return Object.fromEntries(pairs.map(([name, both]) => [name, both[at] ?? null]));
  };
  return [side(0), side(1)];
}

function differingFields(
  fields: readonly ManifestField[],
  one: TestRow,
  other: TestRow,
): readonly ManifestField[] {
  return fields.filter(field => !sameValue(field, one[field.name], other[field.name]));
}

function sameValue(
  { type, fields = [] }: ManifestField,
  one: Json | undefined,
  other: Json | undefined,
): boolean {
  if (type === 'float64' && typeof one === 'number' && typeof other === 'number') {
    return Math.abs(one - other) <= RELATIVE * Math.max(Math.abs(one), Math.abs(other));
  }
  if (type === 'record' && isRecord(one) && isRecord(other)) {
    return differingFields(fields, one, other).length === 0;
  }
  return isDeepStrictEqual(one, other);
}

function isRecord(value: Json | undefined): value is TestRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
