/** Functions of lists and maps of BigQuery, where a map is an array of keys and values. */
import type { CollectionFunctionName } from '../../../generator/core/functions.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call, form } from '../../../generator/sql/spelling.ts';
import { sql } from '../../../generator/sql/sql.ts';

export const collections = {
  // NULL is in no empty array, which only a column can be
  in_list: (args, { args: [subject, list] }) => {
    const found = form('comparison')`${0} IN UNNEST(${1})`(args);
    const [of = sql``] = args;
    const isGuarded = subject?.nullable === true && list?.kind !== 'param';
    return isGuarded ? sql`IF(${of} IS NULL, NULL, ${found})` : found;
  },
  list_length: call`ARRAY_LENGTH`,
  list_item: form`${0}[SAFE_OFFSET(${1})]`,
  map_value: form`(SELECT entry.value FROM UNNEST(${0}) AS entry WHERE entry.key = ${1} LIMIT 1)`,
  map_size: call`ARRAY_LENGTH`,
  has_key: ([map = sql``, key = sql``], { args: [, of] }) => {
    const found = sql`EXISTS (SELECT 1 FROM UNNEST(${map}) AS entry WHERE entry.key = ${key})`;
    return of?.nullable === true ? sql`IF(${key} IS NULL, NULL, ${found})` : found;
  },
  overlaps: form`EXISTS (SELECT 1 FROM UNNEST(${0}) AS item WHERE item IN UNNEST(${1}))`,
  contains_any: ([text = sql``, list = sql``]) =>
    sql`IF(${text} IS NULL, NULL, EXISTS (SELECT 1 FROM UNNEST(${list}) AS part WHERE STRPOS(${text}, part) > 0))`,
} satisfies Spellings<CollectionFunctionName>;
