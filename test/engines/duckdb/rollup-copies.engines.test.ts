/**
 * Copies of rollups on DuckDB under changes of the entries: new ones, late ones, deleted ones, refreshes that end anywhere or are killed,
 * rebuilds after changes in place, columns that change and come back, other declarations of the rollups. After each, statements answer the
 * same with the copies and without.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { copiesFile, copiesIn, createCopies } from '../../../engines/duckdb/driver/copies.ts';
import { openDuckDb } from '../../../engines/duckdb/driver/driver.ts';
import keeper from '../../../engines/duckdb/rollups/keeper.ts';
import { type BoundStatement, type Engine, EngineFailure } from '../../../engines/engine.ts';
import { compile } from '../../../generator/compile.ts';
import { dialectOf } from '../../../generator/compile-specs.ts';
import { DEFAULT_CONFIG } from '../../../generator/config/config.ts';
import { unseen } from '../../../generator/core/report/progress.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { copyDefinition } from '../../../generator/sql/print/rollups.ts';
import { createBinder } from '../../../server/answers/bind.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { amount, ROLLUP_REQUESTS } from '../../support/usually.ts';

const sources = (rollups: string) => `sources:
  logs:
    tables: { duckdb: { table: logs } }
    columns:
      seen: { type: timestamp, required: true }
      project: string
      status: int64
      bytes: int64
      latency: float64
    rollups:${rollups}
`;
const DAILY = `
      daily: { of: seen, step: day, group_by: [project] }`;
const hourly = (dimensions: string, measures: string) => `
      hourly: { of: seen, step: hour, group_by: [${dimensions}], measures: [${measures}] }`;
const MEASURES = 'sum(bytes), avg(latency), max(latency)';
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
  sizes: `from: logs
where: [seen >= @from, seen < @to]
group_by: [bytes]
select: { n: count(), least: min(bytes) }
order_by: [bytes]`,
};
function head(name: string, at: number): string {
  const names = name === 'whole' ? ['to'] : ['from', 'to'];
  const params = names.map(param => `${param}: { type: timestamp, required: true }`);
  return `endpoint: ${name}\nid: 00000000-0000-4000-8000-00000000000${at}\nparams: { ${params} }\n`;
}

function declared(rollups: string) {
  const { compilation, diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: sources(rollups) },
      ...Object.entries(BODIES).map(([name, body], at) => ({
        path: `endpoints/${name}.yaml`,
        bytes: head(name, at) + body,
      })),
    ],
    { dialects: ['duckdb'] },
  );
  expect(diagnostics).toEqual([]);
  const definitions = compilation.project.sources.flatMap(source =>
    (source.rollups ?? []).flatMap(
      rollup => copyDefinition(rollup, source, dialectOf('duckdb')) ?? [],
    ),
  );
  return { manifest: catalogue(manifestOf(compilation)), definitions };
}
type Declared = ReturnType<typeof declared>;

const USUAL = declared(hourly('project, status', MEASURES) + DAILY);
/** With a measure more, with a dimension more, without the other rollup. */
const DECLARED: readonly Declared[] = [
  USUAL,
  declared(hourly('project, status', `${MEASURES}, min(bytes)`) + DAILY),
  declared(hourly('project, status, bytes', MEASURES) + DAILY),
  declared(hourly('project, status', MEASURES)),
];

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

/** Statements that change the columns, and those that change them back; `isLossy`: the values are others then. */
interface Alteration {
  readonly there: string;
  readonly back: string;
  readonly isLossy?: true;
}
const ALTERATIONS: readonly Alteration[] = [
  { there: 'DROP COLUMN latency', back: 'ADD COLUMN latency DOUBLE', isLossy: true },
  { there: 'RENAME COLUMN bytes TO size', back: 'RENAME COLUMN size TO bytes' },
  { there: "ADD COLUMN added VARCHAR DEFAULT 'x'", back: 'DROP COLUMN added' },
  { there: 'ALTER COLUMN status TYPE INTEGER', back: 'ALTER COLUMN status TYPE BIGINT' },
  { there: 'ALTER COLUMN status TYPE VARCHAR', back: 'ALTER COLUMN status TYPE BIGINT' },
  { there: 'ALTER COLUMN bytes TYPE DOUBLE', back: 'ALTER COLUMN bytes TYPE BIGINT' },
];

type Change =
  | { readonly kind: 'come' | 'go' | 'update'; readonly sql: string }
  | { readonly kind: 'refresh'; readonly until: bigint; readonly isAnew: boolean }
  | { readonly kind: 'alter'; readonly alteration: Alteration; readonly until: bigint }
  | { readonly kind: 'declare'; readonly declared: Declared }
  | { readonly kind: 'crash'; readonly written: number };
