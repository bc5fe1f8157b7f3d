/** Rows over time as panels of series: one panel per unit, or one per column if groups are the series. */
import { findCurrentColumn, isCount, toneOf, toneOfGroup } from '../data/columns.ts';
import { groupBy } from '../data/grouped.ts';
import { formatPlain } from '../data/json-text.ts';
import { type AnswerRow, type Column, cellOf } from '../data/row.ts';
import { keyOf, type TimeSeries } from '../data/shapes.ts';
import { numberOf, readInstantMillis } from '../data/values.ts';
import { type ChartSeries, makePlot, type Panel, type Plot } from './panels.ts';
import { arrangementOf } from './stack.ts';
import { inferStep, withGaps } from './steps.ts';

const MOST_SERIES = 8;

export function plotOf(
  shape: TimeSeries,
  columns: readonly Column[],
  rows: readonly AnswerRow[],
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
  const panels =
    shape.groups.length > 0
      ? groupedPanels(shape, rows, step, valuesOf)
      : unitPanels(shape.measures, columns, step, column => valuesOf(rows, column));
  return makePlot(times, step, panels);
}

function secondOf(time: Column, row: AnswerRow): number {
  return (readInstantMillis(time, cellOf(row, time.name)) ?? Number.NaN) / 1_000;
}

/** Counts share a panel, and so do other numbers of the same unit. */
function unitPanels(
  measures: readonly Column[],
  columns: readonly Column[],
  step: number,
  valuesOf: (column: Column) => readonly (number | null)[],
): Panel[] {
  const panels = groupBy(measures, column => {
    const of = findCurrentColumn(column, columns) ?? column;
    return isCount(of) && step > 0 ? 'counts' : `unit ${of.unit ?? ''}`;
  });
  return [...panels].map(([kind, members]) => {
    const series = members.map((column): ChartSeries => {
      const isPrevious = findCurrentColumn(column, columns) !== null;
      const tone = isPrevious ? 'previous' : toneOf(column.name);
      return { label: column.name, values: valuesOf(column), tone };
    });
    const unit = members[0]?.unit;
    const style = kind === 'counts' ? arrangementOf(series) : 'lines';
    const current = members.filter(column => findCurrentColumn(column, columns) === null);
    return { title: titleOf(current, unit), unit, style, series, omitted: 0 };
  });
}

function titleOf(members: readonly Column[], unit: string | undefined): string {
  if (members.length === 1) return members[0]?.name ?? '';
  if (unit !== undefined) return `In ${unit === 'ratio' ? 'percent' : unit}`;
  return members.every(isCount) ? 'Counts' : 'Values';
}

/** A panel for each measure, all of the same groups: those with the largest first measure; the others are the rest if they add up. */
function groupedPanels(
  { groups, measures }: TimeSeries,
  rows: readonly AnswerRow[],
  step: number,
  valuesOf: (rows: readonly AnswerRow[], column: Column) => readonly (number | null)[],
): Panel[] {
  const members = [...groupBy(rows, row => keyOf(row, groups)).values()];
  const seriesFor = (column: Column) =>
    members.map((of): ChartSeries => {
      const [row = {}] = of;
      const label = groups.map(({ name }) => groupText(cellOf(row, name))).join(' · ');
      return { label, values: valuesOf(of, column), tone: toneOfGroup(groups, row) };
    });
  const [first] = measures;
  const sizes = first === undefined ? [] : seriesFor(first).map(sizeOf);
  const order = members.map((_, at) => at).sort((a, b) => sizes[b]! - sizes[a]!);
  return measures.map(column => {
    const unordered = seriesFor(column);
    const all = order.map(at => unordered[at]!);
    const isStack = isCount(column) && step > 0;
    const shown = all.slice(0, MOST_SERIES);
    const series = isStack ? withRest(shown, all.slice(MOST_SERIES)) : shown;
    const omitted = isStack ? 0 : all.length - series.length;
    const style = isStack ? 'stack' : 'lines';
    return { title: column.name, unit: column.unit, style, series, omitted };
  });
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
  return [...shown, { label: `${others.length} others`, values, tone: 'rest' }];
}

function sizeOf({ values }: ChartSeries): number {
  return values.reduce((size: number, value) => size + Math.abs(value ?? 0), 0);
}

/** `null` only if there are no values. */
function sum(values: readonly (number | null | undefined)[]): number | null {
  const there = values.filter(value => typeof value === 'number');
  return there.length === 0 ? null : there.reduce((total, value) => total + value, 0);
}
