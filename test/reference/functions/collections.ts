/** Functions of lists and maps. Items that are NULL are ignored. */
import { groupKey, type Value } from '../values.ts';
import { asText, type Rule, rule, strict } from './rule.ts';

function items(value: Value | undefined): readonly Value[] {
  if (!Array.isArray(value)) throw new Error(`a list is expected, not ${String(value)}`);
  return value.filter(item => item !== null);
}

function holds(list: readonly Value[], value: Value | undefined): boolean {
  return list.some(item => groupKey([item]) === groupKey([value ?? null]));
}

export default {
  'in list': rule(
    'any',
    'bool',
    strict(([value, list]) => holds(items(list), value)),
  ),
  item: rule('any', 'bool', ([list, index]) =>
    Array.isArray(list) ? (list[Number(index)] ?? null) : null,
  ),
  'map value': rule('any', 'bool', ([map, key]) =>
    key !== null && Object.hasOwn(Object(map), asText(key)) ? Object(map)[asText(key)] : null,
  ),
  has_key: rule(
    'any',
    'bool',
    strict(([map, key]) => Object.hasOwn(Object(map), asText(key))),
  ),
  overlaps: rule(
    'any',
    'bool',
    strict(([a, b]) => items(a).some(item => holds(items(b), item))),
  ),
  list_join: rule(
    'any',
    'string',
    strict(([list, separator]) => items(list).map(asText).join(asText(separator))),
  ),
  contains_any: rule(
    'any',
    'bool',
    strict(([text, list]) => items(list).some(part => asText(text).includes(asText(part)))),
  ),
} as const satisfies Record<string, Rule>;
