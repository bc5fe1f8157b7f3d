/** PostgreSQL's computed spans of time. */
import type { SpanFunctionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { form } from '../../../generator/sql/spelling.ts';
import { sql } from '../../../generator/sql/sql.ts';
import { casts } from './casts.ts';
import { movedInstant } from './times.ts';

export const spans = {
  add_micros: ([of = sql``, micros = sql``]) => movedInstant(of, sql`+`, micros),
  subtract_micros: ([of = sql``, micros = sql``]) => movedInstant(of, sql`-`, micros),
  floor_micros: form`date_bin((${1}) * INTERVAL '1 microsecond', ${0}, TIMESTAMPTZ 'epoch')`,
  count_before: args =>
    sql`coalesce(${casts.int64_from_string([form`substring(${0} FROM ${1})`(args)])}, 0)`,
} satisfies Spellings<SpanFunctionName>;
