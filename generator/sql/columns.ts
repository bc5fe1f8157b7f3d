/** How one engine reads a leaf of a data set: by its path, or by the SQL that the data set declares for it. */
import type { ColumnExpr, Untyped } from '../core/expr/expr.ts';
import type { EngineSql } from '../core/spec/engine-sql.ts';
import { type Field, fieldAt, fieldNamed, type Source, storedName } from '../core/spec/source.ts';
import {
  isRecords,
  isScalar,
  itemFieldsOf,
  mannerOf,
  type RecordsType,
  type Type,
} from '../core/types/scalar.ts';
import {
  type Dialect,
  decimalsOf,
  type RecordEntry,
  recordsSpelling,
  severalOf,
} from './dialect.ts';
import { layoutOf } from './layout.ts';
import { engineSql, identifier, joined, type Sql, sql } from './sql.ts';
import { findStoredReading, recordReading } from './stored.ts';

/** The stored leaf, record or array at `path`, after `qualifier` if that is not null. A record may have SQL of its own. */
export function columnSql(
  source: Source,
  dialect: Dialect,
  path: readonly string[],
  qualifier: Sql | null,
  untyped: Untyped | null = null,
): Sql {
  const way = fieldsOn(source, path);
  return readOn(way, leafOf(way), source, dialect, qualifier, untyped);
}

/** The same for the leaf at the end of `way`. */
function readOn(
  way: readonly Field[],
  leaf: Field,
  source: Source,
  dialect: Dialect,
  qualifier: Sql | null,
  untyped: Untyped | null,
): Sql {
  const own = writtenOn(way, dialect);
  const column =
    own === null ? firstSql(way[0] ?? leaf, dialect, qualifier) : sql`(${engineSql(own.text)})`;
  const { type } = leaf;
  const depth = own?.depth ?? 1;
  if (depth === way.length && !isRecords(type)) return column;
  const fields = way.slice(depth).map(field => storedName(field, dialect.name));
  return dialect.path({
    column,
    fields,
    parts: fields.map(part => identifier(part, dialect)),
    type,
    records: source.tables[dialect.name]?.records ?? 'nested',
    rolled: source.tables[dialect.name]?.rolled === true,
    untyped,
  });
}

/** The table's column at the start of a path. */
function firstSql(field: Field, dialect: Dialect, qualifier: Sql | null): Sql {
  const column = identifier(storedName(field, dialect.name), dialect);
  const whole = qualifier === null ? column : sql`${qualifier}.${column}`;
  return recordReading(field, dialect)?.([whole]) ?? whole;
}

/** The SQL of the data set that the engine reads a leaf from, and how many names of the path it stands for; `null` if it reads the table's column. */
export function writtenAbove(
  source: Source,
  dialect: Pick<Dialect, 'name'>,
  path: readonly string[],
): WrittenSql | null {
  return writtenOn(fieldsOn(source, path), dialect);
}

interface WrittenSql {
  readonly text: EngineSql;
  readonly depth: number;
}

function writtenOn(way: readonly Field[], { name }: Pick<Dialect, 'name'>): WrittenSql | null {
  for (let depth = way.length; depth > 0; depth -= 1) {
    const text = way[depth - 1]?.text[name];
    if (text !== undefined) return { text, depth };
  }
  return null;
}

/** The column as expressions read it: a decimal in the common type; an empty list or map in place of a missing one. */
export function readSql(
  source: Source,
  dialect: Dialect,
  column: ColumnExpr,
  qualifier: Sql | null,
  isOuter: boolean,
): Sql {
  const way = fieldsOn(source, column.path);
  const leaf = leafOf(way);
  const of = readOn(way, leaf, source, dialect, qualifier, column.untyped ?? null);
  return asRead(of, leaf, column, dialect, isOuter);
}

/** The same for a column that the table does not store as declared. SQL of the data set was checked, and is inserted unchanged. */
export function convertedSql(
  source: Source,
  dialect: Dialect,
  column: ColumnExpr,
  qualifier: Sql,
): Sql {
  const leaf = leafAt(source, column.path);
  const text = leaf.text[dialect.name];
  const of = text === undefined ? storedSql(source, dialect, column, qualifier) : engineSql(text);
  const present = withoutAbsent(of, leaf, column.scalar, dialect);
  const isConverted = text === undefined && findStoredReading(leaf, dialect) !== null;
  return isConverted && column.scalar === 'decimal'
    ? present
    : asRead(present, leaf, column, dialect, false);
}

function storedSql(
  source: Source,
  dialect: Dialect,
  { path, scalar, untyped }: ColumnExpr,
  qualifier: Sql,
): Sql {
  const of = columnSql(source, dialect, path, qualifier, untyped);
  const leaf = leafAt(source, path);
  if (isRecords(scalar)) return recordsSql(of, scalar, leaf, dialect);
  return readStored(of, leaf, scalar, dialect, path.length > 1);
}

/** The stored value as one of the declared type; unchanged if it is stored as declared. */
function readStored(of: Sql, leaf: Field, type: Type, dialect: Dialect, isInRecord: boolean): Sql {
  const reading = findStoredReading(leaf, dialect);
  if (reading === null) return of;
  const { value, orNull } = reading;
  const read = (one: Sql) =>
    leaf.absent === true && orNull !== null
      ? orNull([one])
      : value(one, leaf.nullable || isInRecord);
  const as = mannerOf(type);
  return as === 'one' ? read(of) : severalOf(dialect, as).each(of, ([item = of]) => read(item));
}

