/** Texts of instants, days and datetimes by a literal format. */
import { makeCall } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import { textLiteral, wholeLiteral } from '../../../core/expr/literals.ts';
import { zoneOffset } from '../../../core/expr/zone-offset.ts';
import type { FunctionName } from '../../../functions/names.ts';
import { FORMAT_TOKENS } from '../../../functions/names.ts';
import { literalText, type Translator } from '../../calls.ts';
import { computedOnce } from '../failing.ts';
import { CALENDAR, countFraction, zoneArgument } from './calendar.ts';

/** Tokens that are other tokens, keyed without their `%`. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  D: '%m/%d/%y',
  E4Y: '%Y',
  R: '%H:%M',
  X: '%H:%M:%S',
  c: '%a %b %e %H:%M:%S %Y',
  h: '%b',
  n: '\n',
  t: '\t',
  x: '%m/%d/%y',
};

/** The offset of the zone in which an instant is written, keyed without the `%`. */
const OF_ZONES: Readonly<Record<string, Write>> = {
  z: moment => offset(moment, '%H%M'),
  Ez: moment => offset(moment, '%H:%M'),
};

function offset({ of, zones: [zone] }: Moment, digits: string): PlanExpr | null {
  return zone === undefined ? null : zoneOffset(of, zone, digits);
}

/** The zone of an instant in UTC, keyed without the `%`. */
const OF_UTC: Readonly<Record<string, string>> = { Z: 'UTC', z: '+0000', Ez: '+00:00' };

/** FORMAT_DATE leaves the tokens of times as they are. */
const OF_TIMES = /^(?:[HMSIpTPkl]|E[*\d]S)$/;

/** An instant or a day, the zone in which it is written, and the parameters of the text. */
interface Moment {
  readonly of: PlanExpr;
  readonly zones: readonly PlanExpr[];
  readonly params: Parameters<Translator>[3];
}

type Write = (moment: Moment) => PlanExpr | null;

/** Tokens that no other token is a part of, keyed without their `%`. */
const OWN: Readonly<Record<string, Write>> = {
  C: moment => call('substr', written('%Y', moment), wholeLiteral(1n), wholeLiteral(2n)),
  'E*S': moment => {
    const fraction = call('concat', textLiteral('.'), micros(moment.of));
    const short = call('regexp_replace', fraction, textLiteral('\\.?0+$'), textLiteral(''));
    return call('concat', written('%S', moment), short);
  },
  P: moment => call('lower', written('%p', moment)),
  Q: moment => number('QUARTER', moment, 1n),
  U: moment => number('WEEK', moment, 2n),
  W: moment => number('WEEK_MONDAY', moment, 2n),
  e: moment => spaced('%d', moment),
  g: moment => call('substr', written('%G', moment), wholeLiteral(3n), wholeLiteral(2n)),
  k: moment => spaced('%H', moment),
  l: moment => spaced('%I', moment),
  ...Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`E${i + 1}S`, seconds(i + 1)])),
};

/** The letters of tokens that formats may have, for messages. */
export const WRITTEN_TOKENS: readonly string[] = [
  ...FORMAT_TOKENS,
  ...Object.keys(SHORT_FORMS),
  ...Object.keys(OWN),
  ...Object.keys(OF_UTC),
];

/** FORMAT_TIMESTAMP, or FORMAT_DATE and FORMAT_DATETIME, whose values have no zone. */
export function formatTime(hasZone: boolean): Translator {
  return ([format, of, given], _, __, params) => {
    const [text, zone] = [literalText(format), zoneArgument(given, params)];
    const isKnown = of?.scalar === 'timestamp' || (of?.scalar === 'date' && given === undefined);
    if (!isKnown || text === null || text === '' || zone === null || text.includes('\0'))
      return null;
    const zones = zone === undefined ? [] : [zone];
    const pieces = piecesOf(text, of.scalar === 'date', hasZone && zone === undefined);
    if (pieces === null) return null;
    const [only, ...more] = pieces;
    if (typeof only === 'string' && more.length === 0) return written(only, { of, zones, params });
    return computedOnce(of, one => {
      const moment = { of: one, zones, params };
      const parts = pieces.map(piece =>
        typeof piece === 'string' ? plain(piece, moment) : piece(moment),
      );
      const known = parts.flatMap(part => part ?? []);
      if (known.length < parts.length) return null;
      return known.length === 1 ? (known[0] ?? null) : call('concat', ...known);
    });
  };
}

/** Formats of the library and other tokens, in their order. Returns `null` if a token is not known. */
function piecesOf(
  format: string,
  isDate: boolean,
  isUtc: boolean,
): readonly (string | Write)[] | null {
  const text = format.replace(/%(%|E4Y|[DRXchntx])/g, (part, token) => SHORT_FORMS[token] ?? part);
  const pieces: (string | Write)[] = [];
  for (const [part, token] of text.matchAll(/%(E[*\d]S|Ez|.|$)|[^%]+/gsu)) {
    const own =
      token === undefined ? undefined : (OWN[token] ?? (isUtc ? undefined : OF_ZONES[token]));
    const constant = token !== undefined && isUtc ? OF_UTC[token] : undefined;
    const isKnown = own !== undefined || constant !== undefined || FORMAT_TOKENS.has(token ?? '%');
    if (!isKnown || (isDate && OF_TIMES.test(token ?? ''))) return null;
    const last = pieces.at(-1);
    if (own !== undefined) pieces.push(own);
    else if (typeof last === 'string') pieces.splice(-1, 1, last + (constant ?? part));
    else pieces.push(constant ?? part);
  }
  return pieces;
}

function call(fn: FunctionName, ...args: readonly PlanExpr[]): PlanExpr {
  return makeCall(fn, 'string', args);
}

/** A text beside others, which are NULL if the moment is. */
function plain(format: string, moment: Moment): PlanExpr {
  return format.includes('%') ? written(format, moment) : textLiteral(format);
}

/** The text by a format of the library. */
function written(format: string, { of, zones }: Moment): PlanExpr {
  const instant = of.scalar === 'date' ? makeCall('timestamp_from_date', 'timestamp', [of]) : of;
  return call('format_timestamp', textLiteral(format), instant, ...zones);
}

/** A number of two digits, the first of which is a space instead of a zero. */
function spaced(format: string, moment: Moment): PlanExpr {
  return call('regexp_replace', written(format, moment), textLiteral('^0'), textLiteral(' '));
}

/** A part of the day, with a number of digits. */
function number(word: string, { of, zones, params }: Moment, width: bigint): PlanExpr | null {
  const count = CALENDAR['$extract']?.([of, ...zones], [word], 'int64', params) ?? null;
  return count === null ? null : paddedCount(count, width);
}

/** A count as a text, with zeros before it. */
export function paddedCount(count: PlanExpr, width: bigint): PlanExpr {
  return call('lpad', call('string_from_int64', count), wholeLiteral(width), textLiteral('0'));
}

/** The six digits after the seconds. */
function micros(of: PlanExpr): PlanExpr {
  return of.scalar === 'date'
    ? textLiteral('000000')
    : paddedCount(countFraction(of, 'microsecond'), 6n);
}

function seconds(count: number): Write {
  return moment => {
    const fraction = call(
      'substr',
      micros(moment.of),
      wholeLiteral(1n),
      wholeLiteral(BigInt(count)),
    );
    return call('concat', written('%S', moment), textLiteral('.'), fraction);
  };
}
