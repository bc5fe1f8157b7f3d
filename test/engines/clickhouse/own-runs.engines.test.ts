import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openClickHouse } from '../../../engines/clickhouse/driver/driver.ts';
import { readLines } from '../../../engines/clickhouse/driver/values.ts';
import { resultColumn } from '../../../engines/clickhouse/results/column.ts';
import { ownLines } from '../../../engines/clickhouse/results/lines.ts';
import { SQL_TYPES } from '../../../engines/clickhouse/types.ts';
import type { BoundValue, Engine, RunLimits } from '../../../engines/engine.ts';
import { SCALARS, type Scalar, type Value } from '../../../generator/core/types/scalar.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { kindOf, runLimits } from '../engine-runs.ts';
import { type ClickHouseServer, startClickHouseServer } from '../servers/clickhouse-server.ts';
import { quoteName } from './clickhouse-values.ts';

let server: ClickHouseServer;
let engine: Engine;
beforeAll(async () => {
  server = await startClickHouseServer();
  engine = await openClickHouse({ ...server, concurrency: 1 });
});
afterAll(async () => {
  await engine.close();
  await server.close();
});
afterEach(() => server.failEach(() => null));

const own = (sql: string, values: readonly BoundValue[] = [], rest: Partial<RunLimits> = {}) =>
  engine.run({ sql, values, isOwn: true }, runLimits(rest));
const isFree = async () => expect((await own('SELECT 1')).rows).toEqual([[1]]);

const VALUES: Readonly<Record<Scalar, readonly [value: Value, cell: unknown]>> = {
  string: ['\\N\ufeffa', '\\N\ufeffa'],
  int64: [2n ** 63n - 1n, 2n ** 63n - 1n],
  float64: [0.1, 0.1],
  decimal: ['-1.5', '-1.5'],
  bool: [false, false],
  timestamp: [-1n, -1n],
  datetime: [-1n, -1n],
  date: ['1900-01-01', '1900-01-01'],
  json: ['{"a":1}', '{"a":1}'],
};

describe('parameters', () => {
  it.each(SCALARS)('of type %s may be NULL', async scalar => {
    const [value, cell] = VALUES[scalar];
    const place = `{p:Nullable(${SQL_TYPES[scalar].text})}`;
    const sql = `SELECT ${place} AS x, ${place} IS NULL`;
    for (const bound of [null, value, null]) {
      const { rows, columns } = await own(sql, [{ name: 'p', scalar, value: bound }]);
      expect(rows).toEqual([bound === null ? [null, 1] : [cell, 0]]);
      expect(columns?.[0]?.readAs).toContain(scalar);
    }
  });
});

