/** Literal whole numbers in the text of a statement. */
import type { CallExpr, SqlExpr } from '../../../core/expr/expr.ts';
import type { AggregateName, FunctionName, WindowName } from '../../../functions/names.ts';
import type { BlockExpr, FindInner } from './block-expr.ts';

type Args = readonly SqlExpr[];

/** The arguments that decide the type of a call. */
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

/** Aggregates and window functions whose result is one of the values. */
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
  'nth_value',
  'first_of',
  'first_known',
  'last_known',
]);

/** Whether the type of an int64 follows from literal numbers only. */
export function isWrittenOut(expr: BlockExpr, inner: FindInner): boolean {
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

/** Functions whose result is one of several arguments, which need a common type. */
const CHOOSING: ReadonlySet<FunctionName> = new Set([
  'if',
  'case',
  'coalesce',
  'greatest',
  'least',
]);

const NONE: ReadonlySet<SqlExpr> = new Set();

/** The arguments that need a common type. */
export function alikeIn({ fn, args }: CallExpr<SqlExpr>): ReadonlySet<SqlExpr> {
  return CHOOSING.has(fn) ? alike(TYPED_BY[fn]?.(args) ?? []) : NONE;
}

/** The `parts` that need a common type with others. Plain literals fit any number type. */
export function alike(parts: readonly SqlExpr[]): ReadonlySet<SqlExpr> {
  const computed = parts.filter(
    part => part.kind !== 'literal' || part.value === null || Number(part.value) < 0,
  );
  return new Set(computed.length > 1 ? computed : []);
}

/** Whether engines compute `expr` from literals as an unsigned 64-bit number. They see that a single literal fits an int64. */
export function isUnsigned(expr: SqlExpr, inner: FindInner): boolean {
  return expr.kind !== 'literal' && isWrittenOut(expr, inner) && bitsOf(expr, inner) >= 64;
}

/** The bits of a literal int64, as engines count them: a sum or a product has twice as many as its parts. */
function bitsOf(expr: BlockExpr, inner: FindInner): number {
  const most = (parts: readonly SqlExpr[]) => Math.max(8, ...parts.map(of => bitsOf(of, inner)));
  switch (expr.kind) {
    case 'literal':
      return [8, 16, 32].find(bits => BigInt(expr.value ?? 0) < 1n << BigInt(bits)) ?? 64;
    case 'column': {
      const of = inner(expr);
      return of === null ? 8 : bitsOf(of, inner);
    }
    case 'case':
      return most(
        [...expr.whens.map(({ result }) => result), expr.otherwise].filter(of => of !== null),
      );
    case 'call': {
      const parts = most(TYPED_BY[expr.fn]?.(expr.args) ?? []);
      return expr.fn === 'add' || expr.fn === 'multiply' ? 2 * parts : parts;
    }
    case 'aggregate':
    case 'window':
      return most(expr.args.slice(0, 1));
    default:
      return 8;
  }
}

/** NULL has no type of its own. */
function isNull(expr: SqlExpr): boolean {
  return expr.kind === 'literal' && expr.value === null;
}
