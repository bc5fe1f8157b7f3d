/** Columns that some files of a pattern have and others lack. */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as api from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Heads, lookForLacking } from '../../../../engines/duckdb/files/lacking.ts';
import { removeFolders, temporaryFolder } from '../../../cli/cli-fixture.ts';

let instance: api.DuckDBInstance;
let connection: api.DuckDBConnection;
beforeAll(async () => {
  instance = await api.DuckDBInstance.create();
  connection = await instance.connect();
});
afterAll(() => {
  removeFolders();
  connection.closeSync();
  instance.closeSync();
});

const NONE: Heads = new Map();
const look = (glob: string, known = NONE) => lookForLacking(api, connection, glob, known);

/** Writes Parquet files, each with a row of these columns. */
async function parquet(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, columns] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    await connection.run(
      `COPY (SELECT ${columns}) TO '${file.replaceAll("'", "''")}' (FORMAT parquet)`,
    );
  }
}

test('files with names that mean something in patterns and in SQL', async () => {
  const folder = temporaryFolder();
  const both = '1 AS id, 2 AS x';
  const names = ['a*b', "c'd", '[e]', 'ü f', 'g?', '{h,i}', '%j_'];
  await parquet(folder, Object.fromEntries(names.map(name => [`${name}.parquet`, both])));
  for (const name of names) {
    await parquet(folder, { [`${name}.parquet`]: '1 AS id' });
    const { lackedBy } = await look(join(folder, '*.parquet'));
    expect(lackedBy(['id'])).toBeUndefined();
    expect(lackedBy(['X'])).toEqual({ example: `${name}.parquet`, count: 1, of: names.length });
    await parquet(folder, { [`${name}.parquet`]: both });
  }
});

test('files of partitions, whose column is in their path', async () => {
  const folder = temporaryFolder();
  await parquet(folder, {
    'region=eu/1.parquet': '1 AS id, {a: 1, b: 2} AS x',
    'region=us/2.parquet': '1 AS id, {a: 1} AS x',
  });
  const { lackedBy } = await look(join(folder, '**/*.parquet'));
  expect(lackedBy(['region'])).toBeUndefined();
  expect(lackedBy(['x', 'a'])).toBeUndefined();
  expect(lackedBy(['x', 'b'])).toEqual({ example: 'region=us/2.parquet', count: 1, of: 2 });
});

test('a file that is as it was is not opened again, and one that is gone is forgotten', async () => {
  const folder = temporaryFolder();
  const glob = join(folder, '*.parquet');
  await parquet(folder, { 'a.parquet': '1 AS id', 'b.parquet': '1 AS id, 2 AS x' });
  const { heads } = await look(glob);
  expect(heads.size).toBe(2);
  await parquet(folder, { 'c.parquet': '1 AS id' });
  const next = await look(glob, heads);
  const kept = [...next.heads.values()].filter(head => [...heads.values()].includes(head));
  expect(kept).toHaveLength(2);
  expect(next.lackedBy(['x'])).toMatchObject({ count: 2, of: 3 });
  rmSync(join(folder, 'a.parquet'));
  await parquet(folder, { 'c.parquet': '1 AS id, 2 AS x, 3 AS y' });
  const last = await look(glob, next.heads);
  expect(last.heads.size).toBe(2);
  expect(last.lackedBy(['x'])).toBeUndefined();
  expect(last.lackedBy(['y'])).toEqual({ example: 'b.parquet', count: 1, of: 2 });
});

test('the newest 1,000 files are compared', async () => {
  const folder = temporaryFolder();
  const glob = join(folder, '*.csv');
  const at = (i: number) => join(folder, `${i}.csv`);
  for (let i = 0; i <= 1000; i += 1) {
    writeFileSync(at(i), i === 0 ? 'id\n1\n' : 'id,x\n1,2\n');
    utimesSync(at(i), 1_000_000 + i, 1_000_000 + i);
  }
  const { lackedBy, heads } = await look(glob);
  expect(lackedBy(['x'])).toBeUndefined();
  utimesSync(at(0), 2_000_000, 2_000_000);
  const later = await look(glob, heads);
  expect(later.lackedBy(['x'])).toEqual({ example: '0.csv', count: 1, of: 1000 });
});
