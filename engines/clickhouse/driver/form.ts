/**
 * Sends parameters in the body of a request. ClickHouse accepts them in the URL, whose length servers and proxies limit, and in
 * a form together with the statement. The library supports forms only for another method than the one whose answers are read
 * here.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ListItem, NamedParameters } from './values.ts';

/** The longest parameters, encoded. Settings add some 1,500 characters, and the strictest of common proxies accept lines of 8,000. */
const MOST_IN_URL = 4_096;

/** Whether the parameters are too long for the URL. */
export function isLong(parameters: NamedParameters): boolean {
  return new URLSearchParams(fieldsOf(parameters)).toString().length > MOST_IN_URL;
}

/** The statement and its parameters as the body of a request. */
export function formOf(
  sql: string,
  parameters: NamedParameters,
): { readonly body: Readable; readonly contentType: string } {
  const boundary = `quern-${randomUUID()}`;
  const parts = [['query', sql] as const, ...fieldsOf(parameters)].map(
    ([name, text]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  return {
    body: Readable.from([Buffer.from(`${parts.join('')}--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

/** Names of parameters consist of letters, digits and `_`, so they need no escapes. */
function fieldsOf(parameters: NamedParameters): [string, string][] {
  return Object.entries(parameters).map(([name, value]) => [`param_${name}`, fieldText(value)]);
}

/** A value as in a field of TabSeparated; a list as a literal. */
function fieldText(value: NamedParameters[string] | null): string {
  if (value === null) return '\\N';
  return typeof value === 'string' ? escaped(value) : `[${value.map(itemText).join(',')}]`;
}

function itemText(item: ListItem): string {
  if (typeof item === 'boolean') return item ? 'TRUE' : 'FALSE';
  return typeof item === 'string' ? `'${escaped(item)}'` : String(item);
}

const ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escaped(text: string): string {
  return text.replace(/[\t\n\r'\\]/g, char => ESCAPES[char] ?? `\\${char}`);
}
