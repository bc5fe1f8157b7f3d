/** Functions of lists and maps of DuckDB. */
import type { CollectionFunctionName } from '../../../generator/core/functions.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call, form, indexOf } from '../../../generator/sql/spelling.ts';
import { numeral, operand, sql } from '../../../generator/sql/sql.ts';

export const collections = {
  // a subquery hashes the items of a caller's list once; of a column, they differ in each row
  in_list: (args, { args: [, list] }) =>
    list?.kind === 'param'
      ? form('comparison')`${0} IN (SELECT unnest(${1}))`(args)
      : form`list_contains(${1}, ${0})`(args),
  list_length: call`len`,
  // items are counted from 1
  list_item: ([of = sql``], node) => sql`${operand(of, 'primary')}[${numeral(indexOf(node) + 1n)}]`,
  map_value: ([of = sql``, key = sql``]) => sql`${operand(of, 'primary')}[${key}]`,
  map_size: form`CAST(cardinality(${0}) AS BIGINT)`,
  // of a key that is NULL it says false
  has_key: ([map = sql``, key = sql``], { args: [, of] }) => {
    const found = sql`map_contains(${map}, ${key})`;
    return of?.nullable === true ? sql`CASE WHEN ${key} IS NOT NULL THEN ${found} END` : found;
  },
  overlaps: call`list_has_any`,
  contains_any: ([text = sql``, list = sql``]) =>
    sql`CASE WHEN ${text} IS NOT NULL THEN len(list_filter(${list}, part -> contains(${text}, part))) > 0 END`,
} satisfies Spellings<CollectionFunctionName>;
