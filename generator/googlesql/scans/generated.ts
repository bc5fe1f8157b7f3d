/** GENERATE_ARRAY, GENERATE_DATE_ARRAY and GENERATE_TIMESTAMP_ARRAY: each item is computed from its index. */
import { makeCall } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { nullLiteral, textLiteral, wholeLiteral } from '../../core/expr/literals.ts';
import { isCalendarUnit, listOf, scalarOf, UNIT_MONTHS } from '../../core/types/scalar.ts';
import { anyNullable, literalCount, literalText } from '../calls.ts';
import type { TranslationContext } from '../context.ts';
import { LARGEST, safely } from '../functions/failing.ts';
import { SHIFTS } from '../functions/moves.ts';
import { readDatePart } from '../functions/times/units.ts';
import { sizeOf } from '../rows.ts';
import { functionName, shownName } from '../tree/names.ts';
import type { ResolvedNode } from '../tree/tree.ts';
import { relationsIn } from './reads.ts';

export interface Generated {
  /** The indexes of the items, from 0. */
  readonly list: PlanExpr;
  readonly item: (index: PlanExpr) => PlanExpr;
}

interface Series {
  /** The distance from the first item to the last bound, in units; negative if there is no item. */
  readonly last: PlanExpr;
  /** The distance between two items, in the same units. */
  readonly each: bigint;
  readonly moved: (steps: PlanExpr) => PlanExpr;
}

interface Steps {
  readonly each: bigint;
  /** Its unit. */
  readonly word: string;
  /** Whether NULL replaces a value that would fail. */
  readonly isNull: boolean;
}

type Maker = (ends: readonly [PlanExpr, PlanExpr], steps: Steps) => Series | null;

/** The functions that generate lists, keyed by the analyser's names. */
const MAKERS: Readonly<Record<string, Maker>> = {
  generate_array: numbers,
  generate_date_array: dates,
  generate_timestamp_array: instants,
};

export const GENERATED: readonly string[] = Object.keys(MAKERS);

/** The most items of a list, and the most in a sandbox. */
const [MOST, MOST_OF_CALLER] = [1_000_000n, 10_000n];

/** Returns `null` for any other array. */
export function generatedOf(
  node: ResolvedNode,
  read: (part: ResolvedNode) => PlanExpr,
  context: TranslationContext,
): Generated | null {
  const name = node.kind === 'function_call' ? functionName(node) : '';
  const maker = MAKERS[name];
  if (maker === undefined) return null;
  node.value('type');
  const parts = node.nodes('argument_list');
  const [word = 'DAY'] = parts.flatMap(part => readDatePart(part) ?? []);
  const [first, last, step = wholeLiteral(1n)] = parts
    .filter(part => readDatePart(part) === null)
    .map(read);
  const each = literalCount(step);
  const isSmall =
    first !== undefined &&
    last !== undefined &&
    sizeOf(first) + sizeOf(last) <= mostOf(first, last);
  const isStep = each !== null && each > 0n && each <= MOST;
  const series =
    isSmall && isStep
      ? maker([first, last], { each, word, isNull: context.failures === 'null' })
      : null;
  if (series === null || isLong(series, context))
    context.refuse(`${shownName(name)} of these arguments`, node);
  return series === null ? NONE : listed(series, context);
}

/** The whole list, which is empty if a bound is NULL. Returns `null` for any other expression. */
export function generatedList(
  node: ResolvedNode,
  read: (part: ResolvedNode) => PlanExpr,
  context: TranslationContext,
): PlanExpr | null {
  const generated = generatedOf(node, read, context);
  if (generated === null) return null;
  const body = generated.item({ kind: 'item', scalar: 'int64', nullable: false });
  const scalar = listOf(scalarOf(body.scalar));
  return { kind: 'each', as: 'list', of: generated.list, body, scalar, nullable: body.nullable };
}

/** Whether a caller of a sandbox writes literal bounds of a list with more items than allowed. */
function isLong({ last, each }: Series, { failures }: TranslationContext): boolean {
  const [end, start] = last.kind === 'call' ? last.args.slice(-2) : [];
  const [from, to] = [literalCount(start), literalCount(end)];
  const isKnown = failures === 'null' && from !== null && to !== null;
  return isKnown && (to - from) / each >= MOST_OF_CALLER;
}

/** The most nodes of both ends; those that no row has are computed once. */
function mostOf(...ends: readonly PlanExpr[]): number {
  return ends.every(end => relationsIn(end).size === 0) ? 4 * LARGEST : LARGEST;
}

