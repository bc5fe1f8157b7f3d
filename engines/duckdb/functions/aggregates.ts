/** DuckDB's aggregates. */
import type { Rank } from '../../../generator/core/expr/expr.ts';
import type { PortableAggregateName } from '../../../generator/functions/names.ts';
import { knownOnly, ordering } from '../../../generator/sql/aggregates.ts';
import type { AggregateArguments, AggregateSpelling } from '../../../generator/sql/dialect.ts';
import { call, findRank, form, local, type Spelling } from '../../../generator/sql/spelling.ts';
import { joined, numeral, type Sql, sql, word } from '../../../generator/sql/sql.ts';

export default {
  count_rows: () => sql`count(*)`,
  count: spellFiltered(call`count`),
  count_if: form`count(*) FILTER (${0})`,
  count_distinct: spellFiltered(form`count(DISTINCT ${0})`),
  approx_count_distinct: spellFiltered(call`approx_count_distinct`),
  // the sum of BIGINT is a HUGEINT
  sum_int64: (args, of) => sql`${spellFiltered(call`sum`)(args, of)}::BIGINT`,
  sum_float64: spellFiltered(call`sum`),
  sum_decimal: spellFiltered(call`sum`),
  avg: spellFiltered(call`avg`),
  avg_decimal: (args, { filter }) => {
    const kept = filterClause(filter);
    return sql(
      'multiplicative',
    )`CAST(${call`sum`(args)}${kept} AS DOUBLE) / ${call`count`(args)}${kept}`;
  },
  min: spellFiltered(call`min`),
  max: spellFiltered(call`max`),
  quantile,
  // the engine's own function multiplies the rank as a float
  quantile_cont: (args, { rank, nullable, filter }) => {
    const kept = filterClause(knownOnly(args, nullable, filter));
    const values = sql`${form`list_sort(list(${0})`(args)}${kept})`;
    const v = local('v', values);
    const by = numeral(rank.denominator);
    const at = sql`(len(${v}) - 1) * ${numeral(rank.numerator)}`;
    const first = sql`${v}[${at} // ${by} + 1]`;
    const second = sql`${v}[${at} // ${by} + 2]`;
    const share = sql`${at} % ${by} / ${by}`;
    const between = sql`CASE WHEN ${at} % ${by} = 0 THEN ${first} ELSE ${first} * (1 - ${share}) + ${second} * (${share}) END`;
    return sql`list_transform([${values}], lambda ${v}: ${between})[1]`;
  },
  // faster here than the engine's sketch, which interpolates
  approx_quantile: quantile,
  any_value: spellFiltered(call`any_value`),
  stddev: spellFiltered(call`stddev_samp`),
  variance: spellFiltered(call`var_samp`),
  stddev_pop: spellFiltered(call`stddev_pop`),
  var_pop: spellFiltered(call`var_pop`),
  bit_or_agg: spellFiltered(call`bit_or`),
  // arg_min and arg_max choose any row of several
  arg_min: first,
  arg_max: first,
  string_agg: ([of = sql``, separator = sql``], spelled) => {
    const { listing, filter } = spelled;
    if (listing.distinct) return sql`array_to_string(${different(of, spelled)}, ${separator})`;
    return sql`string_agg(${of}, ${separator}${ordering(listing.keys)})${filterClause(filter)}`;
  },
  // without rows, the list is NULL
  list_agg: ([of = sql``], spelled) => {
    const { listing, nullable, filter } = spelled;
    const { distinct, keys, limit } = listing;
    const kept = filterClause(knownOnly([of], nullable, filter));
    const list = distinct ? different(of, spelled) : sql`list(${of}${ordering(keys)})${kept}`;
    const first = limit === null ? list : sql`list_slice(${list}, 1, ${numeral(limit)})`;
    return sql`coalesce(${first}, [])`;
  },
} satisfies Readonly<Record<PortableAggregateName, AggregateSpelling>>;

/** The different values in their order. An ORDER BY beside DISTINCT takes no value that may fail. */
function different(of: Sql, { listing, nullable, filter }: AggregateArguments): Sql {
  const sort = listing.keys[0]?.descending === true ? sql`list_reverse_sort` : sql`list_sort`;
  return sql`${sort}(list(DISTINCT ${of})${filterClause(knownOnly([of], nullable, filter))})`;
}

function first([of = sql``, by = sql``]: readonly Sql[], spelled: AggregateArguments): Sql {
  const { nullable, filter, listing } = spelled;
  // NULLs are filtered out first
  const keys = listing.keys.map(key => (key.descending ? sql`${key.of} DESC` : key.of));
  const order = keys.length === 0 ? sql`` : sql` ORDER BY ${joined(keys, sql`, `)}`;
  return sql`first(${of}${order})${filterClause(knownOnly([of, by], nullable, filter))}`;
}

/** For several ranks, every call has the same list of ranks, so that the engine computes it once. */
function quantile(args: readonly Sql[], of: AggregateArguments): Sql {
  const { rank, ranks, filter } = of;
  if (![rank, ...ranks].every(isDecimal)) return nearestItem(args, of);
  if (ranks.length === 0)
    return sql`${form`quantile_disc(${0}, ${decimal(rank)})`(args)}${filterClause(filter)}`;
  const list = joined(ranks.map(decimal), sql`, `);
  const all = form`quantile_disc(${0}, [${list}])`(args);
  const place = numeral(findRank(rank, ranks));
  return filter === null ? sql`${all}[${place}]` : sql`(${all}${filterClause(filter)})[${place}]`;
}

export function spellFiltered(spelling: Spelling): AggregateSpelling {
  return (args, { filter }) => sql`${spelling(args)}${filterClause(filter)}`;
}

export function filterClause(filter: Sql | null): Sql {
  return filter === null ? sql`` : sql` FILTER (${filter})`;
}

/** The value at a rank that no decimal states. */
function nearestItem(
  args: readonly Sql[],
  { rank: { numerator, denominator }, nullable, filter }: AggregateArguments,
): Sql {
  const kept = filterClause(knownOnly(args, nullable, filter));
  const values = sql`${form`list_sort(list(${0})`(args)}${kept})`;
  const count = sql`${form`count(${0})`(args)}${filterClause(filter)}`;
  const less = numeral(denominator - 1n);
  return sql`${values}[greatest(1, (${count} * ${numeral(numerator)} + ${less}) // ${numeral(denominator)})]`;
}

const MILLION = 1_000_000n;

function isDecimal({ numerator, denominator }: Rank): boolean {
  return (numerator * MILLION) % denominator === 0n;
}

/** The decimal of a fraction that has one. */
function decimal({ numerator, denominator }: Rank): Sql {
  const millionths = (numerator * MILLION) / denominator;
  const fraction = (millionths % MILLION)
    .toString()
    .padStart(6, '0')
    .replace(/(?<!0)0+$/, '');
  const whole = numeral(millionths / MILLION);
  return fraction === '' ? whole : sql`${whole}.${word(fraction)}`;
}
