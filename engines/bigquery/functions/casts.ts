/** BigQuery's casts. */

import type { CastName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { form } from '../../../generator/sql/spelling.ts';
import { quoteBackslashed } from '../../../generator/sql/sql.ts';
import { WITHOUT_SECONDS } from '../../../generator/sql/time.ts';

export default {
  string_from_int64: form`CAST(${0} AS STRING)`,
  string_from_decimal: form`CAST(${0} AS STRING)`,
  string_from_bool: form`CAST(${0} AS STRING)`,
  string_from_date: form`CAST(${0} AS STRING)`,
  int64_from_string: form`SAFE_CAST(${0} AS INT64)`,
  parsed_int64: form`SAFE_CAST(${0} AS INT64)`,
  int64_from_float64: form`SAFE_CAST(${0} AS INT64)`,
  int64_from_decimal: form`SAFE_CAST(${0} AS INT64)`,
  int64_from_bool: form`CAST(${0} AS INT64)`,
  // a text beyond the largest number becomes infinity
  float64_from_string: form`NULLIF(NULLIF(SAFE_CAST(${0} AS FLOAT64), CAST('inf' AS FLOAT64)), CAST('-inf' AS FLOAT64))`,
  float64_from_int64: form`CAST(${0} AS FLOAT64)`,
  float64_from_decimal: form`CAST(${0} AS FLOAT64)`,
  decimal_from_string: form`SAFE_CAST(${0} AS NUMERIC)`,
  decimal_from_int64: form`CAST(${0} AS NUMERIC)`,
  // SAFE_CAST needs seconds.
  timestamp_from_string: form`SAFE_CAST(REGEXP_REPLACE(${0}, ${quoteBackslashed(WITHOUT_SECONDS)}, ${quoteBackslashed('\\1:00\\2')}) AS TIMESTAMP)`,
  date_from_string: form`SAFE_CAST(${0} AS DATE)`,
} satisfies Spellings<CastName>;
