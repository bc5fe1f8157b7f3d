/** `quern explain` and `quern doctor`: whether ClickHouse and BigQuery read their copies of a rollup. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBigQueryServer } from '../../engines/servers/bigquery-server.ts';
import {
  type ClickHouseServer,
  startClickHouseServer,
} from '../../engines/servers/clickhouse-server.ts';
import type { TestTable } from '../../engines/test-engine.ts';
import { project, removeFolders } from '../cli-fixture.ts';

let server: ClickHouseServer;
beforeAll(async () => {
  server = await startClickHouseServer({ tables: [] });
});
afterAll(async () => {
  await server.close();
  removeFolders();
});

const SOURCES = `sources:
  edge_logs:
    tables: { clickhouse: { table: edge_logs } }
    columns:
      id: { type: string, required: true }
      timestamp: { type: timestamp, required: true }
      project: string
      size: int64
    rollups:
      hourly: { of: timestamp, step: hour, group_by: [project], measures: [sum(size)] }
`;
const COUNTS = `endpoint: counts
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a02
from: edge_logs
rollup: hourly
params:
  project: { type: string, required: true }
  from: { type: timestamp, required: true }
  to: { type: timestamp, required: true }
where: [project = @project]
buckets: { of: timestamp, from: '@from', to: '@to', step: day }
select: { entries: count(), size: sum(size) }
order_by: [timestamp]
`;
const ASKED = ['project=p1', 'from=2026-01-02T00:30:00Z', 'to=2026-01-05T12:15:00Z'];
const FLAGS = ASKED.flatMap(one => ['--param', one]);
/** One entry a minute from 2026-01-01, each of another of three projects. */
const MINUTES = 14_400;

test('says whether ClickHouse reads its copy, and the rows are the same before and after', async () => {
  const { url, database, username, password } = server;
  const where = `{ url: '${url}', database: ${database}, username: ${username}, password: "$\u007bP}" }`;
  const { folder, quern, put } = project({
    'quern.yaml': `service: { engine: clickhouse }\nengines: { clickhouse: ${where} }\ndialects: [clickhouse]\n`,
    'endpoints/sources.yaml': SOURCES,
    'endpoints/counts.yaml': COUNTS,
  });
  const environment = { P: password };
  expect(await quern(['generate'], { environment })).toMatchObject({ exit: 0 });
  const statements = (file: string) =>
    readFileSync(join(folder, 'generated/sql/clickhouse', file), 'utf8')
      .replace(/^--.*\n/gm, '')
      .split(';\n')
      .filter(one => one.trim() !== '');
  for (const statement of statements('schema.sql'))
    await server.command(statement.replace('CREATE TABLE ', `CREATE TABLE ${database}.`));
  await server.command(
    `INSERT INTO ${database}.edge_logs SELECT toString(number), toDateTime64('2026-01-01', 6, 'UTC') + INTERVAL number MINUTE, concat('p', toString(number % 3)), number FROM numbers(${MINUTES})`,
  );
  const before = await quern(['run', 'counts', ...FLAGS], { environment });
  const unfilled = await quern(['explain', 'counts', ...FLAGS], { environment });
  expect(unfilled.stdout).toContain(
    '-- rollup hourly: used, but ClickHouse reads the entries: run sql/clickhouse/rollups.sql of the generated files\n',
  );
  const doctor = async () => (await quern(['doctor'], { environment })).stdout;
  expect(await doctor()).toContain(
    'it reads the entries in place of the rollup `hourly` of `edge_logs`',
  );
  for (const statement of statements('rollups.sql'))
    await server.command(
      `${statement.replace('ALTER TABLE ', `ALTER TABLE ${database}.`)}${statement.includes('MATERIALIZE') ? ' SETTINGS mutations_sync = 2' : ''}`,
    );
  const after = await quern(['run', 'counts', ...FLAGS], { environment });
  const filled = await quern(['explain', 'counts', ...FLAGS], { environment });
  expect(filled.stdout).toContain('-- rollup hourly: used, and ClickHouse reads its copy\n');
  expect(await doctor()).toContain('it reads the rollup `hourly` of `edge_logs`');
  expect(before.exit).toBe(0);
  expect(after.stdout).toBe(before.stdout);
  expect(JSON.parse(after.stdout)).toEqual(expectedRows());
  // a projection of the operator's own
  await server.command(
    `ALTER TABLE ${database}.edge_logs ADD PROJECTION daily_abcdef (SELECT max(size))`,
  );
  expect(await doctor()).not.toContain('a copy of another definition');
  put('endpoints/sources.yaml', SOURCES.replace('[sum(size)]', '[sum(size), max(size)]'));
  const [, old = '', drop = ''] =
    /it keeps `(hourly_\w{6})`, a copy of another definition of the rollup `hourly` of `edge_logs`\n.*`(ALTER .*)`/.exec(
      await doctor(),
    ) ?? [];
  expect(drop).toBe(`ALTER TABLE edge_logs DROP PROJECTION ${old}`);
  expect(old).not.toBe('');
  await server.command(drop.replace('ALTER TABLE ', `ALTER TABLE ${database}.`));
  expect(await doctor()).not.toContain('a copy of another definition');
});

