/**
 * The contract of a dialect: one SQL engine as data. `lower/` and `print.ts` are the code that reads it.
 *
 * The type system names the missing parts of a new dialect: each table is a `Record` over a closed list of `core/`.
 */
import type {
  CallExpr,
  EachExpr,
  Lookup,
  Rank,
  SqlExpr,
  Typed,
  Untyped,
} from '../core/expr/expr.ts';
import type { Field, Table } from '../core/spec/source.ts';
import type { DecimalDigits } from '../core/types/decimal.ts';
import {
  held,
  type ItemField,
  isRecords,
  type Scalar,
  type TruncStep,
  type Type,
} from '../core/types/scalar.ts';
import type { Ability, AggregateName, FunctionName, WindowName } from '../functions/names.ts';
import type { Searched } from '../functions/searched.ts';
import type { PatternSpelling } from '../params/patterns/pattern.ts';
import type { AuthorSql } from './author/author-sql.ts';
import type { OwnSql } from './author/own-sql.ts';
import type { CallableQuery } from './callable.ts';
import type { RecordLayout, StatementPiece } from './layout.ts';
import type { Spelling } from './spelling.ts';
import type { Naming, Quoting, Sql } from './sql.ts';
import type { StoredTypes } from './stored.ts';

/** Spells an aggregate. */
export type AggregateSpelling = (args: readonly Sql[], of: AggregateArguments) => Sql;
export interface AggregateArguments {
  /** The rank of a quantile; 0 for any other aggregate. */
  readonly rank: Rank;
  /** The ranks of all quantiles of these arguments in the SELECT, in ascending order, if there are several; else empty. */
  readonly ranks: readonly Rank[];
  /** The type of the result. */
  readonly scalar: Type;
  /** For each argument, whether it may be NULL. */
  readonly nullable: readonly boolean[];
  /** For `string_agg`, `list_agg`, `arg_min` and `arg_max` (which return the first value); empty for any other aggregate. */
  readonly listing: ListingArguments;
  /** The condition on the rows to aggregate, for a dialect that `filters`; `null` for all rows. */
  readonly filter: Sql | null;
}
export interface ListingArguments {
  readonly distinct: boolean;
  readonly keys: readonly ListingKey[];
  /** The most values that are kept; `null` for all. */
  readonly limit: number | null;
}
export interface ListingKey extends Typed {
  readonly of: Sql;
  readonly descending: boolean;
  /** The key as a term of ORDER BY, with its rule for NULLs. */
  readonly sorted: Sql;
}

/**
 * Spells a window function with a result of that type, over values of type `of`. `over` is the whole OVER clause, which follows the engine's
 * function directly.
 */
export type WindowSpelling = (args: readonly Sql[], over: Sql, type: Type, of?: Type) => Sql;

/**
 * A call whose spelling depends on an argument that the text contains, such as a regular expression. `outerOn`: the
 * call is in the condition of a left join, where some engines allow no subquery.
 */
export type CallSpelling = (
  args: readonly Sql[],
  node: CallExpr<SqlExpr>,
  outerOn?: boolean,
) => Sql;
/** How a group of functions is spelled; `null` if the engine cannot express a function. */
export type Spellings<Name extends FunctionName> = Readonly<Record<Name, CallSpelling | null>>;

export interface RecordEntry {
  readonly name: string;
  readonly value: RecordValue;
}
/** A leaf in its wire form, or the fields of a nested record. */
export type RecordValue =
  | { readonly kind: 'leaf'; readonly sql: Sql; readonly type: Type }
  | { readonly kind: 'record'; readonly entries: readonly RecordEntry[] };

/** Types of all leaves. */
export function leafTypes(entries: readonly RecordEntry[]): readonly Type[] {
  return entries.flatMap(({ value }) =>
    value.kind === 'leaf' ? [value.type] : leafTypes(value.entries),
  );
}

/** `body` reads the `item` of the list `of`. */
export type EachSpelling = (of: Sql, item: Sql, body: Sql) => Sql;

/** The value at a path of a data set. */
export interface SpelledLeaf {
  /** The column, quoted and qualified. */
  readonly column: Sql;
  /** Names of the nested fields, as declared; empty if the column is the leaf. */
  readonly fields: readonly string[];
  /** The same names, quoted. */
  readonly parts: readonly Sql[];
  readonly type: Field['type'];
  readonly records: Table['records'];
  /** Whether it is read through a rollup. */
  readonly rolled: boolean;
  /** Only for a dialect that `readsUntyped` or has `ofJsonText`: the text of a value of any type, whether the value is a text, or the value as JSON text; else `null`. */
  readonly untyped: Untyped | null;
}

