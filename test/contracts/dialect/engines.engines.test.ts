import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import { type Dialect, hasType } from '../../../generator/sql/dialect.ts';
import { identifier } from '../../../generator/sql/sql.ts';
import { type Engines, engineFor, openEngines } from '../../engines/open-engines.ts';
import { SqlError } from '../../engines/sql-error.ts';
import type {
  Binding,
  ColumnScalar,
  RecordLayout,
  TestEngine,
  TestTable,
  Value,
} from '../../engines/test-engine.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { usually } from '../../support/usually.ts';

let engines: Engines;

beforeAll(async () => {
  // A zone that no engine may take for its own.
  vi.stubEnv('TZ', 'Asia/Kathmandu');
  engines = await openEngines({ settings: { join_use_nulls: 1 } });
});

afterAll(() => engines.close());

/** Every engine of the list, with a table of the scalars that it stores. */
const EVERY = [...DIALECTS.values()].map(dialect => [dialect.name, dialect] as const);

function plainTable(
  dialect: Dialect,
  rows: readonly Readonly<Record<string, unknown>>[],
): TestTable {
  const kept = Object.entries(COLUMNS).filter(([, { type }]) => {
    if (typeof type === 'string') return hasType(dialect, type);
    return 'decimal' in type && hasType(dialect, 'decimal');
  });
  const names = kept.map(([name]) => name);
  return {
    name: 'logs',
    layout: 'nested',
    columns: Object.fromEntries(kept),
    rows: rows.map(row =>
      Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))),
    ),
  };
}

/** Those whose own types and quirks this suite knows. */
type EngineName = 'bigquery' | 'duckdb' | 'clickhouse';
const NAMES: readonly EngineName[] = ['bigquery', 'duckdb', 'clickhouse'];
const LAYOUTS: readonly RecordLayout[] = ['nested', 'repeated'];
const EACH = NAMES.flatMap(name => LAYOUTS.map(layout => ({ name, layout })));

const micros = (iso: string, extra = 0n): bigint => BigInt(Date.parse(iso)) * 1000n + extra;

const COLUMNS = {
  id: { type: 'int64', required: true },
  text: { type: 'string' },
  number: { type: 'int64' },
  ratio: { type: 'float64' },
  price: { type: { decimal: { precision: 18, scale: 2 } } },
  exact: { type: 'decimal' },
  flag: { type: 'bool' },
  seen: { type: 'timestamp' },
  day: { type: 'date' },
  doc: { type: 'json' },
  meta: {
    type: {
      record: { path: 'string', seen: 'timestamp', response: { record: { status: 'int64' } } },
    },
  },
} as const satisfies TestTable['columns'];

const FULL_META = {
  path: '/rest/é',
  seen: micros('1969-12-31T23:59:59.999Z', 999n),
  response: { status: 200n },
};

const ROWS = [
  {
    id: 1n,
    text: 'a\'b"c`d\\e\n\t\u{1f600}',
    number: 2n ** 63n - 1n,
    ratio: -0,
    price: '9999999999999999.99',
    exact: '-99999999999999999999999999999.999999999',
    flag: true,
    seen: micros('2026-01-15T10:07:00.123Z', 456n),
    day: '2026-01-15',
    doc: '{"a":1}',
    meta: FULL_META,
  },
  { id: 2n },
  {
    id: 3n,
    text: '',
    number: -(2n ** 63n),
    ratio: Number.NaN,
    price: '-0.5',
    exact: '0.000000001',
    flag: false,
    seen: -1n,
    day: '1900-01-01',
    meta: { path: 'p' },
  },
  { id: 4n, ratio: Number.POSITIVE_INFINITY, seen: micros('1900-01-01T00:00:00Z', 1n) },
  { id: 5n, ratio: Number.NEGATIVE_INFINITY, seen: micros('2200-02-28T23:59:59.999Z', 999n) },
  // Rows may be equal in all but their key, and a row's instant may be another's.
  { id: 6n, ratio: 1.1e-300, seen: -1n, day: '2200-12-31' },
  { id: 7n, ratio: 1.1e-300, seen: -1n, day: '2200-12-31' },
];

