/** ClickHouse's functions for saved GoogleSQL. They fail if GoogleSQL does. */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr.ts';
import type { ExactAggregateName, ExactFunctionName } from '../../../generator/core/functions.ts';
import { scalarOf } from '../../../generator/core/scalar.ts';
import type { AggregateSpelling, CallSpelling, Spellings } from '../../../generator/sql/dialect.ts';
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
import { numeral, type Sql, sql } from '../../../generator/sql/sql.ts';
import { DECIMAL_NUMBER, HEXADECIMAL, WHOLE_NUMBER } from '../../../generator/sql/texts.ts';
import { text } from '../text.ts';
import { TYPES } from '../types.ts';
import { jsonText } from './json.ts';
import { firstListed } from './listing.ts';
import { numbers } from './numbers.ts';

export const exact = {
  // the cast of NULL fails, because the type is not Nullable; a compiled plain CAST ignores that; a constant would fail even if
  // nothing reads it
  or_fail: ([of = sql``], { scalar, orNull }) =>
    orNull === true
      ? of
      : sql`accurateCast(materialize(${of}), ${text(TYPES[scalarOf(scalar)].text)})`,
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
  checked_divide: (args, { args: [, divisor] }) =>
    isAtLeastOne(divisor)
      ? form('multiplicative')`${atom(0)} / ${atom(1)}`(args)
      : form`ifNotFinite(${atom(0)} / ${atom(1)}, NULL)`(args),
  checked_negate: checked(form('unary')`-toInt128(${0})`, form`-${atom(0)}`),
  checked_abs: checked(form`abs(toInt128(${0}))`, call`abs`),
  round_exact: rounded,
  checked_lower: call`lowerUTF8`,
  checked_upper: call`upperUTF8`,
  whole_divide: (args, { args: [, divisor] }) =>
    isAtLeastOne(divisor)
      ? form`intDiv(toInt64(${0}), ${1})`(args)
      : form`intDivOrNull(toInt64(${0}), ${1})`(args),
  parsed_int64: form`multiIf(match(${0}, ${text(WHOLE_NUMBER)}), toInt64OrNull(trimBoth(${0}, ' \\t\\n\\v\\f\\r')), match(${0}, ${text(HEXADECIMAL)}), accurateCastOrNull(if(position(${0}, '-') > 0, -1, 1) * toInt128(reinterpretAsUInt64(reverse(unhex(leftPad(extract(${0}, '[xX]0*([0-9A-Fa-f]+)'), 16, '0'))))), 'Int64'), NULL)`,
  parsed_float64: form`if(match(${0}, ${text(DECIMAL_NUMBER)}), toFloat64OrNull(trimBoth(${0}, ' \\t\\n\\v\\f\\r')), NULL)`,
  byte_length: form`toInt64(length(${0}))`,
  rpad: call`rightPadUTF8`,
  // a join does not know which side a constant belongs to, even a constant in `materialize`
  unfolded: form`arrayJoin([${0}])`,
  // an aggregate of `if` would compute its argument for every row, and only then choose
  opaque: call`materialize`,
  // an inner join drops a condition that folds to NULL, and an outer join needs keys that read columns
  beside: form`tupleElement((${0}, ${1}), 1)`,
  list_distinct: call`arrayDistinct`,
  list_range: form`range(toInt64(0), toInt64(${0}))`,
  like: call`like`,
  json_text: jsonText,
  md5_hex: form`lower(hex(MD5(${0})))`,
  sha1_hex: form`lower(hex(SHA1(${0})))`,
  sha256_hex: form`lower(hex(SHA256(${0})))`,
} satisfies Spellings<ExactFunctionName>;

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

function target({ nullable }: CallExpr<SqlExpr>): Sql {
  return nullable ? sql`'Nullable(Int64)'` : sql`'Int64'`;
}

/** Writes anything longer than a name only once. */
function rounded([of = sql``]: readonly Sql[], node: CallExpr<SqlExpr>): Sql {
  if (isName(of)) return roundedName(of, node);
  const x = sql`x`;
  return sql`arrayMap(${x} -> ${roundedName(x, node)}, [${of}])[1]`;
}

/** Halves are the values that a power of two makes whole. Only for them is a product with a power of ten exact. */
function roundedName(of: Sql, node: CallExpr<SqlExpr>): Sql {
  const digits = numeral(knownNumber(node, 1) ?? 0n);
  const two = numeral(2n ** ((knownNumber(node, 1) ?? 0n) + 1n));
  const half = numbers.round_to([of, digits], node);
  return sql`multiIf(${of} = trunc(${of}), ${of}, ${of} * ${two} = trunc(${of} * ${two}), ${half}, toFloat64(printf('%.${digits}f', ${of})))`;
}

export const exactAggregates = {
  exact_sum_int64: form`accurateCast(sumOrNull(toInt128(${0})), 'Nullable(Int64)')`,
  exact_sum_float64: finite(call`sumOrNull`),
  // a sum of Int64 wraps
  exact_avg_int64: form('multiplicative')`sumOrNull(toInt128(${0})) / count(${0})`,
  exact_avg_float64: finite(call`avgOrNull`),
  exact_stddev_pop: finite(form`if(count(${0}) > 0, stddevPopStable(${0}), NULL)`),
  exact_var_pop: finite(form`if(count(${0}) > 0, varPopStable(${0}), NULL)`),
  first_of: firstListed,
} satisfies Readonly<Record<ExactAggregateName, AggregateSpelling>>;

/** Fails if the result is not finite. */
function finite(of: Spelling): Spelling {
  return args => {
    const result = of(args);
    return sql`if(isNull(${result}), NULL, accurateCast(ifNotFinite(${result}, NULL), 'Float64'))`;
  };
}

export const exactWindows = {
  first_known: windowed(form`any(toNullable(${0}))`),
  last_known: windowed(form`anyLast(toNullable(${0}))`),
  ntile: (args: readonly Sql[], over: Sql) => sql`toInt64(${windowed(call`ntile`)(args, over)})`,
  exact_sum_int64: (args: readonly Sql[], over: Sql) =>
    sql`accurateCast(${windowed(form`sum(toInt128(toNullable(${0})))`)(args, over)}, 'Nullable(Int64)')`,
  exact_avg_int64: (args: readonly Sql[], over: Sql) => {
    const sum = windowed(form`sum(toInt128(toNullable(${0})))`)(args, over);
    return sql('multiplicative')`${sum} / ${windowed(form`count(toNullable(${0}))`)(args, over)}`;
  },
};
