/** BigQuery's computed spans of time. */
import type { SpanFunctionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { form } from '../../../generator/sql/spelling.ts';

export const spans = {
  add_micros: form`TIMESTAMP_ADD(${0}, INTERVAL ${1} MICROSECOND)`,
  subtract_micros: form`TIMESTAMP_SUB(${0}, INTERVAL ${1} MICROSECOND)`,
  // MOD has the sign of the dividend
  floor_micros: form`TIMESTAMP_MICROS(UNIX_MICROS(${0}) - MOD(MOD(UNIX_MICROS(${0}), ${1}) + ${1}, ${1}))`,
  count_before: form`COALESCE(SAFE_CAST(REGEXP_EXTRACT(${0}, ${1}) AS INT64), 0)`,
} satisfies Spellings<SpanFunctionName>;
