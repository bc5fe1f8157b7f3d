/** Instants to and from numbers and texts. */
import { makeCall } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import {
  makeLiteral,
  nullLiteral,
  textLiteral,
  wholeLiteral,
} from '../../../core/expr/literals.ts';
import { zoneOffset } from '../../../core/expr/zone-offset.ts';
import { UNIT_MICROS } from '../../../core/types/scalar.ts';
import { literalText, type Translator } from '../../calls.ts';
import { castText } from '../../readings.ts';
import { sizeOf } from '../../rows.ts';
import { computedOnce, LARGEST, orFail } from '../failing.ts';
import { countFraction, zoneArgument } from './calendar.ts';
import { formatTime, paddedCount } from './formats.ts';

const EPOCH: PlanExpr = makeLiteral('timestamp', 0n);
const FIRST_DAY: PlanExpr = makeLiteral('date', '1970-01-01');

/** The number of units since 1970, rounded down; negative before 1970. */
function since(unit: 'microsecond' | 'millisecond' | 'second'): Translator {
  return ([of]) => {
    if (of?.scalar !== 'timestamp') return null;
    const { nullable } = of;
    const seconds: PlanExpr = {
      kind: 'trunc',
      of,
      step: { micros: UNIT_MICROS.second, unit: 'second' },
      scalar: 'timestamp',
      nullable,
    };
    const counted = (from: PlanExpr) =>
      makeCall('timestamp_diff', 'int64', [textLiteral(unit), from, EPOCH], nullable);
    if (unit === 'microsecond') return counted(of);
    if (unit === 'second') return counted(seconds);
    if (sizeOf(of) > LARGEST) return null;
    return makeCall('add', 'int64', [counted(seconds), countFraction(of, unit)], nullable);
  };
}

const daysSince: Translator = ([of]) =>
  of?.scalar === 'date'
    ? makeCall('date_diff', 'int64', [textLiteral('day'), of, FIRST_DAY], of.nullable)
    : null;

/** The years that every engine supports, in microseconds since 1970. */
const FIRST = BigInt(Date.UTC(1900, 0, 1)) * 1000n;
const LAST = BigInt(Date.UTC(2300, 0, 1)) * 1000n - 1n;

/** The instant at a number of units since 1970; fails outside the years that every engine supports. */
function after(micros: bigint): Translator {
  return ([of]) => {
    if (of?.scalar !== 'int64' || sizeOf(of) > LARGEST) return null;
    const within = makeCall(
      'between',
      'bool',
      [of, wholeLiteral(FIRST / micros), wholeLiteral(LAST / micros)],
      of.nullable,
    );
    const count =
      micros === 1n ? of : makeCall('multiply', 'int64', [of, wholeLiteral(micros)], of.nullable);
    const instant = makeCall('add_micros', 'timestamp', [EPOCH, count], of.nullable);
    const none: PlanExpr = nullLiteral('timestamp');
    return orFail(makeCall('if', 'timestamp', [within, instant, none], true), [of]);
  };
}

/** The most nodes of an instant that its text contains ten times. */
const SHORT = 3;

/** An instant as GoogleSQL writes it, in UTC or in a zone: no fraction, or one of three or six digits, whichever suffices. */
export function writeInstant(of: PlanExpr, zone?: PlanExpr): PlanExpr | null {
  if (sizeOf(of) > LARGEST / 2) return null;
  const { nullable } = of;
  const start = makeCall(
    'format_timestamp',
    'string',
    [textLiteral('%Y-%m-%d %H:%M:%S'), of, ...(zone === undefined ? [] : [zone])],
    nullable,
  );
  const fraction = sizeOf(of) > SHORT ? shortened(of) : chosen(of);
  const offset =
    zone === undefined ? textLiteral('+00') : withoutMinutes(zoneOffset(of, zone, '%H:%M'));
  return makeCall('concat', 'string', [start, fraction, offset], nullable);
}

