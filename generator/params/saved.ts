/** One parameter inside a saved query, which receives it as text and must return no rows for a text that the service rejects. */

import { makeCall, testKnown, testNull } from '../core/expr/calls.ts';
import type { PlainExpr } from '../core/expr/expr.ts';
import { makeLiteral } from '../core/expr/literals.ts';
import { onceFor } from '../core/memo.ts';
import type { Param } from '../core/plan/param.ts';
import { singleValue } from '../core/types/scalar.ts';
import { constraintConditions } from './constraints.ts';
import { all, present } from './expressions.ts';
import { paramType } from './index.ts';
import { meantIn } from './meant.ts';
import { type SavedParam, savedList } from './saved-list.ts';

/** The text of a parameter inside a saved query. */
export function raw({ name }: Pick<Param, 'name'>): PlainExpr {
  return { kind: 'param', name, form: 'text', scalar: 'string', nullable: true };
}

/** The value of a parameter, whose text may be NULL or ''. It is one expression wherever a query reads it, so it is printed once. */
export function saved(param: Param): SavedParam {
  return onceFor(param, 'saved', [], () => savedText(param, raw(param)));
}

function savedText(param: Param, text: PlainExpr): SavedParam {
  if (param.list !== null) return savedList(param, param.list, text);
  const raw = meantIn(param, text);
  const decoded = paramType(param.type).decode(raw, param);
  const fallback = fallbackOf(param);
  if (fallback === null) return { value: decoded, valid: validity(param, raw, decoded) };
  if (param.otherwise === 'default') {
    const accepted = all(paramType(param.type).accepts(raw, decoded, param));
    const value = makeCall('if', param.scalar, [accepted, decoded, fallback]);
    return { value: { ...value, nullable: false }, valid: null };
  }
  const value = makeCall('coalesce', param.scalar, [decoded, fallback]);
  return { value: { ...value, nullable: false }, valid: validity(param, raw, decoded) };
}

/** The value that replaces an absent one, if any. */
function fallbackOf({ name, scalar, default: value, moving }: Param): PlainExpr | null {
  if (moving === undefined) return value === null ? null : makeLiteral(scalar, singleValue(value));
  if (moving.expr === undefined) throw new Error(`the default of ${name} comes from a manifest`);
  return moving.expr;
}

function validity(param: Param, raw: PlainExpr, decoded: PlainExpr): PlainExpr | null {
  const accepted = paramType(param.type).accepts(raw, decoded, param);
  const conditions = [...accepted, ...constraintConditions(decoded, param.constraints)];
  const given = present(raw);
  // an accepted text is not empty
  if (param.required)
    return all(accepted.length > 0 ? conditions : [testKnown(given), ...conditions]);
  return conditions.length === 0
    ? null
    : makeCall('or', 'bool', [testNull(given), all(conditions)]);
}
