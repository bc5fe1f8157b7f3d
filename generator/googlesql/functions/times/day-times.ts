/** Times of the day, TIME, of which plans have the datetime on the first day of 1970. */
import { makeCall } from '../../../core/expr/calls.ts';
import type { PlanExpr } from '../../../core/expr/expr.ts';
import { makeLiteral, nullLiteral, wholeLiteral } from '../../../core/expr/literals.ts';
import { microsFrom } from '../../../core/expr/zone-offset.ts';
import { UNIT_MICROS } from '../../../core/types/scalar.ts';
import { literalText, type Translator } from '../../calls.ts';
import type { ResolvedNode } from '../../tree/tree.ts';
import { stoodFor, type TypeMessage } from '../../tree/types.ts';
import { orFail, within } from '../failing.ts';
import { truncated } from '../moves.ts';
import { writtenOften } from './clocks.ts';
import {
  DATETIMES,
  datetimeOf,
  instantOf,
  microsOfParts,
  OF_BOTH,
  withoutZone,
} from './datetimes.ts';
import { writeInstant } from './instants.ts';

/** Functions of times of the day. */
const OF_DAY_TIMES: ReadonlySet<string> = new Set([
  ...['time', '$extract_time', 'format_time', 'time_trunc', 'time_diff', 'time_add', 'time_sub'],
  ...['$extract', 'datetime', 'current_time'],
]);

export function isDayTime({ fields }: ResolvedNode): boolean {
  return stoodFor(fields.get('type') as TypeMessage | null | undefined) === 'a TIME';
}

/** Whether a function takes or returns a time and reads more of it than its place among others. */
export function readsDayTime(
  name: string,
  node: ResolvedNode,
  parts: readonly ResolvedNode[],
): boolean {
  return !OF_DAY_TIMES.has(name) && [node, ...parts].some(isDayTime);
}

const EPOCH: PlanExpr = makeLiteral('timestamp', 0n);

/** The instant on the first day of 1970. */
function firstDayAt(micros: PlanExpr): PlanExpr {
  return makeCall('add_micros', 'timestamp', [EPOCH, micros]);
}

/** The time of a datetime. */
function timeOfDatetime(of: PlanExpr): PlanExpr {
  const sinceMidnight = (one: PlanExpr) => firstDayAt(microsFrom(truncated(one, 'day'), one));
  const instant = writtenOften(instantOf(of), sinceMidnight);
  if (instant === null) throw new Error('a list has instants');
  return datetimeOf(instant);
}

/** The time of an instant in UTC, or of a datetime. Returns `null` for any other value. */
export function timeCast(of: PlanExpr): PlanExpr | null {
  if (of.kind === 'literal' && of.value === null) return nullLiteral('datetime');
  return timeOfMoment([of], [], 'datetime', new Map());
}

/** The time of an instant in a zone, or of a datetime. */
const timeOfMoment: Translator = (args, ...call) => {
  const [of, ...more] = args;
  if (of?.scalar === 'datetime') return more.length === 0 ? timeOfDatetime(of) : null;
  const shown = of?.scalar === 'timestamp' ? DATETIMES.datetime(args, ...call) : null;
  return shown === null ? null : timeOfDatetime(shown);
};

/** The time of an hour, a minute and a second; fails for one that does not exist. */
const timeOfParts: Translator = args => {
  const micros = args.length === 3 ? microsOfParts(args) : null;
  if (micros === null) return null;
  const known = makeCall('mod', 'int64', [micros, wholeLiteral(UNIT_MICROS.day)], true);
  return orFail(datetimeOf(firstDayAt(known)), args);
};

/** As GoogleSQL writes it: `12:34:56`, with three or six digits of a fraction if there is one. */
export function writeDayTime(of: PlanExpr): PlanExpr | null {
  return writtenOften(instantOf(of), one => {
    const text = withoutZone(writeInstant(one));
    return text === null ? null : makeCall('substr', 'string', [text, wholeLiteral(12n)]);
  });
}

/** Tokens of times, and other characters. */
const OF_CLOCKS = /^(?:%(?:[HMSIpPklRTXnt%]|E[*\d]S)|[^%])*$/u;

const format: Translator = (args, ...call) => {
  const [text] = args;
  if (!OF_CLOCKS.test(literalText(text) ?? '%')) return null;
  return OF_BOTH['format_datetime']?.(args, ...call) ?? null;
};

/** A time moved by units of the clock, which begins again at midnight. */
function moved(move: Translator): Translator {
  return (args, ...call) => {
    const made = move(args, ...call);
    return made === null ? null : within(made, args, timeOfDatetime);
  };
}

/** The datetime of a day and a time. */
const onDay: Translator = ([day, time, ...more]) => {
  if (day?.scalar !== 'date' || time?.scalar !== 'datetime' || more.length > 0) return null;
  const start = makeCall('timestamp_from_date', 'timestamp', [day]);
  const micros = microsFrom(EPOCH, instantOf(time));
  return datetimeOf(makeCall('add_micros', 'timestamp', [start, micros]));
};

export const DAY_TIMES: Readonly<Record<string, Translator>> = {
  time: (...call) => timeOfMoment(...call) ?? timeOfParts(...call),
  $extract_time: timeOfMoment,
  current_time: (args, ...call) => {
    const now = DATETIMES.current_datetime(args, ...call);
    return now === null ? null : timeOfDatetime(now);
  },
  format_time: format,
  time_trunc: DATETIMES.datetime_trunc,
  time_diff: DATETIMES.datetime_diff,
  time_add: moved(DATETIMES.datetime_add),
  time_sub: moved(DATETIMES.datetime_sub),
  datetime: (...call) => onDay(...call) ?? DATETIMES.datetime(...call),
};
