/** Data sets that make the leaf hard: an author's SQL beside converted columns, names that occur twice, measures, lists and records. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClickHouse } from '../engines/clickhouse/open-clickhouse.ts';
import { openDuckDb } from '../engines/duckdb/open-duckdb.ts';
import type { OpenTestEngine } from '../engines/test-engine.ts';
import { endpointsOf, rowsOf, textOf } from './project.ts';

/** The parts of tables and data sets that each engine words itself. */
interface Own {
  readonly open: () => Promise<OpenTestEngine>;
  readonly ddl: readonly string[];
  readonly types: Readonly<Record<'small' | 'medium' | 'text' | 'time' | 'list' | 'field', string>>;
  readonly text: string;
  readonly seconds: string;
  readonly where: string;
}

const OWN: Readonly<Record<'clickhouse' | 'duckdb', Own>> = {
  clickhouse: {
    open: () => openClickHouse({ settings: { max_threads: 1 } }),
    types: {
      small: 'UInt16',
      medium: 'Int32',
      text: 'FixedString(3)',
      time: "DateTime64(3, 'Asia/Tokyo')",
      list: 'Array(UInt32)',
      field: 'UInt8',
    },
    text: "concat(toString(q1), '/', toString(T), '/', toString(count))",
    seconds: 'toInt64(max(toUnixTimestamp(start)) + count(q1))',
    where: "T > 0 AND start > toDateTime64('1980-01-01', 3, 'UTC')",
    ddl: [
      "CREATE TABLE stored (id UInt16, T Int32, t_ Int32, count UInt16, q1 FixedString(3), start DateTime64(3, 'Asia/Tokyo'), A String, a String, tags Array(UInt32), r Tuple(v UInt8), s Array(Tuple(v Int64))) ENGINE = ReplacingMergeTree ORDER BY id",
      "CREATE TABLE plain (id Int64, T Int64, t_ Int64, count Int64, q1 String, start DateTime64(6, 'UTC'), A String, a String, tags Array(Int64), r Tuple(v Int64), s Array(Tuple(v Int64))) ENGINE = ReplacingMergeTree ORDER BY id",
    ],
  },
  duckdb: {
    open: openDuckDb,
    types: {
      small: 'USMALLINT',
      medium: 'INTEGER',
      text: "ENUM('abc', 'b', 'x')",
      time: 'TIMESTAMPTZ',
      list: 'UINTEGER[]',
      field: 'UTINYINT',
    },
    text: "concat(q1, '/', T, '/', count)",
    seconds: 'CAST(epoch_us(max(start)) // 1000000 + count(q1) AS BIGINT)',
    where: "T > 0 AND start > TIMESTAMP '1980-01-01'",
    ddl: [
      "CREATE TABLE stored (id USMALLINT, T INTEGER, t_ INTEGER, count USMALLINT, q1 ENUM('abc', 'b', 'x'), start TIMESTAMPTZ, A VARCHAR, b VARCHAR, tags UINTEGER[], r STRUCT(v UTINYINT), s STRUCT(v BIGINT)[])",
      'CREATE TABLE plain (id BIGINT, T BIGINT, t_ BIGINT, count BIGINT, q1 VARCHAR, start TIMESTAMP, A VARCHAR, b VARCHAR, tags BIGINT[], r STRUCT(v BIGINT), s STRUCT(v BIGINT)[])',
    ],
  },
};

const ROWS = [
  [1, 5, 2, 3, "'abc'", "'2026-03-29 23:30:00'", "'up'", "'low'", '[1, 2]'],
  [2, 6, 2, 4, "'b'", "'2026-03-29 00:10:00'", "'Up'", "'low'", '[]'],
  [3, 0, 2, 4, "'x'", "'2026-03-28 00:10:00'", "'gone'", "''", '[9]'],
  [4, 7, 1, 4, "'x'", "'1975-03-28 00:10:00'", "'gone'", "''", '[9]'],
  [5, 7, 1, 4, "'b'", "'2026-04-01 10:00:00.5'", "'UP'", "''", '[2, 2, 3]'],
] as const;

