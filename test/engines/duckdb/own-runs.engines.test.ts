import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDuckDb } from '../../../engines/duckdb/driver/driver.ts';
import type { BoundValue, Engine, RunLimits } from '../../../engines/engine.ts';
import { SCALARS, type Scalar, type Value } from '../../../generator/core/types/scalar.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { kindOf, runLimits, SLOW } from '../engine-runs.ts';
import { writeDatabase } from './database-file.ts';
import { quoteName } from './duckdb-values.ts';

const folder = mkdtempSync(join(tmpdir(), 'own-'));
let engine: Engine;
const OTHER = `SELECT * FROM read_csv('${join(folder, 'other', 'other.csv')}')`;
beforeAll(async () => {
  for (const name of ['other', 'files']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'other', 'other.csv'), 'a\n1\n');
  engine = await openDuckDb({ source: { files: [] }, concurrency: 1 });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

const own = (sql: string, values: readonly BoundValue[] = [], rest: Partial<RunLimits> = {}) =>
  engine.run({ sql, values, isOwn: true }, runLimits(rest));
/** One connection answers all tests here: it must be free after each. */
const isFree = async () => expect((await own('SELECT 1')).rows).toEqual([[1]]);

const TYPES: Readonly<Record<Scalar, readonly [type: string, value: Value, cell: unknown]>> = {
  string: ['VARCHAR', '\ufeffa', '\ufeffa'],
  int64: ['BIGINT', 2n ** 63n - 1n, 2n ** 63n - 1n],
  float64: ['DOUBLE', 0.1, 0.1],
  decimal: ['DECIMAL(38, 9)', '-1.5', '-1.500000000'],
  bool: ['BOOLEAN', false, false],
  timestamp: ['TIMESTAMP', -1n, -1n],
  datetime: ['TIMESTAMP', -1n, -1n],
  date: ['DATE', '0001-01-01', '0001-01-01'],
  json: ['JSON', '{"a":1}', '{"a":1}'],
};

describe('parameters', () => {
  it.each(SCALARS)(
    'of type %s may be NULL, in one statement with those that are not',
    async scalar => {
      const [type, value, cell] = TYPES[scalar];
      const sql = `SELECT CAST($p AS ${type}) AS x, CAST($p AS ${type}) IS NULL`;
      for (const bound of [null, value, null]) {
        const { rows, columns } = await own(sql, [{ name: 'p', scalar, value: bound }]);
        expect(rows).toEqual([bound === null ? [null, true] : [cell, false]]);
        expect(columns?.[0]?.readAs).toContain(scalar);
      }
    },
  );
});

describe('limits', () => {
  it('rows beyond them are not made', async () => {
    const { rows } = await own('SELECT range FROM range(1000000000)', [], { maxRows: 3 });
    expect(rows).toEqual([[0n], [1n], [2n]]);
    await isFree();
  });

  it('bytes count JSON by its text', async () => {
    const sql = 'SELECT range(1000)';
    const text = JSON.stringify(Array.from({ length: 1_000 }, (_, index) => index));
    expect((await own(sql, [], { maxBytes: text.length })).rows).toEqual([[text]]);
    expect(await kindOf(own(sql, [], { maxBytes: text.length - 1 }))).toBe('too_large');
    await isFree();
  });

  it('of time end a statement', async () => {
    expect(await kindOf(own(SLOW, [], { timeoutMs: 200 }))).toBe('timeout');
    await isFree();
  });

  it('end a statement for which nobody waits', async () => {
    const controller = new AbortController();
    const running = kindOf(own(SLOW, [], { signal: controller.signal }));
    setTimeout(() => controller.abort(), 100);
    expect(await running).toBe('cancelled');
    await isFree();
  });
});

describe('a statement', () => {
  it('that fails behind its first rows is a failure', async () => {
    const sql = `SELECT CASE WHEN range < 500000 THEN range ELSE error('late') END, [range]
      FROM range(1000000)`;
    await expect(own(sql, [], { maxRows: 2_000_000, maxBytes: 2 ** 31 })).rejects.toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('late'),
    });
    await isFree();
  });

  it.each([
    'SELECT 1 -- the end',
    '-- the beginning\nSELECT 1',
    'FROM (VALUES (1))',
    'WITH x AS (SELECT 1 AS a) SELECT a FROM x',
    '(SELECT 1) ORDER BY 1',
  ])('is run and explained whatever it begins and ends with: %j', async sql => {
    expect((await own(sql)).rows).toEqual([[1]]);
    expect(await engine.explain({ sql, values: [], isOwn: true }, runLimits())).toMatch(/\w/);
  });

  it('is explained with parameters that are NULL', async () => {
    const values: readonly BoundValue[] = [{ name: 'p', scalar: 'int64', value: null }];
    const sql = 'SELECT range FROM range(10) WHERE CAST($p AS BIGINT) IS NULL';
    expect(await engine.explain({ sql, values, isOwn: true }, runLimits())).toMatch(/RANGE/);
  });

  it.each([
    'CREATE TABLE t (a INTEGER)',
    'SELECT 1; SELECT 2',
    "SET memory_limit = '1GB'",
    "COPY (SELECT 1) TO 'x.csv'",
    'SELECT',
  ])('that is not one SELECT is refused: %s', async sql => {
    expect(await kindOf(own(sql))).toBe('failed');
    await isFree();
  });
});

