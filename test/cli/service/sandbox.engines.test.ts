/** Statements of callers on the command line: `run` and `explain` of sandboxes. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_PACKAGES } from '../../support/packages.ts';
import { type Project, project, removeFolders } from '../cli-fixture.ts';

const VIEWS = `sandbox: true
views:
  logs: { from: edge_logs, where: [project = @project] }
params: { project: { type: string, required: true } }
`;
const FILES = {
  'quern.yaml':
    'dialects: [bigquery, duckdb, clickhouse]\nengines: { duckdb: { database: logs.duckdb } }\n',
  'endpoints/alone.yaml': `endpoint: alone
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a11
${VIEWS}max_rows: 2
`,
  'endpoints/either.yaml': `endpoint: either
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a12
${VIEWS}from: edge_logs
where: [project = @project]
select: { usual: id }
order_by: [usual]
`,
  'endpoints/narrow.yaml': `endpoint: narrow
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a13
engines: [duckdb]
${VIEWS}`,
};
const TABLE = `CREATE TABLE edge_logs (id VARCHAR NOT NULL, timestamp TIMESTAMP NOT NULL, project VARCHAR, size BIGINT);
INSERT INTO edge_logs SELECT 'e' || n, TIMESTAMP '2026-01-15 10:07:00', 'abc', 10 * n FROM range(3) t(n);
INSERT INTO edge_logs VALUES ('x', TIMESTAMP '2026-01-15 10:07:00', 'xyz', 9007199254740993)`;

async function made(): Promise<Project> {
  const logs = project(FILES);
  const instance = await DuckDBInstance.create(join(logs.folder, 'logs.duckdb'));
  const connection = await instance.connect();
  await connection.run(TABLE);
  connection.closeSync();
  instance.closeSync();
  return logs;
}

afterAll(removeFolders);

describe('with the analyser', () => {
  let logs: Project;
  beforeAll(async () => {
    logs = await made();
    symlinkSync(TEST_PACKAGES, join(logs.folder, 'node_modules'));
  });
  const asked = (verb: string, endpoint: string, sql: string, ...words: readonly string[]) =>
    logs.quern([verb, endpoint, '--param', 'project=abc', '--param', `sql=${sql}`, ...words]);

  it.each(['alone', 'either'])('run answers a statement over the views of %s', async endpoint => {
    const sql = 'SELECT COUNT(*) AS n, MAX(timestamp) AS last FROM logs';
    expect(await asked('run', endpoint, sql)).toEqual({
      exit: 0,
      stdout: '[\n{"n":3,"last":"2026-01-15T10:07:00Z"}\n]\n',
      stderr: '1 row\n',
    });
  });

  it('run answers a sandbox without a statement as usual', async () => {
    expect(await logs.quern(['run', 'either', '--param', 'project=abc'])).toEqual({
      exit: 0,
      stdout: '[\n{"usual":"e0"},\n{"usual":"e1"},\n{"usual":"e2"}\n]\n',
      stderr: '3 rows\n',
    });
  });

  it('run cuts rows of a statement at max_rows', async () => {
    const sql = 'SELECT id FROM logs ORDER BY id';
    expect(await asked('run', 'alone', sql, '--format', 'ndjson')).toMatchObject({
      stdout: '{"id":"e0"}\n{"id":"e1"}\n',
      stderr: '2 rows; there are more than `max_rows` allows\n',
    });
  });

  it.each([
    ['SELECT nope FROM logs', 'There is no column `nope` here, at line 1, column 8'],
    [
      'SELECT id FROM edge_logs',
      'There is no view `edge_logs`, at line 1, column 16. There are `logs`; the author of the endpoint can list it under `views`',
    ],
    [
      "SELECT id FROM logs WHERE (project = 'abc' OR id::text = 'x')",
      'The query cannot be read: unexpected ":", at line 1, column 49. Write `CAST(x AS STRING)`',
    ],
    ['SELECT id FROM logz', 'There is no view `logz`, at line 1, column 16. Did you mean `logs`?'],
    ['SELECT 9007199254740993 AS n', '`n` contains an integer beyond 2^53-1. Cast it to STRING'],
  ])('run refuses %s in the words of the service', async (sql, message) => {
    const { exit, stdout, stderr } = await asked('run', 'alone', sql);
    expect({ exit, stdout, stderr }).toEqual({
      exit: 2,
      stdout: '',
      stderr: `error: ${message}\n`,
    });
  });

  it.each(['run', 'explain'])('%s needs the statement of a sandbox without `from`', async verb => {
    expect(await logs.quern([verb, 'alone', '--param', 'project=abc'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('error: `sql` must be given and not empty.'),
    });
  });

  it.each(['run', 'explain'])('%s names the engines of a sandbox', async verb => {
    const words = ['--engine', 'clickhouse'];
    expect(await asked(verb, 'narrow', 'SELECT 1 AS x', ...words)).toMatchObject({
      exit: 2,
      stderr: 'error: `narrow` is not compiled for clickhouse\n  hint: Use one of duckdb.\n',
    });
  });

  it.each([
    ['alone', 'plan', []],
    ['alone', 'lowered', []],
    ['either', 'plan', ['--param', 'sql=SELECT 1 AS x']],
    ['either', 'lowered', ['--param', 'sql=SELECT 1 AS x']],
  ])('explain says why %s has no %s of a statement', async (endpoint, stage, given) => {
    const words = ['explain', endpoint, '--print', stage, '--param', 'project=abc', ...given];
    expect(await logs.quern(words)).toEqual({
      exit: 2,
      stdout: '',
      stderr: `error: \`${endpoint}\` runs the statement of a caller, whose plan stays in the process that translates it
  hint: Print the SQL of a statement, \`--print sql --param sql=…\`, or the views that it may read, \`--print endpoint\`.
`,
    });
  });

  it('explain shows the plan of the usual answer', async () => {
    const { exit, stdout } = await logs.quern(['explain', 'either', '--print', 'plan']);
    expect([exit, stdout]).toEqual([0, expect.stringContaining('edge_logs')]);
  });

  it.each(['alone', 'either'])('explain shows the statement that runs over %s', async endpoint => {
    const sql = 'SELECT UPPER(id) AS name FROM logs WHERE size > 3';
    const { exit, stdout } = await asked('explain', endpoint, sql, '--json');
    expect(exit).toBe(0);
    const shown = JSON.parse(stdout);
    expect(shown.sql).toContain('upper(');
    expect(shown.bindings).toEqual([{ name: 'project', scalar: 'string', value: 'abc' }]);
  });
});

it('run needs the analyser for a statement alone', async () => {
  const { quern } = await made();
  const abc = ['--param', 'project=abc'];
  expect(await quern(['run', 'either', ...abc])).toMatchObject({ exit: 0 });
  expect(await quern(['run', 'either', ...abc, '--param', 'sql=SELECT 1'])).toMatchObject({
    exit: 3,
    stderr: expect.stringMatching(/not installed\n {2}hint: Install it: `npm install @/),
  });
});
