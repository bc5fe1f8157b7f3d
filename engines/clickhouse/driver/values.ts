/** Converts values for ClickHouse, and reads the rows that it returns. */

import { instantText } from '../../../generator/core/time/instant-text.ts';
import { isListValue, type Scalar, type Value } from '../../../generator/core/types/scalar.ts';
import type { BoundValue, Cell, Row } from '../../engine.ts';
import { EngineFailure } from '../../engine.ts';
import { parseExactly } from '../../support/exact-json.ts';
import { createByteCount } from '../../support/result-rows.ts';
import { ClickHouseRefusal, codeIn } from './failure.ts';

/** The format that `readRows` reads: a line of names, then a line of values for each row. */
export const FORMAT = 'JSONCompactEachRowWithNames';

/** Values by name, in the form that the types of their placeholders read. The library escapes them. */
export function writeParameters(values: readonly BoundValue[]): NamedParameters {
  return Object.fromEntries(
    values.map(({ name, scalar, value }) => {
      if (value === null) return [name, null];
      return [name, isListValue(value) ? list(scalar, value) : parameter(scalar, value)];
    }),
  );
}

export type NamedParameters = Readonly<Record<string, string | readonly ListItem[] | null>>;
/** ClickHouse reads a quoted item as a text, a time or a date, and an unquoted one as a number. */
export type ListItem = string | number | bigint | boolean;

/** The library would quote decimals, which are texts, so they become the text of a whole list. */
function list(scalar: Scalar, values: readonly Value[]): string | readonly ListItem[] {
  return scalar === 'decimal' ? `[${values.join(',')}]` : values.map(one => item(scalar, one));
}

function item(scalar: Scalar, value: Value): ListItem {
  return typeof value === 'string' || scalar === 'timestamp' || scalar === 'datetime'
    ? parameter(scalar, value)
    : value;
}

function parameter(scalar: Scalar, value: Value): string {
  switch (scalar) {
    case 'timestamp':
    case 'datetime':
      // ClickHouse does not read all instants with a zone, or as a bare count of microseconds
      return instantText(BigInt(value));
    case 'float64':
      return float(Number(value));
    case 'string':
    case 'int64':
    case 'decimal':
    case 'bool':
    case 'date':
    case 'json':
      return String(value);
  }
}

function float(value: number): string {
  if (Object.is(value, -0)) return '-0';
  return String(value).replace('Infinity', 'inf').replace('NaN', 'nan');
}

export interface AnswerLimits {
  readonly maxRows: number;
  readonly maxBytes: number;
  /** How many rows the server reports as sent; `null` if it does not report this. */
  readonly sentRows: number | null;
}

/** The lines of an answer, some of which are rows. */
export interface RowLines {
  /** The row of a line; `passed` for a correct line that is not a row; `null` for an incorrect line. */
  readonly take: (line: string) => Row | 'passed' | null;
  /** Whether all lines before the first row were read. */
  readonly isHeadRead: () => boolean;
}

/** How far it reads beyond the last wanted row to keep the connection. Beyond that, the connection is closed. */
const DRAIN_BYTES = 64 * 1024;
/** The length at which an error's text is cut. */
const ERROR_CHARACTERS = 16 * 1024;

/**
 * Reads the first rows of an answer. Throws if the answer is incomplete: the server sends a late error after the rows that it
 * has already sent, with a status of success.
 */
export async function readLines(
  body: AsyncIterable<Buffer>,
  limits: AnswerLimits,
  lines: RowLines = compiledLines(),
): Promise<readonly Row[]> {
  const reader = new RowReader(limits, lines);
  for await (const arrived of linesOf(body, limits.maxBytes)) {
    for (const line of arrived) reader.take(line);
    if (reader.isEnough()) break;
  }
  const rows = reader.end();
  checkWhole(rows, limits);
  return rows;
}

