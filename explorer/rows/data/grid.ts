/** Rows by two groups as a grid: cohorts by age, weekdays by hour, regions by day. */
import { findCurrentColumn, isMeasure } from './columns.ts';
import { groupItems } from './grouped.ts';
import { type AnswerRow, type Column, cellOf, type LookingColumn } from './row.ts';
import { isNumeric, isTimeColumn, numberOf, readInstantMillis } from './values.ts';

export interface TableGrid {
  readonly down: LookingColumn;
  readonly across: LookingColumn;
  readonly measures: readonly LookingColumn[];
  /** Whether it shows the groups better than a chart: a cohort and its age or a later time, or two numbers such as the weekday and the hour. */
  readonly isBest: boolean;
}

/** A grid with more lines or columns is easier to read as a table. */
const MOST_LINES = 60;

export function gridOf(columns: readonly Column[], rows: readonly AnswerRow[]): TableGrid | null {
  const groups = columns.filter(({ group, bucket }) => group === true || bucket !== undefined);
  const [one, other] = groups;
  const measures = columns
    .filter(column => isMeasure(column) && !groups.includes(column))
    .filter(column => findCurrentColumn(column, columns) === null);
  if (groups.length !== 2 || one === undefined || other === undefined || measures.length === 0)
    return null;
  const [down, across] = rankAcross(one) > rankAcross(other) ? [other, one] : [one, other];
  const lines = linesOf(down, rows).length;
  const width = linesOf(across, rows).length;
  const cells = groupItems(rows, row => cellKey({ down, across }, row));
  const fits = [lines, width].every(count => count > 1 && count <= MOST_LINES);
  if (!fits || cells.size < rows.length) return null;
  const isCohort =
    isTimeColumn(down) && down.bucket === undefined && (isNumeric(across) || isTimeColumn(across));
  return { down, across, measures, isBest: isCohort || groups.every(isNumeric) };
}

/** The group of the higher rank stands across: an age, and time beside texts. */
function rankAcross(column: Column): number {
  if (isNumeric(column)) return 2;
  return isTimeColumn(column) ? 1 : 0;
}

/** The text of the two groups of a row. */
export function cellKey(
  { down, across }: Pick<TableGrid, 'down' | 'across'>,
  row: AnswerRow,
): string {
  return JSON.stringify([cellOf(row, down.name), cellOf(row, across.name)]);
}

/** The values of a group, each once: numbers and times ascend, others are in the order of the rows. */
export function linesOf(group: Column, rows: readonly AnswerRow[]): readonly unknown[] {
  const values = groupItems(
    rows.map(row => cellOf(row, group.name)),
    value => JSON.stringify(value),
  );
  const each = [...values.values()].map(([value]) => value);
  const orderOf = (value: unknown) => numberOf(group, value) ?? readInstantMillis(group, value);
  if (each.some(value => orderOf(value) === null)) return each;
  return each.sort((a, b) => (orderOf(a) ?? 0) - (orderOf(b) ?? 0));
}
