/** Window functions: the rows with one more column for each function. */

import { makeCall } from '../../core/expr/calls.ts';
import { makeColumn } from '../../core/expr/columns.ts';
import type { Frame, PlanExpr, WindowExpr } from '../../core/expr/expr.ts';
import { wholeLiteral } from '../../core/expr/literals.ts';
import { someExpr } from '../../core/expr/walk.ts';
import type { WindowRelation } from '../../core/plan/relation.ts';
import { isScalar, type Type } from '../../core/types/scalar.ts';
import { FARTHEST, type WindowName } from '../../functions/names.ts';
import { COMPARED, literalCount } from '../calls.ts';
import {
  columnId,
  findCell,
  isSingle,
  NOTHING,
  type TranslationContext,
  typed,
} from '../context.ts';
import { exprOf } from '../expr.ts';
import { asKey } from '../functions/aggregates.ts';
import {
  type Cells,
  isPlain,
  movedTo,
  type Rows,
  readNameHint,
  storeRows,
  tiesOver,
} from '../rows.ts';
import { functionName, shownName } from '../tree/names.ts';
import type { ResolvedNode } from '../tree/tree.ts';
import {
  type AskedPercentile,
  asOf,
  isPercentile,
  percentileOf,
  TRANSLATED_PERCENTILES,
  withPercentiles,
} from './percentiles.ts';
import { sortKeys } from './sort.ts';

export function windowRows(scan: ResolvedNode, input: Rows, context: TranslationContext): Rows {
  scan.value('column_list');
  const rows = isPlain(input) ? input : storeRows(input, context.fresh('rows'));
  const name = context.fresh('windows');
  const columns: WindowRelation['columns'][number][] = [];
  const percentiles: AskedPercentile[] = [];
  const cells = new Map([...rows.cells].map(([id, cell]) => [id, movedTo(name, cell)] as const));
  for (const group of scan.parts('function_group_list')) {
    const tied = rows.ties.keys.map(({ of }) => of);
    const partitionBy = [...tied, ...partitionOf(group, rows.cells, context)];
    const order = group.part('order_by');
    const orderBy = sortKeys(order, rows.cells, context);
    for (const part of group.parts('analytic_function_list')) {
      const id = columnId(part.part('column'));
      const node = part.node('expr');
      if (isPercentile(node)) {
        const one = percentileOf(id, node, { cells: rows.cells, partitionBy }, context);
        if (one === null) cells.set(id, NOTHING);
        else percentiles.push(one);
        continue;
      }
      const add = (made: Bare, orderBy: WindowExpr['orderBy']): PlanExpr => {
        const own = `${readNameHint(id)}_${columns.length + 1}`;
        const frame = orderBy.length === 0 ? whole(made.frame) : made.frame;
        columns.push({ name: own, expr: { ...made, partitionBy, orderBy, frame } });
        return makeColumn(name, own, made);
      };
      const share = shareOf(node, orderBy, add);
      cells.set(id, share ?? add(windowOf(node, { cells: rows.cells, orderBy }, context), orderBy));
    }
  }
  if (columns.length === 0) return withPercentiles(rows, percentiles, context);
  const made: Rows = {
    relation: { node: 'window', name, input: rows.relation, kept: null, columns },
    cells,
    order: [],
    ties: tiesOver(name, rows.ties),
  };
  const asked = percentiles.map(one => asOf(name, one));
  return withPercentiles(made, asked, context);
}

function partitionOf(
  group: ResolvedNode,
  cells: Cells,
  context: TranslationContext,
): readonly PlanExpr[] {
  return group
    .part('partition_by')
    .parts('partition_by_list')
    .map(ref => {
      ref.value('type');
      ref.value('is_correlated');
      const cell = findCell(columnId(ref.part('column')), cells, ref, context);
      // GoogleSQL itself has no partitions by floats
      if (isSingle(cell)) return cell;
      context.refuse('PARTITION BY a record or a list', ref);
      return NOTHING;
    });
}

type Bare = Omit<WindowExpr, 'partitionBy' | 'orderBy'>;

/** Keyed by the analyser's names; `framed`: whether the function reads the rows of a frame. */
const LIST: Readonly<
  Record<string, { readonly fn: WindowName; readonly framed: boolean; readonly nullable: boolean }>
