/** A run is one transaction that only reads, so that it fits behind a pooler of transactions. */
import type * as Pg from 'pg';
import type Cursor from 'pg-cursor';
import type { Row, RunLimits } from '../../engine.ts';
import { createByteCount } from '../../support/result-rows.ts';
import { MEANING } from '../meaning.ts';
import type { PgLibrary } from './library.ts';
import { type NumberedParameters, type ReadCell, readRow, type Texts } from './values.ts';

/** How many rows are fetched at once. */
const BATCH = 1_000;

const SETTINGS = [...MEANING, 'client_connection_check_interval = 1000'].map(
  setting => `SET LOCAL ${setting}`,
);

/** Functions of other schemas never replace those of the server. */
const OWN_FIRST =
  "SELECT pg_catalog.set_config('search_path', pg_catalog.concat_ws(', ', 'pg_catalog', nullif(pg_catalog.current_setting('search_path'), '')), true)";

/** Runs `use` in a transaction that only reads, in UTC, and that the server ends after that time. */
export async function inTransaction<T>(
  client: Pg.Client,
  timeoutMs: number,
  use: () => Promise<T>,
): Promise<T> {
  const milliseconds = Math.max(1, Math.ceil(timeoutMs));
  await client.query(
    [
      'BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY',
      `SET LOCAL statement_timeout = ${milliseconds}`,
      ...SETTINGS,
      OWN_FIRST,
    ].join('; '),
  );
  try {
    return await use();
  } finally {
    // on a connection that has ended there is nothing to roll back
    await client.query('ROLLBACK').catch(() => {});
  }
}

/** How the cells of the columns are read. */
export type ReadCells = (fields: readonly Pg.FieldDef[]) => readonly ReadCell[];
export type RowLimits = Pick<RunLimits, 'maxRows' | 'maxBytes' | 'take'>;

export interface Asked {
  readonly library: PgLibrary;
  readonly client: Pg.Client;
  readonly sql: string;
  readonly parameters: NumberedParameters;
}
export interface FetchedRows {
  readonly fields: readonly Pg.FieldDef[];
  readonly rows: readonly Row[];
}

/** The first rows of a statement, each counted as it is read. */
export async function readRows(
  { library, client, sql, parameters }: Asked,
  limits: RowLimits,
  readCells: ReadCells,
): Promise<FetchedRows> {
  const cursor = client.query(createCursor(library, sql, parameters));
  const rows: Row[] = [];
  const keep = limits.take ?? ((part: readonly Row[]) => rows.push(...part));
  const count = createByteCount(limits.maxBytes);
  let left = limits.maxRows;
  for (;;) {
    const wanted = Math.max(1, Math.min(BATCH, left));
    // a cursor that failed has closed itself
    const batch = await read(cursor, wanted);
    try {
      const cells = readCells(batch.fields);
      const part = batch.rows.slice(0, left).map(texts => {
        const row = readRow(texts, cells);
        count(row);
        return row;
      });
      if (part.length > 0) keep(part);
      left -= part.length;
    } catch (cause) {
      await cursor.close();
      throw cause;
    }
    if (batch.rows.length < wanted || left <= 0) {
      await cursor.close();
      return { fields: batch.fields, rows };
    }
  }
}

const AS_TEXT = { getTypeParser: () => (text: string) => text };

/** The package declares no types of parameters, without which the server refuses a number that the statement leaves out. */
function createCursor(
  { Cursor: Plain }: PgLibrary,
  sql: string,
  { types, values }: NumberedParameters,
): Cursor<Texts> {
  const cursor = new Plain<Texts>(sql, values, { rowMode: 'array', types: AS_TEXT });
  const submit = cursor.submit.bind(cursor);
  cursor.submit = connection => {
    const own = connection as unknown as { parse?: Parse };
    const { parse } = own;
    if (parse === undefined) throw new Error('the client parses no statements');
    own.parse = (query, more) => parse.call(connection, { ...query, types }, more);
    submit(connection);
    delete own.parse;
  };
  return cursor;
}
type Parse = (query: object, more: boolean) => void;

function read(
  cursor: Cursor<Texts>,
  count: number,
): Promise<{ readonly rows: readonly Texts[]; readonly fields: readonly Pg.FieldDef[] }> {
  return new Promise((resolve, reject) => {
    cursor.read(count, (cause, rows, result) => {
      if (cause) reject(cause);
      else resolve({ rows, fields: result.fields });
    });
  });
}
