import {
  closeSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openDuckDb } from '../../../engines/duckdb/driver/driver.ts';
import { whyUnreadable } from '../../../engines/duckdb/driver/failure.ts';
import type { DuckDbFiles } from '../../../engines/duckdb/files/files.ts';
import type { Engine, Row } from '../../../engines/engine.ts';
import type { ManifestField } from '../../../generator/core/output/manifest.ts';
import { createHealingEngine } from '../../../server/answers/running/healing.ts';
import { kindOf, missingIn, runLimits, SLOW } from '../engine-runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'faults-'));
const file = join(folder, 'logs.duckdb');
const READ = 'SELECT min(id), max(text) FROM logs';

async function makeDatabase(path: string, first: number): Promise<void> {
  rmSync(path, { force: true });
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(
    `CREATE TABLE logs AS SELECT range + ${first} AS id, md5(range::VARCHAR) AS text FROM range(200000)`,
  );
  await connection.run('CHECKPOINT');
  connection.closeSync();
  instance.closeSync();
}
const rowsOf = (engine: Engine, sql: string, rest = {}) =>
  engine
    .run({ sql, values: [] }, runLimits({ maxRows: 1_000_000, ...rest }))
    .then(({ rows }) => rows);
const open = (concurrency = 2) => openDuckDb({ source: { database: file }, concurrency });
/** Bytes that are not DuckDB's, from `offset` on. */
const spoil = (offset: number, length: number) => {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(length, 0xa5), 0, length, offset);
  closeSync(handle);
};

beforeEach(() => makeDatabase(file, 0));
afterAll(() => rmSync(folder, { recursive: true }));

describe('rows that are taken as they arrive', () => {
  it('are those of the answer, and no more than are asked for', async () => {
    const engine = await open();
    const sql = 'SELECT id, text FROM logs ORDER BY id';
    const taken: Row[][] = [];
    const take = (rows: readonly Row[]) => taken.push([...rows]);
    expect(await rowsOf(engine, sql, { maxRows: 5_000, take })).toEqual([]);
    expect(taken.length).toBeGreaterThan(1);
    expect(taken.flat()).toEqual(await rowsOf(engine, sql, { maxRows: 5_000 }));
    expect(taken.flat()).toHaveLength(5_000);
    await engine.close();
  });
});

describe('rows that are taken from files', () => {
  it('are each taken once, also if a line that is not finished yet ends the first run', async () => {
    const path = join(folder, 'growing.ndjson');
    const line = (id: number) => `{"id":${id}}\n`;
    const ids = Array.from({ length: 200_000 }, (_, id) => id);
    writeFileSync(path, ids.map(line).join(''));
    const columns: readonly ManifestField[] = [{ name: 'id', type: 'int64', nullable: false }];
    const files: readonly DuckDbFiles[] = [
      { table: ['logs'], glob: path, columns, records: 'nested' },
    ];
    const engine = await openDuckDb({ source: { files }, concurrency: 1 });
    writeFileSync(path, '{"id":', { flag: 'a' });
    const answered = async () => {
      const taken: unknown[] = [];
      const take = (rows: readonly Row[]) => taken.push(...rows.map(([id]) => Number(id)));
      await rowsOf(engine, 'SELECT id FROM logs', { take });
      return taken;
    };
    await expect(answered()).rejects.toThrow();
    expect(await answered()).toEqual(ids);
    await engine.close();
  });
});

describe('a table that cannot be read', () => {
  it('is told with the reason where it is more than absence', async () => {
    const path = join(folder, 'shop.duckdb');
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    await connection.run(`CREATE SCHEMA shop.shop; CREATE TABLE shop.shop.requests (id INTEGER);
      CREATE TABLE main.changed (id INTEGER); CREATE VIEW main.stale AS SELECT id FROM main.changed;
      DROP TABLE main.changed; CREATE TABLE main.changed (name VARCHAR)`);
    connection.closeSync();
    instance.closeSync();
    const engine = await openDuckDb({ source: { database: path }, concurrency: 1 });
    const tables = [['shop', 'requests'], ['shop', 'shop', 'requests'], ['stale'], ['gone']];
    expect(await engine.missing(tables)).toEqual([
      {
        table: 'shop.requests',
        reason: expect.stringMatching(
          /^Binder Error: Ambiguous reference to catalog or schema "shop" [^\n]*$/,
        ),
      },
      { table: 'stale', reason: expect.stringContaining('column "id" not found') },
      { table: 'gone', reason: null },
    ]);
    await engine.close();
  });

  it('is told without the statement that looked at it', () => {
    const words = 'Binder Error: no such\nthing';
    const cause = new Error(`${words}\n\nLINE 1: SELECT 1 FROM "logs"\n   ^`);
    expect(whyUnreadable(cause)).toBe(words);
  });
});

describe('a result that is too large', () => {
  it.each([
    ['one text', "SELECT repeat('x', 5000000)"],
    ['many rows', 'SELECT id, text FROM logs'],
    ['rows without end', "SELECT range, repeat('x', 1000) FROM range(1000000000000)"],
  ])('is given up while it is read, and the connection is usable: %s', async (_, sql) => {
    const engine = await open(1);
    for (let turn = 0; turn < 3; turn++) {
      expect(await kindOf(rowsOf(engine, sql, { maxBytes: 1_000_000 }))).toBe('too_large');
      expect(await rowsOf(engine, 'SELECT count(*) FROM logs')).toEqual([[200_000n]]);
    }
    expect(await rowsOf(engine, "SELECT repeat('x', 1000)", { maxBytes: 1_000 })).toHaveLength(1);
    await engine.close();
  });
});

