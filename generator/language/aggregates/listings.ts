/**
 * Aggregates that read more than one value of a row: the value from the row where another is least or greatest, and values joined in an
 * order.
 */
import { makeAggregate } from '../../core/expr/aggregates.ts';
import type { AggregateExpr, Expr, SortKey } from '../../core/expr/expr.ts';
import { exprKey, holds } from '../../core/expr/walk.ts';
import { ITEM_TYPES, listOf, scalarOf, type Type } from '../../core/types/scalar.ts';
import { ORDERED, type Rule } from '../../functions/rule.ts';
import { type CheckedCall, refuseArgument } from '../calls.ts';
import { isNull, refuseNull, widen } from '../coerce.ts';
import type { CheckContext, Operand } from '../context.ts';
import type { Modifiers, Syntax } from '../syntax/syntax.ts';

type RuleOf<Kind extends Rule['kind']> = Extract<Rule, { kind: Kind }>;

/** A checked sort key. */
export interface SortOperand {
  readonly of: Operand;
  readonly descending: boolean;
}

export function extremeCall(
  context: CheckContext,
  made: CheckedCall,
  { fn }: RuleOf<'extreme'>,
): AggregateExpr | null {
  const args = made.operands.map(operand => ordered(context, made, operand));
  const [of, by] = args;
  if (of == null || by == null) return null;
  const keys = [
    { expr: by, descending: fn === 'arg_max' },
    { expr: of, descending: false },
  ];
  const listing = { distinct: false, orderBy: keys.filter(isOfRows), limit: 1 };
  return makeAggregate(fn, of.scalar, [of, by], true, { listing });
}

export function listingCall(
  context: CheckContext,
  made: CheckedCall,
  { fn }: RuleOf<'listing'>,
  { distinct, limit }: Modifiers,
  keys: readonly SortOperand[],
): AggregateExpr | null {
  const [value, separator] = made.operands;
  if (value === undefined) throw new Error(`${fn} has an argument`);
  const of = fn === 'list_agg' ? item(context, made, value) : text(context, made, value);
  const between = separator === undefined ? null : constant(context, made, separator);
  const orderBy = orderOf(context, made, of, keys, distinct !== null);
  const most = limit === null ? null : limitOf(context, limit);
  if (of === null || orderBy === null || most === 'refused') return null;
  const listing = { distinct: distinct !== null, orderBy, limit: most };
  if (fn === 'list_agg')
    return makeAggregate(fn, listOf(scalarOf(of.scalar)), [of], false, { listing });
  return between === null ? null : makeAggregate(fn, 'string', [of, between], true, { listing });
}

/** The item of a list, which must not be a document, a decimal or a list. */
function item(context: CheckContext, { fn }: CheckedCall, operand: Operand): Expr | null {
  if (isNull(operand.expr)) return refuseNull(context, [operand]);
  const types: readonly Type[] = ITEM_TYPES;
  if (types.includes(operand.expr.scalar)) return operand.expr;
  return refuseArgument(context, fn, operand, ITEM_TYPES, operand.span);
}

const MOST_ITEMS = 10_000;

function limitOf(context: CheckContext, limit: Syntax): number | 'refused' {
  const most = limit.kind === 'int64' ? Number(limit.value) : 0;
  if (most >= 1 && most <= MOST_ITEMS) return most;
  context.refuse('wrong-arguments', limit, `\`limit\` is a whole number from 1 to ${MOST_ITEMS}`);
  return 'refused';
}

function text(context: CheckContext, { fn }: CheckedCall, operand: Operand): Expr | null {
  const found = widen(operand.expr, 'string');
  return found ?? refuseArgument(context, fn, operand, ['string'], operand.span);
}

/** The separator, which must be a literal: engines accept no separator from a row or a caller. */
function constant(
  context: CheckContext,
  { fn }: CheckedCall,
  { expr, span }: Operand,
): Expr | null {
  if (expr.kind === 'literal' && expr.scalar === 'string' && expr.value !== null) return expr;
  const message = `The separator of \`${fn.name}\` must be a literal text`;
  return context.refuse('wrong-arguments', span, message, "Write a text such as `', '`.");
}

function ordered(context: CheckContext, { fn }: CheckedCall, operand: Operand): Expr | null {
  if (isNull(operand.expr)) return refuseNull(context, [operand]);
  const types: readonly Type[] = ORDERED;
  if (types.includes(operand.expr.scalar)) return operand.expr;
  return refuseArgument(context, fn, operand, ORDERED, operand.span);
}

/** The order, made total: the value itself breaks ties, in the direction of the last key. */
function orderOf(
  context: CheckContext,
  made: CheckedCall,
  of: Expr | null,
  keys: readonly SortOperand[],
  distinct: boolean,
): readonly SortKey<Expr>[] | null {
  const sorted = keys.map(({ of: key, descending }) => {
    const expr = ordered(context, made, key);
    return expr === null ? null : { expr, descending };
  });
  const good = sorted.filter(key => key !== null);
  if (of === null || good.length < sorted.length) return null;
  const other = keys.find((_, i) => !isSame(good[i]?.expr, of));
  if (distinct && other !== undefined) return refuseOtherKey(context, made, other);
  const own = { expr: of, descending: good.at(-1)?.descending ?? false };
  const whole = good.some(({ expr }) => isSame(expr, of)) ? good : [...good, own];
  return whole.filter(isOfRows);
}

/** Whether a key depends on the rows: a constant has no order, and engines refuse it. */
function isOfRows({ expr }: SortKey<Expr>): boolean {
  return holds(expr, 'column');
}

function isSame(a: Expr | undefined, b: Expr): boolean {
  return a !== undefined && exprKey(a) === exprKey(b);
}

function refuseOtherKey(context: CheckContext, { fn }: CheckedCall, { of }: SortOperand): null {
  const message = `With \`distinct\`, \`${fn.name}\` can only order by the value itself: another key may differ for equal values`;
  return context.refuse('wrong-arguments', of.span, message, 'Leave out `distinct` or the key.');
}
