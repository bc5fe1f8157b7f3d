/** Tables that others made, whose rows were wrong before a leaf converted their columns. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClickHouse } from '../engines/clickhouse/open-clickhouse.ts';
import { openDuckDb } from '../engines/duckdb/open-duckdb.ts';
import type { OpenTestEngine } from '../engines/test-engine.ts';
import type { Rows } from '../equality/execute.ts';
import type { Sent } from '../reference/answer.ts';
import { endpointsOf, rowsOf } from './project.ts';

/** Microseconds since 1970. */
const at = (text: string) => BigInt(Date.parse(`${text}Z`)) * 1000n;

async function asked(
  engine: OpenTestEngine,
  sources: string,
  body: string,
  sent: Sent = {},
): Promise<Rows> {
  const endpoint = endpointsOf(engine.name, sources, { asked: body }).get('asked');
  if (endpoint === undefined) throw new Error('no endpoint');
  return rowsOf(engine, endpoint, sent);
}

const VISITS = `
  visits:
    tables: { clickhouse: { table: visits } }
    key: [id]
    columns:
      id: { type: string, required: true, stored: { clickhouse: UInt64 } }
      start: { type: timestamp, required: true, stored: { clickhouse: DateTime } }
      city: { type: int64, required: true, stored: { clickhouse: UInt64 } }
      note: { type: string, required: true }
`;

const KINDS = `
  kinds:
    tables: { clickhouse: { table: kinds } }
    key: [id]
    columns:
      id: { type: string, required: true, stored: { clickhouse: UUID } }
      e: { type: string, required: true, stored: { clickhouse: Enum8 } }
      ip: { type: string, required: true, stored: { clickhouse: IPv4 } }
      fs: { type: string, required: true, stored: { clickhouse: FixedString } }
      js: { type: json, required: true, stored: { clickhouse: JSON } }
      n64: { list: int64, required: true, stored: { clickhouse: Array(Nullable(UInt64)) } }
      d: { type: date, required: true, stored: { clickhouse: Date } }
      d32: { type: date, required: true }
      up: { type: string, required: true }
      twice: { type: int64, required: true, stored: { clickhouse: UInt64 } }
      seen: { type: timestamp, required: true, stored: { clickhouse: DateTime } }
      latest: { type: timestamp, required: true, stored: { clickhouse: DateTime } }
      third: { type: string, required: true, clickhouse: "concat(fs, '!')" }
`;

const FOLDED = `
  folded:
    tables: { duckdb: { table: folded } }
    key: [k]
    columns:
      id: { type: int64, required: true }
      k: { type: string, required: true, stored: { duckdb: VARCHAR COLLATE NOCASE } }
      w: { type: string, stored: { duckdb: VARCHAR COLLATE NOCASE.NOACCENT } }
`;

const nanos = (engine: string, type: string) => `
  ns:
    tables: { ${engine}: { table: ns } }
    key: [id]
    columns:
      id: { type: int64, required: true, stored: { ${engine}: ${engine === 'duckdb' ? 'UINTEGER' : 'UInt32'} } }
      ts: { type: timestamp, required: true, stored: { ${engine}: ${type} } }
      words: { list: string }
`;