/** A SELECT whose columns are computed once for each row, however often they are read. */
export interface ReadsOnce {
  /** Its end. */
  readonly end: Sql;
  /**
   * The value in the JSON text of a leaf, for types that a second SELECT reads faster from it than the engine from the document. NULL if the
   * text has another type.
   */
  readonly ofJsonText: Readonly<Partial<Record<Scalar, Spelling>>>;
}

export interface Dialect extends Naming {
  /** The name used under `tables:` of a data set, in paths of `generated/` and on the command line. */
  readonly name: string;
  /** The name for people. */
  readonly title: string;
  /** The most bytes of a statement by default, and the setting that a caller of a saved query raises; `null` if there is none. */
  readonly longestQuery: { readonly bytes: number; readonly setting: string } | null;
  /** The most bytes of a name, in UTF-8, if the engine cuts longer ones; else `null`. */
  readonly longestName: number | null;
  readonly string: Quoting;

  /**
   * A bound value; an `optional` one may be NULL. `text` is a parameter of the saved query: a nullable string.
   * `position` is its number among the statement's bindings, from 1, for engines that number parameters. Parameters in
   * texts that are left out keep their numbers.
   */
  readonly placeholder: (
    name: string,
    type: Type,
    form: 'value' | 'optional' | 'text',
    position: number,
  ) => Sql;
  /**
   * The results of `body` for each `item` of a list: the list of its values, the items for which it is true, whether it is
   * true for every item (also for an empty list), and whether it is true for any. `null` if the engine has no lambdas.
   */
  readonly each: Readonly<Record<EachExpr['as'], EachSpelling>> | null;
  /**
   * The text that `body` makes of names for `values`, each of which is computed and written once. `name` is in none of the
   * other texts in the body.
   */
  readonly once: (values: readonly Sql[], name: Sql, body: (names: readonly Sql[]) => Sql) => Sql;
  /** Whether `once` computes the values in a SELECT of its own, where an aggregate or a window would be one of that. */
  readonly onceIsSelect: boolean;
  readonly literals: {
    readonly int64: (value: bigint) => Sql;
    readonly float64: (value: number) => Sql;
    readonly bool: (value: boolean) => Sql;
    /** Microseconds since 1970 UTC, and the same instant as `YYYY-MM-DD hh:mm:ss.ffffff`. */
    readonly timestamp: (micros: bigint, text: string) => Sql;
    /** The same for a datetime, as if it were an instant of UTC. */
    readonly datetime: (micros: bigint, text: string) => Sql;
    readonly date: (text: string) => Sql;
    readonly null: (scalar: Scalar) => Sql;
  };
  readonly functions: Spellings<FunctionName>;
  /** Patterns in the engine's language; `null` if it reads RE2. */
  readonly pattern: PatternSpelling | null;
  readonly aggregates: Readonly<Record<AggregateName, AggregateSpelling | null>>;
  /** Whether aggregates have a FILTER clause. If not, `lower` makes the argument NULL in rows that are filtered out. */
  readonly filters: boolean;
  readonly windows: Readonly<Record<WindowName, WindowSpelling>>;
  /**
   * A column of a side of a left or full join that may find no row. Some engines return the type's zero value for rows without a match,
   * which this replaces by NULL; `null` for engines that return NULL.
   */
  readonly outer: Spelling | null;
  /** Casts a column of literal whole numbers to int64; `null` if the engine reads them as int64 anyway. */
  readonly writtenOut: Spelling | null;
  /**
   * Protects a column of a step that may be constant, for engines whose nested joins lose such columns; `null` for other
   * engines.
   */
  readonly constant: Spelling | null;
  /**
   * Whether the engine splits a condition that is a column of a step, and may then lose a column that a part of it
   * reads. The printer then compares the condition with true, which keeps it whole.
   */
  readonly splitsConditions: boolean;
  /**
   * Whether the engine joins two bounds of a computed value, and then fails in a statement that numbers rows. Such bounds are then
   * compared with true, which keeps them apart.
   */
  readonly joinsBounds: boolean;
  /** A value in the form in which ORDER BY compares it: texts by code points, even if the engine has another collation. */
  readonly order: (of: Sql, scalar: Scalar) => Sql;
  /** Whether ORDER BY may compute with the names of outputs. If not, it repeats their expressions where `order` changes them. */
  readonly ordersNames: boolean;
  /** `NULLS FIRST` if ascending order does not already put NULLs first, and `NULLS LAST` likewise. */
  readonly nulls: { readonly first: Sql; readonly last: Sql };

