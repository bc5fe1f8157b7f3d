/** PostgreSQL's aggregates. */
import type { Rank } from '../../../generator/core/expr/expr.ts';
import type { PortableAggregateName } from '../../../generator/functions/names.ts';
import { knownOnly, ordering } from '../../../generator/sql/aggregates.ts';
import type { AggregateArguments, AggregateSpelling } from '../../../generator/sql/dialect.ts';
import { call, findRank, form, type Spelling } from '../../../generator/sql/spelling.ts';
import { joined, numeral, operand, type Sql, sql } from '../../../generator/sql/sql.ts';
import { byCodePoints } from './collation.ts';

export default {
  count_rows: (_, { filter }) => sql`count(*)${whereClause(filter)}`,
  count: spellFiltered(call`count`),
  count_if: form`count(*) FILTER (WHERE ${0})`,
  count_distinct: spellFiltered(form`count(DISTINCT ${0})`),
  approx_count_distinct: spellFiltered(form`count(DISTINCT ${0})`),
  // the sum of bigint is numeric
  sum_int64: cast(call`sum`, sql`bigint`),
  sum_float64: spellFiltered(call`sum`),
  sum_decimal: spellFiltered(call`sum`),
  avg: cast(call`avg`, sql`float8`),
  avg_decimal: (args, { filter }) => {
    const kept = whereClause(filter);
    return sql('multiplicative')`(${call`sum`(args)}${kept})::float8 / ${call`count`(args)}${kept}`;
  },
  min: extreme(call`min`, call`bool_and`),
  max: extreme(call`max`, call`bool_or`),
  quantile,
  quantile_cont: ([of = sql``], { rank, filter }) => {
    const share = numeral(Number(rank.numerator) / Number(rank.denominator));
    return sql`percentile_cont(${share}) WITHIN GROUP (ORDER BY ${operand(of, 'primary')}::float8)${whereClause(filter)}`;
  },
  approx_quantile: quantile,
  any_value: ([of = sql``], { nullable, filter }) =>
    sql`(array_agg(${of})${whereClause(knownOnly([of], nullable, filter))})[1]`,
  stddev: cast(call`stddev_samp`, sql`float8`),
  variance: cast(call`var_samp`, sql`float8`),
  stddev_pop: cast(call`stddev_pop`, sql`float8`),
  var_pop: cast(call`var_pop`, sql`float8`),
  bit_or_agg: cast(call`bit_or`, sql`bigint`),
  arg_min: first,
  arg_max: first,
  string_agg: ([of = sql``, separator = sql``], { listing: { distinct, keys }, filter }) => {
    // with DISTINCT, the keys must be the value as it is written there
    const value = distinct ? sql`DISTINCT ${byCodePoints(of)}` : of;
    return sql`string_agg(${value}, ${separator}${ordering(keys)})${whereClause(filter)}`;
  },
  // without rows, the list is NULL
  list_agg: ([of = sql``], { scalar, listing: { distinct, keys, limit }, nullable, filter }) => {
    const isText = scalar === 'list<string>';
    // a cast around a collation would differ from the text by which the items are ordered
    const isCollated = byCodePoints(of) === of;
    const text = isText && !isCollated ? sql`${operand(of, 'primary')}::text` : of;
    const value = distinct ? sql`DISTINCT ${isText ? byCodePoints(text) : of}` : text;
    const kept = whereClause(knownOnly([of], nullable, filter));
    const list = sql`array_agg(${value}${ordering(keys)})${kept}`;
    const cut = limit === null ? list : sql`(${list})[1:${numeral(limit)}]`;
    return sql`coalesce(${cut}, '{}')`;
  },
} satisfies Readonly<Record<PortableAggregateName, AggregateSpelling>>;

function spellFiltered(spelling: Spelling): AggregateSpelling {
  return (args, { filter }) => sql`${spelling(args)}${whereClause(filter)}`;
}

export function whereClause(filter: Sql | null): Sql {
  return filter === null ? sql`` : sql` FILTER (WHERE ${filter})`;
}

function cast(spelling: Spelling, type: Sql): AggregateSpelling {
  return (args, { filter }) =>
    filter === null
      ? sql`${spelling(args)}::${type}`
      : sql`(${spelling(args)}${whereClause(filter)})::${type}`;
}

/** Booleans have functions of their own. */
function extreme(spelling: Spelling, ofBooleans: Spelling): AggregateSpelling {
  return ([of = sql``], { scalar, filter }) => {
    if (scalar === 'bool') return sql`${ofBooleans([of])}${whereClause(filter)}`;
    return sql`${spelling([scalar === 'string' ? byCodePoints(of) : of])}${whereClause(filter)}`;
  };
}

function first([of = sql``, by = sql``]: readonly Sql[], spelled: AggregateArguments): Sql {
  const { nullable, filter, listing, scalar } = spelled;
  const value = scalar === 'string' ? sql`${operand(of, 'primary')}::text` : of;
  return sql`(array_agg(${value}${ordering(listing.keys)})${whereClause(knownOnly([of, by], nullable, filter))})[1]`;
}

/** For several ranks, every call has the same list of ranks, so that the engine sorts once. */
function quantile(
  [of = sql``]: readonly Sql[],
  { rank, ranks, scalar, filter }: AggregateArguments,
): Sql {
  const value = scalar === 'string' ? byCodePoints(of) : of;
  const within = sql`WITHIN GROUP (ORDER BY ${value})${whereClause(filter)}`;
  if (ranks.length === 0) return sql`percentile_disc(${share(rank)}) ${within}`;
  const list = joined(ranks.map(share), sql`, `);
  return sql`(percentile_disc(ARRAY[${list}]) ${within})[${numeral(findRank(rank, ranks))}]`;
}

/**
 * PostgreSQL multiplies the rank by the number of rows as floats, and rounds up. A rank that no float has exactly is written a little
 * smaller, so that a whole product is never exceeded: 0.07 of 100 rows is the seventh.
 */
function share({ numerator, denominator }: Rank): Sql {
  const nearest = Number(numerator) / Number(denominator);
  const isExact = (denominator & (denominator - 1n)) === 0n || numerator % denominator === 0n;
  return numeral(isExact ? nearest : nearest * (1 - 2 ** -51));
}
