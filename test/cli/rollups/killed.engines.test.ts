/**
 * `quern rollup` as a process that is killed before each of its steps: a call of `node:fs` on the folder of the copies, or a statement.
 * Statements then answer from the last file or from the next one, never from a part of it, and the next refresh completes the work.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copiesFile, copiesIn } from '../../../engines/duckdb/driver/copies.ts';
import { type ServeProcess, serveTables } from '../../service/serve-process.ts';
import { builtScripts } from '../../support/processes/built.ts';
import { isAll } from '../../support/usually.ts';
import { quern, removeFolders } from '../cli-fixture.ts';

/** More than the thirty days after which a refresh publishes; commands of tests run on 2026-01-15. */
const DAYS = 33;
const ADDED = 100;
const TABLE = `CREATE TABLE logs (seen TIMESTAMP NOT NULL, size BIGINT);
INSERT INTO logs SELECT TIMESTAMP '2025-12-10 00:30:00' + to_hours((i * 6)::BIGINT) AS seen, i::BIGINT AS size FROM range(${DAYS * 4}) AS r(i)`;
const FILES = {
  'endpoints/sources.yaml': `sources:
  logs:
    tables: { duckdb: { table: logs } }
    columns: { seen: { type: timestamp, required: true }, size: int64 }
    rollups: { hourly: { of: seen, step: hour, measures: [sum(size)] } }
`,
  'endpoints/days.yaml': `endpoint: days
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a37
rollup: hourly
cache: off
engines: [duckdb]
from: logs
group_by: { day: 'trunc(seen, day)' }
select: { n: count(), size: sum(size) }
order_by: [day]
`,
};

/** The rows, with so much more in each of the four steps of a day. */
const days = (more: number) =>
  Array.from({ length: DAYS }, (_, at) => ({
    day: new Date(Date.UTC(2025, 11, 10 + at)).toISOString().replace('.000Z', 'Z'),
    n: 4,
    size: 16 * at + 6 + 4 * more,
  }));
const [TRUE, CHANGED] = [days(0), days(ADDED)];

/** Lists the steps, or kills the process before one of them. */
const STEPS = `
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
const { DuckDBConnection } = createRequire(${JSON.stringify(import.meta.url)})('@duckdb/node-api');
const at = Number(process.env.KILLED_AT);
let count = 0;
const enter = step => {
  count += 1;
  if (at === 0) fs.writeSync(2, 'step ' + step.replaceAll('\\n', ' ') + '\\n');
  if (count === at) process.kill(process.pid, 'SIGKILL');
};
const opened = new Map();
for (const call of ['copyFileSync', 'fsyncSync', 'mkdirSync', 'openSync', 'renameSync', 'rmSync']) {
  const real = fs[call];
  fs[call] = (...given) => {
    const path = call === 'fsyncSync' ? opened.get(given[0]) : String(given[0]);
    if (path?.includes('rollups')) enter(call + ' ' + basename(path));
    const result = real(...given);
    if (call === 'openSync') opened.set(result, path);
    return result;
  };
}
const { run } = DuckDBConnection.prototype;
DuckDBConnection.prototype.run = function (sql, ...rest) {
  enter(sql);
  return run.call(this, sql, ...rest);
};
syncBuiltinESMExports();
`;

let served: ServeProcess;
let copies: string;
/** A copy whose sums are larger than those of the entries, so that its rows are known. */
let changed: string;

function stepped(verb: string, at: number) {
  const code = `data:text/javascript,${encodeURIComponent(STEPS)}`;
  const words = ['--import', code, join(builtScripts(), 'cli/bin.js'), 'rollup', verb];
  const environment = { PATH: process.env['PATH'], KILLED_AT: `${at}` };
  const options = { cwd: served.folder, encoding: 'utf8', env: environment } as const;
  const { signal, status, stderr } = spawnSync(process.execPath, words, options);
  expect([signal, status], stderr).toEqual(at === 0 ? [null, 0] : ['SIGKILL', null]);
  return stderr.split('\n').flatMap(line => (line.startsWith('step ') ? line.slice(5) : []));
}

const rows = async () => {
  const response = await fetch(`${served.url}/api/endpoints/days`);
  const { result } = (await response.json()) as { readonly result: unknown };
  return result;
};
const rollup = (...words: readonly string[]) => quern(served.folder, ['rollup', ...words]);
async function status() {
  const { exit, stdout } = await rollup('status', '--json');
  expect(exit).toBe(0);
  return JSON.parse(stdout).rollups[0];
}

const newest = () => copiesIn(copies).at(-1) ?? 0;

