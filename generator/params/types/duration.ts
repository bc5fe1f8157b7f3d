import { makeCall, testNull } from '../../core/expr/calls.ts';
import type { PlainExpr } from '../../core/expr/expr.ts';
import { makeLiteral } from '../../core/expr/literals.ts';
import type { Value } from '../../core/types/scalar.ts';
import { fitsWhole, present } from '../expressions.ts';
import type { Parsed } from '../param-type.ts';
import { listable } from './listed.ts';

/** Units, the shortest first: the letter, the most digits, and the seconds. No number of so few digits overflows. */
const UNITS = [
  { letter: 's', digits: 10, seconds: 1n },
  { letter: 'm', digits: 8, seconds: 60n },
  { letter: 'h', digits: 6, seconds: 3_600n },
  { letter: 'd', digits: 5, seconds: 86_400n },
  { letter: 'w', digits: 4, seconds: 604_800n },
] as const;

const SHORT = UNITS.map(({ letter, digits }) => `[0-9]{1,${digits}}${letter}`);
const [S, M, H, D, W] = UNITS.map(
  ({ letter, digits }) => `[0-9]{1,${digits}}${letter.toUpperCase()}`,
);
const TIME = `T(?:${H}(?:${M})?(?:${S})?|${M}(?:${S})?|${S})`;
/** A number of one unit, or ISO 8601 without years and months, whose length depends on the calendar. */
const PATTERN = `${SHORT.join('|')}|P(?:${W}|${D}(?:${TIME})?|${TIME})`;
const GRAMMAR = new RegExp(`^(?:${PATTERN})$`);

const PART = /([0-9]{1,10})([smhdw])/gi;

const MICROS = 1_000_000n;
const GREATEST = 36_500n * 86_400n * MICROS;
const EXPECTED = 'a duration such as `90s`, `15m`, `24h`, `7d`, `2w` or `PT15M`, of 1s to 36500d';

/** A length of time in whole seconds, represented in microseconds. */
export default listable({
  name: 'duration',
  scalar: 'int64',
  wire: 'string',
  written:
    'A whole number and `s`, `m` (minutes), `h`, `d` or `w` (7 days), such as `15m`; or ISO 8601 such as `PT15M` or `P7D`, without years and months. From `1s` to `36500d`.',
  note: 'A length of time such as 15m, 24h, 7d or PT15M.',
  sample: () => '1d',
  isSpan: true,
  constraints: ['min', 'max'],
  parse,
  format,
  decode: raw => makeCall('if', 'int64', [testNull(present(raw)), NOTHING, micros(raw)]),
  accepts: (raw, decoded) => [
    fitsWhole(raw, PATTERN),
    makeCall('between', 'bool', [
      decoded,
      makeLiteral('int64', MICROS),
      makeLiteral('int64', GREATEST),
    ]),
  ],
  schema: () => ({ type: 'string' }),
});

const NOTHING = makeLiteral('int64', null);

function parse(text: string): Parsed {
  if (!GRAMMAR.test(text)) return { ok: false, expected: EXPECTED };
  let seconds = 0n;
  for (const [, count = '', letter = ''] of text.matchAll(PART)) {
    const unit = UNITS.find(known => known.letter === letter.toLowerCase());
    seconds += BigInt(count) * (unit?.seconds ?? 0n);
  }
  const value = seconds * MICROS;
  return value < MICROS || value > GREATEST
    ? { ok: false, expected: EXPECTED }
    : { ok: true, value };
}

/** In the largest unit that divides it; weeks are written as days. */
function format(value: Value): string {
  if (typeof value !== 'bigint') throw new Error('a duration is held as a bigint of microseconds');
  const seconds = value / MICROS;
  const unit = [...UNITS].reverse().find(u => u.letter !== 'w' && seconds % u.seconds === 0n);
  if (unit === undefined || seconds * MICROS !== value)
    throw new Error('a duration is a whole number of seconds');
  return `${seconds / unit.seconds}${unit.letter}`;
}

/** The sum of the numbers before the letters, each in its unit. */
function micros(raw: PlainExpr): PlainExpr {
  const parts = UNITS.map(({ letter, digits, seconds }) => {
    const pattern = `([0-9]{1,${digits}})[${letter}${letter.toUpperCase()}]`;
    const count = makeCall('count_before', 'int64', [raw, makeLiteral('string', pattern)]);
    const length = makeLiteral('int64', seconds * MICROS);
    return makeCall('multiply', 'int64', [{ ...count, nullable: false }, length]);
  });
  return makeCall('add', 'int64', parts);
}
