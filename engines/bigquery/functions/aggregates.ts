/** BigQuery's aggregates. */
import type { PortableAggregateName } from '../../../generator/functions/names.ts';
import { ordering } from '../../../generator/sql/aggregates.ts';
import type { AggregateArguments, AggregateSpelling } from '../../../generator/sql/dialect.ts';
import { call, form } from '../../../generator/sql/spelling.ts';
import { joined, numeral, type Sql, sql } from '../../../generator/sql/sql.ts';

export default {
  count_rows: () => sql`COUNT(*)`,
  count: call`COUNT`,
  count_if: call`COUNTIF`,
  count_distinct: form`COUNT(DISTINCT ${0})`,
  approx_count_distinct: call`APPROX_COUNT_DISTINCT`,
  sum_int64: call`SUM`,
  sum_float64: call`SUM`,
  sum_decimal: call`SUM`,
  avg: call`AVG`,
  // the mean of NUMERIC is rounded
  avg_decimal: form('multiplicative')`CAST(SUM(${0}) AS FLOAT64) / COUNT(${0})`,
  min: call`MIN`,
  max: call`MAX`,
  // PERCENTILE_DISC is not an aggregate here. The rank is computed with whole numbers, so that it is exact.
  quantile: (args, { rank }) => {
    const [times, by] = [numeral(rank.numerator), numeral(rank.denominator)];
    const less = numeral(rank.denominator - 1n);
    return form`ARRAY_AGG(${0} IGNORE NULLS ORDER BY ${0})[SAFE_ORDINAL(GREATEST(1, DIV(COUNT(${0}) * ${times} + ${less}, ${by})))]`(
      args,
    );
  },
  // PERCENTILE_CONT is not an aggregate here
  quantile_cont: (args, { rank }) => {
    const by = numeral(rank.denominator);
    const at = form`(COUNT(${0}) - 1) * ${numeral(rank.numerator)}`(args);
    const values = form`ARRAY_AGG(${0} IGNORE NULLS ORDER BY ${0})`(args);
    const first = sql`${values}[SAFE_OFFSET(DIV(${at}, ${by}))]`;
    if (rank.denominator === 1n) return first;
    const second = sql`${values}[SAFE_OFFSET(DIV(${at}, ${by}) + 1)]`;
    const share = sql`MOD(${at}, ${by}) / ${by}`;
    return sql`IF(MOD(${at}, ${by}) = 0, ${first}, ${first} * (1 - ${share}) + ${second} * (${share}))`;
  },
  approx_quantile: (args, { rank }) => {
    const hundredth = numeral((rank.numerator * 100n) / rank.denominator);
    return form`APPROX_QUANTILES(${0}, 100)[SAFE_OFFSET(${hundredth})]`(args);
  },
  any_value: call`ANY_VALUE`,
  stddev: call`STDDEV_SAMP`,
  variance: call`VAR_SAMP`,
  stddev_pop: call`STDDEV_POP`,
  var_pop: call`VAR_POP`,
  bit_or_agg: call`BIT_OR`,
  // MIN_BY and MAX_BY choose any row of several
  arg_min: first,
  arg_max: first,
  string_agg: ([of = sql``, separator = sql``], { listing: { distinct, keys } }) => {
    const value = distinct ? sql`DISTINCT ${of}` : of;
    return sql`STRING_AGG(${value}, ${separator}${ordering(keys)})`;
  },
  // without rows, the array is NULL
  list_agg: ([of = sql``], { listing: { distinct, keys, limit } }) => {
    const value = distinct ? sql`DISTINCT ${of}` : of;
    const most = limit === null ? sql`` : sql` LIMIT ${numeral(limit)}`;
    return sql`IFNULL(ARRAY_AGG(${value} IGNORE NULLS${ordering(keys)}${most}), [])`;
  },
} satisfies Readonly<Record<PortableAggregateName, AggregateSpelling>>;

function first([of = sql``, by = sql``]: readonly Sql[], spelled: AggregateArguments): Sql {
  const { nullable, listing } = spelled;
  const value = nullable[1] === true ? sql`IF(${by} IS NULL, NULL, ${of})` : of;
  // NULLs are filtered out first
  const keys = listing.keys.map(key => (key.descending ? sql`${key.of} DESC` : key.of));
  const order = keys.length === 0 ? sql`` : sql` ORDER BY ${joined(keys, sql`, `)}`;
  return sql`ARRAY_AGG(${value} IGNORE NULLS${order} LIMIT 1)[SAFE_OFFSET(0)]`;
}
