/** A list inside a saved query: the text of a JSON array, such as `["rest", "auth"]` or `[200, 404]`. */

import { makeCall } from '../core/expr/calls.ts';
import type { ItemExpr, PlainExpr } from '../core/expr/expr.ts';
import { makeLiteral } from '../core/expr/literals.ts';
import type { ListShape, Param } from '../core/plan/param.ts';
import { isListValue, listOf } from '../core/types/scalar.ts';
import { constraintConditions } from './constraints.ts';
import { all, fitsWhole } from './expressions.ts';
import { paramType } from './index.ts';
import { meantIn } from './meant.ts';

export interface SavedParam {
  /** The typed value, or the default if there is one; NULL if the text is absent and there is no default. */
  readonly value: PlainExpr;
  /** TRUE if the service would accept the text, else FALSE or NULL. `null` if it accepts every text. */
  readonly valid: PlainExpr | null;
}

/** An array of only texts and whole numbers. The engine checks that it is valid JSON. */
const ARRAY_PATTERN = String.raw`\[(?:"(?:[^"\\]|\\.)*"|[-0-9, ])*\]`;

const ITEM: ItemExpr = { kind: 'item', scalar: 'string', nullable: false };
const NOTHING = [makeLiteral('string', ''), makeLiteral('string', '[]')];

/** Whether the text contains no list: it is NULL, empty, or an empty array. */
export function isNoList(raw: PlainExpr): PlainExpr {
  const text = {
    ...makeCall('coalesce', 'string', [raw, makeLiteral('string', '')]),
    nullable: false,
  };
  return makeCall<PlainExpr>('in', 'bool', [text, ...NOTHING]);
}

/** Decodes `raw` as `param`, which is a list. */
export function savedList(param: Param, list: ListShape, raw: PlainExpr): SavedParam {
  const item = itemOf(param);
  const items: PlainExpr = { ...makeCall('list_items', 'list<string>', [raw]), nullable: false };
  const value: PlainExpr =
    item.kind === 'item'
      ? items
      : {
          kind: 'each',
          as: 'list',
          of: items,
          body: item,
          scalar: listOf(param.scalar),
          nullable: false,
        };
  const size: PlainExpr = { ...makeCall('list_size', 'int64', [value]), nullable: false };
  const count = (n: number) => makeLiteral('int64', BigInt(n));
  const [least, most] = [count(Math.max(1, list.minItems)), count(list.maxItems)];
  const valid = all([
    fitsWhole(raw, ARRAY_PATTERN),
    makeCall<PlainExpr>('between', 'bool', [size, least, most]),
    ...itemConditions(param, item, items),
  ]);
  return {
    value: orDefault(param, raw, value),
    valid: param.required ? valid : makeCall('or', 'bool', [isNoList(raw), valid]),
  };
}

/** The item as a value. Scalar types read an empty text as an absent value, but no item is empty. */
function itemOf(param: Param): PlainExpr {
  const text = meantIn(param, ITEM);
  return withoutAbsence(paramType(param.type).decode(text, param), text);
}

function withoutAbsence(expr: PlainExpr, item: PlainExpr): PlainExpr {
  if (expr.kind !== 'call') return expr;
  const [first] = expr.args;
  if (expr.fn === 'nullif' && first === item) return first;
  return { ...expr, args: expr.args.map(arg => withoutAbsence(arg, item)) };
}

function orDefault({ default: given, scalar }: Param, raw: PlainExpr, value: PlainExpr): PlainExpr {
  if (given === null) return value;
  if (!isListValue(given)) throw new Error('the default of a list is a list');
  const items = given.map(item => makeLiteral(scalar, item));
  const fallback = makeCall<PlainExpr>('list', listOf(scalar), items);
  return makeCall('if', listOf(scalar), [isNoList(raw), fallback, value]);
}

/** The condition on each item; empty if every text is accepted. */
function itemConditions(param: Param, item: PlainExpr, of: PlainExpr): readonly PlainExpr[] {
  const conditions = [
    ...paramType(param.type).accepts(meantIn(param, ITEM), item, param),
    ...constraintConditions(item, param.constraints),
  ];
  if (conditions.length === 0) return [];
  const holds = all(conditions);
  const body: PlainExpr = holds.nullable
    ? { ...makeCall('coalesce', 'bool', [holds, makeLiteral('bool', false)]), nullable: false }
    : holds;
  return [{ kind: 'each', as: 'all', of, body, scalar: 'bool', nullable: false }];
}
