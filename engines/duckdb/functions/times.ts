/** DuckDB's functions of dates, times and computed spans of time. */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import type { SpanFunctionName, TimeFunctionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { knownNumber, knownText } from '../../../generator/sql/known.ts';
import { atom, call, form, type Spelling } from '../../../generator/sql/spelling.ts';
import { numeral, operand, quoteDoubled, type Sql, sql } from '../../../generator/sql/sql.ts';

export default {
  epoch_seconds: since(1_000_000n),
  epoch_millis: since(1_000n),
  epoch_micros: call`epoch_us`,
  from_epoch_seconds: form`make_timestamp(${0} * 1000000)`,
  from_epoch_millis: form`make_timestamp(${0} * 1000)`,
  from_epoch_micros: call`make_timestamp`,
  date_from_timestamp: ([of = sql``, zone]) => sql`CAST(${localTime(of, zone)} AS DATE)`,
  timestamp_from_date: ([day = sql``, zone]) => instant(sql`CAST(${day} AS TIMESTAMP)`, zone),
  // a date accepts only an INTEGER
  add_days: (args, node) => moved(args, node, numeral, sql`CAST(${args[1] ?? sql``} AS INTEGER)`),
  // the sum of a date and an interval is a TIMESTAMP
  add_months: (args, node) => {
    const months = (count: bigint) => sql`INTERVAL ${numeral(count)} MONTH`;
    const computed = sql`to_months(CAST(${args[1] ?? sql``} AS INTEGER))`;
    const sum = moved(args, node, months, computed);
    return node.scalar === 'date' ? sql`CAST(${sum} AS DATE)` : sum;
  },
  // date_trunc of a date is a TIMESTAMP
  start_of: ([unit = sql``, of = sql``, zone], node) => {
    const start = sql`date_trunc(${unit}, ${localTime(of, zone)})`;
    return node.scalar === 'date' ? sql`CAST(${start} AS DATE)` : instant(start, zone);
  },
  // `dayofweek` counts from Sunday as 0 here
  extract: ([part = sql``, of = sql``, zone], node) =>
    knownText(node, 0) === 'dayofweek'
      ? sql('additive')`dayofweek(${localTime(of, zone)}) + 1`
      : sql`date_part(${part}, ${localTime(of, zone)})`,
  // date_diff of weeks counts spans of seven days
  date_diff: (args, node) =>
    knownText(node, 0) === 'week'
      ? form(
          'multiplicative',
        )`date_diff('day', date_trunc('week', ${2}), date_trunc('week', ${1})) // 7`(args)
      : form`date_diff(${0}, ${2}, ${1})`(args),
  timestamp_diff: form`date_sub(${0}, ${2}, ${1})`,
  format_timestamp: ([, of = sql``, zone], node) =>
    sql`strftime(${localTime(of, zone)}, ${format(knownText(node, 0))})`,
  add_micros: form('additive')`${atom(0)} + to_microseconds(${1})`,
  subtract_micros: form('additive')`${atom(0)} - to_microseconds(${1})`,
  // without an origin, spans of days are counted from Monday 2000-01-03
  floor_micros: form`time_bucket(to_microseconds(${1}), ${0}, TIMESTAMP '1970-01-01')`,
  // the match is '' if nothing is found
  count_before: form`coalesce(TRY_CAST(regexp_extract(${0}, ${1}, 1) AS BIGINT), 0)`,
} satisfies Spellings<TimeFunctionName | SpanFunctionName>;

/** The number of such spans since 1970, rounded down: a division rounds towards zero. */
function since(micros: bigint): Spelling {
  const span = numeral(micros);
  return form(
    'multiplicative',
  )`(epoch_us(${0}) - (epoch_us(${0}) % ${span} + ${span}) % ${span}) // ${span}`;
}

/** A known number is written without its sign. */
function moved(
  [of = sql``]: readonly Sql[],
  node: CallExpr<SqlExpr>,
  by: (count: bigint) => Sql,
  computed: Sql,
): Sql {
  const known = knownNumber(node, 1);
  const start = operand(of, 'additive');
  if (known === null) return sql('additive')`${start} + ${computed}`;
  return known < 0n
    ? sql('additive')`${start} - ${by(-known)}`
    : sql('additive')`${start} + ${by(known)}`;
}

/** DuckDB does not support `%F` and `%T`. */
function format(tokens: string): Sql {
  const spelled: Readonly<Record<string, string>> = { '%F': '%Y-%m-%d', '%T': '%H:%M:%S' };
  return quoteDoubled(tokens.replace(/%./g, token => spelled[token] ?? token));
}

/** The local date and time in a zone. */
export function localTime(of: Sql, zone: Sql | undefined): Sql {
  return zone === undefined ? of : sql`timezone(${zone}, timezone('UTC', ${of}))`;
}

/**
 * The instant of a local midnight. If midnight occurs twice, the engine chooses the later one; the first follows the
 * last microsecond of the day before. That microsecond does not exist if clocks skip it, so the earlier of both results
 * is used.
 */
function instant(midnight: Sql, zone: Sql | undefined): Sql {
  if (zone === undefined) return midnight;
  const microsecond = sql`INTERVAL 1 MICROSECOND`;
  const before = sql`timezone(${zone}, ${midnight} - ${microsecond}) + ${microsecond}`;
  return sql`timezone('UTC', least(timezone(${zone}, ${midnight}), ${before}))`;
}
