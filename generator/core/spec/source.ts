/** Data sets as declared: columns, and their tables in each engine. */

import type { AggregateExpr, ColumnExpr, Expr, PlainExpr, RecordExpr } from '../expr/expr.ts';
import type { Place } from '../report/diagnostics.ts';
import type { DecimalDigits } from '../types/decimal.ts';
import { type ItemField, itemFieldsOf, type TruncStep, type Type } from '../types/scalar.ts';
import type { EngineSql } from './engine-sql.ts';

/** A column or nested field of a data set as declared. */
export interface Field {
  readonly name: string;
  readonly type: Type | 'record';
  /** `null` for all types but `decimal`. */
  readonly digits: DecimalDigits | null;
  readonly nullable: boolean;
  /** Whether files may lack it; it is NULL then. */
  readonly optional: boolean;
  readonly description: string | null;
  readonly unit: string | null;
  /** Groups of columns, which a key may hide; left out if there are none. */
  readonly tags?: readonly string[];
  /** Fields of a record; empty for scalars. */
  readonly fields: readonly Field[];
  /** Path of the leaf that a derived column reads (`is:`). */
  readonly is: readonly string[] | null;
  /** The expression of a computed column, over columns of the data set under the data set's name. */
  readonly computed?: PlainExpr;
  /** The SQL that replaces the path, by dialect name. */
  readonly text: Readonly<Record<string, EngineSql>>;
  /** By dialect name, only where the engine's table does not store the column as `schema.sql` declares it. */
  readonly stored?: Readonly<Record<string, Stored>>;
  /** Only if a stored value that the type lacks is NULL. */
  readonly absent?: true;
  /** Only for a column of a step whose instants are midnights in UTC. */
  readonly isDay?: true;
}

/** How an engine's table stores a column or a field. */
export interface Stored {
  /** Its name there; `null`: its own. */
  readonly name: string | null;
  /** Its type there, in the engine's words; `null`: that of `schema.sql`. */
  readonly type: EngineSql | null;
}

/** Its name in the table of the engine with that dialect. */
export function storedName({ name, stored }: Field, dialect: string): string {
  return stored?.[dialect]?.name ?? name;
}

/** Whether the engine's table has no column for it, because it is read from others. */
export function isDerived({ is, computed }: Field): boolean {
  return is !== null || computed !== undefined;
}

/** The table of a data set in one engine. */
export interface Table {
  /** Parts of the table's name, outermost first. */
  readonly name: readonly string[];
  /** How the engine stores a record: directly, or as an array of one. */
  readonly records: 'nested' | 'repeated';
  /** A condition on all reads of the table. */
  readonly where: EngineSql | null;
  /** Only if reads must replace older rows by newer ones of the same key. */
  readonly final?: true;
  /** Only where a plan reads it through a rollup: nested fields are spelled as in the definition of the rollup. */
  readonly rolled?: true;
}

/** `source`, whose nested fields are spelled as in the definition of a rollup. */
export function spelledAsRolled(source: Source): Source {
  const tables = Object.entries(source.tables).map(
    ([name, table]) => [name, { ...table, rolled: true }] as const,
  );
  return { ...source, tables: Object.fromEntries(tables) };
}

/** A column that separates tenants; `many`: a request may read several of them. */
export interface ScopeColumn {
  readonly name: string;
  readonly many: boolean;
}

/** A named aggregate of a data set, over the columns of the data set under its name. */
export interface DeclaredMeasure {
  readonly expr: Expr;
  /** Only if engines compute it by SQL of their own: the names in that SQL. */
  readonly words?: readonly string[];
  readonly description: string | null;
  readonly unit: string | null;
}

/** The entries of a data set, counted by a step of time and some columns. Its expressions are over the columns of the data set under its name. */
export interface Rollup {
  readonly name: string;
  /** Where it is declared. */
  readonly place: Place;
  /** The timestamp, never NULL, whose steps are counted. */
  readonly of: ColumnExpr;
  /** Divides a day. */
  readonly step: TruncStep;
  readonly dimensions: readonly { readonly name: string; readonly expr: PlainExpr }[];
  /** Aggregates that merge: those of two groups make that of both. The first is the number of entries. */
  readonly parts: readonly { readonly name: string; readonly expr: AggregateExpr<PlainExpr> }[];
}

