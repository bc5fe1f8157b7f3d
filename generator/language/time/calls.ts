/** The rules for calls of time functions. They read their arguments themselves, because units and parts are not columns. */
import { makeCall } from '../../core/expr/calls.ts';
import type { Expr } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import { type Type, unitNamed } from '../../core/types/scalar.ts';
import type { TimeCall } from '../../functions/rule.ts';
import { convert, isNull } from '../coerce.ts';
import type { CheckContext, Operand } from '../context.ts';
import { readStep } from '../steps.ts';
import type { Syntax } from '../syntax/syntax.ts';
import { formattedTime, readTimeFormat } from './formats.ts';
import { isSpan, type SpanSyntax, truncatedBy } from './spans.ts';
import {
  bareWord,
  DATE_PARTS,
  DATE_UNITS,
  readUnit,
  TIMESTAMP_PARTS,
  TIMESTAMP_UNITS,
} from './units.ts';
import { sundayMidnight, sundayOf, weekDay } from './weeks.ts';
import { readZone } from './zones.ts';

/** Types an argument, and reports its faults. */
type Check = (context: CheckContext, syntax: Syntax) => Expr | null;

/** A call with the right number of arguments. */
export function timeCall(
  context: CheckContext,
  fn: Exclude<TimeCall, 'extract'>,
  args: readonly Syntax[],
  check: Check,
): Expr | null {
  const [first, second, third] = args;
  if (first === undefined) throw new Error(`\`${fn}\` has an argument`);
  if (fn === 'date' || fn === 'timestamp') {
    const operand = operandOf(context, first, check);
    return converted(context, fn, operand, zonesOf(context, second));
  }
  if (second === undefined) throw new Error(`\`${fn}\` has two arguments`);
  if (fn === 'trunc')
    return truncated(context, operandOf(context, first, check), second, zonesOf(context, third));
  if (fn === 'format_timestamp') {
    const operand = operandOf(context, second, check);
    return formatted(context, first, operand, zonesOf(context, third));
  }
  if (third === undefined) throw new Error(`\`${fn}\` has three arguments`);
  const operands = [first, second].map(arg => operandOf(context, arg, check));
  const what = `The unit of \`${fn}\``;
  const [units, other] =
    fn === 'date_diff'
      ? ([DATE_UNITS, lengthHint(third)] as const)
      : ([TIMESTAMP_UNITS, beginsHint(third)] as const);
  const unit = readUnit<(typeof units)[number]>(context, what, units, third, other);
  return difference(context, fn, operands, unit);
}

/** The hint for a unit of `timestamp_diff` in `date_diff`. */
function lengthHint(syntax: Syntax): string | null {
  const unit = unitNamed(bareWord(syntax), TIMESTAMP_UNITS);
  return unit === undefined
    ? null
    : `Use \`timestamp_diff(timestamp(a), timestamp(b), ${unit})\`, or without \`timestamp\` for timestamps.`;
}

/** The hint for a unit of `date_diff` in `timestamp_diff`, whose meaning differs. */
function beginsHint(syntax: Syntax): string | null {
  const unit = unitNamed(bareWord(syntax), DATE_UNITS);
  if (unit === undefined) return null;
  const call = `date_diff(date(a), date(b), ${unit})`;
  const whole = unit === 'week' ? '; `div(timestamp_diff(a, b, day), 7)` counts whole weeks' : '';
  return `Use \`${call}\`, which counts the ${unit}s that begin between the two days${whole}.`;
}

/** The time zone, if the last argument is one. Returns `null` if a fault was reported. */
function zonesOf(context: CheckContext, syntax: Syntax | undefined): readonly Expr[] | null {
  if (syntax === undefined) return [];
  const zone = readZone(context, syntax);
  return zone === null ? null : [zone];
}

function operandOf(context: CheckContext, span: Syntax, check: Check): Operand | null {
  const expr = check(context, span);
  return expr === null ? null : { expr, span };
}

/** The operand as a `scalar`; the hint names the function that converts the other type of time. */
function timeOf(
  context: CheckContext,
  operand: Operand | null,
  scalar: 'date' | 'timestamp',
): Expr | null {
  if (operand === null) return null;
  const other = scalar === 'date' ? 'timestamp' : 'date';
  if (operand.expr.scalar !== other || isNull(operand.expr))
    return convert(context, operand, scalar);
  const message = `Expected \`${scalar}\`, found \`${other}\``;
  const hint = `Convert it with \`${scalar}(${other})\`.`;
  return context.refuse('type-mismatch', operand.span, message, hint);
}

/** The day of a timestamp, or the first instant of a day. Without a zone, an operand of that type is returned unchanged. */
function converted(
  context: CheckContext,
  fn: 'date' | 'timestamp',
  operand: Operand | null,
  zones: readonly Expr[] | null,
): Expr | null {
  const isOne = operand?.expr.scalar === fn && !isNull(operand.expr);
  if (isOne && zones?.length === 0) return operand.expr;
  const of = timeOf(context, operand, fn === 'date' ? 'timestamp' : 'date');
  if (of === null || zones === null) return null;
  return fn === 'date'
    ? makeCall('date_from_timestamp', fn, [of, ...zones])
    : makeCall('timestamp_from_date', fn, [of, ...zones]);
}

