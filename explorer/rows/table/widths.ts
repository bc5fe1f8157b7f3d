/** Widths of columns based on their contents, so that they stay the same while rows scroll. */
import { type AnswerRow, type Column, cellOf } from '../data/row.ts';
import { shownCell, unitText } from './cell.ts';

const SAMPLE = 100;
const LEAST = 7;
const MOST = 44;

/** In characters of the table's font, without padding. */
export function widthsOf(
  columns: readonly Column[],
  rows: readonly AnswerRow[],
  zone: string,
): readonly number[] {
  const every = Math.max(Math.floor(rows.length / SAMPLE), 1);
  const sample = rows.filter((_, at) => at % every === 0).slice(0, SAMPLE);
  return columns.map(column => {
    const texts = sample.map(row => shownCell(column, cellOf(row, column.name), zone).text.length);
    const head = column.name.length + (unitText(column)?.length ?? 0) + 4;
    const widest = texts.reduce((a, b) => Math.max(a, b), Math.min(head, 26));
    return Math.min(Math.max(widest + 1, LEAST), MOST);
  });
}