function insertsOf(engine: string, table: string): readonly string[] {
  const struct = engine === 'clickhouse' ? 'tuple(7)' : "{ 'v': 7 }";
  return ROWS.map(([id, T, t, count, q1, start, A, a, tags]) => {
    const time =
      engine === 'clickhouse'
        ? `toDateTime64(${start}, 6, 'UTC')`
        : `${start}${table === 'stored' ? '::TIMESTAMP::TIMESTAMPTZ' : ''}`;
    return `INSERT INTO ${table} SELECT ${id}, ${T}, ${t}, ${count}, ${q1}, ${time}, ${A}, ${a}, ${tags}, ${struct}, [${struct}]`;
  });
}

function sourcesOf(engine: 'clickhouse' | 'duckdb'): string {
  const { types, text, seconds, where } = OWN[engine];
  const one = (name: string, table: string, records: string, end = '') => {
    const as = (type: string) =>
      table === 'plain' ? '' : `, stored: { ${engine}: ${JSON.stringify(type)} }`;
    const record = records === 'nested' ? 'r' : 's';
    return `  ${name}:
    tables: { ${engine}: { table: ${table}, records: ${records}, where: "${where}"${end} } }
    key: [id]
    columns:
      id: { type: int64, required: true${as(types.small)} }
      t: { type: int64, required: true, column: T${as(types.medium)} }
      t_: { type: int64, required: true${as(types.medium)} }
      count: { type: int64, required: true${as(types.small)} }
      q1: { type: string, required: true${as(types.text)} }
      start: { type: timestamp, required: true${as(types.time)} }
      upper: { type: string, required: true, column: A }
      lower: { type: string, required: true, column: ${engine === 'duckdb' ? 'b' : 'a'} }
      own: { type: string, required: true, ${engine}: "${text}" }
      same: { type: timestamp, is: start }
      day: { is: "trunc(start, day)" }
      next: { is: "count + t" }
      tags: { list: int64, required: true${as(types.list)} }
      ${record}: { record: { v: { type: int64${records === 'nested' ? as(types.field) : ''} } } }
      v: { type: int64, is: ${record}.v }
    measures:
      seconds: { type: int64, ${engine}: "${seconds}" }
      most: { value: max(count) + min(t) }
`;
  };
  const both = (table: string) =>
    one(table, table, 'nested') +
    one(`${table}_repeated`, table, 'repeated') +
    (engine === 'clickhouse' ? one(`${table}_final`, table, 'nested', ', final: true') : '') +
    `  ${table}_days:\n    from: ${table}\n    where: [t > 1]\n    group_by: { day: "trunc(start, day)" }\n    select: { n: count(), start: max(start) }\n`;
  return both('stored') + both('plain');
}

