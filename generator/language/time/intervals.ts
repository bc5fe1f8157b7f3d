/** Moves times by an interval: timestamps by any interval, dates by whole days, weeks, months, quarters and years. */
import { makeCall } from '../../core/expr/calls.ts';
import type { Expr } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import { isCalendarUnit, UNIT_MICROS, UNIT_MONTHS } from '../../core/types/scalar.ts';
import { convert } from '../coerce.ts';
import type { CheckContext, Operand } from '../context.ts';
import type { Syntax } from '../syntax/syntax.ts';

export type IntervalSyntax = Extract<Syntax, { kind: 'interval' }>;

/** The longest interval; a longer one does not fit into the engines' timestamps. */
const MAX_MONTHS = 400n * 12n;
const MAX_MICROS = 400n * 366n * UNIT_MICROS.day;

/** The length of an interval: calendar months, or microseconds. */
type Length =
  | { readonly months: bigint; readonly micros: null }
  | { readonly months: null; readonly micros: bigint };

/** `operand` moved by `interval`, into the past with `back`. Reports an operand that is no time, and an interval that does not fit it. */
export function moveByInterval(
  context: CheckContext,
  operand: Operand | null,
  interval: IntervalSyntax,
  back: boolean,
): Expr | null {
  const length = lengthOf(context, interval);
  if (operand === null || length === null) return null;
  const signed = (count: bigint) => (back ? -count : count);
  if (operand.expr.scalar === 'date') return movedDate(context, operand.expr, interval, signed);
  const of = convert(context, operand, 'timestamp');
  if (of === null) return null;
  if (length.micros === null)
    return makeCall('add_months', 'timestamp', [of, makeLiteral('int64', signed(length.months))]);
  const micros = signed(length.micros);
  return { kind: 'shift', of, micros, scalar: 'timestamp', nullable: of.nullable };
}

/** Reports an interval that is longer than allowed. */
function lengthOf(context: CheckContext, interval: IntervalSyntax): Length | null {
  const { count, unit } = interval;
  const length: Length = isCalendarUnit(unit)
    ? { months: count * UNIT_MONTHS[unit], micros: null }
    : { months: null, micros: count * UNIT_MICROS[unit] };
  const fits = length.micros === null ? length.months <= MAX_MONTHS : length.micros <= MAX_MICROS;
  if (fits) return length;
  return context.refuse('type-mismatch', interval, 'The interval is longer than 400 years');
}

function movedDate(
  context: CheckContext,
  of: Expr,
  interval: IntervalSyntax,
  signed: (count: bigint) => bigint,
): Expr | null {
  const { count, unit } = interval;
  if (isCalendarUnit(unit))
    return makeCall('add_months', 'date', [
      of,
      makeLiteral('int64', signed(count * UNIT_MONTHS[unit])),
    ]);
  const days = UNIT_MICROS[unit] / UNIT_MICROS.day;
  if (days > 0n)
    return makeCall('add_days', 'date', [of, makeLiteral('int64', signed(count * days))]);
  const hint = 'Convert it with `timestamp(date)`, which is its midnight UTC.';
  return context.refuse('type-mismatch', interval, 'A `date` moves by whole days', hint);
}
