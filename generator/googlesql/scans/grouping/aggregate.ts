/** GROUP BY and SELECT DISTINCT. */
import { makeCall } from '../../../core/expr/calls.ts';
import type { AggregateExpr, PlanExpr } from '../../../core/expr/expr.ts';
import { wholeLiteral } from '../../../core/expr/literals.ts';
import { columnId, isSingle, NOTHING, type TranslationContext } from '../../context.ts';
import { readCell } from '../../expr.ts';
import { aggregateOf, isListed, nullsIn, quantilesOf } from '../../functions/aggregates.ts';
import { sumOfDistinct } from '../../functions/distinct-sums.ts';
import { holding } from '../../functions/failing.ts';
import { oneOfGroup } from '../../functions/first-item.ts';
import { cutText } from '../../functions/texts/cut-texts.ts';
import { isLimited, type PlanCell, type Rows, readNameHint, storeRows } from '../../rows.ts';
import { withSubqueries } from '../../subqueries/subqueries.ts';
import type { ResolvedNode } from '../../tree/tree.ts';
import { Grouping, groupingKey, groupsName } from './grouping.ts';
import { groupedBySets, keySetsOf, listTold } from './grouping-sets.ts';

export function aggregatedRows(scan: ResolvedNode, input: Rows, context: TranslationContext): Rows {
  scan.value('column_list');
  const lists = {
    scan,
    groups: scan.parts('group_by_list'),
    aggregates: scan.parts('aggregate_list'),
  };
  const uncut = isLimited(input) ? storeRows(input, context.fresh('rows')) : input;
  const exprs = [...lists.groups, ...lists.aggregates].map(part => part.node('expr'));
  const rows = withSubqueries(uncut, exprs, context);
  const sets = keySetsOf(scan, context);
  if (sets === null) return grouped(rows, lists, context);
  const told = listTold(scan);
  if (rows !== uncut)
    context.refuse('a subquery with grouping sets (GROUPING SETS, ROLLUP, CUBE)', scan);
  if (rows.ties.keys.length > 0)
    context.refuse('grouping sets that read columns of the outer query', scan);
  const group = (one: Rows, set: ReadonlySet<string>) => {
    const groups = lists.groups.filter(part => set.has(columnId(part.part('column'))));
    return grouped(one, { ...lists, groups }, context);
  };
  if (lists.aggregates.some(part => isListed(part.node('expr')))) {
    context.refuse('a list aggregate with grouping sets (GROUPING SETS, ROLLUP, CUBE)', scan);
    return grouped(rows, lists, context);
  }
  return groupedBySets(rows, sets, told, group, context);
}

interface Lists {
  readonly scan: ResolvedNode;
  readonly groups: readonly ResolvedNode[];
  readonly aggregates: readonly ResolvedNode[];
}

function grouped(
  rows: Rows,
  { scan, groups, aggregates }: Lists,
  context: TranslationContext,
): Rows {
  const made = new Grouping(groupsName(context.fresh));
  const cells = new Map<string, PlanCell>();
  for (const part of groups) {
    const id = columnId(part.part('column'));
    const cell = readCell(part.node('expr'), rows.cells, context);
    const key = keyOf(readNameHint(id), cell, made);
    if (key === null) context.refuse('GROUP BY a list', scan);
    else if (key.kind === 'fields') context.inlined.add('group by a record');
    cells.set(id, key ?? NOTHING);
  }
  for (const part of aggregates) {
    const id = columnId(part.part('column'));
    const node = part.node('expr');
    const measured = (expr: AggregateExpr<PlanExpr>) => {
      context.note(expr, node);
      return made.measure(readNameHint(id), expr);
    };
    const one =
      oneOfGroup(node, rows.cells, { measured, isGrouped: groups.length > 0 }, context) ??
      sumOfDistinct(node, rows.cells, measured, context) ??
      cutText(node, rows.cells, measured, context);
    if (one !== null) {
      cells.set(id, one);
      continue;
    }
    const quantiles = quantilesOf(node, rows.cells, context);
    if (quantiles !== null) {
      for (const item of quantiles) context.note(item, node);
      const items = quantiles.map((item, i) => made.measure(`${readNameHint(id)}_${i}`, item));
      cells.set(id, listed(items));
      continue;
    }
    const expr = aggregateOf(node, rows.cells, groups.length > 0, context);
    const nulls = nullsIn(expr, node);
    const value = measured(expr);
    cells.set(id, nulls === null ? value : withoutNulls(value, measured(nulls), context));
  }
  return { ...made.rows(rows, groups.length === 0), cells };
}

/** The key of a group. A record has a key for each field; BigQuery alone keeps a record without a value apart from none. */
function keyOf(hint: string, cell: PlanCell, made: Grouping): PlanCell | null {
  if (cell.kind !== 'fields') return isSingle(cell) ? made.key(hint, groupingKey(cell)) : null;
  if (cell.items !== undefined || cell.steps !== undefined || cell.repeated.length > 0) return null;
  const fields = cell.fields.flatMap(({ name, cell: part }) => {
    const key = keyOf(`${hint}_${name.replace(/\W/g, '')}`, part, made);
    return key === null ? [] : [{ name, cell: key }];
  });
  return fields.length === cell.fields.length ? { ...cell, fields, array: null } : null;
}

/** A list that cannot contain NULL: it fails, or is empty where nothing may fail. */
function withoutNulls(list: PlanExpr, nulls: PlanExpr, { failures }: TranslationContext): PlanExpr {
  const isWhole = makeCall('eq', 'bool', [nulls, wholeLiteral(0n)], false);
  const known = failures === 'null' ? isWhole : holding(isWhole);
  const nothing = makeCall('list', list.scalar, [], false);
  return makeCall('if', list.scalar, [known, list, nothing], list.nullable);
}

function listed(items: readonly PlanExpr[]): PlanCell {
  const fields = items.map((cell, i) => ({ name: `${i}`, cell }));
  return { kind: 'fields', repeated: [], fields, array: null, items: 'some' };
}
