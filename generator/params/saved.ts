/** One parameter inside a saved query, which gets every parameter as text and must not answer what the service refuses. */
import { isDeepStrictEqual } from 'node:util';
import type { Expr, Param } from '../ir.ts';
import { constraintConditions } from './constraints.ts';
import { all, call, literal, present, test } from './expressions.ts';
import { paramType } from './index.ts';

export interface SavedParam {
  /** The typed value, the default where it has one; NULL where the text is absent or no such value. */
  readonly value: Expr;
  /** TRUE where the service would accept the text, else FALSE or NULL. `null` where it accepts every text. */
  readonly valid: Expr | null;
}

/** Decodes `raw`, a text that may be NULL or '', as `param`. */
export function saved(param: Param, raw: Expr): SavedParam {
  const decoded = paramType(param.type).decode(raw, param);
  const value =
    param.default === null
      ? decoded
      : call('coalesce', param.scalar, [decoded, literal(param.scalar, param.default)]);
  return {
    value: param.default === null ? value : { ...value, nullable: false },
    valid: param.otherwise === 'default' ? null : validity(param, raw, decoded),
  };
}

function validity(param: Param, raw: Expr, decoded: Expr): Expr | null {
  const kept = constraintConditions(decoded, param.constraints);
  const isValue = paramType(param.type).accepts?.(decoded) ?? test('is_not_null', decoded);
  if (param.required) return all([isValue, ...kept]);
  const takesEveryText = isDeepStrictEqual(decoded, present(raw));
  const conditions = takesEveryText ? kept : [isValue, ...kept];
  if (conditions.length === 0) return null;
  return call('or', 'bool', [test('is_null', present(raw)), all(conditions)]);
}