  /**
   * Whether it is useless to find the rows of a LIMIT first and read wide columns for these rows only, because the
   * engine does this itself or always reads whole columns.
   */
  readonly readsLate: boolean;
  /**
   * Whether the engine reads the text of a leaf faster, or by an index, if the type of the leaf is not tested. A condition then tests the
   * type of those leaves alone whose texts are equal.
   */
  readonly readsUntyped: boolean;
  /** Whether the engine groups by floats, counts different ones and looks them up by their bits, in which 0 and -0 differ. */
  readonly keysByBits: boolean;
  /** How a SELECT of its own reads each leaf once. `null` if the engine reads a leaf again at no cost. */
  readonly readsOnce: ReadsOnce | null;
  /** Whether the engine computes the columns of a SELECT only for the rows that its LIMIT keeps. */
  readonly cutsFirst: boolean;
  /**
   * Whether the engine evaluates `CASE x WHEN` over a parameter before it reads rows. If not, the printer writes `CASE
   * WHEN x =`, so that an index can use a bound that a parameter chooses.
   */
  readonly choosesFirst: boolean;
  /** Whether LIMIT accepts any expression. If not, it accepts a number or a parameter. */
  readonly computesLimit: boolean;
  /**
   * The words before a step with a limit. They keep the engine from filtering the step's rows for a join before it
   * applies the limit.
   */
  readonly cut: Sql;
  /** The engine's clock. `named` is defined once at the start of the statement, because two readings may differ. */
  readonly clock: { readonly sql: Sql; readonly named: boolean };
  /** A leaf of a table, by its path. */
  readonly path: (leaf: SpelledLeaf) => Sql;
  /** How columns of other stored types are read. */
  readonly stored: StoredTypes;
  /**
   * `rows`: computed for every row, so it must be fast. `request` and `clock`: computed once per statement, so it should
   * be easy to read; the clock is always after 1970.
   */
  readonly trunc: (of: Sql, step: TruncStep, from: 'rows' | 'request' | 'clock') => Sql;
  /** `isBound`: computed once per statement, from values that the statement binds. */
  readonly shift: (of: Sql, micros: bigint, isBound: boolean) => Sql;
  /** A FROM item with one column `name`: whole numbers from `first` to `last` inclusive, in steps of `every`. */
  readonly series: (first: Sql, last: Sql, every: Sql, name: Sql) => Sql;
  /** The text after FROM, with the items of a list joined to each row under these names. */
  readonly items: (of: ItemsSpelling) => readonly StatementPiece[];
  readonly fromMicros: Spelling;
  /** `null` if the engine has no exact type with that many digits; functions that return a decimal are then `null`, too. */
  readonly decimal: DecimalSpelling | null;
  /** The value as the service reads it: timestamps as microseconds, dates and JSON as text, other types unchanged. */
  readonly wire: Readonly<Record<Exclude<Scalar, 'decimal'>, Spelling>>;
  /** For lists and for maps; `null` if the engine stores none. */
  readonly several: Readonly<Record<'list' | 'map', SeveralSpelling | null>>;
  /** `null` if the engine has no lists of records. */
  readonly records: RecordsSpelling | null;
  /** A record as JSON text, field by field, from leaves in wire form. */
  readonly record: (entries: readonly RecordEntry[], layout: RecordLayout) => Sql;

  /** How the engine keeps rollups; `null` if quern does not use them there. */
  readonly rollups: RollupSpelling | null;
  /** The statements that make a function of the database from a saved query; `null` if no caller would use one there. */
  readonly callable: ((query: CallableQuery) => string) | null;
  /** An author's SQL inside a statement: a column, or a table's condition. */
  readonly author: AuthorSql;
  /** A whole statement that an author writes for the engine. */
  readonly own: OwnSql;
  readonly schema: SchemaSpelling;
}

