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
  if (only === undefined && context.scope.filledGroups === true)
    return { ...aggregate, nullable: aggregate.nullable && mayLack(aggregate, operands) };
  const of = only === undefined ? aggregate : filterAggregate(aggregate, only);
  if (context.scope.zeroSums === true && fn.name === 'sum') return orZero(of);
  return context.scope.emptyGroups === true ? { ...of, nullable: true } : of;
}

/** Aggregates that are NULL only if a value is NULL in each row. */
const OF_ANY_ROWS: ReadonlySet<AggregateExpr['fn']> = new Set([
  'sum_int64',
  'sum_decimal',
  'avg_decimal',
  'min',
  'max',
  'any_value',
  'arg_min',
  'arg_max',
  'quantile',
  'approx_quantile',
]);
/** The same, unless a sum of floats is too large: then it is no number, and NULL in an answer. */
const OF_FINITE_ROWS: ReadonlySet<AggregateExpr['fn']> = new Set(['avg', 'quantile_cont']);

/** Whether an aggregate of one or more rows may be NULL. */
function mayLack({ fn, args }: AggregateExpr, operands: readonly Operand[]): boolean {
  const isExact = operands[0]?.expr.scalar !== 'float64';
  const isKnown = OF_ANY_ROWS.has(fn) || (OF_FINITE_ROWS.has(fn) && isExact);
  return !isKnown || args.some(arg => arg.nullable);
}

function orZero(sum: Expr): Expr {
  const none = widen(wholeLiteral(0n), sum.scalar);
  if (none === null) throw new Error(`there is no 0 of type ${typeWords(sum.scalar)}`);
  // a sum of floats that is too large is no number, and NULL in an answer
  return makeCall('coalesce', sum.scalar, [sum, none], sum.scalar === 'float64');
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
