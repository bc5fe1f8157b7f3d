/** BigQuery's lists. */
import type { ListFunctionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { form } from '../../../generator/sql/spelling.ts';
import { joined, sql } from '../../../generator/sql/sql.ts';

export const lists = {
  list: args => sql`[${joined(args, sql`, `)}]`,
  list_items: form`ARRAY(SELECT item FROM UNNEST(JSON_VALUE_ARRAY(${0})) AS item WHERE item != '')`,
  list_size: form`(SELECT COUNT(DISTINCT item) FROM UNNEST(${0}) AS item)`,
} satisfies Spellings<ListFunctionName>;
