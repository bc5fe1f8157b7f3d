/**
 * ClickHouse's window functions. Ranks and counts are UInt64. Over no rows, and beyond the last one, the result is the zero of
 * the type if the argument is not Nullable.
 */
import type { PortableWindowName } from '../../../generator/functions/names.ts';
import type { WindowSpelling } from '../../../generator/sql/dialect.ts';
import { call, form, type Spelling, windowed } from '../../../generator/sql/spelling.ts';
import { joined, type Sql, sql } from '../../../generator/sql/sql.ts';
import { signedSum } from './sums.ts';

export default {
  row_number: wholeNumber(call`row_number`),
  rank: wholeNumber(call`rank`),
  dense_rank: wholeNumber(call`dense_rank`),
  ntile: wholeNumber(call`ntile`),
  lag: windowed(neighbour(sql`lag`)),
  lead: windowed(neighbour(sql`lead`)),
  first_value: windowed(form`first_value_respect_nulls(toNullable(${0}))`),
  last_value: windowed(form`last_value_respect_nulls(toNullable(${0}))`),
  first_known: windowed(form`any(toNullable(${0}))`),
  last_known: windowed(form`anyLast(toNullable(${0}))`),
  count_rows: wholeNumber(call`count`),
  // the optimizer reads the NULL map of a bare column, which the window then lacks
  count: wholeNumber(form`count(toNullable(${0}))`),
  count_if: wholeNumber(call`countIf`),
  count_distinct: wholeNumber(call`uniqExact`),
  sum_int64: (args, over) => signedSum(args, windowed(form`sum(toNullable(${0}))`)(args, over)),
  sum_float64: windowed(form`sum(toNullable(${0}))`),
  // a sum of Decimal(38) wraps without an error
  sum_decimal: (args, over) =>
    sql`toDecimal128(${windowed(form`sum(toDecimal256(toNullable(${0}), 9))`)(args, over)}, 9)`,
  avg: windowed(form`avg(toNullable(${0}))`),
  avg_decimal: (args, over) => {
    const sum = windowed(form`sum(toDecimal256(toNullable(${0}), 9))`)(args, over);
    const count = windowed(form`count(toNullable(${0}))`)(args, over);
    return sql('multiplicative')`toFloat64(${sum}) / ${count}`;
  },
  min: windowed(form`min(toNullable(${0}))`),
  max: windowed(form`max(toNullable(${0}))`),
  any_value: windowed(form`any(toNullable(${0}))`),
} satisfies Readonly<Record<PortableWindowName, WindowSpelling>>;

function wholeNumber(spelling: Spelling): WindowSpelling {
  return (args, over) => sql`toInt64(${windowed(spelling)(args, over)})`;
}

function neighbour(name: Sql): Spelling {
  return ([of = sql``, ...more]) =>
    sql`${name}(${joined([sql`toNullable(${of})`, ...more], sql`, `)})`;
}
