/** The arguments and the result of a function, and common ways to write them. */
import type { Scalar, Type } from '../../../generator/core/types/scalar.ts';
import { Decimal } from '../decimal.ts';
import { compare, type Value } from '../values.ts';

export type Apply = (args: readonly Value[]) => Value;

/** A function that is NULL where an argument is. */
export function strict(apply: Apply): Apply {
  return args => (args.includes(null) ? null : apply(args));
}

export function ordering(holds: (order: number) => boolean): Apply {
  return strict(([a, b]) => holds(compare(a ?? null, b ?? null)));
}

export function onTexts(apply: (a: string, b: string) => Value): Apply {
  return strict(([a, b = '']) => apply(asText(a), asText(b)));
}

export function onFloats(apply: (a: number, b: number) => Value): Apply {
  return strict(([a, b = 0]) => apply(Number(a), Number(b)));
}

export function onNumbers(
  ints: (a: bigint, b: bigint) => bigint,
  floats: (a: number, b: number) => number,
): Apply {
  return strict(([a, b = a]) => {
    if (a instanceof Decimal && b instanceof Decimal) return new Decimal(ints(a.units, b.units));
    return typeof a === 'bigint' && typeof b === 'bigint'
      ? int64(ints(a, b))
      : floats(Number(a), Number(b));
  });
}

export function asText(value: Value | undefined): string {
  if (typeof value !== 'string') throw new Error(`a text is expected, not ${String(value)}`);
  return value;
}

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

export function fits(value: bigint): boolean {
  return value >= MIN_INT64 && value <= MAX_INT64;
}

function int64(value: bigint): bigint {
  if (fits(value)) return value;
  throw new Error('an integer overflows, of which nothing is promised');
}

/**
 * `alike`: arguments of one type, which the result has too where it is `argument`. `factors` too, but that a decimal has a whole
 * number beside it.
 */
export interface Rule {
  readonly takes: 'any' | 'alike' | 'factors' | Scalar;
  readonly gives: 'argument' | Type;
  readonly apply: Apply;
}

export function rule(takes: Rule['takes'], gives: Rule['gives'], apply: Apply): Rule {
  return { takes, gives, apply };
}

export function comparison(holds: (order: number) => boolean): Rule {
  return rule('alike', 'bool', ordering(holds));
}

export function rounding(change: (value: number) => number): Rule {
  return rule('float64', 'float64', onFloats(change));
}

export const arithmetic = (
  ints: (a: bigint, b: bigint) => bigint,
  floats: (a: number, b: number) => number,
): Rule => rule('alike', 'argument', onNumbers(ints, floats));
