/** DuckDB's functions of lists and maps. */
import type {
  CollectionFunctionName,
  ListFunctionName,
} from '../../../generator/functions/names.ts';
import type { CallSpelling, Spellings } from '../../../generator/sql/dialect.ts';
import { call, form, indexOf, local } from '../../../generator/sql/spelling.ts';
import { joined, numeral, operand, type Sql, sql } from '../../../generator/sql/sql.ts';

export default {
  // a subquery hashes the items of a caller's list once; a column's items differ in each row; an outer join allows no
  // subquery in ON
  in_list: ([of = sql``, items = sql``], { args: [, list] }, outerOn = false) =>
    list?.kind === 'param' && !outerOn
      ? sql('comparison')`${operand(of, 'additive')} IN (SELECT unnest(${items}))`
      : sql`list_contains(${items}, ${of})`,
  list_length: call`len`,
  // items are counted from 1
  list_item: ([of = sql``], node) => sql`${operand(of, 'primary')}[${numeral(indexOf(node) + 1n)}]`,
  map_value: ([of = sql``, key = sql``]) => sql`${operand(of, 'primary')}[${key}]`,
  map_size: form`CAST(cardinality(${0}) AS BIGINT)`,
  // false for a NULL key
  has_key: ([map = sql``, key = sql``], { args: [, of] }) => {
    const found = sql`map_contains(${map}, ${key})`;
    return of?.nullable === true
      ? sql`CASE WHEN ${operand(key, 'additive')} IS NOT NULL THEN ${found} END`
      : found;
  },
  overlaps: call`list_has_any`,
  contains_any: anyPart((text, part) => sql`contains(${text}, ${part})`),
  starts_with_any: anyPart((text, part) => sql`starts_with(${text}, ${part})`),
  ends_with_any: anyPart((text, part) => sql`ends_with(${text}, ${part})`),
  like_any: likeAny,
  list_join: call`array_to_string`,
  list: args => sql`[${joined(args, sql`, `)}]`,
  // `from_json` fails if the text is not JSON, and is NULL if it is not a list
  list_items: form`list_filter(coalesce(TRY(from_json(${0}, '["VARCHAR"]')), []), lambda item: item <> '')`,
  list_size: form`len(list_distinct(${0}))`,
} satisfies Spellings<CollectionFunctionName | ListFunctionName>;

/** Whether the condition is true for any part of a list. */
function anyPart(condition: (text: Sql, part: Sql) => Sql): CallSpelling {
  return ([text = sql``, list = sql``], { args: [of] }) => {
    const part = local('part', text);
    const found = sql(
      'comparison',
    )`len(list_filter(${list}, lambda ${part}: ${condition(text, part)})) > 0`;
    return of?.nullable === true
      ? sql`CASE WHEN ${operand(text, 'additive')} IS NOT NULL THEN ${found} END`
      : found;
  };
}

/**
 * As one pattern of RE2, a constant of the statement: LIKE tries every division of a text among the `%` of its pattern, so that
 * `%a%a%a%a%b` takes 20 ms for each row. `regexp_escape` doubles each backslash of a pattern; the names of characters, such as `\x5c`, hide
 * escaped ones from the replacements of `%` and `_`. The list is never empty.
 */
function likeAny([text = sql``, list = sql``]: readonly Sql[]): Sql {
  const part = local('part', text);
  const plain = sql`replace(replace(replace(regexp_escape(${part}), '\\\\\\\\', '\\x5c'), '\\\\\\%', '\\x25'), '\\\\_', '\\x5f')`;
  const pattern = sql`replace(replace(${plain}, '\\%', '.*'), '_', '.')`;
  return sql`regexp_full_match(${text}, array_to_string(list_transform(${list}, lambda ${part}: ${pattern}), '|'), 's')`;
}
