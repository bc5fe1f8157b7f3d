/** Parquet files that are longer than what `quern init` looks at: their footers count NULLs and bound values. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, expect, it } from 'vitest';
import { quern, removeFolders, temporaryFolder } from '../cli-fixture.ts';

afterAll(removeFolders);

/** Rows of which only the last has NULLs and a number beyond an int64. */
async function write(file: string, rows: number): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const late = (value: string, other: string) => `if(i = ${rows - 1}, ${other}, ${value})`;
  await connection.run(`COPY (SELECT i AS id, ${late("'/a'", 'NULL')} AS page,
    CAST(${late('1', "'18446744073709551615'::UBIGINT")} AS UBIGINT) AS hash, 'x' AS always,
    ${late('{ a: 1, b: i }', '{ a: NULL, b: NULL }')} AS pair, { a: ${late('1', 'NULL')}, b: i } AS half,
    ${late('[1]', 'NULL')} AS list, i AS "User-Agent"
    FROM range(${rows}) t(i)) TO '${file}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
}

it('requires what no row lacks, also behind the first rows', async () => {
  const folder = temporaryFolder();
  await write(join(folder, 'visits.parquet'), 150_000);
  expect(await quern(folder, ['init', '--from', 'visits.parquet'])).toMatchObject({ exit: 0 });
  const path = join(folder, 'endpoints/sources.yaml');
  const written = readFileSync(path, 'utf8');
  expect(written).toContain(
    'Types are as in the first 100,000 rows, and NULLs as the files count them.',
  );
  const [, columns] = written.split('    columns:\n');
  expect(columns?.trimEnd().split('\n')).toEqual([
    '      id: { type: int64, required: true }',
    '      page: { type: string }',
    '      hash: { type: decimal, precision: 20, scale: 0, required: true }',
    '      always: { type: string, required: true }',
    '      pair:',
    '        record:',
    '          a: { type: int64 }',
    '          b: { type: int64 }',
    '      half:',
    '        record:',
    '          a: { type: int64 }',
    '          b: { type: int64 }',
    '      list: { list: int64 }',
    '      user_agent: { type: int64, required: true }     # `User-Agent` in the files',
  ]);
  expect(await quern(folder, ['check', '--strict', '--tables'])).toMatchObject({ exit: 0 });

  writeFileSync(
    path,
    written.replace('page: { type: string }', 'page: { type: string, required: true }'),
  );
  const { exit, stderr } = await quern(folder, ['check', '--tables']);
  expect(exit).toBe(1);
  expect(stderr).toContain('`page` may be NULL, but is declared as required');
  expect(await quern(folder, ['generate'])).toMatchObject({ exit: 0 });
  const run = await quern(folder, ['run', 'visits.all']);
  expect(run.stderr).toContain('remove `required: true`');
});