/** How rollups are kept. */
export interface RollupSpelling {
  /**
   * The statements that create one which the engine itself keeps equal to its table, and reads in place of it, and that fill it from the
   * table's entries. `null`: quern keeps copies in tables beside the entries, and statements read these.
   */
  readonly create: ((of: RollupDefinition) => Sql) | null;
  /** Why the engine refuses a value as a key or a part; `null` for one that it takes, or if it takes all. */
  readonly refused: ((value: Sql) => string | null) | null;
  /** Whether the engine's plan of a statement reads the rollup of that name; `null` if its plans do not say. */
  readonly isRead: ((plan: string, name: string) => boolean) | null;
  /** The copies of earlier definitions; `null` if quern does not look for them. */
  readonly copies: RollupCopies | null;
}
export interface RollupCopies {
  /** A statement whose rows are the names of all copies that a table keeps. */
  readonly named: (table: readonly string[]) => Sql;
  /** The statement that drops one of them. Both names are quoted. */
  readonly drop: (table: Sql, name: Sql) => Sql;
}
export interface RollupDefinition {
  /** Quoted. */
  readonly table: Sql;
  readonly name: Sql;
  /** Quoted as a part of the table's name: a relation of its own, beside the table. */
  readonly beside: Sql;
  /** The columns that separate tenants come first, then the start of the step. */
  readonly keys: readonly RollupColumn[];
  readonly parts: readonly RollupColumn[];
}
export interface RollupColumn {
  readonly name: Sql;
  readonly of: Sql;
  readonly scalar: Type;
}

/** Lists, or maps, of scalars. */
export interface SeveralSpelling {
  /** Whether a column may contain NULL instead of an empty value. */
  readonly mayBeNull: boolean;
  /**
   * Replaces NULL by an empty value: NULL comes from a NULL record, or from a left join without a match. `null` if
   * the engine never has such a NULL.
   */
  readonly orEmpty: Spelling | null;
  /** The same value with `change` applied to each item; a list keeps its order. */
  readonly each: (of: Sql, change: Spelling) => Sql;
  /** Converts values to wire form, for types whose JSON text would differ from it. */
  readonly wire: Readonly<Partial<Record<Scalar, Spelling>>>;
  /** As JSON text: a list as an array, a map as an object. */
  readonly json: Spelling;
  /** The type, from the type of its values. */
  readonly type: (value: Sql) => Sql;
}

/** Lists of records. */
export interface RecordsSpelling {
  /** An item before the name of one of its fields. A column may have the item's name. */
  readonly owner: (item: Sql) => Sql;
  /** A field of an item, by the names on its path, as expressions read it; `null` if it is written behind the item and dots. */
  readonly field: ((item: Sql, names: readonly string[], type: Type) => Sql) | null;
  /** The number of items; `field`: the quoted names of one of their fields. */
  readonly length: (list: Sql, field: readonly Sql[]) => Sql;
  readonly lookup: (of: LookupSpelling) => Sql;
  /** The list, of which each `item` is a record of these entries; it keeps its order. */
  readonly each: (
    list: Sql,
    item: Sql,
    entries: readonly RecordEntry[],
    layout: RecordLayout,
  ) => Sql;
  /** A record with these fields as an item of a list, from values as expressions read them. */
  readonly item: (
    entries: readonly RecordEntry[],
    layout: RecordLayout,
    fields: readonly ItemField[],
  ) => Sql;
}
export interface LookupSpelling {
  readonly as: Lookup['as'];
  readonly list: Sql;
  /** Names that no text beside has: of the item, and of its position. */
  readonly item: Sql;
  readonly place: Sql;
  /** The fields that the condition reads, at least one: the quoted names of each, outermost first, and a name for its value. */
  readonly fields: readonly (ItemLeaf & { readonly name: Sql })[];
  /** The condition, with these values of the fields. */
  readonly where: (values: readonly Sql[]) => Sql;
  /** Whether the condition may be NULL. */
  readonly mayBeNull: boolean;
  /** Only for the first item: the field to read, whether it is a list, and how many items of the kind to skip. */
  readonly found: ItemLeaf & { readonly isList: boolean; readonly skip: number };
}
interface ItemLeaf {
  readonly names: readonly string[];
  /** The same, quoted. */
  readonly parts: readonly Sql[];
  readonly type: Type;
}

