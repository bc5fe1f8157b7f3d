/** BigQuery's functions of dates, times and computed spans of time. */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import type { SpanFunctionName, TimeFunctionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { knownNumber, knownText } from '../../../generator/sql/known.ts';
import { atom, call, form } from '../../../generator/sql/spelling.ts';
import { numeral, type Sql, sql, word } from '../../../generator/sql/sql.ts';

export default {
  epoch_seconds: call`UNIX_SECONDS`,
  epoch_millis: call`UNIX_MILLIS`,
  epoch_micros: call`UNIX_MICROS`,
  from_epoch_seconds: call`TIMESTAMP_SECONDS`,
  from_epoch_millis: call`TIMESTAMP_MILLIS`,
  from_epoch_micros: call`TIMESTAMP_MICROS`,
  date_from_timestamp: call`DATE`,
  timestamp_from_date: call`TIMESTAMP`,
  add_days: (args, node) => moved(sql`DATE`, args, node, sql`DAY`),
  // BigQuery can add months to a DATETIME, but not to an instant
  add_months: ([of = sql``, ...count], node) =>
    node.scalar === 'date'
      ? moved(sql`DATE`, [of, ...count], node, sql`MONTH`)
      : sql`TIMESTAMP(${moved(sql`DATETIME`, [sql`DATETIME(${of})`, ...count], node, sql`MONTH`)})`,
  start_of: ([, of = sql``, zone], node) => {
    const name = node.scalar === 'date' ? sql`DATE_TRUNC` : sql`TIMESTAMP_TRUNC`;
    return sql`${name}(${of}, ${unit(knownText(node, 0))}${zone === undefined ? sql`` : sql`, ${zone}`})`;
  },
  extract: (args, node) => {
    const part = unit(knownText(node, 0));
    return args.length === 2
      ? form`EXTRACT(${part} FROM ${1})`(args)
      : form`EXTRACT(${part} FROM ${atom(1)} AT TIME ZONE ${atom(2)})`(args);
  },
  date_diff: (args, node) => form`DATE_DIFF(${1}, ${2}, ${unit(knownText(node, 0))})`(args),
  timestamp_diff: (args, node) =>
    form`TIMESTAMP_DIFF(${1}, ${2}, ${unit(knownText(node, 0))})`(args),
  format_timestamp: call`FORMAT_TIMESTAMP`,
  add_micros: form`TIMESTAMP_ADD(${0}, INTERVAL ${1} MICROSECOND)`,
  subtract_micros: form`TIMESTAMP_SUB(${0}, INTERVAL ${1} MICROSECOND)`,
  // MOD has the sign of the dividend
  floor_micros: form`TIMESTAMP_MICROS(UNIX_MICROS(${0}) - MOD(MOD(UNIX_MICROS(${0}), ${1}) + ${1}, ${1}))`,
  count_before: form`COALESCE(SAFE_CAST(REGEXP_EXTRACT(${0}, ${1}) AS INT64), 0)`,
} satisfies Spellings<TimeFunctionName | SpanFunctionName>;

/** Weeks are ISO 8601 weeks. */
function unit(name: string): Sql {
  return name === 'week' ? sql`ISOWEEK` : word(name.toUpperCase());
}

/** A known number is written without its sign. */
function moved(
  type: Sql,
  [of = sql``, count = sql``]: readonly Sql[],
  node: CallExpr<SqlExpr>,
  by: Sql,
): Sql {
  const known = knownNumber(node, 1);
  if (known !== null && known < 0n)
    return sql`${type}_SUB(${of}, INTERVAL ${numeral(-known)} ${by})`;
  return sql`${type}_ADD(${of}, INTERVAL ${count} ${by})`;
}
