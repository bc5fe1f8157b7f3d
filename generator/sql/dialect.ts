/**
 * The contract of a dialect: one SQL engine as data. `print.ts` is the code that reads it.
 *
 * The type system names the missing parts of a new dialect: each table is a `Record` over a closed list of `core/`.
 */
import type { CallExpr, EachExpr, Rank, SqlExpr, Typed } from '../core/expr.ts';
import {
  type AggregateName,
  EXACT_FUNCTIONS,
  FUNCTIONS,
  type FunctionName,
  type WindowName,
} from '../core/functions.ts';
import { held, type Scalar, type Step, type Type } from '../core/scalar.ts';
import type { DecimalDigits, Field, Table } from '../core/source.ts';
import type { AuthorSql } from './author-sql.ts';
import type { OwnSql } from './own-sql.ts';
import type { Spelling } from './spelling.ts';
import { type Naming, type Quoting, type Sql, sql } from './sql.ts';

/** Spells an aggregate. */
export type AggregateSpelling = (args: readonly Sql[], of: AggregateArguments) => Sql;
export interface AggregateArguments {
  /** Of a quantile; 0 for any other aggregate. */
  readonly rank: Rank;
  /** Of all quantiles of these arguments in the SELECT, ascending, where there are several; else empty. */
  readonly ranks: readonly Rank[];
  /** Of the result. */
  readonly scalar: Type;
  /** Of each argument, whether it may be NULL. */
  readonly nullable: readonly boolean[];
  /** Of `string_agg` and `list_agg`, and of `arg_min` and `arg_max`, which take the first; empty for any other aggregate. */
  readonly listing: ListingArguments;
  /** The condition on rows that count, of a dialect that `filters`; `null`: all count. */
  readonly filter: Sql | null;
}
export interface ListingArguments {
  readonly distinct: boolean;
  readonly keys: readonly ListingKey[];
  /** How many values are kept; `null`: all. */
  readonly limit: number | null;
}
export interface ListingKey extends Typed {
  readonly of: Sql;
  readonly descending: boolean;
  /** The key as it stands in an ORDER BY, NULLs where they belong. */
  readonly sorted: Sql;
}

/** Spells a function over a window; `over` is the whole OVER clause, which stands right behind the engine's function. */
export type WindowSpelling = (args: readonly Sql[], over: Sql) => Sql;

/**
 * A call whose spelling depends on an argument that is known in the text, such as a regular expression. `outerOn`: it stands in
 * the condition of a left join, where not every engine takes a subquery.
 */
export type CallSpelling = (
  args: readonly Sql[],
  node: CallExpr<SqlExpr>,
  outerOn?: boolean,
) => Sql;
/** Spellings of a group of functions; `null` where the engine cannot do what the function means. */
export type Spellings<Name extends FunctionName> = Readonly<Record<Name, CallSpelling | null>>;

export interface RecordEntry {
  readonly name: string;
  readonly value: RecordValue;
}
/** A leaf in its wire form, or the fields of a nested record. */
export type RecordValue =
  | { readonly kind: 'leaf'; readonly sql: Sql; readonly type: Type }
  | { readonly kind: 'record'; readonly entries: readonly RecordEntry[] };

/** The kind of value at a data set's path. */
export interface Leaf {
  /** The column, quoted and qualified. */
  readonly column: Sql;
  /** Names of the fields on the way down, as declared; none where the column is the leaf. */
  readonly fields: readonly string[];
  /** The same, quoted. */
  readonly parts: readonly Sql[];
  readonly type: Field['type'];
  readonly records: Table['records'];
}

export interface Dialect extends Naming {
  /** As in `tables:` of a data set, in paths of `generated/` and on the command line. */
  readonly name: string;
  /** As a person writes it. */
  readonly title: string;

  /**
   * The schema of tables that are named without one. Statements write it before those names where the engine would refuse, as a
   * circle, a view that has the name of the table that it reads; `null` for other engines.
   */
  readonly home: Sql | null;
  readonly string: Quoting;

