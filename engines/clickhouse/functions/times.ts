/** Functions of dates and times of ClickHouse. Dates are `Date32`: the functions that name a unit leave it, and years before 1970. */
import type { SqlExpr } from '../../../generator/core/expr.ts';
import type { TimeFunctionName } from '../../../generator/core/functions.ts';
import type { CallSpelling, Spellings } from '../../../generator/sql/dialect.ts';
import { knownText } from '../../../generator/sql/known.ts';
import { call, form, type Spelling } from '../../../generator/sql/spelling.ts';
import { numeral, type Sql, sql } from '../../../generator/sql/sql.ts';
import { UNIT_LENGTHS } from '../../../generator/sql/time.ts';
import { text } from '../text.ts';

const monday = form('additive')`${1} - (toDayOfWeek(${1}) - 1)`;
/** Of an instant, which is no day. */
const mondayOf = form('additive')`toDate32(${1}) - (toDayOfWeek(${1}) - 1)`;

/** The first day of the unit that holds a day or an instant. */
const FIRST_DAY: Readonly<Record<string, Spelling | undefined>> = {
  week: monday,
  month: form`makeDate32(toYear(${1}), toMonth(${1}), 1)`,
  quarter: form`makeDate32(toYear(${1}), toQuarter(${1}) * 3 - 2, 1)`,
  year: form`makeDate32(toYear(${1}), 1, 1)`,
};

/** They answer UInt8 and UInt16. */
const PARTS: Readonly<Record<string, Spelling | undefined>> = {
  year: form`toInt64(toYear(${1}))`,
  quarter: form`toInt64(toQuarter(${1}))`,
  month: form`toInt64(toMonth(${1}))`,
  week: form`toInt64(toISOWeek(${1}))`,
  day: form`toInt64(toDayOfMonth(${1}))`,
  dayofweek: form`toInt64(toDayOfWeek(${1}, 3))`,
  hour: form`toInt64(toHour(${1}))`,
  minute: form`toInt64(toMinute(${1}))`,
  second: form`toInt64(toSecond(${1}))`,
};

/** `%M` is the name of a month here, and `%W` that of a day. */
const TOKENS: Readonly<Record<string, string>> = { '%M': '%i', '%B': '%M', '%A': '%W' };

const firstDay = named(FIRST_DAY);

export const times = {
  date_from_timestamp: call`toDate32`,
  timestamp_from_date: form`toDateTime64(${0}, 6, 'UTC')`,
  add_days: call`addDays`,
  // an instant before 1970 with a fraction would come a day early
  add_months: (args, node) =>
    node.scalar === 'date' || isWholeOrNow(node.args[0])
      ? call`addMonths`(args)
      : form`addDays(${0}, dateDiff('day', toDate32(${0}), addMonths(toDate32(${0}), ${1})))`(args),
  start_of: (args, node) => {
    if (node.scalar === 'date') return firstDay(args, node);
    const day = knownText(node, 0) === 'week' ? mondayOf(args) : firstDay(args, node);
    return sql`toDateTime64(${day}, 6, 'UTC')`;
  },
  extract: named(PARTS),
  // weeks before 1970 are counted towards zero
  date_diff: (args, node) => {
    if (knownText(node, 0) !== 'week') return form`dateDiff(${0}, ${2}, ${1})`(args);
    const [later = sql``, earlier = sql``] = args.slice(1).map(day => monday([sql``, day]));
    return sql`intDiv(dateDiff('day', ${earlier}, ${later}), 7)`;
  },
  // `age` cuts each instant to the unit first
  timestamp_diff: (args, node) =>
    form`intDiv(toUnixTimestamp64Micro(${1}) - toUnixTimestamp64Micro(${2}), ${micros(knownText(node, 0))})`(
      args,
    ),
  format_timestamp: (args, node) => {
    const tokens = knownText(node, 0).replace(/%./g, token => TOKENS[token] ?? token);
    return form`formatDateTime(${1}, ${text(tokens)})`(args);
  },
} satisfies Spellings<TimeFunctionName>;

/** The spelling of the unit or part that the call names. */
function named(spellings: Readonly<Record<string, Spelling | undefined>>): CallSpelling {
  return (args, node) => {
    const name = knownText(node, 0);
    const spelling = spellings[name];
    if (spelling === undefined) throw new Error(`there is no unit ${name}`);
    return spelling(args);
  };
}

function micros(unit: string): Sql {
  const length = UNIT_LENGTHS[unit];
  if (length === undefined) throw new Error(`${unit} has no length`);
  return numeral(length);
}

/** The clock, which is after 1970, or the start of a unit, which has no fraction. */
function isWholeOrNow(of: SqlExpr | undefined): boolean {
  if (of?.kind === 'param') return of.name === 'now';
  return of?.kind === 'now' || (of?.kind === 'call' && of.fn === 'start_of');
}
