/** The functions for saved GoogleSQL, which are built into BigQuery. */
import type {
  ExactAggregateName,
  ExactFunctionName,
  ExactJsonFunctionName,
} from '../../../generator/functions/names.ts';
import { ordering } from '../../../generator/sql/aggregates.ts';
import type { AggregateSpelling, CallSpelling, Spellings } from '../../../generator/sql/dialect.ts';
import { knownNumber } from '../../../generator/sql/known.ts';
import { atom, call, form, type Spelling } from '../../../generator/sql/spelling.ts';
import { quoteBackslashed, type Sql, sql } from '../../../generator/sql/sql.ts';
import { WRITTEN_FLOAT } from '../../../generator/sql/texts.ts';
import aggregates from './aggregates.ts';

const functions = {
  datetime_from_timestamp: call`DATETIME`,
  timestamp_from_datetime: call`TIMESTAMP`,
  decimal_from_float64: form`SAFE_CAST(${0} AS NUMERIC)`,
  decimal_round: call`SAFE.ROUND`,
  or_fail: ([of = sql``], { orNull }) =>
    orNull === true
      ? of
      : sql`IFNULL(${of}, ERROR('a value is out of range, or text that cannot be read'))`,
  checked_add: checked(form('additive')`${atom(0)} + ${atom(1)}`, call`SAFE_ADD`),
  checked_subtract: checked(form('additive')`${atom(0)} - ${atom(1)}`, call`SAFE_SUBTRACT`),
  checked_multiply: checked(form('multiplicative')`${atom(0)} * ${atom(1)}`, call`SAFE_MULTIPLY`),
  checked_divide: call`SAFE_DIVIDE`,
  checked_negate: checked(form('unary')`-${atom(0)}`, call`SAFE_NEGATE`),
  checked_abs: checked(call`ABS`, call`SAFE.ABS`),
  checked_lower: call`LOWER`,
  checked_upper: call`UPPER`,
  parsed_decimal: form`SAFE_CAST(${0} AS NUMERIC)`,
  parsed_float64: form`SAFE_CAST(${0} AS FLOAT64)`,
  unfolded: ([of = sql``]) => of,
  opaque: ([of = sql``]) => of,
  beside: ([of = sql``]) => of,
  list_distinct: form`ARRAY(SELECT DISTINCT item FROM UNNEST(${0}) AS item)`,
  fixed_text: ([of = sql``], node) =>
    sql`FORMAT(${quoteBackslashed(`%.${knownNumber(node, 1) ?? 0n}f`)}, ${of})`,
  float_key: form('additive')`${atom(0)} + 0.0`,
  is_nan: call`IS_NAN`,
  string_from_float64: ([of = sql``]) => {
    const text = sql`CAST(${of} AS STRING)`;
    return sql`IF(REGEXP_CONTAINS(${text}, ${quoteBackslashed(WRITTEN_FLOAT)}), ${text}, NULL)`;
  },
  is_infinite: call`IS_INF`,
  list_sum: ([of = sql``], { scalar }) =>
    scalar === 'int64'
      ? sql`SAFE_CAST((SELECT SUM(CAST(item AS BIGNUMERIC)) FROM UNNEST(${of}) AS item) AS INT64)`
      : finiteOver('SUM', of),
  list_avg: ([of = sql``]) => finiteOver('AVG', of),
  list_min: form`(SELECT MIN(item) FROM UNNEST(${0}) AS item)`,
  list_max: form`(SELECT MAX(item) FROM UNNEST(${0}) AS item)`,
  list_range: form`GENERATE_ARRAY(0, ${0} - 1)`,
  list_split: call`SPLIT`,
  list_matches: form`REGEXP_EXTRACT_ALL(${0}, ${1})`,
  list_concat: call`ARRAY_CONCAT`,
  list_reverse: call`ARRAY_REVERSE`,
  list_sort: form`ARRAY(SELECT item FROM UNNEST(${0}) AS item ORDER BY item)`,
  list_part: form`ARRAY(SELECT item FROM UNNEST(${0}) AS item WITH OFFSET AS place WHERE place >= ${1} AND place < ${1} + ${2} ORDER BY place)`,
  base64_from_hex: form`TO_BASE64(FROM_HEX(${0}))`,
  hex_from_base64: form`TO_HEX(SAFE.FROM_BASE64(${0}))`,
  hex_from_text: form`TO_HEX(CAST(${0} AS BYTES))`,
  text_from_hex: form`SAFE_CAST(FROM_HEX(${0}) AS STRING)`,
} satisfies Spellings<Exclude<ExactFunctionName, ExactJsonFunctionName>>;

/** NULL if the result is not finite. */
function finiteOver(fn: 'SUM' | 'AVG', list: Sql): Sql {
  const result = fn === 'SUM' ? sql`SUM(item)` : sql`AVG(item)`;
  return sql`(SELECT IF(IS_NAN(${result}) OR IS_INF(${result}), NULL, ${result}) FROM UNNEST(${list}) AS item)`;
}

function checked(plain: Spelling, safe: Spelling): CallSpelling {
  return (args, { orNull }) => (orNull === true ? safe : plain)(args);
}

const exactAggregates = {
  exact_sum_int64: aggregates.sum_int64,
  exact_sum_float64: aggregates.sum_float64,
  exact_avg_int64: aggregates.avg,
  exact_avg_float64: aggregates.avg,
  exact_avg_decimal: aggregates.avg,
  exact_stddev_pop: aggregates.stddev_pop,
  exact_var_pop: aggregates.var_pop,
  exact_corr: call`CORR`,
  exact_covar_pop: call`COVAR_POP`,
  exact_covar_samp: call`COVAR_SAMP`,
  list_concat_agg: ([of = sql``], { listing: { keys } }) =>
    sql`IFNULL(ARRAY_CONCAT_AGG(${of}${ordering(keys)}), [])`,
  first_of: ([of = sql``], { listing: { keys } }) =>
    sql`ARRAY_AGG(${of}${ordering(keys)} LIMIT 1)[SAFE_OFFSET(0)]`,
} satisfies Readonly<Record<ExactAggregateName, AggregateSpelling>>;

export default { functions, aggregates: exactAggregates };
