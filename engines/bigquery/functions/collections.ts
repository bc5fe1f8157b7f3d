/** BigQuery's functions of lists and maps. A map is an array of keys and values. */
import type {
  CollectionFunctionName,
  ListFunctionName,
} from '../../../generator/functions/names.ts';
import type { CallSpelling, Spellings } from '../../../generator/sql/dialect.ts';
import { call, form, local } from '../../../generator/sql/spelling.ts';
import { joined, operand, type Sql, sql } from '../../../generator/sql/sql.ts';

export default {
  // IN is false for NULL in an empty array, and only a column's array can be empty
  in_list: ([of = sql``, items = sql``], { args: [subject, list] }) => {
    const found = sql('comparison')`${operand(of, 'additive')} IN UNNEST(${items})`;
    const isGuarded = subject?.nullable === true && list?.kind !== 'param';
    return isGuarded ? sql`IF(${operand(of, 'additive')} IS NULL, NULL, ${found})` : found;
  },
  list_length: call`ARRAY_LENGTH`,
  list_item: form`${0}[SAFE_OFFSET(${1})]`,
  map_value: ([map = sql``, key = sql``]) => {
    const entry = local('entry', key);
    return sql`(SELECT ${entry}.value FROM UNNEST(${map}) AS ${entry} WHERE ${entry}.key = ${operand(key, 'additive')} LIMIT 1)`;
  },
  map_size: call`ARRAY_LENGTH`,
  has_key: ([map = sql``, key = sql``], { args: [, of] }) => {
    const entry = local('entry', key);
    const found = sql`EXISTS (SELECT 1 FROM UNNEST(${map}) AS ${entry} WHERE ${entry}.key = ${operand(key, 'additive')})`;
    return of?.nullable === true
      ? sql`IF(${operand(key, 'additive')} IS NULL, NULL, ${found})`
      : found;
  },
  overlaps: ([list = sql``, other = sql``]) => {
    const item = local('item', other);
    return sql`EXISTS (SELECT 1 FROM UNNEST(${list}) AS ${item} WHERE ${item} IN UNNEST(${other}))`;
  },
  contains_any: anyPart((text, part) => sql`STRPOS(${text}, ${part}) > 0`),
  starts_with_any: anyPart((text, part) => sql`STARTS_WITH(${text}, ${part})`),
  ends_with_any: anyPart((text, part) => sql`ENDS_WITH(${text}, ${part})`),
  like_any: anyPart((text, part) => sql`${operand(text, 'additive')} LIKE ${part}`),
  list_join: call`ARRAY_TO_STRING`,
  list: args => sql`[${joined(args, sql`, `)}]`,
  list_items: form`ARRAY(SELECT item FROM UNNEST(JSON_VALUE_ARRAY(${0})) AS item WHERE item != '')`,
  list_size: form`(SELECT COUNT(DISTINCT item) FROM UNNEST(${0}) AS item)`,
} satisfies Spellings<CollectionFunctionName | ListFunctionName>;

/** Whether the condition is true for any part of a list. */
function anyPart(condition: (text: Sql, part: Sql) => Sql): CallSpelling {
  return ([text = sql``, list = sql``], { args: [of] }) => {
    const part = local('part', text);
    const found = sql`EXISTS (SELECT 1 FROM UNNEST(${list}) AS ${part} WHERE ${condition(text, part)})`;
    return of?.nullable === true
      ? sql`IF(${operand(text, 'additive')} IS NULL, NULL, ${found})`
      : found;
  };
}
