/** `quern check --tables`: an engine's tables compared with the data sets. */
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, it } from 'vitest';
import { LOGS, project, removeFolders, SOURCES } from './cli-fixture.ts';

afterAll(removeFolders);

async function made(file: string, sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

const CONFIG = 'dialects: [duckdb]\nengines: { duckdb: { database: logs.duckdb } }\n';
const COLUMNS = 'id VARCHAR NOT NULL, timestamp TIMESTAMP NOT NULL, project VARCHAR, size BIGINT';

it('says that all tables are as declared', async () => {
  const { folder, quern } = project({ 'quern.yaml': CONFIG });
  await made(join(folder, 'logs.duckdb'), `CREATE TABLE edge_logs(${COLUMNS})`);
  expect(await quern(['check', '--tables'])).toEqual({
    exit: 0,
    stdout: '',
    stderr: '2 endpoints for duckdb: no errors\n1 table of duckdb as declared\n',
  });
  const { stderr } = await quern(['check', '--tables'], { terminal: true });
  expect(stderr).toContain('\r\u001B[Kasking duckdb about its tables\r\u001B[K2 endpoints');
});

it('names each endpoint that could not answer right, with the column and what is there', async () => {
  const extra = SOURCES.replace(
    'size: int64',
    'size: string\n      gone: string\n      more: string',
  );
  const { folder, quern } = project({
    'quern.yaml': CONFIG,
    'endpoints/sources.yaml': extra,
    'endpoints/logs.yaml': LOGS.replace(
      'select: [id, timestamp, project, size]',
      'select: [id, timestamp, gone]',
    ).replace('size >= @least', "size = 'a' and @least > 0"),
  });
  await made(
    join(folder, 'logs.duckdb'),
    `CREATE TABLE edge_logs(${COLUMNS.replace('VARCHAR NOT NULL', 'VARCHAR')})`,
  );
  const { exit, stderr } = await quern(['check', '--tables']);
  expect(exit).toBe(1);
  const told = [...stderr.matchAll(/error\[table-mismatch\] (.*)/g)].map(([, message]) => message);
  expect(told).toEqual([
    '`logs` cannot run on duckdb: table `edge_logs`: `gone` is missing',
    '`logs` cannot run on duckdb: table `edge_logs`: `id` may be NULL, but is declared as required',
    '`logs` cannot run on duckdb: table `edge_logs`: `size` is BIGINT, and `string` is declared',
  ]);
  expect(stderr).toContain('endpoints/logs.yaml:1:11');
});

it('says which table is missing, and that an engine does not answer', async () => {
  const { folder, quern } = project({ 'quern.yaml': CONFIG });
  const absent = await quern(['check', '--tables']);
  expect(absent.exit).toBe(3);
  expect(absent.stderr).toContain('the database `logs.duckdb` does not exist');
  await made(join(folder, 'logs.duckdb'), 'CREATE TABLE others(id VARCHAR)');
  const { exit, stderr } = await quern(['check', '--tables']);
  expect(exit).toBe(1);
  expect(stderr).toContain('`counts` cannot run on duckdb: table `edge_logs` is missing');
  expect(stderr).toContain('`logs` cannot run on duckdb: table `edge_logs` is missing');
});
