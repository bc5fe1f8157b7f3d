/** The aggregate functions that are translated, by the analyser's names. */
import type { AggregateExpr, PlanExpr } from '../core/expr.ts';
import type { AggregateName } from '../core/functions.ts';
import { isScalar, type Scalar } from '../core/scalar.ts';
import { type Context, typed } from './context.ts';
import { exprOf, functionName, shownName } from './expr.ts';
import type { Cells } from './rows.ts';
import type { Node } from './tree.ts';

interface Aggregate {
  readonly fn: AggregateName;
  readonly takes: readonly Scalar[];
  /** Of its DISTINCT form; `null` where it has none. */
  readonly distinct: AggregateName | null;
  readonly nullable: boolean;
}

const ORDERED: readonly Scalar[] = [
  'string',
  'int64',
  'float64',
  'decimal',
  'bool',
  'timestamp',
  'date',
];
const EXACT: readonly Scalar[] = ['string', 'int64', 'decimal', 'bool', 'timestamp', 'date'];

/** Of the same value as often as it occurs, or once. */
const LIST: Readonly<Record<string, Aggregate>> = {
  $count_star: { fn: 'count_rows', takes: [], distinct: null, nullable: false },
  count: { fn: 'count', takes: ORDERED, distinct: 'count_distinct', nullable: false },
  countif: { fn: 'count_if', takes: ['bool'], distinct: null, nullable: false },
  // more than an int64 may hold is an error of the decimal's type on every engine
  sum: { fn: 'sum_decimal', takes: ['decimal'], distinct: null, nullable: true },
  min: { fn: 'min', takes: ORDERED, distinct: 'min', nullable: true },
  max: { fn: 'max', takes: ORDERED, distinct: 'max', nullable: true },
  logical_or: { fn: 'max', takes: ['bool'], distinct: 'max', nullable: true },
  logical_and: { fn: 'min', takes: ['bool'], distinct: 'min', nullable: true },
};

export function aggregateOf(node: Node, cells: Cells, context: Context): AggregateExpr<PlanExpr> {
  const name = functionName(node);
  const isDistinct = node.flag('distinct');
  const type = typed(node, context);
  const args = node.nodes('argument_list').map(part => exprOf(part, cells, context));
  const found = LIST[name];
  const known = found === undefined ? null : isDistinct ? found.distinct : found.fn;
  const takes = isDistinct && found?.fn === 'count' ? EXACT : (found?.takes ?? []);
  const fits = args.every(({ scalar }) => takes.some(one => one === scalar));
  if (node.kind !== 'aggregate_function_call' || found === undefined || known === null || !fits) {
    const form = isDistinct ? ' with DISTINCT' : '';
    const rest = found === undefined || form !== '' ? '' : ' of these arguments';
    context.refuse(`the aggregate ${shownName(name)}${form}${rest}`, node);
  }
  return {
    kind: 'aggregate',
    fn: known ?? 'count_rows',
    args: known === null ? [] : args,
    rank: null,
    listing: null,
    filter: null,
    scalar: type !== null && isScalar(type) ? type : 'int64',
    nullable: found?.nullable ?? false,
  };
}
