/** Columns that are lists over files: items of NDJSON and Parquet as items of the declared type, or a fault that names the column. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DuckDbFiles, openDuckDb } from '../../../../engines/duckdb/driver/driver.ts';
import type { ManifestField } from '../../../../generator/core/output/manifest.ts';
import { kindOf, runLimits } from '../../engine-runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'lists-of-files-'));
let maker: DuckDBConnection;
let made = 0;
beforeAll(async () => {
  maker = await (await DuckDBInstance.create(':memory:')).connect();
  await maker.run("SET TimeZone = 'UTC'");
});
afterAll(() => rmSync(folder, { recursive: true }));

const list = (name: string, item: 'string' | 'int64' | 'float64' | 'bool' | 'timestamp' | 'date') =>
  ({ name, type: `list<${item}>`, nullable: true }) as const;
const COLUMNS: readonly ManifestField[] = [
  { name: 'id', type: 'int64', nullable: false },
  list('tags', 'string'),
  list('codes', 'int64'),
  list('times', 'float64'),
  list('flags', 'bool'),
  list('seen', 'timestamp'),
  list('days', 'date'),
  {
    name: 'meta',
    type: 'record',
    nullable: true,
    fields: [list('reviewers', 'string')],
  },
];
const ALL =
  'SELECT id, json_array(tags, codes::VARCHAR[], times, flags, list_transform(seen, t -> epoch_us(t)), days, meta.reviewers)::VARCHAR FROM posts ORDER BY id';
type Options = Partial<Pick<DuckDbFiles, 'columns' | 'records' | 'invalid'>>;

/** Records that are repeated lie in arrays. */
const sqlOf = ({ records }: Options) =>
  records === 'repeated' ? ALL.replace('meta.', 'meta[1].') : ALL;

