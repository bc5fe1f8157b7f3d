/** ClickHouse's functions for saved GoogleSQL. They fail if GoogleSQL does. */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import { listOf, scalarOf } from '../../../generator/core/types/scalar.ts';
import type {
  ExactAggregateName,
  ExactFunctionName,
  ExactJsonFunctionName,
} from '../../../generator/functions/names.ts';
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
import { numeral, operand, quoteBackslashed, type Sql, sql } from '../../../generator/sql/sql.ts';
import { DECIMAL_NUMBER, WRITTEN_FLOAT } from '../../../generator/sql/texts.ts';
import { SQL_TYPES } from '../types.ts';
import { firstListed, printListing } from './listing.ts';
import { inZone } from './times.ts';

/** A power of two, so that a division by it is exact. */
const LARGE = numeral(2n ** 50n);

const functions = {
  // the cast of NULL fails, because the type is not Nullable; a compiled plain CAST ignores that; a constant would fail even if
  // nothing reads it
  datetime_from_timestamp: ([of = sql``, zone], node) =>
    zone === undefined
      ? of
      : sql`addSeconds(${of}, timeZoneOffset(toTimeZone(${of}${inZone(zone, node)})))`,
  timestamp_from_datetime: ([of = sql``]) => of,
  decimal_from_float64: ([of = sql``]) => {
    const x = sql`x`;
    return isName(of) ? decimalOf(of) : sql`arrayMap(${x} -> ${decimalOf(x)}, [${of}])[1]`;
  },
  decimal_round: form`toDecimal128OrNull(toString(round(${0}, ${1})), 9)`,
  or_fail: ([of = sql``], { scalar, orNull }) =>
    orNull === true
      ? of
      : sql`accurateCast(materialize(${of}), ${quoteBackslashed(SQL_TYPES[scalarOf(scalar)].text)})`,
  // overflow wraps without an error
  checked_add: checked(
    form('additive')`toInt128(${0}) + ${atom(1)}`,
    form`${atom(0)} + ${atom(1)}`,
  ),
  checked_subtract: checked(
    form('additive')`toInt128(${0}) - ${atom(1)}`,
    form`${atom(0)} - ${atom(1)}`,
  ),
  checked_multiply: checked(
    form('multiplicative')`toInt128(${0}) * ${atom(1)}`,
    form`${atom(0)} * ${atom(1)}`,
  ),
  checked_divide: (args, { scalar, args: [, divisor] }) =>
    scalar === 'decimal'
      ? decimalQuotient(args)
      : isAtLeastOne(divisor)
        ? form('multiplicative')`${atom(0)} / ${atom(1)}`(args)
        : form`ifNotFinite(${atom(0)} / ${atom(1)}, NULL)`(args),
  checked_negate: checked(form('unary')`-toInt128(${0})`, form`-${atom(0)}`),
  checked_abs: checked(form`abs(toInt128(${0}))`, call`abs`),
  checked_lower: call`lowerUTF8`,
  checked_upper: call`upperUTF8`,
  parsed_decimal: form`toDecimal128OrNull(${0}, 9)`,
  parsed_float64: form`if(match(${0}, ${quoteBackslashed(DECIMAL_NUMBER)}), toFloat64OrNull(trimBoth(${0}, ' \\t\\n\\v\\f\\r')), NULL)`,
  // a join does not know which side a constant belongs to, even a constant in `materialize`
  unfolded: form`arrayJoin([${0}])`,
  // an aggregate of `if` would compute its argument for every row, and only then choose
  opaque: call`materialize`,
  // an inner join drops a condition that folds to NULL, and an outer join needs keys that read columns
  beside: form`tupleElement((${0}, ${1}), 1)`,
  list_distinct: call`arrayDistinct`,
  fixed_text: ([of = sql``], node) =>
    sql`printf(${quoteBackslashed(`%.${knownNumber(node, 1) ?? 0n}f`)}, ${of})`,
  // it groups by bits
  float_key: form`if(isNaN(${0}), nan, ${atom(0)} + 0.0)`,
  is_nan: call`isNaN`,
  // GoogleSQL writes no negative zero
  string_from_float64: ([of = sql``]) => {
    const text = sql`toString(${operand(of, 'additive')} + 0.0)`;
    return sql`if(match(${text}, ${quoteBackslashed(WRITTEN_FLOAT)}), ${text}, NULL)`;
  },
  is_infinite: call`isInfinite`,
  // a sum of Int64 wraps
  list_sum: ([of = sql``], { scalar }) =>
    scalar === 'int64'
      ? sql`accurateCastOrNull(arrayReduce('sumOrNull', arrayMap(item -> toInt128(item), ${of})), 'Int64')`
      : sql`ifNotFinite(arrayReduce('sumOrNull', ${of}), NULL)`,
  list_avg: ([of = sql``], { args: [list] }) =>
    list?.scalar === listOf('int64')
      ? sql`arrayReduce('sumOrNull', arrayMap(item -> toInt128(item), ${of})) / length(${of})`
      : sql`ifNotFinite(arrayReduce('avgOrNull', ${of}), NULL)`,
  list_min: form`arrayReduce('minOrNull', ${0})`,
  list_max: form`arrayReduce('maxOrNull', ${0})`,
  list_range: form`range(toInt64(0), toInt64(${0}))`,
  list_split: parts(form`splitByString(${1}, ${0})`),
  // with a group, it lists what the group matches
  list_matches: parts(form`extractAll(${0}, ${1})`),
  list_concat: call`arrayConcat`,
  list_reverse: call`arrayReverse`,
  list_sort: call`arraySort`,
  // items are counted from 1
  list_part: form`arraySlice(${0}, ${1} + 1, ${2})`,
  base64_from_hex: form`base64Encode(unhex(${0}))`,
  hex_from_base64: form`lower(hex(tryBase64Decode(${0})))`,
  hex_from_text: form`lower(hex(${0}))`,
  text_from_hex: form`if(isValidUTF8(unhex(${0})), unhex(${0}), NULL)`,
} satisfies Spellings<Exclude<ExactFunctionName, ExactJsonFunctionName>>;