describe('the data of a statement', () => {
  it('are the tables of a database, and no other file', async () => {
    const path = join(folder, 'logs.duckdb');
    await writeDatabase(path, [
      {
        name: 'logs',
        layout: 'nested',
        columns: {
          id: { type: 'string', required: false },
          at: { type: 'timestamp', required: false },
        },
        rows: [{ id: 'a', at: 5n }],
      },
    ]);
    const opened = await openDuckDb({ source: { database: path }, concurrency: 1 });
    const run = (sql: string) => opened.run({ sql, values: [], isOwn: true }, runLimits());
    const { rows, columns } = await run('SELECT l.*, [id] AS ids FROM logs AS l');
    expect(rows).toEqual([['a', 5n, '["a"]']]);
    expect(columns?.map(({ name, readAs }) => [name, readAs[0]])).toEqual([
      ['id', 'string'],
      ['at', 'timestamp'],
      ['ids', 'json'],
    ]);
    expect(await kindOf(run(OTHER))).toBe('failed');
    expect(await kindOf(run('SELECT * FROM gone'))).toBe('unavailable');
    await opened.close();
  });

  it('are the views over files, and no other file', async () => {
    writeFileSync(join(folder, 'files', 'logs.ndjson'), '{"id":"a","n":1}\n{"id":"b","n":null}\n');
    const opened = await openDuckDb({
      source: {
        files: [
          {
            table: ['logs'],
            records: 'nested',
            glob: join(folder, 'files', 'logs.ndjson'),
            columns: [
              { name: 'id', type: 'string', nullable: false },
              { name: 'n', type: 'int64', nullable: true },
            ],
            reads: ['id', 'n'],
          },
        ],
      },
      concurrency: 1,
    });
    const run = (sql: string) => opened.run({ sql, values: [], isOwn: true }, runLimits());
    const { rows, columns } = await run('SELECT id, {n: n, id: id} AS both FROM logs ORDER BY id');
    expect(rows).toEqual([
      ['a', '{"n":1,"id":"a"}'],
      ['b', '{"n":null,"id":"b"}'],
    ]);
    expect(columns?.map(({ type }) => type)).toEqual([
      'VARCHAR',
      'STRUCT("n" BIGINT, "id" VARCHAR)',
    ]);
    expect(await kindOf(run(OTHER))).toBe('failed');
    await opened.close();
  });
});

/** A value of a type: how it is written in SQL, and the JSON that it must become. */
interface Sample {
  readonly sql: string;
  readonly json: string;
}
interface SampleType {
  readonly type: string;
  readonly value: fc.Arbitrary<Sample>;
}

