/** ClickHouse's casts. */

import type { CastName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call, form } from '../../../generator/sql/spelling.ts';
import { quoteBackslashed } from '../../../generator/sql/sql.ts';
import { HEXADECIMAL, WHOLE_NUMBER } from '../../../generator/sql/texts.ts';
import { WITHOUT_SECONDS } from '../../../generator/sql/time.ts';

export default {
  string_from_int64: call`toString`,
  string_from_decimal: call`toString`,
  string_from_bool: form`if(isNull(${0}), NULL, if(${0}, 'true', 'false'))`,
  string_from_date: call`toString`,
  int64_from_string: form`toInt64OrNull(${0})`,
  parsed_int64: form`multiIf(match(${0}, ${quoteBackslashed(WHOLE_NUMBER)}), toInt64OrNull(trimBoth(${0}, ' \\t\\n\\v\\f\\r')), match(${0}, ${quoteBackslashed(HEXADECIMAL)}), accurateCastOrNull(if(position(${0}, '-') > 0, -1, 1) * toInt128(reinterpretAsUInt64(reverse(unhex(leftPad(extract(${0}, '[xX]0*([0-9A-Fa-f]+)'), 16, '0'))))), 'Int64'), NULL)`,
  int64_from_float64: form`accurateCastOrNull(trunc(${0}) + sign(${0}) * (abs(${0} - trunc(${0})) >= 0.5), 'Int64')`,
  // casts of a decimal fail beyond 64 bits, even the OrNull ones
  int64_from_decimal: form`toInt64OrNull(toString(round(${0})))`,
  int64_from_bool: call`toInt64`,
  float64_from_string: form`if(isFinite(toFloat64OrNull(${0})), toFloat64OrNull(${0}), NULL)`,
  float64_from_int64: call`toFloat64`,
  float64_from_decimal: call`toFloat64`,
  decimal_from_string: form`toDecimal128OrNull(${0}, 9)`,
  decimal_from_int64: form`toDecimal128(${0}, 9)`,
  timestamp_from_string: form`parseDateTime64BestEffortOrNull(replaceRegexpOne(${0}, ${quoteBackslashed(WITHOUT_SECONDS)}, ${quoteBackslashed('\\1:00\\2')}), 6, 'UTC')`,
  date_from_string: form`toDate32OrNull(${0})`,
} satisfies Spellings<CastName>;
