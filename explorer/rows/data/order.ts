/** Rows as the user has sorted and searched them. */
import { formatPlain } from './json-text.ts';
import { type AnswerRow, type Column, cellOf } from './row.ts';
import { isNumeric, isTimeColumn, numberOf, readInstantMillis } from './values.ts';

export interface Sorting {
  readonly column: string;
  readonly descending: boolean;
}

const TEXTS = new Intl.Collator('en', { numeric: true });

/** In a new array; equal rows keep their order, and NULL is last in both directions. */
export function sortRows(
  rows: readonly AnswerRow[],
  columns: readonly Column[],
  sorting: Sorting | null,
): readonly AnswerRow[] {
  const column = columns.find(({ name }) => name === sorting?.column);
  if (sorting === null || column === undefined) return rows;
  const keys = rows.map(row => ({ row, key: sortKey(column, cellOf(row, column.name)) }));
  const sign = sorting.descending ? -1 : 1;
  keys.sort((a, b) => compare(a.key, b.key, sign));
  return keys.map(({ row }) => row);
}

function sortKey(column: Column, value: unknown): number | string | null {
  if (value === null) return null;
  if (isNumeric(column)) return numberOf(column, value);
  if (isTimeColumn(column)) return readInstantMillis(column, value);
  return formatPlain(value, 1_000);
}

function compare(a: number | string | null, b: number | string | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * TEXTS.compare(String(a), String(b));
}

/** The sorting after a click on a column's head: ascending, descending, as the service answered. */
export function nextSorting(sorting: Sorting | null, column: string): Sorting | null {
  if (sorting?.column !== column) return { column, descending: false };
  return sorting.descending ? null : { column, descending: true };
}

const SEARCHED = new WeakMap<AnswerRow, string>();

/** Rows that contain the text, in any letter case, in a value or in a name within a record. */
export function found(rows: readonly AnswerRow[], text: string): readonly AnswerRow[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? rows : rows.filter(row => searchText(row).includes(wanted));
}

/** Cached for each row, because a person types one letter after another. */
function searchText(row: AnswerRow): string {
  const known = SEARCHED.get(row);
  if (known !== undefined) return known;
  const text = Object.values(row)
    .map(value => formatPlain(value))
    .join('\n')
    .toLowerCase();
  SEARCHED.set(row, text);
  return text;
}
