/** Columns that are maps over files: values of NDJSON and Parquet as values of the declared type, or a fault that names the column. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DuckDbFiles, openDuckDb } from '../../../../engines/duckdb/driver/driver.ts';
import type { ManifestField } from '../../../../generator/core/output/manifest.ts';
import { kindOf, runLimits } from '../../engine-runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'maps-of-files-'));
let maker: DuckDBConnection;
let made = 0;
beforeAll(async () => {
  maker = await (await DuckDBInstance.create(':memory:')).connect();
  await maker.run("SET TimeZone = 'UTC'");
});
afterAll(() => rmSync(folder, { recursive: true }));

const map = (name: string, value: 'string' | 'int64' | 'float64' | 'timestamp') =>
  ({ name, type: `map<${value}>`, nullable: true }) as const;
const COLUMNS: readonly ManifestField[] = [
  { name: 'id', type: 'int64', nullable: false },
  map('labels', 'string'),
  map('sizes', 'int64'),
  map('ratios', 'float64'),
  map('seen', 'timestamp'),
];
const SQL = `SELECT id, to_json(labels)::VARCHAR, to_json(MAP(map_keys(sizes), map_values(sizes)::VARCHAR[]))::VARCHAR, to_json(ratios)::VARCHAR,
  to_json(MAP(map_keys(seen), list_transform(map_values(seen), t -> epoch_us(t))))::VARCHAR FROM requests ORDER BY id`;

async function read(glob: string, options: Partial<DuckDbFiles> = {}) {
  const files: DuckDbFiles = {
    table: ['requests'],
    glob,
    columns: COLUMNS,
    records: 'nested',
    ...options,
  };
  const engine = await openDuckDb({ source: { files: [files] }, concurrency: 1, threads: 1 });
  try {
    const { rows } = await engine.run({ sql: SQL, values: [] }, runLimits());
    return rows.map(row => row.map(cell => (cell === null ? null : JSON.parse(String(cell)))));
  } finally {
    await engine.close();
  }
}

async function parquet(query: string): Promise<string> {
  made += 1;
  const path = join(folder, `${made}.parquet`);
  await maker.run(`COPY (${query}) TO '${path}'`);
  return path;
}

function ndjson(...lines: readonly string[]): string {
  made += 1;
  const path = join(folder, `${made}.ndjson`);
  writeFileSync(path, lines.map(line => `${line}\n`).join(''));
  return path;
}

const ENTRY =
  '{"id": 1, "labels": {"region": "eu", "": "", "$.a": "it\'s \\"q\\"", "none": null}, "sizes": {"body": 9007199254740993}, "ratios": {"a": 0.5, "b": 2}, "seen": {"first": "2026-01-02T04:04:05+01:00"}}';
const WANTED = [
  1,
  { region: 'eu', '': '', '$.a': 'it\'s "q"', none: null },
  { body: '9007199254740993' },
  { a: 0.5, b: 2 },
  { first: 1767323045000000 },
];

describe('of NDJSON', () => {
  test('are as declared', async () => {
    expect(await read(ndjson(ENTRY))).toEqual([WANTED]);
  });

  test('are empty where an entry has null or nothing', async () => {
    const some = '{"id": 2, "labels": {}, "sizes": {"a": 1}, "ratios": null, "seen": {}}';
    const [first, second] = await read(ndjson('{"id": 1, "labels": null}', some));
    for (const cell of first?.slice(1) ?? []) expect(cell ?? {}).toEqual({});
    expect(second?.map(cell => cell ?? {})).toEqual([2, {}, { a: '1' }, {}, {}]);
  });

  const UNLIKE: readonly (readonly [string, string, string])[] = [
    ['a text that is not a number', 'sizes', '{"sizes": {"a": 1, "b": "many"}}'],
    ['a fraction', 'sizes', '{"sizes": {"a": 1.5}}'],
    ['a text that is no float', 'ratios', '{"ratios": {"a": "fast"}}'],
    ['a text that is no instant', 'seen', '{"seen": {"a": "soon"}}'],
    ['an object as a value', 'sizes', '{"sizes": {"a": {"b": 1}}}'],
    ['a key that is there twice', 'labels', '{"labels": {"a": "x", "a": "y"}}'],
    ['a list in its place', 'labels', '{"labels": ["a"]}'],
    ['a single value in its place', 'labels', '{"labels": "a"}'],
  ];
  test.each(UNLIKE)('%s fails the statement, or the entry is left out', async (_, path, fields) => {
    const glob = ndjson(ENTRY, fields.replace('{', '{"id": 2, '));
    expect(await kindOf(read(glob))).toBe('failed');
    await expect(read(glob)).rejects.toThrow(`\`${path}\``);
    expect(await read(glob, { invalid: 'skip' })).toEqual([WANTED]);
  });
});

describe('of Parquet', () => {
  const STORED = `SELECT 1 AS id, MAP {'region': 'eu', '': '', '$.a': 'it''s "q"', 'none': NULL} AS labels, MAP {'body': 9007199254740993} AS sizes,
    MAP {'a': 0.5::DOUBLE, 'b': 2} AS ratios, MAP {'first': TIMESTAMPTZ '2026-01-02 03:04:05+00'} AS seen`;

  test.each([
    ['as declared', STORED],
    ['of other widths', STORED.replace('9007199254740993}', '9007199254740993::DECIMAL(18,0)}')],
    ['of texts', STORED.replace('9007199254740993}', "'9007199254740993'}")],
    ['as JSON text', STORED.replace("MAP {'a': 0.5::DOUBLE, 'b': 2}", `'{"a": 0.5, "b": 2}'`)],
  ])('%s', async (_, query) => {
    expect(await read(await parquet(query))).toEqual([WANTED]);
  });

  test.each([
    ['a fraction', STORED.replace('9007199254740993}', '1.5::DOUBLE}')],
    ['beyond 64 bits', STORED.replace('9007199254740993}', '9223372036854775808::UBIGINT}')],
  ])('%s fails the statement, or the entry is left out', async (_, query) => {
    const glob = await parquet(query);
    await expect(read(glob)).rejects.toThrow('`sizes`');
    expect(await read(glob, { invalid: 'skip' })).toEqual([]);
  });

  test('keys that are no texts are refused', async () => {
    const glob = await parquet(STORED.replace("MAP {'body': 9007199254740993}", 'MAP {1: 2}'));
    await expect(read(glob)).rejects.toThrow('sizes');
  });
});
