/** Functions of dates and times. A unit, a part or a format is their first argument. */
import {
  boundaries,
  dayText,
  formatted,
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

export default {
  date: rule(
    'any',
    'date',
    strict(([of]) => dayText(momentOf(asTime(of)).date)),
  ),
  timestamp: rule(
    'any',
    'timestamp',
    strict(([of]) => startOf('day', BigInt(Date.parse(asText(of))) * 1_000n)),
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
    strict(([unit, of]) => startOf(asText(unit), asTime(of))),
  ),
  extract: rule(
    'any',
    'int64',
    strict(([part, of]) => partOf(asText(part), asTime(of))),
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
    strict(([format, of]) => formatted(asText(format), asInstant(of))),
  ),
} as const satisfies Record<string, Rule>;