function quoted({ name: engine }: TestEngine, name: string): string {
  const dialect = DIALECTS.get(engine);
  if (dialect === undefined) throw new Error(`no dialect is named ${engine}`);
  return identifier(name, dialect).text;
}

async function readAll(engine: TestEngine, table: TestTable): Promise<readonly Value[][]> {
  const { rows } = await engine.run(`SELECT * FROM ${quoted(engine, table.name)} ORDER BY id`);
  return rows.map(row => [...row]);
}

type Meta = { path?: string; seen?: bigint; response?: { status?: bigint } } | undefined;

/** What an engine stores for a `meta` of one element or none. */
function storedMeta(name: EngineName, layout: RecordLayout, meta: Meta): Value {
  const nested = name === 'clickhouse' && layout === 'nested';
  const wrapped = (record: Value): Value => {
    if (layout === 'repeated') return record === null ? [] : [record];
    return record;
  };
  const status = (response: { status?: bigint } | undefined): Value =>
    response === undefined && !nested ? null : { status: response?.status ?? null };
  if (meta === undefined && !nested) return wrapped(null);
  const { path: route = null, seen = null, response } = meta ?? {};
  return wrapped({ path: route, seen, response: wrapped(status(response)) });
}

describe('rows', () => {
  test.each(EACH)('of every type come back from $name, $layout', async ({ name, layout }) => {
    const table: TestTable = { name: 'logs', columns: COLUMNS, layout, rows: ROWS };
    await engines[name].load([table]);
    const expected = ROWS.map(row => {
      const { text, number, ratio, price, exact, flag, seen, day, doc, meta } = row;
      const values = [text, number, ratio, price, exact, flag, seen, day, doc];
      const scalars = values.map(value => value ?? null);
      return [row.id, ...scalars, storedMeta(name, layout, meta)];
    });
    expect(await readAll(engines[name], table)).toEqual(expected);
  });

  test.each(EACH)(
    'with explicit arrays lie in $name as given, $layout',
    async ({ name, layout }) => {
      const [one, two] = [{ path: '1' }, { path: '2' }];
      const rows = [[], [one], [one, two]].map((meta, id) => ({ id: BigInt(id), meta }));
      const columns = { id: COLUMNS.id, meta: { type: { record: { path: 'string' } } } } as const;
      await engines[name].load([{ name: 'logs', columns, layout, rows }]);
      const { rows: found } = await engines[name].run('SELECT meta FROM logs ORDER BY id');
      const missing = name === 'clickhouse' ? { path: null } : null;
      const nested = [[missing], [one], [one]];
      expect(found).toEqual(layout === 'nested' ? nested : [[[]], [[one]], [[one, two]]]);
    },
  );

  test('have the types that statements are compiled against', async () => {
    const types = async (name: EngineName, layout: RecordLayout) => {
      await engines[name].load([{ name: 'logs', columns: COLUMNS, layout, rows: [] }]);
      return (await engines[name].run('SELECT * FROM logs')).columns.map(({ type }) => type);
    };
    expect(await types('bigquery', 'repeated')).toEqual([
      ...['INT64', 'STRING', 'INT64', 'FLOAT64', 'NUMERIC', 'NUMERIC'],
      ...['BOOL', 'TIMESTAMP', 'DATE', 'JSON'],
      'ARRAY<STRUCT<path STRING, seen TIMESTAMP, response ARRAY<STRUCT<status INT64>>>>',
    ]);
    expect(await types('duckdb', 'nested')).toEqual([
      ...['BIGINT', 'VARCHAR', 'BIGINT', 'DOUBLE', 'DECIMAL(18,2)', 'DECIMAL(38,9)'],
      ...['BOOLEAN', 'TIMESTAMP', 'DATE', 'JSON'],
      'STRUCT("path" VARCHAR, "seen" TIMESTAMP, "response" STRUCT("status" BIGINT))',
    ]);
    expect(await types('clickhouse', 'nested')).toEqual([
      ...['Int64', 'Nullable(String)', 'Nullable(Int64)', 'Nullable(Float64)'],
      ...['Nullable(Decimal(18, 2))', 'Nullable(Decimal(38, 9))', 'Nullable(Bool)'],
      ...["Nullable(DateTime64(6, 'UTC'))", 'Nullable(Date32)', 'Nullable(String)'],
      "Tuple(path Nullable(String), seen Nullable(DateTime64(6, 'UTC')), response Tuple(status Nullable(Int64)))",
    ]);
  });

  test.each(EVERY)('of an earlier load are gone from %s', async (name, dialect) => {
    const engine = engineFor(engines, name);
    const table = plainTable(dialect, ROWS);
    await engine.load([table, { ...table, name: 'other' }]);
    await engine.load([{ ...table, rows: table.rows.slice(0, 2) }]);
    expect(await readAll(engine, table)).toHaveLength(2);
    await expect(engine.run('SELECT 1 FROM other')).rejects.toThrow(SqlError);
  });

  test.each(EVERY)('that are not of their table are refused for %s', async (name, dialect) => {
    const meta = COLUMNS.meta;
    const load = (row: Record<string, unknown>) => {
      const table = plainTable(dialect, []);
      const columns = { ...table.columns, meta };
      return engineFor(engines, name).load([{ ...table, columns, rows: [row] }]);
    };
    await expect(load({ text: 'a' })).rejects.toThrow('row 0 of logs: id is required');
    await expect(load({ id: 1 })).rejects.toThrow('row 0 of logs: id: number where int64');
    await expect(load({ id: 1n, txt: 'a' })).rejects.toThrow('row 0 of logs: no column txt');
    await expect(load({ id: 1n, meta: 'a' })).rejects.toThrow('row 0 of logs: meta: not a record');
  });

  test('beyond the instants of ClickHouse are refused there, not bent', async () => {
    for (const seen of [micros('1899-12-31T23:59:59Z'), micros('2300-01-01T00:00:00Z')]) {
      const rows = [{ id: 1n, seen }];
      const table: TestTable = { name: 'logs', columns: COLUMNS, layout: 'nested', rows };
      await expect(engines.clickhouse.load([table])).rejects.toThrow('outside');
    }
  });

  test('too many for a request of ZetaSQL are refused with that reason', async () => {
    const rows = Array.from({ length: 50 }, (_, id) => ({ id: BigInt(id), text: 'x'.repeat(1e5) }));
    await engines.bigquery.load([{ name: 'logs', columns: COLUMNS, layout: 'nested', rows }]);
    await expect(engines.bigquery.run('SELECT 1')).rejects.toThrow('at most 4 MiB');
    await engines.bigquery.load([]);
    expect((await engines.bigquery.run('SELECT 1')).rows).toEqual([[1n]]);
  });

  test('are loaded beyond the 2,048 of one DuckDB chunk', async () => {
    const rows = Array.from({ length: 5000 }, (_, id) => ({ id: BigInt(id) }));
    await engines.duckdb.load([{ name: 'logs', columns: COLUMNS, layout: 'nested', rows }]);
    const { rows: counted } = await engines.duckdb.run('SELECT count(*), max(id) FROM logs');
    expect(counted).toEqual([[5000n, 4999n]]);
  });
});

