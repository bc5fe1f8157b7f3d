import { makeCall, maybe } from '../../core/expr/calls.ts';
import type { PlainExpr } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import { FIRST_INSTANT, LAST_INSTANT } from '../../core/types/days.ts';
import type { Value } from '../../core/types/scalar.ts';
import { fitsWhole } from '../expressions.ts';
import type { ParamShape, ParamType, Parsed } from '../param-type.ts';
import { formatInstant, INSTANT_PATTERN, parseInstant } from '../time/instant.ts';
import { decodeLenient, LENIENT_PATTERN, parseLenient } from '../time/lenient-instant.ts';

const YEARS = 'of the years 1900 to 2299 in UTC';
const EXPECTED = `an ISO 8601 timestamp such as \`2026-01-15T10:00:00Z\`, ${YEARS}`;

const ISO = 'ISO 8601; UTC if it has no offset; an offset is at most 14:00';

/** An instant to the microsecond: a date, or a date and a time with or without an offset. */
export default {
  name: 'timestamp',
  scalar: 'timestamp',
  written:
    'A date; or a date, `T` or a space, and `hh:mm` with optional `:ss` and 1 to 6 digits of fraction, then `Z`, `±hh:mm`, `±hhmm` or nothing, which means UTC. With `accept: epoch_millis` also whole milliseconds since 1970 UTC.',
  note: null,
  sample: () => '2026-01-15T10:07:00Z',
  constraints: ['min', 'max', 'accept'],
  parse,
  format,
  decode: (raw, shape) => {
    const instant = isLenient(shape)
      ? decodeLenient(raw)
      : maybe('timestamp_from_string', 'timestamp', [raw]);
    return takesMillis(shape)
      ? makeCall('if', 'timestamp', [fitsWhole(raw, MILLIS_PATTERN), ofMillis(raw), instant])
      : instant;
  },
  // an offset may move a text of the grammar beyond the first or the last instant
  accepts: (raw, decoded, shape) => [
    fitsWhole(raw, patternOf(shape)),
    makeCall('between', 'bool', [
      decoded,
      makeLiteral('timestamp', FIRST_INSTANT),
      makeLiteral('timestamp', LAST_INSTANT),
    ]),
  ],
  // `date-time` is the form that every client can write; more is accepted.
  schema: shape => {
    const text = `${ISO}; ${isLenient(shape) ? LENIENT : YEARS}`;
    return takesMillis(shape)
      ? { type: 'string', description: `${text}; or whole milliseconds since 1970 UTC.` }
      : { type: 'string', format: 'date-time', description: `${text}.` };
  },
} satisfies ParamType;

const LENIENT = 'or in the format of PostgreSQL; a year outside 1900 to 2299 means an open bound';

function patternOf(shape: ParamShape): string {
  const pattern = isLenient(shape) ? LENIENT_PATTERN : INSTANT_PATTERN;
  return takesMillis(shape) ? `${pattern}|${MILLIS_PATTERN}` : pattern;
}

function isLenient({ constraints }: ParamShape): boolean {
  return constraints.lenient === true;
}

/** Every instant of the accepted years, with too few digits to overflow in any engine. */
const MILLIS_PATTERN = '-?[0-9]{1,13}|1[0-9]{13}';
const MILLIS = new RegExp(`^(?:${MILLIS_PATTERN})$`);
const MICROS = 1_000n;

function takesMillis({ constraints }: ParamShape): boolean {
  return constraints.accept === 'epoch_millis';
}

/** Any other text becomes 1970, so that no number is too large. */
function ofMillis(raw: PlainExpr): PlainExpr {
  const millis = makeCall('count_before', 'int64', [
    raw,
    makeLiteral('string', `^(${MILLIS_PATTERN})$`),
  ]);
  const micros = makeCall('multiply', 'int64', [millis, makeLiteral('int64', MICROS)]);
  return makeCall('add_micros', 'timestamp', [makeLiteral('timestamp', 0n), micros]);
}

function parse(text: string, shape: ParamShape): Parsed {
  if (!takesMillis(shape)) return parseText(text, shape);
  const read = MILLIS.test(text) ? within(BigInt(text) * MICROS) : parseText(text, shape);
  return read.ok
    ? read
    : { ok: false, expected: `${read.expected}, or whole milliseconds since 1970 UTC` };
}

function within(value: bigint): Parsed {
  return value < FIRST_INSTANT || value > LAST_INSTANT
    ? { ok: false, expected: EXPECTED }
    : { ok: true, value };
}

function parseText(text: string, shape: ParamShape): Parsed {
  const read = isLenient(shape) ? parseLenient : parseInstant;
  const value = read(text);
  if (value === null && lostPlus(text, read)) {
    return {
      ok: false,
      expected: `${EXPECTED}; the \`+\` of an offset is written \`%2B\` in a URL`,
    };
  }
  if (value === null && hasFarOffset(text, read)) {
    return { ok: false, expected: `${EXPECTED}; an offset is at most 14:00` };
  }
  return value === null ? { ok: false, expected: EXPECTED } : within(value);
}

type Read = (text: string) => bigint | null;

/** Whether an unencoded `+` before the offset has become a space. */
function lostPlus(text: string, read: Read): boolean {
  const restored = text.replace(/ (?=[0-9]{2}(?::?[0-9]{2})?$)/, '+');
  return restored !== text && read(restored) !== null;
}

/** Whether only the offset makes the text invalid: RFC 3339 allows offsets of nearly a day. */
function hasFarOffset(text: string, read: Read): boolean {
  const nearer = text.replace(/[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?$/, 'Z');
  return nearer !== text && read(nearer) !== null;
}

function format(value: Value): string {
  if (typeof value !== 'bigint') throw new Error('a timestamp is held as a bigint of microseconds');
  return formatInstant(value);
}
