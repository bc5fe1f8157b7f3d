import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ownInputs } from '../../support/openapi-fixture.ts';
import { project, removeFolders, SOURCES } from '../cli-fixture.ts';

afterAll(removeFolders);

const WITH_ROLLUPS = `${SOURCES}    rollups:
      hourly: { of: timestamp, step: hour, group_by: [project] }
      by_size: { of: timestamp, step: hour, group_by: [size] }
`;
const CONFIG = 'dialects: [clickhouse, duckdb]\n';
const COUNTED = `endpoint: counts
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a02
from: edge_logs
params:
  span: { enum: [hour, day], required: true, example: day }
buckets:
  of: timestamp
  by: span
  intervals:
    hour: { last: 1 hour, step: minute }
    day: { last: 1 day, step: hour }
group_by: { project: project }
select: { count: count() }
`;

function rolled() {
  return project({
    'quern.yaml': CONFIG,
    'endpoints/sources.yaml': WITH_ROLLUPS,
    'endpoints/counts.yaml': COUNTED,
  });
}

test('check --rollups has a line for each statement and warns of what nothing reads', async () => {
  const { quern } = rolled();
  const { exit, stderr } = await quern(['check', '--rollups']);
  expect(exit).toBe(0);
  const lines = stderr.split('\n').filter(line => line.startsWith('counts, '));
  expect(lines).toEqual(
    ['clickhouse', 'duckdb'].flatMap(engine => [
      `counts, ${engine}, span = hour: rollup hourly: not used: its step of minute does not consist of steps of hour`,
      `counts, ${engine}, span = hour: rollup by_size: not used: its step of minute does not consist of steps of hour; \`project\` is not in its group_by`,
      `counts, ${engine}, span = day: rollup hourly: used`,
      `counts, ${engine}, span = day: rollup by_size: not used: \`project\` is not in its group_by`,
    ]),
  );
  expect(stderr).toContain('warning[unused-rollup] No endpoint reads the rollup `by_size`');
  expect(stderr).not.toContain('the rollup `hourly`');
});

test('a warning fails a strict check', async () => {
  const { exit } = await rolled().quern(['check', '--rollups', '--strict']);
  expect(exit).toBe(1);
});

test('explain ends in the rollups of the statement', async () => {
  const { quern } = rolled();
  const { stdout } = await quern([
    'explain',
    'counts',
    '--engine',
    'clickhouse',
    '--param',
    'span=day',
  ]);
  expect(stdout).toMatch(
    /\n\n-- rollup hourly: used\n-- rollup by_size: not used: `project` is not in its group_by\n$/,
  );
  const asked = ['explain', 'counts', '--engine', 'clickhouse', '--param', 'span=day', '--json'];
  const { rollups } = JSON.parse((await quern(asked)).stdout);
  expect(rollups).toEqual([
    { source: 'edge_logs', rollup: 'hourly', reasons: [] },
    { source: 'edge_logs', rollup: 'by_size', reasons: ['`project` is not in its group_by'] },
  ]);
  const elsewhere = await quern(['explain', 'counts', '--param', 'span=day', '--engine', 'duckdb']);
  expect(elsewhere.stdout).toContain('-- rollup hourly: used');
});

