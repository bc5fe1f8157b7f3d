/** STRING_AGG with LIMIT: the first texts of a group as a list, joined. */
import { makeAggregate } from '../../../core/expr/aggregates.ts';
import { makeCall } from '../../../core/expr/calls.ts';
import type { AggregateExpr, PlanExpr } from '../../../core/expr/expr.ts';
import { nullLiteral, wholeLiteral } from '../../../core/expr/literals.ts';
import { listOf } from '../../../core/types/scalar.ts';
import type { TranslationContext } from '../../context.ts';
import { exprOf } from '../../expr.ts';
import type { Cells } from '../../rows.ts';
import { functionName } from '../../tree/names.ts';
import type { ResolvedNode } from '../../tree/tree.ts';
import { limitOf, listingOf, stringAggArguments } from '../aggregates.ts';
import { lengthOf, orEmptyList } from '../arrays.ts';

/** Returns `null` for any other aggregate. */
export function cutText(
  node: ResolvedNode,
  cells: Cells,
  measured: (aggregate: AggregateExpr<PlanExpr>) => PlanExpr,
  context: TranslationContext,
): PlanExpr | null {
  if (functionName(node) !== 'string_agg' || node.peek('limit') === null) return null;
  const args = node.nodes('argument_list').map(part => exprOf(part, cells, context));
  const [of, separator] = stringAggArguments(args, node, context);
  if (of?.scalar !== 'string' || separator === undefined) return null;
  node.value('type');
  const isDistinct = node.flag('distinct');
  const asked = { isDistinct, limit: limitOf(node, context), cells, context };
  const listing = listingOf([of], node, asked);
  const texts = makeAggregate('list_agg', listOf('string'), [of], true, { listing });
  const list = orEmptyList(measured(texts));
  const isEmpty = makeCall('eq', 'bool', [lengthOf(list), wholeLiteral(0n)], false);
  const text = makeCall('list_join', 'string', [list, separator], false);
  return makeCall('if', 'string', [isEmpty, nullLiteral('string'), text], true);
}