/** Of the days, thirty are a part. */
function endOf(until: string | null): string {
  if (until === null) return 'none';
  return until === '2026-01-09T00:00:00Z' ? 'a part' : 'whole';
}

/** Publishes the changed copy, as a file that no service has read. */
function putChanged(): string {
  const next = join(copies, 'changed.tmp');
  copyFileSync(changed, next);
  const file = copiesFile(copies, newest() + 1);
  renameSync(next, file);
  return file;
}

beforeAll(async () => {
  served = await serveTables(TABLE, FILES);
  copies = join(served.folder, '.quern/rollups');
  expect(await rollup('refresh')).toMatchObject({ exit: 0 });
  changed = join(mkdtempSync(join(tmpdir(), 'quern-changed-')), 'changed.duckdb');
  copyFileSync(copiesFile(copies, newest()), changed);
  const instance = await DuckDBInstance.create(changed);
  const connection = await instance.connect();
  const found = await connection.runAndReadAll(
    "SELECT table_name FROM duckdb_tables() WHERE table_name LIKE 'rollup hourly%'",
  );
  await connection.run(`UPDATE "${found.getRows()[0]?.[0]}" SET size_sum = size_sum + ${ADDED}`);
  connection.closeSync();
  instance.closeSync();
});
afterAll(async () => {
  await served?.stop();
  removeFolders();
});

/** The numbers of the steps to be killed at: all, or those that publish rows or remove files. */
function killedAt(steps: readonly string[]): readonly number[] {
  const publishes = (step: string) => /^(renameSync |rmSync |COMMIT)/.test(step);
  return steps.flatMap((step, at) => (isAll || publishes(step) ? [at + 1] : []));
}

describe('a process that is killed before a step', () => {
  test('of a rebuild leaves the rows of one file', async () => {
    putChanged();
    expect(await rows()).toEqual(CHANGED);
    const steps = stepped('rebuild', 0);
    expect(await rows()).toEqual(TRUE);
    const states = new Set<string>();
    for (const at of killedAt(steps)) {
      const last = putChanged();
      stepped('rebuild', at);
      // it stays until a second file after it is there
      const number = Number.parseInt(basename(last), 10);
      if (copiesIn(copies).filter(one => one > number).length < 2)
        expect([steps[at - 1], readFileSync(last).equals(readFileSync(changed))]).toEqual([
          steps[at - 1],
          true,
        ]);
      const found = await rows();
      const isChanged = JSON.stringify(found) === JSON.stringify(CHANGED);
      expect([steps[at - 1], found]).toEqual([steps[at - 1], isChanged ? CHANGED : TRUE]);
      const { until, read } = await status();
      states.add(`${isChanged} ${endOf(until)} ${read}`);
      expect(await rollup('refresh')).toMatchObject({ exit: 0 });
      expect([steps[at - 1], await rows()]).toEqual([steps[at - 1], found]);
      expect(await status()).toMatchObject({ until: '2026-01-15T09:00:00Z', read: true });
      expect(existsSync(join(copies, 'next.tmp'))).toBe(false);
    }
    expect(states).toEqual(new Set(['true whole true', 'false a part true', 'false whole true']));
  });

  test('of a first refresh leaves no copy or a whole one', async () => {
    rmSync(copies, { recursive: true });
    const steps = stepped('refresh', 0);
    const states = new Set<string>();
    for (const at of killedAt(steps)) {
      rmSync(copies, { recursive: true });
      stepped('refresh', at);
      const { until } = await status();
      states.add(endOf(until));
      const ran = await quern(served.folder, ['run', 'days']);
      expect([steps[at - 1], JSON.parse(ran.stdout)]).toEqual([steps[at - 1], TRUE]);
      expect(await rollup('refresh')).toMatchObject({ exit: 0 });
      expect(await status()).toMatchObject({ until: '2026-01-15T09:00:00Z', read: true });
    }
    expect(states).toEqual(new Set(['none', 'a part', 'whole']));
  });
});

test('a file has its name when it is on the disk, and the name is on the disk before older files go', () => {
  rmSync(copies, { recursive: true });
  const steps = stepped('refresh', 0).filter(step => /^\w+Sync /.test(step));
  const published = steps.flatMap((step, at) =>
    step === 'renameSync next.tmp' ? [steps.slice(at - 2, at + 3)] : [],
  );
  const one = [
    'openSync next.tmp',
    'fsyncSync next.tmp',
    'renameSync next.tmp',
    'openSync rollups',
    'fsyncSync rollups',
  ];
  expect(published).toEqual([one, one]);
  expect(copiesIn(copies)).toHaveLength(2);
  expect(readdirSync(copies)).toHaveLength(3);
});