async function read(
  glob: string,
  options: Options = {},
): Promise<readonly (readonly [number, readonly unknown[]])[]> {
  const files: DuckDbFiles = {
    table: ['posts'],
    glob,
    columns: COLUMNS,
    records: 'nested',
    ...options,
  };
  const engine = await openDuckDb({ source: { files: [files] }, concurrency: 1, threads: 1 });
  try {
    const { rows } = await engine.run({ sql: sqlOf(options), values: [] }, runLimits());
    return rows.map(([id, lists]) => [Number(id), JSON.parse(String(lists))]);
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

const ENTRY =
  `{"id": 1, "tags": ["a", "", "é\\"\\\\", "it's"], "codes": [9007199254740993, -1], "times": [0.5, 2],
  "flags": [true, false], "seen": ["2026-01-02T03:04:05.123456Z", "2026-01-02T04:04:05+01:00"],
  "days": ["2026-02-28"], "meta": {"reviewers": ["x"]}}`.replaceAll('\n', '');
const lists = `[["a", "", "é\\"\\\\", "it's"], ["9007199254740993", "-1"], [0.5, 2.0], [true, false],
  [1767323045123456, 1767323045000000], ["2026-02-28"], ["x"]]`;
const WANTED = [1, JSON.parse(lists)];
const text = (lines: readonly string[]) => {
  made += 1;
  const path = join(folder, `${made}.ndjson`);
  writeFileSync(path, lines.map(line => `${line}\n`).join(''));
  return path;
};
const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

describe('of NDJSON', () => {
  test.each([
    ['nested', ENTRY],
    ['repeated', ENTRY.replace('{"reviewers": ["x"]}', '[{"reviewers": ["x"]}, {}]')],
  ] as const)('are as declared, with %s records', async (records, entry) => {
    expect(await read(text([entry]), { records })).toEqual([WANTED]);
  });

  test('are empty where an entry has null or nothing', async () => {
    const entries = [
      '{"id": 1, "tags": null, "codes": [], "meta": {"reviewers": null}}',
      '{"id": 2, "meta": null}',
      '{"id": 3, "meta": {}, "tags": ["a"], "codes": [1], "times": [1], "flags": [true], "seen": ["2026-01-01"], "days": ["2026-01-01"]}',
    ];
    const rows = await read(text(entries));
    for (const [id, found] of rows.slice(0, 2))
      expect([id, found.every(isEmpty)]).toEqual([id, true]);
    expect(rows[2]?.[1]).toEqual([
      ['a'],
      ['1'],
      [1],
      [true],
      [1767225600000000],
      ['2026-01-01'],
      null,
    ]);
  });

  const UNLIKE: readonly (readonly [string, string, string])[] = [
    ['an item that is NULL', 'tags', '{"tags": ["a", null]}'],
    ['a text that is not a number', 'codes', '{"codes": [1, "many"]}'],
    ['a fraction', 'codes', '{"codes": [1.5]}'],
    ['a number beyond 64 bits', 'codes', '{"codes": [9223372036854775808]}'],
    ['a text that is no float', 'times', '{"times": ["fast"]}'],
    ['a text that is neither true nor false', 'flags', '{"flags": ["maybe"]}'],
    ['a text that is no instant', 'seen', '{"seen": ["soon"]}'],
    ['a day that is not there', 'days', '{"days": ["2026-02-30"]}'],
    ['a list within the list', 'codes', '{"codes": [[1]]}'],
    ['an object in its place', 'tags', '{"tags": {"a": 1}}'],
    ['a single value in its place', 'tags', '{"tags": "a"}'],
    ['an item that is NULL inside a record', 'meta.reviewers', '{"meta": {"reviewers": [null]}}'],
  ];
  test.each(UNLIKE)('%s fails the statement, or the entry is left out', async (_, path, fields) => {
    const entry = fields.replace('{', '{"id": 2, ');
    const glob = text([ENTRY, entry]);
    expect(await kindOf(read(glob))).toBe('failed');
    await expect(read(glob)).rejects.toThrow(`\`${path}\``);
    expect(await read(glob, { invalid: 'skip' })).toEqual([WANTED]);
  });
});

describe('of Parquet', () => {
  const STORED = `SELECT 1 AS id, ['a', '', 'é"\\', 'it''s'] AS tags, [9007199254740993, -1] AS codes, [0.5::DOUBLE, 2] AS times,
    [true, false] AS flags, [TIMESTAMPTZ '2026-01-02 03:04:05.123456+00', TIMESTAMPTZ '2026-01-02 03:04:05+00'] AS seen,
    [DATE '2026-02-28'] AS days, {reviewers: ['x']} AS meta`;

  test.each([
    ['as declared', STORED],
    [
      'of other widths',
      STORED.replace('[9007199254740993, -1]', '[9007199254740993::DECIMAL(18,0), -1]'),
    ],
    ['of texts', STORED.replace('[true, false]', "['true', 'false']").replace('[DATE ', '[')],
    ['as JSON text', STORED.replace('[true, false]', "'[true, false]'")],
  ])('%s', async (_, query) => {
    expect(await read(await parquet(query))).toEqual([WANTED]);
  });

  test.each([
    ['an item that is NULL', STORED.replace("['x']", "['x', NULL]"), 'meta.reviewers'],
    ['a fraction', STORED.replace('[9007199254740993, -1]', '[1.5::DOUBLE]'), 'codes'],
    [
      'beyond 64 bits',
      STORED.replace('[9007199254740993, -1]', '[9223372036854775808::UBIGINT]'),
      'codes',
    ],
  ])('%s fails the statement, or the entry is left out', async (_, query, path) => {
    const glob = await parquet(query);
    expect(await kindOf(read(glob))).toBe('failed');
    await expect(read(glob)).rejects.toThrow(`\`${path}\``);
    expect(await read(glob, { invalid: 'skip' })).toEqual([]);
  });

  test('a file without the column is a fault, and NULL where the column is optional', async () => {
    const glob = await parquet(STORED.replace("['a', '', 'é\"\\', 'it''s'] AS tags, ", ''));
    await expect(read(glob)).rejects.toThrow(/tags/);
    const columns = COLUMNS.map(column =>
      column.name === 'tags' ? { ...column, optional: true as const } : column,
    );
    const [[, found] = []] = await read(glob, { columns });
    expect(isEmpty(found?.[0])).toBe(true);
  });
});
