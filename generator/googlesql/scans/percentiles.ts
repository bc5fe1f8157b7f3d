/**
 * PERCENTILE_CONT and PERCENTILE_DISC over windows: the rows with their places among the values of the partition, and then the values at
 * the places that a percentile needs. No engine sorts the values of a partition once for each of its rows.
 */

import { makeCall, testNull } from '../../core/expr/calls.ts';
import { COUNTING, makeColumn } from '../../core/expr/columns.ts';
import type { PlanExpr, WindowExpr } from '../../core/expr/expr.ts';
import { makeLiteral, nullLiteral, wholeLiteral } from '../../core/expr/literals.ts';
import { mapNode } from '../../core/expr/walk.ts';
import type { Relation, WindowRelation } from '../../core/plan/relation.ts';
import { isScalar, type Type } from '../../core/types/scalar.ts';
import type { WindowName } from '../../functions/names.ts';
import { COMPARED } from '../calls.ts';
import { NOTHING, type TranslationContext, typed } from '../context.ts';
import { exprOf } from '../expr.ts';
import { provided } from '../functions/failing.ts';
import { type Cells, movedTo, type Rows, tiesOver, valueOver } from '../rows.ts';
import { functionName, shownName } from '../tree/names.ts';
import type { ResolvedNode } from '../tree/tree.ts';

const NAMES = { percentile_cont: 'between', percentile_disc: 'nearest' } as const;

/** Names of the functions, as the analyser writes them. */
export const TRANSLATED_PERCENTILES: readonly string[] = Object.keys(NAMES);

/** A fraction, and whether the float that the text has for it is a little greater: then a whole place counts as exceeded. */
interface Share {
  readonly times: bigint;
  readonly by: bigint;
  readonly isExceeded: boolean;
}

/** A percentile that a text asks for: of which value and partition, and its column. */
export interface AskedPercentile {
  readonly id: string;
  readonly of: PlanExpr;
  readonly share: Share;
  readonly isBetween: boolean;
  readonly partitionBy: readonly PlanExpr[];
}

type Column = WindowRelation['columns'][number];

export function isPercentile(node: ResolvedNode): boolean {
  return TRANSLATED_PERCENTILES.includes(functionName(node));
}

/** Reads a percentile. Returns `null` if it refuses the call. */
export function percentileOf(
  id: string,
  node: ResolvedNode,
  { cells, partitionBy }: { readonly cells: Cells; readonly partitionBy: readonly PlanExpr[] },
  context: TranslationContext,
): AskedPercentile | null {
  const name = functionName(node);
  typed(node, context);
  // the analyser sets a frame that has no meaning here
  if (node.value('window_frame') !== null) node.part('window_frame').pass();
  const [of = NOTHING, at] = node.nodes('argument_list').map(part => exprOf(part, cells, context));
  const isBetween = name === 'percentile_cont';
  const taken: readonly Type[] = isBetween ? ['float64'] : COMPARED;
  const share = shareOf(at);
  const isKnown = share !== null && taken.includes(of.scalar) && !node.flag('distinct');
  if (isKnown && node.text('null_handling_modifier') !== 'RESPECT_NULLS')
    return { id, of, share, isBetween, partitionBy };
  if (of !== NOTHING) context.refuse(`${shownName(name)} of these arguments`, node);
  return null;
}

const MILLION = 1_000_000n;
/** Multiplies every float from a millionth to 1 to a whole number. */
const SCALE = 2 ** 80;

/** A literal from 0 to 1 with at most six decimals. */
function shareOf(at: PlanExpr | undefined): Share | null {
  if (at?.kind !== 'literal' || typeof at.value !== 'number') return null;
  const millionths = Math.round(at.value * Number(MILLION));
  if (!(at.value >= 0 && at.value <= 1) || millionths / Number(MILLION) !== at.value) return null;
  const times = BigInt(millionths);
  const isExceeded = BigInt(at.value * SCALE) * MILLION > times * BigInt(SCALE);
  return { times, by: MILLION, isExceeded };
}

/** The rows with the percentiles as cells. */
export function withPercentiles(
  rows: Rows,
  asked: readonly AskedPercentile[],
  context: TranslationContext,
): Rows {
  if (asked.length === 0) return rows;
  const [placed, found] = [context.fresh('places'), context.fresh('percentiles')];
  const first = window(placed, rows.relation, asked.flatMap(placesOf));
  const values = asked.flatMap((one, i) => valuesOf(asOf(placed, one), i, placed));
  const cells = new Map([...rows.cells].map(([id, cell]) => [id, movedTo(found, cell)] as const));
  for (const [i, one] of asked.entries()) cells.set(one.id, percentile(one, i, found, context));
  const relation = window(found, first, values);
  return { relation, cells, order: [], ties: tiesOver(found, rows.ties) };
}

function window(name: string, input: Relation, columns: WindowRelation['columns']): WindowRelation {
  return { node: 'window', name, input, kept: null, columns };
}

/** A percentile whose columns are read from the relation `name`. */
export function asOf(name: string, asked: AskedPercentile): AskedPercentile {
  const moved = (expr: PlanExpr): PlanExpr => {
    if (expr.kind === 'choice') throw new Error('GoogleSQL has no choices by parameters');
    return expr.kind === 'column' ? valueOver(name, expr) : mapNode(expr, moved);
  };
  return { ...asked, of: moved(asked.of), partitionBy: asked.partitionBy.map(moved) };
}

