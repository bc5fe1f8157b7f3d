/** How all values of a column look alike: the same digits after the point, and days without a clock. */
import { type AnswerRow, type Column, cellOf, type LookingColumn } from './row.ts';
import { clockOf } from './times.ts';
import { numberOf, readInstantMillis } from './values.ts';

/** The rows that decide. */
const LOOKED_AT = 1_000;
/** The digits that the largest number shows. */
const DIGITS = 4;
/** The digits after the point of amounts and of percents. */
const AMOUNT = 2;

/** The columns, each with the look that fits its values in the rows. */
export function withLooks(
  columns: readonly Column[],
  rows: readonly AnswerRow[],
  zone: string,
): readonly LookingColumn[] {
  const some = rows.slice(0, LOOKED_AT);
  return columns.map(column => {
    const values = some.map(row => cellOf(row, column.name)).filter(value => value !== null);
    if (column.type === 'timestamp') {
      const isIn = (of: string) => values.every(value => isMidnight(column, value, of));
      if (isIn(zone)) return { ...column, dayZone: zone };
      // days of UTC, such as its buckets, are days in every zone: the column says whose they are
      return isIn('UTC') ? { ...column, dayZone: 'UTC', unit: 'UTC' } : column;
    }
    const places = placesOf(column, values);
    if (places === null) return column;
    const style = column.unit === 'ratio' ? 'percent' : 'decimal';
    const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
    return { ...column, format: new Intl.NumberFormat('en', { style, ...digits }) };
  });
}

function isMidnight(column: Column, value: unknown, zone: string): boolean {
  const millis = readInstantMillis(column, value);
  if (millis === null) return false;
  const { time, fraction } = clockOf(millis, zone);
  return time === '00:00:00' && fraction === '';
}

/** The digits after the point; `null` if the numbers are whole. */
function placesOf(column: Column, values: readonly unknown[]): number | null {
  if (column.type !== 'float64' && column.type !== 'decimal') return null;
  const scale = column.unit === 'ratio' ? 100 : 1;
  const numbers = values.flatMap(value => numberOf(column, value) ?? []);
  if (numbers.every(number => Number.isInteger(number * scale))) return null;
  const most = Math.max(...numbers.map(number => Math.abs(number * scale)));
  if (column.type === 'decimal' && column.unit !== 'ratio' && most >= 1) return AMOUNT;
  const needed = Math.max(...numbers.map(number => placesIn(number * scale)));
  const size = Math.max(1, Math.floor(Math.log10(most)) + 1);
  const fitting = column.unit === 'ratio' ? AMOUNT : DIGITS - size;
  return Math.min(needed, Math.max(0, fitting));
}

/** The digits after the point of a number, as far as a cell shows them. */
function placesIn(number: number): number {
  const text = number.toPrecision(DIGITS + 2);
  if (text.includes('e')) return 0;
  return (text.split('.')[1] ?? '').replace(/0+$/, '').length;
}
