/**
 * Typed expressions. Each stage of a compilation has its own type, which rules out expressions that are illegal in that stage:
 *
 * | type | stage | beyond the common nodes |
 * |---|---|---|
 * | `PlainExpr` | everywhere: decoding of parameters | nothing |
 * | `Expr` | as resolved | aggregates and windows anywhere, choices by parameter |
 * | `PlanExpr` | in a plan | choices; aggregates and windows are columns of their relations |
 * | `SqlExpr` | ready to print | cases in place of choices, values in wire form |
 */

import type { AggregateName, FunctionName, WindowName } from '../../functions/names.ts';
import type { Binding } from '../output/statement.ts';
import type { EngineSql } from '../spec/engine-sql.ts';
import type { TruncStep, Type, Value } from '../types/scalar.ts';
import type { Chosen } from './choice.ts';
import type { Condition } from './condition.ts';

/** Every node has a type, and may be nullable. */
export interface Typed {
  readonly scalar: Type;
  readonly nullable: boolean;
}

export interface LiteralExpr extends Typed {
  readonly kind: 'literal';
  readonly value: Value | null;
}

export type Untyped = 'text' | 'is text' | 'json text';

export interface ColumnExpr extends Typed {
  readonly kind: 'column';
  /** Name of the column's relation. */
  readonly relation: string;
  /** The column's name, then the names of nested fields. */
  readonly path: readonly string[];
  /** Only if lowered: the text of a stored leaf of any type, whether that leaf is a text, or the leaf as JSON text. */
  readonly untyped?: Untyped;
}

export interface ParamExpr extends Typed {
  readonly kind: 'param';
  readonly name: string;
  /** `value`: typed and present. `text`: as a caller of the saved query wrote it; NULL or '' if absent. */
  readonly form: 'value' | 'text';
  /** Only if the service binds something other than a parameter of the endpoint. */
  readonly from?: Exclude<Binding['from'], 'param'>;
}

/** The instant of the statement. */
export interface NowExpr extends Typed {
  readonly kind: 'now';
  /** The instant of this request, even on later pages, which otherwise share the instant of the first. */
  readonly of?: 'request';
}

/** The current item of the list that the enclosing `each` or `lookup` iterates over. */
export interface ItemExpr extends Typed {
  readonly kind: 'item';
  /** Only if the items are records: the path of one of their fields. */
  readonly path?: readonly string[];
  /** Only for a field of the item of a lookup around the nearest one: how many lookups it is further out. */
  readonly out?: number;
}

/** Maps the items of the list `of` to `body`, keeps those for which it is true, or tests whether it is true for all or any of them. */
export interface EachExpr<E = PlainExpr> extends Typed {
  readonly kind: 'each';
  readonly as: 'list' | 'kept' | 'all' | 'any';
  readonly of: E;
  readonly body: E;
}

/**
 * The items of the list of records `of` for which `where` is true; NULL is not true. By `find.as`:
 * - `any`, `all`: whether it is true for any item, or for all;
 * - `count`: for how many;
 * - `kept`: the list of these items;
 * - `first`: a field of the first of them, or of a later one;
 * - `values`, `joined`: `where` is no condition; the list of its values, without NULLs, or the items of all lists that it is.
 */
export interface LookupExpr<E = PlainExpr> extends Typed {
  readonly kind: 'lookup';
  readonly find: Lookup;
  readonly of: E;
  readonly where: E;
}
export type Lookup =
  | { readonly as: 'any' | 'all' | 'count' | 'kept' | 'values' | 'joined' }
  /** `skip`: how many such items come before the one that is read. */
  | { readonly as: 'first'; readonly path: readonly string[]; readonly skip?: number };

export interface CallExpr<E = PlainExpr> extends Typed {
  readonly kind: 'call';
  readonly fn: FunctionName;
  readonly args: readonly E[];
  /** Only on a function that can fail: it returns NULL instead. */
  readonly orNull?: true;
}

/** Start of the step of UTC time that contains `of`; steps are counted from Monday 0001-01-01, weeks start on Monday. */
export interface TruncExpr<E = PlainExpr> extends Typed {
  readonly kind: 'trunc';
  readonly of: E;
  readonly step: TruncStep;
}

/** `of` moved by an exact number of microseconds; negative numbers move into the past. */
export interface ShiftExpr<E = PlainExpr> extends Typed {
  readonly kind: 'shift';
  readonly of: E;
  readonly micros: bigint;
}

/** Whether `of` is among the values of a step's column, ignoring NULL values; NULL if `of` is NULL. */
export interface WithinExpr<E = PlainExpr> extends Typed {
  readonly kind: 'within';
  readonly of: E;
  /** Its relation is the step. */
  readonly column: ColumnExpr;
}

/** The nodes that every stage has, over the expressions of that stage. */
export type StageNode<E> =
  | Leaf
  | CallExpr<E>
  | EachExpr<E>
  | LookupExpr<E>
  | TruncExpr<E>
  | ShiftExpr<E>
  | WithinExpr<E>;
export type Leaf = LiteralExpr | ColumnExpr | ParamExpr | NowExpr | ItemExpr;

