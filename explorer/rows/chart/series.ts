/** Rows over time as panels of series: one panel per unit, or one per column if groups are the series. */
import { currentOf, isCount, type Tone, toneOf, toneOfGroup } from '../data/columns.ts';
import { grouped } from '../data/grouped.ts';
import { plainText } from '../data/json-text.ts';
import { type Column, cellOf, type Row } from '../data/row.ts';
import { keyOf, type TimeSeries } from '../data/shapes.ts';
import { instantOf, numberOf } from '../data/values.ts';
import { arrangementOf } from './stack.ts';
import { stepOf, withGaps } from './steps.ts';

export interface Series {
  readonly label: string;
  /** A value for each time of the plot; `null` is a gap. */
  readonly values: readonly (number | null)[];
  readonly tone: Tone | 'rest' | 'previous';
}

export interface Panel {
  readonly title: string;
  readonly unit: string | undefined;
  /** Counts are bars: `stack` if they add up, `overlay` if one is part of another. */
  readonly style: 'stack' | 'overlay' | 'lines';
  readonly series: readonly Series[];
  /** The number of groups that neither have a series of their own nor are part of the rest. */
  readonly omitted: number;
}

export interface Plot {
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  /** Seconds from one time to the next; 0 if the times follow no step. */
  readonly step: number;
  readonly panels: readonly Panel[];
}

const MOST_SERIES = 8;

export function plotOf(shape: TimeSeries, columns: readonly Column[], rows: readonly Row[]): Plot {
  const seconds = new Map(rows.map(row => [row, secondOf(shape.time, row)]));
  const known = [...new Set(seconds.values())].sort((a, b) => a - b);
  const step = stepOf(known, shape.time.bucket);
  const times = withGaps(known, step);
  const places = new Map(times.map((time, at) => [time, at]));
  const valuesOf = (of: readonly Row[], column: Column) => {
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
  return { times, step, panels };
}

function secondOf(time: Column, row: Row): number {
  return (instantOf(time, cellOf(row, time.name)) ?? Number.NaN) / 1_000;
}

/** Counts share a panel, and so do other numbers of the same unit. */
function unitPanels(
  measures: readonly Column[],
  columns: readonly Column[],
  step: number,
  valuesOf: (column: Column) => readonly (number | null)[],
): Panel[] {
  const panels = grouped(measures, column => {
    const of = currentOf(column, columns) ?? column;
    return isCount(of) && step > 0 ? 'counts' : `unit ${of.unit ?? ''}`;
  });
  return [...panels].map(([kind, members]) => {
    const series = members.map((column): Series => {
      const isPrevious = currentOf(column, columns) !== null;
      const tone = isPrevious ? 'previous' : toneOf(column.name);
      return { label: column.name, values: valuesOf(column), tone };
    });
    const unit = members[0]?.unit;
    const style = kind === 'counts' ? arrangementOf(series) : 'lines';
    const current = members.filter(column => currentOf(column, columns) === null);
    return { title: titleOf(current, unit), unit, style, series, omitted: 0 };
  });
}

function titleOf(members: readonly Column[], unit: string | undefined): string {
  if (members.length === 1) return members[0]?.name ?? '';
  if (unit !== undefined) return `In ${unit === 'ratio' ? 'percent' : unit}`;
  return members.every(isCount) ? 'Counts' : 'Values';
}

/** A panel for each measure: the largest groups, and the others as the rest if they add up. */
function groupedPanels(
  { groups, measures }: TimeSeries,
  rows: readonly Row[],
  step: number,
  valuesOf: (rows: readonly Row[], column: Column) => readonly (number | null)[],
): Panel[] {
  const members = [...grouped(rows, row => keyOf(row, groups)).values()];
  return measures.map(column => {
    const all = members.map((of): Series => {
      const [row = {}] = of;
      const label = groups.map(({ name }) => groupText(cellOf(row, name))).join(' · ');
      return { label, values: valuesOf(of, column), tone: toneOfGroup(groups, row) };
    });
    const isStack = isCount(column) && step > 0;
    const series = isStack ? largestAndRest(all) : largest(all);
    const omitted = isStack ? 0 : all.length - series.length;
    const style = isStack ? 'stack' : 'lines';
    return { title: column.name, unit: column.unit, style, series, omitted };
  });
}

function groupText(value: unknown): string {
  return value === '' ? '(empty)' : plainText(value, 200);
}

function largest(all: readonly Series[]): Series[] {
  return [...all].sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, MOST_SERIES);
}

function largestAndRest(all: readonly Series[]): Series[] {
  const shown = largest(all);
  const others = all.filter(series => !shown.includes(series));
  if (others.length === 0) return shown;
  const values = others[0]!.values.map((_, at) => sum(others.map(({ values }) => values[at])));
  return [...shown, { label: `${others.length} others`, values, tone: 'rest' }];
}

function sizeOf({ values }: Series): number {
  return values.reduce((size: number, value) => size + Math.abs(value ?? 0), 0);
}

/** `null` only if there are no values. */
function sum(values: readonly (number | null | undefined)[]): number | null {
  const there = values.filter(value => typeof value === 'number');
  return there.length === 0 ? null : there.reduce((total, value) => total + value, 0);
}
