/** The views that fit rows: pure functions of columns and rows. */
import { findCurrentColumn, isCategory, isLevelColumn, isMeasure } from './columns.ts';
import { type AnswerRow, type Column, cellOf } from './row.ts';
import { isTimeColumn, readInstantMillis } from './values.ts';

export type ViewKind = 'chart' | 'figures' | 'bars' | 'log' | 'table';

/** Numbers over time; there are several series if rows of one instant differ by `groups`. */
export interface TimeSeries {
  readonly time: Column;
  readonly groups: readonly Column[];
  readonly measures: readonly Column[];
}

/** Numbers by category. */
export interface Categories {
  readonly labels: readonly Column[];
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
const MOST_CATEGORIES = 200;
const MESSAGES = ['event_message', 'message', 'msg', 'log', 'text', 'body', 'error', 'statement'];
const SUBJECTS = ['url', 'path', 'query', 'action', 'event'];

/** The shape of rows for each view; `null` if they do not fit it. */
interface Shapes {
  readonly log: EntryShape | null;
  readonly chart: TimeSeries | null;
  readonly figures: AnswerRow | null;
  readonly bars: Categories | null;
}

export function findShapes(columns: readonly Column[], rows: readonly AnswerRow[]): Shapes {
  const [first = null] = rows;
  return {
    log: first === null ? null : entriesOf(columns),
    chart: timeSeriesOf(columns, rows),
    figures: rows.length === 1 ? first : null,
    bars: categoriesOf(columns, rows),
  };
}

const BEST_FIRST = ['log', 'chart', 'figures', 'bars'] as const;

/** The views that fit, the best one first. A table always fits. */
export function kindsOf(shapes: Shapes): readonly ViewKind[] {
  return [...BEST_FIRST.filter(kind => shapes[kind] !== null), 'table'];
}

export function timeSeriesOf(
  columns: readonly Column[],
  rows: readonly AnswerRow[],
): TimeSeries | null {
  const time = columns.find(({ bucket }) => bucket !== undefined) ?? columns.find(isTimeColumn);
  const measures = columns.filter(isMeasure);
  if (time === undefined || measures.length === 0) return null;
  // A time after other columns is a fact about them, such as when a thing was last seen.
  if (time.bucket === undefined && columns.indexOf(time) !== 0) return null;
  const instants = new Set(rows.map(row => readInstantMillis(time, cellOf(row, time.name))));
  if (instants.size < 2 || instants.has(null)) return null;
  if (instants.size === rows.length) return { time, groups: [], measures };
  const groups = columns.filter(isCategory);
  const isSeries = groups.length > 0 && isUnique(rows, [time, ...groups]);
  return isSeries ? { time, groups, measures } : null;
}

export function categoriesOf(
  columns: readonly Column[],
  rows: readonly AnswerRow[],
): Categories | null {
  const labels = columns.filter(isCategory);
  const measures = columns
    .filter(isMeasure)
    .filter(one => findCurrentColumn(one, columns) === null);
  const isFew = rows.length > 1 && rows.length <= MOST_CATEGORIES;
  const hasTime = columns.some(isTimeColumn) && columns.findIndex(isTimeColumn) === 0;
  if (!isFew || hasTime || labels.length === 0 || measures.length === 0) return null;
  const names = shortest(rows, labels);
  return names === null ? null : { labels: names, measures };
}

/** The first label that no two rows share; else all labels, if no two rows share those. */
function shortest(rows: readonly AnswerRow[], labels: readonly Column[]): readonly Column[] | null {
  const named = labels.filter(({ name }) => !/(?:^|_)id$/i.test(name));
  const one = [...named, ...labels].find(label => isUnique(rows, [label]));
  if (one !== undefined) return [one];
  return isUnique(rows, labels) ? labels : null;
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
  const keys = rows.map(row => keyOf(row, columns));
  return new Set(keys).size === rows.length;
}

/** One text for the values of some columns. */
export function keyOf(row: AnswerRow, columns: readonly Column[]): string {
  return JSON.stringify(columns.map(({ name }) => cellOf(row, name)));
}
