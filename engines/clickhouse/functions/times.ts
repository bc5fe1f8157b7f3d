/**
 * ClickHouse's functions of dates, times and computed spans of time. Dates are `Date32`. Functions that name a unit return
 * other types, without years before 1970.
 */
import type { CallExpr, SqlExpr } from '../../../generator/core/expr/expr.ts';
import type { SpanFunctionName, TimeFunctionName } from '../../../generator/functions/names.ts';
import type { Spellings } from '../../../generator/sql/dialect.ts';
import { knownText } from '../../../generator/sql/known.ts';
import { call, form, type Spelling } from '../../../generator/sql/spelling.ts';
import { numeral, quoteBackslashed, type Sql, sql } from '../../../generator/sql/sql.ts';
import { UNIT_LENGTHS } from '../../../generator/sql/time.ts';

const monday = form('additive')`${1} - (toDayOfWeek(${1}) - 1)`;

/** The first day of the unit that contains a day or an instant. */
const FIRST_DAY: Readonly<Record<string, Spelling | undefined>> = {
  week: monday,
  month: form`makeDate32(toYear(${1}), toMonth(${1}), 1)`,
  quarter: form`makeDate32(toYear(${1}), toQuarter(${1}) * 3 - 2, 1)`,
  year: form`makeDate32(toYear(${1}), 1, 1)`,
};

/** These functions return UInt8 and UInt16. */
const PARTS: Readonly<Record<string, Sql | undefined>> = {
  year: sql`toYear`,
  isoyear: sql`toISOYear`,
  quarter: sql`toQuarter`,
  month: sql`toMonth`,
  week: sql`toISOWeek`,
  day: sql`toDayOfMonth`,
  dayofweek: sql`toDayOfWeek`,
  hour: sql`toHour`,
  minute: sql`toMinute`,
  second: sql`toSecond`,
};

/** In ClickHouse, `%M` is the name of a month, and `%W` the name of a day. */
const TOKENS: Readonly<Record<string, string>> = { '%M': '%i', '%B': '%M', '%A': '%W' };

/** A number beyond 32 bits is UInt64, and a modulus of that type reads negative numbers as numbers below 2^64. */
function signed(step: Sql): Sql {
  return /^\d{10,}$/.test(step.text) ? sql`toInt64(${step})` : step;
}

export default {
  epoch_seconds: since(1_000_000n),
  epoch_millis: since(1_000n),
  epoch_micros: call`toUnixTimestamp64Micro`,
  from_epoch_seconds: form`fromUnixTimestamp64Micro(${0} * 1000000, 'UTC')`,
  from_epoch_millis: form`fromUnixTimestamp64Micro(${0} * 1000, 'UTC')`,
  from_epoch_micros: form`fromUnixTimestamp64Micro(${0}, 'UTC')`,
  date_from_timestamp: ([of = sql``, zone], node) => sql`toDate32(${of}${inZone(zone, node)})`,
  timestamp_from_date: ([day = sql``, zone], node) => midnight(day, zone, node),
  add_days: call`addDays`,
  // an instant before 1970 with a fraction would lose a day
  add_months: (args, node) =>
    node.scalar === 'date' || isWholeOrNow(node.args[0])
      ? call`addMonths`(args)
      : form`addDays(${0}, dateDiff('day', toDate32(${0}), addMonths(toDate32(${0}), ${1})))`(args),
  start_of: ([, of = sql``, zone], node) => {
    const unit = knownText(node, 0);
    if (node.scalar === 'date') return firstDay(unit, of);
    const isDay = zone !== undefined || unit === 'week' || unit === 'day';
    const first = firstDay(unit, isDay ? sql`toDate32(${of}${inZone(zone, node)})` : of);
    return midnight(first, zone, node);
  },
  extract: ([, of = sql``, zone], node) => {
    const part = knownText(node, 0);
    const mode = part === 'dayofweek' ? sql`, 3` : sql``;
    return sql`toInt64(${PARTS[part] ?? sql``}(${of}${mode}${inZone(zone, node)}))`;
  },
  // dateDiff counts weeks before 1970 towards zero
  date_diff: (args, node) => {
    if (knownText(node, 0) !== 'week') return form`dateDiff(${0}, ${2}, ${1})`(args);
    const [later = sql``, earlier = sql``] = args.slice(1).map(day => monday([sql``, day]));
    return sql`intDiv(dateDiff('day', ${earlier}, ${later}), 7)`;
  },
  // `age` first cuts each instant to the unit
  timestamp_diff: (args, node) =>
    form`intDiv(toUnixTimestamp64Micro(${1}) - toUnixTimestamp64Micro(${2}), ${micros(knownText(node, 0))})`(
      args,
    ),
  format_timestamp: ([, of = sql``, zone], node) => {
    const tokens = knownText(node, 0).replace(/%./g, token => TOKENS[token] ?? token);
    return sql`formatDateTime(${of}, ${quoteBackslashed(tokens)}${inZone(zone, node)})`;
  },
  add_micros: call`addMicroseconds`,
  subtract_micros: call`subtractMicroseconds`,
  floor_micros: ([of = sql``, step = sql``]) =>
    sql`fromUnixTimestamp64Micro(toUnixTimestamp64Micro(${of}) - positiveModulo(toUnixTimestamp64Micro(${of}), ${signed(step)}), 'UTC')`,
  // the match is '' if nothing is found
  count_before: form`toInt64OrZero(extract(ifNull(${0}, ''), ${1}))`,
} satisfies Spellings<TimeFunctionName | SpanFunctionName>;

/** The number of such spans since 1970, rounded down: `intDiv` rounds towards zero. */
function since(micros: bigint): Spelling {
  const span = numeral(micros);
  return form`intDiv(toUnixTimestamp64Micro(${0}) - positiveModulo(toUnixTimestamp64Micro(${0}), ${span}), ${span})`;
}

function firstDay(unit: string, of: Sql): Sql {
  return FIRST_DAY[unit]?.([sql``, of]) ?? of;
}

/** The zone as the last argument. It must be a constant. Only a saved query may lack it, and then it has no rows. */
export function inZone(zone: Sql | undefined, { args }: CallExpr<SqlExpr>): Sql {
  if (zone === undefined) return sql``;
  return args.at(-1)?.nullable === true ? sql`, ifNull(${zone}, 'UTC')` : sql`, ${zone}`;
}

/** The first instant of a day. toDateTime64 puts the zone into the type, and functions without a zone would use it. */
function midnight(day: Sql, zone: Sql | undefined, node: CallExpr<SqlExpr>): Sql {
  if (zone === undefined) return sql`toDateTime64(${day}, 6, 'UTC')`;
  return sql`toTimeZone(toDateTime64(${day}, 6${inZone(zone, node)}), 'UTC')`;
}

function micros(unit: string): Sql {
  const length = UNIT_LENGTHS[unit];
  if (length === undefined) throw new Error(`${unit} has no length`);
  return numeral(length);
}

/** Whether it is the clock, which is after 1970, or the start of a unit, which has no fraction. */
function isWholeOrNow(of: SqlExpr | undefined): boolean {
  if (of?.kind === 'param') return of.name === 'now';
  return of?.kind === 'now' || (of?.kind === 'call' && of.fn === 'start_of');
}
