/** The number of entries over time, by tone: the chart above a log. */
import { type ChartSeries, makePlot, type Panel, type Plot } from '../chart/panels.ts';
import { type AnswerRow, cellOf } from '../data/row.ts';
import type { EntryShape } from '../data/shapes.ts';
import { readInstantMillis } from '../data/values.ts';
import { type EntryLevel, readLevel } from './entry.ts';

/** The length of a bar in seconds: usual steps of clocks and calendars. */
const STEPS = [1, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 604_800];
const MOST_BARS = 60;

const TONES = [
  { label: 'errors', tone: 'bad' },
  { label: 'warnings', tone: 'warning' },
  { label: 'others', tone: 'plain' },
] as const;

/** `null` if there is nothing to compare: fewer than two instants. */
export function volumeOf(shape: EntryShape, rows: readonly AnswerRow[]): Plot | null {
  const { time } = shape;
  const entries = rows.flatMap(row => {
    const at = readInstantMillis(time, cellOf(row, time.name));
    return at === null ? [] : [{ second: at / 1_000, tone: seriesOf(readLevel(row, shape)) }];
  });
  const first = entries.reduce((a, { second }) => Math.min(a, second), Number.POSITIVE_INFINITY);
  const last = entries.reduce((a, { second }) => Math.max(a, second), Number.NEGATIVE_INFINITY);
  if (!(last > first)) return null;
  const step = STEPS.find(one => (last - first) / one <= MOST_BARS) ?? (last - first) / MOST_BARS;
  const begin = Math.floor(first / step);
  const times = Array.from(
    { length: Math.floor(last / step) - begin + 1 },
    (_, at) => (begin + at) * step,
  );
  const counts = TONES.map(() => times.map(() => 0));
  for (const { second, tone } of entries) counts[tone]![Math.floor(second / step) - begin]! += 1;
  const series = TONES.flatMap(({ label, tone }, at): ChartSeries[] => {
    const values = counts[at]!;
    return values.some(count => count > 0) ? [{ label, tone, values, resting: 'sum' }] : [];
  });
  return makePlot(times, step, [panelOf(series)]);
}

function panelOf(series: readonly ChartSeries[]): Panel {
  const only = series.length === 1 ? series.map(one => ({ ...one, label: 'entries' })) : series;
  return {
    title: 'Entries that are shown',
    unit: undefined,
    style: 'stack',
    series: only,
    omitted: 0,
  };
}

/** The index of the level's tone in `TONES`. */
function seriesOf(level: EntryLevel | null): number {
  if (level?.tone === 'bad') return 0;
  return level?.tone === 'warning' ? 1 : 2;
}
