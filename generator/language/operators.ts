/** The rules of operators: conditions, comparisons, lists and arithmetic. */
import { makeCall } from '../core/expr/calls.ts';
import type { Expr, RecordExpr } from '../core/expr/expr.ts';
import { wholeLiteral } from '../core/expr/literals.ts';
import { isScalar } from '../core/types/scalar.ts';
import { convertAll, inFloat64, isNull, numberIn, unify } from './coerce.ts';
import { type CheckContext, joinConditions, type Operand } from './context.ts';
import { refuseUnknownValues } from './enum-values.ts';
import { leaves } from './names.ts';
import type { Arithmetic, Comparison, Span } from './syntax/syntax.ts';
import { atMidnight } from './time/calls.ts';
import { warnOfMidnight, warnOfMidnights } from './time/midnight.ts';

/** `and`, `or` and `not` over conditions. */
export function logic(
  context: CheckContext,
  fn: 'and' | 'or' | 'not',
  operands: readonly Operand[],
): Expr | null {
  const conditions = convertAll(context, operands, 'bool');
  return conditions === null ? null : makeCall(fn, 'bool', conditions);
}

const COMPARED = {
  '=': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
} as const satisfies Record<Comparison, string>;

export function comparison(
  context: CheckContext,
  op: Comparison,
  operands: readonly Operand[],
): Expr | null {
  const nothing = operands.find(({ expr }) => isNull(expr));
  if (nothing !== undefined) return refuseNothing(context, `\`${op}\``, nothing);
  const args = comparable(context, `\`${op}\``, operands);
  if (args === null || (isEquality(op) && refuseUnknownValues(context, operands))) return null;
  warnOfMidnight(context, op, operands);
  return makeCall(COMPARED[op], 'bool', args);
}

function isEquality(op: Comparison): boolean {
  return op === '=' || op === '!=';
}

/** Reports a comparison with a literal NULL. It is never true, so it is a mistake, and GoogleSQL refuses it, too. */
function refuseNothing(context: CheckContext, what: string, { span }: Operand): null {
  const hint = 'Write `x is null` or `x is not null`.';
  return context.refuse('type-mismatch', span, `${what} is never true for \`null\``, hint);
}

export function checkBetween(context: CheckContext, operands: readonly Operand[]): Expr | null {
  const args = comparable(context, '`between`', operands);
  if (args === null) return null;
  warnOfMidnights(context, 'between', operands);
  return makeCall('between', 'bool', args);
}

/**
 * Operands of one type that has equality and order, which `json` lacks. A date that is compared with a timestamp means its midnight in UTC.
 */
export function comparable(
  context: CheckContext,
  what: string,
  operands: readonly Operand[],
): readonly Expr[] | null {
  const json = operands.find(({ expr }) => expr.scalar === 'json');
  if (json === undefined) return unify(context, what, timesAlike(operands));
  const hint = "Name the value to compare, as in `json_string(document, 'name')`.";
  return context.refuse('type-mismatch', json.span, `${what} does not take \`json\``, hint);
}

function timesAlike(operands: readonly Operand[]): readonly Operand[] {
  const timed = operands.some(({ expr }) => expr.scalar === 'timestamp' && !isNull(expr));
  if (!timed) return operands;
  return operands.map(({ expr, span }) => ({ expr: atMidnight(expr, 'timestamp'), span }));
}

/**
 * NULL is never printed in a list, because ClickHouse evaluates `x not in (1, NULL)` to true. Nullable items become `x = item` outside the
 * list. A literal NULL becomes the result of that comparison, NULL, because GoogleSQL cannot compare with it.
 */
export function isIn(context: CheckContext, operands: readonly Operand[]): Expr | null {
  const nothing = decidingNull(operands);
  if (nothing !== undefined) return refuseNothing(context, '`in`', nothing);
  const args = comparable(context, '`in`', operands);
  if (args === null || refuseUnknownValues(context, operands)) return null;
  warnOfMidnights(context, 'in', operands);
  const [subject, ...items] = args;
  if (subject === undefined) throw new Error('`in` has a subject');
  const listable = items.filter(isListable);
  const equations = items.filter(item => !isListable(item));
  const list = listable.length > 1 ? [makeCall('in', 'bool', [subject, ...listable])] : [];
  const equal = listable.length > 1 ? equations : items;
  return joinConditions('or', [...list, ...equal.map(item => equation(subject, item))]);
}

/** The operand of `in` whose NULL determines the result: the subject, or the first item if all are NULL. */
function decidingNull([subject, ...items]: readonly Operand[]): Operand | undefined {
  if (subject !== undefined && isNull(subject.expr)) return subject;
  return items.every(({ expr }) => isNull(expr)) ? items[0] : undefined;
}

function equation(subject: Expr, item: Expr): Expr {
  return isNull(item) ? { ...item, scalar: 'bool' } : makeCall('eq', 'bool', [subject, item]);
}

function isListable(item: Expr): boolean {
  return (item.kind === 'literal' && !isNull(item)) || (item.kind === 'param' && !item.nullable);
}

