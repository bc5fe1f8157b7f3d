/** Types and helpers of the function tables, which map a call to an expression of a plan. */
import type { CallExpr, PlanExpr } from '../core/expr/expr.ts';
import type { Type } from '../core/types/scalar.ts';
import type { FunctionName } from '../functions/names.ts';

/** `units`: keywords among the arguments, such as HOUR. Returns `null` if these arguments are not translated. */
export type Translator = (
  args: readonly PlanExpr[],
  units: readonly string[],
  type: Type,
) => PlanExpr | null;

export function anyNullable(args: readonly PlanExpr[]): boolean {
  return args.some(arg => arg.nullable);
}

export function planCall(
  fn: FunctionName,
  args: readonly PlanExpr[],
  type: Type,
  nullable: boolean,
): CallExpr<PlanExpr> {
  return { kind: 'call', fn, args, scalar: type, nullable };
}

/** A text literal. */
export function known(text: string): PlanExpr {
  return { kind: 'literal', value: text, scalar: 'string', nullable: false };
}

export function number(value: bigint): PlanExpr {
  return { kind: 'literal', value, scalar: 'int64', nullable: false };
}

/** NULL of that type. */
export function typedNull(type: Type): PlanExpr {
  return { kind: 'literal', value: null, scalar: type, nullable: true };
}

/** A function that is NULL exactly if an argument is NULL. */
export function strictFunction(fn: FunctionName, takes: readonly Type[]): Translator {
  return (args, _, type) =>
    args.every(arg => takes.includes(arg.scalar))
      ? planCall(fn, args, type, anyNullable(args))
      : null;
}

export const COMPARED: ReadonlyArray<Type> = [
  'string',
  'int64',
  'float64',
  'decimal',
  'bool',
  'timestamp',
  'datetime',
  'date',
];

export function literalText(arg: PlanExpr | undefined): string | null {
  return arg?.kind === 'literal' && typeof arg.value === 'string' ? arg.value : null;
}

export function literalCount(arg: PlanExpr | undefined): bigint | null {
  return arg?.kind === 'literal' && typeof arg.value === 'bigint' ? arg.value : null;
}