// Any text but NUL, which is never in our rows: BigQuery and DuckDB treat it each in their own way.
const hostileText = (maxLength: number) =>
  fc
    .oneof(
      unicodeText({ maxLength }),
      fc.string({
        unit: fc.constantFrom(...'\\\'"`\n\r\t{}$@?;-#%\u00a0\ufeffé\u{1f600}'),
        maxLength,
      }),
    )
    .filter(text => !text.includes('\0'));

/** DuckDB's package takes a leading U+FEFF for a byte order mark when it reads, and drops it. */
function readText(engine: TestEngine, text: string): string {
  return engine.name === 'duckdb' ? text.replace(/^\ufeff/, '') : text;
}

const PLACEHOLDERS: Record<EngineName, (name: string) => string> = {
  bigquery: name => `@${name}`,
  duckdb: name => `$${name}::VARCHAR`,
  clickhouse: name => `{${name}:Nullable(String)}`,
};

describe('text', () => {
  test.each(NAMES)('survives %s in rows, records and parameters', async name => {
    const engine = engines[name];
    const columns = { ...COLUMNS, meta: { type: { record: { path: 'string' } } } } as const;
    const matches = `SELECT id FROM logs WHERE text = ${PLACEHOLDERS[name]('p')}`;
    const property = fc.asyncProperty(
      fc.uniqueArray(hostileText(40), { minLength: 1, maxLength: 20 }),
      async texts => {
        const rows = texts.map((text, id) => ({ id: BigInt(id), text, meta: { path: text } }));
        await engine.load([{ name: 'logs', columns, layout: 'nested', rows }]);
        const { rows: found } = await engine.run('SELECT text, meta FROM logs ORDER BY id');
        const read = texts.map(text => readText(engine, text));
        expect(found).toEqual(read.map(text => [text, { path: text }]));
        const value = texts.at(-1) ?? '';
        const answer = await engine.run(matches, [{ name: 'p', scalar: 'string', value }]);
        expect(answer.rows).toEqual([[BigInt(texts.length - 1)]]);
      },
    );
    await fc.assert(property, { numRuns: usually(60) });
  });

  test.each(NAMES)('names tables, columns and fields of %s', async name => {
    const engine = engines[name];
    // ZetaSQL keeps names that begin with $ for its own, and hides them.
    const identifier = hostileText(8).filter(text => !/^(\ufeff|\$|$)/.test(text));
    const property = fc.asyncProperty(identifier, identifier, async (tableName, field) => {
      const columns = { [field]: { type: { record: { [field]: 'int64' } } } } as const;
      const rows = [{ [field]: { [field]: 1n } }];
      await engine.load([{ name: tableName, columns, layout: 'nested', rows }]);
      const answer = await engine.run(`SELECT * FROM ${quoted(engine, tableName)}`);
      expect(answer.columns.map(column => column.name)).toEqual([field]);
      expect(answer.rows).toEqual([[{ [field]: 1n }]]);
    });
    await fc.assert(property, { numRuns: usually(60) });
  });

  test('with a leading U+FEFF is whole in DuckDB, and only read without it', async () => {
    const binding: Binding = { name: 'p', scalar: 'string', value: '\ufeffa' };
    const { rows } = await engines.duckdb.run('SELECT length($p), $p::VARCHAR', [binding]);
    expect(rows).toEqual([[2n, 'a']]);
  });
});

