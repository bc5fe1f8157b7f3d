/** `quern check --cost`: what statements would read, and what they would have read before. */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reach } from '../engines/clickhouse/reach.ts';
import { type BigQueryServer, startBigQueryServer } from '../engines/servers/bigquery-server.ts';
import type { TestTable } from '../engines/test-engine.ts';
import { project, removeFolders } from './cli-fixture.ts';

const COLUMNS = `
    columns: { id: { type: int64, required: true }, shop: { type: string, required: true } }`;
const SOURCES = `sources:
  orders:
    tables: { bigquery: { table: orders }, clickhouse: { table: orders }, duckdb: { table: orders } }${COLUMNS}
  visits:
    tables: { bigquery: { table: visits }, clickhouse: { table: visits }, duckdb: { table: visits } }${COLUMNS}
`;
const endpoint = (name: string, digit: number, from: string, where: string) => `endpoint: ${name}
id: 00000000-0000-4000-8000-00000000140${digit}
from: ${from}
params: { least: { type: int64, required: true, example: 90000 } }
where: ["${where}"]
select: [id]
order_by: [id]
`;
const files = (config: string) => ({
  'quern.yaml': `dialects: [bigquery, clickhouse, duckdb]\nclients: {}\n${config}`,
  'endpoints/logs.yaml': null,
  'endpoints/counts.yaml': null,
  'endpoints/sources.yaml': SOURCES,
  'endpoints/late.yaml': endpoint('late', 1, 'orders', 'id >= @least'),
  'endpoints/same.yaml': endpoint('same', 2, 'orders', 'id >= @least'),
  'endpoints/less.yaml': endpoint('less', 3, 'visits', 'id >= @least'),
});

/** The state that the next one is compared with, as a directory and as a commit. */
async function generated(config: string) {
  const made = project(files(config));
  expect(await made.quern(['generate'])).toMatchObject({ exit: 0 });
  cpSync(join(made.folder, 'generated'), join(made.folder, 'before'), { recursive: true });
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-C', made.folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words]);
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'before');
  return made;
}

const table = (name: string, rows: number): TestTable => ({
  name,
  layout: 'nested',
  columns: { id: { type: 'int64', required: true }, shop: { type: 'string', required: true } },
  rows: Array.from({ length: rows }, (_, id) => ({ id: BigInt(id), shop: 'a' })),
});

let clickhouse: Awaited<ReturnType<typeof reach>>;
let bigquery: BigQueryServer;
beforeAll(async () => {
  clickhouse = await reach([]);
  for (const [name, rows] of [
    ['orders', 100_000],
    ['visits', 200_000],
  ] as const) {
    await clickhouse.server.command(
      `CREATE TABLE ${name} (id Int64, shop String) ENGINE = MergeTree ORDER BY id SETTINGS index_granularity = 1000`,
    );
    await clickhouse.server.command(`INSERT INTO ${name} SELECT number, 'a' FROM numbers(${rows})`);
  }
  bigquery = await startBigQueryServer({
    project: 'acme',
    dataset: 'shop',
    tables: [table('orders', 2), table('visits', 5)],
  });
});
afterAll(async () => {
  await clickhouse?.close();
  await bigquery?.close();
  removeFolders();
});

const onBigQuery = () =>
  `service: { engine: bigquery }\nengines: { bigquery: { project: acme, dataset: shop, api_endpoint: '${bigquery.url}' } }\n`;
const linesOf = (stderr: string) => stderr.split('\n').filter(line => / on (big|click)/.test(line));