describe('limits', () => {
  it('rows beyond them are not made', async () => {
    const { rows } = await own('SELECT number FROM numbers(1000000000000)', [], { maxRows: 3 });
    expect(rows).toEqual([[0], [1], [2]]);
    await isFree();
  });

  it.each([
    'SELECT number FROM numbers(10) ORDER BY number DESC',
    'SELECT number FROM numbers(10) ORDER BY number DESC LIMIT 5',
    'SELECT number FROM numbers(10) ORDER BY number LIMIT 2',
    'SELECT number FROM numbers(10) ORDER BY number LIMIT 5 OFFSET 4',
    'SELECT number FROM numbers(10) ORDER BY number OFFSET 8',
    'SELECT number FROM numbers(10) ORDER BY number LIMIT -2',
    'SELECT intDiv(number, 4) AS n FROM numbers(10) ORDER BY n LIMIT 2 WITH TIES',
    'SELECT number % 2 AS k, number FROM numbers(10) ORDER BY k, number LIMIT 2 BY k',
    'SELECT number % 5 AS k, count() FROM numbers(10) GROUP BY k WITH TOTALS ORDER BY k DESC',
    'SELECT number % 3 AS k, count() FROM numbers(10) GROUP BY k WITH ROLLUP ORDER BY k, count()',
    'SELECT number FROM numbers(5) INTERSECT SELECT number FROM numbers(1, 9) ORDER BY number',
    'SELECT number FROM numbers(9) EXCEPT SELECT number FROM numbers(2) ORDER BY number',
    'SELECT * FROM (SELECT 0 FROM numbers(9) UNION DISTINCT SELECT number % 5 FROM numbers(99)) ORDER BY 1',
    'SELECT DISTINCT number % 4 AS d FROM numbers(100) ORDER BY d DESC',
    'SELECT number FROM numbers(3) ORDER BY number WITH FILL FROM 0 TO 9 STEP 2',
    'SELECT number, row_number() OVER (ORDER BY number DESC) AS r FROM numbers(10) ORDER BY r',
    'SELECT count(), sum(number) FROM (SELECT number FROM numbers(10))',
    'WITH c AS (SELECT number FROM numbers(10)) SELECT (SELECT count() FROM c), 9 IN c',
    'SELECT a.number, b.number FROM numbers(9) AS a JOIN numbers(9) AS b USING number ORDER BY a.number DESC',
    'SELECT number FROM numbers_mt(300000) ORDER BY cityHash64(number) SETTINGS max_threads = 4',
    'FROM numbers(10) SELECT number ORDER BY number',
    '(SELECT number FROM numbers(10) ORDER BY number DESC)',
  ])('cut the end of the rows alone: %s', async sql => {
    const all = { maxRows: 1_000_000 };
    const whole = await engine.run({ sql, values: [] }, runLimits(all));
    const { rows } = await own(sql, [], all);
    const digits = (some: typeof rows) => some.map(row => row.map(String));
    expect(digits(rows)).toEqual(digits(whole.rows));
    const cut = await own(sql, [], { maxRows: 3 });
    expect(cut.rows).toEqual(rows.slice(0, 3));
  });

  it('of a UNION ALL, whose rows have no order, count the rows of all its parts', async () => {
    const sql = 'SELECT number FROM numbers(2) UNION ALL SELECT number FROM numbers(2)';
    expect((await own(sql, [], { maxRows: 3 })).rows).toHaveLength(3);
  });

  it('bytes count JSON by its text', async () => {
    const text = JSON.stringify(Array.from({ length: 1_000 }, (_, index) => index));
    const sql = 'SELECT range(1000)';
    expect((await own(sql, [], { maxBytes: text.length })).rows).toEqual([[text]]);
    expect(await kindOf(own(sql, [], { maxBytes: text.length - 1 }))).toBe('too_large');
    await isFree();
  });

  it('of time end a query that hangs, and kill it', async () => {
    server.fail({ kind: 'hang' });
    expect(await kindOf(own('SELECT 1', [], { timeoutMs: 100 }))).toBe('timeout');
    await expect.poll(() => server.requests.at(-1)?.killed).toBe(true);
    await isFree();
  });

  it('end a query for which nobody waits', async () => {
    const controller = new AbortController();
    server.fail({ kind: 'hang' });
    const running = kindOf(own('SELECT 2', [], { signal: controller.signal }));
    await expect.poll(() => server.requests.at(-1)?.query).toContain('SELECT 2');
    controller.abort();
    expect(await running).toBe('cancelled');
    await isFree();
  });
});

describe('a statement', () => {
  it.each([
    'SELECT 1 -- the end',
    'SELECT 1 # the end',
    'SELECT 1 // the end',
    '-- the beginning\nSELECT 1',
    'WITH x AS (SELECT 1 AS a) SELECT a FROM x SETTINGS max_threads = 1',
    '(SELECT 1)',
  ])('is run and explained whatever it begins and ends with: %j', async sql => {
    expect((await own(sql)).rows).toEqual([[1]]);
    expect(await engine.explain({ sql, values: [], isOwn: true }, runLimits())).toMatch(/\w/);
  });

  it('is explained with parameters that are NULL', async () => {
    const values: readonly BoundValue[] = [{ name: 'p', scalar: 'int64', value: null }];
    const sql = 'SELECT number FROM numbers(9) WHERE number > {p:Nullable(Int64)} OR 1';
    expect(await engine.explain({ sql, values, isOwn: true }, runLimits())).toMatch(/\w/);
  });

  it.each([
    'CREATE TABLE t (a Int8) ENGINE = Memory',
    'SELECT 1; SELECT 2',
    'SHOW TABLES',
    "SELECT 1 INTO OUTFILE 'x.csv'",
    'SELECT 1 FORMAT CSV',
    'SELECT 1) UNION ALL (SELECT',
  ])('that is not one SELECT is refused: %s', async sql => {
    expect(await kindOf(own(sql))).toBe('failed');
    await isFree();
  });

  it.each([0.1, 0.5, 0.9])('fails where its answer breaks off after %d of it', async keep => {
    for (const fault of [
      { kind: 'cut', keep, end: 'clean' },
      { kind: 'cut', keep, end: 'reset' },
      { kind: 'late error', keep, code: 241, framed: false },
      { kind: 'late error', keep, code: 241, framed: true },
    ] as const) {
      server.fail(fault);
      const sql = "SELECT number, [number], 'a' FROM numbers(100)";
      // 241: the statement took more memory than it may
      expect(await kindOf(own(sql))).toBe(fault.kind === 'cut' ? 'failed' : 'exhausted');
    }
  });
});

