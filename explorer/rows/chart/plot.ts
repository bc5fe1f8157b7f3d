/** The options with which uPlot draws a panel. uPlot sets styles by properties, which a strict policy allows. */
// Must be loaded before uPlot, which reads the language once.
import './language.ts';

import uPlot from 'uplot';
import { quantity } from '../data/numbers.ts';
import { timeLabels } from './axis.ts';
import { colourName, type Panel, type Plot } from './panels.ts';
import { layersOf } from './stack.ts';
import { type TimeSpan, windowOf } from './steps.ts';

/** One series on the canvas. */
interface Drawn {
  readonly series: number;
  readonly values: readonly (number | null)[];
  readonly shape: 'bars' | 'line' | 'dashed';
}

export interface Drawing {
  readonly panel: Panel;
  readonly plot: Plot;
  readonly zone: string;
  readonly height: number;
  readonly isHidden: (series: number) => boolean;
  /** Returns a colour of the page by the name of its property. */
  readonly colour: (name: string) => string;
  readonly onCursor: (place: number | null) => void;
  readonly onZoom: (isZoomed: boolean) => void;
  readonly onRange: ((span: TimeSpan) => void) | undefined;
  /** Panels of one group show the cursor at the same time. */
  readonly group: string;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** From these steps on, uPlot places labels by the calendar. */
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;
const APART = [
  ...[1, 5, 10, 15, 30, 60, 300, 600, 900, 1_800],
  ...[1, 2, 3, 4, 6, 8, 12].map(hours => hours * HOUR),
  ...[1, 2, 3, 4, 5, 6, 7, 10, 15].map(days => days * DAY),
  ...[1, 2, 3, 4, 6].map(months => months * MONTH),
  ...[1, 2, 5, 10, 25, 50, 100].map(years => years * YEAR),
];
const WHOLE = Array.from({ length: 16 }, (_, power) => [1, 2, 5].map(digit => digit * 10 ** power));

export function draw(drawing: Drawing, place: HTMLElement): uPlot {
  const drawn = drawnOf(drawing);
  const { times } = drawing.plot;
  const values = drawn.map(one => [...one.values]);
  const data: uPlot.AlignedData = [[...times], ...values];
  return new uPlot(optionsOf(drawing, drawn, place.clientWidth), data, place);
}

function drawnOf({ panel: { series, style }, isHidden }: Drawing): readonly Drawn[] {
  const shown = series.flatMap((one, index) => (isHidden(index) ? [] : [{ ...one, index }]));
  const lines = shown.filter(({ tone }) => style === 'lines' && tone !== 'previous');
  const previous = shown.filter(({ tone }) => tone === 'previous');
  const layers = style === 'lines' ? [] : layersOf(series, style, isHidden);
  return [
    ...layers.map(({ series, tops }): Drawn => ({ series, values: tops, shape: 'bars' })),
    ...lines.map(({ index, values }): Drawn => ({ series: index, values, shape: 'line' })),
    ...previous.map(({ index, values }): Drawn => ({ series: index, values, shape: 'dashed' })),
    ...lines.flatMap(({ index, before }): Drawn[] =>
      before === undefined ? [] : [{ series: index, values: before, shape: 'dashed' }],
    ),
  ];
}

function optionsOf(drawing: Drawing, drawn: readonly Drawn[], width: number): uPlot.Options {
  const { panel, plot, height, onCursor, onRange, group } = drawing;
  const pad = plot.step === 0 ? 0 : plot.step / 2;
  return {
    width,
    height,
    padding: [10, HALF_LABEL, 0, 0],
    legend: { show: false },
    tzDate: second => uPlot.tzDate(new Date(second * 1_000), drawing.zone),
    cursor: cursorOf(group, onRange !== undefined),
    scales: {
      x: { range: (_, from, to) => [from - pad, to + pad] },
      y: { range: (_, least, most) => heights(panel, least, most) },
    },
    axes: axesOf(drawing),
    series: [{}, ...drawn.map(one => seriesOf(drawing, one))],
    hooks: {
      setCursor: [
        self => onCursor((self.cursor.left ?? -1) < 0 ? null : (self.cursor.idx ?? null)),
      ],
      setSelect: [self => onRange !== undefined && selected(self, plot, onRange)],
      setScale: [(self, scale) => scale === 'x' && drawing.onZoom(isZoomed(self, plot, pad))],
    },
  };
}

function cursorOf(group: string, asks: boolean): uPlot.Cursor {
  // If a window is requested, only the panel that it was drawn in requests it.
  const pub = (type: string) => !asks || (type !== 'mousedown' && type !== 'mouseup');
  return {
    y: false,
    drag: { x: true, y: false, setScale: !asks, dist: 4 },
    sync: { key: group, setSeries: false, filters: { pub } },
    points: { size: 7 },
  };
}

function selected(self: uPlot, plot: Plot, onRange: (span: TimeSpan) => void): void {
  const { left, width } = self.select;
  if (width === 0) return;
  self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  const [from, to] = [self.posToVal(left, 'x'), self.posToVal(left + width, 'x')];
  onRange(windowOf(plot.times, plot.step, from, to));
}

function isZoomed(self: uPlot, { times }: Plot, pad: number): boolean {
  const { min = 0, max = 0 } = self.scales['x'] ?? {};
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return min > first - pad + 1e-3 || max < last + pad - 1e-3;
}

/** Bars start at zero; lines far above zero are easier to read without it. */
function heights({ style }: Panel, least: number | null, most: number | null): [number, number] {
  if (least === null || most === null) return [0, 1];
  const isFar = style === 'lines' && least > 0.6 * most;
  const low = least < 0 || isFar ? least - 0.1 * (most - least) : 0;
  const high = most + 0.08 * (most - Math.min(low, most));
  return high > low
    ? [low, high]
    : [low - Math.abs(low || 1) * 0.1, high + Math.abs(high || 1) * 0.1];
}

const FONT = '11px ui-sans-serif, system-ui, sans-serif';
/** The half of a label such as `28 Nov`, which may stand below the last value, in pixels. */
const HALF_LABEL = 22;
/** Between the labels of the numbers and the canvas, in pixels. */
const GAP = 8;

function widestOf({ ctx }: uPlot, labels: readonly string[]): number {
  ctx.save();
  ctx.font = FONT;
  const widths = labels.map(label => ctx.measureText(label).width);
  ctx.restore();
  return Math.ceil(Math.max(36, ...widths) + 6);
}

function axesOf({ panel, plot, zone, colour }: Drawing): uPlot.Axis[] {
  const quiet = { stroke: colour('--soft'), font: FONT };
  const line = { stroke: colour('--line'), width: 1 };
  return [
    {
      ...quiet,
      grid: { show: false },
      ticks: { ...line, size: 4 },
      border: { ...line, show: true },
      size: 42,
      space: 72,
      incrs: APART.filter(apart => apart >= Math.min(plot.step, 31 * DAY) * 0.9),
      values: (_, places, __, ___, apart) => [...timeLabels(places, apart, zone)],
    },
    {
      ...quiet,
      grid: line,
      ticks: { show: false },
      size: (self, labels) => GAP + widestOf(self, labels ?? []),
      gap: GAP,
      space: 36,
      ...(panel.style === 'lines' ? {} : { incrs: WHOLE.flat() }),
      values: (_, places) => places.map(place => quantity(place, panel.unit)),
    },
  ];
}

function seriesOf({ panel, plot, colour }: Drawing, { series, shape }: Drawn): uPlot.Series {
  const of = panel.series[series]!;
  const stroke = colour(colourName(plot, of));
  const { label } = of;
  if (shape === 'bars') {
    const paths = uPlot.paths.bars?.({ size: [0.82, 72], radius: [0.06, 0] });
    return {
      label,
      stroke,
      fill: stroke,
      width: 0,
      points: { show: false },
      ...(paths && { paths }),
    };
  }
  return {
    label,
    stroke,
    width: shape === 'dashed' ? 1.5 : 2,
    ...(shape === 'dashed' && { dash: [5, 4] }),
    points: { size: 5, fill: stroke, filter: (self, at) => lonely(self.data[at] ?? []) },
  };
}

/** A single value between gaps does not make a line, so it is drawn as a point. */
function lonely(values: ArrayLike<number | null | undefined>): number[] {
  return Array.from(values).flatMap((value, at) => {
    const isAlone = (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;
    return value !== null && value !== undefined && isAlone ? [at] : [];
  });
}

/** Moves the cursor in all panels of a group to a time, in seconds; `null` removes it. */
export function pointAt(group: string, time: number | null): void {
  for (const chart of uPlot.sync(group).plots) {
    chart.setCursor({ left: time === null ? -10 : chart.valToPos(time, 'x'), top: 10 });
  }
}
