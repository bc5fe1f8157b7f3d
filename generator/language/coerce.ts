/** How values of different types are combined: NULL fits any type, numbers widen, texts are parsed as times. */

import { makeCall } from '../core/expr/calls.ts';
import type { Expr } from '../core/expr/expr.ts';
import { makeLiteral, nullLiteral } from '../core/expr/literals.ts';
import { FRACTION_DIGITS, parseDecimal, WHOLE_DIGITS } from '../core/types/decimal.ts';
import { isScalar, mapValueOf, type Type } from '../core/types/scalar.ts';
import { parseScalar } from '../params/scalar-text.ts';
import { type CheckContext, listScalars, type Operand } from './context.ts';
import type { Span } from './syntax/syntax.ts';

/** The literal NULL before its context gives it a type; until then its scalar means nothing. */
export const UNTYPED_NULL: Expr = nullLiteral('string');

export function isNull(expr: Expr): boolean {
  return expr.kind === 'literal' && expr.value === null;
}

function isText(expr: Expr): boolean {
  return expr.kind === 'literal' && expr.scalar === 'string';
}

/** The scalar type to which all operands convert. Reports an operand that does not, naming `what`. */
function commonScalar(
  context: CheckContext,
  what: string,
  operands: readonly Operand[],
): Type | null {
  const several = operands.find(({ expr }) => !isScalar(expr.scalar));
  if (several !== undefined) return refuseSeveral(context, what, several);
  const alike = operands[0]?.expr.scalar;
  if (alike !== undefined && operands.every(({ expr }) => expr.scalar === alike && !isNull(expr)))
    return alike;
  const typed = operands.filter(({ expr }) => !isNull(expr));
  const timed = typed.some(({ expr }) => isTime(expr.scalar));
  const exact = typed.some(({ expr }) => expr.scalar === 'decimal');
  const counted = typed.filter(
    operand => !(timed && isText(operand.expr)) && !(exact && isFraction(context, operand)),
  );
  const scalars = [...new Set(counted.map(({ expr }) => expr.scalar))];
  const [first] = scalars;
  if (first === undefined) return refuseNull(context, operands);
  if (scalars.length === 1) return first;
  if (scalars.every(isWhole)) return 'decimal';
  if (scalars.every(isNumber)) return 'float64';
  return refuseClash(context, what, counted);
}

function refuseSeveral(context: CheckContext, what: string, { expr, span }: Operand): null {
  const message = `${what} takes single values, found \`${expr.scalar}\``;
  const hint =
    mapValueOf(expr.scalar) === null
      ? 'Use `x in list`, `list[0]`, `length(list)` or `overlaps(list, other)`.'
      : "Use `map['key']`, `has_key(map, 'key')` or `length(map)`.";
  return context.refuse('type-mismatch', span, message, hint);
}

type Time = 'timestamp' | 'datetime' | 'date';

function isTime(scalar: Type): scalar is Time {
  return scalar === 'timestamp' || scalar === 'datetime' || scalar === 'date';
}

/** Types with an exact common type. */
function isWhole(scalar: Type): boolean {
  return scalar === 'int64' || scalar === 'decimal';
}

function isNumber(scalar: Type): boolean {
  return scalar === 'int64' || scalar === 'float64';
}

export function refuseNull(context: CheckContext, operands: readonly Operand[]): null {
  const span = operands[0]?.span ?? { start: 0, end: context.text.value.length };
  const hint = 'Combine it with a value that has a type, as in `if(condition, x, null)`.';
  return context.refuse('type-mismatch', span, 'The type of `null` is unknown here', hint);
}

function refuseClash(context: CheckContext, what: string, operands: readonly Operand[]): null {
  const [first] = operands;
  const odd = operands.find(({ expr }) => !alike(expr.scalar, first?.expr.scalar)) ?? first;
  if (first === undefined || odd === undefined) throw new Error('a clash has two operands');
  const names = listScalars([first.expr.scalar, odd.expr.scalar], 'and');
  const span = { start: first.span.start, end: odd.span.end };
  const hint = clashHint(context, first, odd);
  return context.refuse(
    'type-mismatch',
    span,
    `${what} takes values of one type, found ${names}`,
    hint,
  );
}

function alike(a: Type, b: Type | undefined): boolean {
  if (b === undefined) return false;
  return a === b || (isNumber(a) && isNumber(b)) || (isWhole(a) && isWhole(b));
}

/** Hints how to convert the text to the other type, or the other type to a text. */
const CONVERSIONS: Readonly<Partial<Record<Type, string>>> = {
  int64: 'Convert one side with `cast_int64` or `cast_string`.',
  float64: 'Convert the text with `cast_float64`.',
  decimal: 'Convert the text with `cast_decimal`.',
  timestamp: 'Convert the text with `cast_timestamp`.',
  bool: 'Convert the `bool` with `cast_string`.',
  date: 'Convert the text with `cast_date`.',
};

