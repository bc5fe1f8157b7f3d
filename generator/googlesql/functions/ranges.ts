/** RANGE_BUCKET: how many of some bounds a value reaches. */
import { makeCall, testNull } from '../../core/expr/calls.ts';
import type { LiteralExpr, PlanExpr } from '../../core/expr/expr.ts';
import { nullLiteral, wholeLiteral } from '../../core/expr/literals.ts';
import type { Type, Value } from '../../core/types/scalar.ts';
import type { Translator } from '../calls.ts';
import { computedOnce } from './failing.ts';

const RANGED: readonly Type[] = ['int64', 'float64', 'date', 'timestamp'];

/** The most bounds; each is a branch. */
const MOST_BOUNDS = 100;

/** The number of literal bounds, in ascending order, that are at most the value. */
export const rangeBucket: Translator = ([of, list]) => {
  const bounds = list === undefined ? null : boundsOf(list);
  if (of === undefined || bounds === null || !RANGED.includes(of.scalar)) return null;
  if (bounds.some(({ scalar }) => scalar !== of.scalar)) return null;
  return computedOnce(of, value => reached(value, bounds), bounds.length > 1 && of.kind === 'call');
};

function reached(of: PlanExpr, bounds: readonly LiteralExpr[]): PlanExpr {
  const none = nullLiteral('int64');
  const isNull = of.nullable ? [testNull(of), none] : [];
  const isNan = of.scalar === 'float64' ? [makeCall('is_nan', 'bool', [of]), none] : [];
  const below = bounds.flatMap((bound, i) => [
    makeCall('lt', 'bool', [of, bound], of.nullable),
    wholeLiteral(BigInt(i)),
  ]);
  const last = wholeLiteral(BigInt(bounds.length));
  const nullable = of.nullable || of.scalar === 'float64';
  return makeCall('case', 'int64', [...isNull, ...isNan, ...below, last], nullable);
}

/** Returns `null` unless the list consists of few literals in ascending order. */
function boundsOf(list: PlanExpr): readonly LiteralExpr[] | null {
  if (list.kind !== 'call' || list.fn !== 'list' || list.args.length > MOST_BOUNDS) return null;
  const bounds = list.args.flatMap(arg => (arg.kind === 'literal' ? [arg] : []));
  const isAscending = bounds.every(({ value }, i) => {
    const before = bounds[i - 1];
    return value !== null && (before === undefined || isAtMost(before.value, value));
  });
  return bounds.length === list.args.length && bounds.length > 0 && isAscending ? bounds : null;
}

function isAtMost(one: Value | null, two: Value): boolean {
  return one !== null && one <= two;
}
