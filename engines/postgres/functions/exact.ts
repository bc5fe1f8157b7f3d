/** PostgreSQL's functions for saved GoogleSQL. They fail if GoogleSQL does. */
import type {
  ExactAggregateName,
  ExactFunctionName,
  ExactJsonFunctionName,
} from '../../../generator/functions/names.ts';
import { ordering } from '../../../generator/sql/aggregates.ts';
import type {
  AggregateSpelling,
  CallSpelling,
  Spellings,
  WindowSpelling,
} from '../../../generator/sql/dialect.ts';
import {
  atom,
  call,
  form,
  type Spelling,
  STANDARD_WINDOWS,
} from '../../../generator/sql/spelling.ts';
import {
  joined,
  numeral,
  operand,
  quoteDoubled,
  type Sql,
  sql,
} from '../../../generator/sql/sql.ts';
import { DECIMAL_NUMBER, WRITTEN_FLOAT } from '../../../generator/sql/texts.ts';
import { typeName } from '../types.ts';
import aggregates, { whereClause } from './aggregates.ts';
import { withinInt64 } from './casts.ts';
import { failure } from './failure.ts';
import { LEAST, MOST, wideNumeric } from './numbers.ts';
import { cased, foundPattern } from './texts.ts';
import { localTime } from './times.ts';
import windows, { castWindow, nthValue } from './windows.ts';

const functions = {
  datetime_from_timestamp: ([of = sql``, zone]) =>
    zone === undefined
      ? sql`timezone('UTC', ${operand(of, 'primary')}::timestamptz)`
      : localTime(of, zone),
  timestamp_from_datetime: ([of = sql``]) => sql`timezone('UTC', ${of})`,
  decimal_from_float64: ([of = sql``]) =>
    sql`CASE WHEN abs(${of}) < 1e29 THEN round(${wideNumeric(of)}, 9) END`,
  decimal_round: form`CASE WHEN abs(round(${0}, ${1})) < 1e29 THEN round(${0}, ${1}) END`,
  or_fail: ([of = sql``], { orNull, scalar }) =>
    orNull === true ? of : sql`coalesce(${of}, ${failure(scalar)})`,
  checked_add: checked(form('additive')`${atom(0)} + ${atom(1)}`, ofSum),
  checked_subtract: checked(form('additive')`${atom(0)} - ${atom(1)}`, ofSum),
  checked_multiply: checked(form('multiplicative')`${atom(0)} * ${atom(1)}`, ofProduct),
  // NULL where there is no quotient, also without `orNull`
  checked_divide: (args, { scalar }) => {
    if (scalar === 'decimal') return decimalQuotient(args);
    const typed = args.map(arg => sql`${operand(arg, 'primary')}::float8`);
    return ofQuotient(form('multiplicative')`${atom(0)} / ${atom(1)}`(typed), typed);
  },
  checked_negate: checked(form('unary')`-${atom(0)}`, spelled => spelled),
  checked_abs: checked(call`abs`, spelled => spelled),
  checked_lower: cased(call`lower`),
  checked_upper: cased(call`upper`),
  parsed_decimal: form`CASE WHEN ${atom(0)} ~ '^-?[0-9]{1,29}([.][0-9]{1,9})?$' THEN (${0})::numeric END`,
  parsed_float64: form`CASE WHEN ${atom(0)} ~ ${quoteDoubled(DECIMAL_NUMBER.replaceAll('(?i:inf|infinity|nan)', '([iI][nN][fF]|[iI][nN][fF][iI][nN][iI][tT][yY]|[nN][aA][nN])'))} THEN CASE WHEN ${atom(0)} ~ '[fFnN]' OR jsonb_path_exists(to_jsonb(btrim(${0}, E' \\t\\n\\x0B\\f\\r')), '$.double()', '{}', true) THEN (to_jsonb(btrim(${0}, E' \\t\\n\\x0B\\f\\r')) #>> '{}')::float8 END END`,
  unfolded: ([of = sql``]) => of,
  opaque: ([of = sql``]) => of,
  beside: ([of = sql``]) => of,
  // without the inner SELECT, the planner would compute a failure in the list
  list_distinct: form`ARRAY(SELECT DISTINCT item FROM unnest((SELECT ${0})) AS item)`,
  fixed_text: null,
  // PostgreSQL has one zero and one NaN in comparisons and groups
  float_key: form('additive')`${atom(0)} + 0::float8`,
  is_nan: form('comparison')`${atom(0)} = 'NaN'::float8`,
  // GoogleSQL writes no negative zero
  string_from_float64: ([of = sql``]) => {
    const text = sql`(${operand(of, 'additive')} + 0::float8)::text`;
    return sql`CASE WHEN ${text} ~ ${quoteDoubled(WRITTEN_FLOAT)} THEN ${text} END`;
  },
  is_infinite: form('comparison')`abs(${0}) = 'Infinity'::float8`,
  list_sum: ([of = sql``], { scalar }) => {
    const total = sql`(SELECT sum(item) FROM unnest(${of}) AS item)`;
    return scalar === 'int64' ? withinInt64(total, total) : total;
  },
  list_avg: form`(SELECT avg(item) FROM unnest(${0}) AS item)::float8`,
  list_min: listed(sql`min`, sql`bool_and`),
  list_max: listed(sql`max`, sql`bool_or`),
  // without the inner SELECT, the planner would compute the parts that need no row, a failure among them
  list_range: form`ARRAY(SELECT generate_series(0, (SELECT (${0})::bigint - 1)))`,
  // the function has no part of an empty text
  list_split: form`CASE WHEN ${atom(0)} = '' THEN ARRAY[''] ELSE string_to_array(${0}, ${1}) END`,
  list_matches: ([of = sql``], node) => {
    const found = sql`ARRAY(SELECT part[1] FROM regexp_matches(${of}, ${foundPattern(node)}, 'g') AS part)`;
    return node.nullable
      ? sql`CASE WHEN ${operand(of, 'primary')} IS NOT NULL THEN ${found} END`
      : found;
  },
  list_concat: args =>
    sql('additive')`${joined(
      args.map(arg => operand(arg, 'primary')),
      sql` || `,
    )}`,
  list_reverse: form`ARRAY(SELECT item FROM unnest((SELECT ${0})) WITH ORDINALITY AS items(item, place) ORDER BY place DESC)`,
  list_sort: ([of = sql``], { scalar }) => {
    const item = scalar === 'list<string>' ? sql`item COLLATE "C"` : sql`item`;
    return sql`ARRAY(SELECT item FROM unnest((SELECT ${of})) AS item ORDER BY ${item})`;
  },
  // items are counted from 1
  list_part: form`(${0})[${1} + 1:${1} + ${2}]`,
  // it breaks a long text into lines
  base64_from_hex: form`translate(encode(decode(${0}, 'hex'), 'base64'), chr(10), '')`,
  // both fail for other texts
  hex_from_base64: null,
  text_from_hex: null,
  hex_from_text: form`encode(convert_to(${0}, 'UTF8'), 'hex')`,
} satisfies Spellings<Exclude<ExactFunctionName, ExactJsonFunctionName>>;

