/** DuckDB's casts. */
import type { CastName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { form } from '../../../generator/sql/spelling.ts';
import { quoteDoubled, type Sql, sql } from '../../../generator/sql/sql.ts';
import { HEXADECIMAL, WHOLE_NUMBER } from '../../../generator/sql/texts.ts';
import { WITHOUT_SECONDS } from '../../../generator/sql/time.ts';

export default {
  string_from_int64: form`CAST(${0} AS VARCHAR)`,
  // DuckDB always writes nine digits after the point
  string_from_decimal: form`rtrim(rtrim(CAST(${0} AS VARCHAR), '0'), '.')`,
  string_from_bool: form`CAST(${0} AS VARCHAR)`,
  string_from_date: form`CAST(${0} AS VARCHAR)`,
  int64_from_string: form`TRY_CAST(${0} AS BIGINT)`,
  parsed_int64: form`CASE WHEN regexp_full_match(${0}, ${quoteDoubled(WHOLE_NUMBER)}) THEN TRY_CAST(trim(${0}, E' \\t\\n\\x0B\\f\\r') AS BIGINT) WHEN regexp_full_match(${0}, ${quoteDoubled(HEXADECIMAL)}) THEN TRY_CAST(CASE WHEN contains(${0}, '-') THEN -1 ELSE 1 END * CAST(TRY_CAST(regexp_extract(${0}, '0[xX][0-9A-Fa-f]+') AS UBIGINT) AS HUGEINT) AS BIGINT) END`,
  // the cast alone rounds half to even
  int64_from_float64: form`TRY_CAST(round(${0}) AS BIGINT)`,
  int64_from_decimal: form`TRY_CAST(${0} AS BIGINT)`,
  int64_from_bool: form`CAST(${0} AS BIGINT)`,
  // here, a text beyond the largest number becomes infinity
  float64_from_string: form`nullif(nullif(TRY_CAST(${0} AS DOUBLE), 'inf'::DOUBLE), '-inf'::DOUBLE)`,
  float64_from_int64: form`CAST(${0} AS DOUBLE)`,
  float64_from_decimal: form`CAST(${0} AS DOUBLE)`,
  decimal_from_string: form`TRY_CAST(${0} AS DECIMAL(38, 9))`,
  decimal_from_int64: form`CAST(${0} AS DECIMAL(38, 9))`,
  // a cast to TIMESTAMP would drop the offset; a cast to TIMESTAMPTZ reads a text without an offset in the session's
  // zone
  timestamp_from_string: ([of = sql``]) => {
    const withTime = replaced(of, '^(.{10})$', '\\1 00:00');
    const withSeconds = replaced(withTime, WITHOUT_SECONDS, '\\1:00\\2');
    const withOffset = replaced(withSeconds, '^(.{19}(?:\\.[0-9]+)?)$', '\\1Z');
    return sql('unary')`TRY_CAST(${withOffset} AS TIMESTAMPTZ) AT TIME ZONE 'UTC'`;
  },
  date_from_string: form`TRY_CAST(${0} AS DATE)`,
} satisfies Spellings<CastName>;

function replaced(of: Sql, pattern: string, by: string): Sql {
  return sql`regexp_replace(${of}, ${quoteDoubled(pattern)}, ${quoteDoubled(by)})`;
}
