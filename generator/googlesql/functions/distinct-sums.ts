/** SUM and AVG of the different values of a group: those of their list. */
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
import { totalOrder } from './aggregates.ts';
import { lengthOf, orEmptyList } from './arrays.ts';
import { orFail } from './failing.ts';

const OF_LISTS: Readonly<Record<string, FunctionName>> = { sum: 'list_sum', avg: 'list_avg' };

/** Returns `null` for any other aggregate, and for floats, whose zeros some engine keeps apart. */
export function sumOfDistinct(
  node: ResolvedNode,
  cells: Cells,
  measured: (aggregate: AggregateExpr<PlanExpr>) => PlanExpr,
  context: TranslationContext,
): PlanExpr | null {
  const fn = OF_LISTS[functionName(node)];
  const [part] = node.nodes('argument_list');
  if (node.kind !== 'aggregate_function_call' || !node.flag('distinct')) return null;
  const of = fn === undefined || part === undefined ? null : exprOf(part, cells, context);
  if (fn === undefined || of?.scalar !== 'int64') return null;
  const type = typed(node, context) ?? 'int64';
  const values = measured({
    kind: 'aggregate',
    fn: 'list_agg',
    args: [of],
    rank: null,
    listing: { distinct: true, orderBy: totalOrder([], of), limit: null },
    filter: null,
    scalar: listOf('int64'),
    nullable: true,
  });
  const known = orEmptyList(values);
  const isEmpty = makeCall('eq', 'bool', [lengthOf(known), wholeLiteral(0n)], false);
  const sum = makeCall(fn, type, [known], true);
  const value = context.failures === 'null' ? sum : orFail(sum, []);
  return value && makeCall('if', type, [isEmpty, nullLiteral(type), value], true);
}
