/** A test table as a table of a database. */
import { type DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import type { TestTable } from '../test-engine.ts';
import { columnShapes, isRestored, restoredItems, storedRows } from '../values/stored-shape.ts';
import { encodeValue, quoteName, typeText } from './duckdb-values.ts';

/** The most rows that a data chunk can hold. */
const CHUNK_ROWS = 2_048;

/** Creates the table and appends its rows. */
export async function loadTable(connection: DuckDBConnection, table: TestTable): Promise<void> {
  const columns = columnShapes(table).map(
    ({ name, shape, required }) =>
      `${quoteName(name)} ${typeText(shape)}${required ? ' NOT NULL' : ''}`,
  );
  await connection.run(`CREATE TABLE ${quoteName(table.name)} (${columns.join(', ')})`);
  const rows = storedRows(table).map(row => row.map(encodeValue));
  const appender = await connection.createAppender(table.name);
  const types = columns.map((_, index) => appender.columnType(index));
  for (let at = 0; at < rows.length; at += CHUNK_ROWS) {
    const chunk = DuckDBDataChunk.create(types);
    chunk.setRows(rows.slice(at, at + CHUNK_ROWS));
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
  if (isRestored(table)) await restore(connection, table);
}

/** Puts a table in its place that has the stored types. */
async function restore(connection: DuckDBConnection, table: TestTable): Promise<void> {
  const name = quoteName(table.name);
  const items = restoredItems(table, quoteName, (of, type) =>
    type === 'BLOB' ? `from_base64(${of})` : `CAST(${of} AS ${type})`,
  );
  await connection.run(`CREATE OR REPLACE TABLE ${name} AS SELECT ${items} FROM ${name}`);
}
