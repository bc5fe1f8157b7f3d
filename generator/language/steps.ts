/** Steps of time that `trunc` truncates to: a unit, or an interval that divides a day. */
import { STEP_UNITS, type Step, UNIT_MICROS } from '../core/scalar.ts';
import type { Context } from './context.ts';
import type { Syntax } from './syntax/syntax.ts';

/** The second argument of `trunc`; reports `wrong-arguments` where it is no step. */
export function stepOf(context: Context, syntax: Syntax): Step | null {
  const step = syntax.kind === 'path' ? unitStep(syntax) : intervalStep(syntax);
  if (step !== null) return step;
  const message = 'The second argument of `trunc` is a unit, or an interval that divides a day';
  const hint =
    'Use `second`, `minute`, `hour`, `day`, `week`, or a step such as `interval 5 minute`.';
  return context.refuse('wrong-arguments', syntax, message, hint);
}

/** Whether a bare word is a unit, as other dialects' functions of time take them too. */
export function isUnit(syntax: Syntax): boolean {
  return syntax.kind === 'path' && unitStep(syntax) !== null;
}

function unitStep({ parts }: Extract<Syntax, { kind: 'path' }>): Step | null {
  const name = parts[0]?.name.toLowerCase();
  const unit = parts.length === 1 ? STEP_UNITS.find(known => known === name) : undefined;
  return unit === undefined ? null : { micros: UNIT_MICROS[unit], unit };
}

function intervalStep(syntax: Syntax): Step | null {
  if (syntax.kind !== 'interval' || syntax.count === 0n) return null;
  const micros = syntax.count * UNIT_MICROS[syntax.unit];
  const whole = UNIT_MICROS.day % micros === 0n || (syntax.unit === 'week' && syntax.count === 1n);
  const unit = STEP_UNITS.find(known => UNIT_MICROS[known] === micros) ?? null;
  return whole ? { micros, unit } : null;
}
