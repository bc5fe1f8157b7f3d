/**
 * Plans: engine-free trees of relations.
 *
 * A relation has named, typed columns. A node with columns of its own has a name, which is unique in the whole plan; expressions above
 * the node refer to its columns by that name. A filter, a sort, a limit and `distinct` keep the columns below them in reach; a join has
 * those of both sides.
 *
 * The expressions `E` of a plan are `PlanExpr` as planned, and `SqlExpr` when they are ready to print.
 */
import type { Condition } from '../expr/condition.ts';
import type {
  AggregateExpr,
  ColumnExpr,
  PlanExpr,
  Predicate,
  RecordExpr,
  SortKey,
  SqlExpr,
  Typed,
  WindowExpr,
} from '../expr/expr.ts';
import type { Source } from '../spec/source.ts';
import type { Gaps } from './query.ts';

/** A whole query. `steps` are ordered so that each reads only earlier ones. */
export interface Plan<E = PlanExpr> {
  /** Relations that the saved query defines for its readers; the answer does not read them. */
  readonly views: readonly Step<E>[];
  readonly steps: readonly Step<E>[];
  readonly answer: Relation<E>;
}

/** A relation with a name, to which `read` refers. */
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
  | LimitRelation<E>;

/** All rows of a data set, all columns as declared. */
export interface TableRelation {
  readonly node: 'table';
  readonly name: string;
  readonly source: Source;
  /** Only if lowered, and only if the engine's table does not store every column as declared: what is read of it. */
  readonly leaf?: TableLeaf;
}
/** The rows of a table that are read, and their columns, which are those of the relation. */
export interface TableLeaf {
  readonly columns: readonly LeafColumn[];
  /** The table's own columns are in reach too, under their own names: an author's SQL over a group of rows reads them. */
  readonly isWhole: boolean;
  readonly conditions: readonly RawCondition[];
}
export interface LeafColumn {
  readonly name: string;
  /** In the data set. */
  readonly column: ColumnExpr;
  /** Whether it is an array of records, of which no part is converted. */
  readonly isArray: boolean;
}
/** A comparison of a column that the engine applies to stored values, always or for some requests. */
export interface RawCondition {
  readonly when: Condition | null;
  readonly fn: 'eq' | 'lt' | 'le' | 'gt' | 'ge' | 'in_list';
  readonly column: ColumnExpr;
  /** Known before any row is read, and never NULL. */
  readonly to: SqlExpr;
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
 * Each row of `left` with those of `right` for which `on` is true. A `left` join keeps rows of `left` without a match, a `full` join
 * those of both sides.
 */
export interface JoinRelation<E = PlanExpr> {
  readonly node: 'join';
  readonly kind: 'inner' | 'left' | 'full';
  readonly left: Relation<E>;
  readonly right: Relation<E>;
  readonly on: E;
  /** Whether each row of `left` matches at most one of `right`. */
  readonly toOne: boolean;
}

/** The items of a list, only as the right side of a join: `list` is over the columns of the left side. */
export interface ItemsRelation<E = PlanExpr> {
  readonly node: 'items';
  readonly name: string;
  readonly list: E;
  /** Names of the columns that contain the item and its position from 0. */
  readonly item: string;
  readonly index: string;
}

/**
 * The records of an array, only as the right side of a join. If a table stores its records flat, there is exactly one for each row, even
 * if it is NULL.
 */
export interface RecordsRelation {
  readonly node: 'records';
  readonly name: string;
  readonly source: Source;
  /** The table or the records on the left side that contain the array, and the name of the array's column or field. */
  readonly of: string;
  readonly field: string;
  /** Name of the column that contains the position from 0. */
  readonly index: string;
}

/** All rows of several relations, matched by name of column. */
export interface UnionRelation<E = PlanExpr> {
  readonly node: 'union';
  readonly name: string;
  readonly columns: readonly string[];
  /** At least two. The `columns` of each are the union's columns, in order, as expressions over what is in reach below that input. */
  readonly inputs: readonly UnionArm<E>[];
}
export interface UnionArm<E = PlanExpr> {
  readonly relation: Relation<E>;
  readonly columns: readonly E[];
}

/** The rows of `input` under a new name, with all columns unchanged. */
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

/** One row for each combination of the keys, which are a key of the relation; exactly one row if there are no keys. */
export interface AggregateRelation<E = PlanExpr> {
  readonly node: 'aggregate';
  readonly name: string;
  readonly input: Relation<E>;
  readonly keys: readonly NamedExpr<E>[];
  readonly measures: readonly Measure<E>[];
}

/** The rows of `input` with further columns, each computed over the surrounding rows. */
export interface WindowRelation<E = PlanExpr> {
  readonly node: 'window';
  readonly name: string;
  readonly input: Relation<E>;
  /** Columns of `input` that are kept; `null`: every column is kept, and stays in reach. */
  readonly kept: readonly NamedExpr<E>[] | null;
  readonly columns: readonly { readonly name: string; readonly expr: WindowExpr<E> }[];
}

/** Every bucket of a window for every group of `input`. */
export interface FillRelation<E = PlanExpr> {
  readonly node: 'fill';
  /** The relation has the columns of `input`. */
  readonly name: string;
  readonly input: AggregateRelation<E> | ReadRelation;
  /** Name of the key that contains the bucket, and names of the other keys. */
  readonly bucket: string;
  readonly groups: readonly string[];
  readonly measures: readonly Filled[];
  /** A bucket missing from `input` has counts of 0 and other values NULL; only NULL; or the values of the previous bucket. */
  readonly gaps: Exclude<Gaps, 'omit'>;
  /** Names of the steps for all groups and for all buckets of each group, and of the series' column. */
  readonly names: { readonly groups: string; readonly calendar: string; readonly start: string };
  /** If earlier values are carried forward: names of the step and the column with the bucket whose values each bucket has. */
  readonly carried: { readonly step: string; readonly bucket: string } | null;
  readonly series: Series<E>;
}

/** The buckets of a window, one after another. */
export type Series<E = PlanExpr> =
  /** Instants from `first` to `last`, `every` microseconds apart. */
  | { readonly kind: 'instants'; readonly first: E; readonly last: E; readonly every: E }
  /**
   * `bucket` for each number from 0 to `span`, `every` apart; the number is the column `names.start` of a relation of that name. There are
   * no buckets if `isWindow` is not true, and at most `most`.
   */
  | {
      readonly kind: 'moves';
      readonly span: E;
      readonly every: E;
      readonly bucket: E;
      readonly isWindow: E;
      readonly most: number;
    };
/** A measure that is filled. Measures that are never NULL are counts, or lists, which are empty if filled. */
export interface Filled extends Typed {
  readonly name: string;
}

/** Ends a query or a step with exactly these columns, in this order. */
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
 * `isCap`: `count` is the most rows that the service returns. The running statement asks for one more, to detect whether there are more
 * rows. `skip`: how many rows are left out before the first that is kept.
 */
export interface LimitRelation<E = PlanExpr> {
  readonly node: 'limit';
  readonly input: Relation<E>;
  readonly count: number | E;
  readonly skip: E | null;
  readonly isCap: boolean;
  /**
   * Only if all rows are from one table, ordered by a time that is never NULL, and have wide columns that are not needed to find the rows.
   */
  readonly readsLate?: true;
}

export interface NamedExpr<E = PlanExpr> {
  readonly name: string;
  readonly expr: E;
}
export type Measure<E = PlanExpr> = NamedExpr<AggregateExpr<E>>;
