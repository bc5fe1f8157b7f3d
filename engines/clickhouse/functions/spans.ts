/** Computed spans of time of ClickHouse. */
import type { SpanFunctionName } from '../../../generator/core/functions.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call, form } from '../../../generator/sql/spelling.ts';

export const spans = {
  add_micros: call`addMicroseconds`,
  subtract_micros: call`subtractMicroseconds`,
  floor_micros: form`fromUnixTimestamp64Micro(toUnixTimestamp64Micro(${0}) - positiveModulo(toUnixTimestamp64Micro(${0}), ${1}), 'UTC')`,
  // '' where nothing is found
  count_before: form`toInt64OrZero(extract(ifNull(${0}, ''), ${1}))`,
} satisfies Spellings<SpanFunctionName>;