const characters = unicodeText({ maxLength: 12 });
const literal = (text: string) =>
  `(${text
    .split('\0')
    .map(part => `'${part.replaceAll("'", "''")}'`)
    .join(' || chr(0) || ')})`;
const leaf = (type: string, value: fc.Arbitrary<Sample>): SampleType => ({
  type,
  value: value.map(({ sql, json }) => ({ sql: `CAST(${sql} AS ${type})`, json })),
});
const same = (value: unknown): Sample => ({ sql: String(value), json: String(value) });
const LEAVES: readonly SampleType[] = [
  leaf(
    'HUGEINT',
    fc.bigInt(-(2n ** 127n), 2n ** 127n - 1n).map(n => ({ sql: `'${n}'`, json: `${n}` })),
  ),
  leaf('UBIGINT', fc.bigInt(0n, 2n ** 64n - 1n).map(same)),
  leaf('SMALLINT', fc.integer({ min: -32_768, max: 32_767 }).map(same)),
  leaf('BOOLEAN', fc.boolean().map(same)),
  leaf(
    'VARCHAR',
    characters.map(text => ({ sql: literal(text), json: JSON.stringify(text) })),
  ),
  leaf(
    'DOUBLE',
    fc.double({ noDefaultInfinity: true, noNaN: true }).map(n => {
      const json = Object.is(n, -0) ? '-0' : String(n);
      return { sql: `'${json}'`, json };
    }),
  ),
  leaf(
    'DECIMAL(38,4)',
    fc.bigInt(0n, 10n ** 38n - 1n).map(units => {
      const digits = String(units).padStart(5, '0');
      const text = `-${digits.slice(0, -4)}.${digits.slice(-4)}`;
      const json = units === 0n ? '"0.0000"' : `"${text}"`;
      return { sql: `'${text}'`, json };
    }),
  ),
  leaf(
    'TIMESTAMP',
    fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map(date => {
        const text = date.toISOString();
        return { sql: `'${text.slice(0, -1)}'`, json: JSON.stringify(text.replace('.000Z', 'Z')) };
      }),
  ),
];

const orNull = ({ value, type }: SampleType) =>
  fc.option(value, { nil: { sql: `CAST(NULL AS ${type})`, json: 'null' } });

function listOf(item: SampleType): SampleType {
  const type = `${item.type}[]`;
  const value = fc.array(orNull(item), { maxLength: 4 }).map(items => ({
    sql: `CAST([${items.map(({ sql }) => sql).join(', ')}] AS ${type})`,
    json: `[${items.map(({ json }) => json).join(',')}]`,
  }));
  return { type, value };
}

function structOf(parts: readonly (readonly [string, SampleType])[]): SampleType {
  const type = `STRUCT(${parts.map(([name, part]) => `${quoteName(name)} ${part.type}`).join(', ')})`;
  const value = fc.tuple(...parts.map(([, part]) => orNull(part))).map(values => ({
    sql: `CAST(row(${values.map(({ sql }) => sql).join(', ')}) AS ${type})`,
    json: `{${values.map(({ json }, index) => `${JSON.stringify(parts[index]?.[0])}:${json}`).join(',')}}`,
  }));
  return { type, value };
}

function mapOf(item: SampleType): SampleType {
  const type = `MAP(VARCHAR, ${item.type})`;
  const value = fc
    .uniqueArray(fc.tuple(characters, orNull(item)), { selector: ([key]) => key, maxLength: 3 })
    .map(entries => ({
      sql: `CAST(map([${entries.map(([key]) => literal(key)).join(', ')}]::VARCHAR[], [${entries.map(([, { sql }]) => sql).join(', ')}]::${item.type}[]) AS ${type})`,
      json: `{${entries.map(([key, { json }]) => `${JSON.stringify(key)}:${json}`).join(',')}}`,
    }));
  return { type, value };
}

/** Names of fields; DuckDB ignores their case. */
const names = fc.uniqueArray(
  unicodeText({ minLength: 1, maxLength: 6 }).map(name => name.replaceAll('\0', '_')),
  { selector: name => name.toLowerCase(), minLength: 1, maxLength: 3 },
);
const { sampleType } = fc.letrec<{ sampleType: SampleType }>(tie => ({
  sampleType: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom(...LEAVES),
    tie('sampleType').map(listOf),
    tie('sampleType').map(mapOf),
    names.chain(some =>
      fc
        .tuple(...some.map(name => tie('sampleType').map(type => [name, type] as const)))
        .map(structOf),
    ),
  ),
}));

describe('nested values', () => {
  it('keep their text, whatever it is', async () => {
    const property = fc.asyncProperty(
      sampleType.chain(type => fc.array(orNull(listOf(type)), { minLength: 1, maxLength: 4 })),
      async samples => {
        const sql = samples.map(one => `SELECT ${one.sql} AS x`).join(' UNION ALL ');
        const { rows } = await own(sql);
        const expected = samples.map(({ json }) => (json === 'null' ? null : json));
        expect(rows.map(([cell]) => cell)).toEqual(expected);
      },
    );
    await fc.assert(property, { numRuns: 150 });
  });
});
