/**
 * Writes rows as CSV (RFC 4180): a line of names, CRLF after each line, NULL as an empty field and the empty text as `""`. In a line of one
 * column, NULL is `""` too, because programs skip an empty line.
 */

import type { ManifestColumn } from '../../../generator/core/output/manifest.ts';
import type { Formula } from '../../../generator/core/types/formats.ts';
import type { LineWriter } from './lines.ts';

const NULL = 'null';

/**
 * Lists, maps, records and values of `json` become JSON text. With `escape`, an apostrophe precedes texts and names that
 * spreadsheets would run.
 */
export function csvLines(columns: readonly ManifestColumn[], formula: Formula): LineWriter {
  const safe = formula === 'escape' ? escaped : (text: string) => text;
  const names = columns.map(({ name }) => quoted(safe(name)));
  const cells = columns.map(({ type }) => {
    if (type === 'json' || type === 'record' || type.includes('<')) return documentCell;
    return type === 'string' ? (json: string) => cell(json, safe) : cell;
  });
  const line: LineWriter['line'] = (_, values) => {
    const text = values()
      .map((value, index) => cells[index]?.(value))
      .join(',');
    return `${text || '""'}\r\n`;
  };
  return { begin: `${names.join(',')}\r\n`, line };
}

/** Only a text may be a formula: a decimal is in quotes too. */
function cell(json: string, safe: (text: string) => string = text => text): string {
  if (json.startsWith('"')) return quoted(safe(JSON.parse(json)));
  return json === NULL ? '' : json;
}

/** A value of `json` may have spaces around it. */
function documentCell(json: string): string {
  return json.trim() === NULL ? '' : quoted(json);
}

/** The first characters of formulas, and of texts that spreadsheets strip to formulas (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

function escaped(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