/** Reads an answer line by line, until it ends. */
class RowReader {
  readonly #rows: Row[] = [];
  readonly #count: (row: Row) => void;
  readonly #maxRows: number;
  readonly #lines: RowLines;
  /** The first part that is not a row, and everything after it. */
  #error = '';
  /** How much was read beyond the last wanted row. */
  #beyond = 0;

  constructor({ maxRows, maxBytes }: AnswerLimits, lines: RowLines) {
    this.#lines = lines;
    this.#maxRows = maxRows;
    this.#count = createByteCount(maxBytes);
  }

  take(line: string): void {
    if (this.#isFull()) this.#beyond += line.length;
    else if (this.#error !== '') this.#error += line;
    else this.#takeRow(line);
  }

  isEnough(): boolean {
    return this.#beyond > DRAIN_BYTES || this.#error.length > ERROR_CHARACTERS;
  }

  end(): readonly Row[] {
    if (!this.#lines.isHeadRead() || this.#error !== '') throw breach(this.#error);
    return this.#rows;
  }

  #isFull(): boolean {
    return this.#rows.length === this.#maxRows && this.#lines.isHeadRead();
  }

  #takeRow(line: string): void {
    const row = this.#lines.take(line);
    if (row === null) this.#error = line;
    else if (row !== 'passed') {
      this.#count(row);
      this.#rows.push(row);
    }
  }
}

function breach(text: string): ClickHouseRefusal {
  const shown = text.trim().slice(0, ERROR_CHARACTERS);
  return new ClickHouseRefusal(
    200,
    codeIn(text),
    `the answer is broken: ${shown || 'nothing was sent'}`,
  );
}

function checkWhole(rows: readonly Row[], { maxRows, sentRows }: AnswerLimits): void {
  if (rows.length < Math.min(maxRows, sentRows ?? 0)) {
    throw new Error(`${rows.length} rows arrived of ${sentRows} that were sent`);
  }
}

const NEWLINE = 0x0a;
/** The most bytes that a text uses for one UTF-16 unit: `\u0000`. */
const ESCAPED_BYTES = 6;

/** Lines with their line breaks, as many at a time as have arrived. The last line may have no line break. */
async function* linesOf(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<readonly string[]> {
  let rest: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      yield split(Buffer.concat([...rest, chunk.subarray(0, end)]));
      rest = [];
      bytes = 0;
    }
    rest.push(chunk.subarray(end));
    bytes += chunk.length - end;
    if (bytes > maxBytes * ESCAPED_BYTES + DRAIN_BYTES) {
      throw new EngineFailure('too_large', `a row takes more than ${maxBytes} bytes`);
    }
  }
  if (bytes > 0) yield split(Buffer.concat(rest));
}

function split(bytes: Buffer): readonly string[] {
  return bytes.toString('utf8').split(/(?<=\n)/);
}

/** Reads a line of names, then rows with as many cells. */
export function compiledLines(): RowLines {
  let width: number | null = null;
  return {
    isHeadRead: () => width !== null,
    take: line => {
      const row = rowOf(line, width);
      if (width !== null || row === null) return row;
      width = row.length;
      return 'passed';
    },
  };
}

/** The row of a line; `null` if it is not a complete row of that many cells. */
function rowOf(line: string, width: number | null): Row | null {
  if (!line.startsWith('[') || !line.endsWith(']\n')) return null;
  const cells = cellsOf(line);
  if (!Array.isArray(cells) || (width !== null && cells.length !== width)) return null;
  return cells.every(isCell) ? cells : null;
}

/** Parses a line once more if an integer was rounded, which is seldom. */
function cellsOf(line: string): unknown {
  try {
    const cells: unknown = JSON.parse(line);
    return Array.isArray(cells) && cells.some(isRounded) ? parseExactly(line) : cells;
  } catch {
    return null;
  }
}

/** Whether a number may stand for another integer. */
function isRounded(cell: unknown): boolean {
  return Number.isInteger(cell) && !Number.isSafeInteger(cell);
}

function isCell(value: unknown): value is Cell {
  return value === null || typeof value !== 'object';
}
