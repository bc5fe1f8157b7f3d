/** Rows over time as panels of series: one panel per unit, or one per column if groups are the series. */
import {
  addsUp,
  findCurrentColumn,
  isCount,
  leadingOf,
  overallOf,
  toneOf,
  toneOfGroup,
} from '../data/columns.ts';
import { groupItems } from '../data/grouped.ts';
import { formatPlain } from '../data/json-text.ts';
import { type AnswerRow, type Column, cellOf, type Overall } from '../data/row.ts';
import { rowKey, type TimeSeries } from '../data/shapes.ts';
import { numberOf, readInstantMillis } from '../data/values.ts';
import { type ChartSeries, makePlot, type Panel, type Plot } from './panels.ts';
import { arrangementOf } from './stack.ts';
import { inferStep, withGaps } from './steps.ts';

const MOST_SERIES = 8;

/** How a chart is drawn: `chart` is as fits each panel best. */
export type ChartStyle = 'chart' | 'lines' | 'stacked';

export function plotOf(
  shape: TimeSeries,
  columns: readonly Column[],
  rows: readonly AnswerRow[],
  wanted: ChartStyle = 'chart',
): Plot {
  const seconds = new Map(rows.map(row => [row, secondOf(shape.time, row)]));
  const known = [...new Set(seconds.values())].sort((a, b) => a - b);
  const step = inferStep(known, shape.time.bucket);
  const times = withGaps(known, step);
  const places = new Map(times.map((time, at) => [time, at]));
  const valuesOf = (of: readonly AnswerRow[], column: Column) => {
    const values = times.map((): number | null => null);
    for (const row of of) {
      const place = places.get(seconds.get(row) ?? Number.NaN);
      if (place !== undefined) values[place] = numberOf(column, cellOf(row, column.name));
    }
    return values;
  };
  const drawing = { columns, step, wanted, valuesOf };
  const panels =
    shape.groups.length > 0
      ? groupedPanels(shape, rows, drawing)
      : unitPanels(shape.measures, rows, drawing);
  return makePlot(times, step, panels);
}

/** The styles that draw a plot differently from `chart`. */
export function otherStyles(
  ...[shape, columns, rows]: readonly [TimeSeries, readonly Column[], readonly AnswerRow[]]
): readonly ChartStyle[] {
  const looksOf = (wanted: ChartStyle) =>
    plotOf(shape, columns, rows, wanted)
      .panels.map(({ style }) => style)
      .join();
  const usual = looksOf('chart');
  return (['lines', 'stacked'] as const).filter(wanted => looksOf(wanted) !== usual);
}

/** Shared by all panels of a plot. */
interface Drawing {
  readonly columns: readonly Column[];
  readonly step: number;
  readonly wanted: ChartStyle;
  readonly valuesOf: (rows: readonly AnswerRow[], column: Column) => readonly (number | null)[];
}

function secondOf(time: Column, row: AnswerRow): number {
  return (readInstantMillis(time, cellOf(row, time.name)) ?? Number.NaN) / 1_000;
}

/** Counts share a panel, and so do other numbers of the same unit. */
function unitPanels(
  measures: readonly Column[],
  rows: readonly AnswerRow[],
  drawing: Drawing,
): Panel[] {
  const { columns, step, valuesOf } = drawing;
  const panels = groupItems(measures, column => {
    const of = findCurrentColumn(column, columns) ?? column;
    return isCount(of) && step > 0 ? 'counts' : `unit ${of.unit ?? ''}`;
  });
  return [...panels].map(([kind, members]) => {
    const series = members.map((column): ChartSeries => {
      const isPrevious = findCurrentColumn(column, columns) !== null;
      const tone = isPrevious ? 'previous' : toneOf(column.name);
      const resting = restingIn(drawing, column);
      return { label: column.name, values: valuesOf(rows, column), tone, resting };
    });
    const unit = members[0]?.unit;
    const usual = kind === 'counts' ? arrangementOf(series) : 'lines';
    const current = members.filter(column => findCurrentColumn(column, columns) === null);
    const style = styleOf(drawing, current, series, usual);
    return { title: titleOf(current, unit), unit, style, series, omitted: 0 };
  });
}

