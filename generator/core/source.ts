/** Data sets as declared: columns, and where they lie in each engine. */
import type { DecimalDigits } from './decimal.ts';
import type { EngineSql } from './engine-sql.ts';
import type { Expr, PlainExpr } from './expr.ts';
import type { Type } from './scalar.ts';

export type { DecimalDigits };

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
  /** Fields of a record; empty for scalars. */
  readonly fields: readonly Field[];
  /** Path of the leaf that a derived column reads (`is:`). */
  readonly is: readonly string[] | null;
  /** The expression of a computed column, over columns of the data set by its name. */
  readonly computed?: PlainExpr;
  /** The SQL that is read in place of the path, by dialect name. */
  readonly text: Readonly<Record<string, EngineSql>>;
}

/** Whether the engine's table has no column for it: it is read from others. */
export function isDerived({ is, computed }: Field): boolean {
  return is !== null || computed !== undefined;
}

/** Where a data set lies in one engine. */
export interface Table {
  /** Parts of the table's name, outermost first. */
  readonly name: readonly string[];
  /** How the engine stores records: as they are, or each as an array of one. */
  readonly records: 'nested' | 'repeated';
  /** A fixed predicate. */
  readonly where: EngineSql | null;
  /** Only where newer rows replace older ones of the same key when the table is read. */
  readonly final?: true;
}

/** A column that separates tenants; `many`: a request may read several of them. */
export interface ScopeColumn {
  readonly name: string;
  readonly many: boolean;
}

/** A named aggregate of a data set, over its columns by its name. */
export interface DeclaredMeasure {
  readonly expr: Expr;
  /** Only where engines compute it by SQL of their own: the names in that. */
  readonly words?: readonly string[];
  readonly description: string | null;
  readonly unit: string | null;
}

/** The columns of a relation that an expression may name, by the relation's name. */
export interface Readable {
  readonly name: string;
  readonly columns: readonly Field[];
  readonly measures?: ReadonlyMap<string, DeclaredMeasure>;
  /** Each the names of columns by which no two rows are equal; of none where there is at most one row. */
  readonly keys: readonly (readonly string[])[];
  /** Names or paths of columns whose faults are reported, so their uses are not reported again. */
  readonly broken?: ReadonlySet<string>;
  /** Why a column is not there that one of several relations has. */
  readonly partial?: ReadonlyMap<string, string>;
  /** The columns that every read of a data set must hold to required parameters. */
  readonly scope?: readonly ScopeColumn[];
  /** Names of columns that are held to required parameters. */
  readonly proven?: ReadonlySet<string>;
  /** Names of columns that are always NULL, which has any type. */
  readonly nulls?: ReadonlySet<string>;
  /** Names of columns that are relations beside this one, with their columns as fields. */
  readonly joined?: ReadonlySet<string>;
  /** The relation of items that each such column of the row is of. */
  readonly items?: ReadonlyMap<string, string>;
}

export interface Source extends Readable {
  readonly scope: readonly ScopeColumn[];
  readonly title: string | null;
  readonly description: string | null;
  /** The treatment of lines and values of files that do not fit the declaration. */
  readonly invalid: 'error' | 'skip';
  /** By dialect name. */
  readonly tables: Readonly<Record<string, Table>>;
}

/** The column or field that a path leads to. */
export function fieldAt(columns: readonly Field[], path: readonly string[]): Field | undefined {
  let fields = columns;
  let found: Field | undefined;
  for (const name of path) {
    found = fields.find(field => field.name === name);
    fields = found?.fields ?? [];
  }
  return found;
}

/** Whether an author's own SQL is read in place of a column or as a table's condition, in any engine. */
export function hasOwnSql({ columns, tables }: Source): boolean {
  const isOwn = (fields: readonly Field[]): boolean =>
    fields.some(({ text, fields: parts }) => Object.keys(text).length > 0 || isOwn(parts));
  return isOwn(columns) || Object.values(tables).some(({ where }) => where !== null);
}