/** A record is NULL if all its leaves are NULL. */
export function isNullTest(of: Expr | RecordExpr, negated: boolean): Expr {
  const fn = negated ? 'is_not_null' : 'is_null';
  const tests = (of.kind === 'record' ? leaves(of) : [of]).map(leaf =>
    isScalar(leaf.scalar) ? makeCall(fn, 'bool', [leaf], false) : emptyTest(leaf, negated),
  );
  return joinConditions(negated ? 'or' : 'and', tests);
}

/** Tests a list in a record for NULL: a missing list is an empty one. */
function emptyTest(list: Expr, negated: boolean): Expr {
  const none: Expr = wholeLiteral(0n);
  const length = makeCall('list_length', 'int64', [list]);
  return makeCall(negated ? 'gt' : 'eq', 'bool', [length, none]);
}

const COMPUTED = { '+': 'add', '-': 'subtract', '*': 'multiply', '/': 'divide' } as const;

export function arithmetic(
  context: CheckContext,
  op: Arithmetic,
  operands: readonly Operand[],
  span: Span,
): Expr | null {
  const what = `\`${op}\``;
  const odd = operands.find(({ expr }) => !isNumeric(expr));
  if (odd !== undefined) return refuseOperand(context, op, odd, operands, span);
  if (op === '/') return quotient(context, operands);
  const decimals = operands.filter(({ expr }) => expr.scalar === 'decimal');
  if (op === '*' && decimals.length > 0) return product(context, operands, span);
  const args = unify(context, what, operands);
  const scalar = args?.[0]?.scalar;
  return args === null || scalar === undefined ? null : makeCall(COMPUTED[op], scalar, args);
}

function quotient(context: CheckContext, operands: readonly Operand[]): Expr | null {
  const inexact = operands.map(({ expr, span }) => ({ expr: inFloat64(expr), span }));
  const args = convertAll(context, inexact, 'float64');
  return args === null ? null : makeCall('divide', 'float64', args, true);
}

/** Exact only with a whole number: the product of two decimals may have eighteen digits after the point. */
function product(context: CheckContext, operands: readonly Operand[], span: Span): Expr | null {
  const nothing = operands.find(({ expr }) => isNull(expr));
  if (nothing !== undefined) {
    const args = unify(context, '`*`', operands);
    return args === null ? null : makeCall('multiply', 'decimal', args);
  }
  const whole = operands.filter(({ expr }) => expr.scalar === 'int64');
  if (whole.length === 1) {
    const args = operands.map(({ expr }) => expr);
    return makeCall('multiply', 'decimal', args);
  }
  const message = '`*` takes a `decimal` and a whole number';
  const hint = 'Convert both sides with `cast_float64`, if that is exact enough.';
  return context.refuse('type-mismatch', span, message, hint);
}

function isNumeric(expr: Expr): boolean {
  return ['int64', 'float64', 'decimal'].includes(expr.scalar) || isNull(expr);
}

const DIFFERENCES = {
  timestamp:
    'Add or subtract an interval, as in `now() - interval 5 minute`; `timestamp_diff(a, b, second)` is the time between two.',
  date: 'Add or subtract an interval, as in `day - interval 1 day`; `date_diff(a, b, day)` is the time between two.',
};

function refuseOperand(
  context: CheckContext,
  op: Arithmetic,
  { expr }: Operand,
  operands: readonly Operand[],
  span: Span,
): null {
  const message = `\`${op}\` takes numbers, found \`${expr.scalar}\``;
  const { scalar } = expr;
  const quoted = scalar === 'string' ? numberIn(expr) : null;
  if (quoted !== null)
    return context.refuse('type-mismatch', span, message, `Write \`${quoted}\`, without quotes.`);
  const other = operands.find(one => one.expr.scalar === 'string' || one.expr.scalar === 'int64');
  if ((scalar === 'timestamp' || scalar === 'date') && other?.expr.kind === 'param') {
    const { name } = other.expr;
    const instead = other.expr.scalar === 'int64' ? ` or write \`interval @${name} day\`` : '';
    const hint = `Declare \`${name}\` with \`type: duration\`${instead && `,${instead}`}.`;
    return context.refuse('type-mismatch', span, message, hint);
  }
  if (scalar === 'string' && op === '+') {
    return context.refuse('type-mismatch', span, message, 'Join texts with `concat(text, …)`.');
  }
  const hint = scalar === 'timestamp' || scalar === 'date' ? DIFFERENCES[scalar] : null;
  return context.refuse('type-mismatch', span, message, hint);
}

export function negation(context: CheckContext, operand: Operand): Expr | null {
  const { expr, span } = operand;
  if (!isNumeric(expr)) {
    return context.refuse('type-mismatch', span, `\`-\` takes a number, found \`${expr.scalar}\``);
  }
  const args = unify(context, '`-`', [operand]);
  return args === null ? null : makeCall('negate', expr.scalar, args);
}
