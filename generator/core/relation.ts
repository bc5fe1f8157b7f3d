/** Plans: engine-free relational trees. */
import type { Expr, NamedExpr, NamedScalar, Predicate, SortKey } from './expr.ts';
import type { Source } from './source.ts';

/**
 * A relational tree, engine-free. `step` is the name under which a result stands where a statement needs it as a named
 * step. Columns and aggregates refer to the data set of the scan below, fields to the nearest aggregation or fill.
 */
export type Plan =
  | { readonly node: 'scan'; readonly source: Source }
  | { readonly node: 'filter'; readonly input: Plan; readonly predicates: readonly Predicate[] }
  | { readonly node: 'sort'; readonly input: Plan; readonly keys: readonly SortKey[] }
  /** `isCap`: the most that the service answers, of which the running statement asks one more to know that there is more. */
  | {
      readonly node: 'limit';
      readonly input: Plan;
      readonly count: number;
      readonly isCap: boolean;
    }
  | AggregatePlan
  | FillPlan
  | { readonly node: 'project'; readonly input: Plan; readonly columns: readonly NamedExpr[] }
  /** The rows of `input` under the name `step`, all columns as they are. */
  | { readonly node: 'named'; readonly input: Plan; readonly step: string }
  /** `input`, with further named queries defined beside it that it does not read. */
  | {
      readonly node: 'views';
      readonly input: Plan;
      readonly views: readonly { readonly name: string; readonly plan: Plan }[];
    };

export interface AggregatePlan {
  readonly node: 'aggregate';
  readonly input: Plan;
  readonly step: string;
  readonly keys: readonly NamedScalar[];
  readonly measures: readonly NamedScalar[];
}

/** Every bucket from `first` to `last` for every group of `input`; what `input` lacks is 0 for counts, else NULL. */
export interface FillPlan {
  readonly node: 'fill';
  readonly input: AggregatePlan;
  readonly step: string;
  /** Name of the key that holds the bucket; the other keys are the groups. */
  readonly bucket: string;
  /** Names of the steps that hold every group and every bucket of every group, and of the series' column. */
  readonly names: { readonly groups: string; readonly calendar: string; readonly start: string };
  readonly first: Expr;
  readonly last: Expr;
  /** Length of a bucket in microseconds. */
  readonly every: Expr;
}