function expectedRows() {
  const start = Date.UTC(2026, 0, 1);
  const [from, to] = [Date.UTC(2026, 0, 2, 0, 30), Date.UTC(2026, 0, 5, 12, 15)];
  const days = new Map<string, { entries: number; size: number }>();
  for (let minute = 1; minute < MINUTES; minute += 3) {
    const at = start + minute * 60_000;
    if (at < from || at >= to) continue;
    const day = `${new Date(at).toISOString().slice(0, 10)}T00:00:00Z`;
    const { entries, size } = days.get(day) ?? { entries: 0, size: 0 };
    days.set(day, { entries: entries + 1, size: size + minute });
  }
  return [...days].map(([timestamp, rest]) => ({ timestamp, ...rest }));
}

test('says whether BigQuery reads its view, and why not', async () => {
  const table: TestTable = {
    name: 'edge_logs',
    layout: 'nested',
    columns: {
      id: { type: 'string', required: true },
      timestamp: { type: 'timestamp', required: true },
      project: { type: 'string' },
      size: { type: 'int64' },
    },
    rows: [],
  };
  const bigquery = await startBigQueryServer({ project: 'acme', dataset: 'logs', tables: [table] });
  const where = `{ project: acme, dataset: logs, api_endpoint: '${bigquery.url}' }`;
  const { folder, quern } = project({
    'quern.yaml': `service: { engine: bigquery }\nengines: { bigquery: ${where} }\ndialects: [bigquery]\n`,
    'endpoints/sources.yaml': SOURCES.replace('clickhouse', 'bigquery'),
    'endpoints/counts.yaml': COUNTS,
  });
  expect(await quern(['generate'])).toMatchObject({ exit: 0 });
  const created = readFileSync(join(folder, 'generated/sql/bigquery/rollups.sql'), 'utf8');
  const [view = ''] = /hourly_\w{6}/.exec(created) ?? [];
  const doctor = async (views: Readonly<Record<string, string | null>>) => {
    bigquery.behaviour.views = views;
    return (await quern(['doctor'])).stdout;
  };
  const instead = 'it reads the entries in place of the rollup `hourly` of `edge_logs`';
  const remedy = 'remedy: Run `sql/bigquery/rollups.sql` of the generated files';
  expect(await doctor({ hourly_abcdef: null })).toMatch(new RegExp(`${instead}\\n +${remedy}`));
  expect(await doctor({ [view]: 'COST' })).toContain(`${instead}: \`COST\`\n`);
  expect(await doctor({ [view]: null })).toContain('it reads the rollup `hourly` of `edge_logs`');
  bigquery.fault = ({ call }) =>
    call === 'jobs.get' ? { kind: 'edit', edit: () => ({ statistics: [] }) } : null;
  expect(await doctor({})).toContain(
    "it cannot say whether it reads the rollup `hourly` of `edge_logs`: the answer's `statistics` is not an object",
  );
  await bigquery.close();
});
