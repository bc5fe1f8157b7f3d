// Before uPlot, which reads the language once.
import './language.ts';

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { FunctionsInvocationStatsRow } from '../../generated/clients/typescript/endpoints/functionsInvocationStats.js';

export interface Buckets {
  /** Seconds of them all, and of one. */
  readonly span: number;
  readonly step: number;
  /** How a bucket's time is written. */
  readonly format: string;
}
type Rows = readonly FunctionsInvocationStatsRow<Date>[];

const HEIGHT = 320;
/** Seconds between labels of the time axis, as clocks and calendars have them. */
const TICKS = [1, 5, 15, 30, 60, 300, 900, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 172_800];
const WHOLE = [0, 1, 2, 3, 4, 5, 6].flatMap(power => [1, 2, 5].map(digit => digit * 10 ** power));

let chart: uPlot | undefined;
let redraw = () => {};
const resized = new ResizeObserver(([entry]) => {
  if (entry) chart?.setSize({ width: entry.contentRect.width, height: HEIGHT });
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => redraw());

/** Replaces the chart by one of `rows`, which were read at an instant in seconds. */
export function drawChart(figure: HTMLElement, rows: Rows, buckets: Buckets, read: number): void {
  redraw = () => {
    chart?.destroy();
    chart = new uPlot(options(figure, buckets), columns(rows, buckets, read), figure);
  };
  redraw();
  resized.observe(figure);
}

export function clearChart(): void {
  chart?.destroy();
  chart = undefined;
  redraw = () => {};
}

/** The service leaves out buckets without an invocation; a chart has them. */
function columns(rows: Rows, { span, step }: Buckets, read: number): uPlot.AlignedData {
  const first = Math.floor((read - span) / step);
  const length = Math.floor(read / step) - first + 1;
  const times = Array.from({ length }, (_, at) => (first + at) * step);
  const known = new Map(rows.map(row => [row.timestamp.getTime() / 1_000, row]));
  return [
    times,
    times.map(time => known.get(time)?.count ?? 0),
    times.map(time => known.get(time)?.error_count ?? 0),
  ];
}

function options(figure: HTMLElement, { step, format }: Buckets): uPlot.Options {
  const colour = (name: string) => getComputedStyle(figure).getPropertyValue(`--${name}`);
  const line = { stroke: colour('line'), width: 1 };
  const bars = (label: string, name: string): uPlot.Series => ({
    label,
    stroke: colour(name),
    fill: colour(name),
    width: 0,
    paths: uPlot.paths.bars?.({ size: [0.8, 100] }),
    points: { show: false },
  });
  const time = uPlot.fmtDate(format);
  const tzDate = (seconds: number) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC');
  return {
    width: figure.clientWidth,
    height: HEIGHT,
    tzDate,
    cursor: { drag: { x: false }, y: false, points: { show: false } },
    scales: {
      x: { range: (_, first, last) => [first - step / 2, last + step / 2] },
      y: { range: (_, __, most) => uPlot.rangeNum(0, Math.max(most, 1), 0.1, true) },
    },
    axes: [
      {
        stroke: colour('quiet'),
        grid: { show: false },
        ticks: line,
        space: 60,
        incrs: TICKS.filter(tick => tick >= step),
        values: (_, ticks) => ticks.map(tick => time(tzDate(tick))),
      },
      { stroke: colour('quiet'), grid: line, ticks: { show: false }, incrs: WHOLE },
    ],
    series: [
      { label: 'Time', value: format },
      bars('Invocations', 'calls'),
      bars('Errors', 'errors'),
    ],
  };
}
