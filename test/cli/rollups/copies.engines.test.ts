/** `quern rollup` and `quern serve` over Parquet files: the service reads each new copy, and the entries where a copy does not count them all. */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServeProcess, serveProcess } from '../../service/serve-process.ts';
import { builtScripts } from '../../support/processes/built.ts';
import { NOW, quern, temporaryFolder } from '../cli-fixture.ts';

const SOURCES = `sources:
  logs:
    tables: { duckdb: { table: logs } }
    columns:
      seen: { type: timestamp, required: true }
      project: string
      size: int64
    rollups: { hourly: { of: seen, step: hour, group_by: [project], measures: [sum(size)] } }
`;
const COUNTS = `endpoint: counts
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a09
rollup: hourly
cache: off
engines: [duckdb]
from: logs
where: [seen >= '2026-01-01T00:30:00Z', seen < '2026-02-01T00:00:00Z']
select: { n: count(), size: sum(size) }
`;
/** Commands of tests run at ten on 2026-01-15. One entry a minute of January 2026, each of size 1; none of the first half hour is asked for. */
const MINUTES = 31 * 24 * 60;

let files: string;
let served: ServeProcess;
let copies: string;

async function execute(database: string, sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}
const write = (name: string, from: string, count: number) =>
  execute(
    ':memory:',
    `COPY (SELECT TIMESTAMP '${from}' + to_minutes(i) AS seen, 'p' AS project, 1::BIGINT AS size FROM range(${count}) AS r(i)) TO '${join(files, name)}' (FORMAT parquet)`,
  );

beforeAll(async () => {
  files = temporaryFolder();
  await write('january.parquet', '2026-01-01', MINUTES);
  served = await serveProcess({
    engine: 'duckdb',
    reached: { settings: { tables: { logs: join(files, '*.parquet') } }, environment: {} },
    files: { 'endpoints/sources.yaml': SOURCES, 'endpoints/counts.yaml': COUNTS },
  });
  copies = join(served.folder, '.quern/rollups');
});
afterAll(() => served?.stop());

const rows = async () => {
  const response = await fetch(`${served.url}/api/endpoints/counts`);
  const { result } = (await response.json()) as { readonly result: readonly unknown[] };
  return result;
};
const rollup = (...words: readonly string[]) => quern(served.folder, ['rollup', ...words]);
/** The command as a process of its own. */
const asProcess = (verb: string) =>
  spawn(process.execPath, [join(builtScripts(), 'cli/bin.js'), 'rollup', verb], {
    cwd: served.folder,
  });
const numbers = () =>
  readdirSync(copies)
    .filter(name => /^\d+\.duckdb$/.test(name))
    .map(name => Number.parseInt(name, 10))
    .sort((a, b) => a - b);
const counted = (n: number, size = n) => [{ n, size }];

