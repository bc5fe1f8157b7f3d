/** Typed expressions, which resolving makes and every later phase rebuilds. Plain readonly data. */
import type { AggregateName, FunctionName } from './functions.ts';
import type { Scalar, Step, Value } from './scalar.ts';

interface Typed {
  readonly scalar: Scalar;
  readonly nullable: boolean;
}

/** A quantile's rank as an exact fraction `numerator / denominator`, so that no engine rounds it differently. */
export interface Rank {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** One leaf or record of a selected record, in declared order. */
export interface RecordField {
  readonly name: string;
  readonly value: Expr | RecordExpr;
}

/** A record of a data set as a whole: answered field by field. It may stand only as an output. */
export interface RecordExpr {
  readonly kind: 'record';
  readonly path: readonly string[];
  readonly fields: readonly RecordField[];
}

export interface ColumnExpr extends Typed {
  readonly kind: 'column';
  /** The path to the leaf in its data set: the column's name, then the names of nested fields. */
  readonly path: readonly string[];
}

export interface ParamExpr extends Typed {
  readonly kind: 'param';
  readonly name: string;
  /** `value`: typed and present. `text`: as a caller of the saved query wrote it, NULL or '' when absent. */
  readonly form: 'value' | 'text';
}

export interface CallExpr extends Typed {
  readonly kind: 'call';
  readonly fn: FunctionName;
  readonly args: readonly Expr[];
}

export interface AggregateExpr extends Typed {
  readonly kind: 'aggregate';
  readonly fn: AggregateName;
  readonly args: readonly Expr[];
  readonly rank: Rank | null;
}

/** A value that depends on an enum parameter, one case a value of it. Specialising folds it; the saved form decodes it. */
export interface ChoiceExpr extends Typed {
  readonly kind: 'choice';
  readonly param: string;
  readonly cases: readonly { readonly value: string; readonly result: Expr }[];
}

/** A typed expression. Every node knows its scalar and whether it may be NULL. */
export type Expr =
  | (Typed & { readonly kind: 'literal'; readonly value: Value | null })
  | ColumnExpr
  /** A column of the step below: a key or a measure of an aggregation. */
  | (Typed & { readonly kind: 'field'; readonly name: string })
  | ParamExpr
  | (Typed & { readonly kind: 'now' })
  | CallExpr
  | AggregateExpr
  /** Start of the step of UTC time that holds `of`; steps are counted from Monday 0001-01-01, weeks start on Monday. */
  | (Typed & { readonly kind: 'trunc'; readonly of: Expr; readonly step: Step })
  /** `of` moved by an exact number of microseconds, negative into the past. */
  | (Typed & { readonly kind: 'shift'; readonly of: Expr; readonly micros: bigint })
  | ChoiceExpr
  | (Typed & {
      readonly kind: 'case';
      readonly subject: Expr;
      readonly whens: readonly { readonly value: string; readonly result: Expr }[];
      readonly otherwise: Expr | null;
    })
  /** The wire form of a value: timestamps as microseconds; the decoder of the service turns it into JSON. */
  | (Typed & { readonly kind: 'wire'; readonly of: Expr });

/** A condition on rows; with `when` it holds where that parameter is absent. */
export interface Predicate {
  readonly when: string | null;
  readonly expr: Expr;
}

export interface NamedExpr {
  readonly name: string;
  readonly expr: Expr | RecordExpr;
}

export interface NamedScalar {
  readonly name: string;
  readonly expr: Expr;
}

export interface SortKey {
  readonly expr: Expr;
  readonly descending: boolean;
}
