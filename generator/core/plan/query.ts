/** Bodies with all names bound: the clauses of an endpoint's answer or of a step. */
import type { Chosen } from '../expr/choice.ts';
import type { Expr, Predicate, RecordExpr } from '../expr/expr.ts';
import type { Readable, Source } from '../spec/source.ts';
import type { BucketStep, Encoding, FieldEncodings, TruncStep } from '../types/scalar.ts';

export interface OutputColumn {
  readonly name: string;
  readonly role: 'bucket' | 'group' | 'value';
  /** Over columns of the inputs, with aggregates inside if the body aggregates. References to other outputs are substituted. */
  readonly expr: Expr | RecordExpr;
  readonly hidden: boolean;
  readonly description: string | null;
  readonly unit: string | null;
  /** How a value is written, the items of a list, or the values of a map. */
  readonly encode: Encoding;
  readonly within: FieldEncodings;
  /** Set for an instant that is answered as its date and time in UTC. */
  readonly as?: 'datetime';
}

/** A span of time back from now and the step of its buckets. */
export interface Interval {
  readonly last: bigint;
  readonly step: TruncStep;
}

/** One value, or one for each value of an enum parameter. */
export type ByChoice<T> =
  | { readonly by: null; readonly value: T }
  | {
      readonly by: string;
      readonly cases: readonly { readonly value: string; readonly result: T }[];
    };

export type Buckets = RecentBuckets | WindowBuckets;

/** How buckets without rows appear: not at all, with counts of 0, with only NULL, or with the values of the previous bucket. */
export const GAPS = ['omit', 'zero', 'empty', 'previous'] as const;
export type Gaps = (typeof GAPS)[number];

/** Buckets of a span of time back from now. */
export interface RecentBuckets {
  readonly kind: 'recent';
  readonly of: Expr;
  readonly window: 'aligned' | 'sliding';
  readonly gaps: Gaps;
  readonly intervals: ByChoice<Interval>;
}

/** Buckets of the rows of `[from, to)`. Both ends have the type of `of`. */
export interface WindowBuckets extends TimeWindow {
  readonly kind: 'window';
  readonly of: Expr;
}

/** The buckets of `[from, to)`. */
export interface TimeWindow {
  readonly from: Expr;
  readonly to: Expr;
  readonly step: ByChoice<BucketStep>;
  /** Set if the length of the window chooses the step, under the name `STEP`; else `null`. */
  readonly lengths: Lengths | null;
  /** The zone for steps of a day and longer; `null`: UTC. */
  readonly zone: Expr | null;
  readonly gaps: Gaps;
  /** The most buckets that there may be if gaps are filled. */
  readonly most: number;
}

/** The steps of a window by its length. */
export interface Lengths {
  /** Both as written: instants, or days of 24 hours each. */
  readonly from: Expr;
  readonly to: Expr;
  /** The shortest first, each up to a length in microseconds; the last has no such length. */
  readonly steps: readonly { readonly value: string; readonly upTo: bigint | null }[];
}

/** The ends of the time of rows, which a request may reverse. The conditions on the rows are part of `where` or `compare`. */
export interface Period {
  readonly from: Expr;
  readonly to: Expr;
  /** Parameters without one of which the period is open, so that nothing is reversed. */
  readonly needs: readonly string[];
}

/** Rows must be newer than now minus the window (microseconds), strictly. */
export interface Retention {
  /** The value that the window is measured on. */
  readonly of: Expr;
  readonly windows: ByChoice<bigint>;
}

/** The comparison of each group with the same group of the previous period. */
export interface Compare {
  /** Whether a row belongs to the previous period. */
  readonly isPrevious: Expr;
  /** The conditions on the rows of both periods, in place of the window of `buckets`. */
  readonly rows: readonly Predicate[];
  /** The bucket of the current period in which a row counts; `null` if that is the row's own bucket, or without buckets. */
  readonly bucket: Expr | null;
  /** The bucket of the current period that is paired with `OWN_BUCKET`; `null` if `bucket` pairs the rows, or without buckets. */
  readonly moved: Expr | null;
}

/** In `Compare.moved`, a bucket of the previous period. */
export const OWN_BUCKET = { relation: '', path: ['bucket'] } as const;

/** The input of a body: a data set or a step, under the name that its expressions use. */
export type Input = SourceInput | StepInput | UnionInput | ChosenInput | ItemsInput | SeriesInput;
export interface SourceInput extends Readable {
  readonly kind: 'source';
  readonly source: Source;
}
export interface StepInput extends Readable {
  readonly kind: 'step';
  readonly step: string;
}

