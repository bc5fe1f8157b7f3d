/** A table for a terminal. */
import { printable } from '../../generator/core/report/diagnostics.ts';

const WIDEST = 60;
const NUMBER = /^-?\d[\d.eE+-]*$/;

/** Columns under their names: numbers aligned right, long texts cut, no control characters. */
export function printTable(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [names, ...rows].map(line => line.map(shown));
  const widths = names.map((_, column) =>
    Math.max(...lines.map(line => [...(line[column] ?? '')].length)),
  );
  const isNumeric = names.map(
    (_, column) =>
      rows.some(row => row[column] !== '') &&
      rows.every(row => row[column] === '' || NUMBER.test(row[column] ?? '')),
  );
  return lines
    .map(line => {
      const padded = line.map((text, column) => pad(text, widths[column] ?? 0, isNumeric[column]));
      return `${padded.join('  ').trimEnd()}\n`;
    })
    .join('');
}

function shown(text: string): string {
  const characters = [...printable(text)];
  return characters.length <= WIDEST
    ? characters.join('')
    : `${characters.slice(0, WIDEST - 1).join('')}…`;
}

function pad(text: string, width: number, isRight = false): string {
  const space = ' '.repeat(width - [...text].length);
  return isRight ? space + text : text + space;
}