describe('a database', () => {
  it('gives up what runs and what waits when it is closed, and closes once', async () => {
    const engine = await open(1);
    const runs = [SLOW, SLOW, SLOW].map(sql => kindOf(rowsOf(engine, sql)));
    runs.push(kindOf(engine.explain({ sql: 'SELECT 1', values: [] }, runLimits())));
    expect(await engine.missing([['logs']])).toEqual([]);
    await engine.close();
    expect(await Promise.all(runs)).toEqual(Array(4).fill('unavailable'));
    expect(await kindOf(engine.missing([]))).toBe('unavailable');
  });

  it.each([
    ['the header', () => spoil(0, 4_096)],
    ['the tables', () => spoil(statSync(file).size - 262_144, 262_144)],
    ['all of it', () => writeFileSync(file, '')],
    ['its end', () => truncateSync(file, 20_000)],
  ])('that is broken answers nothing: %s', async (_, spoilIt) => {
    spoilIt();
    const engine = await open().catch(cause => cause);
    if (engine instanceof Error) expect(await kindOf(Promise.reject(engine))).toBe('unavailable');
    else {
      expect(await kindOf(rowsOf(engine, READ))).toMatch(/^(failed|unavailable)$/);
      await engine.close();
    }
  });

  it.each([
    ['overwritten', () => spoil(12_288, statSync(file).size - 12_288)],
    ['cut off', () => truncateSync(file, 20_000)],
  ])('that breaks while it is open fails, and heals with the file: %s', async (_, spoilIt) => {
    const told: (string | null)[] = [];
    const tell = (fault: string | null) => told.push(fault);
    const engine = createHealingEngine({ name: 'duckdb', open, tell });
    expect(await engine.opened).toBeNull();
    spoilIt();
    expect(await kindOf(rowsOf(engine, READ))).toBe('failed');
    expect(await kindOf(engine.missing([['logs']]))).toBe('unavailable');
    await makeDatabase(`${file}.new`, 5);
    renameSync(`${file}.new`, file);
    await expect.poll(() => kindOf(rowsOf(engine, READ))).toBe('ran');
    expect(await rowsOf(engine, 'SELECT min(id) FROM logs')).toEqual([[5n]]);
    expect(told.at(-1)).toBeNull();
    await engine.close();
  });

  it('that is replaced by another is read as it was, and opened anew with the next look', async () => {
    const told: (string | null)[] = [];
    const tell = (fault: string | null) => told.push(fault);
    const engine = createHealingEngine({ name: 'duckdb', open, tell });
    const first = () => rowsOf(engine, 'SELECT min(id) FROM logs');
    expect(await first()).toEqual([[0n]]);
    await makeDatabase(`${file}.new`, 7);
    renameSync(`${file}.new`, file);
    expect(await first()).toEqual([[0n]]);
    expect(await kindOf(engine.missing([['logs']]))).toBe('unavailable');
    await expect.poll(first).toEqual([[7n]]);
    expect(told).toEqual(['the database file was replaced', null]);
    expect(await missingIn(engine, [['logs']])).toEqual([]);
    await engine.close();
  });

  it.each([
    ['the file', [['one.link', file]], 'one.link'],
    [
      'a link to the file',
      [
        ['second.link', file],
        ['two.link', 'second.link'],
      ],
      'two.link',
    ],
    ['its folder', [['folder.link', folder]], 'folder.link/logs.duckdb'],
  ] as const)(
    'is opened behind a link to %s, by the confined process too',
    async (_, links, name) => {
      for (const [link, target] of links) symlinkSync(target, join(folder, link));
      const engine = await openDuckDb({ source: { database: join(folder, name) }, concurrency: 1 });
      const statement = { sql: 'SELECT min(id) FROM logs', values: [] };
      expect(await rowsOf(engine, statement.sql)).toEqual([[0n]]);
      expect((await engine.confined.run(statement, runLimits())).rows).toEqual([[0n]]);
      expect(await missingIn(engine, [['logs']])).toEqual([]);
      await engine.close();
    },
  );

  it('is opened again when its link leads elsewhere', async () => {
    const link = join(folder, 'moved.link');
    const other = join(folder, 'other.duckdb');
    await makeDatabase(other, 7);
    symlinkSync(file, link);
    const engine = createHealingEngine({
      name: 'duckdb',
      open: () => openDuckDb({ source: { database: link }, concurrency: 1 }),
      tell: () => {},
    });
    const first = () => rowsOf(engine, 'SELECT min(id) FROM logs');
    expect(await first()).toEqual([[0n]]);
    rmSync(link);
    symlinkSync(other, link);
    expect(await first()).toEqual([[0n]]);
    expect(await kindOf(engine.missing([['logs']]))).toBe('unavailable');
    await expect.poll(first).toEqual([[7n]]);
    await engine.close();
  });

  it('that is not there yet is opened when it comes', async () => {
    rmSync(file);
    const told: (string | null)[] = [];
    const tell = (fault: string | null) => told.push(fault);
    const engine = createHealingEngine({ name: 'duckdb', open, tell });
    expect(await engine.opened).toContain('logs.duckdb');
    expect(await kindOf(rowsOf(engine, READ))).toBe('unavailable');
    await makeDatabase(`${file}.new`, 0);
    renameSync(`${file}.new`, file);
    await expect.poll(() => kindOf(rowsOf(engine, READ))).toBe('ran');
    expect(told).toEqual([expect.stringContaining('logs.duckdb'), null]);
    await engine.close();
  });
});