/** `ofBools`: the function for booleans, for which `name` has none. */
function listed(name: Sql, ofBools: Sql): CallSpelling {
  return ([of = sql``], { scalar }) => {
    const item = scalar === 'string' ? sql`item COLLATE "C"` : sql`item`;
    return sql`(SELECT ${scalar === 'bool' ? ofBools : name}(${item}) FROM unnest(${of}) AS item)`;
  };
}

/**
 * Operations fail by themselves. With `orNull`, NULL replaces a result that does not exist; `float` guards an operation on floats.
 */
function checked(
  spelling: Spelling,
  float: (spelled: Sql, args: readonly Sql[]) => Sql,
): CallSpelling {
  return (args, { scalar, orNull }) => {
    const typed = args.map(
      arg => sql`${operand(arg, 'primary')}::${typeName(scalar === 'int64' ? 'int64' : scalar)}`,
    );
    if (scalar === 'float64')
      return orNull === true ? float(spelling(typed), typed) : spelling(typed);
    const wide = args.map(arg => sql`${operand(arg, 'primary')}::numeric`);
    const value = spelling(wide);
    if (scalar === 'int64')
      return orNull === true ? withinInt64(value, sql`(${value})`) : spelling(typed);
    const rounded = sql`round(${value}, 9)`;
    return orNull === true
      ? sql`CASE WHEN abs(${rounded}) < 1e29 THEN ${rounded} END`
      : sql`${rounded}::numeric(38, 9)`;
  };
}

/** Halves of both cannot overflow. */
function ofSum(spelled: Sql, args: readonly Sql[]): Sql {
  const halves = args.map(arg => sql`abs(${arg} / 2)`);
  return sql`CASE WHEN ${joined(halves, sql` + `)} < 8.98846567431158e307 THEN ${spelled} END`;
}

