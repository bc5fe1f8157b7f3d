/** Where days begin in the time zones of quern, from the data of this machine: rollups read days of a zone only if all begin on steps. */
import { expect, test } from 'vitest';
import { UNIT_MICROS } from '../../../generator/core/types/scalar.ts';
import { ZONES } from '../../../generator/params/time/zones.ts';
import { unfitZones } from '../../../generator/specialize/rollups/zones.ts';
import { amount } from '../../support/usually.ts';

const [SECOND, DAY] = [1000, 86_400_000];
/** Clocks change for weeks at least. */
const STEP = amount({ usual: 60, all: 4 }) * DAY;
const [FROM, TO] = [0, Date.UTC(2038, 0, 1)];

/** The distance of local time from UTC at an instant, in milliseconds. */
function offsets(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return at => {
    const parts = Object.fromEntries(
      format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - at;
  };
}

/** The seconds after a full hour at which a day begins, one for each kind of day. */
function beginnings(zone: string): readonly number[] {
  const offset = offsets(zone);
  const found = new Set<number>();
  let last = offset(FROM);
  found.add(-last);
  for (let at = FROM; at < TO; at += STEP) {
    const next = offset(at + STEP);
    if (next === last) continue;
    const change = changeBetween(at, at + STEP, last, offset);
    found.add(-next);
    // a date that changes with the clocks begins at the change
    const before = Math.floor((change - SECOND + last) / DAY);
    if (before !== Math.floor((change + next) / DAY)) found.add(change);
    last = next;
  }
  return [...found].map(ms => (((ms / SECOND) % 3600) + 3600) % 3600);
}

function changeBetween(
  from: number,
  to: number,
  offset: number,
  offsetAt: (at: number) => number,
): number {
  let [low, high] = [from, to];
  while (high - low > SECOND) {
    const middle = Math.floor((low + high) / 2 / SECOND) * SECOND;
    if (offsetAt(middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}

test('every zone whose days begin beside a step is known', () => {
  const known = [...ZONES].filter(zone => zone !== 'Factory');
  const begun = new Map(known.map(zone => [zone, beginnings(zone)] as const));
  for (const seconds of [3600, 1800, 900, 300, 60, 1]) {
    const unfit = known.filter(zone => begun.get(zone)?.some(at => at % seconds !== 0) === true);
    const listed = unfitZones(BigInt(seconds) * UNIT_MICROS.second);
    expect([...(listed ?? [])].sort(), `${seconds} seconds`).toEqual(unfit.sort());
  }
});
