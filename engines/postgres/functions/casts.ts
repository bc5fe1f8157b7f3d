/** PostgreSQL's casts. A cast of a text that it cannot read fails, so the text is tested first. */
import type { CastName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { atom, form, type Spelling } from '../../../generator/sql/spelling.ts';
import { operand, quoteDoubled, type Sql, sql } from '../../../generator/sql/sql.ts';
import { HEXADECIMAL, WHOLE_NUMBER } from '../../../generator/sql/texts.ts';
import { WITHOUT_SECONDS } from '../../../generator/sql/time.ts';

export default {
  string_from_int64: form`${atom(0)}::text`,
  // a numeric keeps zeros at its end
  string_from_decimal: form`trim_scale(${0})::text`,
  string_from_bool: form`${atom(0)}::text`,
  string_from_date: form`to_char(${0}, 'YYYY-MM-DD')`,
  int64_from_string: wholeNumber(form`${0}`, '^[+-]?[0-9]{1,200}$'),
  parsed_int64: args => {
    const [of = sql``] = args;
    const decimal = wholeNumber(form`btrim(${0}, E' \\t\\n\\x0B\\f\\r')`, WHOLE_NUMBER)(args);
    const digits = sql`lpad(substring(${of} FROM '[xX]0*([0-9A-Fa-f]+)'), 16, '0')`;
    // read as bits, which are those of a negative number from 2^63 on
    const bits = sql`('x' || ${digits})::bit(64)::bigint::numeric`;
    const sign = sql`CASE WHEN strpos(${of}, '-') > 0 THEN -1 ELSE 1 END`;
    const value = sql(
      'multiplicative',
    )`${sign} * (CASE WHEN ${bits} < 0 THEN 18446744073709551616 ELSE 0 END + ${bits})`;
    return sql`CASE WHEN ${operand(of, 'primary')} ~ ${quoteDoubled(HEXADECIMAL)} THEN ${withinInt64(value, value)} ELSE ${decimal} END`;
  },
  int64_from_float64: args => {
    const [of = sql``] = args;
    const rounded = roundedFloat(of);
    return sql`CASE WHEN ${rounded} >= -9223372036854775808 AND ${rounded} < 9223372036854775808 THEN (${rounded})::bigint END`;
  },
  int64_from_decimal: args => {
    const rounded = form`round(${0})`(args);
    return withinInt64(rounded, rounded);
  },
  int64_from_bool: form`${atom(0)}::int::bigint`,
  // `to_jsonb` twice: a cast of a constant alone would be computed, and fail, before any condition
  float64_from_string: form`CASE WHEN jsonb_path_exists(to_jsonb(${atom(0)}::text), '$.double()', '{}', true) THEN (to_jsonb(${atom(0)}::text) #>> '{}')::float8 END`,
  float64_from_int64: form`${atom(0)}::float8`,
  float64_from_decimal: form`${atom(0)}::float8`,
  decimal_from_string: form`CASE WHEN ${atom(0)} ~ ${quoteDoubled('^[+-]?[0-9]{1,100}([.][0-9]{0,100})?$')} THEN CASE WHEN abs(round(${atom(0)}::text::numeric, 9)) < 1e29 THEN round(${atom(0)}::text::numeric, 9) END END`,
  decimal_from_int64: form`${atom(0)}::numeric`,
  timestamp_from_string: ([of = sql``]) => {
    const withTime = replaced(of, '^(.{10})$', '\\1 00:00');
    const withSeconds = replaced(withTime, WITHOUT_SECONDS, '\\1:00\\2');
    // a text without an offset is in the zone of the session
    const withOffset = replaced(withSeconds, '^(.{19}([.][0-9]+)?)$', '\\1Z');
    return sql`CASE WHEN ${isDay(sql`left(${of}, 10)`)} AND ${operand(of, 'primary')} ~ ${quoteDoubled(INSTANT)} THEN ${withOffset}::timestamptz END`;
  },
  date_from_string: ([of = sql``]) =>
    sql`CASE WHEN ${isDay(of)} THEN ${operand(of, 'primary')}::text::date END`,
} satisfies Spellings<CastName>;

/** A time of day that exists, and an offset that the engine reads. */
const INSTANT =
  '^.{10}([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]*)?)?(Z|[+-](0[0-9]|1[0-4])(:?[0-5][0-9])?)?)?$';

/** Whether the text is a day of the calendar. */
function isDay(of: Sql): Sql {
  return sql`jsonb_path_exists(to_jsonb(${operand(of, 'primary')}::text), '$.datetime("YYYY-MM-DD")', '{}', true)`;
}

function replaced(of: Sql, pattern: string, by: string): Sql {
  return sql`regexp_replace(${of}, ${quoteDoubled(pattern)}, ${quoteDoubled(by)})`;
}

/** A text that matches the pattern, read as a whole number; NULL if it is out of range. */
function wholeNumber(trimmed: Spelling, pattern: string): Spelling {
  return args => {
    // the parser would read a literal as a number, before it is tested
    const number = sql`${operand(trimmed(args), 'primary')}::text::numeric`;
    return form`CASE WHEN ${atom(0)} ~ ${quoteDoubled(pattern)} THEN ${withinInt64(number, number)} END`(
      args,
    );
  };
}

/** `value` as an int64, if `tested` has a value of one. */
export function withinInt64(tested: Sql, value: Sql): Sql {
  return sql`CASE WHEN ${operand(tested, 'additive')} BETWEEN -9223372036854775808 AND 9223372036854775807 THEN ${operand(value, 'primary')}::bigint END`;
}

/** Rounds halves away from zero. The engine's own function rounds them to even numbers. */
export function roundedFloat(of: Sql): Sql {
  const x = operand(of, 'additive');
  return sql(
    'additive',
  )`trunc(${of}) + sign(${of}) * CASE WHEN abs(${x} - trunc(${of})) >= 0.5 THEN 1 ELSE 0 END`;
}