  /**
   * A bound value; an `optional` one may be NULL. `text` is a parameter of the saved query: a nullable string. `position` is the
   * place among the statement's bindings, from 1, for engines that number parameters. Texts that are left out keep their numbers.
   */
  readonly placeholder: (
    name: string,
    type: Type,
    form: 'value' | 'optional' | 'text',
    position: number,
  ) => Sql;
  /**
   * The results of `body` for each `item` of a list: the list of its values, the items of which it is true, whether it is true of
   * every item (as of an empty list), and whether it is true of any.
   */
  readonly each: Readonly<Record<EachExpr['as'], (of: Sql, item: Sql, body: Sql) => Sql>>;
  readonly literals: {
    readonly int64: (value: bigint) => Sql;
    readonly float64: (value: number) => Sql;
    readonly bool: (value: boolean) => Sql;
    /** Microseconds since 1970 UTC, and the same as `YYYY-MM-DD hh:mm:ss.ffffff`. */
    readonly timestamp: (micros: bigint, text: string) => Sql;
    readonly date: (text: string) => Sql;
    readonly null: (scalar: Scalar) => Sql;
  };
  readonly functions: Spellings<FunctionName>;
  readonly aggregates: Readonly<Record<AggregateName, AggregateSpelling | null>>;
  /** Whether its aggregates have a clause for filters. If not, the argument is NULL in rows that do not count. */
  readonly filters: boolean;
  readonly windows: Readonly<Record<WindowName, WindowSpelling>>;
  /**
   * A column of the right side of a left join, where the engine answers the type's zero value for a row that the join does not
   * find; `null` for engines that answer NULL.
   */
  readonly outer: Spelling | null;
  /** Casts a column of whole numbers that stand in the text to int64; `null` where the engine reads them as int64 anyway. */
  readonly writtenOut: Spelling | null;
  /** A column of a step that may have one value in all rows, where nested joins lose such columns; `null` where none does. */
  readonly constant: Spelling | null;
  /**
   * Whether the engine splits a condition that is a column of a step, and may then lose a column that a part of it reads. The printer
   * compares such a condition with true, which keeps it whole.
   */
  readonly splitsConditions: boolean;
  /** A value as ORDER BY compares it: texts by code points, whatever the order of the engine's own. */
  readonly order: (of: Sql, scalar: Scalar) => Sql;
  /** `NULLS FIRST` where ascending order does not already put NULLs first; likewise last where descending. */
  readonly nulls: { readonly first: Sql; readonly last: Sql };

  /**
   * Whether nothing is gained by a statement that finds the rows of a LIMIT first and reads wide columns for those alone: the engine
   * does so itself, or always reads whole columns.
   */
  readonly readsLate: boolean;
  /**
   * Whether the engine decides `CASE x WHEN` over a parameter before it reads rows. If not, the printer writes conditions,
   * `CASE WHEN x =`, so that an index serves a bound that a parameter chooses.
   */
  readonly choosesFirst: boolean;
  /** Whether LIMIT takes any expression, and not only a number or a parameter. */
  readonly computesLimit: boolean;
  /** The words before a step with a limit. They keep the engine from filtering its rows for a join before the limit applies. */
  readonly cut: Sql;
  /** The engine's clock. `named` is defined once at the head of the statement, because two readings may differ. */
  readonly clock: { readonly sql: Sql; readonly named: boolean };
  /** A leaf of a table, read by its path. */
  readonly path: (leaf: Leaf) => Sql;
  /**
   * `rows`: it is computed for every row, so it must be fast. `request` and `clock`: it is computed once a statement, so it should be
   * easy to read; the clock is always after 1970.
   */
  readonly trunc: (of: Sql, step: Step, from: 'rows' | 'request' | 'clock') => Sql;
  readonly shift: (of: Sql, micros: bigint) => Sql;
  /** A FROM item of one column `name` of whole numbers from `first` to `last`, both included, `every` apart. */
  readonly series: (first: Sql, last: Sql, every: Sql, name: Sql) => Sql;
  /** The text behind FROM, with the items of a list joined to each row, under these names. */
  readonly items: (of: ItemsSpelling) => Sql;
  readonly fromMicros: Spelling;
  /** `null` where the engine has no exact type of that many digits; functions that give a decimal are `null`, too. */
  readonly decimal: DecimalSpelling | null;
  /** The value as the service reads it: timestamps as microseconds, dates and JSON as text, the rest as they are. */
  readonly wire: Readonly<Record<Exclude<Scalar, 'decimal'>, Spelling>>;
  /** By what holds several values: a list, or a map by its keys. */
  readonly several: Readonly<Record<'list' | 'map', SeveralSpelling>>;
  /** A record as JSON text, field by field, from leaves in wire form. */
  readonly record: (entries: readonly RecordEntry[], layout: RecordLayout) => Sql;

  /** An author's own SQL inside of a statement: a column, a table's condition. */
  readonly author: AuthorSql;
  /** A whole statement that an author writes for the engine. */
  readonly own: OwnSql;
  readonly schema: SchemaSpelling;
}

/** Lists, or maps, of scalars. */
export interface SeveralSpelling {
  /** Whether a column may hold NULL in place of an empty one. */
  readonly mayBeNull: boolean;
  /**
   * One that may be NULL, as an empty one then: of a record that is NULL, or a row that a left join does not find; `null`
   * where none is.
   */
  readonly orEmpty: Spelling | null;
  /** The same with `change` applied to each value; a list keeps its order. */
  readonly each: (of: Sql, change: Spelling) => Sql;
  /** Values in wire form, where JSON text would not write them so. */
  readonly wire: Readonly<Partial<Record<Scalar, Spelling>>>;
  /** As JSON text: a list as an array, a map as an object. */
  readonly json: Spelling;
  /** The type, by that of the values. */
  readonly type: (value: Sql) => Sql;
}

