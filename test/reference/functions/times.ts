/** Functions of dates and times. A unit, a part or a format is their first argument. */
import {
  boundaries,
  dayText,
  formatted,
  localTime,
  midnightIn,
  momentOf,
  partOf,
  plusDays,
  plusMonths,
  startOf,
  wholeUnits,
} from '../calendar.ts';
import { parseDate, type Value } from '../values.ts';
import { asText, type Rule, rule, strict } from './rule.ts';

function asInstant(value: Value | undefined): bigint {
  if (typeof value !== 'bigint') throw new Error(`an instant is expected, not ${String(value)}`);
  return value;
}

function asTime(value: Value | undefined): bigint | string {
  return typeof value === 'bigint' ? value : asText(value);
}

/** An instant as the clocks of the zone show it; without a zone, or of a day, as it is. */
function local(of: Value | undefined, zone: Value | undefined): bigint | string {
  return zone === undefined ? asTime(of) : localTime(asInstant(of), asText(zone));
}

function startIn(zone: string, unit: string, of: bigint): bigint {
  const day = dayText(momentOf(startOf(unit, localTime(of, zone))).date);
  return midnightIn(zone, day);
}

/** Rounded down, also before 1970. */
function since(of: Value | undefined, micros: bigint): bigint {
  const count = asInstant(of) / micros;
  return count * micros > asInstant(of) ? count - 1n : count;
}

/** NULL outside the years 1900 to 2299. */
function fromEpoch(count: Value | undefined, micros: bigint): Value {
  const instant = asInstant(count) * micros;
  const year = new Date(Number(instant / 1_000n)).getUTCFullYear();
  return year >= 1900 && year <= 2299 ? instant : null;
}

export default {
  epoch_seconds: rule(
    'any',
    'int64',
    strict(([of]) => since(of, 1_000_000n)),
  ),
  epoch_millis: rule(
    'any',
    'int64',
    strict(([of]) => since(of, 1_000n)),
  ),
  epoch_micros: rule(
    'any',
    'int64',
    strict(([of]) => since(of, 1n)),
  ),
  from_epoch_seconds: rule(
    'any',
    'timestamp',
    strict(([of]) => fromEpoch(of, 1_000_000n)),
  ),
  from_epoch_millis: rule(
    'any',
    'timestamp',
    strict(([of]) => fromEpoch(of, 1_000n)),
  ),
  from_epoch_micros: rule(
    'any',
    'timestamp',
    strict(([of]) => fromEpoch(of, 1n)),
  ),
  date: rule(
    'any',
    'date',
    strict(([of, zone]) => dayText(momentOf(local(of, zone)).date)),
  ),
  timestamp: rule(
    'any',
    'timestamp',
    strict(([of, zone]) => midnightIn(asText(zone ?? 'UTC'), asText(of))),
  ),
  cast_date: rule(
    'any',
    'date',
    strict(([of]) => parseDate(asText(of))),
  ),
  'add days': rule(
    'any',
    'date',
    strict(([of, days]) => plusDays(asText(of), asInstant(days))),
  ),
  'add months': rule(
    'any',
    'argument',
    strict(([of, months]) => plusMonths(asTime(of), asInstant(months))),
  ),
  'start of': rule(
    'any',
    'argument',
    strict(([unit, of, zone]) =>
      zone === undefined
        ? startOf(asText(unit), asTime(of))
        : startIn(asText(zone), asText(unit), asInstant(of)),
    ),
  ),
  extract: rule(
    'any',
    'int64',
    strict(([part, of, zone]) => partOf(asText(part), local(of, zone))),
  ),
  date_diff: rule(
    'any',
    'int64',
    strict(([unit, a, b]) => boundaries(asText(unit), asText(a), asText(b))),
  ),
  timestamp_diff: rule(
    'any',
    'int64',
    strict(([unit, a, b]) => wholeUnits(asText(unit), asInstant(a), asInstant(b))),
  ),
  format_timestamp: rule(
    'any',
    'string',
    strict(([format, of, zone]) => {
      const there = asInstant(local(of, zone));
      return formatted(asText(format), there, there - asInstant(asTime(of)));
    }),
  ),
} as const satisfies Record<string, Rule>;