/** An offset of whole hours has no minutes. */
function withoutMinutes(offset: PlanExpr): PlanExpr {
  const parts = [offset, textLiteral(':00$'), textLiteral('')];
  return makeCall('regexp_replace', 'string', parts, offset.nullable);
}

function point(text: PlanExpr): PlanExpr {
  return makeCall('concat', 'string', [textLiteral('.'), text], text.nullable);
}

/** The fraction of a second, cut by a pattern, which contains the instant fewer times than a choice. */
function shortened(of: PlanExpr): PlanExpr {
  const six = point(paddedCount(countFraction(of, 'microsecond'), 6n));
  return makeCall(
    'regexp_replace',
    'string',
    [six, textLiteral('(?:\\.000)?000$'), textLiteral('')],
    of.nullable,
  );
}

/** The fraction of a second, in the form that a choice finds. */
function chosen(of: PlanExpr): PlanExpr {
  const { nullable } = of;
  const micros = countFraction(of, 'microsecond');
  const isWhole = makeCall('eq', 'bool', [micros, wholeLiteral(0n)], nullable);
  const rest = makeCall('mod', 'int64', [micros, wholeLiteral(1000n)], nullable);
  const isShort = makeCall('eq', 'bool', [rest, wholeLiteral(0n)], nullable);
  return makeCall(
    'case',
    'string',
    [
      isWhole,
      textLiteral(''),
      isShort,
      point(paddedCount(countFraction(of, 'millisecond'), 3n)),
      point(paddedCount(micros, 6n)),
    ],
    nullable,
  );
}

/** Reads a literal text in the form in which GoogleSQL writes dates and instants. */
function readInstant(text: string): PlanExpr | null {
  const written =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d|[+-]\d\d)?$/.exec(
      text,
    );
  if (written === null) return null;
  const [, day = '', time = '00:00:00', fraction = '.0', zone = 'Z'] = written;
  const offset = zone.length === 3 ? `${zone}:00` : zone;
  const seconds = Date.parse(`${day}T${time}${offset}`);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(seconds) || Number.isNaN(midnight)) return null;
  if (!new Date(midnight).toISOString().startsWith(day)) return null;
  const value = BigInt(seconds) * 1000n + BigInt(fraction.slice(1).padEnd(6, '0'));
  return value < FIRST || value > LAST ? null : makeLiteral('timestamp', value);
}

const instant: Translator = ([of, given], _, __, params) => {
  const zone = zoneArgument(given, params);
  if (of === undefined || zone === null) return null;
  if (of.scalar === 'date')
    return makeCall(
      'timestamp_from_date',
      'timestamp',
      zone === undefined ? [of] : [of, zone],
      of.nullable,
    );
  if (given !== undefined) return null;
  if (of.scalar === 'timestamp') return of;
  const text = literalText(of);
  if (text !== null) return readInstant(text);
  return of.scalar === 'string' ? castText(of, 'timestamp') : null;
};

export const INSTANTS: Readonly<Record<string, Translator>> = {
  unix_seconds: since('second'),
  unix_millis: since('millisecond'),
  unix_micros: since('microsecond'),
  unix_date: daysSince,
  timestamp_seconds: after(1_000_000n),
  timestamp_millis: after(1000n),
  timestamp_micros: after(1n),
  format_timestamp: formatTime(true),
  format_date: formatTime(false),
  timestamp: instant,
  string: ([of, given], _, __, params) => {
    const zone = zoneArgument(given, params);
    if (of?.scalar === 'date') return makeCall('string_from_date', 'string', [of]);
    if (of?.scalar !== 'timestamp' || zone === null) return null;
    return computedOnce(
      of,
      one => writeInstant(one, zone),
      zone !== undefined && sizeOf(of) > SHORT,
    );
  },
};

/** Functions that fail for some values for which GoogleSQL returns a result: SAFE would hide that failure. */
export const WITHOUT_SAFE: ReadonlySet<string> = new Set([
  'timestamp_seconds',
  'timestamp_millis',
  'timestamp_micros',
  'timestamp',
]);
