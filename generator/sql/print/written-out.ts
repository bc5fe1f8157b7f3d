/** Whole numbers that stand in the text of a statement. */
import type { SqlExpr } from '../../core/expr.ts';
import type { AggregateName, FunctionName, WindowName } from '../../core/functions.ts';
import type { BlockExpr, Inner } from './rows.ts';

type Args = readonly SqlExpr[];

/** The arguments from which an engine takes the type of a call. */
const TYPED_BY: Readonly<Partial<Record<FunctionName, (args: Args) => Args>>> = {
  if: args => args.slice(1),
  case: args => args.filter((_, i) => i % 2 === 1 || i === args.length - 1),
  // arguments after the first required one are ignored
  coalesce: args => {
    const last = args.findIndex(({ nullable }) => !nullable);
    return last < 0 ? args : args.slice(0, last + 1);
  },
  nullif: args => args.slice(0, 1),
  greatest: args => args,
  least: args => args,
  add: args => args,
  subtract: args => args,
  multiply: args => args,
};

/** Aggregates and windows whose result is one of the values. */
const KEEPING: ReadonlySet<string> = new Set<AggregateName | WindowName>([
  'min',
  'max',
  'any_value',
  'quantile',
  'approx_quantile',
  'arg_min',
  'arg_max',
  'bit_or_agg',
  'lag',
  'lead',
  'first_value',
  'last_value',
  'first_of',
  'first_known',
  'last_known',
]);

/** Whether an int64 takes its type from numbers of the text alone. */
export function isWrittenOut(expr: BlockExpr, inner: Inner): boolean {
  const isInside = (part: SqlExpr) => isWrittenOut(part, inner);
  if (expr.kind === 'record' || expr.scalar !== 'int64') return false;
  switch (expr.kind) {
    case 'literal':
      return expr.value !== null;
    case 'column': {
      const of = inner(expr);
      return of !== null && isWrittenOut(of, inner);
    }
    case 'case':
      return [...expr.whens.map(({ result }) => result), expr.otherwise].every(
        result => result === null || isInside(result),
      );
    case 'call': {
      const typedBy = (TYPED_BY[expr.fn]?.(expr.args) ?? []).filter(arg => !isNull(arg));
      return typedBy.length > 0 && typedBy.every(isInside);
    }
    case 'aggregate':
    case 'window': {
      const [of] = expr.args;
      return KEEPING.has(expr.fn) && of !== undefined && isInside(of);
    }
    default:
      return false;
  }
}

/** NULL has no type of its own. */
function isNull(expr: SqlExpr): boolean {
  return expr.kind === 'literal' && expr.value === null;
}
