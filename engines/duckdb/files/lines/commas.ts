/** Commas before a closing bracket, such as `{"a":2,}`. DuckDB reads them as if they were absent, and they are not JSON. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type * as DuckDb from '@duckdb/node-api';
import { commaLines } from './lines.ts';

export interface CommaLine {
  readonly file: string;
  /** Counted from 1; `null` if Node cannot read the compression. */
  readonly line: number | null;
}

/** One line of each file that has such a comma. `files` is SQL of a pattern or a list. Reads all lines. */
export async function commasIn(
  connection: DuckDb.DuckDBConnection,
  files: string,
): Promise<readonly CommaLine[]> {
  const rows = (await connection.runAndReadAll(commaLines(files))).getRows();
  const found: CommaLine[] = [];
  for (const [path, text] of rows) {
    const file = String(path);
    found.push({ file, line: await numberOf(file, String(text)) });
  }
  return found;
}

/** Describes the line. `shown` is the file's path as the reader knows it. */
export function commaText({ line }: CommaLine, shown: string): string {
  return `${shown}${line === null ? '' : `:${line}`}: a comma precedes a closing bracket`;
}

async function numberOf(file: string, text: string): Promise<number | null> {
  if (file.endsWith('.zst')) return null;
  const bytes = createReadStream(file);
  const input = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
  let number = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.replace(/^\uFEFF/, '') === text) break;
  }
  bytes.destroy();
  return number;
}
