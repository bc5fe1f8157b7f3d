/** Steps of time for `trunc`: a unit, or an interval that divides a day or is one calendar unit. */
import {
  CALENDAR_UNITS,
  type CalendarStep,
  isCalendarUnit,
  STEP_UNITS,
  type TruncStep,
  UNIT_MICROS,
  UNIT_MONTHS,
} from '../core/types/scalar.ts';
import type { CheckContext } from './context.ts';
import type { Syntax } from './syntax/syntax.ts';
import { bareWord, unitHint } from './time/units.ts';

/** The second argument of `trunc`. Reports `wrong-arguments` if it is not a step. */
export function readStep(context: CheckContext, syntax: Syntax): TruncStep | CalendarStep | null {
  const step = syntax.kind === 'interval' ? intervalStep(syntax) : unitStep(syntax);
  if (step !== null) return step;
  const message =
    'The second argument of `trunc` must be a unit, or an interval that divides a day';
  const hint =
    unitHint(syntax, [...STEP_UNITS, ...CALENDAR_UNITS]) ??
    'Use `second`, `minute`, `hour`, `day`, `week`, `week(sunday)`, `month`, `quarter`, `year`, or a step such as `interval 5 minute`.';
  return context.refuse('wrong-arguments', syntax, message, hint);
}

/** Whether a bare word is a unit, as in the time functions of other dialects. */
export function isUnit(syntax: Syntax): boolean {
  return unitStep(syntax) !== null;
}

function unitStep(syntax: Syntax): TruncStep | CalendarStep | null {
  const name = bareWord(syntax);
  if (name !== null && isCalendarUnit(name)) return { micros: null, unit: name };
  const unit = STEP_UNITS.find(known => known === name);
  return unit === undefined ? null : { micros: UNIT_MICROS[unit], unit };
}

function intervalStep({
  count,
  unit,
}: Extract<Syntax, { kind: 'interval' }>): TruncStep | CalendarStep | null {
  if (count === 0n) return null;
  if (isCalendarUnit(unit)) {
    const months = count * UNIT_MONTHS[unit];
    const named = CALENDAR_UNITS.find(known => UNIT_MONTHS[known] === months);
    return named === undefined ? null : { micros: null, unit: named };
  }
  const micros = count * UNIT_MICROS[unit];
  const whole = UNIT_MICROS.day % micros === 0n || (unit === 'week' && count === 1n);
  const named = STEP_UNITS.find(known => UNIT_MICROS[known] === micros) ?? null;
  return whole ? { micros, unit: named } : null;
}
