/** Writes rows as CSV (RFC 4180): a line of names, CRLF after each line, NULL as an empty field and the empty text as `""`. */
import type { ManifestColumn } from '../../../generator/core/manifest.ts';
import { valuesReader } from './json-text.ts';

const NULL = 'null';

/** Converts the JSON texts of rows. Lists, maps, records and values of `json` become JSON text. */
export function csvText(rows: readonly string[], columns: readonly ManifestColumn[]): string {
  const names = columns.map(({ name }) => name);
  const valuesOf = valuesReader(names);
  const cellOf = columns.map(({ type }) =>
    type === 'json' || type === 'record' || type.includes('<') ? documentCell : cell,
  );
  const lines = rows.map(row =>
    valuesOf(row)
      .map((value, index) => cellOf[index]?.(value))
      .join(','),
  );
  return [names.map(quoted).join(','), ...lines, ''].join('\r\n');
}

function cell(json: string): string {
  if (json.startsWith('"')) return quoted(JSON.parse(json));
  return json === NULL ? '' : json;
}

/** A value of `json` may have spaces around it. */
function documentCell(json: string): string {
  return json.trim() === NULL ? '' : quoted(json);
}

function quoted(text: string): string {
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
