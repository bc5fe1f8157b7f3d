/**
 * Typed expressions. Each stage of a compilation has a type of its own, so that an illegal expression cannot be built in it:
 *
 * | type | where | beside the nodes that all have |
 * |---|---|---|
 * | `PlainExpr` | everywhere: decoding of parameters | nothing |
 * | `Expr` | as resolved | aggregates and windows anywhere, choices by parameter |
 * | `PlanExpr` | in a plan | choices; aggregates and windows are columns of their relations |
 * | `SqlExpr` | ready to print | cases in place of choices, values in wire form |
 */
import type { Chosen } from './choice.ts';
import type { Condition } from './condition.ts';
import type { EngineSql } from './engine-sql.ts';
import type { AggregateName, FunctionName, WindowName } from './functions.ts';
import type { Step, Type, Value } from './scalar.ts';
import type { Binding } from './statement.ts';

/** Every node has a type, and may be NULL or not. */
export interface Typed {
  readonly scalar: Type;
  readonly nullable: boolean;
}

export interface LiteralExpr extends Typed {
  readonly kind: 'literal';
  readonly value: Value | null;
}

export interface ColumnExpr extends Typed {
  readonly kind: 'column';
  /** Name of the relation whose column it is. */
  readonly relation: string;
  /** The column's name, then the names of nested fields. */
  readonly path: readonly string[];
}

export interface ParamExpr extends Typed {
  readonly kind: 'param';
  readonly name: string;
  /** `value`: typed and present. `text`: as a caller of the saved query wrote it, NULL or '' when absent. */
  readonly form: 'value' | 'text';
  /** Only where the service binds something else than a parameter of the endpoint. */
  readonly from?: Exclude<Binding['from'], 'param'>;
}

/** The instant of the statement. */
export interface NowExpr extends Typed {
  readonly kind: 'now';
  /** Of the request itself, also where pages share the instant of the first. */
  readonly of?: 'request';
}

/** The item of the list that the `each` around it goes through: a text. */
export interface ItemExpr extends Typed {
  readonly kind: 'item';
}

/** The list of `body` for each item of the list `of`, or of the items for which it holds; or whether it holds for every item, or for any. */
export interface EachExpr<E = PlainExpr> extends Typed {
  readonly kind: 'each';
  readonly as: 'list' | 'kept' | 'all' | 'any';
  readonly of: E;
  readonly body: E;
}

export interface CallExpr<E = PlainExpr> extends Typed {
  readonly kind: 'call';
  readonly fn: FunctionName;
  readonly args: readonly E[];
  /** Of a function that fails: NULL in place of a failure. */
  readonly orNull?: true;
}

/** Start of the step of UTC time that holds `of`; steps are counted from Monday 0001-01-01, weeks start on Monday. */
export interface TruncExpr<E = PlainExpr> extends Typed {
  readonly kind: 'trunc';
  readonly of: E;
  readonly step: Step;
}

/** `of` moved by an exact number of microseconds, negative into the past. */
export interface ShiftExpr<E = PlainExpr> extends Typed {
  readonly kind: 'shift';
  readonly of: E;
  readonly micros: bigint;
}

/** Whether `of` is among the values of a step's column, those that are NULL ignored; NULL where `of` is. */
export interface WithinExpr<E = PlainExpr> extends Typed {
  readonly kind: 'within';
  readonly of: E;
  /** Its relation is the step. */
  readonly column: ColumnExpr;
}

/** The nodes that every stage has, over the expressions of that stage. */
export type Node<E> =
  | Leaf
  | CallExpr<E>
  | EachExpr<E>
  | TruncExpr<E>
  | ShiftExpr<E>
  | WithinExpr<E>;
export type Leaf = LiteralExpr | ColumnExpr | ParamExpr | NowExpr | ItemExpr;

/** A quantile's rank as an exact fraction `numerator / denominator`, so that no engine rounds it differently. */
export interface Rank {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export interface AggregateExpr<E = Expr> extends Typed {
  readonly kind: 'aggregate';
  /** `stored`: computed by an author's own SQL. */
  readonly fn: AggregateName | 'stored';
  /** That SQL by dialect name. */
  readonly text?: Readonly<Record<string, EngineSql>>;
  readonly args: readonly E[];
  /** That of `quantile` and `approx_quantile`, else `null`. */
  readonly rank: Rank | null;
  /** Only where the same SELECT has several quantiles of the same rows: the ranks of all, ascending. */
  readonly ranks?: readonly Rank[];
  /** Of what puts values one behind another, else `null`. */
  readonly listing: Listing<E> | null;
  /** The condition on rows that count; `null`: all count. */
  readonly filter: E | null;
  /** Only of the period before, where a body compares. */
  readonly previous?: true;
}

/** The values of a list and their order: each once or as often as it occurs, the first `limit` values or all. */
export interface Listing<E = Expr> {
  readonly distinct: boolean;
  /** Total as far as the values go: those that it leaves equal are equal. */
  readonly orderBy: readonly SortKey<E>[];
  readonly limit: number | null;
}

/** A value that depends on a parameter of the request. Specialising folds it; the saved form decodes it. */
export interface ChoiceExpr<E = Expr> extends Typed, Chosen<E> {
  readonly kind: 'choice';
}

/** One of several values by that of `subject`; NULL where none fits and `otherwise` is `null`. */
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
  /** `null` where the function takes none, and for all rows of the partition. */
  readonly frame: Frame | null;
}
/** Rows around a row, from one to another, both included: 0 is the row itself, -1 the one before it; `null` has no end. */
export interface Frame {
  readonly from: number | null;
  readonly to: number | null;
}

// A type alias must not refer to `Node` of itself, so each lists its nodes.
export type PlainExpr =
  | Leaf
  | CallExpr<PlainExpr>
  | EachExpr<PlainExpr>
  | TruncExpr<PlainExpr>
  | ShiftExpr<PlainExpr>
  | WithinExpr<PlainExpr>;
export type Expr =
  | Leaf
  | CallExpr<Expr>
  | EachExpr<Expr>
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
  | TruncExpr<PlanExpr>
  | ShiftExpr<PlanExpr>
  | WithinExpr<PlanExpr>
  | ChoiceExpr<PlanExpr>;
export type SqlExpr =
  | Leaf
  | CallExpr<SqlExpr>
  | EachExpr<SqlExpr>
  | TruncExpr<SqlExpr>
  | ShiftExpr<SqlExpr>
  | WithinExpr<SqlExpr>
  | CaseExpr
  | WireExpr;

/** A condition on rows; with `when` it holds for every row where that does not hold. */
export interface Guarded<E = Expr> {
  readonly when: Condition | null;
  readonly expr: E;
}
/** At least one of those that are asked for must hold; all rows do where none is. Each has a `when`. */
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
/** A record of a relation as a whole: answered field by field. It may stand only as an output. */
export interface RecordExpr {
  readonly kind: 'record';
  /** Name of the relation whose column it is. */
  readonly relation: string;
  readonly path: readonly string[];
  readonly fields: readonly RecordField[];
}
