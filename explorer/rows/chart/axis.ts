/** Labels of the time axis, in a zone. */
import { clockOf } from '../data/times.ts';

const DAY = 86_400;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * A label for each place, in seconds; places are `apart` seconds apart. The first label, and every one whose day differs from that of the
 * label before it, has the day in a second line. For steps of days or more, the second line is the year.
 */
export function timeLabels(
  places: readonly number[],
  apart: number,
  zone: string,
): readonly string[] {
  let last = '';
  return places.map(place => {
    const { date, time } = clockOf(place * 1_000, zone);
    const [year = '', month = '', day = ''] = date.split('-');
    const name = MONTHS[Number(month) - 1] ?? '';
    const [upper, lower] =
      apart >= 28 * DAY
        ? [name, year]
        : apart >= DAY
          ? [`${Number(day)} ${name}`, year]
          : [apart >= 60 ? time.slice(0, 5) : time, `${Number(day)} ${name}`];
    const isNew = lower !== last;
    last = lower;
    return isNew ? `${upper}\n${lower}` : upper;
  });
}
