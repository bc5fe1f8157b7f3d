/** Rows as files. CSV follows RFC 4180; spreadsheets must not run the texts in it. */
import { formatJson } from './json-text.ts';
import { type AnswerRow, type Column, cellOf } from './row.ts';
import { isNumeric } from './values.ts';

export type DownloadFormat = 'csv' | 'ndjson' | 'json';

interface FileFormat {
  readonly mediaType: string;
  readonly write: (columns: readonly Column[], rows: readonly AnswerRow[]) => string;
}

export const DOWNLOAD_FORMATS: Readonly<Record<DownloadFormat, FileFormat>> = {
  csv: { mediaType: 'text/csv;charset=utf-8', write: csv },
  ndjson: { mediaType: 'application/x-ndjson', write: ndjson },
  json: { mediaType: 'application/json', write: json },
};

/** The name of an endpoint with its format; characters that a file system may refuse become `_`. */
export function nameDownload(endpoint: string, format: DownloadFormat): string {
  const name = endpoint.replace(/[^\p{L}\p{N}._-]/gu, '_').slice(0, 100);
  return `${name.replace(/^\.+/, '_') || 'rows'}.${format}`;
}

function ndjson(columns: readonly Column[], rows: readonly AnswerRow[]): string {
  return rows.map(row => `${formatJson(picked(columns, row))}\n`).join('');
}

function json(columns: readonly Column[], rows: readonly AnswerRow[]): string {
  const lines = rows.map(row => formatJson(picked(columns, row)));
  return lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
}

/** The columns in their order. `fromEntries` also makes a member from `__proto__`. */
function picked(columns: readonly Column[], row: AnswerRow): AnswerRow {
  return Object.fromEntries(columns.map(({ name }) => [name, cellOf(row, name)]));
}

/** NULL is an empty field, and the empty text is `""`; lists, maps and records are their JSON text. Programs skip an empty line. */
function csv(columns: readonly Column[], rows: readonly AnswerRow[]): string {
  const head = columns.map(({ name }) => field(guarded(name)));
  const lines = rows.map(row => columns.map(column => csvCell(column, cellOf(row, column.name))));
  return [head, ...lines].map(fields => `${fields.join(',') || '""'}\r\n`).join('');
}

function csvCell(column: Column, value: unknown): string {
  if (value === null) return '';
  if (typeof value !== 'string') return field(formatJson(value));
  const isNumber = isNumeric(column) && /^-?\d+(?:\.\d+)?$/.test(value);
  return field(isNumber ? value : guarded(value));
}

/** Puts an apostrophe before a text that spreadsheets would treat as a formula. */
function guarded(text: string): string {
  return /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
}

function field(text: string): string {
  const isPlain = text !== '' && !/[",\r\n]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
