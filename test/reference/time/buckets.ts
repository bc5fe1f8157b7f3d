/** Buckets of a window: where each begins, counted up one by one. */
import type { BucketStepSpec } from '../../../generator/core/spec/body-spec.ts';
import {
  dayNumber,
  dayText,
  localTime,
  midnightIn,
  momentOf,
  plusDays,
  plusMonths,
  startOf,
} from '../calendar.ts';
import { chosen, type Environment, evaluate } from '../language/evaluate.ts';
import type { Choice, Term } from '../language/term.ts';
import { Refused } from '../params.ts';
import { truncate } from '../values.ts';

export type Step = BucketStepSpec['value'];
/** An instant, or a day. */
type Time = bigint | string;

export interface Window {
  readonly from: Term;
  readonly to: Term;
  readonly zone: Term | null;
  /** A choice, or the parameter that says how long a step is. */
  readonly step: Choice<Step> | { readonly param: string };
  /** Where the length of the window chooses the step: its name by the longest window that it is for. */
  readonly lengths: readonly (readonly [string, bigint | null])[] | null;
}

const DAY = 86_400_000_000n;

/** The bounds as instants, or as days where buckets are of days. */
export function endsOf({ from, to, zone }: Window, isDate: boolean, env: Environment) {
  const end = (term: Term): Time => {
    const at = evaluate(term, env);
    if (typeof at === 'bigint') return at;
    return isDate ? String(at) : midnightIn(zoneOf(zone, env), String(at));
  };
  return { from: end(from), to: end(to) };
}

function zoneOf(zone: Term | null, env: Environment): string {
  return zone === null ? 'UTC' : String(evaluate(zone, env));
}

/** The name of the step that the length of the window chooses; `null` where it does not. Two days are 24 hours apart. */
export function stepByLength(window: Window, env: Environment): string | null {
  if (window.lengths === null) return null;
  const written = [window.from, window.to].map(term => evaluate(term, env));
  const isDays = written.every(at => typeof at === 'string');
  const { from, to } = endsOf(isDays ? { ...window, zone: null } : window, false, env);
  const length = BigInt(to) - BigInt(from);
  const found = window.lengths.find(([, upTo]) => upTo === null || length <= upTo);
  if (found === undefined) throw new Error('the last step is for all windows');
  return found[0];
}

/** Throws `Refused` where the window ends before it begins, or has more buckets than `most`; `null`: any number. */
export function checkWindow(
  window: Window,
  isDate: boolean,
  most: number | null,
  env: Environment,
): void {
  const { from, to } = endsOf(window, isDate, env);
  if (from > to) throw new Refused('from', 'before the end of the window');
  if (most === null) return;
  let count = 0;
  for (const _ of bucketsIn(window, isDate, env)) {
    count += 1;
    if (count > most) throw new Refused('from', `at most ${most} buckets before the end`);
  }
}

function stepIn({ step }: Window, env: Environment): Step {
  if ('by' in step) return chosen(step, env);
  const micros = env.params.get(step.param);
  if (typeof micros !== 'bigint') throw new Error(`${step.param} is no length of time`);
  return { micros, unit: null };
}

/** The start of the bucket that holds `at`. */
export function bucketOf(at: Time, window: Window, env: Environment): Time {
  const step = stepIn(window, env);
  if (typeof at === 'string') return firstDay(at, step);
  const zone = zoneOf(window.zone, env);
  if (step.micros !== null && step.micros < DAY) return truncate(at, step.micros);
  return midnightIn(zone, firstDay(localDay(at, zone), step));
}

function localDay(at: bigint, zone: string): string {
  return dayText(momentOf(localTime(at, zone)).date);
}

/** Days that are not a unit are counted from 1970. */
function firstDay(day: string, { micros, unit }: Step): string {
  if (unit !== null) return String(startOf(unit, day));
  const length = Number((micros ?? DAY) / DAY);
  const number = dayNumber(momentOf(day).date);
  return plusDays(day, -BigInt(((number % length) + length) % length));
}

/** All buckets from the one that holds the beginning to the one that holds the last moment before the end. */
export function* bucketsIn(window: Window, isDate: boolean, env: Environment): Iterable<Time> {
  const { from, to } = endsOf(window, isDate, env);
  if (from >= to) return;
  const step = stepIn(window, env);
  const zone = zoneOf(window.zone, env);
  if (typeof from === 'bigint' && step.micros !== null && step.micros < DAY) {
    for (let at = truncate(from, step.micros); BigInt(to) > at; at += step.micros) yield at;
    return;
  }
  const first = typeof from === 'string' ? from : localDay(from, zone);
  const last = typeof to === 'string' ? plusDays(to, -1n) : localDay(to - 1n, zone);
  let before: Time | null = null;
  for (let day = firstDay(first, step); day <= last; day = nextDay(day, step)) {
    const bucket = isDate ? day : midnightIn(zone, day);
    // a day that the zone left out begins where the next one does
    if (bucket !== before) yield bucket;
    before = bucket;
  }
}

/**
 * As many steps as the window has, before the first: where they begin and end, and the bucket of the window in place of the one
 * that holds `at`. Steps of the calendar are counted, day by day or month by month.
 */
export function stepsBefore(window: Window, isDate: boolean, env: Environment) {
  const { from, to } = endsOf(window, isDate, env);
  const step = stepIn(window, env);
  const end = bucketOf(from, window, env);
  if (typeof from === 'bigint' && step.micros !== null && step.micros < DAY) {
    const every = step.micros;
    const length = BigInt([...bucketsIn(window, isDate, env)].length) * every;
    const moved = (at: Time): Time => truncate(BigInt(at), every) + length;
    return { start: BigInt(end) - length, end, moved };
  }
  const zone = zoneOf(window.zone, env);
  const dayAt = (at: Time) => firstDay(typeof at === 'string' ? at : localDay(at, zone), step);
  const last = typeof to === 'string' ? plusDays(to, -1n) : localDay(to - 1n, zone);
  let count = 0;
  for (let day = dayAt(from); day <= last; day = nextDay(day, step)) count += 1;
  const away = (day: string, steps: number): Time => {
    const months = MONTHS[step.unit ?? ''];
    const there =
      months === undefined
        ? plusDays(day, BigInt(steps) * ((step.micros ?? DAY) / DAY))
        : String(plusMonths(day, BigInt(steps) * months));
    return isDate ? there : midnightIn(zone, there);
  };
  return { start: away(dayAt(from), -count), end, moved: (at: Time) => away(dayAt(at), count) };
}

const MONTHS: Readonly<Record<string, bigint>> = { month: 1n, quarter: 3n, year: 12n };

function nextDay(day: string, { micros, unit }: Step): string {
  const months = MONTHS[unit ?? ''];
  return months === undefined
    ? plusDays(day, (micros ?? DAY) / DAY)
    : String(plusMonths(day, months));
}