function ofProduct(spelled: Sql, [a = sql``, b = sql``]: readonly Sql[]): Sql {
  return byExponent(spelled, [a, b], sql`ln(abs(${a})) + ln(abs(${b}))`, sql`${a} = 0 OR ${b} = 0`);
}

function ofQuotient(spelled: Sql, [a = sql``, b = sql``]: readonly Sql[]): Sql {
  const guarded = byExponent(spelled, [a, b], sql`ln(abs(${a})) - ln(abs(${b}))`, sql`${a} = 0`);
  return sql`CASE WHEN ${b} <> 0 THEN ${guarded} END`;
}

function byExponent(spelled: Sql, args: readonly Sql[], exponent: Sql, isZero: Sql): Sql {
  const finite = joined(
    args.map(arg => sql`abs(${arg}) < 'Infinity'`),
    sql` AND `,
  );
  return sql`CASE WHEN ${finite} THEN CASE WHEN ${isZero} THEN ${spelled} WHEN ${exponent} < ${LEAST} THEN 0::float8 WHEN ${exponent} < ${MOST} THEN ${spelled} END END`;
}

/** The operator itself rounds to some digits of its own, and a second rounding could differ. */
function decimalQuotient(args: readonly Sql[]): Sql {
  const [of = sql``, by = sql``] = args.map(arg => sql`${operand(arg, 'primary')}::numeric`);
  const rounded = sql`round(div(${of} * 10000000000, nullif(${by}, 0)) * 0.0000000001, 9)`;
  return sql`CASE WHEN abs(${rounded}) < 1e29 THEN ${rounded} END`;
}

/** Exact aggregates. They fail if a result is out of range. */
const exactAggregates = {
  exact_sum_int64: aggregates.sum_int64,
  exact_sum_float64: aggregates.sum_float64,
  exact_avg_int64: aggregates.avg,
  exact_avg_float64: aggregates.avg,
  exact_avg_decimal: (args, of) =>
    decimalQuotient([aggregates.sum_decimal(args, of), aggregates.count(args, of)]),
  exact_stddev_pop: aggregates.stddev_pop,
  exact_var_pop: aggregates.var_pop,
  exact_corr: ofPairs(call`corr`, 2n),
  exact_covar_pop: ofPairs(call`covar_pop`, 1n),
  exact_covar_samp: ofPairs(call`covar_samp`, 2n),
  list_concat_agg: null,
  first_of: ([of = sql``], { scalar, listing: { keys }, filter }) => {
    const value = scalar === 'string' ? sql`${operand(of, 'primary')}::text` : of;
    return sql`(array_agg(${value}${ordering(keys)})${whereClause(filter)})[1]`;
  },
} satisfies Readonly<Record<ExactAggregateName, AggregateSpelling | null>>;

/** NULL for fewer than `least` pairs. A pair with a NULL counts nowhere. */
function ofPairs(spelling: Spelling, least: bigint): AggregateSpelling {
  return ([a = sql``, b = sql``], { filter }) => {
    const found = sql`nullif(${spelling([a, b])}${whereClause(filter)}, 'NaN')`;
    const due = sql`CASE WHEN regr_count(${a}, ${b})${whereClause(filter)} >= ${numeral(least)} THEN ${failure('float64')} END`;
    return sql`coalesce(${found}, ${due})`;
  };
}

/** Windows over floats. They fail if a result is not finite. */
const exactWindows = {
  exact_sum_int64: windows.sum_int64,
  exact_avg_int64: windows.avg,
  exact_sum_float64: STANDARD_WINDOWS.sum_float64,
  exact_avg_float64: STANDARD_WINDOWS.avg,
  exact_avg_decimal: (args: readonly Sql[], over: Sql) =>
    decimalQuotient([windows.sum_decimal(args, over), windows.count(args, over)]),
  exact_stddev_pop: castWindow(call`stddev_pop`, sql`float8`),
  exact_stddev_samp: castWindow(call`stddev_samp`, sql`float8`),
  exact_var_pop: castWindow(call`var_pop`, sql`float8`),
  exact_var_samp: castWindow(call`var_samp`, sql`float8`),
  nth_value: nthValue,
} satisfies Readonly<Record<string, WindowSpelling>>;

export default { functions, aggregates: exactAggregates, windows: exactWindows };