> = {
  row_number: { fn: 'row_number', framed: false, nullable: false },
  rank: { fn: 'rank', framed: false, nullable: false },
  dense_rank: { fn: 'dense_rank', framed: false, nullable: false },
  ntile: { fn: 'ntile', framed: false, nullable: false },
  lag: { fn: 'lag', framed: false, nullable: true },
  lead: { fn: 'lead', framed: false, nullable: true },
  first_value: { fn: 'first_value', framed: true, nullable: true },
  last_value: { fn: 'last_value', framed: true, nullable: true },
  nth_value: { fn: 'nth_value', framed: true, nullable: true },
  $count_star: { fn: 'count_rows', framed: true, nullable: false },
  count: { fn: 'count', framed: true, nullable: false },
  countif: { fn: 'count_if', framed: true, nullable: false },
  min: { fn: 'min', framed: true, nullable: true },
  max: { fn: 'max', framed: true, nullable: true },
};

/** Sums and what is computed from them, keyed by the type of their argument. */
const SUMS: Readonly<Record<string, Readonly<Partial<Record<Type, WindowName>>>>> = {
  sum: { int64: 'exact_sum_int64', decimal: 'sum_decimal', float64: 'exact_sum_float64' },
  avg: {
    int64: 'exact_avg_int64',
    float64: 'exact_avg_float64',
    decimal: 'exact_avg_decimal',
  },
  stddev: { float64: 'exact_stddev_samp' },
  stddev_samp: { float64: 'exact_stddev_samp' },
  stddev_pop: { float64: 'exact_stddev_pop' },
  variance: { float64: 'exact_var_samp' },
  var_samp: { float64: 'exact_var_samp' },
  var_pop: { float64: 'exact_var_pop' },
};

/** Shares of a partition: a count of rows up to the current one, and what is subtracted from it and from the count of all. */
const SHARES: Readonly<Record<string, { readonly fn: WindowName; readonly less: bigint }>> = {
  percent_rank: { fn: 'rank', less: 1n },
  cume_dist: { fn: 'count_rows', less: 0n },
};

type Add = (made: Bare, orderBy: WindowExpr['orderBy']) => PlanExpr;

/** Returns `null` for any other function. */
function shareOf(node: ResolvedNode, orderBy: WindowExpr['orderBy'], add: Add): PlanExpr | null {
  const share = SHARES[functionName(node)];
  if (share === undefined) return null;
  node.value('type');
  if (node.value('window_frame') !== null) passed(node.part('window_frame'));
  const count = (fn: WindowName): Bare => {
    return { kind: 'window', fn, args: [], frame: null, scalar: 'int64', nullable: false };
  };
  const float = (of: PlanExpr) => makeCall('float64_from_int64', 'float64', [of], false);
  const lessened = (of: PlanExpr) =>
    share.less === 0n ? of : makeCall('subtract', 'int64', [of, wholeLiteral(share.less)], false);
  const all = lessened(add(count('count_rows'), []));
  // the only row of a partition has rank 0 of 1
  const divisor = makeCall('greatest', 'int64', [all, wholeLiteral(1n)], false);
  const part = lessened(add(count(share.fn), orderBy));
  return makeCall('divide', 'float64', [float(part), float(divisor)], false);
}

/** Names of the functions that are translated, as the analyser writes them. */
export const TRANSLATED_WINDOWS: readonly string[] = [
  ...Object.keys(SHARES),
  ...Object.keys(LIST),
  ...Object.keys(SUMS),
  ...TRANSLATED_PERCENTILES,
];

/** The least and the greatest of different values are those of all. */
const DISTINCT: typeof LIST = {
  count: { fn: 'count_distinct', framed: true, nullable: false },
  min: { fn: 'min', framed: true, nullable: true },
  max: { fn: 'max', framed: true, nullable: true },
};

function known(name: string, [of]: readonly PlanExpr[], isDistinct: boolean) {
  if (isDistinct) return DISTINCT[name];
  const sum = of === undefined ? undefined : SUMS[name]?.[of.scalar];
  return sum === undefined ? LIST[name] : { fn: sum, framed: true, nullable: true };
}

interface Over {
  readonly cells: Cells;
  readonly orderBy: WindowExpr['orderBy'];
}

