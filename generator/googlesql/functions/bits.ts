/** Operators on the bits of INT64, from `&`, `|` and arithmetic that cannot exceed INT64: engines shift in different ways. */
import { makeCall } from '../../core/expr/calls.ts';
import type { PlanExpr } from '../../core/expr/expr.ts';
import { wholeLiteral } from '../../core/expr/literals.ts';
import { literalCount, type Translator } from '../calls.ts';
import { computedOnce } from './failing.ts';

const WIDTH = 64n;
const LEAST = -(1n << 63n);

type Operator = 'subtract' | 'add' | 'multiply' | 'bit_and' | 'bit_or' | 'whole_divide';

function combined(operator: Operator, of: PlanExpr, by: PlanExpr | bigint): PlanExpr {
  return makeCall(operator, 'int64', [of, typeof by === 'bigint' ? wholeLiteral(by) : by]);
}

/** The bits that only one of two numbers has: those of either, less those of both. */
const exclusive: Translator = ([one, two], _, type) =>
  one === undefined || two === undefined || type !== 'int64'
    ? null
    : combined('subtract', combined('bit_or', one, two), combined('bit_and', one, two));

const inverted: Translator = ([of], _, type) =>
  of === undefined || type !== 'int64' ? null : combined('subtract', wholeLiteral(-1n), of);

/** A shift by a literal; `shift` gets a distance from 1 to 63. */
function shifted(shift: (of: PlanExpr, by: bigint) => PlanExpr): Translator {
  return ([of, distance], _, type) => {
    const by = literalCount(distance);
    if (of === undefined || type !== 'int64' || by === null || by < 0n) return null;
    if (by === 0n) return of;
    // NULL stays NULL
    if (by >= WIDTH) return combined('bit_and', of, 0n);
    return computedOnce(of, one => shift(one, by));
  };
}

/** The lower bits move up; the bit that becomes the sign makes the number negative. */
function left(of: PlanExpr, by: bigint): PlanExpr {
  const sign = 1n << (WIDTH - 1n - by);
  const lower = combined('bit_and', of, sign - 1n);
  const moved = by === WIDTH - 1n ? lower : combined('multiply', lower, 1n << by);
  const isNegative = makeCall('ne', 'bool', [combined('bit_and', of, sign), wholeLiteral(0n)]);
  return makeCall('if', 'int64', [isNegative, combined('add', moved, LEAST), moved]);
}

/** Zeros come in from above, also for a negative number. Without its lower bits, the division is exact. */
function right(of: PlanExpr, by: bigint): PlanExpr {
  const upper = (1n << (WIDTH - by)) - 1n;
  if (by < WIDTH - 1n) {
    const exact = combined('bit_and', of, -(1n << by));
    return combined('bit_and', combined('whole_divide', exact, 1n << by), upper);
  }
  const isNegative = makeCall('lt', 'bool', [of, wholeLiteral(0n)]);
  return makeCall('if', 'int64', [isNegative, wholeLiteral(upper), combined('bit_and', of, 0n)]);
}

export const BIT_TRANSLATORS: Readonly<Record<string, Translator>> = {
  $bitwise_xor: exclusive,
  $bitwise_not: inverted,
  $bitwise_left_shift: shifted(left),
  $bitwise_right_shift: shifted(right),
};