describe('an answer', () => {
  const HEAD = '["a", "b"]\n["UInt8", "Array(UInt8)"]\n';
  const read = async (text: string, maxRows = 9) => {
    const body = (async function* () {
      yield Buffer.from(text);
    })();
    return readLines(body, { maxRows, maxBytes: 99, sentRows: null }, ownLines());
  };

  it('has totals behind an empty line, which are no row', async () => {
    expect(await read(`${HEAD}[1, [2]]\n\n[3, [4]]\n`)).toEqual([[1, '[2]']]);
    expect(await read(`${HEAD}\n[3, [4]]\n`)).toEqual([]);
    expect(await read(`${HEAD}[1, [2]]\n[5, []]\n\n[3, [4]]\n`, 1)).toEqual([[1, '[2]']]);
  });

  it.each([
    '',
    '["a", "b"]\n',
    '["a", "b"]\n["UInt8"]\n',
    '["a", "b"]\n["UInt8", 7]\n',
    '["a", "b"]\n[1, [2]]\n',
    `${HEAD}[1, [2]]`,
    `${HEAD}[1, [2]\n`,
    `${HEAD}[1]\n`,
    `${HEAD}[1, [2], 3]\n`,
    `${HEAD}["1", [2]]\n`,
    `${HEAD}[1, {"a":2}]\n`,
    `${HEAD}\n\nCode: 241. DB::Exception: x\n`,
    `${HEAD}Code: 241. DB::Exception: x\n`,
    '["a"]\n["Bool"]\n[nothing]\n',
    '["a"]\n["Float64"]\n["NaN?"]\n',
    '["a"]\n["DateTime"]\n["2026-01-02 03:04:05"]\n',
    '["a"]\n["JSON"]\n[{"a":]\n',
    '["a"]\n["JSON"]\n[]]\n',
    '["a"]\n["Tuple(a UInt8)"]\n[{"b":1}]\n',
    '["a"]\n["Tuple(UInt8)"]\n[[1,2]]\n',
    '["a"]\n["String"]\n["\\x"]\n',
    '["a"]\n["Nothing"]\n[1]\n',
  ])('that is not whole is a failure: %j', async text => {
    await expect(read(text)).rejects.toThrow(/^the answer is broken: /);
  });
});

