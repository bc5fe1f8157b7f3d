/**
 * Plans: engine-free trees of relations.
 *
 * A relation has named, typed columns. A node with columns of its own has a name, by which expressions above it name these
 * columns; a name stands for one relation in the whole plan. A filter, a sort, a limit and `distinct` keep the columns in
 * reach below them; a join has those of both sides.
 *
 * The expressions `E` of a plan are `PlanExpr` as planned, and `SqlExpr` once they are ready to print.
 */
import type {
  AggregateExpr,
  PlanExpr,
  Predicate,
  RecordExpr,
  SortKey,
  Typed,
  WindowExpr,
} from './expr.ts';
import type { Gaps } from './query.ts';
import type { Source } from './source.ts';

/** The whole of a query. `steps` stand in an order in which each reads those before it alone. */
export interface Plan<E = PlanExpr> {
  /** Relations that the saved query defines for its readers; the answer reads none of them. */
  readonly views: readonly Step<E>[];
  readonly steps: readonly Step<E>[];
  readonly answer: Relation<E>;
}

/** A relation with a name, by which `read` refers to it. */
export interface Step<E = PlanExpr> {
  readonly name: string;
  readonly relation: Relation<E>;
}

export type Relation<E = PlanExpr> =
  | TableRelation
  | ReadRelation
  | UnitRelation
  | JoinRelation<E>
  | ItemsRelation<E>
  | RecordsRelation
  | UnionRelation<E>
  | NamedRelation<E>
  | FilterRelation<E>
  | AggregateRelation<E>
  | WindowRelation<E>
  | FillRelation<E>
  | ProjectRelation<E>
  | SortRelation<E>
  | LimitRelation<E>
  | DistinctRelation<E>;

/** All rows of a data set, all columns as declared. */
export interface TableRelation {
  readonly node: 'table';
  readonly name: string;
  readonly source: Source;
}

/** All rows and columns of a step. A step may be read more than once, each time under another name. */
export interface ReadRelation {
  readonly node: 'read';
  readonly name: string;
  readonly step: string;
}

/** One row without columns. */
export interface UnitRelation {
  readonly node: 'unit';
  readonly name: string;
}

/**
 * Each row of `left` with those of `right` for which `on` holds; a `left` join keeps rows of `left` without any, a `full` join those of
 * both sides.
 */
export interface JoinRelation<E = PlanExpr> {
  readonly node: 'join';
  readonly kind: 'inner' | 'left' | 'full';
  readonly left: Relation<E>;
  readonly right: Relation<E>;
  readonly on: E;
  /** Whether each row of `left` finds at most one of `right`. */
  readonly toOne: boolean;
}

/** The items of a list, the right side of a join alone: `list` is over the columns of the left side. */
export interface ItemsRelation<E = PlanExpr> {
  readonly node: 'items';
  readonly name: string;
  readonly list: E;
  /** Names of the columns that hold the item and its place from 0. */
  readonly item: string;
  readonly index: string;
}

/**
 * The records of an array, the right side of a join alone. Where a table holds its records flat, there is one for each row, also where
 * that is NULL.
 */
export interface RecordsRelation {
  readonly node: 'records';
  readonly name: string;
  readonly source: Source;
  /** The table, or the records, on the left side that hold the array, and the name of its column or field. */
  readonly of: string;
  readonly field: string;
  /** Name of the column that holds their place from 0. */
  readonly index: string;
}

/** All rows of several relations, by name of column. */
export interface UnionRelation<E = PlanExpr> {
  readonly node: 'union';
  readonly name: string;
  readonly columns: readonly string[];
  /** At least two. `columns`, over what is in reach below each, stand for the union's in their order. */
  readonly inputs: readonly UnionInput<E>[];
}
export interface UnionInput<E = PlanExpr> {
  readonly relation: Relation<E>;
  readonly columns: readonly E[];
}

/** The rows of `input` under a name of their own, all columns as they are. */
export interface NamedRelation<E = PlanExpr> {
  readonly node: 'named';
  readonly name: string;
  readonly input: Relation<E>;
}

