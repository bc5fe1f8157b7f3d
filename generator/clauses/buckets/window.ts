/** Buckets over a window: its start and end, and the time zone that its steps follow. */

import { constantOf } from '../../core/expr/constant.ts';
import type { Expr } from '../../core/expr/expr.ts';
import { holds } from '../../core/expr/walk.ts';
import type { Lengths, WindowBuckets } from '../../core/plan/query.ts';
import type { BucketsSpec, WindowSpec } from '../../core/spec/body-spec.ts';
import type { ExpressionText, Located } from '../../core/spec/located.ts';
import type { Readable } from '../../core/spec/source.ts';
import { exprCall } from '../../language/context.ts';
import { zoneFault } from '../../language/time/zones.ts';
import { paramType, ZONE_TYPES } from '../../params/index.ts';
import { typeWords } from '../../params/list.ts';
import { mayBeAbsent } from '../../resolve/choices.ts';
import { type BodyContext, checkValue, paramNamed } from '../../resolve/scope.ts';
import { resolveSteps } from './steps.ts';

/** Returns `null` if the window has faults, which are reported. */
export function resolveWindow(
  context: BodyContext,
  spec: BucketsSpec,
  range: WindowSpec,
  of: Expr | null,
  read: Readable,
): WindowBuckets | null {
  const isOf = of === null || isTime(context, spec.of, of);
  const from = bound(context, range.from, 'from', read, of);
  const to = bound(context, range.to, 'to', read, of);
  const zone = range.zone === null ? undefined : zoneOf(context, range.zone, of);
  const steps = resolveSteps(context, range.step, {
    isDate: of?.scalar === 'date',
    isZoned: range.zone !== null,
  });
  if (of === null || !isOf || from === null || to === null || zone === null || steps === null)
    return null;
  const zones = zone === undefined ? [] : [zone];
  const begin = (expr: Expr) =>
    expr.scalar === 'date' && of.scalar === 'timestamp'
      ? exprCall('timestamp_from_date', 'timestamp', [expr, ...zones])
      : expr;
  const written = from.scalar === to.scalar ? { from, to } : { from: begin(from), to: begin(to) };
  const lengths: Lengths | null = steps.lengths && { ...written, steps: steps.lengths };
  return {
    kind: 'window',
    of,
    from: begin(from),
    to: begin(to),
    step: steps.step,
    lengths,
    zone: zone ?? null,
    gaps: spec.gaps.value,
    most: context.maxRows,
  };
}

function isTime({ report }: BodyContext, { place }: ExpressionText, { scalar }: Expr): boolean {
  if (scalar === 'timestamp' || scalar === 'date') return true;
  const message = `Expected a \`timestamp\` or a \`date\`, found \`${scalar}\``;
  report('type-mismatch', place, message, null);
  return false;
}

/** One end of the window. Returns `null` if it has a fault. In a window of instants, a day means its first instant. */
function bound(
  context: BodyContext,
  text: ExpressionText,
  key: 'from' | 'to',
  from: Readable,
  of: Expr | null,
): Expr | null {
  const expr = checkValue(context, text, {
    from,
    expects: 'any',
    aggregates: `in \`${key}\``,
    steps: false,
  });
  if (expr === null) return null;
  const refuse = (message: string, hint: string) => {
    context.report('type-mismatch', text.place, message, hint);
    return null;
  };
  if (expr.scalar !== 'timestamp' && expr.scalar !== 'date')
    return refuse(
      `\`${key}\` is a \`timestamp\` or a \`date\`, not \`${expr.scalar}\``,
      'Use a parameter such as `@since`, or `now() - interval 7 day`.',
    );
  if (of?.scalar === 'date' && expr.scalar === 'timestamp')
    return refuse(
      `\`${key}\` is a \`timestamp\`, and the buckets are of a \`date\``,
      'Convert it with `date(…)`.',
    );
  if (holds(expr, 'column'))
    return refuse(
      `\`${key}\` names a column, and a window is the same for all rows`,
      'Use parameters and `now()`, or move the condition to `where`.',
    );
  if (constantOf(expr) !== null) return expr;
  return refuse(
    `\`${key}\` is not allowed as an end of a window`,
    'Use parameters, `now()`, intervals, `trunc`, `date`, `timestamp`, `least` and `greatest`.',
  );
}

/** The time zone, from a name or a parameter. Returns `null` if it has a fault. */
function zoneOf(
  context: BodyContext,
  { value, place }: Located<string>,
  of: Expr | null,
): Expr | null {
  if (of?.scalar === 'date') {
    const message = 'A `date` is the same in every time zone';
    context.report('clause-conflict', place, message, 'Remove `zone`.');
    return null;
  }
  if (value.startsWith('@')) return zoneParam(context, { value: value.slice(1), place });
  const fault = zoneFault(value);
  if (fault === null) return { kind: 'literal', scalar: 'string', nullable: false, value };
  context.report('type-mismatch', place, fault.message, fault.hint);
  return null;
}

function zoneParam(context: BodyContext, name: Located<string>): Expr | null {
  const param = paramNamed(context, name);
  if (param === null || context.params.untyped.has(param.name)) return null;
  if (param.list !== null || paramType(param.type).isZone !== true) {
    const type = typeWords(param.type, param.list);
    const message = `The parameter \`${param.name}\` is a \`${type}\`, not a time zone`;
    const hint = `Declare \`${param.name}\` with \`type: ${ZONE_TYPES.join('` or `')}\`.`;
    context.report('type-mismatch', name.place, message, hint);
    return null;
  }
  if (mayBeAbsent(param)) {
    const hint = `Give \`${param.name}\` a default, or make it required.`;
    context.report(
      'maybe-absent',
      name.place,
      `The parameter \`${param.name}\` may be absent here`,
      hint,
    );
    return null;
  }
  return { kind: 'param', name: param.name, form: 'value', scalar: 'string', nullable: false };
}
