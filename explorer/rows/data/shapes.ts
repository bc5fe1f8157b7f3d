/** The views that fit rows: pure functions of columns and rows. */
import { findCurrentColumn, isCategory, isLevelColumn, isMeasure } from './columns.ts';
import { gridOf, type TableGrid } from './grid.ts';
import { type AnswerRow, type Column, cellOf, type LookingColumn } from './row.ts';
import { isTimeColumn, readInstantMillis } from './values.ts';

export type ViewKind =
  | 'chart'
  | 'lines'
  | 'stacked'
  | 'heatmap'
  | 'figures'
  | 'bars'
  | 'log'
  | 'table';

/** Numbers over time; there are several series if rows of one instant differ by `groups`. */
export interface TimeSeries {
  readonly time: LookingColumn;
  readonly groups: readonly Column[];
  readonly measures: readonly Column[];
}

/** Numbers by category. */
export interface Categories {
  readonly labels: readonly LookingColumn[];
  readonly measures: readonly Column[];
}

/** Entries of a log. */
export interface EntryShape {
  readonly time: Column;
  readonly id: Column | null;
  readonly message: Column;
  /** Columns with the level or the status. */
  readonly levels: readonly Column[];
}

/** More categories than these are easier to read in a table. */
const MOST_CATEGORIES = 60;
const MESSAGES = ['event_message', 'message', 'msg', 'log', 'text', 'body', 'error', 'statement'];
const SUBJECTS = ['url', 'path', 'query', 'action', 'event'];

/** The shape of rows for each view; `null` if they do not fit it. */
interface Shapes {
  readonly log: EntryShape | null;
  readonly chart: TimeSeries | null;
  readonly figures: AnswerRow | null;
  readonly bars: Categories | null;
  readonly heatmap: TableGrid | null;
}

export function findShapes(columns: readonly Column[], rows: readonly AnswerRow[]): Shapes {
  const [first = null] = rows;
  return {
    log: first === null ? null : entriesOf(columns),
    chart: timeSeriesOf(columns, rows),
    figures: rows.length === 1 ? first : null,
    bars: categoriesOf(columns, rows),
    heatmap: gridOf(columns, rows),
  };
}

/**
 * The views that fit, the best one first. A table always fits. `styles` are those that draw the chart differently: they stand beside it.
 */
export function kindsOf(shapes: Shapes, styles: readonly ViewKind[] = []): readonly ViewKind[] {
  const isGrid = shapes.heatmap?.isBest === true;
  const drawn = (['chart', ...styles] as const).filter(() => shapes.chart !== null);
  return [
    ...(['log'] as const).filter(kind => shapes[kind] !== null),
    ...(isGrid ? (['heatmap'] as const) : []),
    ...drawn,
    ...(['figures', 'bars'] as const).filter(kind => shapes[kind] !== null),
    ...(shapes.heatmap !== null && !isGrid ? (['heatmap'] as const) : []),
    'table',
  ];
}

export function timeSeriesOf(
  columns: readonly Column[],
  rows: readonly AnswerRow[],
): TimeSeries | null {
  const time = timeOf(columns);
  const isGrouped = columns.some(isGroup);
  const measures = columns.filter(one => isMeasure(one) && !isGroup(one));
  if (time === undefined || measures.length === 0) return null;
  const instants = new Set(rows.map(row => readInstantMillis(time, cellOf(row, time.name))));
  if (instants.size < 2 || instants.has(null)) return null;
  if (instants.size === rows.length) return { time, groups: [], measures };
  const groups = columns.filter(one =>
    isGrouped ? isGroup(one) && one !== time : isCategory(one),
  );
  const isSeries = groups.length > 0 && isUnique(rows, [time, ...groups]);
  return isSeries ? { time, groups, measures } : null;
}

/**
 * The beginning of buckets, or a time by which rows are grouped. Where the groups are unknown, a time in the first column, if all others are
 * numbers and categories: a time after them is a fact about them, such as when a thing was last seen.
 */
function timeOf(columns: readonly Column[]): Column | undefined {
  const time =
    columns.find(({ bucket }) => bucket !== undefined) ??
    columns.find(one => isGroup(one) && isTimeColumn(one));
  if (time !== undefined || columns.some(isGroup)) return time;
  const [first, ...others] = columns;
  const arePlain = others.every(one => isMeasure(one) || (isCategory(one) && !isIdentifier(one)));
  return first !== undefined && isTimeColumn(first) && arePlain ? first : undefined;
}

function isGroup({ group }: Column): boolean {
  return group === true;
}

export function categoriesOf(
  columns: readonly Column[],
  rows: readonly AnswerRow[],
): Categories | null {
  const labels = groupsOf(columns);
  const measures = columns
    .filter(one => isMeasure(one) && !labels.includes(one))
    .filter(one => findCurrentColumn(one, columns) === null);
  const isFew = rows.length > 1 && rows.length <= MOST_CATEGORIES;
  if (!isFew || labels.length === 0 || measures.length === 0) return null;
  return isUnique(rows, labels) ? { labels, measures } : null;
}

/**
 * The columns by which rows are grouped, a bucket among them. For a statement whose groups are unknown: its only category, if all other
 * columns are numbers and it is no identifier.
 */
function groupsOf(columns: readonly Column[]): readonly Column[] {
  const groups = columns.filter(one => isGroup(one) || one.bucket !== undefined);
  if (groups.length > 0) return groups;
  const [only, ...others] = columns.filter(column => !isMeasure(column));
  const isCategorical = only !== undefined && others.length === 0 && isCategory(only);
  return isCategorical && !isIdentifier(only) ? [only] : [];
}

function isIdentifier({ name }: Column): boolean {
  return /(?:^|_)(?:u?id|key)$/i.test(name);
}

/** A time and a message make an entry. Instead of a message, a path or the like is enough if entries have identifiers. */
export function entriesOf(columns: readonly Column[]): EntryShape | null {
  const time = columns.find(({ type }) => type === 'timestamp');
  if (time === undefined) return null;
  const texts = columns.filter(({ type }) => type === 'string');
  const named = (names: readonly string[]) =>
    texts.find(({ name }) => names.includes(name.toLowerCase()));
  const id = texts.find(({ name }) => /^(?:id|uuid)$/i.test(name)) ?? null;
  const message = named(MESSAGES) ?? (id === null ? undefined : named(SUBJECTS));
  const levels = columns.filter(isLevelColumn);
  return message === undefined ? null : { time, id, message, levels };
}

function isUnique(rows: readonly AnswerRow[], columns: readonly Column[]): boolean {
  const keys = rows.map(row => rowKey(row, columns));
  return new Set(keys).size === rows.length;
}

/** One text for the values of some columns. */
export function rowKey(row: AnswerRow, columns: readonly Column[]): string {
  return JSON.stringify(columns.map(({ name }) => cellOf(row, name)));
}