/** All decimals are computed as the engine's type of 29 digits before the point and 9 after it. */
export interface DecimalSpelling {
  /** A stored decimal, whatever its digits, as that type: where two widths or scales meet, engines round, wrap or refuse. */
  readonly stored: Spelling;
  /** Whether `sum` of stored decimals has room for all digits: then the sum is made of that type, and not each value. */
  readonly sumsStored: boolean;
  /** Digits, with a point where there is a fraction and a sign where it is negative. */
  readonly literal: (text: string) => Sql;
  /** The value as the service reads it: a text. */
  readonly wire: Spelling;
  /** The type of a column of so many digits, for `schema.sql`. */
  readonly column: (digits: DecimalDigits, nullable: boolean) => Sql;
}

/** The items of a list of each row. */
export interface ItemsSpelling {
  /** The text behind FROM so far. */
  readonly from: Sql;
  /** Its name, where it is one relation; `null` for joined ones. */
  readonly alias: Sql | null;
  readonly list: Sql;
  readonly item: Sql;
  /** Of their places from 0; `null` where nothing names them. */
  readonly index: Sql | null;
  /** Whether a row without items stays, with NULL. */
  readonly isOuter: boolean;
  /** Whether the items are records, whose fields stand behind the name of the item. */
  readonly isRecords: boolean;
}

/** The parts of the printer that printing a record needs. */
export interface RecordLayout {
  /** The record itself, where the engine has it as it is declared. */
  readonly whole: Sql | null;
  /** Quotes a name where it must be. */
  readonly name: (name: string) => Sql;
  /** Entries between brackets, one under another where they do not fit on a line. */
  readonly block: (open: Sql, entries: readonly Sql[], close: Sql) => Sql;
}

/** How a table is created, for `schema.sql`. */
export interface SchemaSpelling {
  /** The kind of the part of a table's name before the dot, as CREATE takes it. */
  readonly namespace: Sql;
  readonly scalar: (scalar: Exclude<Scalar, 'decimal'>, nullable: boolean) => Sql;
  readonly record: (fields: readonly Sql[], repeated: boolean) => Sql;
  /** A field inside a record: its quoted name and its type. */
  readonly field: (name: Sql, type: Sql) => Sql;
  /** A column: its quoted name, its type, whether it is required. */
  readonly column: (name: Sql, type: Sql, required: boolean) => Sql;
  /** The clauses after the column list, line by line and without a semicolon: partitions, order, engine. */
  readonly tail: (
    columns: readonly Field[],
    quote: (name: string) => Sql,
    /** The key of which only the newest row is read; `null`: all rows are. */
    final: readonly string[] | null,
  ) => readonly Sql[];
}

/** Whether the dialect has a spelling for a function or an aggregate. */
export function spells(dialect: Dialect, name: FunctionName | AggregateName): boolean {
  const { functions, aggregates } = dialect;
  return (isFunction(name) ? functions[name] : aggregates[name]) !== null;
}

function isFunction(name: FunctionName | AggregateName): name is FunctionName {
  return ([...FUNCTIONS, ...EXACT_FUNCTIONS] as readonly string[]).includes(name);
}

/** Whether the engine of the dialect has values of that type. */
export function hasType({ decimal }: Dialect, type: Type): boolean {
  return type !== 'decimal' || decimal !== null;
}

/** How the dialect writes decimals. Throws where it has none, which resolving has reported. */
export function decimalsOf({ name, decimal }: Dialect): DecimalSpelling {
  if (decimal === null) throw new Error(`${name} has no decimals`);
  return decimal;
}

/** The spelling of a value of that type in the form that the service reads: of a list or a map its JSON text. */
export function wireOf(dialect: Dialect, type: Type): Spelling {
  const { as, of: scalar } = held(type);
  if (as !== 'one') {
    const values = leafWireOf(dialect, type);
    return args => dialect.several[as].json([values(args)]);
  }
  return scalar === 'decimal' ? decimalsOf(dialect).wire : dialect.wire[scalar];
}

/** The same inside a record, which is written as JSON text as a whole. */
export function leafWireOf(dialect: Dialect, type: Type): Spelling {
  const { as, of: scalar } = held(type);
  if (as === 'one') return wireOf(dialect, type);
  const { each, wire } = dialect.several[as];
  const change = wire[scalar];
  return ([of = sql``]) => (change === undefined ? of : each(of, change));
}