describe('random rows', () => {
  const cell = fc.record(
    {
      text: hostileText(10),
      number: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      ratio: fc.double(),
      flag: fc.boolean(),
      // Whole seconds make ties likely.
      seen: fc.oneof(
        fc.bigInt({ min: -5n, max: 5n }).map(seconds => seconds * 1_000_000n),
        fc.bigInt({ min: micros('1900-01-01T00:00:00Z'), max: micros('2299-12-31T23:59:59Z') }),
      ),
    },
    { requiredKeys: [] },
  );

  test('are the same rows on every engine', async () => {
    const property = fc.asyncProperty(
      fc.array(cell, { maxLength: 60 }),
      fc.constantFrom(...LAYOUTS),
      async (cells, layout) => {
        const rows = cells.map((row, id) => ({ id: BigInt(id), ...row }));
        for (const name of NAMES) {
          const engine = engines[name];
          const table: TestTable = { name: 'logs', columns: COLUMNS, layout, rows };
          await engine.load([table]);
          const { rows: found } = await engine.run(
            'SELECT id, text, number, ratio, flag, seen FROM logs ORDER BY seen, id DESC',
          );
          const expected = [...rows]
            .sort((a, b) => inOrder(a.seen, b.seen, NULLS_FIRST[name]) || Number(b.id - a.id))
            .map(({ id, text, number, ratio, flag, seen }) => {
              const read = text === undefined ? null : readText(engine, text);
              return [id, read, number ?? null, ratio ?? null, flag ?? null, seen ?? null];
            });
          expect(found).toEqual(expected);
        }
      },
    );
    await fc.assert(property, { numRuns: usually(40) });
  });

  const NULLS_FIRST: Record<EngineName, boolean> = {
    bigquery: true,
    duckdb: false,
    clickhouse: false,
  };

  function inOrder(a: bigint | undefined, b: bigint | undefined, nullsFirst: boolean): number {
    if (a === undefined || b === undefined) {
      return (Number(a !== undefined) - Number(b !== undefined)) * (nullsFirst ? 1 : -1);
    }
    return a < b ? -1 : Number(a > b);
  }
});

