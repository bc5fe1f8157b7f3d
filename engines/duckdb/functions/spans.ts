/** DuckDB's computed spans of time. */
import type { SpanFunctionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { atom, form } from '../../../generator/sql/spelling.ts';

export const spans = {
  add_micros: form('additive')`${atom(0)} + to_microseconds(${1})`,
  subtract_micros: form('additive')`${atom(0)} - to_microseconds(${1})`,
  // without an origin, spans of days are counted from Monday 2000-01-03
  floor_micros: form`time_bucket(to_microseconds(${1}), ${0}, TIMESTAMP '1970-01-01')`,
  // the match is '' if nothing is found
  count_before: form`coalesce(TRY_CAST(regexp_extract(${0}, ${1}, 1) AS BIGINT), 0)`,
} satisfies Spellings<SpanFunctionName>;
