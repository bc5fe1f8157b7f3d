/** Types and helpers of the function tables, which map a call to an expression of a plan. */
import { makeCall } from '../core/expr/calls.ts';
import type { PlanExpr } from '../core/expr/expr.ts';
import { textLiteral } from '../core/expr/literals.ts';
import type { Type } from '../core/types/scalar.ts';
import type { FunctionName } from '../functions/names.ts';
import type { KnownParam } from './known-param.ts';

/**
 * `units`: keywords among the arguments, such as HOUR. `params`: the parameters of the text, keyed by name in lower case. Returns `null` if
 * these arguments are not translated.
 */
export type Translator = (
  args: readonly PlanExpr[],
  units: readonly string[],
  type: Type,
  params: ReadonlyMap<string, KnownParam>,
) => PlanExpr | null;

/** A whole number that lies between two numbers: a literal, or a parameter that is never absent. */
export interface BoundedCount {
  readonly of: PlanExpr;
  readonly least: bigint;
  readonly most: bigint;
}

/** Returns `null` for any other value. */
export function readCount(
  arg: PlanExpr | undefined,
  params: ReadonlyMap<string, KnownParam>,
): BoundedCount | null {
  const literal = literalCount(arg);
  if (arg === undefined) return null;
  if (literal !== null) return { of: arg, least: literal, most: literal };
  const { min = null, max = null } = requiredParam(arg, params) ?? {};
  return min === null || max === null ? null : { of: arg, least: min, most: max };
}

/** Returns `null` for anything but a parameter that is never absent. */
export function requiredParam(
  arg: PlanExpr,
  params: ReadonlyMap<string, KnownParam>,
): KnownParam | null {
  if (arg.kind !== 'param' || arg.nullable) return null;
  return params.get(arg.name.toLowerCase()) ?? null;
}

export function anyNullable(args: readonly PlanExpr[]): boolean {
  return args.some(arg => arg.nullable);
}

/** Whether a part of a text matches a pattern. */
export function fits(text: PlanExpr, pattern: string): PlanExpr {
  return makeCall('fits', 'bool', [text, textLiteral(pattern)]);
}

/** A function that is NULL exactly if an argument is NULL. */
export function strictFunction(fn: FunctionName, takes: readonly Type[]): Translator {
  return (args, _, type) =>
    args.every(arg => takes.includes(arg.scalar)) ? makeCall(fn, type, args) : null;
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
