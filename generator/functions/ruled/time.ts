/** Functions of time. */
import type { LibraryFunction } from '../rule.ts';

export default [
  {
    name: 'trunc',
    group: 'time',
    signature: 'trunc(timestamp, unit) or trunc(timestamp, unit, zone)',
    meaning:
      'The start of the second, minute, hour, day, week (from Monday; `week(sunday)` from Sunday), month, quarter or year in UTC, or of a step such as `interval 5 minute`. For a date, the first day of its week, month, quarter or year. With a zone, steps of a day and longer begin at its local midnight.',
    example: 'trunc(at, hour)',
    rule: { kind: 'time', fn: 'trunc', least: 2, most: 3 },
  },
  {
    name: 'now',
    group: 'time',
    signature: 'now()',
    meaning: 'The time of the request.',
    example: 'now() - interval 1 hour',
    rule: { kind: 'now' },
  },
  {
    name: 'date',
    group: 'time',
    signature: 'date(timestamp) or date(timestamp, zone)',
    meaning: 'The day of the timestamp in UTC, or in the zone.',
    example: 'date(at)',
    rule: { kind: 'time', fn: 'date', least: 1, most: 2 },
  },
  {
    name: 'timestamp',
    group: 'time',
    signature: 'timestamp(date) or timestamp(date, zone)',
    meaning: 'The midnight at which the day begins, in UTC or in the zone.',
    example: 'timestamp(date(at))',
    rule: { kind: 'time', fn: 'timestamp', least: 1, most: 2 },
  },
  {
    name: 'extract',
    group: 'time',
    signature: 'extract(part from x) or extract(part from x at time zone z)',
    meaning:
      'The `year`, `quarter`, `month`, `week` (of ISO 8601), `day`, `dayofweek` (1 is Sunday), `hour`, `minute` or `second` in UTC, or in the zone after `at time zone`, as a number. For a date, only the parts up to `dayofweek`.',
    example: 'extract(hour from at)',
    rule: { kind: 'time', fn: 'extract', least: 2, most: 2 },
  },
  {
    name: 'timestamp_diff',
    group: 'time',
    signature: 'timestamp_diff(later, earlier, unit)',
    meaning:
      'The number of whole microseconds, milliseconds, seconds, minutes, hours or days from `earlier` to `later`, rounded towards zero.',
    example: 'timestamp_diff(now(), at, second)',
    rule: { kind: 'time', fn: 'timestamp_diff', least: 3, most: 3 },
  },
  {
    name: 'date_diff',
    group: 'time',
    signature: 'date_diff(later, earlier, unit)',
    meaning:
      'How many days, weeks (from Monday), months, quarters or years begin between `earlier` and `later`: 1 month from 31 January to 1 February.',
    example: 'date_diff(date(now()), date(at), day)',
    rule: { kind: 'time', fn: 'date_diff', least: 3, most: 3 },
  },
  {
    name: 'format_timestamp',
    group: 'time',
    signature: 'format_timestamp(format, timestamp) or format_timestamp(format, timestamp, zone)',
    meaning:
      'The timestamp as a text, in UTC or in the zone. The format may contain `%Y %m %d %H %M %S %j %a %A %b %B %y %I %p %F %T %u %w %V %G %z %%`.',
    example: "format_timestamp('%Y-%m', at)",
    rule: { kind: 'time', fn: 'format_timestamp', least: 2, most: 3 },
  },
] satisfies readonly LibraryFunction[];
