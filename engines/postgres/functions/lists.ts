/** PostgreSQL's lists. */
import type { SqlExpr } from '../../../generator/core/expr/expr.ts';
import { someExpr } from '../../../generator/core/expr/walk.ts';
import { held } from '../../../generator/core/types/scalar.ts';
import type { ListFunctionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { atom, form } from '../../../generator/sql/spelling.ts';
import { joined, sql } from '../../../generator/sql/sql.ts';
import { quoteText } from '../text.ts';
import { SQL_TYPES } from '../types.ts';

/** A JSON text that a `jsonb` can hold. */
const TEXT = '"([^"\\\\[:cntrl:]]|\\\\(["\\\\/bfnrt]|u(?!0000)(?![dD][89a-fA-F])[0-9a-fA-F]{4}))*"';
const ITEM = `(${TEXT}|-?(0|[1-9][0-9]{0,199}))`;
const ARRAY_OF_ITEMS = `^\\s*\\[\\s*(${ITEM}(\\s*,\\s*${ITEM})*)?\\s*\\]\\s*$`;

export const lists = {
  // without the inner SELECT, the planner would compute a failure that needs no row, to estimate how long the list is
  list: (args, { scalar, args: items }) => {
    const array = sql`ARRAY[${joined(args, sql`, `)}]::${SQL_TYPES[held(scalar).of]}[]`;
    return items.some(item => someExpr<SqlExpr>(item, mayFail)) ? sql`(SELECT ${array})` : array;
  },
  // with a name for the column, which is `value`: `item` would be that of a query around it
  list_items: form`ARRAY(SELECT item FROM jsonb_array_elements_text(CASE WHEN ${atom(0)} ~ ${quoteText(ARRAY_OF_ITEMS)} THEN ${atom(0)}::jsonb END) AS items(item) WHERE item <> '')`,
  list_size: form`(SELECT count(DISTINCT item) FROM unnest(${0}) AS item)`,
} satisfies Spellings<ListFunctionName>;

function mayFail(part: SqlExpr): boolean {
  return part.kind === 'call' && (part.fn === 'or_fail' || part.fn.startsWith('checked_'));
}