/** The columns of a relation that an expression may name, by the relation's name. */
export interface Readable {
  readonly name: string;
  readonly columns: readonly Field[];
  readonly measures?: ReadonlyMap<string, DeclaredMeasure>;
  /** Each key is a set of columns in which no two rows are equal; an empty key means at most one row. */
  readonly keys: readonly (readonly string[])[];
  /** Names or paths of columns whose errors are reported, so that their uses are not reported again. */
  readonly broken?: ReadonlySet<string>;
  /** By column that only some of several relations have: why it cannot be read. */
  readonly partial?: ReadonlyMap<string, string>;
  /** The columns that every read of a data set must compare with required parameters. */
  readonly scope?: readonly ScopeColumn[];
  /** Names of columns that are always NULL, which fits any type. */
  readonly nulls?: ReadonlySet<string>;
  /** Names that refer to joined relations, with the relations' columns as fields. */
  readonly joined?: ReadonlySet<string>;
  /** By column name: the relation of items that the column belongs to. */
  readonly items?: ReadonlyMap<string, string>;
  /** Names of items of documents, which only functions of documents read. */
  readonly documents?: ReadonlyMap<string, Expr>;
}

/** The newest entry of a data set must not be older than a span of time. */
export interface Freshness {
  /** The name of the column, or the path of the field. */
  readonly of: string;
  /** In microseconds. */
  readonly within: bigint;
}

export interface Source extends Readable {
  readonly scope: readonly ScopeColumn[];
  /** Only if it is declared. */
  readonly freshness?: Freshness;
  /** Only if it has some. */
  readonly rollups?: readonly Rollup[];
  readonly title: string | null;
  readonly description: string | null;
  /** How lines and values of files that do not fit the declaration are treated. */
  readonly invalid: 'error' | 'skip';
  /** By dialect name. */
  readonly tables: Readonly<Record<string, Table>>;
}

/** The fields of the records of a list, of which only the type is known; empty for any other type. */
export function fieldsOfItems(type: Type): readonly Field[] {
  const fields = (of: readonly ItemField[]): readonly Field[] =>
    of.map(({ name, type }) => ({
      ...UNDESCRIBED,
      name,
      ...(typeof type === 'string'
        ? { type, fields: fieldsOfItems(type) }
        : { type: 'record', fields: fields(type) }),
    }));
  return fields(itemFieldsOf(type) ?? []);
}

/** The description and unit of the column or field at a path. */
export type SaidOf = (path: readonly string[]) => Pick<Field, 'description' | 'unit'>;

export const NOTHING_SAID: SaidOf = () => ({ description: null, unit: null });

/** The fields of a whole record; those that are records themselves may be NULL. */
export function fieldsOfRecord(record: RecordExpr, said: SaidOf): readonly Field[] {
  return record.fields.map(({ name, value }): Field => {
    const { description, unit } = said([...record.path, name]);
    const field = { ...UNDESCRIBED, name, description, unit };
    if (value.kind === 'record')
      return { ...field, type: 'record', fields: fieldsOfRecord(value, said) };
    const { scalar: type, nullable } = value;
    return { ...field, type, nullable, fields: fieldsOfItems(type) };
  });
}

/** A column that no author describes. */
export function plainField(name: string, type: Field['type'], nullable: boolean): Field {
  return { ...UNDESCRIBED, name, type, nullable, fields: [] };
}

const UNDESCRIBED = {
  digits: null,
  nullable: true,
  optional: false,
  description: null,
  unit: null,
  is: null,
  text: {},
} as const;

/** The column or field at a path. */
export function fieldAt(columns: readonly Field[], path: readonly string[]): Field | undefined {
  let fields = columns;
  let found: Field | undefined;
  for (const name of path) {
    found = fieldNamed(fields, name);
    fields = found?.fields ?? [];
  }
  return found;
}

/** The field of that name. Statements ask for the fields of wide data sets for each of their columns. */
export function fieldNamed(fields: readonly Field[], name: string): Field | undefined {
  for (let i = 0; i < fields.length; i += 1) if (fields[i]?.name === name) return fields[i];
  return undefined;
}