describe('parameters', () => {
  const BINDINGS: readonly Binding[] = [
    { name: 'text', scalar: 'string', value: "it's" },
    { name: 'number', scalar: 'int64', value: 2n ** 63n - 1n },
    { name: 'ratio', scalar: 'float64', value: 2 },
    { name: 'price', scalar: 'decimal', value: '-12.5' },
    { name: 'flag', scalar: 'bool', value: true },
    { name: 'at', scalar: 'timestamp', value: micros('1950-03-04T05:06:07Z', 8n) },
    { name: 'day', scalar: 'date', value: '1950-03-04' },
    { name: 'doc', scalar: 'json', value: '{"a":1}' },
    { name: 'unused', scalar: 'string', value: null },
  ];
  const CLICKHOUSE_TYPES: Record<ColumnScalar, string> = {
    string: 'String',
    int64: 'Int64',
    float64: 'Float64',
    decimal: 'Decimal(38, 9)',
    bool: 'Bool',
    timestamp: "DateTime64(6, 'UTC')",
    datetime: "DateTime64(6, 'UTC')",
    date: 'Date32',
    json: 'String',
  };
  const used = BINDINGS.filter(({ name }) => name !== 'unused');
  const DUCKDB_TYPES = 'VARCHAR,BIGINT,DOUBLE,DECIMAL(38, 9),BOOLEAN,TIMESTAMP,DATE,JSON'.split(
    /,(?! )/,
  );
  const STATEMENTS: Record<EngineName, string> = {
    bigquery: `SELECT ${used.map(({ name }) => `@${name}`)}`,
    duckdb: `SELECT ${used.map(({ name }, index) => `$${name}::${DUCKDB_TYPES[index]}`)}`,
    clickhouse: `SELECT ${used.map(({ name, scalar }) => `{${name}:Nullable(${CLICKHOUSE_TYPES[scalar]})}`)}`,
  };

  test.each(NAMES)('of every scalar reach %s, as values and as NULL', async name => {
    const { rows } = await engines[name].run(STATEMENTS[name], BINDINGS);
    expect(rows).toEqual([used.map(({ value }) => value)]);
    const nulls = BINDINGS.map(binding => ({ ...binding, value: null }));
    const answer = await engines[name].run(STATEMENTS[name], nulls);
    expect(answer.rows).toEqual([used.map(() => null)]);
  });

  test.each(NAMES)('that are missing are named by %s', async name => {
    const run = engines[name].run(STATEMENTS[name], BINDINGS.slice(1));
    await expect(run).rejects.toThrow(/text/);
    await expect(engines[name].run(STATEMENTS[name])).rejects.toThrow(SqlError);
  });

  test('that are NULL are refused by a ClickHouse type that would make them empty', async () => {
    const binding: Binding = { name: 'p', scalar: 'string', value: null };
    const run = engines.clickhouse.run('SELECT { p : String }', [binding]);
    await expect(run).rejects.toThrow('NULL is bound to {p:String}');
  });

  test('of ClickHouse are not looked for in comments and quoted text', async () => {
    const sql = `-- it's {a:String}
      SELECT '{b:String} \\' {c:String}' /* {d:String}' */ AS \`{e:String}\`, {p:Int64} AS "{f:Int8}"`;
    const { rows } = await engines.clickhouse.run(sql, [{ name: 'p', scalar: 'int64', value: 7n }]);
    expect(rows).toEqual([["{b:String} ' {c:String}", 7n]]);
  });
});

