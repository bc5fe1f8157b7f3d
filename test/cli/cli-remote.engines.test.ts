import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BigQueryServer, startBigQueryServer } from '../engines/servers/bigquery-server.ts';
import {
  type ClickHouseServer,
  startClickHouseServer,
} from '../engines/servers/clickhouse-server.ts';
import type { TestTable } from '../engines/test-engine.ts';
import { type Project, project, removeFolders } from './cli-fixture.ts';

const table = (name: string): TestTable => ({
  name,
  layout: 'nested',
  columns: {
    id: { type: 'string', required: true },
    timestamp: { type: 'timestamp', required: true },
    project: { type: 'string' },
    size: { type: 'int64' },
  },
  rows: [
    { id: 'e1', timestamp: 1_768_471_200_000_000n, project: 'abc', size: 7n },
    { id: 'e2', timestamp: 1_768_471_200_000_000n, project: 'xyz', size: 8n },
  ],
});
const ROWS = [{ id: 'e1', timestamp: '2026-01-15T10:00:00Z', project: 'abc', size: 7 }];
const ABC = ['logs', '--param', 'project=abc'];

let clickhouse: ClickHouseServer;
let bigquery: BigQueryServer;
beforeAll(async () => {
  clickhouse = await startClickHouseServer({ tables: [table('edge_logs')] });
  bigquery = await startBigQueryServer({
    project: 'acme',
    dataset: 'logs',
    tables: [table('edge')],
  });
});
afterAll(async () => {
  await clickhouse.close();
  await bigquery.close();
  removeFolders();
});

function onClickHouse(url: string): Project {
  const { database, username } = clickhouse;
  const where = `{ url: '${url}', database: ${database}, username: ${username}, password: "$\u007bP}" }`;
  const config = `service: { engine: clickhouse }\nengines: { clickhouse: ${where} }\n`;
  return project({ 'quern.yaml': config });
}

describe('on ClickHouse', () => {
  it('run prints rows, and explain the plan', async () => {
    const { quern } = onClickHouse(clickhouse.url);
    const environment = { P: clickhouse.password };
    const ran = await quern(['run', ...ABC], { environment });
    expect(ran).toMatchObject({ exit: 0, stderr: '1 row\n' });
    expect(JSON.parse(ran.stdout)).toEqual(ROWS);
    const explained = await quern(['explain', ...ABC], { environment });
    expect(explained).toMatchObject({ exit: 0, stderr: '' });
    expect(explained.stdout).toMatch(/^-- .*ReadFrom/m);
  });

  it('a server that is not there is a fault of the environment, but to explain', async () => {
    const { quern } = onClickHouse('http://127.0.0.1:1');
    const environment = { P: 'hunter2' };
    const ran = await quern(['run', ...ABC], { environment });
    expect(ran).toMatchObject({ exit: 3, stdout: '' });
    expect(ran.stderr).toMatch(
      /^error: The engine or a table is not there: .*\n {2}hint: Say where/,
    );
    const explained = await quern(['explain', ...ABC], { environment });
    expect(explained).toMatchObject({ exit: 0, stdout: expect.stringContaining('FROM edge_logs') });
    expect(explained.stderr).toMatch(/^the plan of clickhouse is left out: The engine/);
    expect(ran.stderr + explained.stderr).not.toContain('hunter2');
  });
});

describe('on BigQuery', () => {
  const words = ['--engine', 'bigquery'];

  it('run prints rows, and explain what a run would read', async () => {
    const where = `{ project: acme, dataset: logs, api_endpoint: '${bigquery.url}' }`;
    const { quern } = project({ 'quern.yaml': `engines: { bigquery: ${where} }\n` });
    const ran = await quern(['run', ...ABC, ...words]);
    expect(ran).toMatchObject({ exit: 0, stderr: '1 row\n' });
    expect(JSON.parse(ran.stdout)).toEqual(ROWS);
    const jobs = bigquery.jobs.length;
    const explained = await quern(['explain', ...ABC, ...words]);
    expect(explained).toMatchObject({ exit: 0, stderr: '' });
    expect(explained.stdout).toMatch(/^-- .*estimated: \d+ bytes/m);
    expect(bigquery.jobs).toHaveLength(jobs);
  });

  it('explain looks for nobody where nobody is named', async () => {
    const { quern } = project();
    expect(await quern(['explain', ...ABC, ...words])).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('FROM edge'),
      stderr: 'the plan of bigquery is left out: `quern.yaml` does not say where it is\n',
    });
  });
});
