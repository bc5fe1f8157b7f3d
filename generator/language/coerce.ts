/** How values of different types come together: NULL takes any type, numbers widen, texts are read as times. */
import type { Expr } from '../core/expr.ts';
import type { Scalar } from '../core/scalar.ts';
import dateType from '../params/date.ts';
import timestampType from '../params/timestamp.ts';
import { type Context, call, listed, type Operand } from './context.ts';

/** The literal NULL before its context gives it a type; its scalar means nothing yet. */
export const UNTYPED_NULL: Expr = {
  kind: 'literal',
  scalar: 'string',
  nullable: true,
  value: null,
};

export function isNull(expr: Expr): boolean {
  return expr.kind === 'literal' && expr.value === null;
}

function isText(expr: Expr): boolean {
  return expr.kind === 'literal' && expr.scalar === 'string';
}

/** The one scalar that all operands convert to; reports, on behalf of `what`, where there is none. */
export function commonScalar(
  context: Context,
  what: string,
  operands: readonly Operand[],
): Scalar | null {
  const typed = operands.filter(({ expr }) => !isNull(expr));
  const timed = typed.some(({ expr }) => isTime(expr.scalar));
  const counted = typed.filter(({ expr }) => !(timed && isText(expr)));
  const scalars = [...new Set(counted.map(({ expr }) => expr.scalar))];
  const [first] = scalars;
  if (first === undefined) return refuseNull(context, operands);
  if (scalars.length === 1) return first;
  if (scalars.every(isNumber)) return 'float64';
  return refuseClash(context, what, counted);
}

function isTime(scalar: Scalar): scalar is 'timestamp' | 'date' {
  return scalar === 'timestamp' || scalar === 'date';
}

function isNumber(scalar: Scalar): boolean {
  return scalar === 'int64' || scalar === 'float64';
}

export function refuseNull(context: Context, operands: readonly Operand[]): null {
  const span = operands[0]?.span ?? { start: 0, end: context.text.value.length };
  const hint = 'Put it beside a value that has a type, as in `if(condition, x, null)`.';
  return context.refuse('type-mismatch', span, '`null` alone has no type', hint);
}

function refuseClash(context: Context, what: string, operands: readonly Operand[]): null {
  const [first] = operands;
  const odd = operands.find(({ expr }) => !alike(expr.scalar, first?.expr.scalar)) ?? first;
  if (first === undefined || odd === undefined) throw new Error('a clash has two operands');
  const names = listed([first.expr.scalar, odd.expr.scalar], 'and');
  const span = { start: first.span.start, end: odd.span.end };
  const hint = clashHint(context, first, odd);
  return context.refuse(
    'type-mismatch',
    span,
    `${what} takes values of one type, found ${names}`,
    hint,
  );
}

function alike(a: Scalar, b: Scalar | undefined): boolean {
  return a === b || (b !== undefined && isNumber(a) && isNumber(b));
}

/** What turns a text into the other type, or the other type into a text. */
const CONVERSIONS: Readonly<Partial<Record<Scalar, string>>> = {
  int64: 'Convert one side with `cast_int64` or `cast_string`.',
  float64: 'Convert the text with `cast_float64`.',
  timestamp: 'Convert the text with `cast_timestamp`.',
  bool: 'Convert the `bool` with `cast_string`.',
  date: 'Convert the `date` with `cast_string`.',
};

function clashHint(context: Context, a: Operand, b: Operand): string | null {
  if ([a, b].some(({ expr, span }) => isText(expr) && isDoubleQuoted(context, span.start))) {
    return 'Write names of columns bare or between backticks; double quotes hold a text.';
  }
  if (a.expr.scalar === 'string') return CONVERSIONS[b.expr.scalar] ?? null;
  return b.expr.scalar === 'string' ? (CONVERSIONS[a.expr.scalar] ?? null) : null;
}

function isDoubleQuoted(context: Context, at: number): boolean {
  return context.text.value.charAt(at) === '"';
}

/** All operands as values of their common scalar; `null` where that was reported. */
export function unify(
  context: Context,
  what: string,
  operands: readonly Operand[],
): readonly Expr[] | null {
  const scalar = commonScalar(context, what, operands);
  return scalar === null ? null : convertAll(context, operands, scalar);
}

export function convertAll(
  context: Context,
  operands: readonly Operand[],
  scalar: Scalar,
): readonly Expr[] | null {
  const converted = operands.map(operand => convert(context, operand, scalar));
  const good = converted.filter(expr => expr !== null);
  return good.length === converted.length ? good : null;
}

/** The operand as a value of `scalar`; reports where it is of another type. */
export function convert(context: Context, operand: Operand, scalar: Scalar): Expr | null {
  const { expr, span } = operand;
  const widened = widen(expr, scalar);
  if (widened !== null) return widened;
  if (isText(expr) && isTime(scalar)) return readTime(context, operand, scalar);
  const message = `Expected \`${scalar}\`, found \`${expr.scalar}\``;
  return context.refuse('type-mismatch', span, message);
}

/** The expression as a value of `scalar` where every value of its own type is one; else `null`. */
export function widen(expr: Expr, scalar: Scalar): Expr | null {
  if (isNull(expr)) return { kind: 'literal', scalar, nullable: true, value: null };
  if (expr.scalar === scalar) return expr;
  if (expr.scalar !== 'int64' || scalar !== 'float64') return null;
  if (expr.kind !== 'literal') return call('float64_from_int64', 'float64', [expr]);
  return { kind: 'literal', scalar, nullable: false, value: Number(expr.value) };
}

const TIME_FORMS = {
  date: 'Write a date such as `2026-01-15`, of the years 1900 to 2299.',
  timestamp:
    'Write an ISO 8601 timestamp such as `2026-01-15T10:00:00Z`, of the years 1900 to 2299.',
};

/** A text as a time, by the grammar that callers' parameters have. */
function readTime(
  context: Context,
  { expr, span }: Operand,
  scalar: 'timestamp' | 'date',
): Expr | null {
  const text = expr.kind === 'literal' && typeof expr.value === 'string' ? expr.value : '';
  const parsed = (scalar === 'date' ? dateType : timestampType).parse(text);
  if (parsed.ok) return { kind: 'literal', scalar, nullable: false, value: parsed.value };
  return context.refuse('type-mismatch', span, `The text is no \`${scalar}\``, TIME_FORMS[scalar]);
}
