/** TIMESTAMP_BUCKET, DATETIME_BUCKET and DATE_BUCKET: the start of the span that contains a value. Spans are counted from an origin. */
import { makeCall } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import { makeLiteral, textLiteral, wholeLiteral } from '../../../core/expr/literals.ts';
import { isCalendarUnit, UNIT_MICROS, UNIT_MONTHS } from '../../../core/types/scalar.ts';
import { literalCount, type Translator } from '../../calls.ts';
import { SHIFTS, shiftedBy } from '../moves.ts';
import { datetimeOf, instantOf } from './datetimes.ts';

/** The longest span: 100 years. */
const [MOST_MICROS, MOST_MONTHS] = [36_600n * UNIT_MICROS.day, 1200n];

const ORIGIN = '1950-01-01';

/** The value, the number of units of a span and, if the text has one, the origin. Returns `null` unless the last two are literals. */
const bucket: Translator = ([of, size, from, ...more], [word = '']) => {
  const count = literalCount(size);
  if (of === undefined || count === null || count < 1n || more.length > 0) return null;
  const origin = from === undefined ? microsOfDay(ORIGIN) : microsOf(from);
  if (origin === null || (from !== undefined && from.scalar !== of.scalar)) return null;
  const unit = word.toLowerCase();
  if (isCalendarUnit(unit)) return bucketOfMonths(of, count * UNIT_MONTHS[unit], origin);
  const length = count * (word === 'WEEK' ? UNIT_MICROS.week : (SHIFTS[word] ?? 0n));
  if (length === 0n || length > MOST_MICROS) return null;
  if (of.scalar === 'timestamp') return startOf(of, length, origin);
  if (of.scalar === 'datetime') return datetimeOf(startOf(instantOf(of), length, origin));
  if (of.scalar !== 'date' || length % UNIT_MICROS.day !== 0n) return null;
  const midnight = makeCall('timestamp_from_date', 'timestamp', [of]);
  return makeCall('date_from_timestamp', 'date', [startOf(midnight, length, origin)]);
};

function microsOfDay(day: string): bigint {
  return BigInt(Date.parse(day)) * 1000n;
}

/** A literal as microseconds since 1970; `null` for anything else. */
function microsOf(literal: PlanExpr): bigint | null {
  const value = literal.kind === 'literal' ? literal.value : null;
  if (typeof value === 'bigint') return value;
  return literal.scalar === 'date' && typeof value === 'string' ? microsOfDay(value) : null;
}

function startOf(of: PlanExpr, length: bigint, origin: bigint): PlanExpr {
  const shift = ((origin % length) + length) % length;
  const floor = (one: PlanExpr) =>
    makeCall('floor_micros', 'timestamp', [one, wholeLiteral(length)], of.nullable);
  return shift === 0n ? floor(of) : shiftedBy(floor(shiftedBy(of, -shift)), shift);
}

/** Of days and datetimes, whose origin is the first day of a month. */
function bucketOfMonths(of: PlanExpr, length: bigint, origin: bigint): PlanExpr | null {
  const start = new Date(Number(origin / 1000n)).toISOString();
  if (!start.endsWith('-01T00:00:00.000Z') || length > MOST_MONTHS) return null;
  if (of.scalar === 'datetime') {
    const day = makeCall('date_from_timestamp', 'date', [instantOf(of)]);
    const found = bucketOfMonths(day, length, origin);
    return found === null ? null : datetimeOf(found);
  }
  if (of.scalar !== 'date') return null;
  const { nullable } = of;
  const first = makeLiteral('date', start.slice(0, 10));
  const since = makeCall('date_diff', 'int64', [textLiteral('month'), of, first], nullable);
  const rest = (one: PlanExpr) => makeCall('mod', 'int64', [one, wholeLiteral(length)], nullable);
  const beyond = rest(makeCall('add', 'int64', [rest(since), wholeLiteral(length)], nullable));
  const back = makeCall('subtract', 'int64', [wholeLiteral(0n), beyond], nullable);
  const month = makeCall('start_of', 'date', [textLiteral('month'), of], nullable);
  return makeCall('add_months', 'date', [month, back], nullable);
}

export const BUCKETS: Readonly<Record<string, Translator>> = {
  timestamp_bucket: bucket,
  datetime_bucket: bucket,
  date_bucket: bucket,
};
