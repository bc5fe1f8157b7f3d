/** Makes literals, for every stage of an expression. */
import type { Type, Value } from '../types/scalar.ts';
import type { LiteralExpr } from './expr.ts';

/** A literal; `null` is the NULL of that type. */
export function makeLiteral(scalar: Type, value: Value | null): LiteralExpr {
  return { kind: 'literal', scalar, nullable: value === null, value };
}

export function nullLiteral(scalar: Type): LiteralExpr {
  return makeLiteral(scalar, null);
}

export function wholeLiteral(value: bigint): LiteralExpr {
  return makeLiteral('int64', value);
}

export function textLiteral(value: string): LiteralExpr {
  return makeLiteral('string', value);
}

export const TRUE = makeLiteral('bool', true);
export const FALSE = makeLiteral('bool', false);