describe('BigQuery', () => {
  it('says bytes, and runs nothing', async () => {
    const { quern } = project(files(onBigQuery()));
    const { exit, stderr } = await quern(['check', '--cost']);
    expect(exit).toBe(0);
    expect(linesOf(stderr)).toEqual([
      'late on bigquery: 2,048 bytes',
      'less on bigquery: 5,120 bytes',
      'same on bigquery: 2,048 bytes',
    ]);
    expect(bigquery.jobs).toHaveLength(0);
  });

  it('says what differs from a directory and a commit, and warns of what reads more', async () => {
    const { quern, put } = await generated(onBigQuery());
    put('endpoints/late.yaml', endpoint('late', 1, 'visits', 'id >= @least'));
    put('endpoints/less.yaml', endpoint('less', 3, 'orders', 'id >= @least'));
    put('endpoints/new.yaml', endpoint('new', 4, 'orders', 'id >= @least'));
    put(
      'endpoints/unshown.yaml',
      endpoint('unshown', 5, 'orders', 'id >= @least').replace(', example: 90000', ''),
    );
    for (const before of ['before', 'main']) {
      const { exit, stderr } = await quern(['check', '--cost', before]);
      expect(exit).toBe(0);
      expect(linesOf(stderr).filter(line => !line.includes('warning'))).toEqual([
        'late on bigquery: 5,120 bytes, 2,048 bytes before',
        'less on bigquery: 2,048 bytes, 5,120 bytes before',
        'new on bigquery: 2,048 bytes, new',
        'unshown on bigquery: unknown, `least` must be given and not empty, new',
      ]);
      expect(stderr).toContain(`1 endpoint as in ${before}\n`);
      expect(stderr).toContain(
        `endpoints/late.yaml:1:11 warning[costlier-statement] \`late\` would read 5,120 bytes on bigquery, and 2,048 bytes in ${before}\n`,
      );
      expect(stderr).toContain('\n1 warning\n');
      expect((await quern(['check', '--cost', before, '--strict'])).exit).toBe(1);
    }
    const { stdout } = await quern(['check', '--cost', 'main', '--reporter', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({
      diagnostics: [{ code: 'costlier-statement', severity: 'warning' }],
    });
  });

  it('is asked for what was there before even if a table is gone', async () => {
    const { quern, put } = await generated(onBigQuery());
    put(
      'endpoints/sources.yaml',
      SOURCES.replace('bigquery: { table: visits }', 'bigquery: { table: none }'),
    );
    const { exit, stderr } = await quern(['check', '--cost', 'before']);
    expect(exit).toBe(0);
    expect(linesOf(stderr)).toEqual([
      expect.stringMatching(/^less on bigquery: unknown, .*none.*, 5,120 bytes before$/),
    ]);
  });
});

describe('ClickHouse', () => {
  it('says rows by its indexes', async () => {
    const config = `service: { engine: clickhouse }\nengines: { clickhouse: ${JSON.stringify(clickhouse.settings)} }\n`;
    const { quern, put } = await generated(config);
    const { environment } = clickhouse;
    put('endpoints/late.yaml', endpoint('late', 1, 'orders', 'id + 0 * length(shop) >= @least'));
    const { exit, stderr } = await quern(['check', '--cost', 'main'], { environment });
    expect(exit).toBe(0);
    expect(linesOf(stderr).filter(line => !line.includes('warning'))).toEqual([
      'late on clickhouse: 100,000 rows, 11,000 rows before',
    ]);
    expect(stderr).toContain('2 endpoints as in main\n');
    expect(stderr).toContain(
      '`late` would read 100,000 rows on clickhouse, and 11,000 rows in main',
    );
  });
});

it('fails if the engine cannot say, is not there, or the state before is unknown', async () => {
  const { quern } = project(files(onBigQuery().replace(bigquery.url, 'http://127.0.0.1:1')));
  const lost = await quern(['check', '--cost']);
  expect([lost.exit, lost.stderr]).toEqual([3, expect.stringContaining('ECONNREFUSED')]);
  const { exit, stderr } = await quern(['check', '--cost', 'nowhere']);
  expect([exit, stderr]).toEqual([2, expect.stringContaining('`nowhere`')]);
  const embedded = project(files('engines: { duckdb: { database: shop.duckdb } }\n'));
  const instance = await DuckDBInstance.create(join(embedded.folder, 'shop.duckdb'));
  instance.closeSync();
  const mute = await embedded.quern(['check', '--cost']);
  expect(mute.exit).toBe(3);
  expect(mute.stderr).toContain(
    'error: It is not known how much a statement would read on duckdb: the engine does not say',
  );
});