describe('on ClickHouse', () => {
  let engine: OpenTestEngine;
  beforeAll(async () => {
    engine = await openClickHouse();
    await engine.load([]);
    for (const statement of CLICKHOUSE) await engine.execute(statement);
  });
  afterAll(() => engine.close());

  test.each(['start', 'begun', 't', 'q1', 'T', 'count', 'START'])(
    'an output may have the name of a column that its neighbour reads: %s',
    async name => {
      const rows = await asked(
        engine,
        VISITS,
        `from: visits
select: { ${name}: start, day: "trunc(start, day)", id: id }
order_by: [id desc]
`,
      );
      const day = at('2026-03-29T00:00:00');
      expect(rows).toEqual([
        [day, day, '5'],
        [at('2026-03-29T10:30:00'), day, '18446744073709551615'],
      ]);
    },
  );

  test.each(['begun', 'begun desc'])('pages over parts of a table, by %s', async order => {
    const sources = `
  parts:
    tables: { clickhouse: { table: parts } }
    key: [id]
    columns:
      id: { type: int64, required: true }
      begun: { type: timestamp, required: true, stored: { clickhouse: DateTime } }
`;
    const body =
      `from: parts\nselect: [id]\norder_by: [${order}, id]\npages: { size: 2 }\n`.replace(
        '[id]',
        '[id, begun]',
      );
    const rows = await asked(engine, sources, body);
    const ids = [0n, 1n, 2n, 3n, 4n, 5n];
    expect(rows.map(([id]) => id)).toEqual(order === 'begun' ? ids.toReversed() : ids);
  });

  test('a JSON column keeps its value under an output of its name', async () => {
    const body = `from: kinds\nselect: { js: js, n: "json_int64(js, 'n')", big: "json_int64(js, 'big')" }\n`;
    expect(await asked(engine, KINDS, body)).toEqual([
      ['{"big":9007199254740992,"n":1}', 1n, 9007199254740993n],
    ]);
  });

  nanosecondCases(() => engine, 'clickhouse', 'DateTime64(9)');

  test('calendar arithmetic on a Date is that of a Date32', async () => {
    const rows = await asked(
      engine,
      KINDS,
      `from: kinds
select:
  before: d - interval 60 year
  after: d + interval 150 year
  first: d32 - interval 1 day
  week: trunc(d - interval 20541 day, week)
`,
    );
    expect(rows).toEqual([['1966-03-29', '2176-03-29', '1899-12-31', '1969-12-29']]);
  });

  test('MATERIALIZED and ALIAS columns are read beside an author’s SQL', async () => {
    const body = 'from: kinds\nselect: [up, twice, third, e, latest]\n';
    expect(await asked(engine, KINDS, body)).toEqual([
      ['AB', 2n, 'ab\0\0!', 'a', at('2026-01-01T00:00:00')],
    ]);
  });

  test('text functions read enums, addresses, identifiers and fixed texts', async () => {
    const body = `from: kinds
select:
  e: lower(e)
  n: length(id)
  one: starts_with(ip, '1')
  fs: upper(fs)
`;
    expect(await asked(engine, KINDS, body)).toEqual([['a', 36n, true, 'AB']]);
  });

  const FILTERS = `from: kinds
filters: { id: id, ip: ip, fs: fs, e: e, twice: twice }
select: [fs]
`;
  test.each<[Sent, number]>([
    [{ id: ['eeccb8c5-9943-b2bb-bb5e-222f4e14b687'] }, 1],
    [{ id: ['EECCB8C5-9943-B2BB-BB5E-222F4E14B687'] }, 0],
    [{ id__contains: ['9943'] }, 1],
    [{ id: ['notauuid'] }, 0],
    [{ id: ['notauuid', 'eeccb8c5-9943-b2bb-bb5e-222f4e14b687'] }, 1],
    [{ twice: ['-1', '2'] }, 1],
    [{ twice: ['-1', '9223372036854775807'] }, 0],
    [{ ip: ['notanip'] }, 0],
    [{ ip: ['192.168.0.1'] }, 1],
    [{ ip: ['0.0.0.0', '192.168.0.1', 'x'] }, 1],
    [{ fs: ['ab'] }, 1],
    [{ fs: ['ab\u0001'] }, 0],
    [{ fs: ['a'] }, 0],
    [{ e: ['a'] }, 1],
    [{ e: ['nothing'] }, 0],
  ])('a caller’s filter compares texts: %j', async (sent, count) => {
    expect(await asked(engine, KINDS, FILTERS, sent)).toEqual(Array(count).fill(['ab']));
  });
});

