/** Rows of an answer as text, for people and for programs. */

import type { Row } from '../../engines/engine.ts';
import type { ManifestColumn } from '../../generator/core/output/manifest.ts';
import { rowsWriter } from '../../server/answers/cells/decode.ts';
import { printTable } from './table.ts';

export const ROW_FORMATS = ['table', 'json', 'ndjson', 'csv'] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];

/** Throws `DecodeFailure` if a value cannot be decoded. */
export function formatRows(
  format: RowFormat,
  columns: readonly ManifestColumn[],
  rows: readonly Row[],
): string {
  const write = rowsWriter(columns);
  const objects = rows.map(row => write([row]).slice(1, -1));
  const names = columns.map(({ name }) => name);
  switch (format) {
    case 'json':
      return objects.length === 0 ? '[]\n' : `[\n${objects.join(',\n')}\n]\n`;
    case 'ndjson':
      return objects.map(object => `${object}\n`).join('');
    case 'csv':
      return [names, ...cells(names, objects)].map(csvLine).join('');
    case 'table':
      return printTable(names, cells(names, objects));
  }
}

/** Each row's values as texts; NULL is empty. */
function cells(names: readonly string[], objects: readonly string[]) {
  return objects.map(object => {
    const values: Readonly<Record<string, unknown>> = JSON.parse(object);
    return names.map(name => cellText(values[name]));
  });
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** RFC 4180, with its line ends. Programs skip an empty line. */
function csvLine(fields: readonly string[]): string {
  const quoted = fields.map(field =>
    /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field,
  );
  return `${quoted.join(',') || '""'}\r\n`;
}