describe('copies of rollups', () => {
  test('are read from the next statement on', async () => {
    expect(await rows()).toEqual(counted(MINUTES - 30));
    expect(await rollup('status')).toMatchObject({
      exit: 0,
      stdout: 'hourly of logs: not filled yet\n',
    });
    expect(await rollup('refresh')).toMatchObject({
      exit: 0,
      stdout: 'hourly of logs: 15 days counted\n',
    });
    expect((await rollup('status')).stdout).toMatch(
      /^hourly of logs: 20700 entries in 345 rows, up to /,
    );
    expect(await rows()).toEqual(counted(MINUTES - 30));
    // another copy, as no refresh would make it, shows that the rows are its own
    const last = numbers().at(-1) ?? 0;
    const next = join(copies, 'changed.tmp');
    copyFileSync(join(copies, `${last}.duckdb`), next);
    const [table] = await tablesIn(next);
    await execute(next, `UPDATE "${table}" SET size_sum = size_sum + 1`);
    copyFileSync(next, join(copies, `${last + 1}.duckdb`));
    expect(await rows()).toEqual(counted(MINUTES - 30, MINUTES - 30 + 344));
    expect(await rollup('rebuild', 'hourly')).toMatchObject({ exit: 0 });
    expect(await rows()).toEqual(counted(MINUTES - 30));
  });

  test('are not read while they lack entries that came late', async () => {
    await write('late.parquet', '2026-01-05 12:00:00', 7);
    expect(await rows()).toEqual(counted(MINUTES - 30 + 7));
    expect((await rollup('status')).stdout).toContain(
      'not read, because the table has 20707 entries by then',
    );
    expect((await quern(served.folder, ['doctor'])).stdout).toContain(
      'it reads the entries in place of the rollup `hourly` of `logs`: it counts 20700 entries of 20707',
    );
    const explained = async () => (await quern(served.folder, ['explain', 'counts'])).stdout;
    expect(await explained()).toContain(
      'rollup hourly: used, but DuckDB reads the entries: run `quern rollup refresh`',
    );
    expect((await rollup('refresh')).stdout).toBe('hourly of logs: 1 day counted\n');
    expect(await explained()).toContain('rollup hourly: used, and DuckDB reads its copy');
    expect((await quern(served.folder, ['doctor'])).stdout).toContain(
      'it reads the rollup `hourly` of `logs`',
    );
    expect((await rollup('refresh')).stdout).toBe('hourly of logs: up to date\n');
    expect(await rows()).toEqual(counted(MINUTES - 30 + 7));
    expect(numbers().length).toBe(2);
  });

  test('are refreshed by one process at a time', async () => {
    const instance = await DuckDBInstance.create(join(copies, 'lock'));
    const child = asProcess('refresh');
    let told = '';
    child.stderr.on('data', part => {
      told += part;
    });
    const exit = await new Promise(resolve => child.once('close', resolve));
    instance.closeSync();
    expect([exit, told]).toEqual([3, expect.stringContaining('Another refresh is running')]);
    expect(await rollup('refresh')).toMatchObject({ exit: 0 });
  });

  test('that are broken leave the answers as they are', async () => {
    writeFileSync(join(copies, `${(numbers().at(-1) ?? 0) + 1}.duckdb`), 'no database');
    expect(await rows()).toEqual(counted(MINUTES - 30 + 7));
    expect(await rollup('status')).toMatchObject({ exit: 3 });
    const broken = `${numbers().at(-1)}.duckdb`;
    expect(await rollup('refresh')).toMatchObject({
      exit: 0,
      stdout: 'hourly of logs: 15 days counted\n',
      stderr: `\`${broken}\` cannot be read: all days are counted again\n`,
    });
    expect((await rollup('status')).exit).toBe(0);
    expect(await rows()).toEqual(counted(MINUTES - 30 + 7));
  });

  test('end as long before the refresh as `--lag` says', async () => {
    const end = async () => JSON.parse((await rollup('status', '--json')).stdout).rollups[0].until;
    const lags = [
      { words: ['--lag', '3h'], until: '2026-01-15T07:00:00Z' },
      { words: [], until: '2026-01-15T09:00:00Z' },
      { words: ['--lag', '5m'], until: '2026-01-15T10:00:00Z' },
      { words: ['--lag', '1d'], until: '2026-01-14T10:00:00Z' },
      { words: ['--lag', '1h'], until: '2026-01-15T09:00:00Z' },
    ];
    for (const verb of ['refresh', 'rebuild'])
      for (const { words, until } of lags) {
        expect(await rollup(verb, ...words)).toMatchObject({ exit: 0 });
        expect([verb, words, await end()]).toEqual([verb, words, until]);
        expect(await rows()).toEqual(counted(MINUTES - 30 + 7));
      }
    for (const lag of ['soon', '0s', '4000d']) {
      const { exit, stderr } = await rollup('refresh', '--lag', lag);
      expect([lag, exit, stderr]).toEqual([lag, 2, expect.stringContaining('must be a duration')]);
    }
    expect(await end()).toBe('2026-01-15T09:00:00Z');
  });

  test('are read from a new file also if all files were removed before', async () => {
    const last = join(copies, `${numbers().at(-1)}.duckdb`);
    const kept = join(files, 'kept.tmp');
    copyFileSync(last, kept);
    const [table] = await tablesIn(kept);
    await execute(kept, `UPDATE "${table}" SET size_sum = size_sum + 1`);
    rmSync(copies, { recursive: true });
    mkdirSync(copies);
    copyFileSync(kept, join(copies, '1.duckdb'));
    expect(await rows()).not.toEqual(counted(MINUTES - 30 + 7));
    rmSync(copies, { recursive: true });
    expect(await rollup('refresh')).toMatchObject({ exit: 0 });
    expect(await rows()).toEqual(counted(MINUTES - 30 + 7));
  });

  test('show how far their refresh is, on a terminal, once it takes more than a second', async () => {
    const shownBy = async (ticking: bigint, terminal: boolean) => {
      let now = NOW;
      const clock = () => {
        now += ticking;
        return now;
      };
      const options = { terminal, clock };
      const { exit, stderr } = await quern(served.folder, ['rollup', 'rebuild'], options);
      expect(exit).toBe(0);
      return stderr;
    };
    expect(await shownBy(2_000_000n, true)).toBe('\r\u001B[Kcounting hourly: 0 %\r\u001B[K');
    expect(await shownBy(2_000_000n, false)).toBe('');
    expect(await shownBy(1n, true)).toBe('');
  });

  test('are those of the project', async () => {
    expect(await rollup('rebuild', 'hourle')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('There is no rollup `hourle`'),
    });
  });
});

async function tablesIn(database: string): Promise<readonly string[]> {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  const found = await connection.runAndReadAll(
    "SELECT table_name FROM duckdb_tables() WHERE table_name LIKE 'rollup hourly%'",
  );
  connection.closeSync();
  instance.closeSync();
  return found.getRows().map(([name]) => String(name));
}
