/** The number of entries over time, by tone: the chart above a log. */
import type { Panel, Plot, Series } from '../chart/series.ts';
import { cellOf, type Row } from '../data/row.ts';
import type { Entries } from '../data/shapes.ts';
import { instantOf } from '../data/values.ts';
import { type Level, levelOf } from './entry.ts';

/** The length of a bar in seconds: usual steps of clocks and calendars. */
const STEPS = [1, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 604_800];
const MOST_BARS = 60;

const TONES = [
  { label: 'errors', tone: 'bad' },
  { label: 'warnings', tone: 'warning' },
  { label: 'others', tone: 'plain' },
] as const;

/** `null` if there is nothing to compare: fewer than two instants. */
export function volumeOf(shape: Entries, rows: readonly Row[]): Plot | null {
  const { time } = shape;
  const entries = rows.flatMap(row => {
    const at = instantOf(time, cellOf(row, time.name));
    return at === null ? [] : [{ second: at / 1_000, tone: seriesOf(levelOf(row, shape)) }];
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
  const series = TONES.flatMap(({ label, tone }, at): Series[] => {
    const values = counts[at]!;
    return values.some(count => count > 0) ? [{ label, tone, values }] : [];
  });
  return { times, step, panels: [panelOf(series)] };
}

function panelOf(series: readonly Series[]): Panel {
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
function seriesOf(level: Level | null): number {
  if (level?.tone === 'bad') return 0;
  return level?.tone === 'warning' ? 1 : 2;
}