export interface FilterRelation<E = PlanExpr> {
  readonly node: 'filter';
  readonly input: Relation<E>;
  readonly predicates: readonly Predicate<E>[];
}

/** One row for each combination of the keys, which are a key of the relation; one row without keys. */
export interface AggregateRelation<E = PlanExpr> {
  readonly node: 'aggregate';
  readonly name: string;
  readonly input: Relation<E>;
  readonly keys: readonly NamedExpr<E>[];
  readonly measures: readonly Measure<E>[];
}

/** The rows of `input` with further columns, each computed over the rows around. */
export interface WindowRelation<E = PlanExpr> {
  readonly node: 'window';
  readonly name: string;
  readonly input: Relation<E>;
  /** Columns of `input` that stay beside them; `null`: every column, and they stay in reach. */
  readonly kept: readonly NamedExpr<E>[] | null;
  readonly columns: readonly { readonly name: string; readonly expr: WindowExpr<E> }[];
}

/** Every bucket of a window for every group of `input`. */
export interface FillRelation<E = PlanExpr> {
  readonly node: 'fill';
  /** Its columns are those of `input`. */
  readonly name: string;
  readonly input: AggregateRelation<E> | ReadRelation;
  /** Name of the key that holds the bucket, and of the other keys. */
  readonly bucket: string;
  readonly groups: readonly string[];
  readonly measures: readonly Filled[];
  /** A bucket that `input` lacks has counts of 0 and other values of NULL; NULL alone; or the values of the bucket before it. */
  readonly gaps: Exclude<Gaps, 'omit'>;
  /** Names of the steps that hold every group and every bucket of every group, and of the series' column. */
  readonly names: { readonly groups: string; readonly calendar: string; readonly start: string };
  /** Where values before are carried on: names of the step and column with the bucket whose values each has. */
  readonly carried: { readonly step: string; readonly bucket: string } | null;
  readonly series: Series<E>;
}

/** The buckets of a window, one after another. */
export type Series<E = PlanExpr> =
  /** Instants from `first` to `last`, `every` microseconds apart. */
  | { readonly kind: 'instants'; readonly first: E; readonly last: E; readonly every: E }
  /**
   * `bucket` for each number from 0 to `span`, `every` apart, which stands as the column `names.start` of a relation of that
   * name; none where `isWindow` does not hold. There are at most `most` of them.
   */
  | {
      readonly kind: 'moves';
      readonly span: E;
      readonly every: E;
      readonly bucket: E;
      readonly isWindow: E;
      readonly most: number;
    };
/** A measure that is filled: those that are never NULL are counts, and lists, which are empty then. */
export interface Filled extends Typed {
  readonly name: string;
}

/** Ends a query or a step: exactly these columns, in this order. */
export interface ProjectRelation<E = PlanExpr> {
  readonly node: 'project';
  readonly name: string;
  readonly input: Relation<E>;
  readonly columns: readonly NamedExpr<E | RecordExpr>[];
}

export interface SortRelation<E = PlanExpr> {
  readonly node: 'sort';
  readonly input: Relation<E>;
  readonly keys: readonly SortKey<E>[];
}

/**
 * `isCap`: the most that the service answers. The running statement asks for one more, to see whether there are more
 * rows. `skip`: how many rows are left out before the first that is kept.
 */
export interface LimitRelation<E = PlanExpr> {
  readonly node: 'limit';
  readonly input: Relation<E>;
  readonly count: number | E;
  readonly skip: E | null;
  readonly isCap: boolean;
  /**
   * Only where the rows, those of one table by a time that none of them lacks, have wide columns that need not be read to find
   * them.
   */
  readonly readsLate?: true;
}

/** Each row once. */
export interface DistinctRelation<E = PlanExpr> {
  readonly node: 'distinct';
  readonly input: Relation<E>;
}

export interface NamedExpr<E = PlanExpr> {
  readonly name: string;
  readonly expr: E;
}
export type Measure<E = PlanExpr> = NamedExpr<AggregateExpr<E>>;