describe('on DuckDB', () => {
  let engine: OpenTestEngine;
  beforeAll(async () => {
    engine = await openDuckDb();
    await engine.execute('CREATE TABLE ns (id UINTEGER, ts TIMESTAMP_NS)');
    await engine.execute(`INSERT INTO ns VALUES ${NANOSECONDS}`);
    await engine.execute("ALTER TABLE ns ADD COLUMN words VARCHAR[] DEFAULT ['a']");
  });
  afterAll(() => engine.close());

  nanosecondCases(() => engine, 'duckdb', 'TIMESTAMP_NS');

  test('a text with a collation compares by its characters', async () => {
    await engine.execute(
      'CREATE TABLE folded (id BIGINT, k VARCHAR COLLATE NOCASE, w VARCHAR COLLATE NOCASE.NOACCENT)',
    );
    await engine.execute("INSERT INTO folded VALUES (1, 'a', 'é'), (2, 'A', 'e'), (3, 'B', 'É')");
    const rows = (body: string, sent: Sent = {}) => asked(engine, FOLDED, body, sent);
    const found =
      'params: { k: { type: string, required: true } }\nfrom: folded\nselect: [id]\norder_by: [id]\n';
    expect(await rows(`${found}where: [k = @k]\n`, { k: 'a' })).toEqual([[1n]]);
    expect(await rows(`${found}where: ['contains(k, @k)']\n`, { k: 'A' })).toEqual([[2n]]);
    expect(await rows(`${found}where: [w in (@k)]\n`, { k: 'e' })).toEqual([[2n]]);
    const grouped = 'from: folded\ngroup_by: { k: k }\nselect: { n: count(), w: min(w) }\n';
    expect(await rows(`${grouped}order_by: [k]\n`)).toEqual([
      ['A', 1n, 'e'],
      ['B', 1n, 'É'],
      ['a', 1n, 'é'],
    ]);
    const page = 'from: folded\nselect: [id, k]\norder_by: [k]\npages: { size: 1 }\n';
    expect((await rows(page)).map(([id]) => id)).toEqual([2n, 3n, 1n]);
  });
});

function nanosecondCases(engineOf: () => OpenTestEngine, name: string, type: string): void {
  const sources = nanos(name, type);
  const base = at('2026-03-29T00:00:00');
  const rows: Rows = [
    [base, 1n],
    [base, 2n],
    [base, 3n],
    [base + 1n, 4n],
    [base + 1n, 5n],
  ];

  test.each([
    ['ts, id', rows],
    ['ts desc, id desc', rows.toReversed()],
  ])('pages over nanoseconds have every row once, by %s', async (order, expected) => {
    const body = `from: ns\nselect: [ts, id]\norder_by: [${order}]\npages: { size: 2 }\n`;
    expect(await asked(engineOf(), sources, body)).toEqual(expected);
  });

  test('nanoseconds of one microsecond are one group', async () => {
    const body = 'from: ns\ngroup_by: { ts: ts }\nselect: { n: count() }\norder_by: [ts]\n';
    expect(await asked(engineOf(), sources, body)).toEqual([
      [base, 3n],
      [base + 1n, 2n],
    ]);
  });

  test.each([
    ['=', [4n, 5n]],
    ['<=', [1n, 2n, 3n, 4n, 5n]],
    ['<', [1n, 2n, 3n]],
    ['>', []],
    ['>=', [4n, 5n]],
  ])('a time that was answered finds its rows by %s', async (operator, ids) => {
    const body = `from: ns
params: { at: { type: timestamp, required: true } }
where: ["ts ${operator} @at"]
select: [id]
order_by: [id]
`;
    const found = await asked(engineOf(), sources, body, { at: '2026-03-29T00:00:00.000001Z' });
    expect(found).toEqual(ids.map(id => [id]));
  });

  test.each(OPTIONAL)('a condition that not all requests have, %s', async (_, body, all, some) => {
    const whole = `params: { at: { type: timestamp } }
${body}`;
    expect(await asked(engineOf(), sources, whole)).toEqual(all);
    expect(await asked(engineOf(), sources, whole, { at: '2026-03-29T00:00:00.000001Z' })).toEqual(
      some,
    );
  });
}