const ANY: readonly fc.Arbitrary<Change>[] = [
  fc.array(entry, { minLength: 1, maxLength: 12 }).map(entries => ({
    kind: 'come' as const,
    sql: `INSERT INTO logs BY NAME SELECT * FROM (VALUES ${entries.map(([at, ...rest]) => `(${[time(at), ...rest]})`)}) AS r(seen, project, status, bytes, latency)`,
  })),
  fc.tuple(instant, instant).map(([from, to]) => ({
    kind: 'go' as const,
    sql: `DELETE FROM logs WHERE seen >= ${time(from)} AND seen < ${time(to)} AND bytes = 1`,
  })),
  instant.map(from => ({
    kind: 'update' as const,
    sql: `UPDATE logs SET status = 404 WHERE seen >= ${time(from)} AND bytes = 1`,
  })),
  instant.map(until => ({ kind: 'refresh' as const, until, isAnew: false })),
  instant.map(until => ({ kind: 'refresh' as const, until, isAnew: true })),
  fc.record({
    kind: fc.constant('alter' as const),
    alteration: fc.constantFrom(...ALTERATIONS),
    until: instant,
  }),
  fc.constantFrom(...DECLARED).map(declared => ({ kind: 'declare' as const, declared })),
  fc.double({ min: 0, max: 1, noNaN: true }).map(written => ({ kind: 'crash' as const, written })),
];
const change = fc.oneof(...ANY, ...ANY.slice(0, 4));

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

/** A refresh fails where a column is missing. */
function refuseAnyOther(error: unknown): void {
  if (!(error instanceof EngineFailure)) throw error;
}

const refuseBroken = (file: string): never => {
  throw new Error(`${file} is broken`);
};

async function refresh(
  folder: string,
  until: bigint,
  isAnew: boolean,
  { definitions }: Declared = USUAL,
) {
  const settings = {
    ...DEFAULT_CONFIG.engines.duckdb,
    database: join(folder, 'logs.duckdb'),
    rollups: join(folder, 'rollups'),
  };
  const path = (file: string) => file;
  const setup = { concurrency: 1, sources: {}, reads: () => [], pathOf: path, shown: path };
  const copies = await keeper.open(settings, setup);
  const anew = new Set(isAnew ? definitions.map(({ name }) => name) : []);
  const options = { until, anew, onProgress: unseen, onBroken: refuseBroken };
  try {
    await copies.refresh(definitions, options);
    const states = await copies.status(definitions);
    // statements read each copy
    expect(states.filter(({ counted, found }) => counted !== found)).toEqual([]);
    return states;
  } finally {
    await copies.close();
  }
}

/** A file of which a part is written, as a refresh that is killed leaves it. */
function crash(folder: string, written: number): void {
  const copies = join(folder, 'rollups');
  const last = copiesIn(copies).at(-1);
  if (last === undefined) return;
  const bytes = readFileSync(copiesFile(copies, last));
  const part = bytes.subarray(0, Math.floor(bytes.length * written));
  for (const ending of ['', '.wal']) writeFileSync(join(copies, `next.tmp${ending}`), part);
}

const LIMITS = {
  maxRows: 1_000,
  maxBytes: 10_000_000,
  timeoutMs: 20_000,
  signal: new AbortController().signal,
  label: { endpoint: 'test', request: 'test' },
};

/** The rows, or why there are none. */
async function outcome(engine: Engine, bound: BoundStatement) {
  try {
    return (await engine.run(bound, LIMITS)).rows;
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    return error.kind;
  }
}

let compared = 0;

async function answers(
  folder: string,
  asked: readonly (readonly [bigint, bigint])[],
  { manifest }: Declared = USUAL,
) {
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
      if (name !== 'sizes') expect(Object.keys(bound.copies ?? {}).length).toBeGreaterThan(1);
      const [copied, entries] = await Promise.all(sides.map(engine => outcome(engine, bound)));
      expect([name, from, to, copied]).toEqual([name, from, to, entries]);
      compared += 1;
    }
  }
  await Promise.all(sides.map(engine => engine.close()));
}

const [RUNS, STEPS, WINDOWS] = amount({ part: [1, 5, 4], usual: [5, 8, 7], all: [20, 12, 21] });

