/** A panel in words, for screen readers. */
import { quantity } from '../data/numbers.ts';
import type { Overall } from '../data/row.ts';
import { bucketText } from '../data/times.ts';
import type { ChartSeries, Panel, Plot } from './panels.ts';

export function summarizePlot(panel: Panel, { times, step }: Plot, zone: string): string {
  const said = (second: number | undefined) => bucketText((second ?? 0) * 1_000, step, zone);
  const kind = panel.style === 'lines' ? 'Line chart' : 'Bar chart';
  const range = `from ${said(times[0])} to ${said(times.at(-1))}`;
  const series = panel.series.map(one => seriesSummary(one, panel, times, said));
  return `${kind} of ${panel.title}, ${range}. ${series.join(' ')} The table below has all values.`;
}

function seriesSummary(
  { label, values, resting }: ChartSeries,
  { unit, style }: Panel,
  times: readonly number[],
  said: (second: number | undefined) => string,
): string {
  const there = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  if (there.length === 0) return `${label}: no values.`;
  const most = there.reduce((a, b) => (b.value > a.value ? b : a));
  const least = there.reduce((a, b) => (b.value < a.value ? b : a));
  const sum = there.reduce((total, { value }) => total + value, 0);
  const extremes = `least ${quantity(least.value, unit)}, most ${quantity(most.value, unit)} at ${said(times[most.at])}`;
  return style === 'lines' || resting !== 'sum'
    ? `${label}: ${extremes}.`
    : `${label}: ${quantity(sum, unit)} in all, ${extremes}.`;
}

/** The value in the legend while no time is selected; `null` without values. */
export function restingValue(values: ChartSeries['values'], resting: Overall): number | null {
  const there = values.filter(value => value !== null);
  const last = there.at(-1);
  if (last === undefined) return null;
  const sum = there.reduce((total, value) => total + value, 0);
  const min = there.reduce((a, b) => Math.min(a, b));
  const max = there.reduce((a, b) => Math.max(a, b));
  return { sum, mean: sum / there.length, min, max, last }[resting];
}