function windowOf(node: ResolvedNode, { cells, orderBy }: Over, context: TranslationContext): Bare {
  const name = functionName(node);
  const type = typed(node, context);
  const args = node.nodes('argument_list').map(part => exprOf(part, cells, context));
  const frame = node.value('window_frame') === null ? null : node.part('window_frame');
  const isDistinct = node.flag('distinct');
  const found = node.kind === 'analytic_function_call' ? known(name, args, isDistinct) : undefined;
  const scalars: readonly Type[] = args.map(({ scalar }) => scalar);
  if (found === undefined || !scalars.every(one => COMPARED.includes(one)))
    context.refuse(
      `the function ${shownName(name)}${isDistinct ? ' with DISTINCT' : ''} over a window`,
      node,
    );
  const isNeighbour = name === 'lag' || name === 'lead';
  const [, distance = wholeLiteral(1n), byDefault] = args;
  if (isNeighbour && (distance.kind !== 'literal' || !isFixed(byDefault)))
    context.refuse(`${shownName(name)} of these arguments`, node);
  const counted = COUNTED[name];
  if (counted !== undefined && (literalCount(args[counted]) ?? 0n) <= 0n)
    context.refuse(`${shownName(name)} of these arguments`, node);
  return {
    kind: 'window',
    fn: withNulls(found?.fn ?? 'count_rows', node),
    args: isNeighbour
      ? [...args.slice(0, 1), distance, ...args.slice(2)]
      : isDistinct
        ? args.map(asKey)
        : args,
    frame:
      frame === null || found?.framed === false ? passed(frame) : frameOf(frame, orderBy, context),
    scalar: type !== null && isScalar(type) ? type : 'int64',
    nullable: found?.nullable ?? true,
  };
}

/** The place of the argument that is a literal above 0. */
const COUNTED: Readonly<Record<string, number>> = { ntile: 0, nth_value: 1 };

/** Whether a value is the same for all rows. */
function isFixed(byDefault: PlanExpr | undefined): boolean {
  return byDefault === undefined || !someExpr(byDefault, part => part.kind === 'column');
}

/** The variant that ignores NULLs, if the text has IGNORE NULLS. A function without such a variant leaves the modifier unread. */
function withNulls(fn: WindowName, node: ResolvedNode): WindowName {
  const ignoring = IGNORING[fn];
  if (ignoring === undefined) return fn;
  return node.text('null_handling_modifier') === 'IGNORE_NULLS' ? ignoring : fn;
}

const IGNORING: Readonly<Partial<Record<WindowName, WindowName>>> = {
  first_value: 'first_known',
  last_value: 'last_known',
};

/** Skips the frame that the tree sets for a function without frames. */
function passed(frame: ResolvedNode | null): null {
  frame?.pass();
  return null;
}

/** Without an order, the frame contains all rows of the partition. */
function whole(frame: Frame | null): Frame | null {
  return frame?.from === null && frame.to === null ? null : frame;
}

/** `null`: from the first row to the last peer of the current row, which is the engines' default. */
function frameOf(
  frame: ResolvedNode,
  orderBy: Over['orderBy'],
  context: TranslationContext,
): Frame | null {
  const unit = frame.text('frame_unit') === 'RANGE' ? 'range' : 'rows';
  const [from, to] = [
    boundOf(frame.part('start_expr'), unit, context),
    boundOf(frame.part('end_expr'), unit, context),
  ];
  if (unit === 'rows' || (from === null && to === null)) return { unit: 'rows', from, to };
  if (from === null && to === 0) return null;
  const [key, ...others] = orderBy;
  const isDistance = key?.expr.scalar === 'int64' && key.expr.kind !== 'literal';
  if (!isDistance || others.length > 0) context.refuse('a frame by RANGE over this order', frame);
  return { unit, from, to };
}

function boundOf(
  bound: ResolvedNode,
  unit: Frame['unit'],
  context: TranslationContext,
): number | null {
  const type = bound.text('boundary_type') || 'UNBOUNDED_PRECEDING';
  if (type.startsWith('UNBOUNDED')) return null;
  if (type === 'CURRENT_ROW') return 0;
  const count = exprOf(bound.node('expression'), new Map(), context);
  const isNumber =
    count.kind === 'literal' && typeof count.value === 'bigint' && count.value <= FARTHEST[unit];
  if (!isNumber) context.refuse('a frame by this value', bound);
  const rows = isNumber ? Number(count.value) : 0;
  return type === 'OFFSET_PRECEDING' ? -rows : rows;
}
