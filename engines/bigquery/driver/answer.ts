/** Reads BigQuery's answers. Whatever is not of the API's form is a `failed` failure, never a part of a result. */
import type { Cell, Row } from '../../engine.ts';
import { EngineFailure } from '../../engine.ts';

export interface JobReference {
  readonly projectId: string;
  readonly jobId: string;
  readonly location: string | null;
}
export interface Column {
  readonly name: string;
  readonly type: string;
}
export type QueryAnswer = Running | Page;
export interface Running {
  readonly isComplete: false;
  readonly job: JobReference;
}
export interface Page {
  readonly isComplete: true;
  readonly job: JobReference;
  readonly columns: readonly Column[];
  /** As they came: `rowReader` reads them one by one. */
  readonly rows: readonly unknown[];
  /** Of the whole result. */
  readonly totalRows: number;
  /** Of the next page; `null` on the last. */
  readonly pageToken: string | null;
  readonly scannedBytes: number | null;
}

/** The answer of jobs.query and of jobs.getQueryResults. */
export function queryAnswer(value: unknown): QueryAnswer {
  const answer = record('answer', value);
  const job = jobReference(answer['jobReference']);
  if (answer['jobComplete'] === false) return { isComplete: false, job };
  if (answer['jobComplete'] !== true) throw malformed('jobComplete', 'a bool');
  const { pageToken } = answer;
  return {
    isComplete: true,
    job,
    columns: columnsOf(answer['schema']),
    // A result without rows has no such member.
    rows: list('rows', answer['rows'] ?? []),
    totalRows: wholeNumber('totalRows', answer['totalRows']),
    pageToken: pageToken === undefined || pageToken === '' ? null : text('pageToken', pageToken),
    scannedBytes: scannedBytes(answer),
  };
}

export interface Estimate {
  readonly bytes: number;
  /** `PRECISE`, `UPPER_BOUND` or `LOWER_BOUND`, where BigQuery says which. */
  readonly accuracy: string | null;
  readonly columns: readonly Column[];
}

/** The answer of jobs.insert to a dry run. */
export function estimateOf(value: unknown): Estimate {
  const statistics = record('statistics', record('answer', value)['statistics']);
  const query = record('statistics.query', statistics['query']);
  const bytes = query['totalBytesProcessed'] ?? statistics['totalBytesProcessed'];
  const accuracy = query['totalBytesProcessedAccuracy'];
  return {
    bytes: wholeNumber('totalBytesProcessed', bytes),
    accuracy: typeof accuracy === 'string' ? accuracy : null,
    columns: columnsOf(query['schema']),
  };
}

/** Makes the reader of rows with these columns. It throws on a row that has not a cell for each. */
export function rowReader(columns: readonly Column[]): (value: unknown) => Row {
  const readers = columns.map(cellReader);
  return value => {
    const cells = list('f', record('row', value)['f']);
    if (cells.length !== readers.length) throw malformed('f', `${readers.length} cells`);
    return readers.map((read, index) => read(record('cell', cells[index])['v']));
  };
}

/** Integers and timestamps, which are microseconds here, stay texts of their digits. */
function cellReader({ name, type }: Column): (value: unknown) => Cell {
  const read = CELLS[type] ?? text;
  return value => (value === null ? null : read(name, value));
}

const CELLS: Readonly<Record<string, (name: string, value: unknown) => Cell>> = {
  BOOLEAN: bool,
  BOOL: bool,
  FLOAT: float,
  FLOAT64: float,
  INTEGER: digits,
  INT64: digits,
  TIMESTAMP: digits,
};

function bool(name: string, value: unknown): boolean {
  if (value !== 'true' && value !== 'false') throw malformed(name, 'a bool');
  return value === 'true';
}

function digits(name: string, value: unknown): string {
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) throw malformed(name, 'an integer');
  return value;
}

function float(name: string, value: unknown): number {
  const written = text(name, value);
  if (/^nan$/i.test(written)) return Number.NaN;
  const infinite = /^([-+]?)inf(inity)?$/i.exec(written);
  if (infinite !== null) return infinite[1] === '-' ? -Infinity : Infinity;
  const number = written === '' ? Number.NaN : Number(written);
  if (Number.isNaN(number)) throw malformed(name, 'a number');
  return number;
}

function columnsOf(schema: unknown): readonly Column[] {
  return list('schema.fields', record('schema', schema)['fields']).map(field => {
    const { name, type, mode } = record('schema.fields', field);
    if (mode === 'REPEATED' || type === 'RECORD' || type === 'STRUCT') {
      throw malformed(`column ${name}`, 'a scalar');
    }
    return { name: text('name', name), type: text('type', type) };
  });
}

function jobReference(value: unknown): JobReference {
  const { projectId, jobId, location } = record('jobReference', value);
  return {
    projectId: text('projectId', projectId),
    jobId: text('jobId', jobId),
    location: typeof location === 'string' ? location : null,
  };
}

function scannedBytes(answer: Readonly<Record<string, unknown>>): number | null {
  const bytes = answer['totalBytesBilled'] ?? answer['totalBytesProcessed'];
  return bytes === undefined ? null : wholeNumber('totalBytesProcessed', bytes);
}

function record(name: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed(name, 'an object');
  }
  return value as Readonly<Record<string, unknown>>;
}

function list(name: string, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw malformed(name, 'a list');
  return value;
}

function text(name: string, value: unknown): string {
  if (typeof value !== 'string') throw malformed(name, 'a text');
  return value;
}

function wholeNumber(name: string, value: unknown): number {
  const number = Number(digits(name, value));
  if (!Number.isSafeInteger(number) || number < 0) throw malformed(name, 'a count');
  return number;
}

/** The failure of an answer that has not the API's form; it never shows a value. */
export function malformed(name: string, expected: string): EngineFailure {
  return new EngineFailure('failed', `the answer's \`${name}\` is not ${expected}`);
}
