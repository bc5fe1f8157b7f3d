/** A call of an aggregate: its arguments, its order, its filter. */
import { makeCall } from '../../core/expr/calls.ts';
import type { AggregateExpr, Expr } from '../../core/expr/expr.ts';
import { wholeLiteral } from '../../core/expr/literals.ts';
import { typeWords } from '../../core/types/scalar.ts';
import type { LibraryFunction } from '../../functions/rule.ts';
import { aggregateCall, type CallSyntax, type CheckedCall, quantileCall } from '../calls.ts';
import { convertAll, widen } from '../coerce.ts';
import type { CheckContext, Operand } from '../context.ts';
import type { Modifiers, Syntax } from '../syntax/syntax.ts';
import { refuseAggregate } from './aggregates.ts';
import { extremeCall, listingCall, type SortOperand } from './listings.ts';
import { filterAggregate } from './modifiers.ts';

/** Checks several expressions and reports the faults of all. It is passed as a parameter, because expressions may contain calls. */
export type CheckAll = (
  context: CheckContext,
  syntaxes: readonly Syntax[],
) => readonly Operand[] | null;

export function checkAggregate(
  context: CheckContext,
  syntax: CallSyntax,
  fn: LibraryFunction,
  checkAll: CheckAll,
): Expr | null {
  if (refuseAggregate(context, syntax, `\`${fn.name}\``)) return null;
  const { orderBy, filter } = syntax.modifiers;
  const inner = { ...context, inside: fn.name };
  const operands = checkAll(inner, syntax.args);
  const keys = checkAll(
    inner,
    orderBy.map(({ of }) => of),
  );
  const condition = filter === null ? [] : conditions(inner, filter, checkAll);
  if (operands === null || keys === null || condition === null) return null;
  const sorted = keys.map((of, i) => ({ of, descending: orderBy[i]?.descending ?? false }));
  const made = { fn, operands, span: syntax };
  const aggregate = buildAggregate(context, made, syntax.modifiers, sorted);
  const [only] = condition;
  if (aggregate === null) return null;
  const of = only === undefined ? aggregate : filterAggregate(aggregate, only);
  if (context.scope.zeroSums === true && fn.name === 'sum') return orZero(of);
  return context.scope.emptyGroups === true ? { ...of, nullable: true } : of;
}

function orZero(sum: Expr): Expr {
  const none = widen(wholeLiteral(0n), sum.scalar);
  if (none === null) throw new Error(`there is no 0 of type ${typeWords(sum.scalar)}`);
  return makeCall('coalesce', sum.scalar, [sum, none]);
}

function conditions(
  context: CheckContext,
  filter: Syntax,
  checkAll: CheckAll,
): readonly Expr[] | null {
  const checked = checkAll(context, [filter]);
  return checked === null ? null : convertAll(context, checked, 'bool');
}

function buildAggregate(
  context: CheckContext,
  made: CheckedCall,
  modifiers: Modifiers,
  keys: readonly SortOperand[],
): AggregateExpr | null {
  const { rule } = made.fn;
  switch (rule.kind) {
    case 'aggregate':
      return aggregateCall(context, made, rule);
    case 'quantile':
      return quantileCall(context, made, rule);
    case 'extreme':
      return extremeCall(context, made, rule);
    case 'listing':
      return listingCall(context, made, rule, modifiers, keys);
    default:
      throw new Error(`\`${made.fn.name}\` does not aggregate`);
  }
}
