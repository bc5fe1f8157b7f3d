/** CREATE statements for the data sets' tables. */

import { type Field, isDerived, type Source, storedName } from '../core/spec/source.ts';
import { held, isRecords, type Type } from '../core/types/scalar.ts';
import { type Dialect, decimalsOf, severalOf } from './dialect.ts';
import {
  BREAK,
  comment,
  dottedName,
  identifier,
  indented,
  joined,
  type Sql,
  sql,
  statementText,
} from './sql.ts';

/** A table to create. Its records have only the fields that are `isStored`. */
export interface StoredTable {
  readonly name: readonly string[];
  readonly repeated: boolean;
  /** The key, if only the newest row of each key is read; `null` if all rows are. */
  readonly final: readonly string[] | null;
  readonly columns: ReadonlyMap<string, Field>;
}

/**
 * One CREATE TABLE for each table that a data set has in `dialect`, after the schemas or databases that its name needs.
 * Data sets that share a table share a statement.
 */
export function printSchema(sources: readonly Source[], dialect: Dialect): string {
  const tables = storedTables(sources, dialect);
  const statements = tables.map(table => createTable(table, dialect));
  const head = comment(`Tables of the data sets, for ${dialect.title}`);
  const namespaces = createNamespaces(tables, dialect);
  return statementText(
    sql`${head}${BREAK}${BREAK}${namespaces}${joined(statements, sql`${BREAK}`)}`,
  );
}

/** A table whose name has no dot belongs to the engine's default schema. */
function createNamespaces(tables: readonly StoredTable[], dialect: Dialect): Sql {
  const names = tables
    .filter(({ name }) => name.length > 1)
    .map(({ name }) => dottedName(name.slice(0, -1), dialect));
  const distinct = new Map(names.map(name => [name.text, name]));
  const statements = [...distinct.values()].map(
    name => sql`CREATE ${dialect.schema.namespace} IF NOT EXISTS ${name};${BREAK}`,
  );
  return statements.length === 0 ? sql`` : sql`${joined(statements, sql``)}${BREAK}`;
}

/** The tables that the data sets have in `dialect`. Data sets that share a table share its columns. */
export function storedTables(sources: readonly Source[], dialect: Dialect): readonly StoredTable[] {
  const tables = new Map<string, StoredTable & { readonly columns: Map<string, Field> }>();
  for (const source of sources) {
    const table = source.tables[dialect.name];
    if (table === undefined) continue;
    const key = table.name.join('\0');
    const known = tables.get(key);
    const final = table.final === true ? (source.keys[0] ?? null) : null;
    const stored = {
      name: table.name,
      repeated: known?.repeated ?? table.records === 'repeated',
      final: known?.final ?? final,
      columns: known?.columns ?? new Map<string, Field>(),
    };
    tables.set(key, stored);
    for (const column of source.columns) {
      const name = storedName(column, dialect.name);
      if (isStored(column, dialect) && !stored.columns.has(name)) stored.columns.set(name, column);
    }
  }
  return [...tables.values()];
}

/**
 * Whether the table has a column for the field: not if it is derived, or if this engine reads it by the author's SQL. A record is
 * stored if one of its leaves is.
 */
export function isStored(field: Field, dialect: Dialect): boolean {
  if (field.text[dialect.name] !== undefined) return false;
  if (field.type === 'record') return field.fields.some(part => isStored(part, dialect));
  return !isDerived(field);
}

function createTable({ name, repeated, final, columns }: StoredTable, dialect: Dialect): Sql {
  const quote = (part: string) => identifier(part, dialect);
  const lines = [...columns.values()].map(column => {
    const type = columnType(column, repeated, dialect);
    const name = storedName(column, dialect.name);
    return sql`${BREAK}  ${indented(dialect.schema.column(quote(name), type, !column.nullable))}`;
  });
  const tail = dialect.schema
    .tail([...columns.values()], column => quote(storedName(column, dialect.name)), final)
    .map(line => sql`${BREAK}${line}`);
  const body = sql`(${joined(lines, sql`,`)}${BREAK})${joined(tail, sql``)}`;
  return sql`CREATE TABLE ${dottedName(name, dialect)} ${body};${BREAK}`;
}

function leafType(type: Type, nullable: boolean, dialect: Dialect): Sql {
  const { as, of: scalar } = held(type);
  if (as !== 'one') return severalOf(dialect, as).type(leafType(scalar, false, dialect));
  if (scalar === 'decimal') throw new Error('a decimal has digits');
  return dialect.schema.scalar(scalar, nullable);
}

/** The type that a column or field has in the engine's table. */
export function columnType(field: Field, repeated: boolean, dialect: Dialect): Sql {
  const { schema } = dialect;
  const stored = field.stored?.[dialect.name]?.type ?? null;
  // a record of a type of the database's own is read from a document as well
  if (stored !== null && field.type !== 'record')
    return dialect.stored.column(stored, field.nullable);
  if (field.digits !== null) return decimalsOf(dialect).column(field.digits, field.nullable);
  const isList = isRecords(field.type);
  if (field.type !== 'record' && !isRecords(field.type))
    return leafType(field.type, field.nullable, dialect);
  const inner = field.fields
    .filter(part => isStored(part, dialect))
    .map(part => {
      const type = columnType(part, repeated && !isList, dialect);
      const name = storedName(part, dialect.name);
      return sql`${BREAK}  ${indented(schema.field(identifier(name, dialect), type))}`;
    });
  return schema.record(inner, isList || repeated);
}
