/**
 * ClickHouse's aggregates. Counts are UInt64, which has no common type with Int64. The OrNull forms return NULL for no rows,
 * even if the argument is not Nullable.
 */
import type { Rank } from '../../../generator/core/expr/expr.ts';
import type { PortableAggregateName } from '../../../generator/functions/names.ts';
import type { AggregateArguments, AggregateSpelling } from '../../../generator/sql/dialect.ts';
import { call, findRank, form, local } from '../../../generator/sql/spelling.ts';
import { joined, numeral, type Sql, sql, word } from '../../../generator/sql/sql.ts';
import { printListing } from './listing.ts';
import { signedSum } from './sums.ts';

export default {
  count_rows: () => sql`toInt64(count())`,
  count: form`toInt64(count(${0}))`,
  count_if: form`toInt64(countIf(${0}))`,
  count_distinct: form`toInt64(uniqExact(${0}))`,
  approx_count_distinct: form`toInt64(uniq(${0}))`,
  sum_int64: args => signedSum(args, call`sumOrNull`(args)),
  sum_float64: call`sumOrNull`,
  // a sum of Decimal(38) wraps without an error
  sum_decimal: form`toDecimal128(sumOrNull(toDecimal256(${0}, 9)), 9)`,
  // a sum of Int64 would wrap, so whole numbers are passed as floats
  avg: call`avgOrNull`,
  avg_decimal: form('multiplicative')`toFloat64(sumOrNull(toDecimal256(${0}, 9))) / count(${0})`,
  min: call`minOrNull`,
  max: call`maxOrNull`,
  // if the rank is whole, quantileExact misses the nearest rank by one
  quantile: (args, { rank }) => {
    const [times, by] = [numeral(rank.numerator), numeral(rank.denominator)];
    const less = numeral(rank.denominator - 1n);
    return form`arrayElementOrNull(arraySort(groupArray(${0})), greatest(1, intDiv(toInt64(count(${0})) * ${times} + ${less}, ${by})))`(
      args,
    );
  },
  // quantileExactInclusive subtracts neighbours, which may overflow, and multiplies the rank as a float
  quantile_cont: (args, { rank }) => {
    const values = form`arraySort(groupArray(${0}))`(args);
    const v = local('v', values);
    const by = numeral(rank.denominator);
    const at = sql`(greatest(toInt64(length(${v})), 1) - 1) * ${numeral(rank.numerator)}`;
    const first = sql`arrayElementOrNull(${v}, intDiv(${at}, ${by}) + 1)`;
    const second = sql`arrayElementOrNull(${v}, intDiv(${at}, ${by}) + 2)`;
    const share = sql`modulo(${at}, ${by}) / ${by}`;
    const between = sql`if(modulo(${at}, ${by}) = 0, ${first}, ${first} * (1 - ${share}) + ${second} * (${share}))`;
    return sql`arrayElementOrNull(arrayMap(${v} -> ${between}, [${values}]), 1)`;
  },
  // quantileExact does not accept Date32
  approx_quantile: (args, of) =>
    of.scalar === 'date'
      ? sql`addDays(toDate32('1970-01-01'), ${ranked(form`toInt32(${0})`(args), of)})`
      : ranked(form`${0}`(args), of),
  any_value: call`anyOrNull`,
  // older versions return NaN for a single value
  stddev: form`if(count(${0}) > 1, stddevSampStable(${0}), NULL)`,
  variance: form`if(count(${0}) > 1, varSampStable(${0}), NULL)`,
  stddev_pop: form`if(count(${0}) > 0, stddevPopStable(${0}), NULL)`,
  var_pop: form`if(count(${0}) > 0, varPopStable(${0}), NULL)`,
  bit_or_agg: call`groupBitOrOrNull`,
  // argMin and argMax choose any row of several
  arg_min: call`minArgMinOrNull`,
  arg_max: call`minArgMaxOrNull`,
  // without rows, the text is empty
  string_agg: (args, of) =>
    form`if(count(${0}) > 0, arrayStringConcat(${printListing(args, of)}, ${1}), NULL)`(args),
  list_agg: (args, of) => {
    const { limit } = of.listing;
    const list = printListing(args, of);
    return limit === null ? list : sql`arraySlice(${list}, 1, ${numeral(limit)})`;
  },
} satisfies Readonly<Record<PortableAggregateName, AggregateSpelling>>;

/** For several ranks, every call has the same list of ranks, so that the engine computes one array. It is empty without values. */
function ranked(of: Sql, { rank, ranks }: AggregateArguments): Sql {
  if (ranks.length === 0) return sql`quantileExactOrNull(${hundredths(rank)})(${of})`;
  const levels = joined(ranks.map(hundredths), sql`, `);
  const place = numeral(findRank(rank, ranks));
  return sql`arrayElementOrNull(quantilesExactOrNull(${levels})(${of}), ${place})`;
}

function hundredths({ numerator, denominator }: Rank): Sql {
  const count = (numerator * 100n) / denominator;
  return count === 100n ? sql`1` : sql`0.${word(count.toString().padStart(2, '0'))}`;
}
