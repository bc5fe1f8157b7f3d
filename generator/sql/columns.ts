/** How one engine reads a leaf of a data set: by its path, or by the SQL that the data set declares for it. */
import type { ColumnExpr } from '../core/expr/expr.ts';
import type { Field, Source } from '../core/spec/source.ts';
import { held, type Type } from '../core/types/scalar.ts';
import { type Dialect, decimalsOf, severalOf } from './dialect.ts';
import { engineSql, identifier, type Sql, sql } from './sql.ts';

/** The leaf at `path`, after `qualifier` if that is not null. SQL of the data set was checked, and is inserted unchanged. */
export function columnSql(
  source: Source,
  dialect: Dialect,
  path: readonly string[],
  qualifier: Sql | null,
): Sql {
  const leaf = leafAt(source, path);
  const text = leaf.text[dialect.name];
  if (text !== undefined) return engineSql(text);
  const [first = '', ...fields] = path;
  const column = identifier(first, dialect);
  return dialect.path({
    column: qualifier === null ? column : sql`${qualifier}.${column}`,
    fields,
    parts: fields.map(part => identifier(part, dialect)),
    type: leaf.type,
    records: source.tables[dialect.name]?.records ?? 'nested',
  });
}

/** The column as expressions read it: a decimal in the common type; an empty list or map in place of a missing one. */
export function readSql(
  source: Source,
  dialect: Dialect,
  { path, scalar }: ColumnExpr,
  qualifier: Sql | null,
  isOuter: boolean,
): Sql {
  const of = columnSql(source, dialect, path, qualifier);
  if (scalar === 'decimal') return decimalsOf(dialect).stored([of]);
  const { as } = held(scalar);
  if (as === 'one') return of;
  const { nullable } = leafAt(source, path);
  const mayBeNull = isOuter || path.length > 1 || (nullable && severalOf(dialect, as).mayBeNull);
  return mayBeNull ? orEmpty(of, scalar, dialect) : of;
}

/** Replaces NULL by an empty list or map; other values are unchanged. */
export function orEmpty(of: Sql, type: Type, dialect: Dialect): Sql {
  const { as } = held(type);
  return as === 'one' ? of : (severalOf(dialect, as).orEmpty?.([of]) ?? of);
}

/** The leaf or record at `path`. Throws for an unknown path; `resolve` already reports these. */
export function leafAt(source: Source, path: readonly string[]): Field {
  let fields = source.columns;
  let found: Field | undefined;
  for (const name of path) {
    found = fields.find(field => field.name === name);
    if (found === undefined)
      throw new Error(`data set ${source.name} has no column ${path.join('.')}`);
    fields = found.fields;
  }
  if (found === undefined) throw new Error(`an empty path into data set ${source.name}`);
  return found;
}

/** The whole record at `path`, if the engine's table stores it as declared; else `null`. */
export function recordSql(
  source: Source,
  dialect: Dialect,
  path: readonly string[],
  qualifier: Sql | null,
): Sql | null {
  const isNested = source.tables[dialect.name]?.records === 'nested';
  if (!isNested || !isPlain(leafAt(source, path), dialect)) return null;
  return columnSql(source, dialect, path, qualifier);
}

function isPlain(field: Field, dialect: Dialect): boolean {
  return (
    field.text[dialect.name] === undefined &&
    field.is === null &&
    field.fields.every(part => isPlain(part, dialect))
  );
}
