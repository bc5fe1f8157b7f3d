/** Bodies with all names bound: what an endpoint says of its answer, and a step of its own rows. */
import type { Chosen } from './choice.ts';
import type { Expr, Predicate, RecordExpr } from './expr.ts';
import type { BucketStep, Encoding, Step } from './scalar.ts';
import type { Readable, Source } from './source.ts';

export interface Output {
  readonly name: string;
  readonly role: 'bucket' | 'group' | 'value';
  /** Over columns of what is read, with aggregates inside where the body aggregates. Other outputs are substituted. */
  readonly expr: Expr | RecordExpr;
  readonly hidden: boolean;
  readonly description: string | null;
  readonly unit: string | null;
  readonly encode: Encoding;
}

/** A span of time back from now and the step of its buckets. */
export interface Interval {
  readonly last: bigint;
  readonly step: Step;
}

/** One value, or one for each value of an enum parameter. */
export type ByChoice<T> =
  | { readonly by: null; readonly value: T }
  | {
      readonly by: string;
      readonly cases: readonly { readonly value: string; readonly result: T }[];
    };

export type Buckets = RecentBuckets | WindowBuckets;

/** Buckets without rows are left out; or they are rows with counts of 0, with NULL alone, or with the values before them. */
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

/** Buckets of the rows of `[from, to)`, which are of the type of `of`. */
export interface WindowBuckets {
  readonly kind: 'window';
  readonly of: Expr;
  readonly from: Expr;
  readonly to: Expr;
  readonly step: ByChoice<BucketStep>;
  /** Where the length of the window chooses the step, under the name `STEP`; else `null`. */
  readonly lengths: Lengths | null;
  /** The zone that steps of a day and longer follow; `null`: UTC. */
  readonly zone: Expr | null;
  readonly gaps: Gaps;
  /** How many buckets there may be where gaps are filled. */
  readonly most: number;
}

/** The steps of a window by its length. */
export interface Lengths {
  /** Both as written: instants, or days, which count 24 hours each. */
  readonly from: Expr;
  readonly to: Expr;
  /** The shortest first, each up to a length in microseconds; the last has none. */
  readonly steps: readonly { readonly value: string; readonly upTo: bigint | null }[];
}

/** Rows must be newer than now minus the window (microseconds), strictly. */
export interface Retention {
  /** The value that the window is measured on. */
  readonly of: Expr;
  readonly windows: ByChoice<bigint>;
}

/** The comparison of each group with the same group of the period before. */
export interface Compare {
  /** Whether a row is of the period before. */
  readonly isPrevious: Expr;
  /** The rows of both periods, in place of the window of `buckets`. */
  readonly rows: readonly Predicate[];
  /** The bucket of the current period that a row counts for; `null` where it is the row's own, or without buckets. */
  readonly bucket: Expr | null;
  /** The bucket of the current period beside `OWN_BUCKET`, one of the period before; `null` where rows say it, or without buckets. */
  readonly moved: Expr | null;
}

/** In `Compare.moved`, the bucket of the period before that is moved. */
export const OWN_BUCKET = { relation: '', path: ['bucket'] } as const;

/** The input of a body: a data set or a step, under the name that its expressions use. */
export type Input = SourceInput | StepInput | UnionInput | ChosenInput | ItemsInput;
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
  /** Under which each of them is read; without, all are. */
  readonly conditions?: readonly Expr[];
  /** The column that holds the name of the relation that a row is of. */
  readonly label: string | null;
}

/** One of several relations, with their common columns. */
export interface ChosenInput extends Readable, Chosen<SourceInput | StepInput> {
  readonly kind: 'chosen';
}

/** The items of a list of each row: its columns are the item and its place from 0. */
export interface ItemsInput extends Readable {
  readonly kind: 'items';
  readonly list: Expr;
}

/** A relation beside the one that is read, under a name of its own. */
export interface Join {
  readonly kind: 'left' | 'inner';
  readonly input: Input;
  /** `null`: with each of its rows. */
  readonly on: Expr | null;
  /** Whether it is proven that a row finds at most one. */
  readonly toOne: boolean;
}

export interface OrderKey {
  readonly output: string;
  readonly descending: boolean;
}

/** The rows of an input and their outputs. */
export interface Query {
  readonly from: Input;
  /** In order; each may name those before it. */
  readonly joins: readonly Join[];
  readonly where: readonly Predicate[];
  /** The values that callers may compare, each under the name of its filter; their conditions are part of `where`. */
  readonly filters: readonly { readonly name: string; readonly of: Expr }[];
  readonly retention: Retention | null;
  readonly buckets: Buckets | null;
  readonly compare: Compare | null;
  readonly aggregates: boolean;
  /** In output order: bucket, groups, values. */
  readonly outputs: readonly Output[];
  /** Conditions on what is computed: over outputs, with aggregates and windows inside. */
  readonly having: readonly Predicate[];
  readonly orderBy: readonly (OrderKey | Chosen<readonly OrderKey[]>)[];
  /** How many rows it asks for; `null` where it does not say, or a parameter does. */
  readonly limit: number | null;
  /** The parameter that says how many, or what chooses it. */
  readonly limitBy: string | Chosen<number | string> | null;
  /** Whether rows that are equal in all visible outputs stand once. */
  readonly distinct: boolean;
}

/** The clauses of a body that reads its input as it is. */
export const NO_CLAUSES: Omit<Query, 'from' | 'outputs'> = {
  joins: [],
  where: [],
  filters: [],
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

/** A relation of the endpoint's own. */
export interface QueryStep {
  readonly name: string;
  readonly query: Query;
}

/** All that a body reads. */
export function inputsRead({ from, joins }: Query): readonly Input[] {
  return [from, ...joins.map(({ input }) => input)];
}

/** The relations that an input may be. */
export function partsOf(input: Input): readonly (SourceInput | StepInput)[] {
  if (input.kind === 'chosen') return input.cases.map(({ result }) => result);
  if (input.kind === 'items') return [];
  return input.kind === 'union' ? input.inputs : [input];
}

/** The data sets among that. */
export function sourcesOf(query: Query): readonly Source[] {
  const parts = inputsRead(query).flatMap(partsOf);
  return parts.flatMap(input => (input.kind === 'source' ? [input.source] : []));
}

/** A data set that the saved query defines with the endpoint's conditions, bound to its columns. */
export interface View {
  readonly source: Source;
  readonly where: readonly Predicate[];
  /** The column that the retention window is measured on. */
  readonly retentionOf: Expr | null;
}
