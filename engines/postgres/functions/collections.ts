/** PostgreSQL's functions of lists and maps. */
import { held } from '../../../generator/core/types/scalar.ts';
import type { CollectionFunctionName } from '../../../generator/functions/names.ts';
import type { CallSpelling, Spellings } from '../../../generator/sql/dialect.ts';
import { atom, call, form, indexOf, local } from '../../../generator/sql/spelling.ts';
import { numeral, operand, type Sql, sql } from '../../../generator/sql/sql.ts';
import { typedValue } from './document.ts';

export const collections = {
  // NULL is in no list, not even in an empty one; items of NULL are ignored
  in_list: ([of = sql``, items = sql``], { args: [value, list] }) => {
    const known = list?.kind === 'param' ? items : sql`array_remove(${items}, NULL)`;
    const found = sql('comparison')`${operand(of, 'additive')} = ANY (${known})`;
    return value?.nullable === true
      ? sql`CASE WHEN ${operand(of, 'additive')} IS NOT NULL THEN ${found} END`
      : found;
  },
  list_length: form`cardinality(${0})::bigint`,
  // items are counted from 1
  list_item: ([of = sql``], node) => sql`(${of})[${numeral(indexOf(node) + 1n)}]`,
  map_value: ([map = sql``, key = sql``], { scalar }) =>
    typedValue(sql`${operand(map, 'primary')} -> ${operand(key, 'primary')}`, held(scalar).of),
  map_size: form`(SELECT count(*) FROM jsonb_object_keys(${0}))`,
  has_key: call`jsonb_exists`,
  overlaps: form('comparison')`${atom(0)} && ${atom(1)}`,
  contains_any: anyPart((text, part) => sql`strpos(${text}, ${part}) > 0`),
  starts_with_any: anyPart((text, part) => sql`starts_with(${text}, ${part})`),
  ends_with_any: anyPart(
    (text, part) => sql`right(${text}, length(${part})) = ${operand(part, 'primary')}`,
  ),
  like_any: anyPart((text, part) => sql`${operand(text, 'primary')} LIKE ${part}`),
  list_join: call`array_to_string`,
} satisfies Spellings<CollectionFunctionName>;

/** Whether the condition is true for any part of a list. */
function anyPart(condition: (text: Sql, part: Sql) => Sql): CallSpelling {
  return ([text = sql``, list = sql``], { args: [of] }) => {
    const part = local('part', text, list);
    const found = sql`EXISTS (SELECT FROM unnest(${list}) AS ${part} WHERE ${condition(text, part)})`;
    return of?.nullable === true
      ? sql`CASE WHEN ${operand(text, 'additive')} IS NOT NULL THEN ${found} END`
      : found;
  };
}