describe('the column of a type', () => {
  it('is the same as DESCRIBE writes it', () => {
    const type = 'Tuple(\n    a LowCardinality(Nullable(String)),\n    b Array(UInt8))';
    expect(resultColumn('x', type)).toMatchObject({ readAs: ['json'], nullable: false });
    expect(resultColumn('x', 'Nullable(DateTime)')).toMatchObject({
      readAs: ['timestamp'],
      nullable: true,
    });
    expect(resultColumn('x', 'QBit(Float32, 8)').readAs).toEqual([]);
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
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\0': '\\0' };
const literal = (text: string) =>
  `'${[...text].map(character => ESCAPES[character] ?? character).join('')}'`;
const leaf = (type: string, value: fc.Arbitrary<Sample>): SampleType => ({
  type: `Nullable(${type})`,
  value: fc.option(
    value.map(({ sql, json }) => ({ sql: `CAST(${sql}, ${literal(`Nullable(${type})`)})`, json })),
    { nil: { sql: `CAST(NULL, ${literal(`Nullable(${type})`)})`, json: 'null' } },
  ),
});
const quotedDigits = (n: bigint | number) => ({ sql: `'${n}'`, json: String(n) });
const LEAVES: readonly SampleType[] = [
  leaf('Int256', fc.bigInt(-(2n ** 255n), 2n ** 255n - 1n).map(quotedDigits)),
  leaf('UInt64', fc.bigInt(0n, 2n ** 64n - 1n).map(quotedDigits)),
  leaf('Int16', fc.integer({ min: -32_768, max: 32_767 }).map(quotedDigits)),
  leaf(
    'Bool',
    fc.boolean().map(is => ({ sql: String(is), json: String(is) })),
  ),
  leaf(
    'String',
    characters.map(text => ({ sql: literal(text), json: JSON.stringify(text) })),
  ),
  leaf(
    'FixedString(3)',
    fc
      .constantFrom('abc', 'a\0c')
      .map(text => ({ sql: literal(text), json: JSON.stringify(text) })),
  ),
  leaf(
    'Decimal(76, 4)',
    fc.bigInt(1n, 10n ** 76n - 1n).map(units => {
      const digits = String(units * 10n + 1n)
        .slice(0, 76)
        .padStart(5, '0');
      const text = `-${digits.slice(0, -4)}.${digits.slice(-4)}`;
      return { sql: `'${text}'`, json: `"${text.replace(/\.?0+$/, '')}"` };
    }),
  ),
  leaf(
    "DateTime64(6, 'Asia/Tokyo')",
    fc
      .date({ min: new Date('1900-01-02'), max: new Date('2299-12-30'), noInvalidDate: true })
      .map(date => ({
        sql: `fromUnixTimestamp64Micro(${BigInt(date.getTime()) * 1_000n})`,
        json: JSON.stringify(date.toISOString().replace('.000Z', 'Z')),
      })),
  ),
];

function arrayOf(item: SampleType): SampleType {
  const type = `Array(${item.type})`;
  const value = fc.array(item.value, { maxLength: 4 }).map(items => ({
    sql: `CAST([${items.map(({ sql }) => sql).join(', ')}], ${literal(type)})`,
    json: `[${items.map(({ json }) => json).join(',')}]`,
  }));
  return { type, value };
}

function tupleOf(parts: readonly (readonly [string, SampleType])[], isNamed: boolean): SampleType {
  const types = parts.map(([name, { type }]) => (isNamed ? `${quoteName(name)} ${type}` : type));
  const type = `Tuple(${types.join(', ')})`;
  const value = fc.tuple(...parts.map(([, part]) => part.value)).map(values => {
    const texts = values.map(({ json }, index) =>
      isNamed ? `${JSON.stringify(parts[index]?.[0])}:${json}` : json,
    );
    return {
      sql: `CAST(tuple(${values.map(({ sql }) => sql).join(', ')}), ${literal(type)})`,
      json: isNamed ? `{${texts.join(',')}}` : `[${texts.join(',')}]`,
    };
  });
  return { type, value };
}

function mapOf(item: SampleType): SampleType {
  const type = `Map(String, ${item.type})`;
  const entries = fc.uniqueArray(fc.tuple(characters, item.value), {
    selector: ([key]) => key,
    maxLength: 3,
  });
  const value = entries.map(some => ({
    sql: `CAST(map(${some.map(([key, { sql }]) => `${literal(key)}, ${sql}`).join(', ')}), ${literal(type)})`,
    json: `{${some.map(([key, { json }]) => `${JSON.stringify(key)}:${json}`).join(',')}}`,
  }));
  return { type, value };
}

const names = fc.uniqueArray(unicodeText({ minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 3,
});
const { sampleType } = fc.letrec<{ sampleType: SampleType }>(tie => ({
  sampleType: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom(...LEAVES),
    tie('sampleType').map(arrayOf),
    tie('sampleType').map(mapOf),
    fc
      .tuple(names, fc.boolean())
      .chain(([some, isNamed]) =>
        fc
          .tuple(...some.map(name => tie('sampleType').map(type => [name, type] as const)))
          .map(parts => tupleOf(parts, isNamed)),
      ),
  ),
}));

describe('nested values', () => {
  /** JSON with its texts escaped in one way; numbers keep their digits. */
  const said = (json: string) =>
    json.replace(/"(?:[^"\\]|\\.)*"/g, token => JSON.stringify(JSON.parse(token)));

  it('keep their text, whatever it is', async () => {
    const property = fc.asyncProperty(
      sampleType.chain(type => fc.array(arrayOf(type).value, { minLength: 1, maxLength: 4 })),
      async samples => {
        const { rows } = await own(`SELECT ${samples.map(({ sql }) => sql).join(', ')}`);
        const cells = rows[0]?.map(cell => said(String(cell)));
        expect(cells).toEqual(samples.map(({ json }) => json));
      },
    );
    await fc.assert(property, { numRuns: 150 });
  });
});