/** The parts of a text; no list is NULL. */
function parts(spelling: Spelling): CallSpelling {
  return ([of = sql``, ...more], { nullable }) =>
    nullable
      ? sql`if(isNull(${of}), [], ${spelling([sql`assumeNotNull(${of})`, ...more])})`
      : spelling([of, ...more]);
}

/**
 * The whole part and the fraction of a float are exact. `printf` rounds halves to the even digit; a half has a tenth
 * digit, so a power of two makes it whole. A large float becomes an Int128 in two parts, because the cast is not exact.
 */
function decimalOf(of: Sql): Sql {
  const fraction = sql`(${of} - trunc(${of}))`;
  const isHalf = sql`${fraction} * 1024 = trunc(${fraction} * 1024) AND ${fraction} * 512 != trunc(${fraction} * 512)`;
  const away = sql`toDecimal128(substring(printf('%.10f', ${fraction}), 1, -1), 9) + if(${of} < 0, toDecimal128('-0.000000001', 9), toDecimal128('0.000000001', 9))`;
  const nearest = sql`toDecimal128(printf('%.9f', ${fraction}), 9)`;
  const high = sql`trunc(${of} / ${LARGE})`;
  const whole = sql`toInt128(toInt64(${high})) * ${LARGE} + toInt64(trunc(${of} - ${high} * ${LARGE}))`;
  return sql`if(abs(${of}) <= 1e29, toDecimal128(${whole}, 9) + if(${isHalf}, ${away}, ${nearest}), NULL)`;
}

/**
 * `whole` is an Int128, which is large enough for every result. A result of floats is NULL if it is not finite. A result of
 * decimals is NULL if it has too many digits, which a cast of decimals does not check.
 */
function checked(whole: Spelling, float: Spelling): CallSpelling {
  return (args, node) => {
    if (node.scalar === 'decimal') {
      const [first = sql``, ...more] = args;
      const wide = float([sql`toDecimal256(${first}, 9)`, ...more]);
      return sql`toDecimal128OrNull(toString(round(${wide}, 9)), 9)`;
    }
    if (node.scalar === 'float64') return sql`ifNotFinite(${float(args)}, NULL)`;
    if (node.orNull === true) return sql`accurateCastOrNull(${whole(args)}, 'Int64')`;
    return sql`accurateCast(${whole(args)}, ${target(node)})`;
  };
}

