/** A DuckDB file made of test tables, as the service opens one. */
import { DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api';
import { encodeValue, quoteName, typeText } from '../engines/duckdb/duckdb-values.ts';
import { columnShapes, storedRows } from '../engines/stored-shape.ts';
import type { TestTable } from '../engines/test-engine.ts';

/** The most that a data chunk can hold. */
const CHUNK_ROWS = 2_048;

/** Writes a database file of the tables. */
export async function writeDatabase(path: string, tables: readonly TestTable[]): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const table of tables) {
    const columns = columnShapes(table).map(
      ({ name, shape, required }) =>
        `${quoteName(name)} ${typeText(shape)}${required ? ' NOT NULL' : ''}`,
    );
    await connection.run(`CREATE TABLE ${quoteName(table.name)} (${columns.join(', ')})`);
    const appender = await connection.createAppender(table.name);
    const types = columns.map((_, index) => appender.columnType(index));
    const rows = storedRows(table).map(row => row.map(encodeValue));
    for (let at = 0; at < rows.length; at += CHUNK_ROWS) {
      const chunk = DuckDBDataChunk.create(types);
      chunk.setRows(rows.slice(at, at + CHUNK_ROWS));
      appender.appendDataChunk(chunk);
    }
    appender.closeSync();
  }
  connection.closeSync();
  instance.closeSync();
}