/** All decimals are computed in one type of the engine, with 29 digits before the point and 9 after it. */
export interface DecimalSpelling {
  /** Casts a stored decimal to that type, because engines round, wrap or fail if precisions or scales differ. */
  readonly stored: Spelling;
  /** Whether `sum` of stored decimals has room for all digits. Then only the sum is cast, not each value. */
  readonly sumsStored: boolean;
  /** A literal: digits, with a point if there is a fraction and a sign if it is negative. */
  readonly literal: (text: string) => Sql;
  /** The value as the service reads it: a text. */
  readonly wire: Spelling;
  /** The type of a column with that many digits, for `schema.sql`. */
  readonly column: (digits: DecimalDigits, nullable: boolean) => Sql;
}

/** Joins the items of a list to each row. */
export interface ItemsSpelling {
  /** The text after FROM so far. */
  readonly from: readonly StatementPiece[];
  /** The relation's name, if there is only one; `null` for several joined ones. */
  readonly alias: Sql | null;
  readonly list: Sql;
  readonly item: Sql;
  /** The name of the items' positions, from 0; `null` if nothing reads them. */
  readonly index: Sql | null;
  /** Whether a row without items is kept, with NULLs. */
  readonly isOuter: boolean;
  /** Whether the items are records. Their fields are then named after the item. */
  readonly isRecords: boolean;
  /** Whether a later join reads a list of the items. */
  readonly isReread: boolean;
  /** The fields of the records of a list; `null` for any other items. */
  readonly fields: readonly ItemField[] | null;
  readonly layout: RecordLayout;
}

/** How a table is created, for `schema.sql`. */
export interface SchemaSpelling {
  /** The keyword of CREATE for the part of a table's name before the dot. */
  readonly namespace: Sql;
  readonly scalar: (scalar: Exclude<Scalar, 'decimal'>, nullable: boolean) => Sql;
  readonly record: (fields: readonly Sql[], repeated: boolean) => Sql;
  /** A field inside a record: its quoted name and its type. */
  readonly field: (name: Sql, type: Sql) => Sql;
  /** A column: its quoted name, its type, and whether it is required. */
  readonly column: (name: Sql, type: Sql, required: boolean) => Sql;
  /** The clauses after the column list, one per line, without a semicolon: partitions, order, engine. */
  readonly tail: (
    columns: readonly Field[],
    quote: (column: Field) => Sql,
    /** The key, if only the newest row of each key is read; `null` if all rows are. */
    final: readonly string[] | null,
  ) => readonly Sql[];
}

/** Whether the dialect can express a function, an aggregate, expressions over items of lists, or lists of records. */
export function spells(
  {
    functions,
    aggregates,
    each,
    records,
  }: Pick<Dialect, 'functions' | 'aggregates' | 'each' | 'records'>,
  name: Ability,
): boolean {
  if (name === 'each') return each !== null;
  if (name === 'records') return records !== null;
  const spellings: Readonly<Record<string, unknown>> = name in functions ? functions : aggregates;
  return spellings[name] !== null;
}

/** Whether the dialect's engine can search for the pattern. */
export function searches({ pattern: spelled }: Dialect, { pattern, use }: Searched): boolean {
  return spelled === null || spelled(pattern, use) !== null;
}

/** Whether the dialect's engine supports values of that type. */
export function hasType({ decimal, several, records }: Dialect, type: Type): boolean {
  if (isRecords(type)) return records !== null;
  const { as, of } = held(type);
  return (of !== 'decimal' || decimal !== null) && (as === 'one' || several[as] !== null);
}

/** How the dialect writes decimals. Throws if it has none; `resolve` already reports this. */
export function decimalsOf({ name, decimal }: Dialect): DecimalSpelling {
  if (decimal === null) throw new Error(`${name} has no decimals`);
  return decimal;
}

/** How the dialect writes lists or maps. Throws if it has none; `resolve` already reports this. */
export function severalOf({ name, several }: Dialect, as: 'list' | 'map'): SeveralSpelling {
  const spelling = several[as];
  if (spelling === null) throw new Error(`${name} has no ${as}s`);
  return spelling;
}

/** How the dialect writes lists of records. Throws if it has none; `resolve` already reports this. */
export function recordsSpelling({ name, records }: Dialect): RecordsSpelling {
  if (records === null) throw new Error(`${name} has no lists of records`);
  return records;
}
