/** SUM and AVG of the different values of a group: those of their list. */
import { makeAggregate } from '../../core/expr/aggregates.ts';
import { makeCall } from '../../core/expr/calls.ts';
import type { AggregateExpr, PlanExpr } from '../../core/expr/expr.ts';
import { nullLiteral, wholeLiteral } from '../../core/expr/literals.ts';
import { listOf } from '../../core/types/scalar.ts';
import type { FunctionName } from '../../functions/names.ts';
import { type TranslationContext, typed } from '../context.ts';
import { exprOf } from '../expr.ts';
import type { Cells } from '../rows.ts';

import { functionName } from '../tree/names.ts';
import type { ResolvedNode } from '../tree/tree.ts';
import { asKey, totalOrder } from './aggregates.ts';
import { lengthOf, orEmptyList } from './arrays.ts';
import { orFail } from './failing.ts';

const OF_LISTS: Readonly<Record<string, FunctionName>> = { sum: 'list_sum', avg: 'list_avg' };

/** Returns `null` for any other aggregate. */
export function sumOfDistinct(
  node: ResolvedNode,
  cells: Cells,
  measured: (aggregate: AggregateExpr<PlanExpr>) => PlanExpr,
  context: TranslationContext,
): PlanExpr | null {
  const fn = OF_LISTS[functionName(node)];
  const [part] = node.nodes('argument_list');
  if (node.kind !== 'aggregate_function_call' || !node.flag('distinct')) return null;
  const value = fn === undefined || part === undefined ? null : exprOf(part, cells, context);
  if (fn === undefined || (value?.scalar !== 'int64' && value?.scalar !== 'float64')) return null;
  const of = asKey(value);
  const type = typed(node, context) ?? 'int64';
  const listing = { distinct: true, orderBy: totalOrder([], of), limit: null };
  const list = listOf(value.scalar);
  const values = measured(makeAggregate('list_agg', list, [of], true, { listing }));
  const known = orEmptyList(values);
  const isEmpty = makeCall('eq', 'bool', [lengthOf(known), wholeLiteral(0n)], false);
  const sum = makeCall(fn, type, [known], true);
  const total = context.failures === 'null' ? sum : orFail(sum, []);
  return total && makeCall('if', type, [isEmpty, nullLiteral(type), total], true);
}