/** Endpoints over `ns` with a condition that not all requests have, and the rows of a request with it. */
const OPTIONAL: readonly (readonly [string, string, Rows, Rows])[] = [
  [
    'of a step that `in` reads',
    `steps:
  late:
    from: ns
    where: [{ when: at, filter: ts >= @at }]
    select: { id: id }
from: ns
where: [id in late.id]
select: [id]
order_by: [id]
`,
    [[1n], [2n], [3n], [4n], [5n]],
    [[4n], [5n]],
  ],
  [
    'on both sides of a join',
    `from: ns
join: { other: { of: ns, on: other.id = id, kind: inner } }
where: [{ when: at, filter: ts < @at and other.ts < @at }]
select: { id: id, of: other.id }
order_by: [id]
`,
    [1n, 2n, 3n, 4n, 5n].map(id => [id, id]),
    [1n, 2n, 3n].map(id => [id, id]),
  ],
  [
    'of rows that are joined with items of a list',
    `from: ns
join: { word: { each: words } }
where: [{ when: at, filter: ts >= @at }]
select: { id: id, word: word }
order_by: [id]
`,
    [1n, 2n, 3n, 4n, 5n].map(id => [id, 'a']),
    [4n, 5n].map(id => [id, 'a']),
  ],
  [
    'among the alternatives of `any`',
    `from: ns
where:
  - any: [{ when: at, filter: ts < @at and id < 2 }, { when: at, filter: ts >= @at }]
select: [id]
order_by: [id]
`,
    [[1n], [2n], [3n], [4n], [5n]],
    [[1n], [4n], [5n]],
  ],
];

const NANOSECONDS =
  "(1,'2026-03-29 00:00:00.000000100'),(2,'2026-03-29 00:00:00.000000200'),(3,'2026-03-29 00:00:00.000000300'),(4,'2026-03-29 00:00:00.000001000'),(5,'2026-03-29 00:00:00.000001900')";
const CLICKHOUSE = [
  'CREATE TABLE parts (id Int64, begun DateTime) ENGINE = MergeTree ORDER BY id SETTINGS index_granularity = 2',
  ...[0, 1, 2, 3, 4, 5].map(i => `INSERT INTO parts VALUES (${i}, ${1_000_000 - i * 100})`),
  'CREATE TABLE visits (id UInt64, start DateTime, city UInt64, note String) ENGINE = MergeTree ORDER BY id',
  "INSERT INTO visits VALUES (5, '2026-03-29 00:00:00', 1, 'x'), (18446744073709551615, '2026-03-29 10:30:00', 2, 'y')",
  'CREATE TABLE ns (id UInt32, ts DateTime64(9)) ENGINE = MergeTree ORDER BY ts',
  `INSERT INTO ns VALUES ${NANOSECONDS}`,
  "ALTER TABLE ns ADD COLUMN words Array(String) DEFAULT ['a']",
  "CREATE TABLE kinds (id UUID, e Enum8('a' = 1, 'b' = 2), ip IPv4, fs FixedString(4), js JSON, n64 Array(Nullable(UInt64)), d Date, d32 Date32, up String ALIAS upper(fs), twice UInt64 MATERIALIZED 2, seen DateTime, t Tuple(Int32, String), ev Nested(k String, v Int64), latest SimpleAggregateFunction(max, DateTime)) ENGINE = MergeTree ORDER BY id",
  `INSERT INTO kinds (id,e,ip,fs,js,n64,d,d32,seen,t,ev.k,ev.v,latest) VALUES ('eeccb8c5-9943-b2bb-bb5e-222f4e14b687','a','192.168.0.1','ab','{"n":1,"big":9007199254740993}',[1,NULL],'2026-03-29','1900-01-01','2026-03-29 00:30:00',(1,'x'),['k'],[1],'2026-01-01 00:00:00')`,
];
