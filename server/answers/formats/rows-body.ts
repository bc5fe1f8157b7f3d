/**
 * The rows of an answer in each format. They are kept in the format that they were first written in, JSON or Arrow; other
 * formats are created when first asked for.
 */
import type { Row } from '../../../engines/engine.ts';
import type { ManifestColumn } from '../../../generator/core/output/manifest.ts';
import type { Format, Formula } from '../../../generator/core/types/formats.ts';
import { type AnswerBody, bytesBody, textBody } from '../../http/body.ts';
import { makeCheckedRowReader } from '../cells/checked.ts';
import { objectWriter, rowWriter, valuesWriter } from '../cells/decode.ts';
import { readColumnRows } from './column-cells.ts';
import type { ColumnData } from './columns.ts';
import { csvLines } from './csv.ts';
import { exactLines } from './exact-lines.ts';
import { splitJson, valuesReader } from './json-text.ts';
import { textReader } from './json-values.ts';
import type { LineFormat, LineWriter } from './lines.ts';
import { ndjsonLines } from './ndjson.ts';
import { rowsBuilder } from './rows-builder.ts';
import { createTextBytes } from './text-bytes.ts';

export interface RowsBody {
  /** Returns the body in a format: a promise until it is created; then it is kept. */
  readonly in: (format: Format) => AnswerBody | Promise<AnswerBody>;
  /** The most bytes that the formats created so far can occupy. */
  readonly bytes: number;
  /** Returns what makes the same body in another process. */
  readonly packed: () => Promise<PackedBody>;
}

/** A body as plain data. */
export interface PackedBody {
  /** The format that the rows were first written in. */
  readonly format: 'json' | 'arrow';
  readonly bytes: Uint8Array;
  readonly columns: readonly ManifestColumn[];
}

/** Makes the body that was packed. */
export function unpackedBody({ format, bytes, columns }: PackedBody, formula: Formula): RowsBody {
  return rowsBody({ written: [[format, bytes]] }, columns, formula);
}

/** Builds a body from rows that arrive in parts. It throws `DecodeFailure`. */
export interface BodyMaker {
  readonly add: (rows: readonly Row[]) => void;
  /** Returns the number of characters of the rows so far in JSON; for Arrow at most this many. */
  readonly length: () => number;
  readonly end: () => RowsBody;
}

export interface BodyOptions {
  /** The most characters that the rows may have as JSON, the same for all formats. */
  readonly maxBytes: number;
  /** How texts in CSV that spreadsheets run are written. */
  readonly formula: Formula;
}

/** Creates makers of bodies for callers who want the rows in a format. */
export function bodyMakers(
  columns: readonly ManifestColumn[],
  options: BodyOptions,
): (format: Format) => BodyMaker {
  const write = rowWriter(columns);
  const json = () => jsonMaker(columns, write, options);
  return format => {
    if (format === 'json') return json();
    if (format === 'arrow' || format === 'parquet') return columnsMaker(columns, json, options);
    return linesMaker(format, columns, options);
  };
}

const BEGIN = '{"result":[';
const END = ']}';

function jsonMaker(
  columns: readonly ManifestColumn[],
  write: (row: Row) => string,
  { formula }: BodyOptions,
): BodyMaker {
  const { add, length, bytes } = createJsonBytes();
  return {
    add: rows => {
      for (const row of rows) add(write(row));
    },
    length,
    end: () => rowsBody({ written: [['json', bytes()]] }, columns, formula),
  };
}

/** Collects JSON: each row is text only until its bytes are written, because many small texts are slow to collect. */
function createJsonBytes() {
  const { add, bytes } = createTextBytes();
  let length = BEGIN.length + END.length;
  let before = BEGIN;
  return {
    add: (row: string) => {
      length += row.length + (before === BEGIN ? 0 : 1);
      add(before + row);
      before = ',';
    },
    length: () => length,
    bytes: () => {
      add(before === BEGIN ? BEGIN + END : END);
      return bytes();
    },
  };
}

/** Writes rows as lines, and as JSON, from which the other formats can be made. */
function linesMaker(
  format: LineFormat,
  columns: readonly ManifestColumn[],
  { formula }: BodyOptions,
): BodyMaker {
  const valuesOf = valuesWriter(columns);
  const objectOf = objectWriter(columns);
  const { begin, line } = linesOf(format, columns, formula);
  const json = createJsonBytes();
  const lines = createTextBytes();
  lines.add(begin);
  return {
    add: rows => {
      for (const row of rows) {
        const values = valuesOf(row);
        const object = objectOf(values);
        json.add(object);
        lines.add(line(object, () => values));
      }
    },
    length: json.length,
    end: () =>
      rowsBody(
        {
          written: [
            ['json', json.bytes()],
            [format, lines.bytes()],
          ],
        },
        columns,
        formula,
      ),
  };
}

