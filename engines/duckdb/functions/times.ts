/** Functions of dates and times of DuckDB. */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr.ts';
import type { TimeFunctionName } from '../../../generator/core/functions.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { knownNumber, knownText } from '../../../generator/sql/known.ts';
import { form } from '../../../generator/sql/spelling.ts';
import { numeral, operand, type Sql, sql } from '../../../generator/sql/sql.ts';
import { text } from '../text.ts';

export const times = {
  date_from_timestamp: form`CAST(${0} AS DATE)`,
  timestamp_from_date: form`CAST(${0} AS TIMESTAMP)`,
  // a date takes an INTEGER alone
  add_days: (args, node) => moved(args, node, numeral, sql`CAST(${args[1] ?? sql``} AS INTEGER)`),
  // a date and an interval are a TIMESTAMP
  add_months: (args, node) => {
    const months = (count: bigint) => sql`INTERVAL ${numeral(count)} MONTH`;
    const computed = sql`to_months(CAST(${args[1] ?? sql``} AS INTEGER))`;
    const sum = moved(args, node, months, computed);
    return node.scalar === 'date' ? sql`CAST(${sum} AS DATE)` : sum;
  },
  // date_trunc of a date is a TIMESTAMP
  start_of: (args, node) => {
    const start = form`date_trunc(${0}, ${1})`(args);
    return node.scalar === 'date' ? sql`CAST(${start} AS DATE)` : start;
  },
  // the first day of `dayofweek` is a Sunday 0 here
  extract: (args, node) =>
    knownText(node, 0) === 'dayofweek'
      ? form('additive')`dayofweek(${1}) + 1`(args)
      : form`date_part(${0}, ${1})`(args),
  // that of weeks counts seven days at a time
  date_diff: (args, node) =>
    knownText(node, 0) === 'week'
      ? form(
          'multiplicative',
        )`date_diff('day', date_trunc('week', ${2}), date_trunc('week', ${1})) // 7`(args)
      : form`date_diff(${0}, ${2}, ${1})`(args),
  timestamp_diff: form`date_sub(${0}, ${2}, ${1})`,
  format_timestamp: (args, node) => form`strftime(${1}, ${format(knownText(node, 0))})`(args),
} satisfies Spellings<TimeFunctionName>;

/** A number that is known stands without its sign. */
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

/** `%F` and `%T` are unknown here. */
function format(tokens: string): Sql {
  const spelled: Readonly<Record<string, string>> = { '%F': '%Y-%m-%d', '%T': '%H:%M:%S' };
  return text(tokens.replace(/%./g, token => spelled[token] ?? token));
}
