/** ClickHouse's functions of lists and maps. */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import type {
  CollectionFunctionName,
  ListFunctionName,
} from '../../../generator/functions/names.ts';
import type { CallSpelling, Spellings } from '../../../generator/sql/dialect.ts';
import { call, form, indexOf, local } from '../../../generator/sql/spelling.ts';
import { joined, numeral, operand, type Sql, sql } from '../../../generator/sql/sql.ts';

export default {
  // IN skips granules, but accepts only constants on its right, and compares floats by bits, in which 0 and -0 differ
  in_list: (args, node) => {
    const [value, list] = node.args;
    const [of = sql``, items = sql``] = args;
    if (list?.kind === 'param' && value?.scalar !== 'float64')
      return sql('comparison')`${operand(of, 'additive')} IN ${items}`;
    return orNull(form`has(${1}, ${0})`(args), args, node);
  },
  list_length: form`toInt64(length(${0}))`,
  // items are counted from 1
  list_item: ([of = sql``], node) => sql`arrayElementOrNull(${of}, ${numeral(indexOf(node) + 1n)})`,
  // the value of a missing key would be the zero of its type
  map_value: ([of = sql``, key = sql``]) =>
    sql`if(mapContains(${of}, ${key}), ${operand(of, 'primary')}[${key}], NULL)`,
  map_size: form`toInt64(length(${0}))`,
  has_key: (args, node) => {
    const [, key = sql``] = args;
    const isGuarded = node.args[1]?.nullable === true;
    const found = call`mapContains`(args);
    return isGuarded ? sql`if(isNull(${key}), NULL, ${found})` : found;
  },
  overlaps: call`hasAny`,
  contains_any: anyPart((text, part) => sql`position(${text}, ${part}) > 0`),
  starts_with_any: anyPart((text, part) => sql`startsWith(${text}, ${part})`),
  ends_with_any: anyPart((text, part) => sql`endsWith(${text}, ${part})`),
  like_any: anyPart((text, part) => sql`like(${text}, ${part})`),
  list_join: call`arrayStringConcat`,
  list: args => sql`[${joined(args, sql`, `)}]`,
  list_items: form`arrayFilter(item -> item != '', JSONExtract(ifNull(${0}, ''), 'Array(String)'))`,
  list_size: form`toInt64(length(arrayDistinct(${0})))`,
} satisfies Spellings<CollectionFunctionName | ListFunctionName>;

/** Whether the condition is true for any part of a list. */
function anyPart(condition: (text: Sql, part: Sql) => Sql): CallSpelling {
  return (args, node) => {
    const [text = sql``, list = sql``] = args;
    const part = local('part', text);
    const found = sql`arrayExists(${part} -> ${condition(sql`assumeNotNull(${text})`, part)}, ${list})`;
    return orNull(found, args, node);
  };
}

/** Functions of arrays return 0 if they search for NULL. */
function orNull(of: Sql, [subject = sql``]: readonly Sql[], { args }: CallExpr<SqlExpr>): Sql {
  return args[0]?.nullable === true ? sql`if(isNull(${subject}), NULL, ${of})` : of;
}
