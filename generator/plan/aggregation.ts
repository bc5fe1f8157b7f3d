/** Plans the groups and measures of a body, and its outputs over them. */
import { makeColumn } from '../core/expr/columns.ts';
import type { AggregateExpr, Expr, PlanExpr } from '../core/expr/expr.ts';
import { exprKey, mapAggregate, partsOf } from '../core/expr/walk.ts';
import type { Buckets, Interval, OutputColumn, Query, RecentBuckets } from '../core/plan/query.ts';
import type { AggregateRelation, FillRelation, Measure, NamedExpr } from '../core/plan/relation.ts';
import { guardedIn } from '../core/plan/walk-plan.ts';
import { readingPlan } from './conditions.ts';
import { byChoice } from './intervals.ts';
import { type Aggregation, dropPrevious, withPreviousPeriod } from './periods.ts';
import { rowExpr } from './row-expr.ts';
import { freshNames } from './steps/fresh-names.ts';
import { seriesOf } from './windows/series.ts';

/**
 * Plans the groups, and each different aggregate of the outputs once, including hidden outputs. Names of relations begin with
 * `prefix`.
 */
export function aggregation(query: Query, prefix: string): Aggregation {
  const fresh = freshNames([]);
  const columns = new Map<string, NamedExpr<PlanExpr | AggregateExpr<PlanExpr>>>();
  const keys: NamedExpr[] = [];
  const measures: Measure[] = [];
  const previous = new Map<string, AggregateExpr>();
  for (const output of query.outputs) {
    if (output.role === 'value') continue;
    const key = keyOf(output, query, fresh);
    keys.push(key);
    columns.set(exprKey(output.expr), key);
  }
  // first the outputs that are whole aggregates, so that these get the outputs' names
  const values = query.outputs.filter(output => output.role === 'value');
  const isWhole = ({ expr }: OutputColumn) => expr.kind === 'aggregate' && expr.previous !== true;
  const named = [...values.filter(isWhole), ...values.filter(o => !isWhole(o))];
  for (const { name, expr } of [...named, ...listHavingConditions(query)]) {
    if (expr.kind === 'record') continue;
    for (const aggregate of aggregatesOf(expr, columns)) {
      if (aggregate.previous === true) previous.set(exprKey(aggregate), aggregate);
      const current = dropPrevious(aggregate);
      if (columns.has(exprKey(current))) continue;
      const isOutput = aggregate === expr && aggregate.previous !== true;
      const measure = {
        name: fresh(isOutput ? name : `${name}_${aggregate.fn}`),
        expr: mapAggregate(current, rowExpr),
      };
      measures.push(measure);
      columns.set(exprKey(current), measure);
    }
  }
  const relation: AggregateRelation = {
    node: 'aggregate',
    name: prefix + (query.buckets === null ? '/grouped' : '/buckets'),
    input: readingPlan(query),
    keys,
    measures,
  };
  if (query.compare !== null)
    return withPreviousPeriod(relation, query, {
      columns,
      previous: [...previous.values()],
      prefix,
      fresh,
    });
  return {
    relation,
    filled: measures.map(({ name, expr: { scalar, nullable } }) => ({ name, scalar, nullable })),
    kept: [],
    columnAt: (part, relation) => {
      const column = columns.get(exprKey(part));
      return column === undefined ? null : columnOf(column, relation);
    },
  };
}

/** Returns the conditions on groups. They may need measures that no output shows. */
export function listHavingConditions({ having }: Query): readonly NamedExpr<Expr>[] {
  return having.flatMap(guardedIn).map(({ expr }) => ({ name: 'having', expr }));
}

/** Yields the aggregates in `expr`, except those in expressions that are already `known`. */
function* aggregatesOf(expr: Expr, known: ReadonlyMap<string, unknown>): Iterable<AggregateExpr> {
  if (known.has(exprKey(expr))) return;
  if (expr.kind === 'aggregate') yield expr;
  else for (const part of partsOf(expr)) yield* aggregatesOf(part, known);
}

function keyOf(
  output: OutputColumn,
  { buckets, compare }: Query,
  fresh: (name: string) => string,
): NamedExpr {
  if (output.role === 'bucket' && compare?.bucket != null)
    return { name: fresh('bucket'), expr: { ...rowExpr(compare.bucket), nullable: false } };
  if (output.role === 'bucket' && buckets?.kind === 'recent') {
    // rows without an instant are in no window, so the bucket is never NULL
    const expr = byChoice(buckets.intervals, ({ step }) => truncated(buckets, step));
    return { name: fresh('bucket'), expr };
  }
  if (output.role === 'bucket' && output.expr.kind !== 'record')
    return { name: fresh('bucket'), expr: { ...rowExpr(output.expr), nullable: false } };
  if (output.expr.kind === 'record') throw new Error(`cannot group by the record ${output.name}`);
  return { name: fresh(output.name), expr: rowExpr(output.expr) };
}

function truncated({ of }: RecentBuckets, step: Interval['step']): PlanExpr {
  return { kind: 'trunc', of: rowExpr(of), step, scalar: 'timestamp', nullable: false };
}

function columnOf(
  { name, expr }: NamedExpr<PlanExpr | AggregateExpr<PlanExpr>>,
  relation: string,
): PlanExpr {
  return makeColumn(relation, name, expr);
}

/** Fills the gaps: every group gets every bucket of the window. */
export function filled(
  { relation: input, filled: measures }: Pick<Aggregation, 'relation' | 'filled'>,
  buckets: Buckets,
  gaps: FillRelation['gaps'],
  prefix: string,
): FillRelation {
  const [bucket, ...groups] = input.keys;
  if (bucket === undefined) throw new Error('gaps without a bucket');
  const start = `${prefix}/bucket_start`;
  return {
    node: 'fill',
    name: `${prefix}/filled`,
    input,
    bucket: bucket.name,
    groups: groups.map(({ name }) => name),
    measures,
    gaps,
    names: {
      groups: `${prefix}/filled_groups`,
      calendar: `${prefix}/filled_buckets`,
      start,
    },
    carried:
      gaps === 'previous'
        ? { step: `${prefix}/known_buckets`, bucket: `${prefix}/known_bucket` }
        : null,
    series: seriesOf(buckets, start),
  };
}