/** Several relations with the same columns, one after another. */
export interface UnionInput extends Readable {
  readonly kind: 'union';
  readonly inputs: readonly (SourceInput | StepInput)[];
  /** The condition under which each of them is read; without conditions, all are. */
  readonly conditions?: readonly Expr[];
  /** The column that contains the name of each row's relation. */
  readonly label: string | null;
}

/** One of several relations, with their common columns. */
export interface ChosenInput extends Readable, Chosen<SourceInput | StepInput> {
  readonly kind: 'chosen';
}

/** The items of a list of each row: its columns are the item and its position from 0. */
export interface ItemsInput extends Readable {
  readonly kind: 'items';
  readonly list: Expr;
}

/** A calendar: the buckets of a window, whose starts are its only column. */
export interface SeriesInput extends Readable {
  readonly kind: 'series';
  readonly window: TimeWindow;
}

/** A further relation of a body, under a name of its own. */
export interface Join {
  readonly kind: 'left' | 'inner';
  readonly input: Input;
  /** `null`: every row matches. */
  readonly on: Expr | null;
  /** Whether it is proven that a row matches at most one. */
  readonly toOne: boolean;
}

export interface OrderKey {
  readonly output: string;
  readonly descending: boolean;
}

/** The rows of an input and their outputs. */
export interface Query {
  readonly from: Input;
  /** In order; each may refer to earlier ones. */
  readonly joins: readonly Join[];
  readonly where: readonly Predicate[];
  /** The values that callers may compare, each under the name of its filter; the filters' conditions are part of `where`. */
  readonly filters: readonly { readonly name: string; readonly of: Expr }[];
  /** `null` without `window`, and if a request cannot reverse its ends. */
  readonly window: Period | null;
  readonly retention: Retention | null;
  readonly buckets: Buckets | null;
  readonly compare: Compare | null;
  readonly aggregates: boolean;
  /** In output order: bucket, groups, values. */
  readonly outputs: readonly OutputColumn[];
  /** Conditions on computed values: over outputs, with aggregates and windows inside. */
  readonly having: readonly Predicate[];
  readonly orderBy: readonly (OrderKey | Chosen<readonly OrderKey[]>)[];
  /** The number of rows that it asks for; `null` if it does not say, or if a parameter sets it. */
  readonly limit: number | null;
  /** The parameter that sets the number of rows, or the choice of it. */
  readonly limitBy: string | Chosen<number | string> | null;
  /** Whether rows that are equal in all visible outputs occur only once. */
  readonly distinct: boolean;
}

/** The clauses of a body that reads its input unchanged. */
export const NO_CLAUSES: Omit<Query, 'from' | 'outputs'> = {
  joins: [],
  where: [],
  filters: [],
  window: null,
  retention: null,
  buckets: null,
  compare: null,
  aggregates: false,
  having: [],
  orderBy: [],
  limit: null,
  limitBy: null,
  distinct: false,
};

/** A body without clauses and outputs; `explain` shows the members in this order. */
export function emptyQuery(from: Input): Query {
  const { having, orderBy, limit, limitBy, distinct, ...before } = NO_CLAUSES;
  return { from, ...before, outputs: [], having, orderBy, limit, limitBy, distinct };
}

/** A relation that the endpoint defines. */
export interface QueryStep {
  readonly name: string;
  readonly query: Query;
}

/** All inputs of a body. */
export function inputsRead({ from, joins }: Query): readonly Input[] {
  return [from, ...joins.map(({ input }) => input)];
}

/** The relations that an input may be. */
export function listRelations(input: Input): readonly (SourceInput | StepInput)[] {
  if (input.kind === 'chosen') return input.cases.map(({ result }) => result);
  if (input.kind === 'items' || input.kind === 'series') return [];
  return input.kind === 'union' ? input.inputs : [input];
}

/** The windows of time that requests determine. */
export function windowsIn({ from, buckets }: Query): readonly TimeWindow[] {
  return [
    ...(from.kind === 'series' ? [from.window] : []),
    ...(buckets?.kind === 'window' ? [buckets] : []),
  ];
}

/** The data sets among the inputs of a body. */
export function listSources(query: Query): readonly Source[] {
  const parts = inputsRead(query).flatMap(listRelations);
  return parts.flatMap(input => (input.kind === 'source' ? [input.source] : []));
}

/** A data set that the saved query defines, restricted by the endpoint's conditions, which are bound to its columns. */
export interface View {
  readonly source: Source;
  readonly where: readonly Predicate[];
  /** The column that the retention window is measured on. */
  readonly retentionOf: Expr | null;
}