/** The engine cuts a quotient after the digits of the dividend; the tenth decides how the ninth is rounded. */
function decimalQuotient([of = sql``, by = sql``]: readonly Sql[]): Sql {
  return sql`toDecimal128OrNull(toString(round(toDecimal256(${of}, 10) / nullIf(${by}, 0), 9)), 9)`;
}

function target({ nullable }: CallExpr<SqlExpr>): Sql {
  return nullable ? sql`'Nullable(Int64)'` : sql`'Int64'`;
}

const exactAggregates = {
  exact_sum_int64: form`accurateCast(sumOrNull(toInt128(${0})), 'Nullable(Int64)')`,
  exact_sum_float64: finite(call`sumOrNull`),
  // a sum of Int64 wraps
  exact_avg_int64: form('multiplicative')`sumOrNull(toInt128(${0})) / count(${0})`,
  exact_avg_float64: finite(call`avgOrNull`),
  exact_avg_decimal: args =>
    decimalQuotient([form`sumOrNull(toDecimal256(${0}, 9))`(args), form`count(${0})`(args)]),
  exact_stddev_pop: finite(form`if(count(${0}) > 0, stddevPopStable(${0}), NULL)`),
  exact_var_pop: finite(form`if(count(${0}) > 0, varPopStable(${0}), NULL)`),
  exact_corr: ofPairs(call`corrStable`, 2n),
  exact_covar_pop: ofPairs(call`covarPopStable`, 1n),
  exact_covar_samp: ofPairs(call`covarSampStable`, 2n),
  list_concat_agg: (args, of) => sql`arrayFlatten(${printListing(args, of)})`,
  first_of: firstListed,
} satisfies Readonly<Record<ExactAggregateName, AggregateSpelling>>;

/** NULL for fewer than `least` pairs. A pair with a NULL counts nowhere. */
function ofPairs(spelling: Spelling, least: bigint): Spelling {
  return args =>
    form`if(countIf(isNotNull(${0}) AND isNotNull(${1})) < ${numeral(least)}, NULL, accurateCast(ifNotFinite(${spelling(args)}, NULL), 'Float64'))`(
      args,
    );
}

/** Fails if the result is not finite. */
function finite(of: Spelling): Spelling {
  return args => {
    const result = of(args);
    return sql`if(isNull(${result}), NULL, accurateCast(ifNotFinite(${result}, NULL), 'Float64'))`;
  };
}

const exactWindows = {
  exact_sum_int64: (args: readonly Sql[], over: Sql) =>
    sql`accurateCast(${windowed(form`sum(toInt128(toNullable(${0})))`)(args, over)}, 'Nullable(Int64)')`,
  exact_avg_int64: (args: readonly Sql[], over: Sql) => {
    const sum = windowed(form`sum(toInt128(toNullable(${0})))`)(args, over);
    return sql('multiplicative')`${sum} / ${windowed(form`count(toNullable(${0}))`)(args, over)}`;
  },
  exact_sum_float64: finiteOver(form`sumOrNull(toNullable(${0}))`, 1),
  exact_avg_float64: finiteOver(form`avgOrNull(toNullable(${0}))`, 1),
  exact_avg_decimal: (args: readonly Sql[], over: Sql) =>
    decimalQuotient([
      windowed(form`sum(toDecimal256(toNullable(${0}), 9))`)(args, over),
      windowed(form`count(toNullable(${0}))`)(args, over),
    ]),
  exact_stddev_pop: finiteOver(form`stddevPopStable(toNullable(${0}))`, 1),
  exact_stddev_samp: finiteOver(form`stddevSampStable(toNullable(${0}))`, 2),
  exact_var_pop: finiteOver(form`varPopStable(toNullable(${0}))`, 1),
  exact_var_samp: finiteOver(form`varSampStable(toNullable(${0}))`, 2),
  nth_value: windowed(form`nth_value(toNullable(${0}), ${1})`),
};

/** NULL for fewer than `least` values, where some functions give NaN; fails if the result of others is not finite. */
function finiteOver(spelling: Spelling, least: number): WindowSpelling {
  return (args, over) => {
    const count = windowed(form`count(toNullable(${0}))`)(args, over);
    const value = windowed(spelling)(args, over);
    return sql`if(${count} < ${numeral(BigInt(least))}, NULL, accurateCast(ifNotFinite(${value}, NULL), 'Float64'))`;
  };
}

export default { functions, aggregates: exactAggregates, windows: exactWindows };
