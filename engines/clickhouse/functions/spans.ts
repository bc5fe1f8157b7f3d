/** ClickHouse's computed spans of time. */
import type { SpanFunctionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { call, form } from '../../../generator/sql/spelling.ts';
import { type Sql, sql } from '../../../generator/sql/sql.ts';

/** A number beyond 32 bits is UInt64, and a modulus of that type reads negative numbers as numbers below 2^64. */
function signed(step: Sql): Sql {
  return /^\d{10,}$/.test(step.text) ? sql`toInt64(${step})` : step;
}

export const spans = {
  add_micros: call`addMicroseconds`,
  subtract_micros: call`subtractMicroseconds`,
  floor_micros: ([of = sql``, step = sql``]) =>
    sql`fromUnixTimestamp64Micro(toUnixTimestamp64Micro(${of}) - positiveModulo(toUnixTimestamp64Micro(${of}), ${signed(step)}), 'UTC')`,
  // the match is '' if nothing is found
  count_before: form`toInt64OrZero(extract(ifNull(${0}, ''), ${1}))`,
} satisfies Spellings<SpanFunctionName>;
