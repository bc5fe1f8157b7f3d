import type { Value } from '../../core/scalar.ts';
import { call, fitsWhole, literal, maybe } from '../expressions.ts';
import type { ParamType, Parsed } from '../param-type.ts';
import { FIRST_INSTANT, LAST_INSTANT } from './calendar.ts';
import { formatInstant, INSTANT_PATTERN, parseInstant } from './instant.ts';

const EXPECTED =
  'an ISO 8601 timestamp such as `2026-01-15T10:00:00Z`, of the years 1900 to 2299 in UTC';

/** An instant to the microsecond: a date, or a date and a time with or without an offset. */
export default {
  name: 'timestamp',
  scalar: 'timestamp',
  written:
    'A date; or a date, `T` or a space, and `hh:mm` with optional `:ss` and 1 to 6 digits of fraction, then `Z`, `±hh:mm`, `±hhmm` or nothing, which means UTC.',
  note: null,
  sample: () => '2026-01-15T10:07:00Z',
  constraints: ['min', 'max'],
  parse,
  format,
  decode: raw => maybe('timestamp_from_string', 'timestamp', [raw]),
  // an offset may carry a text of the grammar past the first or the last instant
  accepts: (raw, decoded) => [
    fitsWhole(raw, INSTANT_PATTERN),
    call('between', 'bool', [
      decoded,
      literal('timestamp', FIRST_INSTANT),
      literal('timestamp', LAST_INSTANT),
    ]),
  ],
  // `date-time` is the form that every client can write; more is accepted.
  schema: () => ({
    type: 'string',
    format: 'date-time',
    description: 'ISO 8601; UTC where it has no offset, which is at most 14:00.',
  }),
} satisfies ParamType;

function parse(text: string): Parsed {
  const value = parseInstant(text);
  if (value === null && lostPlus(text)) {
    return {
      ok: false,
      expected: `${EXPECTED}; the \`+\` of an offset is written \`%2B\` in a URL`,
    };
  }
  if (value === null && hasFarOffset(text)) {
    return { ok: false, expected: `${EXPECTED}; an offset is at most 14:00` };
  }
  return value === null || value < FIRST_INSTANT || value > LAST_INSTANT
    ? { ok: false, expected: EXPECTED }
    : { ok: true, value };
}

/** Whether a `+` that was not encoded has become a space before the offset. */
function lostPlus(text: string): boolean {
  const restored = text.replace(/ (?=[0-9]{2}:?[0-9]{2}$)/, '+');
  return restored !== text && parseInstant(restored) !== null;
}

/** Whether it is the offset that makes it no instant, for RFC 3339 has offsets of nearly a day. */
function hasFarOffset(text: string): boolean {
  const nearer = text.replace(/[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9]$/, 'Z');
  return nearer !== text && parseInstant(nearer) !== null;
}

function format(value: Value): string {
  if (typeof value !== 'bigint') throw new Error('a timestamp is held as a bigint of microseconds');
  return formatInstant(value);
}
