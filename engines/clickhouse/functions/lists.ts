/** ClickHouse's lists. */
import type { ListFunctionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { form } from '../../../generator/sql/spelling.ts';
import { joined, sql } from '../../../generator/sql/sql.ts';

export const lists = {
  list: args => sql`[${joined(args, sql`, `)}]`,
  list_items: form`arrayFilter(item -> item != '', JSONExtract(ifNull(${0}, ''), 'Array(String)'))`,
  list_size: form`toInt64(length(arrayDistinct(${0})))`,
} satisfies Spellings<ListFunctionName>;
