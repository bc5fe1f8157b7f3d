import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unmarked } from '../../../generator/core/output/marker.ts';
import { type BigQueryServer, startBigQueryServer } from '../../engines/servers/bigquery-server.ts';
import {
  type ClickHouseServer,
  startClickHouseServer,
} from '../../engines/servers/clickhouse-server.ts';
import type { TestTable } from '../../engines/test-engine.ts';
import { fences } from '../../pages/docs-markdown.ts';
import { type Project, project, removeFolders } from '../cli-fixture.ts';

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

/** The table of the guide to moving, with arrays of one record, one empty array and a NULL among them. */
const REQUESTS: TestTable = {
  name: 'edge_requests',
  layout: 'repeated',
  columns: {
    id: { type: 'string', required: true },
    timestamp: { type: 'timestamp', required: true },
    project: { type: 'string', required: true },
    metadata: {
      type: {
        record: {
          request: { record: { method: 'string', path: 'string' } },
          response: { record: { status_code: 'int64', origin_time: 'int64' } },
        },
      },
    },
  },
  rows: [
    [200n, 12n, 'abc'],
    [200n, 40n, 'abc'],
    [500n, 3n, 'abc'],
    [null, null, 'abc'],
    [200n, 99n, 'xyz'],
  ].map(([status_code, origin_time, project], index) => ({
    id: `e${index}`,
    timestamp: BigInt(Date.now() - index * 60_000) * 1000n,
    project,
    metadata: [
      {
        request: index === 1 ? [] : [{ method: 'GET', path: '/' }],
        response: [{ status_code, origin_time }],
      },
    ],
  })),
};

let clickhouse: ClickHouseServer;
let bigquery: BigQueryServer;
beforeAll(async () => {
  clickhouse = await startClickHouseServer({ tables: [table('edge_logs')] });
  bigquery = await startBigQueryServer({
    project: 'acme',
    dataset: 'logs',
    tables: [table('edge'), REQUESTS],
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
      /^error: The engine or a table is unavailable: .*\n {2}hint: Say where/,
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

describe('the guide to moving from BigQuery to ClickHouse', () => {
  const page = fences(readFileSync('docs/guides/bigquery-to-clickhouse.md', 'utf8'));
  const block = (info: string, beginning: string) => {
    const found = page.find(fence => fence.info === info && fence.text.startsWith(beginning));
    if (found === undefined) throw new Error(`no block of ${info} begins with ${beginning}`);
    return found.text;
  };

  it('leads to equal rows on both', async () => {
    const sources = block('yaml', '# endpoints/sources.yaml');
    const config = block('yaml', '# quern.yaml')
      .replace('10GiB', `10GiB, api_endpoint: '${bigquery.url}'`)
      .replace('https://clickhouse.example.com:8443', clickhouse.url)
      .replace('database: logs', `database: ${clickhouse.database}`);
    const { quern, put, folder } = project({
      'quern.yaml': config,
      'endpoints/logs.yaml': null,
      'endpoints/counts.yaml': null,
      'endpoints/sources.yaml': sources.replace(/ *clickhouse: .*\n/, ''),
      'endpoints/requests.by-status.yaml': block('yaml', '# endpoints/requests.by-status.yaml'),
    });
    const environment = { CLICKHOUSE_PASSWORD: clickhouse.password };
    const ran = async (...words: readonly string[]) => {
      const { exit, stdout, stderr } = await quern(words, { environment });
      expect({ exit, stderr }).toMatchObject({ exit: 0 });
      return stdout;
    };
    const rowsOn = (engine: string, endpoint: string, ...words: readonly string[]) =>
      ran('run', endpoint, '--engine', engine, '--format', 'ndjson', ...words);

    await ran('generate');
    cpSync(join(folder, 'generated'), join(folder, 'before'), { recursive: true });
    put('endpoints/sources.yaml', sources);
    await ran('generate');
    const changes = await ran('diff', 'before');
    expect(changes).toContain('The endpoint is available on clickhouse');
    expect(changes).toMatch(/^Safe\n/);

    const schema = block('sql clickhouse-schema', '');
    const tables = readFileSync(join(folder, 'generated/sql/clickhouse/schema.sql'), 'utf8');
    expect(unmarked('schema.sql', tables)).toBe(
      `-- Tables of the data sets, for ClickHouse\n\n${schema}`,
    );
    await clickhouse.load([]);
    await clickhouse.command(schema);

    const [, select = ''] = block('sql bigquery-export', 'EXPORT').split(/(?<=AS\n)(?=SELECT)/);
    const exported = `endpoint: edge.export
id: 7b0f6a1e-52c4-4a8d-9d0e-6b1f3c2a9e56
unscoped: true
query: { bigquery: ${JSON.stringify(select.replace(/WHERE .*/, ''))} }
columns: { id: string, timestamp: timestamp, project: string, metadata: json }
`;
    put('endpoints/edge.export.yaml', exported);
    writeFileSync(join(folder, 'edge.ndjson'), await rowsOn('bigquery', 'edge.export'));
    const columns = /\(\n([\s\S]*)\n\)\nENGINE/.exec(schema)?.[1] ?? '';
    const file = `file('${join(folder, 'edge.ndjson')}', JSONEachRow, '${columns.replaceAll("'", "\\'")}')`;
    const insert = block('sql', 'INSERT INTO edge_logs');
    await clickhouse.command(insert.replace(/gcs\(.*\)/, file));

    await ran('check', '--tables', '--engine', 'clickhouse');
    const asked = ['--param', 'project=abc', '--param', 'last=1day'];
    const rows = await rowsOn('bigquery', 'requests.by-status', ...asked);
    expect(
      rows
        .split('\n')
        .filter(Boolean)
        .map(row => JSON.parse(row)),
    ).toEqual([
      { status: 200, requests: 2, slowest: 40 },
      { status: null, requests: 1, slowest: null },
      { status: 500, requests: 1, slowest: 3 },
    ]);
    expect(await rowsOn('clickhouse', 'requests.by-status', ...asked)).toBe(rows);
  });
});