/** The columns of one percentile. */
const columnsOf = (i: number) => ({
  place: `percentile_${i}_place`,
  count: `percentile_${i}_count`,
  others: `percentile_${i}_others`,
  low: `percentile_${i}_low`,
  high: `percentile_${i}_high`,
});

function over(
  { partitionBy }: AskedPercentile,
  fn: WindowName,
  args: readonly PlanExpr[],
  more: Partial<WindowExpr> = {},
): WindowExpr {
  return { kind: 'window', fn, args, partitionBy, orderBy: [], frame: null, ...COUNTING, ...more };
}

/** The place of a row's value, NULLs last; the number of values; and that of floats which are not finite. */
function placesOf(asked: AskedPercentile, i: number): readonly Column[] {
  const { of } = asked;
  const names = columnsOf(i);
  const isNull = testNull(of);
  const keys = of.nullable ? [isNull, of] : [of];
  const orderBy = keys.map(expr => ({ expr, descending: false }));
  const places = [
    { name: names.place, expr: over(asked, 'row_number', [], { orderBy }) },
    { name: names.count, expr: over(asked, 'count', [of]) },
  ];
  if (of.scalar !== 'float64') return places;
  const size = makeCall('abs', 'float64', [of]);
  const isKnown = makeCall('le', 'bool', [size, GREATEST], of.nullable);
  const isOther = makeCall('not', 'bool', [isKnown], of.nullable);
  return [...places, { name: names.others, expr: over(asked, 'count_if', [isOther]) }];
}

const GREATEST: PlanExpr = makeLiteral('float64', Number.MAX_VALUE);

/** The values at the places that the percentile needs. */
function valuesOf(asked: AskedPercentile, i: number, placed: string): readonly Column[] {
  const names = columnsOf(i);
  const { scalar } = asked.of;
  if (!isScalar(scalar)) return [];
  const place = column(placed, names.place);
  const rank = rankOf(asked, column(placed, names.count));
  const at = (of: PlanExpr) => {
    const isHere = makeCall('eq', 'bool', [place, of], false);
    const value = makeCall('if', scalar, [isHere, asked.of, nullLiteral(scalar)], true);
    return over(asked, 'max', [value], { scalar, nullable: true });
  };
  const low = { name: names.low, expr: at(rank) };
  if (!asked.isBetween) return [low];
  const next = makeCall('add', 'int64', [rank, wholeLiteral(1n)], false);
  return [low, { name: names.high, expr: at(next) }];
}

function column(relation: string, name: string): PlanExpr {
  return makeColumn(relation, name, COUNTING);
}

function whole(fn: 'add' | 'subtract' | 'multiply' | 'mod', of: PlanExpr, by: bigint): PlanExpr {
  return makeCall(fn, 'int64', [of, wholeLiteral(by)], false);
}

function parts(of: PlanExpr, by: bigint): PlanExpr {
  return makeCall('whole_divide', 'int64', [of, wholeLiteral(by)], false);
}

/** The place, from 1, of the value, or of the lower of two values. */
function rankOf(
  { share: { times, by, isExceeded }, isBetween }: AskedPercentile,
  count: PlanExpr,
): PlanExpr {
  if (isBetween) return whole('add', parts(beforeLast(count, times), by), 1n);
  const reached = whole('multiply', count, times);
  if (isExceeded) return whole('add', parts(reached, by), 1n);
  const rank = parts(whole('add', reached, by - 1n), by);
  return makeCall('greatest', 'int64', [rank, wholeLiteral(1n)], false);
}

/** The share of the distance from the first to the last value. */
function beforeLast(count: PlanExpr, times: bigint): PlanExpr {
  return whole('multiply', whole('subtract', count, 1n), times);
}

/** The value of the percentile; fails for floats that are not finite. */
function percentile(
  asked: AskedPercentile,
  i: number,
  found: string,
  { failures }: TranslationContext,
): PlanExpr {
  const names = columnsOf(i);
  const { scalar } = asked.of;
  const type = { scalar, nullable: true };
  const low: PlanExpr = makeColumn(found, names.low, type);
  const high: PlanExpr = makeColumn(found, names.high, type);
  const value = asked.isBetween ? between(asked, column(found, names.count), low, high) : low;
  if (scalar !== 'float64') return value;
  const isKnown = makeCall('eq', 'bool', [column(found, names.others), wholeLiteral(0n)], false);
  if (failures === 'fail') return provided(isKnown, value);
  return makeCall('if', scalar, [isKnown, value, nullLiteral(scalar)], true);
}

/** Between two values, the share of each. */
function between(
  { share: { times, by } }: AskedPercentile,
  count: PlanExpr,
  low: PlanExpr,
  high: PlanExpr,
): PlanExpr {
  const rest = whole('mod', beforeLast(count, times), by);
  const isWhole = makeCall('eq', 'bool', [rest, wholeLiteral(0n)], false);
  const left = makeCall('subtract', 'int64', [wholeLiteral(by), rest], false);
  const float = (fn: 'add' | 'multiply' | 'divide', ...args: readonly PlanExpr[]) =>
    makeCall(fn, 'float64', args);
  const part = (of: PlanExpr, value: PlanExpr) => {
    const share = makeCall('float64_from_int64', 'float64', [of], false);
    const all: PlanExpr = makeLiteral('float64', Number(by));
    return float('multiply', value, float('divide', share, all));
  };
  const mixed = float('add', part(left, low), part(rest, high));
  return makeCall('if', 'float64', [isWhole, low, mixed], true);
}
