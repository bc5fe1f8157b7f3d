/** Converts values into and out of DuckDB. */
import { createRequire } from 'node:module';
import type * as DuckDb from '@duckdb/node-api';
import { isListValue, type Scalar, type Value } from '../../../generator/core/types/scalar.ts';
import type { BoundStatement, Cell, Row, RunLimits } from '../../engine.ts';

export type Api = typeof DuckDb;
/** The library, and the one native function that it does not expose. */
export interface DuckDbLibrary {
  readonly api: Api;
  readonly vectorOf: (chunk: DuckDb.DuckDBDataChunk, column: number) => DuckDb.DuckDBVector;
  /** The column read as `type`, which must have the same layout as the column's own type. */
  readonly rawVectorOf: (
    chunk: DuckDb.DuckDBDataChunk,
    column: number,
    type: DuckDb.DuckDBType,
  ) => DuckDb.DuckDBVector;
}
/** For each column of a chunk, a function that reads its cell in a row. */
export type ChunkCells = (chunk: DuckDb.DuckDBDataChunk) => readonly ((row: number) => Cell)[];

/** Loads the optional dependency. */
export async function loadDuckDb(): Promise<DuckDbLibrary> {
  const api = await import('@duckdb/node-api');
  // Resolved from the library itself: a second copy of the native part would not recognize the first one's handles.
  const require = createRequire(createRequire(import.meta.url).resolve('@duckdb/node-api'));
  const native: typeof import('@duckdb/node-bindings') = require('@duckdb/node-bindings');
  const rawVectorOf: DuckDbLibrary['rawVectorOf'] = (chunk, column, type) =>
    api.DuckDBVector.create(
      native.data_chunk_get_vector(chunk.chunk, column),
      chunk.rowCount,
      type,
    );
  return { api, vectorOf: (chunk, column) => vectorOf(api, native, chunk, column), rawVectorOf };
}

/** The column, with texts as bytes: the library's own decoding of a text drops a leading U+FEFF. */
function vectorOf(
  api: Api,
  native: typeof import('@duckdb/node-bindings'),
  chunk: DuckDb.DuckDBDataChunk,
  column: number,
): DuckDb.DuckDBVector {
  const vector = native.data_chunk_get_vector(chunk.chunk, column);
  const typed = api.DuckDBVector.create(vector, chunk.rowCount);
  if (!(typed instanceof api.DuckDBVarCharVector)) return typed;
  return api.DuckDBVector.create(vector, chunk.rowCount, api.BLOB);
}

/** Binds only the values that the statement names: DuckDB refuses others. */
export function bindValues(
  api: Api,
  prepared: DuckDb.DuckDBPreparedStatement,
  { values }: BoundStatement,
): void {
  for (let index = 1; index <= prepared.parameterCount; index++) {
    const name = prepared.parameterName(index);
    const bound = values.find(value => value.name === name);
    if (bound === undefined) throw new Error(`no value is bound to \`${name}\``);
    if (bound.value === null) prepared.bindNull(index);
    else if (isListValue(bound.value)) {
      const items = bound.value.map(item => typed(api, bound.scalar, item));
      const type = items[0]?.type ?? api.VARCHAR;
      prepared.bindList(index, api.listValue(items.map(({ value }) => value)), api.LIST(type));
    } else {
      const { type, value } = typed(api, bound.scalar, bound.value);
      prepared.bindValue(index, value, type);
    }
  }
}

function typed(
  api: Api,
  scalar: Scalar,
  value: Value,
): { readonly type: DuckDb.DuckDBType; readonly value: DuckDb.DuckDBValue } {
  switch (scalar) {
    case 'timestamp':
    case 'datetime':
      return { type: api.TIMESTAMP, value: new api.DuckDBTimestampValue(BigInt(value)) };
    case 'date': {
      const days = Date.parse(`${value}T00:00:00Z`) / 86_400_000;
      return { type: api.DATE, value: new api.DuckDBDateValue(days) };
    }
    case 'int64':
      return { type: api.BIGINT, value: BigInt(value) };
    case 'float64':
      return { type: api.DOUBLE, value: Number(value) };
    case 'bool':
      return { type: api.BOOLEAN, value: value === true };
    case 'string':
    // a placeholder is cast to its type
    case 'decimal':
    case 'json':
      return { type: api.VARCHAR, value: String(value) };
  }
}

/**
 * Reads the first `maxRows` rows of the streamed result, and counts each as it is read. `null` if the statement failed
 * before its end.
 *
 * The library ends a stream in the same way after success and after failure. The result distinguishes them:
 * `duckdb_result_is_streaming` is false for a result with an error.
 */
export async function read(
  cells: ChunkCells,
  result: DuckDb.DuckDBResult,
  { maxRows, take }: Pick<RunLimits, 'maxRows' | 'take'>,
  count: (row: Row) => void,
): Promise<readonly Row[] | null> {
  const rows: Row[] = [];
  const keep = take ?? ((part: readonly Row[]) => rows.push(...part));
  let left = maxRows;
  while (left > 0) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) {
      if (!result.isStreaming) return null;
      break;
    }
    const columns = cells(chunk);
    const part = Array.from({ length: Math.min(chunk.rowCount, left) }, (_, index) => {
      const row = columns.map(cell => cell(index));
      count(row);
      return row;
    });
    keep(part);
    left -= part.length;
  }
  return rows;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The cells of compiled statements, whose columns have only a few types. */
export function compiledCells(library: DuckDbLibrary, result: DuckDb.DuckDBResult): ChunkCells {
  return chunk =>
    Array.from({ length: chunk.columnCount }, (_, index) =>
      columnCells(library, chunk, index, result),
    );
}

function columnCells(
  library: DuckDbLibrary,
  chunk: DuckDb.DuckDBDataChunk,
  column: number,
  result: DuckDb.DuckDBResult,
): (row: number) => Cell {
  const vector = library.vectorOf(chunk, column);
  if (!(vector instanceof library.api.DuckDBBlobVector)) {
    return row => {
      const value = vector.getItem(row);
      if (isPlain(value)) return value;
      if (isText(library.api, value)) return String(value);
      throw new Error(typeFault(result.columnName(column), String(result.columnType(column))));
    };
  }
  return row => {
    const bytes = vector.getItemBytes(row);
    return bytes === null ? null : utf8.decode(bytes);
  };
}

function isPlain(value: DuckDb.DuckDBValue): value is Cell {
  return value === null || typeof value !== 'object';
}

/** Whether a cell is the value's text. In this form, a decimal keeps every digit. */
function isText(api: Api, value: DuckDb.DuckDBValue): boolean {
  return (
    value instanceof api.DuckDBDateValue ||
    value instanceof api.DuckDBUUIDValue ||
    value instanceof api.DuckDBDecimalValue
  );
}

/** The message for a table column whose type is not the declared one. */
function typeFault(name: string, type: string): string {
  return `\`${name}\` is of type ${type}, which is read as no type of a data set: SQL such as \`duckdb: column::VARCHAR\` in sources.yaml converts it`;
}