describe('statements', () => {
  test('that fail leave nothing in the next answer of ClickHouse', async () => {
    const { clickhouse } = engines;
    // Fails after whole blocks of rows have been written.
    const failing = 'SELECT number, throwIf(number = 150000) FROM numbers(200000)';
    for (let round = 0; round < 3; round += 1) {
      await expect(clickhouse.run(failing)).rejects.toThrow(SqlError);
      expect((await clickhouse.run('SELECT 1')).rows).toEqual([[1n]]);
    }
    const [failed, next] = await Promise.allSettled([
      clickhouse.run(failing),
      clickhouse.run('SELECT 2'),
    ]);
    expect(failed.status).toBe('rejected');
    expect(next).toMatchObject({ status: 'fulfilled', value: { rows: [[2n]] } });
  });

  test.each(EVERY)('are refused by %s when they are several', async (name, dialect) => {
    const engine = engineFor(engines, name);
    await engine.load([plainTable(dialect, ROWS)]);
    await expect(engine.run('SELECT 1; SELECT 2')).rejects.toThrow(SqlError);
    expect((await engine.run('SELECT 3')).rows).toEqual([[3n]]);
  });

  test('are not executed by DuckDB when they are several', async () => {
    const table: TestTable = { name: 'logs', columns: COLUMNS, layout: 'nested', rows: ROWS };
    await engines.duckdb.load([table]);
    await expect(engines.duckdb.run('SELECT 1; DROP TABLE logs')).rejects.toThrow('multiple');
    await expect(engines.duckdb.run('DROP TABLE logs')).rejects.toThrow('not a SELECT');
    expect(await readAll(engines.duckdb, table)).toHaveLength(ROWS.length);
  });

  test.each(EVERY)('are refused by %s when they are no query', async name => {
    const run = engineFor(engines, name).run('CREATE TABLE made_here AS SELECT 1 AS a');
    await expect(run).rejects.toThrow(SqlError);
  });

  test('run in UTC, whatever the zone of the machine', async () => {
    expect(new Date(0).getTimezoneOffset()).not.toBe(0);
    const midnight = [[micros('1970-01-02T00:00:00Z')]];
    const duckdb = await engines.duckdb.run("SELECT TIMESTAMPTZ '1970-01-02 00:00:00'");
    expect(duckdb.rows).toEqual(midnight);
    const clickhouse = await engines.clickhouse.run("SELECT toDateTime64('1970-01-02', 6)");
    expect(clickhouse.rows).toEqual(midnight);
    const bigquery = await engines.bigquery.run("SELECT TIMESTAMP '1970-01-02'");
    expect(bigquery.rows).toEqual(midnight);
  });

  test('run in ClickHouse under the settings of the session', async () => {
    const { rows } = await engines.clickhouse.run(
      'SELECT b.x FROM (SELECT 1 AS x) a LEFT JOIN (SELECT 2 AS x) b ON a.x = b.x',
    );
    expect(rows).toEqual([[null]]);
  });

  test('answer wide integers, nested arrays and unnamed tuples', async () => {
    const sums = await engines.duckdb.run(
      'SELECT sum(i::BIGINT), [[i], []], {a: i} FROM (SELECT 7 i) GROUP BY i',
    );
    expect(sums.rows).toEqual([[7n, [[7n], []], { a: 7n }]]);
    const wide = await engines.clickhouse.run(
      "SELECT toInt128(-1), toUInt256(7), [[1], []], tuple(1, 'a'), toDateTime64(1.5, 3, 'Asia/Tokyo')",
    );
    expect(wide.rows).toEqual([[-1n, 7n, [[1n], []], [1n, 'a'], 1_500_000n]]);
    const datetime = await engines.bigquery.run(
      "SELECT DATETIME '1969-12-31 23:59:59.999999', STRUCT(1, 'a' AS b), CAST(NULL AS ARRAY<INT64>)",
    );
    expect(datetime.rows).toEqual([[-1n, { _field_1: 1n, b: 'a' }, null]]);
  });

  test.each([
    { name: 'bigquery', sql: "SELECT TIME '10:00:00'", type: 'TIME' },
    { name: 'duckdb', sql: 'SELECT INTERVAL 1 DAY', type: 'INTERVAL' },
    { name: 'clickhouse', sql: 'SELECT generateUUIDv4()', type: 'UUID' },
  ] as const)('of a type without plain form are refused for $name', async ({ name, sql, type }) => {
    await expect(engines[name].run(sql)).rejects.toThrow(`no plain form for`);
    await expect(engines[name].run(sql)).rejects.toThrow(type);
  });
});

