/** PostgreSQL's functions of lists and maps. */
import type { SqlExpr } from '../../../generator/core/expr/expr.ts';
import { someExpr } from '../../../generator/core/expr/walk.ts';
import { held } from '../../../generator/core/types/scalar.ts';
import type {
  CollectionFunctionName,
  ListFunctionName,
} from '../../../generator/functions/names.ts';
import type { CallSpelling, Spellings } from '../../../generator/sql/dialect.ts';
import { atom, call, form, indexOf, local } from '../../../generator/sql/spelling.ts';
import {
  joined,
  numeral,
  operand,
  quoteDoubled,
  type Sql,
  sql,
} from '../../../generator/sql/sql.ts';
import { SQL_TYPES } from '../types.ts';
import { typedValue } from './document.ts';

/** A JSON text that a `jsonb` can hold. */
const TEXT = '"([^"\\\\[:cntrl:]]|\\\\(["\\\\/bfnrt]|u(?!0000)(?![dD][89a-fA-F])[0-9a-fA-F]{4}))*"';
const ITEM = `(${TEXT}|-?(0|[1-9][0-9]{0,199}))`;
const ARRAY_OF_ITEMS = `^\\s*\\[\\s*(${ITEM}(\\s*,\\s*${ITEM})*)?\\s*\\]\\s*$`;

export default {
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
  // without the inner SELECT, the planner would compute a failure that needs no row, to estimate how long the list is
  list: (args, { scalar, args: items }) => {
    const array = sql`ARRAY[${joined(args, sql`, `)}]::${SQL_TYPES[held(scalar).of]}[]`;
    return items.some(item => someExpr<SqlExpr>(item, mayFail)) ? sql`(SELECT ${array})` : array;
  },
  // with a name for the column, which is `value`: `item` would be that of a query around it
  list_items: form`ARRAY(SELECT item FROM jsonb_array_elements_text(CASE WHEN ${atom(0)} ~ ${quoteDoubled(ARRAY_OF_ITEMS)} THEN ${atom(0)}::jsonb END) AS items(item) WHERE item <> '')`,
  list_size: form`(SELECT count(DISTINCT item) FROM unnest(${0}) AS item)`,
} satisfies Spellings<CollectionFunctionName | ListFunctionName>;

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

function mayFail(part: SqlExpr): boolean {
  return part.kind === 'call' && (part.fn === 'or_fail' || part.fn.startsWith('checked_'));
}