const NONE: Generated = { list: range(wholeLiteral(0n)), item: index => index };

function listed({ last, each, moved }: Series, { failures }: TranslationContext): Generated {
  const isNull = failures === 'null';
  const before = wholeLiteral(-each);
  const known = last.nullable ? makeCall('coalesce', 'int64', [last, before], false) : last;
  const fromNone = makeCall('greatest', 'int64', [known, before], false);
  const steps = makeCall('checked_add', 'int64', [fromNone, wholeLiteral(each)], false);
  const some = isNull ? safely(steps) : steps;
  const count =
    each === 1n
      ? some
      : makeCall('whole_divide', 'int64', [some, wholeLiteral(each)], some.nullable);
  const isFew = makeCall(
    'le',
    'bool',
    [count, wholeLiteral(isNull ? MOST_OF_CALLER : MOST)],
    count.nullable,
  );
  const few = makeCall(
    'if',
    'int64',
    [isFew, count, isNull ? wholeLiteral(0n) : nullLiteral('int64')],
    true,
  );
  const kept = isNull
    ? makeCall('coalesce', 'int64', [few, wholeLiteral(0n)], false)
    : makeCall('or_fail', 'int64', [few], false);
  const item = (index: PlanExpr) =>
    moved(
      each === 1n
        ? index
        : makeCall('multiply', 'int64', [index, wholeLiteral(each)], index.nullable),
    );
  return { list: range(kept), item };
}

function range(count: PlanExpr): PlanExpr {
  return makeCall('list_range', listOf('int64'), [count], false);
}

function numbers(
  [first, last]: readonly [PlanExpr, PlanExpr],
  { each, isNull }: Steps,
): Series | null {
  if (first.scalar !== 'int64' || last.scalar !== 'int64') return null;
  const between = makeCall('checked_subtract', 'int64', [last, first], anyNullable([first, last]));
  return {
    last: isNull ? safely(between) : between,
    each,
    moved: steps => makeCall('add', 'int64', [first, steps], first.nullable || steps.nullable),
  };
}

function dates([first, last]: readonly [PlanExpr, PlanExpr], { each, word }: Steps): Series | null {
  if (first.scalar !== 'date' || last.scalar !== 'date') return null;
  const nullable = anyNullable([first, last]);
  const unit = word.toLowerCase();
  const between = (of: string) =>
    makeCall('date_diff', 'int64', [textLiteral(of), last, first], nullable);
  if (unit === 'day' || unit === 'week')
    return {
      last: between('day'),
      each: unit === 'week' ? each * 7n : each,
      moved: steps =>
        makeCall('add_days', 'date', [first, steps], first.nullable || steps.nullable),
    };
  // GoogleSQL computes each item from the previous one, so after January 31 all items are on the 28th
  if (!isCalendarUnit(unit) || !isEarlyDay(first)) return null;
  const moved = (steps: PlanExpr) =>
    makeCall('add_months', 'date', [first, steps], first.nullable || steps.nullable);
  const isBeyond = makeCall('lt', 'bool', [dayOf(last), dayOf(first)], nullable);
  const less = makeCall('if', 'int64', [isBeyond, wholeLiteral(1n), wholeLiteral(0n)], false);
  return {
    last: makeCall('subtract', 'int64', [between('month'), less], nullable),
    each: each * UNIT_MONTHS[unit],
    moved,
  };
}

function dayOf(date: PlanExpr): PlanExpr {
  return makeCall('extract', 'int64', [textLiteral('day'), date], date.nullable);
}

/** Whether the day of a date exists in every month. */
function isEarlyDay(date: PlanExpr): boolean {
  if (date.kind === 'literal') return Number(String(date.value).slice(-2)) <= 28;
  if (date.kind !== 'call') return false;
  const [first, of] = date.args;
  if (date.fn === 'start_of') return isCalendarUnit(literalText(first) ?? '');
  return (
    date.fn === 'add_months' && first !== undefined && of?.kind === 'literal' && isEarlyDay(first)
  );
}

function instants(
  [first, last]: readonly [PlanExpr, PlanExpr],
  { each, word }: Steps,
): Series | null {
  const micros = SHIFTS[word];
  if (first.scalar !== 'timestamp' || last.scalar !== 'timestamp' || micros === undefined)
    return null;
  const nullable = anyNullable([first, last]);
  return {
    last: makeCall('timestamp_diff', 'int64', [textLiteral('microsecond'), last, first], nullable),
    each: each * micros,
    moved: steps =>
      makeCall('add_micros', 'timestamp', [first, steps], first.nullable || steps.nullable),
  };
}
