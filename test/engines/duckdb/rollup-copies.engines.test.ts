/**
 * Copies of rollups on DuckDB under changes of the entries: new ones, late ones, deleted ones, refreshes that end anywhere, rebuilds after
 * changes in place. After each, statements answer the same with the copies and without.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openDuckDb } from '../../../engines/duckdb/driver/driver.ts';
import keeper from '../../../engines/duckdb/rollups/keeper.ts';
import { compile } from '../../../generator/compile.ts';
import { dialectOf } from '../../../generator/compile-specs.ts';
import { DEFAULT_CONFIG } from '../../../generator/config/config.ts';
import { unseen } from '../../../generator/core/report/progress.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { copyDefinition } from '../../../generator/sql/print/rollups.ts';
import { createBinder } from '../../../server/answers/bind.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { amount } from '../../support/usually.ts';

const SOURCES = `sources:
  logs:
    tables: { duckdb: { table: logs } }
    columns:
      seen: { type: timestamp, required: true }
      project: string
      status: int64
      bytes: int64
      latency: float64
    rollups:
      hourly: { of: seen, step: hour, group_by: [project, status], measures: [sum(bytes), avg(latency), max(latency)] }
      daily: { of: seen, step: day, group_by: [project] }
`;
const BODIES = {
  days: `from: logs
where: [seen >= @from, seen < @to]
group_by: { day: 'trunc(seen, day)', status: status }
select: { n: count(), bytes: sum(bytes), mean: avg(latency), slowest: max(latency) }
order_by: [day, status]`,
  whole: `from: logs
where: [seen <= @to]
group_by: [project]
select: { n: count() }
order_by: [project]`,
  hours: `from: logs
where: [seen > @from, seen <= @to, project = 'p']
group_by: { hour: 'trunc(seen, hour)' }
select: { n: count(), failed: count_if(status >= 500) }
order_by: [hour]`,
};
function head(name: string, at: number): string {
  const names = name === 'whole' ? ['to'] : ['from', 'to'];
  const params = names.map(param => `${param}: { type: timestamp, required: true }`);
  return `endpoint: ${name}\nid: 00000000-0000-4000-8000-00000000000${at}\nparams: { ${params} }\n`;
}

const { compilation, diagnostics } = compile(
  [
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    ...Object.entries(BODIES).map(([name, body], at) => ({
      path: `endpoints/${name}.yaml`,
      bytes: head(name, at) + body,
    })),
  ],
  { dialects: ['duckdb'] },
);
const manifest = catalogue(manifestOf(compilation));
const definitions = compilation.project.sources.flatMap(source =>
  (source.rollups ?? []).flatMap(
    rollup => copyDefinition(rollup, source, dialectOf('duckdb')) ?? [],
  ),
);

const START = 1_774_728_000_000_000n;
const HOUR = 3_600_000_000n;
const instant = fc
  .tuple(fc.integer({ min: -60, max: 60 }), fc.constantFrom(0n, 0n, 1n, -1n, 1_800_000_000n))
  .map(([hours, beside]) => START + BigInt(hours) * HOUR + beside);
const time = (micros: bigint) => `make_timestamp(${micros}::BIGINT)`;
const entry = fc.tuple(
  instant,
  fc.constantFrom("'p'", "'q'", 'NULL'),
  fc.constantFrom('200', '500', 'NULL'),
  fc.constantFrom('1', '5000000000', 'NULL'),
  fc.integer({ min: -40, max: 40 }).map(eighths => `${eighths / 8}`),
);

type Change =
  | { readonly kind: 'come' | 'go'; readonly sql: string }
  | { readonly kind: 'refresh'; readonly until: bigint; readonly isAnew: boolean };
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.array(entry, { minLength: 1, maxLength: 12 }).map(entries => ({
    kind: 'come' as const,
    sql: `INSERT INTO logs VALUES ${entries.map(([at, ...rest]) => `(${[time(at), ...rest]})`)}`,
  })),
  fc.tuple(instant, instant).map(([from, to]) => ({
    kind: 'go' as const,
    sql: `DELETE FROM logs WHERE seen >= ${time(from)} AND seen < ${time(to)} AND bytes = 1`,
  })),
  instant.map(until => ({ kind: 'refresh' as const, until, isAnew: false })),
  instant.map(until => ({ kind: 'refresh' as const, until, isAnew: true })),
);

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function execute(database: string, sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

const refuseBroken = (file: string): never => {
  throw new Error(`${file} is broken`);
};

async function refresh(folder: string, until: bigint, isAnew: boolean) {
  const settings = {
    ...DEFAULT_CONFIG.engines.duckdb,
    database: join(folder, 'logs.duckdb'),
    rollups: join(folder, 'rollups'),
  };
  const path = (file: string) => file;
  const setup = { concurrency: 1, sources: {}, reads: () => [], pathOf: path, shown: path };
  const copies = await keeper.open(settings, setup);
  const anew = new Set(isAnew ? definitions.map(({ name }) => name) : []);
  await copies.refresh(definitions, { until, anew, onProgress: unseen, onBroken: refuseBroken });
  const states = await copies.status(definitions);
  await copies.close();
  return states;
}

const LIMITS = {
  maxRows: 1_000,
  maxBytes: 10_000_000,
  timeoutMs: 20_000,
  signal: new AbortController().signal,
  label: { endpoint: 'test', request: 'test' },
};

async function answers(folder: string, asked: readonly (readonly [bigint, bigint])[]) {
  const source = { database: join(folder, 'logs.duckdb') };
  const sides = await Promise.all([
    openDuckDb({ source, rollups: join(folder, 'rollups'), concurrency: 1, threads: 1 }),
    openDuckDb({ source, concurrency: 1, threads: 1 }),
  ]);
  for (const name of Object.keys(BODIES)) {
    const endpoint = manifest.byName.get(name);
    const statements = endpoint?.engines['duckdb'];
    if (endpoint === undefined || statements === undefined) throw new Error(`no ${name}`);
    for (const [from, to] of asked) {
      const values = new Map([
        ['from', from],
        ['to', to],
      ]);
      const bound = createBinder(statements, endpoint)(values, START);
      expect(Object.keys(bound.copies ?? {}).length).toBeGreaterThan(1);
      const [copied, entries] = await Promise.all(
        sides.map(async engine => (await engine.run(bound, LIMITS)).rows),
      );
      expect([name, from, to, copied]).toEqual([name, from, to, entries]);
    }
  }
  await Promise.all(sides.map(engine => engine.close()));
}

const [RUNS, STEPS] = amount({ part: [1, 5], usual: [5, 8], all: [20, 12] });

test('answers are those of the entries after every change', async () => {
  expect(diagnostics).toEqual([]);
  const property = fc.asyncProperty(
    fc.array(change, { minLength: STEPS, maxLength: STEPS }),
    fc.array(fc.tuple(instant, instant), { minLength: 4, maxLength: 4 }),
    async (changes, asked) => {
      const folder = mkdtempSync(join(tmpdir(), 'quern-copies-'));
      folders.push(folder);
      const database = join(folder, 'logs.duckdb');
      await execute(
        database,
        'CREATE TABLE logs (seen TIMESTAMP NOT NULL, project VARCHAR, status BIGINT, bytes BIGINT, latency DOUBLE)',
      );
      let since = new Set<string>();
      for (const one of changes) {
        if (one.kind === 'refresh') await refresh(folder, one.until, one.isAnew);
        else await execute(database, one.sql);
        since = one.kind === 'refresh' ? new Set() : since.add(one.kind);
        // statements read a copy though as many entries have come as gone, so a rebuild is due
        if (since.size > 1) {
          await refresh(folder, START, true);
          since.clear();
        }
        await answers(folder, asked);
      }
    },
  );
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
});

test('a run says which rollups it read, and none once entries came late', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-copies-'));
  folders.push(folder);
  const database = join(folder, 'logs.duckdb');
  await execute(
    database,
    `CREATE TABLE logs AS SELECT ${time(START)} + to_minutes(i) AS seen, 'p' AS project, 200::BIGINT AS status, 1::BIGINT AS bytes, 0.5::DOUBLE AS latency FROM range(6000) AS r(i)`,
  );
  const read = async () => {
    const source = { database };
    const rollups = join(folder, 'rollups');
    const engine = await openDuckDb({ source, rollups, concurrency: 1, threads: 1 });
    const found = [];
    for (const name of ['days', 'whole', 'hours']) {
      const endpoint = manifest.byName.get(name);
      if (endpoint?.engines['duckdb'] === undefined) throw new Error(`no ${name}`);
      const values = new Map([
        ['from', START],
        ['to', START + 90n * HOUR],
      ]);
      const bound = createBinder(endpoint.engines['duckdb'], endpoint)(values, START);
      found.push(
        (await engine.run(bound, LIMITS)).rollups,
        (await engine.run(bound, LIMITS)).rollups,
      );
    }
    await engine.close();
    return found;
  };
  const none = Array.from({ length: 6 }, () => undefined);
  expect(await read()).toEqual(none);
  await refresh(folder, START + 90n * HOUR, false);
  const [hourly, daily] = [['hourly'], ['daily']];
  expect(await read()).toEqual([hourly, hourly, daily, daily, hourly, hourly]);
  await execute(database, `INSERT INTO logs VALUES (${time(START)}, 'p', 200, 1, 0.5)`);
  expect(await read()).toEqual(none);
});

test('a refresh ends at its step, and a rebuild counts what was changed in place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-copies-'));
  folders.push(folder);
  const database = join(folder, 'logs.duckdb');
  await execute(
    database,
    `CREATE TABLE logs AS SELECT ${time(START)} + to_minutes(i) AS seen, 'p' AS project, 200::BIGINT AS status, 1::BIGINT AS bytes, 0.5::DOUBLE AS latency FROM range(6000) AS r(i)`,
  );
  const until = START + 90n * HOUR + 5n;
  const [hourly, daily] = await refresh(folder, until, false);
  const end = START + 90n * HOUR;
  expect(hourly).toMatchObject({ until: end, counted: 5400n, found: 5400n });
  expect(daily?.until).toBeLessThan(end);
  await execute(database, 'UPDATE logs SET status = 500 WHERE bytes = 1');
  await refresh(folder, until, true);
  await answers(folder, [[START, end]]);
});