/** Values of single instants are those of a gauge. */
function restingIn({ columns, step }: Drawing, column: Column): Overall {
  return step > 0 ? overallOf(findCurrentColumn(column, columns) ?? column) : 'last';
}

/** Numbers stack only in buckets, if they add up, and if none is negative. */
function styleOf(
  { step, wanted }: Drawing,
  columns: readonly Column[],
  series: readonly ChartSeries[],
  usual: Panel['style'],
): Panel['style'] {
  if (wanted === 'chart') return usual;
  if (wanted === 'lines') return 'lines';
  const isNegative = series.some(({ values }) => values.some(value => (value ?? 0) < 0));
  return step > 0 && columns.every(addsUp) && !isNegative ? 'stack' : usual;
}

function titleOf(members: readonly Column[], unit: string | undefined): string {
  if (members.length === 1) return members[0]?.name ?? '';
  if (unit !== undefined) return `In ${unit === 'ratio' ? 'percent' : unit}`;
  return members.every(isCount) ? 'Counts' : 'Values';
}

/** A panel for each measure, all of the same groups: those with the largest measure that rows are ordered by, or the first; the others are the rest if they add up. */
function groupedPanels(
  { groups, measures }: TimeSeries,
  rows: readonly AnswerRow[],
  drawing: Drawing,
): Panel[] {
  const { columns, step, valuesOf } = drawing;
  const members = [...groupItems(rows, row => rowKey(row, groups)).values()];
  const seriesFor = (column: Column, before: Column | undefined) => {
    const resting = restingIn(drawing, column);
    return members.map((of): ChartSeries => {
      const [row = {}] = of;
      const label = groups.map(({ name }) => groupText(cellOf(row, name))).join(' · ');
      const twin = before === undefined ? {} : { before: valuesOf(of, before) };
      const tone = toneOfGroup(groups, row);
      return { label, values: valuesOf(of, column), tone, resting, ...twin };
    });
  };
  const current = measures.filter(column => findCurrentColumn(column, columns) === null);
  const first = leadingOf(current);
  const sizes = first === undefined ? [] : seriesFor(first, undefined).map(sizeOf);
  const order = members.map((_, at) => at).sort((a, b) => sizes[b]! - sizes[a]!);
  return current.map(column => {
    const before = measures.find(other => findCurrentColumn(other, columns) === column);
    const unordered = seriesFor(column, before);
    const all = order.map(at => unordered[at]!);
    const usual = isCount(column) && addsUp(column) && step > 0 ? 'stack' : 'lines';
    const style = styleOf(drawing, [column], all, usual);
    const shown = all.slice(0, MOST_SERIES);
    const { name: title, unit } = column;
    if (style === 'lines') {
      return { title, unit, style, series: shown, omitted: all.length - shown.length };
    }
    const series = [...withRest(shown, all.slice(MOST_SERIES)), ...totalBefore(all, before)];
    return { title, unit, style, series: series.map(withoutTwin), omitted: 0 };
  });
}

/** A stack has one twin: the total of the period before. */
function totalBefore(
  all: readonly ChartSeries[],
  before: Column | undefined,
): readonly ChartSeries[] {
  if (before === undefined) return [];
  const values = (all[0]?.before ?? []).map((_, at) => sum(all.map(one => one.before?.[at])));
  return [{ label: `${before.name}, all groups`, values, tone: 'previous', resting: 'sum' }];
}

function withoutTwin({ before: _, ...series }: ChartSeries): ChartSeries {
  return series;
}

function groupText(value: unknown): string {
  return value === '' ? '(empty)' : formatPlain(value, 200);
}

function withRest(
  shown: readonly ChartSeries[],
  others: readonly ChartSeries[],
): readonly ChartSeries[] {
  if (others.length === 0) return shown;
  const values = others[0]!.values.map((_, at) => sum(others.map(({ values }) => values[at])));
  return [...shown, { label: `${others.length} others`, values, tone: 'rest', resting: 'sum' }];
}

function sizeOf({ values }: ChartSeries): number {
  return values.reduce((size: number, value) => size + Math.abs(value ?? 0), 0);
}

/** `null` only if there are no values. */
function sum(values: readonly (number | null | undefined)[]): number | null {
  const there = values.filter(value => typeof value === 'number');
  return there.length === 0 ? null : there.reduce((total, value) => total + value, 0);
}