function linesOf(
  format: LineFormat,
  columns: readonly ManifestColumn[],
  formula: Formula,
): LineWriter {
  return format === 'csv' ? csvLines(columns, formula) : ndjsonLines(columns);
}

/** Collects rows as columns. If their JSON may have more than `maxBytes`, it is written instead, because only it is exact. */
function columnsMaker(
  columns: readonly ManifestColumn[],
  jsonMaker: () => BodyMaker,
  { maxBytes, formula }: BodyOptions,
): BodyMaker {
  const read = makeCheckedRowReader(columns);
  const rows = rowsBuilder(columns);
  let most = BEGIN.length + END.length;
  let json: BodyMaker | null = null;
  return {
    add: given => {
      if (json !== null) return json.add(given);
      for (const row of given) most += rows.add(read(row)) + 1;
      if (most <= maxBytes) return;
      json = jsonMaker();
      json.add(readColumnRows(rows.column(), columns));
    },
    length: () => json?.length() ?? most,
    end: () => json?.end() ?? rowsBody({ columns: rows.column() }, columns, formula),
  };
}

/** The first form of the rows: JSON, besides it the lines that the caller wants, or columns. */
type First =
  | { readonly written: readonly (readonly [Format, Uint8Array])[] }
  | { readonly columns: ColumnData };

function rowsBody(first: First, columns: readonly ManifestColumn[], formula: Formula): RowsBody {
  const made = new Map<Format, AnswerBody | Promise<AnswerBody>>();
  let bytes = 0;
  // dropped with the first body from which the rows can be read again, which Parquet is not
  let filled = 'columns' in first ? first.columns : null;
  const keep = (format: Format, body: AnswerBody) => {
    made.set(format, body);
    bytes += body.bytes;
    if (format === 'json' || format === 'arrow') filled = null;
    return body;
  };
  const rows = async (): Promise<readonly Row[]> => {
    if (filled !== null) return readColumnRows(filled, columns);
    const { arrowRows } = await arrowModule();
    return arrowRows((await bodyIn('arrow')).identity.bytes, columns);
  };
  const texts = async () => {
    const text = Buffer.from((await bodyIn('json')).identity.bytes).toString();
    return splitJson(text.slice(BEGIN.length - 1, 1 - END.length));
  };
  const linesBody = async (format: LineFormat) => {
    const { begin, line } = linesOf(format, columns, formula);
    const valuesOf = valuesReader(columns.map(({ name }) => name));
    const lines = (await texts()).map(json => line(json, () => valuesOf(json)));
    return textBody(begin + lines.join(''));
  };
  const encode: Readonly<Record<Format, () => Promise<AnswerBody>>> = {
    json: async () => {
      const write = rowWriter(columns);
      const { add, bytes } = createJsonBytes();
      for (const row of await rows()) add(write(row));
      return bytesBody(bytes());
    },
    ndjson: () => linesBody('ndjson'),
    csv: () => linesBody('csv'),
    arrow: async () => {
      const { arrowBytes } = await arrowModule();
      return bytesBody(arrowBytes(filled ?? columnsOf(await texts(), columns), columns));
    },
    parquet: async () => {
      const [{ PARQUET }, given] = await Promise.all([enginesModule(), rows()]);
      const { default: parquet } = await PARQUET();
      return bytesBody(await parquet(exactLines(given, columns), columns));
    },
  };
  const bodyIn = (format: Format): AnswerBody | Promise<AnswerBody> => {
    const known = made.get(format);
    if (known !== undefined) return known;
    const making = encode[format]().then(body => keep(format, body));
    made.set(format, making);
    making.catch(() => made.delete(format));
    return making;
  };
  if ('written' in first)
    for (const [format, bytes] of first.written) keep(format, bytesBody(bytes));
  const isArrow = 'columns' in first || first.written.some(([one]) => one === 'arrow');
  const format = isArrow ? 'arrow' : 'json';
  return {
    in: bodyIn,
    packed: async () => ({ format, columns, bytes: (await bodyIn(format)).identity.bytes }),
    get bytes() {
      return bytes + (filled === null ? 0 : bytesOf(filled));
    },
  };
}

/** Loaded when needed, because the compiler's dialects come with it. */
const enginesModule = () => import('../../../engines/index.ts');

/** Loaded when needed, because the library takes as long to load as the rest of the service. */
const arrowModule = () => import('./arrow.ts');

function columnsOf(texts: readonly string[], columns: readonly ManifestColumn[]): ColumnData {
  const read = textReader(columns);
  const rows = rowsBuilder(columns);
  for (const text of texts) rows.add(read(text));
  return rows.column();
}

/** Returns the bytes that a column occupies. */
function bytesOf({ nullBitmap, data, valueOffsets, children }: ColumnData): number {
  const own = (nullBitmap?.byteLength ?? 0) + data.byteLength + valueOffsets.byteLength;
  return children.reduce((sum, child) => sum + bytesOf(child), own);
}
