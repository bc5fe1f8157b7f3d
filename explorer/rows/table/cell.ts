/** A value as a cell shows it: short, with the exact value in the title. */
import { isNaming } from '../data/columns.ts';
import { formatJson } from '../data/json-text.ts';
import { formatNumber, percent, rounded, roundedDecimal } from '../data/numbers.ts';
import type { Column, LookingColumn } from '../data/row.ts';
import { clockOf, formatZonedInstant } from '../data/times.ts';
import { isNumeric, numberOf, readInstantMillis } from '../data/values.ts';

interface Shown {
  readonly text: string;
  readonly kind: 'null' | 'number' | 'time' | 'text' | 'json';
  /** Only if it differs from the text. */
  readonly title: string | undefined;
}

const LONGEST = 300;
const LONGEST_TITLE = 2_000;

export function shownCell(column: LookingColumn, value: unknown, zone: string): Shown {
  if (value === null) return { text: 'null', kind: 'null', title: undefined };
  if (isNumeric(column)) return numberCell(column, value);
  const instant = column.type === 'timestamp' ? readInstantMillis(column, value) : null;
  if (instant !== null) {
    const { dayZone } = column;
    const text =
      dayZone === undefined ? formatZonedInstant(instant, zone) : clockOf(instant, dayZone).date;
    return { text, kind: 'time', title: String(value) };
  }
  if (typeof value === 'object') {
    const title = formatJson(value, LONGEST_TITLE);
    return { text: formatJson(value, LONGEST), kind: 'json', title };
  }
  const text = String(value);
  if (text === '') return { text: 'empty', kind: 'null', title: 'The empty text' };
  const title = text.length > 20 ? text.slice(0, LONGEST_TITLE) : undefined;
  return { text: text.slice(0, LONGEST), kind: 'text', title };
}

function numberCell(column: LookingColumn, value: unknown): Shown {
  const exact = String(value);
  const number = numberOf(column, value);
  if (number === null) return { text: exact, kind: 'text', title: undefined };
  const text = numberText(column, number) ?? exact;
  return { text, kind: 'number', title: text === exact ? undefined : exact };
}

/** A number without its unit; `null` if its digits are read individually. */
export function numberText(column: LookingColumn, number: number): string | null {
  if (isNaming(column)) return null;
  const alike = column.format === undefined ? null : formatNumber(number, column.format);
  if (alike !== null) return alike;
  if (column.unit === 'ratio') return percent(number);
  return column.type === 'decimal' ? roundedDecimal(number) : rounded(number);
}

/** The unit after the name of a column. Ratios have none, because their cells are percentages. */
export function unitText({ unit }: Column): string | undefined {
  return unit === 'ratio' ? undefined : unit;
}
