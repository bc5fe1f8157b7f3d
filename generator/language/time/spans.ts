/** Moves and truncates times by a caller's length of time: a duration, or units as in `interval @n day`. */

import { makeCall } from '../../core/expr/calls.ts';
import type { Expr } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import { UNIT_MICROS } from '../../core/types/scalar.ts';
import { boundsOf, knownValue, paramType } from '../../params/index.ts';
import { isStep, nearestSteps } from '../../params/steps.ts';
import { convert } from '../coerce.ts';
import type { CheckContext, Operand } from '../context.ts';
import { checkNumber, checkSpan } from '../parameters.ts';
import type { Syntax } from '../syntax/syntax.ts';

export type SpanSyntax = Extract<Syntax, { kind: 'param' | 'span' }>;

/** Whether `syntax` is a length of time from a caller. */
export function isSpan({ scope }: CheckContext, syntax: Syntax): syntax is SpanSyntax {
  if (syntax.kind === 'span') return true;
  const param = syntax.kind === 'param' ? scope.params.get(syntax.name) : undefined;
  return param?.list === null && paramType(param.type).isSpan === true;
}

/** `operand` moved by a length of time, into the past with `back`. */
export function movedBy(
  context: CheckContext,
  operand: Operand | null,
  span: SpanSyntax,
  back: boolean,
): Expr | null {
  if (operand?.expr.scalar === 'date') return movedDate(context, operand.expr, span, back);
  const micros = microsOf(context, span);
  const of = operand === null ? null : convert(context, operand, 'timestamp');
  if (of === null || micros === null) return null;
  return makeCall(back ? 'subtract_micros' : 'add_micros', 'timestamp', [of, micros]);
}

function movedDate(context: CheckContext, of: Expr, span: SpanSyntax, back: boolean): Expr | null {
  const days = span.kind === 'span' ? UNIT_MICROS[span.unit] / UNIT_MICROS.day : 0n;
  if (span.kind === 'param' || days === 0n) {
    const hint = 'Write `interval @n day`, or convert the date with `timestamp(date)`.';
    return context.refuse('type-mismatch', span, 'A `date` moves by whole days', hint);
  }
  const count = countOf(context, span);
  if (count === null) return null;
  const signed = back ? -days : days;
  const moves =
    signed === 1n ? count : makeCall('multiply', 'int64', [count, makeLiteral('int64', signed)]);
  return makeCall('add_days', 'date', [of, moves]);
}

/** The start of the span that contains `operand`. Spans divide a day or are whole days, counted from 1970-01-01. */
export function truncatedBy(
  context: CheckContext,
  operand: Operand | null,
  span: SpanSyntax,
): Expr | null {
  const micros = microsOf(context, span);
  const of = operand === null ? null : convert(context, operand, 'timestamp');
  if (of === null || micros === null || !isProvenStep(context, span)) return null;
  return makeCall('floor_micros', 'timestamp', [of, micros]);
}

/** The longest interval; a longer one does not fit into the engines' timestamps. */
const MAX_MICROS = 400n * 366n * UNIT_MICROS.day;

function microsOf(context: CheckContext, span: SpanSyntax): Expr | null {
  if (span.kind === 'param') return checkSpan(context, span);
  const count = countOf(context, span);
  return (
    count && makeCall('multiply', 'int64', [count, makeLiteral('int64', UNIT_MICROS[span.unit])])
  );
}

/** The number of units: a parameter whose bounds keep the interval short enough. */
function countOf(context: CheckContext, span: Extract<SpanSyntax, { kind: 'span' }>): Expr | null {
  const count = checkNumber(context, span.count);
  const param = context.scope.params.get(span.count.name);
  if (count === null || param === undefined) return null;
  const most = MAX_MICROS / UNIT_MICROS[span.unit];
  const isInside = (value: unknown) => typeof value === 'bigint' && value <= most && value >= -most;
  if (boundsOf(param).every(isInside)) return count;
  const message = `\`${param.name}\` may be any number, and an interval is at most 400 years`;
  const hint = `Give \`${param.name}\` \`min\` and \`max\`, or an \`enum\`.`;
  return context.refuse('wrong-arguments', span, message, hint);
}

/** Whether all values are steps. Listed values are checked here, any other duration in each request. */
function isProvenStep(context: CheckContext, span: SpanSyntax): boolean {
  const name = span.kind === 'param' ? span.name : span.count.name;
  const param = context.scope.params.get(name);
  if (param === undefined) return false;
  if (span.kind === 'param' && param.values === null) {
    context.scope.step(name);
    return true;
  }
  const unit = span.kind === 'span' ? UNIT_MICROS[span.unit] : 1n;
  const { min, max } = param.constraints;
  const counts = param.values?.map(text => knownValue(param, text)) ?? between(min, max);
  if (counts === null) {
    const message = `\`${name}\` has too many values to prove that each is a step`;
    const hint = `Give \`${name}\` an \`enum\` of numbers that divide a day.`;
    return context.refuse('wrong-arguments', span, message, hint) !== null;
  }
  const wrong = counts.find(count => typeof count !== 'bigint' || !isStep(count * unit));
  if (wrong === undefined) return true;
  const { format } = paramType(param.type);
  const nearest = typeof wrong === 'bigint' ? nearestSteps(wrong * unit) : [];
  const shown = nearest.map(micros => `\`${format(micros / unit)}\``).join(' or ');
  const message = `The value \`${format(wrong)}\` of \`${name}\` neither divides a day nor is a number of whole days`;
  context.refuse('wrong-arguments', span, message, `Use ${shown} in its place.`);
  return false;
}

const MOST_COUNTS = 1_000n;

/** Every whole number in a short range. Returns `null` if the range is long or open. */
function between(min: unknown, max: unknown): readonly bigint[] | null {
  if (typeof min !== 'bigint' || typeof max !== 'bigint' || max - min > MOST_COUNTS) return null;
  return Array.from({ length: Number(max - min) + 1 }, (_, i) => min + BigInt(i));
}