/** NULL in place of a value that the type lacks, if the data set asks for that. */
function withoutAbsent(of: Sql, { absent }: Field, type: Type, dialect: Dialect): Sql {
  const guard = absent === true && isScalar(type) ? dialect.stored.absent[type] : undefined;
  return guard === undefined ? of : guard([of]);
}

/** A list of records, each of them made of the stored fields: they have other names or types there. */
function recordsSql(of: Sql, type: RecordsType, { fields }: Field, dialect: Dialect): Sql {
  const { item: make, owner } = recordsSpelling(dialect);
  const items = itemFieldsOf(type) ?? [];
  return severalOf(dialect, 'list').each(of, ([item = of]) =>
    make(entriesOf(owner(item), [], fields, dialect), layoutOf(dialect), items),
  );
}

function entriesOf(
  item: Sql,
  above: readonly string[],
  fields: readonly Field[],
  dialect: Dialect,
): readonly RecordEntry[] {
  return fields.map(field => {
    const names = [...above, storedName(field, dialect.name)];
    const { name, type } = field;
    if (type === 'record') {
      const entries = entriesOf(item, names, field.fields, dialect);
      return { name, value: { kind: 'record', entries } };
    }
    const of = itemFieldSql(item, names, type, dialect);
    if (isRecords(type) && !isWholeAsDeclared(field, dialect))
      return { name, value: { kind: 'leaf', sql: recordsSql(of, type, field, dialect), type } };
    const isRead = recordsSpelling(dialect).field !== null;
    const read = isRead ? of : readStored(of, field, type, dialect, true);
    return { name, value: { kind: 'leaf', sql: withoutAbsent(read, field, type, dialect), type } };
  });
}

/** The field of the item at the path of those names. */
export function itemFieldSql(
  item: Sql,
  names: readonly string[],
  type: Type,
  dialect: Dialect,
): Sql {
  const { field } = recordsSpelling(dialect);
  if (field !== null) return field(item, names, type);
  const parts = names.map(name => identifier(name, dialect));
  return joined([item, ...parts], sql`.`);
}

function asRead(
  of: Sql,
  { nullable }: Field,
  { path, scalar }: ColumnExpr,
  dialect: Dialect,
  isOuter: boolean,
): Sql {
  if (scalar === 'decimal') return decimalsOf(dialect).stored([of]);
  const as = mannerOf(scalar);
  if (as === 'one') return of;
  const mayBeNull = isOuter || path.length > 1 || (nullable && severalOf(dialect, as).mayBeNull);
  return mayBeNull ? orEmpty(of, scalar, dialect) : of;
}

/** Replaces NULL by an empty list or map; other values are unchanged. */
export function orEmpty(of: Sql, type: Type, dialect: Dialect): Sql {
  const as = mannerOf(type);
  return as === 'one' ? of : (severalOf(dialect, as).orEmpty?.([of]) ?? of);
}

/** The leaf or record at `path`. Throws for an unknown path; `resolve` already reports these. */
export function leafAt(source: Source, path: readonly string[]): Field {
  return leafOf(fieldsOn(source, path));
}

/** The column and the fields on the way to the end of `path`. Throws for an unknown one. */
function fieldsOn(source: Source, path: readonly string[]): readonly Field[] {
  const way: Field[] = [];
  let fields = source.columns;
  for (const name of path) {
    const found = fieldNamed(fields, name);
    if (found === undefined)
      throw new Error(`data set ${source.name} has no column ${path.join('.')}`);
    way.push(found);
    fields = found.fields;
  }
  return way;
}

function leafOf(way: readonly Field[]): Field {
  const leaf = way.at(-1);
  if (leaf === undefined) throw new Error('an empty path into a data set');
  return leaf;
}

/** Whether the engine reads the column at `path` as its table stores it, under its own name. */
export function isAsDeclared(source: Source, dialect: Dialect, path: readonly string[]): boolean {
  return fieldsOn(source, path).every(field => isOwn(field, dialect));
}

export function isOwn({ text, stored, absent, type, fields }: Field, dialect: Dialect): boolean {
  const { name } = dialect;
  return (
    text[name] === undefined &&
    stored?.[name] === undefined &&
    absent !== true &&
    (!isRecords(type) || fields.every(field => isWholeAsDeclared(field, dialect)))
  );
}

/** The same for a column with all its fields. */
export function isWholeAsDeclared(field: Field, dialect: Dialect): boolean {
  return isOwn(field, dialect) && field.fields.every(part => isWholeAsDeclared(part, dialect));
}

/** The whole record at `path`, if the engine's table stores it as declared; else `null`. */
export function recordSql(
  source: Source,
  dialect: Dialect,
  path: readonly string[],
  qualifier: Sql | null,
): Sql | null {
  const isNested = source.tables[dialect.name]?.records === 'nested';
  const field = fieldAt(source.columns, path);
  if (!isNested || field === undefined || !isPlain(field, dialect)) return null;
  return columnSql(source, dialect, path, qualifier);
}

function isPlain(field: Field, dialect: Dialect): boolean {
  const isStored = isOwn(field, dialect) || recordReading(field, dialect) !== null;
  return isStored && field.is === null && field.fields.every(part => isPlain(part, dialect));
}