describe('ZetaSQL', () => {
  test('reads the pinned clock, each statement its own, over the same rows', async () => {
    const { bigquery } = engines;
    await bigquery.load([{ name: 'logs', columns: COLUMNS, layout: 'nested', rows: ROWS }]);
    const sql = `SELECT CURRENT_TIMESTAMP, CURRENT_TIMESTAMP(), CURRENT_DATE(), CURRENT_DATETIME(),
      COUNT(*) FROM logs`;
    for (const now of [-1n, micros('2026-01-15T23:59:59.999Z', 999n)]) {
      const day = now < 0n ? '1969-12-31' : '2026-01-15';
      const { rows } = await bigquery.run(sql, [], { now });
      expect(rows).toEqual([[now, now, day, now, BigInt(ROWS.length)]]);
    }
  });

  test('reads the real clock when it is not pinned', async () => {
    const { rows } = await engines.bigquery.run('SELECT CURRENT_TIMESTAMP()');
    const millis = Number(rows[0]?.[0]) / 1000;
    expect(Math.abs(millis - Date.now())).toBeLessThan(60_000);
  });

  test('takes QUALIFY for a keyword', async () => {
    const { rows } = await engines.bigquery.run(
      'SELECT x FROM UNNEST([1, 2]) x QUALIFY ROW_NUMBER() OVER (ORDER BY x DESC) = 1',
    );
    expect(rows).toEqual([[2n]]);
  });

  test('answers approximate aggregates exactly, by nearest rank', async () => {
    const sql = `SELECT APPROX_QUANTILES(x, 100)[SAFE_OFFSET(95)], APPROX_QUANTILES(x, 100)[OFFSET(0)],
      APPROX_COUNT_DISTINCT(MOD(x, 7)), APPROX_QUANTILES(IF(x < 0, x, NULL), 100)[SAFE_OFFSET(95)]
      FROM UNNEST(ARRAY_CONCAT(GENERATE_ARRAY(1, 20), [NULL])) x`;
    expect((await engines.bigquery.run(sql)).rows).toEqual([[19n, 1n, 7n, null]]);
  });

  test('analyses names, types, parameters and tables without rows', async () => {
    const shape = { name: 'p.d.logs', columns: COLUMNS, layout: 'repeated' } as const;
    const sql = `SELECT m.path AS route, APPROX_QUANTILES(l.ratio, 100) AS q, @any AS a
      FROM \`p.d.logs\` l, UNNEST(meta) m WHERE l.seen < @end GROUP BY route LIMIT @Top`;
    const analysis = await engines.bigquery.analyze(sql, [shape, { ...shape, name: 'unread' }]);
    expect(analysis).toEqual({
      columns: [
        { name: 'route', type: 'STRING' },
        { name: 'q', type: 'ARRAY<FLOAT64>' },
        { name: 'a', type: 'INT64' },
      ],
      output: [
        { name: 'route', type: { type_kind: 'TYPE_STRING' } },
        {
          name: 'q',
          type: {
            type_kind: 'TYPE_ARRAY',
            array_type: { element_type: { type_kind: 'TYPE_DOUBLE' } },
          },
        },
        { name: 'a', type: { type_kind: 'TYPE_INT64' } },
      ],
      parameters: [
        { name: 'any', type: 'INT64' },
        { name: 'end', type: 'TIMESTAMP' },
        { name: 'top', type: 'INT64' },
      ],
      tables: ['p.d.logs'],
    });
  });

  test('analyses against the declared types of bindings', async () => {
    const binding: Binding = { name: 'P', scalar: 'string', value: null };
    const { columns } = await engines.bigquery.analyze('SELECT @P AS p', [], [binding]);
    expect(columns).toEqual([{ name: 'p', type: 'STRING' }]);
    const wrong = engines.bigquery.analyze('SELECT NOT @P', [], [binding]);
    await expect(wrong).rejects.toThrow('No matching signature');
  });

  test('tells the line and column of what it refuses', async () => {
    const shape = { name: 'logs', columns: COLUMNS, layout: 'nested' } as const;
    const error = await engines.bigquery
      .analyze('SELECT id,\n  meta.pth\nFROM logs', [shape])
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SqlError);
    expect(error).toMatchObject({ line: 2, column: 8 });
    expect(error).toMatchObject({ message: expect.stringMatching(/pth.*Did you mean path\?$/) });
    const run = engines.bigquery.run('SELECT 1 +');
    await expect(run).rejects.toMatchObject({ line: 1, column: 11 });
    await expect(engines.bigquery.analyze('DELETE FROM logs WHERE TRUE', [shape])).rejects.toThrow(
      'not supported',
    );
  });
});
