/**
 * Required fields inside records of files. A record whose leaves are all NULL is itself NULL, in whatever form it is
 * stored. In any other record, required fields are not NULL. A required record must have a leaf that is not NULL.
 */
import type { ManifestField } from '../../../../generator/core/output/manifest.ts';
import { quoteLiteral } from '../../driver/text.ts';
import { absence } from '../convert.ts';
import { isRecord } from './records.ts';

/** The SQL of a leaf, by its path, which begins with the column. */
export type LeafSql = (path: readonly string[]) => string;

/** Whether the record, or anything below it, is required. */
export function holdsRequired({ nullable, fields = [], list }: ManifestField): boolean {
  return !nullable || (list !== true && fields.some(holdsRequired));
}

/**
 * Whether nothing required can be absent, if no leaf in `whole` (paths, joined by a dot) contains a NULL. A leaf is
 * also NULL wherever its record is.
 */
export function isProven(field: ManifestField, whole: ReadonlySet<string>, above = ''): boolean {
  const path = `${above}${field.name}`;
  if (!isRecord(field)) return field.nullable || whole.has(path);
  const fields = field.fields ?? [];
  const isThere =
    field.nullable || leafPaths(field, []).some(one => whole.has(above + one.join('.')));
  return isThere && fields.every(part => isProven(part, whole, `${path}.`));
}

/** The paths of the leaves of a field, the field's own name first. */
export function leafPaths(
  field: ManifestField,
  above: readonly string[] = [],
): readonly (readonly string[])[] {
  const { name, fields = [] } = field;
  const path = [...above, name];
  return isRecord(field) ? fields.flatMap(part => leafPaths(part, path)) : [path];
}

/** Adds to a column's reading a check of the required fields in its records. */
export function withRequired<
  Reading extends { readonly strict: string; readonly valid: readonly string[] },
>(reading: Reading, column: ManifestField, leaf: LeafSql): Reading {
  const lacks = lacksOf([column], [], null, leaf);
  if (lacks.length === 0) return reading;
  const faults = lacks.map(({ is, name }) => `WHEN ${is} THEN ${absence(name)}`);
  return {
    ...reading,
    strict: `CASE ${faults.join(' ')} ELSE ${reading.strict} END`,
    valid: [...reading.valid, ...lacks.map(({ is }) => `NOT (${is})`)],
  };
}

interface Lack {
  /** True if something required is absent; never NULL. */
  readonly is: string;
  /** SQL for the path of the absent field. */
  readonly name: string;
}

/**
 * The lacks among fields that must be present together: if `isThere` is true, or always if it is `null`. Records that
 * may be NULL are checked separately, so each leaf occurs once for each level above it.
 */
function lacksOf(
  fields: readonly ManifestField[],
  path: readonly string[],
  isThere: string | null,
  leaf: LeafSql,
): readonly Lack[] {
  const absences = absencesOf(fields, path, leaf);
  const below = nullableRecords(fields, path).flatMap(([record, at]) =>
    lacksOf(record.fields ?? [], at, someLeaf(record, at.slice(0, -1), leaf), leaf),
  );
  if (absences.length === 0) return below;
  const some = `(${absences.map(({ is }) => is).join(' OR ')})`;
  const names = absences.map(({ is, at }) => `WHEN ${is} THEN ${quoteLiteral(at.join('.'))}`);
  const is = isThere === null ? some : `${some} AND (${isThere})`;
  return [{ is, name: `CASE ${names.join(' ')} END` }, ...below];
}

interface Absence {
  readonly at: readonly string[];
  readonly is: string;
}

function absencesOf(
  fields: readonly ManifestField[],
  path: readonly string[],
  leaf: LeafSql,
): readonly Absence[] {
  return fields
    .filter(({ nullable }) => !nullable)
    .flatMap((field): readonly Absence[] => {
      const at = [...path, field.name];
      if (!isRecord(field)) return [{ at, is: `${leaf(at)} IS NULL` }];
      const below = absencesOf(field.fields ?? [], at, leaf);
      return [...below, { at, is: `NOT (${someLeaf(field, path, leaf)})` }];
    });
}

/** The outermost records that may be NULL, each with its path. */
function nullableRecords(
  fields: readonly ManifestField[],
  path: readonly string[],
): readonly (readonly [ManifestField, readonly string[]])[] {
  return fields.filter(isRecord).flatMap(field => {
    const at = [...path, field.name];
    return field.nullable ? [[field, at] as const] : nullableRecords(field.fields ?? [], at);
  });
}

function someLeaf(record: ManifestField, above: readonly string[], leaf: LeafSql): string {
  return leafPaths(record, above)
    .map(path => `${leaf(path)} IS NOT NULL`)
    .join(' OR ');
}
