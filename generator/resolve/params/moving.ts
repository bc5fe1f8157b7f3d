/** Defaults that move with the clock: expressions that depend only on `now()`; the service computes them for each request. */
import { constantOf, constantValue, valueOfConstant } from '../../core/expr/constant.ts';
import type { Expr, PlainExpr } from '../../core/expr/expr.ts';
import { holds, mapNode } from '../../core/expr/walk.ts';
import type { Constraints, Moving } from '../../core/plan/param.ts';
import { counting, type Report } from '../../core/report/diagnostics.ts';
import type { ExpressionText } from '../../core/spec/located.ts';
import { FIRST_INSTANT, LAST_INSTANT } from '../../core/types/days.ts';
import type { Scalar, Value } from '../../core/types/scalar.ts';
import { checkExpression } from '../../language/checker.ts';
import { NO_NAMES } from '../../language/scope.ts';

/** Whether parameters of a scalar type may have such defaults. */
export function canMove(scalar: Scalar): boolean {
  return scalar === 'timestamp' || scalar === 'date';
}

/** Shifts from the clock, for words that mean a day. */
const DAYS: ReadonlyMap<string, string> = new Map([
  ['today', ''],
  ['current_date', ''],
  ['yesterday', ' - interval 1 day'],
  ['tomorrow', ' + interval 1 day'],
]);
const NOW: ReadonlySet<string> = new Set(['now', 'current_timestamp', 'localtimestamp', 'sysdate']);
const AGO = /^(\d{1,4}) (minute|hour|day|week)s? ago$/;

/** The expression for a word such as `now` or `today`, or for `7 days ago`; `null` for any other text. */
export function movingText(written: string, scalar: Scalar): string | null {
  if (!canMove(scalar)) return null;
  const text = written.toLowerCase();
  const [, count, unit] = AGO.exec(text) ?? [];
  const ago = count === undefined ? null : ` - interval ${count} ${unit}`;
  const shift = NOW.has(text) ? '' : (DAYS.get(text) ?? ago);
  if (shift === null) return null;
  if (scalar === 'date') return `date(now()${shift})`;
  // a text in quotes, because a comma ends a value between braces
  return DAYS.has(text) ? `'trunc(now()${shift}, day)'` : `now()${shift}`;
}

/** An instant before all requests, and one after them. A default that is valid at both is valid at any time. */
const NOWS = [Date.UTC(2026, 0), Date.UTC(2100, 0)].map(ms => BigInt(ms) * 1_000n);

/** The default of the parameter `name`. Returns `null` if it has a fault, which is reported. */
export function movingDefault(
  name: string,
  scalar: Scalar,
  constraints: Constraints,
  text: ExpressionText,
  report: Report,
): Moving | null {
  const refuse = (fact: string, hint: string): null => {
    report('invalid-default', text.place, `The default of \`${name}\` ${fact}`, hint);
    return null;
  };
  const param = /@[A-Za-z_][A-Za-z0-9_]*/.exec(text.value)?.[0];
  if (param !== undefined)
    return refuse(`names \`${param}\``, 'Compute it only from `now()`, without parameters.');
  const expr = checked(text, report);
  if (expr === null) return null;
  if (expr.scalar !== scalar) {
    const hint =
      scalar === 'date' ? 'Write `date(…)` around it.' : 'Write `timestamp(…)` around it.';
    return refuse(`is a \`${expr.scalar}\`, not a \`${scalar}\``, hint);
  }
  if (!holds(expr, 'now'))
    return refuse('is always the same', 'Write the value itself, or compute it from `now()`.');
  const constant = constantOf(expr);
  if (constant === null) {
    const hint =
      'Use only `now()`, intervals, `trunc`, `date`, `timestamp`, `least` and `greatest`.';
    return refuse('cannot be computed before the statement runs', hint);
  }
  const all = NOWS.map(now => constantValue(constant, { now, value: unknown }));
  if (all.some(at => at < FIRST_INSTANT || at > LAST_INSTANT))
    return refuse('is outside the years 1900 to 2299', 'Use a shorter interval.');
  const values = NOWS.map(now => valueOfConstant(constant, { now, value: unknown }));
  const broken = brokenBound(values, constraints);
  if (broken !== null)
    return refuse(`is never within \`${broken}\``, `Change \`${broken}\` or the default.`);
  return { text: text.value, constant, expr: plainOf(expr) };
}

function unknown(name: string): never {
  throw new Error(`a default names the parameter ${name}`);
}

/** The bound that the default violates at all times. A bound limits what callers send, so a default may be outside it at some times. */
function brokenBound(values: readonly Value[], { min, max }: Constraints): 'min' | 'max' | null {
  if (min !== null && values.every(value => value < min)) return 'min';
  return max !== null && values.every(value => value > max) ? 'max' : null;
}

function checked(text: ExpressionText, report: Report) {
  const faults = counting(report);
  const expr = checkExpression(
    text,
    {
      from: { name: '', columns: [], keys: [] },
      ...NO_NAMES,
      aggregates: 'in a default',
      expects: 'any',
    },
    faults.report,
  );
  if (expr?.kind === 'record') throw new Error('a default cannot name columns');
  return faults.count() > 0 ? null : expr;
}

function plainOf(expr: Expr): PlainExpr {
  if (expr.kind === 'aggregate' || expr.kind === 'window' || expr.kind === 'choice')
    throw new Error(`a default holds a ${expr.kind}`);
  return mapNode(expr, plainOf);
}
