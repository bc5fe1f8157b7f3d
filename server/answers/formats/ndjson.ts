/** Writes rows as lines of JSON. */
import type { ManifestField } from '../../../generator/core/output/manifest.ts';
import { held } from '../../../generator/core/types/scalar.ts';
import type { LineWriter } from './lines.ts';

/** A line is the JSON text of a row. Only a value of `json` may have line breaks between its tokens; in texts they are escaped. */
export function ndjsonLines(columns: readonly ManifestField[]): LineWriter {
  const line = columns.some(holdsJson) ? onOneLine : (json: string) => json;
  return { begin: '', line: json => `${line(json)}\n` };
}

function holdsJson({ type, fields = [] }: ManifestField): boolean {
  return type === 'record' ? fields.some(holdsJson) : held(type).of === 'json';
}

function onOneLine(row: string): string {
  return row.replaceAll(/[\r\n]/g, ' ');
}