/** A quantile's rank as an exact fraction `numerator / denominator`, so that all engines round it alike. */
export interface Rank {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export interface AggregateExpr<E = Expr> extends Typed {
  readonly kind: 'aggregate';
  /** `stored`: computed by the author's own SQL. */
  readonly fn: AggregateName | 'stored';
  /** That SQL by dialect name. */
  readonly text?: Readonly<Record<string, EngineSql>>;
  readonly args: readonly E[];
  /** The rank of a quantile, else `null`. */
  readonly rank: Rank | null;
  /** Only if the same SELECT has several quantiles of the same rows: the ranks of all, ascending. */
  readonly ranks?: readonly Rank[];
  /** Set for aggregates that build a list or a joined text, else `null`. */
  readonly listing: Listing<E> | null;
  /** Only rows that fulfil this condition count; `null`: all rows. */
  readonly filter: E | null;
  /** Only in a body that compares: the aggregate of the previous period. */
  readonly previous?: true;
}

/** The values of a list and their order: each once or as often as it occurs, the first `limit` values or all. */
export interface Listing<E = Expr> {
  readonly distinct: boolean;
  /** A total order of the values: only equal values tie. */
  readonly orderBy: readonly SortKey<E>[];
  readonly limit: number | null;
}

/** A value that depends on a parameter of the request. Specialising folds it; the saved form decodes it. */
export interface ChoiceExpr<E = Expr> extends Typed, Chosen<E> {
  readonly kind: 'choice';
}

/** One of several values, chosen by the value of `subject`; NULL if none matches and `otherwise` is `null`. */
export interface CaseExpr extends Typed {
  readonly kind: 'case';
  readonly subject: SqlExpr;
  /** Each `value` is of the subject's type. */
  readonly whens: readonly { readonly value: Value; readonly result: SqlExpr }[];
  readonly otherwise: SqlExpr | null;
}

/** The wire form of a value: timestamps as microseconds; the decoder of the service turns it into JSON. */
export interface WireExpr extends Typed {
  readonly kind: 'wire';
  readonly of: SqlExpr;
}

/** A function over the rows around each row: those of the same partition that are in its frame. */
export interface WindowExpr<E = PlanExpr> extends Typed {
  readonly kind: 'window';
  readonly fn: WindowName;
  readonly args: readonly E[];
  readonly partitionBy: readonly E[];
  readonly orderBy: readonly SortKey<E>[];
  /** `null` if the function has no frame, and for all rows of the partition. */
  readonly frame: Frame | null;
}
/**
 * Rows around a row, both ends included; `null` is an open end. By `rows`, 0 is the row itself and -1 the one before it. By `range`, these
 * are distances to the key of the only order, an int64: 0 is a row with an equal key.
 */
export interface Frame {
  readonly unit: 'rows' | 'range';
  readonly from: number | null;
  readonly to: number | null;
}

// A type alias must not refer to `StageNode` of itself, so each alias lists its nodes.
export type PlainExpr =
  | Leaf
  | CallExpr<PlainExpr>
  | EachExpr<PlainExpr>
  | LookupExpr<PlainExpr>
  | TruncExpr<PlainExpr>
  | ShiftExpr<PlainExpr>
  | WithinExpr<PlainExpr>;
export type Expr =
  | Leaf
  | CallExpr<Expr>
  | EachExpr<Expr>
  | LookupExpr<Expr>
  | TruncExpr<Expr>
  | ShiftExpr<Expr>
  | WithinExpr<Expr>
  | AggregateExpr<Expr>
  | WindowExpr<Expr>
  | ChoiceExpr<Expr>;
export type PlanExpr =
  | Leaf
  | CallExpr<PlanExpr>
  | EachExpr<PlanExpr>
  | LookupExpr<PlanExpr>
  | TruncExpr<PlanExpr>
  | ShiftExpr<PlanExpr>
  | WithinExpr<PlanExpr>
  | ChoiceExpr<PlanExpr>;
export type SqlExpr =
  | Leaf
  | CallExpr<SqlExpr>
  | EachExpr<SqlExpr>
  | LookupExpr<SqlExpr>
  | TruncExpr<SqlExpr>
  | ShiftExpr<SqlExpr>
  | WithinExpr<SqlExpr>
  | CaseExpr
  | WireExpr;

/** A condition on rows; it is ignored if the request does not fulfil `when`. */
export interface Guarded<E = Expr> {
  readonly when: Condition | null;
  readonly expr: E;
}
/** At least one of the conditions that apply must be true; if none applies, every row passes. Each has a `when`. */
export interface AnyOf<E = Expr> {
  readonly any: readonly (Guarded<E> & { readonly when: Condition })[];
}
export type Predicate<E = Expr> = Guarded<E> | AnyOf<E>;

export interface SortKey<E = PlanExpr> {
  readonly expr: E;
  readonly descending: boolean;
}

/** One leaf or record of a selected record, in declared order. */
export interface RecordField {
  readonly name: string;
  readonly value: ColumnExpr | RecordExpr;
}
/** A whole record of a relation, answered field by field. It may only be an output. */
export interface RecordExpr {
  readonly kind: 'record';
  /** Name of the column's relation. */
  readonly relation: string;
  readonly path: readonly string[];
  readonly fields: readonly RecordField[];
}