const BODIES: Readonly<Record<string, string>> = {
  all: 'from: DATA\nselect: [id, t, t_, count, q1, start, upper, lower, own, same, day, next, tags, r, v]\norder_by: [id]\n',
  'names of outputs':
    'from: DATA\nselect: { id: id, start: "trunc(start, day)", T: start, q1: count, count: q1, q3: own, q2: t, stored: upper, A: lower, b: upper }\norder_by: [id]\n',
  'own SQL in a filter':
    "from: DATA\nwhere: [\"own = 'b/6/4'\", start > '2026-01-01']\nselect: [id, own]\norder_by: [id]\n",
  'own measures':
    'from: DATA\nselect: { seconds: seconds, start: max(start), n: count(), most: most, q1: min(q1) }\n',
  'own measures by group':
    'from: DATA\ngroup_by: { start: "trunc(start, day)", q1: q1 }\nselect: { seconds: seconds, count: sum(count), own: max(own) }\norder_by: [start, q1]\n',
  'own measures under a condition':
    "from: DATA\nwhere: [start >= '2026-03-29T00:10:00Z', count < 9]\ngroup_by: { day: day }\nselect: { seconds: seconds, n: count() }\norder_by: [day]\n",
  'items of a list':
    "from: DATA\njoin: { tag: { each: tags, kind: left } }\nwhere: [start > '2026-01-01']\nselect: { id: id, start: start, tag: tag, at: tag_index }\norder_by: [id, at]\n",
  'a filled column of items':
    'from: DATA\njoin: { tag: { each: tags } }\ngroup_by: { tag: tag }\nselect: { n: count(), start: max(start), q1: min(q1) }\norder_by: [tag]\n',
  union:
    'steps:\n  one: { from: DATA, where: [t > 5], select: { id: id, start: start, name: q1 } }\n  two: { from: DATA, where: [count > 3], select: { id: t, start: day, name: own } }\nunion: [one, two]\nlabel: which\nselect: [which, id, start, name]\norder_by: [which, id]\n',
  'a union of one data set twice':
    'steps:\n  one: { from: DATA, select: [id, start, own] }\n  two: { from: DATA_repeated, select: [id, start, own] }\nunion: [one, two]\nlabel: which\nselect: [which, id, start, own]\norder_by: [which, id]\n',
  'a shared relation': 'from: DATA_days\nselect: [day, n, start]\norder_by: [day]\n',
  'a step that passes columns on':
    "steps:\n  some: { from: DATA, where: [start >= '2026-03-29'], select: [id, start, t, own, tags], order_by: [id], limit: 3 }\nfrom: some\nwhere: [start < '2027-01-01']\nselect: { id: id, t: t, start: \"trunc(start, hour)\", own: own }\norder_by: [id]\n",
  'late columns':
    'from: DATA\nselect: [id, start, own, q1, upper, tags]\norder_by: [start desc, id]\nlimit: 2\n',
  'windows over own SQL':
    'from: DATA\nselect: { id: id, own: own, start: lag(start) over (order by id), count: "row_number() over (partition by q1 order by start, id)" }\norder_by: [id]\n',
  'joins of own SQL':
    "from: DATA\njoin:\n  t: { of: DATA, on: own = t.own, many: true }\n  o: { of: DATA, on: id = o.t_ and o.start > '2000-01-01', many: true }\nselect: { id: id, t2: t.t, start: t.start, other: o.start, own: o.own, n: o.next }\norder_by: [id, other, own]\n"
      .replaceAll('t: { of', 'u: { of')
      .replaceAll('t.own', 'u.own')
      .replaceAll('t2: t.t', 't2: u.t')
      .replaceAll('start: t.start', 'start: u.start'),
  'values of a step':
    'steps:\n  some: { from: DATA, where: [count > 3], select: { t: start } }\nfrom: DATA\nwhere: [start in some.t]\nselect: [id]\norder_by: [id]\n',
  'a repeated record':
    'from: DATA_repeated\nwhere: [s.v >= 7]\nselect: { id: id, s: s, v: v, start: start, own: own }\norder_by: [id]\n',
  distinct: 'from: DATA\nselect: { day: day, q1: q1 }\ndistinct: true\norder_by: [day, q1]\n',
  periods:
    'from: DATA\nwindow: { of: start, from: now() - interval 1 hour, to: now() + interval 7 day }\ncompare: previous\ngroup_by: { q1: q1 }\nselect: { n: count(), before: previous_n }\norder_by: [q1]\n',
  buckets:
    'from: DATA\nbuckets: { of: start, from: now() - interval 2 day, to: now() + interval 5 day, step: day, gaps: zero }\nselect: { n: count(), most: most, seconds: seconds }\norder_by: [start]\n',
  final: 'from: DATA_final\nwhere: [t > 5]\nselect: [id, start, own]\norder_by: [id]\n',
};

describe.each(['clickhouse', 'duckdb'] as const)('%s', name => {
  let engine: OpenTestEngine;
  beforeAll(async () => {
    engine = await OWN[name].open();
    await engine.load([]);
    const inserts = ['stored', 'plain'].flatMap(table => insertsOf(name, table));
    for (const statement of [...OWN[name].ddl, ...inserts]) await engine.execute(statement);
  });
  afterAll(() => engine.close());

  const bodies = Object.entries(BODIES).filter(([use]) => use !== 'final' || name === 'clickhouse');
  test.each(bodies)('%s', async (_, body) => {
    const found = endpointsOf(name, sourcesOf(name), {
      stored: body.replaceAll('DATA', 'stored'),
      plain: body.replaceAll('DATA', 'plain'),
    });
    const [stored, plain] = await Promise.all(
      ['stored', 'plain'].map(async side => {
        const endpoint = found.get(side);
        if (endpoint === undefined) throw new Error('no endpoint');
        return textOf(await rowsOf(engine, endpoint));
      }),
    );
    expect(plain).not.toBe('[]');
    expect(stored).toBe(plain);
  });
});