test('generate writes rollups.sql for engines that keep rollups, and saved queries without them', async () => {
  const { folder, quern } = rolled();
  expect((await quern(['generate'])).exit).toBe(0);
  const text = (path: string) => readFileSync(join(folder, 'generated/sql', path), 'utf8');
  expect(text('clickhouse/rollups.sql')).toMatch(
    /ALTER TABLE edge_logs ADD PROJECTION IF NOT EXISTS hourly_[0-9a-f]{6} \(\n {2}SELECT\n {4}fromUnixTimestamp64Micro.*,\n {4}project,\n {4}toInt64\(count\(\)\)\n {2}GROUP BY/,
  );
  expect(() => text('duckdb/rollups.sql')).toThrow();
  expect(text('clickhouse/counts.sql')).not.toContain('rolled');
});

test('check --rollups proposes a rollup for three endpoints, which they then read', async () => {
  const counted = (name: string, id: number, clauses: string) => `endpoint: ${name}
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8b0${id}
from: edge_logs
params: { project: { type: string, required: true } }
where: [project = @project]
${clauses}
`;
  const { put, quern } = project({
    'quern.yaml': CONFIG,
    'endpoints/sources.yaml': SOURCES,
    'endpoints/a.yaml': counted(
      'a',
      1,
      "group_by: { day: 'trunc(timestamp, day)' }\nselect: { n: count() }",
    ),
    'endpoints/b.yaml': counted(
      'b',
      2,
      "group_by: { month: 'trunc(timestamp, month)' }\nselect: { mean: avg(size) }",
    ),
    'endpoints/c.yaml': counted(
      'c',
      3,
      'retention: { of: timestamp, window: 90d }\nselect: { most: max(size), day: max(timestamp) }',
    ),
    // too short for a whole day
    'endpoints/d.yaml': counted(
      'd',
      4,
      'retention: { of: timestamp, window: 1 day }\nselect: { most: max(size) }',
    ),
  });
  const { stderr } = await quern(['check', '--rollups']);
  const advice =
    'edge_logs_by_day: { of: timestamp, step: day, group_by: [project], measures: [avg(size), max(size), max(timestamp)] }';
  expect(stderr).toContain('a rollup of `edge_logs` would serve `a`, `b`, `c`\n');
  expect(stderr).toContain(advice);
  put('endpoints/sources.yaml', `${SOURCES}    rollups:\n      ${advice}\n`);
  const again = await quern(['check', '--rollups']);
  const used = ['a', 'b', 'c'].map(name => `${name}, clickhouse: rollup edge_logs_by_day: used\n`);
  for (const line of used) expect(again.stderr).toContain(line);
  expect(again.stderr).not.toContain('would serve');
});

/** The number of entries is always kept, and a mean has two parts. */
test('check allows 8 rollups of a data set, 16 columns and 64 parts of a rollup, and no more', async () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
  const columns = numbers(64).map(i => `      c${i}: float64\n`);
  const names = (count: number) => numbers(count).map(i => `c${i}`);
  const sums = (count: number) => names(count).map(name => `sum(${name})`);
  const hourly = (dimensions: readonly string[], measures: readonly string[]) =>
    `{ of: timestamp, step: hour, group_by: [${dimensions}], measures: [${measures}] }`;
  const { put, quern } = project({ 'quern.yaml': CONFIG });
  const checked = async (...rollups: readonly string[]) => {
    const named = rollups.map((rollup, i) => `      r${i}: ${rollup}\n`);
    put('endpoints/sources.yaml', [SOURCES, ...columns, '    rollups:\n', ...named].join(''));
    const { exit, stderr } = await quern(['check']);
    return [exit, /error\[.*/.exec(stderr)?.[0] ?? null];
  };
  const [most, refused] = [numbers(8).map(() => hourly([], [])), 'error[invalid-rollup]'];
  expect(await checked(...most)).toEqual([0, null]);
  expect(await checked(...most, hourly([], []))).toEqual([
    ...[1, `${refused} A data set has at most 8 rollups`],
  ]);
  expect(await checked(hourly(names(16), []))).toEqual([0, null]);
  expect(await checked(hourly(names(17), []))).toEqual([
    ...[1, `${refused} A rollup has at most 16 columns`],
  ]);
  expect(await checked(hourly([], [...sums(61), 'avg(c61)']))).toEqual([0, null]);
  // the mean of a column whose sum is kept has one part more
  expect(await checked(hourly([], [...sums(61), 'avg(c60)', 'min(c0)']))).toEqual([0, null]);
  expect(await checked(hourly([], [...sums(62), 'avg(c62)']))).toEqual([
    ...[1, `${refused} A rollup keeps at most 64 parts`],
  ]);
});

test('explain says why endpoints of this repository read entries, though a rollup keeps what merges', async () => {
  const FUNCTIONS = 'endpoints/functions.invocation-stats.yaml';
  const HOURLY = `    rollups:
      functions_hourly:
        of: timestamp
        step: hour
        group_by: [project, metadata.function_id, metadata.response.status_code]
        measures: [min(metadata.execution_time_ms), max(metadata.execution_time_ms), avg(metadata.execution_time_ms)]
`;
  const files = Object.fromEntries(
    ownInputs().map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]),
  );
  const sources = files['endpoints/sources.yaml'] ?? '';
  const { put, quern } = project({
    ...{ 'endpoints/logs.yaml': null, 'endpoints/counts.yaml': null },
    ...files,
    'quern.yaml': 'dialects: [bigquery, clickhouse, duckdb]\n',
    'endpoints/sources.yaml': sources.replace(/^ {2}function_logs:$/m, `${HOURLY}\n$&`),
  });
  const explained = async (endpoint: string, engine: string, interval: string) => {
    const params = ['project=abcdefghijklmnopqrst', `interval=${interval}`];
    const flags = params.flatMap(one => ['--param', one]);
    const { stdout } = await quern(['explain', endpoint, '--engine', engine, ...flags]);
    return stdout.split('\n').filter(line => line.startsWith('-- rollup '));
  };
  const stats = 'functions.invocation-stats';
  const merges = '`approx_quantile` does not merge';
  for (const engine of ['clickhouse', 'duckdb']) {
    for (const interval of ['1day', '7day'])
      expect(await explained(stats, engine, interval)).toEqual([
        `-- rollup functions_hourly: not used: ${merges}`,
      ]);
    expect(await explained(stats, engine, '1hr')).toEqual([
      `-- rollup functions_hourly: not used: its step of minute does not consist of steps of hour; ${merges}`,
    ]);
    expect(await explained('usage.api-counts', engine, 'daily')).toEqual([
      expect.stringContaining('not used: `metadata.request.url` is not in its group_by'),
    ]);
    expect(await explained('usage.statuses', engine, '7day')).toEqual([
      '-- rollup edge_hourly: used',
    ]);
  }
  expect(await explained(stats, 'bigquery', '1day')).toEqual([
    '-- rollup functions_hourly: not used: its nested columns are `repeated` on BigQuery',
  ]);
  const text = files[FUNCTIONS] ?? '';
  const quantiles = /^ {2}p\d\d_execution_time:\n(?: {4}.*\n)+/gm;
  put(FUNCTIONS, text.slice(0, text.indexOf('tests:')).replace(quantiles, ''));
  for (const engine of ['clickhouse', 'duckdb']) {
    expect(await explained(stats, engine, '1day')).toEqual(['-- rollup functions_hourly: used']);
    expect(await explained(stats, engine, '1hr')).toEqual([
      '-- rollup functions_hourly: not used: its step of minute does not consist of steps of hour',
    ]);
  }
});