test('answers are those of the entries after every change', async () => {
  const property = fc.asyncProperty(
    fc.array(change, { minLength: STEPS, maxLength: STEPS }),
    fc.array(fc.tuple(instant, instant), { minLength: WINDOWS, maxLength: WINDOWS }),
    async (changes, asked) => {
      const { folder, database } = emptyFolder();
      await execute(
        database,
        'CREATE TABLE logs (seen TIMESTAMP NOT NULL, project VARCHAR, status BIGINT, bytes BIGINT, latency DOUBLE)',
      );
      const since = new Set<string>();
      let current = USUAL;
      const rebuild = async () => {
        await refresh(folder, START, true, current);
        since.clear();
      };
      for (const one of changes) {
        switch (one.kind) {
          case 'refresh':
            await refresh(folder, one.until, one.isAnew, current);
            since.clear();
            break;
          case 'declare':
            current = one.declared;
            break;
          case 'crash':
            crash(folder, one.written);
            break;
          case 'alter': {
            const { there, back, isLossy } = one.alteration;
            await execute(database, `ALTER TABLE logs ${there}`);
            await answers(folder, asked, current);
            await refresh(folder, one.until, false, current).catch(refuseAnyOther);
            await answers(folder, asked, current);
            await execute(database, `ALTER TABLE logs ${back}`);
            if (isLossy) await rebuild();
            break;
          }
          case 'update':
            await execute(database, one.sql);
            await rebuild();
            break;
          default:
            await execute(database, one.sql);
            since.add(one.kind);
            // statements read a copy though as many entries have come as gone
            if (since.size > 1) await rebuild();
        }
        await answers(folder, asked, current);
      }
    },
  );
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  expect(compared).toBeGreaterThanOrEqual(ROLLUP_REQUESTS);
});

/** One entry a minute. */
const entriesFrom = (from: bigint) =>
  `SELECT ${time(from)} + to_minutes(i) AS seen, 'p' AS project, 200::BIGINT AS status, 1::BIGINT AS bytes, 0.5::DOUBLE AS latency FROM range(6000) AS r(i)`;

/** Entries from `START` on, for a hundred hours. */
async function filled() {
  const made = emptyFolder();
  await execute(made.database, `CREATE TABLE logs AS ${entriesFrom(START)}`);
  return made;
}

function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'quern-copies-'));
  folders.push(folder);
  return { folder, database: join(folder, 'logs.duckdb') };
}

test('a run says which rollups it read, and none once entries came late', async () => {
  const { folder, database } = await filled();
  const read = async () => {
    const source = { database };
    const rollups = join(folder, 'rollups');
    const engine = await openDuckDb({ source, rollups, concurrency: 1, threads: 1 });
    const found = [];
    for (const name of ['days', 'whole', 'hours']) {
      const endpoint = USUAL.manifest.byName.get(name);
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
  const { folder, database } = await filled();
  const until = START + 90n * HOUR + 5n;
  const [hourly, daily] = await refresh(folder, until, false);
  const end = START + 90n * HOUR;
  expect(hourly).toMatchObject({ until: end, counted: 5400n, found: 5400n });
  expect(daily?.until).toBeLessThan(end);
  await execute(database, 'UPDATE logs SET status = 500 WHERE bytes = 1');
  await refresh(folder, until, true);
  await answers(folder, [[START, end]]);
});

test('as many entries after the end of a copy as went before it on that day do not hide that they went', async () => {
  const { folder, database } = await filled();
  const [first, last] = [START + 76n * HOUR, START + 86n * HOUR];
  await refresh(folder, START + 90n * HOUR, false);
  await execute(database, `DELETE FROM logs WHERE seen >= ${time(first)} AND seen < ${time(last)}`);
  await answers(folder, [[START, START + 100n * HOUR]]);
  await refresh(folder, START + 100n * HOUR, false);
  await answers(folder, [[START, START + 100n * HOUR]]);
});

test('a copy has the declared types, also if a column had another one when it was counted', async () => {
  const { folder, database } = await filled();
  await execute(database, 'ALTER TABLE logs ALTER COLUMN status TYPE VARCHAR');
  await refresh(folder, START + 90n * HOUR, false);
  await answers(folder, [[START, START + 90n * HOUR]]);
  await execute(database, 'ALTER TABLE logs ALTER COLUMN status TYPE BIGINT');
  await answers(folder, [[START, START + 90n * HOUR]]);
});

test('a run that is interrupted while a newer file takes the place of another leaves the connection usable', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-copies-'));
  const write = async (number: number) => {
    const file = await DuckDBInstance.create(copiesFile(folder, number));
    const connection = await file.connect();
    await connection.run(`CREATE TABLE copy AS SELECT ${number} AS number`);
    connection.closeSync();
    file.closeSync();
  };
  const instance = await DuckDBInstance.create(':memory:');
  try {
    const connection = await instance.connect();
    const copies = createCopies(folder, true);
    const session = { connection, prepared: new Map() };
    const read = async () => {
      await copies.prepare(session, { copy: { empty: 'SELECT 0 AS number WHERE false' } });
      return (await connection.runAndReadAll('SELECT number FROM copy')).getRows();
    };
    await write(1);
    expect(await read()).toEqual([[1]]);
    await write(2);
    const run = connection.run.bind(connection);
    vi.spyOn(connection, 'run').mockImplementation(async (sql, ...more) => {
      if (!sql.startsWith('DROP VIEW')) return run(sql, ...more);
      vi.restoreAllMocks();
      throw new Error('INTERRUPT Error: Interrupted!');
    });
    await expect(read()).rejects.toThrow('Interrupted');
    expect(await read()).toEqual([[2]]);
    connection.closeSync();
  } finally {
    instance.closeSync();
    rmSync(folder, { recursive: true });
  }
});