function truncated(
  context: CheckContext,
  operand: Operand | null,
  unit: Syntax,
  zones: readonly Expr[] | null,
): Expr | null {
  if (isSpan(context, unit)) return spanned(context, operand, unit, zones);
  if (weekDay(unit) === 'sunday') return toSunday(context, operand, zones);
  if (operand?.expr.scalar === 'date' && !isNull(operand.expr))
    return truncatedDate(context, operand, unit, zones);
  const step = readStep(context, unit);
  const of = operand === null ? null : convert(context, operand, 'timestamp');
  if (of === null || step === null || zones === null) return null;
  // shorter steps are counted in UTC
  const isLocal = zones.length > 0 && step.unit !== null && isWholeDays(step.unit);
  if (step.micros === null || isLocal)
    return makeCall('start_of', 'timestamp', [makeLiteral('string', step.unit), of, ...zones]);
  return { kind: 'trunc', of, step, scalar: 'timestamp', nullable: of.nullable };
}

function toSunday(
  context: CheckContext,
  operand: Operand | null,
  zones: readonly Expr[] | null,
): Expr | null {
  if (operand === null || zones === null) return null;
  if (operand.expr.scalar === 'date' && !isNull(operand.expr))
    return zones.length > 0 ? refuseZone(context, operand) : sundayOf(operand.expr);
  const of = convert(context, operand, 'timestamp');
  return of === null ? null : sundayMidnight(of, zones);
}

function spanned(
  context: CheckContext,
  operand: Operand | null,
  step: SpanSyntax,
  zones: readonly Expr[] | null,
): Expr | null {
  if (zones !== null && zones.length === 0) return truncatedBy(context, operand, step);
  const hint = 'Leave the zone out, or write a unit such as `day`.';
  const message = 'A step that a parameter gives is counted in UTC, not in a time zone';
  return zones === null ? null : context.refuse('wrong-arguments', step, message, hint);
}

function isWholeDays(unit: string): boolean {
  return DATE_UNITS.some(known => known === unit);
}

function truncatedDate(
  context: CheckContext,
  operand: Operand,
  unit: Syntax,
  zones: readonly Expr[] | null,
): Expr | null {
  const step = readUnit(context, 'The step of a `date`', DATE_UNITS, unit);
  if (zones === null || zones.length > 0)
    return zones === null ? null : refuseZone(context, operand);
  if (step === null || step === 'day') return step === null ? null : operand.expr;
  return makeCall('start_of', 'date', [makeLiteral('string', step), operand.expr]);
}

function refuseZone(context: CheckContext, { span }: Operand): null {
  const hint = 'Leave the time zone out; `timestamp(date, zone)` is the first instant of a day.';
  return context.refuse('type-mismatch', span, 'A `date` is the same in every time zone', hint);
}

function difference(
  context: CheckContext,
  fn: 'date_diff' | 'timestamp_diff',
  operands: readonly (Operand | null)[],
  unit: string | null,
): Expr | null {
  const scalar = fn === 'date_diff' ? 'date' : 'timestamp';
  const times = operands.map(operand => timeOf(context, operand, scalar));
  const [later, earlier] = times;
  if (later == null || earlier == null || unit === null) return null;
  return makeCall(fn, 'int64', [makeLiteral('string', unit), later, earlier]);
}

function formatted(
  context: CheckContext,
  format: Syntax,
  operand: Operand | null,
  zones: readonly Expr[] | null,
): Expr | null {
  const text = readTimeFormat(context, format);
  const of = timeOf(context, operand, 'timestamp');
  if (text === null || of === null || zones === null) return null;
  return formattedTime(text, of, zones[0] ?? null);
}

export type ExtractSyntax = Extract<Syntax, { kind: 'extract' }>;

/** `extract(part from x at time zone z)`. */
export function extractPart(
  context: CheckContext,
  syntax: ExtractSyntax,
  check: Check,
): Expr | null {
  const part = syntax.part.name.toLowerCase();
  const operand = operandOf(context, syntax.of, check);
  if (operand === null) return null;
  const isDate = operand.expr.scalar === 'date';
  const parts: readonly string[] = isDate ? DATE_PARTS : TIMESTAMP_PARTS;
  if (!parts.includes(part)) {
    const names = parts.map(name => `\`${name}\``).join(', ');
    const what = isDate ? 'a `date`' : 'a `timestamp`';
    const message = `\`${syntax.part.name}\` is not a part of ${what}`;
    return context.refuse('wrong-arguments', syntax.part, message, `Use one of ${names}.`);
  }
  const zones = zonesOf(context, syntax.zone ?? undefined);
  if (isDate && syntax.zone !== null) return refuseZone(context, operand);
  const of = isDate ? operand.expr : timeOf(context, operand, 'timestamp');
  if (of === null || zones === null) return null;
  return makeCall('extract', 'int64', [makeLiteral('string', part), of, ...zones]);
}

/** A date next to a timestamp means its midnight in UTC. */
export function atMidnight(expr: Expr, beside: Type): Expr {
  if (beside !== 'timestamp' || expr.scalar !== 'date' || isNull(expr)) return expr;
  if (expr.kind !== 'literal') return makeCall('timestamp_from_date', 'timestamp', [expr]);
  const micros = BigInt(Date.parse(String(expr.value))) * 1000n;
  return { ...expr, scalar: 'timestamp', value: micros };
}
