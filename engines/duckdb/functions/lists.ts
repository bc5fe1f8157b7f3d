/** DuckDB's lists. */
import type { ListFunctionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { form } from '../../../generator/sql/spelling.ts';
import { joined, sql } from '../../../generator/sql/sql.ts';

export const lists = {
  list: args => sql`[${joined(args, sql`, `)}]`,
  // `from_json` fails if the text is not JSON, and is NULL if it is not a list
  list_items: form`list_filter(coalesce(TRY(from_json(${0}, '["VARCHAR"]')), []), lambda item: item <> '')`,
  list_size: form`len(list_distinct(${0}))`,
} satisfies Spellings<ListFunctionName>;
