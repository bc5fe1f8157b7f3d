/** Ways to name a table on DuckDB, in a project with a scope. Each is also run, over a row of another tenant. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DUCKDB_WAYS, SETUP } from './duckdb.ts';
import { faultsOf, isRefused, NEEDS_CONDITION, unlike } from './ways.ts';

const { declared, undeclared, silent } = DUCKDB_WAYS;
const folder = mkdtempSync(join(tmpdir(), 'quern-ways-'));
const at = (sql: string) => sql.replaceAll('{dir}', folder);
let connection: DuckDBConnection;

beforeAll(async () => {
  const instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
  await connection.run(at(SETUP));
  await connection.run('PREPARE asked AS SELECT max(secret) FROM events');
});
afterAll(() => {
  connection.closeSync();
  rmSync(folder, { recursive: true });
});

async function answer(sql: string): Promise<string> {
  try {
    const read = await connection.runAndReadAll(at(sql));
    return JSON.stringify(read.getRowsJson());
  } catch (error) {
    return `refused: ${String(error)}`;
  }
}

describe('on DuckDB', () => {
  test('the corpus has 150 ways that answer rows of another tenant', async () => {
    const ways = [...declared, ...undeclared];
    const quiet: string[] = [];
    for (const way of ways) if (!/foreign/.test(await answer(way))) quiet.push(way);
    expect(quiet).toEqual([]);
    expect(new Set(ways).size).toBeGreaterThanOrEqual(150);
  });

  test('a way through the table of a data set needs the condition of its scope', async () => {
    const found = await faultsOf(declared.map(at), 'duckdb', 'events');
    expect(unlike(declared, found, one => JSON.stringify(one) === NEEDS_CONDITION)).toEqual([]);
  });

  test('every other way is refused, whatever conditions stand beside it', async () => {
    const ways = [...undeclared, ...silent];
    const found = await faultsOf(ways.map(at), 'duckdb', 'events');
    expect(unlike(ways, found, isRefused)).toEqual([]);
  });
});