function clashHint(context: CheckContext, a: Operand, b: Operand): string | null {
  const isNumeric = [a, b].some(({ expr }) => isNumber(expr.scalar) || isWhole(expr.scalar));
  const quoted = [a, b].map(({ expr }) => numberIn(expr)).find(text => text !== null);
  if (isNumeric && quoted !== undefined) return `Write \`${quoted}\`, without quotes.`;
  if ([a, b].some(({ expr, span }) => isText(expr) && isDoubleQuoted(context, span.start))) {
    return 'Write names of columns without quotes or between backticks; double quotes are for texts.';
  }
  const scalars = [a.expr.scalar, b.expr.scalar];
  if (scalars.includes('date') && scalars.includes('timestamp')) {
    return 'Convert one with `timestamp(date)` or `date(timestamp)`; only comparisons accept both.';
  }
  if (isNumeric && scalars.includes('bool'))
    return 'Write `true` or `false`, or only the condition.';
  if (isNumeric && (scalars.includes('timestamp') || scalars.includes('date'))) {
    return "Write the time as a text, as in `'2026-01-15T10:00:00Z'`.";
  }
  if (scalars.includes('decimal') && scalars.includes('float64')) {
    return 'Convert the `decimal` with `cast_float64`.';
  }
  const param = [a, b].find(({ expr }) => expr.kind === 'param' && expr.scalar === 'string');
  const typed = scalars.find(scalar => scalar !== 'string');
  if (param?.expr.kind === 'param' && typed !== undefined && isScalar(typed) && typed !== 'json')
    return `Declare \`${param.expr.name}\` with \`type: ${typed}\`.`;
  if (a.expr.scalar === 'string') return CONVERSIONS[b.expr.scalar] ?? null;
  return b.expr.scalar === 'string' ? (CONVERSIONS[a.expr.scalar] ?? null) : null;
}

/** A literal text that is a number as expressions write it. */
export function numberIn(expr: Expr): string | null {
  const text = isText(expr) && expr.kind === 'literal' ? String(expr.value) : '';
  return /^-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,9})?$/.test(text) ? text : null;
}

function isDoubleQuoted(context: CheckContext, at: number): boolean {
  return context.text.value.charAt(at) === '"';
}

/** All operands as values of their common scalar type. Returns `null` if a fault was reported. */
export function unify(
  context: CheckContext,
  what: string,
  operands: readonly Operand[],
): readonly Expr[] | null {
  const scalar = commonScalar(context, what, operands);
  return scalar === null ? null : convertAll(context, operands, scalar);
}

export function convertAll(
  context: CheckContext,
  operands: readonly Operand[],
  scalar: Type,
): readonly Expr[] | null {
  const converted = operands.map(operand => convert(context, operand, scalar));
  const good = converted.filter(expr => expr !== null);
  return good.length === converted.length ? good : null;
}

/** The operand as a value of `scalar`. Reports an operand of another type. */
export function convert(context: CheckContext, operand: Operand, scalar: Type): Expr | null {
  const { expr, span } = operand;
  const widened = widen(expr, scalar);
  if (widened !== null) return widened;
  if (isText(expr) && isTime(scalar)) return readTime(context, operand, scalar);
  if (scalar === 'decimal' && isFraction(context, operand)) return readDecimal(context, operand);
  const message = `Expected \`${scalar}\`, found \`${expr.scalar}\``;
  return context.refuse('type-mismatch', span, message, conditionHint(scalar));
}

/** Authors know languages in which a text or a number is a condition by itself. */
export function conditionHint(expected: Type): string | null {
  return expected === 'bool'
    ? 'Compare it with a value, or write `x is null` or `x is not null`.'
    : null;
}

/** The expression as a value of `scalar`. Returns `null` unless its own type is a subset of `scalar`. */
export function widen(expr: Expr, scalar: Type): Expr | null {
  if (isNull(expr)) return nullLiteral(scalar);
  if (expr.scalar === scalar) return expr;
  if (expr.scalar !== 'int64') return null;
  switch (scalar) {
    case 'float64':
      if (expr.kind !== 'literal') return makeCall('float64_from_int64', scalar, [expr]);
      return makeLiteral(scalar, Number(expr.value));
    case 'decimal':
      if (expr.kind !== 'literal') return makeCall('decimal_from_int64', scalar, [expr]);
      return makeLiteral(scalar, String(expr.value));
    default:
      return null;
  }
}

/**
 * Converts a decimal to float64, for use when another operand is a float64: the result is inexact anyway. Returns any other value
 * unchanged.
 */
export function inFloat64(expr: Expr): Expr {
  return expr.scalar === 'decimal' ? makeCall('float64_from_decimal', 'float64', [expr]) : expr;
}

/** Whether the operand is a literal number with a point or an exponent. */
function isFraction(context: CheckContext, { expr, span }: Operand): boolean {
  const isLiteral = expr.kind === 'literal' && expr.scalar === 'float64' && expr.value !== null;
  return isLiteral && /^-?[.0-9]/.test(writtenAt(context, span));
}

function writtenAt({ text }: CheckContext, { start, end }: Span): string {
  return text.value.slice(start, end).replace(/[\s()]/g, '');
}

/** Reads a literal number digit by digit, as a decimal. */
function readDecimal(context: CheckContext, { span }: Operand): Expr | null {
  const value = parseDecimal(writtenAt(context, span));
  if (value !== null) return makeLiteral('decimal', value);
  const message = 'The number has more digits than a `decimal` can have';
  const hint = `Write at most ${WHOLE_DIGITS} digits before the point and ${FRACTION_DIGITS} after it.`;
  return context.refuse('type-mismatch', span, message, hint);
}

const TIME_FORMS = {
  datetime:
    'Write a datetime such as `2026-01-15T10:00:00`, without a zone, of the years 1900 to 2299.',
  date: 'Write a date such as `2026-01-15`, of the years 1900 to 2299.',
  timestamp:
    'Write an ISO 8601 timestamp such as `2026-01-15T10:00:00Z`, of the years 1900 to 2299.',
};

/** A text as a time, parsed with the grammar of callers' parameters. */
function readTime(context: CheckContext, { expr, span }: Operand, scalar: Time): Expr | null {
  const text = expr.kind === 'literal' && typeof expr.value === 'string' ? expr.value : '';
  const parsed = parseScalar(scalar, text);
  if (parsed.ok) return makeLiteral(scalar, parsed.value);
  return context.refuse(
    'type-mismatch',
    span,
    `The text is not a \`${scalar}\``,
    TIME_FORMS[scalar],
  );
}
