/** DuckDB's functions for saved GoogleSQL. They fail if GoogleSQL does. */
import type {
  ExactAggregateName,
  ExactFunctionName,
  ExactJsonFunctionName,
} from '../../../generator/functions/names.ts';
import { knownOnly, ordering } from '../../../generator/sql/aggregates.ts';
import type {
  AggregateSpelling,
  CallSpelling,
  Spellings,
  WindowSpelling,
} from '../../../generator/sql/dialect.ts';
import { knownNumber } from '../../../generator/sql/known.ts';
import {
  atom,
  call,
  form,
  isAtLeastOne,
  isName,
  type Spelling,
  windowed,
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
import aggregates, { filterClause, spellFiltered } from './aggregates.ts';
import { localTime } from './times.ts';

const FAILURE = sql`error('a value is out of range, or text that cannot be read')`;
const WHITESPACE = sql`E' \\t\\n\\x0B\\f\\r'`;
/**
 * Letters whose other case is several letters, or depends on the letters around them. The engine maps one letter to
 * one.
 */
const WITHOUT_LOWER = '[\u0130\u03a3]';
const WITHOUT_UPPER =
  '[\u0149\u01f0\u0390\u03b0\u0587\u1e96-\u1e9a\u1f50\u1f52\u1f54\u1f56\u1f80-\u1faf\u1fb2-\u1fb4\u1fb6\u1fb7\u1fbc\u1fc2-\u1fc4\u1fc6\u1fc7\u1fcc\u1fd2\u1fd3\u1fd6\u1fd7\u1fe2-\u1fe4\u1fe6\u1fe7\u1ff2-\u1ff4\u1ff6\u1ff7\u1ffc\ufb00-\ufb06\ufb13-\ufb17]';

const functions = {
  datetime_from_timestamp: ([of = sql``, zone]) => localTime(of, zone),
  timestamp_from_datetime: ([of = sql``]) => of,
  decimal_from_float64: ([of = sql``]) => {
    const x = sql`x`;
    return isName(of)
      ? decimalOf(of)
      : sql`list_transform([${of}], lambda ${x}: ${decimalOf(x)})[1]`;
  },
  decimal_round: form`TRY_CAST(round(${0}, ${1}) AS DECIMAL(38, 9))`,
  or_fail: ([of = sql``], { orNull }) => (orNull === true ? of : sql`coalesce(${of}, ${FAILURE})`),
  // a number literal is an INTEGER, and so is an expression of only literals
  checked_add: checked(form('additive')`${atom(0)} + ${atom(1)}`),
  checked_subtract: checked(form('additive')`${atom(0)} - ${atom(1)}`),
  checked_multiply: checked(form('multiplicative')`${atom(0)} * ${atom(1)}`, decimalProduct),
  checked_divide: (args, { scalar, args: [, divisor] }) => {
    if (scalar === 'decimal') return decimalQuotient(args);
    const quotient = form('multiplicative')`${atom(0)} / ${atom(1)}`(args);
    return isAtLeastOne(divisor) ? quotient : finiteOnce(quotient);
  },
  checked_negate: checked(form('unary')`-${atom(0)}`),
  checked_abs: checked(call`abs`),
  checked_lower: cased(call`lower`, WITHOUT_LOWER),
  checked_upper: cased(form`upper(replace(${0}, 'ß', 'ss'))`, WITHOUT_UPPER),
  parsed_decimal: form`TRY_CAST(${0} AS DECIMAL(38, 9))`,
  parsed_float64: form`CASE WHEN regexp_full_match(${0}, ${quoteDoubled(DECIMAL_NUMBER)}) THEN TRY_CAST(trim(${0}, ${WHITESPACE}) AS DOUBLE) END`,
  unfolded: ([of = sql``]) => of,
  opaque: ([of = sql``]) => of,
  beside: ([of = sql``]) => of,
  list_distinct: call`list_distinct`,
  fixed_text: ([of = sql``], node) =>
    sql`printf(${quoteDoubled(`%.${knownNumber(node, 1) ?? 0n}f`)}, ${of})`,
  float_key: form('additive')`${atom(0)} + 0.0::DOUBLE`,
  is_nan: call`isnan`,
  // GoogleSQL writes no negative zero
  string_from_float64: ([of = sql``]) => {
    const text = sql`regexp_replace(CAST(${operand(of, 'additive')} + 0e0 AS VARCHAR), '[.]0$', '')`;
    return sql`CASE WHEN regexp_matches(${text}, ${quoteDoubled(WRITTEN_FLOAT)}) THEN ${text} END`;
  },
  is_infinite: call`isinf`,
  list_sum: ([of = sql``], { scalar }) =>
    scalar === 'int64'
      ? sql`TRY_CAST(list_sum(${of}) AS BIGINT)`
      : finiteOnce(sql`list_sum(${of})`),
  list_avg: ([of = sql``]) => finiteOnce(sql`list_avg(${of})`),
  list_min: call`list_min`,
  list_max: call`list_max`,
  list_range: form`range(CAST(${0} AS BIGINT))`,
  list_split: call`string_split`,
  list_matches: call`regexp_extract_all`,
  list_concat: call`list_concat`,
  list_reverse: call`list_reverse`,
  list_sort: call`list_sort`,
  // items are counted from 1
  list_part: form`list_slice(${0}, ${1} + 1, ${1} + ${2})`,
  base64_from_hex: form`to_base64(unhex(${0}))`,
  // TRY takes no argument that fails by itself
  hex_from_base64: form`list_transform([${0}], lambda x: lower(hex(TRY(from_base64(x)))))[1]`,
  hex_from_text: form`lower(hex(${0}))`,
  text_from_hex: form`list_transform([unhex(${0})], lambda x: TRY(decode(x)))[1]`,
} satisfies Spellings<Exclude<ExactFunctionName, ExactJsonFunctionName>>;

/**
 * The whole part and the fraction of a float are exact. `printf` rounds halves to the even digit; a half has a tenth
 * digit, so a power of two makes it whole.
 */
function decimalOf(of: Sql): Sql {
  const fraction = sql`(${of} - trunc(${of}))`;
  const isHalf = sql`${fraction} * 1024 = trunc(${fraction} * 1024) AND ${fraction} * 512 <> trunc(${fraction} * 512)`;
  const away = sql`CAST(left(printf('%.10f', ${fraction}), -1) AS DECIMAL(38, 9)) + CASE WHEN ${of} < 0 THEN -0.000000001 ELSE 0.000000001 END`;
  const nearest = sql`CAST(printf('%.9f', ${fraction}) AS DECIMAL(38, 9))`;
  return sql`CASE WHEN abs(${of}) <= 1e29 THEN CAST(CAST(trunc(${of}) AS HUGEINT) AS DECIMAL(38, 9)) + CASE WHEN ${isHalf} THEN ${away} ELSE ${nearest} END END`;
}

/**
 * Operations on 64-bit integers fail by themselves. For floats and decimals, NULL replaces a result that does not
 * exist.
 */
function checked(spelling: Spelling, ofDecimals = spelling): CallSpelling {
  return ([first = sql``, ...more], { scalar, orNull, args: [left] }) => {
    if (scalar === 'float64') {
      const value = spelling([first, ...more]);
      return orNull === true ? finiteOnce(value) : finite(value);
    }
    if (scalar === 'decimal') return tried(ofDecimals, [first, ...more]);
    // up to DuckDB 1.5, without COALESCE, the optimizer compares values that the cast leaves out
    if (orNull === true)
      return sql`coalesce(TRY_CAST(${spelling([sql`CAST(${first} AS HUGEINT)`, ...more])} AS BIGINT), NULL::BIGINT)`;
    const isWide = left?.kind === 'call' && left.fn.startsWith('checked_');
    return spelling([isWide ? first : sql`CAST(${first} AS BIGINT)`, ...more]);
  };
}

/** Returns NULL if `spelling` fails. The arguments are outside TRY, so their own failures remain. */
function tried(spelling: Spelling, args: readonly Sql[]): Sql {
  const x = sql`x`;
  const items = args.map((_, i) => sql`${x}[${numeral(BigInt(i + 1))}]`);
  const values = joined(
    args.map(arg => sql`CAST(${arg} AS DECIMAL(38, 9))`),
    sql`, `,
  );
  return sql`list_transform([[${values}]], lambda ${x}: TRY(${spelling(items)}))[1]`;
}

/**
 * A product with 18 fraction digits has too few digits before the point. The parts are multiplied separately: whole
 * by whole has no fraction, whole by fraction has 9 digits of it, and only fraction by fraction is rounded.
 */
function decimalProduct([a = sql``, b = sql``]: readonly Sql[]): Sql {
  const whole = (of: Sql) => sql`CAST(trunc(${of}) AS DECIMAL(38, 0))`;
  const short = (of: Sql) => sql`CAST(trunc(${of}) AS DECIMAL(29, 0))`;
  const fraction = (of: Sql) => sql`CAST(${of} - trunc(${of}) AS DECIMAL(9, 9))`;
  const parts = [
    sql`CAST(${whole(a)} * ${whole(b)} AS DECIMAL(38, 9))`,
    sql`${short(a)} * ${fraction(b)}`,
    sql`${fraction(a)} * ${short(b)}`,
    sql`CAST(${fraction(a)} * ${fraction(b)} AS DECIMAL(38, 9))`,
  ];
  return sql('additive')`${joined(parts, sql` + `)}`;
}

/**
 * NULL for a divisor of 0, and for a quotient with too many digits. As whole numbers of the ninth digit, so that the division of the rest
 * is exact; a larger divisor would leave no digits for it.
 */
function decimalQuotient([of = sql``, by = sql``]: readonly Sql[]): Sql {
  const [x, u] = [sql`x`, sql`u`];
  const units = (item: Sql) =>
    sql`CAST(trunc(${item}) AS HUGEINT) * 1000000000 + CAST((${item} - trunc(${item})) * 1000000000 AS HUGEINT)`;
  const [a, b] = [sql`abs(${u}[1])`, sql`abs(${u}[2])`];
  const rest = sql`(${a} % ${b} * 2000000000 + ${b}) // (${b} * 2)`;
  const size = sql`TRY_CAST(${a} // ${b} AS DECIMAL(38, 9)) + CAST(${rest} AS DECIMAL(18, 0)) * 0.000000001`;
  const known = sql`CASE WHEN ${b} >= 10000000000000000000000000000 THEN ${FAILURE} WHEN ${b} > 0 THEN (${size}) * sign(${u}[1]) * sign(${u}[2]) END`;
  const items = sql`[CAST(${of} AS DECIMAL(38, 9)), CAST(${by} AS DECIMAL(38, 9))]`;
  return sql`list_transform([${items}], lambda ${x}: list_transform([[${units(sql`${x}[1]`)}, ${units(sql`${x}[2]`)}]], lambda ${u}: ${known})[1])[1]`;
}

function finite(of: Sql): Sql {
  return sql`nullif(nullif(nullif(${of}, 'inf'::DOUBLE), '-inf'::DOUBLE), 'nan'::DOUBLE)`;
}

/**
 * Without NULLIF: DuckDB writes its first argument twice, so five operations inside of each other took half a minute to bind.
 * The printer writes a long `of` once.
 */
function finiteOnce(of: Sql): Sql {
  return sql`CASE WHEN isfinite(${of}) THEN ${of} END`;
}

function cased(spelling: Spelling, without: string): CallSpelling {
  return (args, { orNull }) => {
    const failure = orNull === true ? sql`NULL` : FAILURE;
    return form`CASE WHEN regexp_matches(${0}, ${quoteDoubled(without)}) THEN ${failure} ELSE ${spelling(args)} END`(
      args,
    );
  };
}

/** Exact aggregates. They fail if a result is out of range. */
const exactAggregates = {
  exact_sum_int64: aggregates.sum_int64,
  exact_sum_float64: finiteOf(aggregates.sum_float64),
  exact_avg_int64: aggregates.avg,
  exact_avg_float64: finiteOf(aggregates.avg),
  exact_avg_decimal: (args, of) =>
    decimalQuotient([aggregates.sum_decimal(args, of), aggregates.count(args, of)]),
  exact_stddev_pop: finiteOf(spellFiltered(call`stddev_pop`)),
  exact_var_pop: finiteOf(spellFiltered(call`var_pop`)),
  exact_corr: ofPairs(call`corr`, 2n),
  exact_covar_pop: ofPairs(call`covar_pop`, 1n),
  exact_covar_samp: ofPairs(call`covar_samp`, 2n),
  list_concat_agg: ([of = sql``], { listing: { keys }, nullable, filter }) => {
    const kept = filterClause(knownOnly([of], nullable, filter));
    return sql`coalesce(flatten(list(${of}${ordering(keys)})${kept}), [])`;
  },
  first_of: ([of = sql``], { listing: { keys }, filter }) =>
    sql`first(${of}${ordering(keys)})${filterClause(filter)}`,
} satisfies Readonly<Record<ExactAggregateName, AggregateSpelling>>;

/** NULL for fewer than `least` pairs. A pair with a NULL counts nowhere. */
function ofPairs(spelling: Spelling, least: bigint): AggregateSpelling {
  return ([a = sql``, b = sql``], { filter }) => {
    const value = sql`${spelling([a, b])}${filterClause(filter)}`;
    return sql`coalesce(${finite(value)}, CASE WHEN regr_count(${a}, ${b})${filterClause(filter)} >= ${numeral(least)} THEN ${FAILURE} END)`;
  };
}

/** Windows over floats. They fail if a result is not finite. */
const exactWindows = {
  exact_sum_float64: finiteOver(call`sum`),
  exact_avg_float64: finiteOver(call`avg`),
  exact_avg_decimal: (args: readonly Sql[], over: Sql) =>
    decimalQuotient([windowed(call`sum`)(args, over), windowed(call`count`)(args, over)]),
  exact_stddev_pop: finiteOver(call`stddev_pop`),
  exact_stddev_samp: finiteOver(call`stddev_samp`),
  exact_var_pop: finiteOver(call`var_pop`),
  exact_var_samp: finiteOver(call`var_samp`),
};

function finiteOver(spelling: Spelling): WindowSpelling {
  return (args, over) => {
    const value = windowed(spelling)(args, over);
    return sql`list_transform([${value}], lambda x: CASE WHEN isfinite(x) OR x IS NULL THEN x ELSE ${FAILURE} END)[1]`;
  };
}

function finiteOf(spelling: AggregateSpelling): AggregateSpelling {
  return (args, of) => {
    const known = sql`CASE WHEN ${aggregates.count(args, of)} > 0 THEN ${FAILURE} END`;
    return sql`coalesce(${finite(spelling(args, of))}, ${known})`;
  };
}

export default { functions, aggregates: exactAggregates, windows: exactWindows };
