/** Conditions on converted columns read as few granules of ClickHouse, and as few rows of DuckDB, as those on stored ones, and use PostgreSQL's indexes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClickHouse } from '../engines/clickhouse/open-clickhouse.ts';
import { openDuckDb } from '../engines/duckdb/open-duckdb.ts';
import { LACKING } from '../engines/postgres/cluster.ts';
import { openPostgres } from '../engines/postgres/open-postgres.ts';
import type { Binding, BoundScalar, OpenTestEngine } from '../engines/test-engine.ts';
import { prepare, textOf } from '../equality/execute.ts';
import { endpointsOf } from './project.ts';

interface Stored {
  readonly type: string;
  readonly declared: 'int64' | 'timestamp' | 'date' | 'string';
  /** SQL of the stored value of a row, by its number. */
  readonly value: string;
  readonly operators: readonly string[];
  /** A value of the declared type, and the same as a stored value in SQL. */
  readonly asked: BoundScalar;
  readonly raw: string;
}

const INSTANT = 1_767_225_600_000_000n + 9_000n * 60_000_000n;
const instant = (type: string): Stored => ({
  type,
  declared: 'timestamp',
  value: `CAST(toDateTime64('2026-01-01', 6, 'UTC') + toIntervalMinute(number) AS ${type})`,
  operators: ['>=', '<', '<=', '>', '='],
  asked: INSTANT,
  raw: `CAST(toDateTime64('2026-01-07 06:00:00', 6, 'UTC') AS ${type})`,
});
const whole = (type: string): Stored => ({
  type,
  declared: 'int64',
  value: `CAST(number AS ${type})`,
  operators: ['>=', '<', '<=', '>', '='],
  asked: 9_000n,
  raw: `CAST(9000 AS ${type})`,
});

/** The names of a caller's filters. */
const CALLED: Readonly<Record<string, string>> = {
  '=': 'v',
  '<': 'v__lt',
  '<=': 'v__lte',
  '>': 'v__gt',
  '>=': 'v__gte',
};

/** Endpoints with a condition for all requests, for those with the parameter, and for those of a caller who asks for it. */
function bodiesOf(declared: string, operator: string): Readonly<Record<string, string>> {
  const asked = `select: { n: count(), id: min(id) }\n`;
  const param = (more: string) => `from: s\nparams: { p: { type: ${declared}${more} } }\n`;
  return {
    required: `${param(', required: true')}where: ["v ${operator} @p"]\n${asked}`,
    when: `${param('')}where: [{ when: p, filter: "v ${operator} @p" }]\n${asked}`,
    filters: `from: s\nfilters: { v: v }\n${asked}`,
  };
}

const COLUMNS: readonly Stored[] = [
  whole('UInt32'),
  whole('Int16'),
  whole('UInt64'),
  whole('Int128'),
  instant('DateTime'),
  instant("DateTime('Asia/Tokyo')"),
  instant("DateTime64(3, 'America/New_York')"),
  instant('DateTime64(6)'),
  instant('DateTime64(8)'),
  instant('DateTime64(9)'),
  {
    type: 'UUID',
    declared: 'string',
    value: "CAST(reinterpret(toUInt128(number), 'UUID') AS UUID)",
    operators: ['='],
    asked: '00000000-0000-2328-0000-000000000000',
    raw: "toUUID('00000000-0000-2328-0000-000000000000')",
  },
];

describe('on ClickHouse', () => {
  let engine: OpenTestEngine;
  beforeAll(async () => {
    engine = await openClickHouse();
    await engine.load([]);
  });
  afterAll(() => engine.close());

  /** How many granules a statement reads, of how many. */
  async function granules(sql: string, bindings: readonly Binding[] = []): Promise<string> {
    const { rows } = await engine.run(`EXPLAIN indexes = 1 ${sql}`, bindings);
    const found = rows.map(([line]) => /Granules: (\d+\/\d+)/.exec(String(line))?.[1]);
    return found.filter(one => one !== undefined).at(-1) ?? 'all';
  }

  test.each(COLUMNS)('$type as $declared', async column => {
    const { type, declared, value, operators, asked, raw } = column;
    await engine.execute('DROP TABLE IF EXISTS s');
    await engine.execute(
      `CREATE TABLE s (id UInt32, v ${type}) ENGINE = MergeTree ORDER BY v SETTINGS index_granularity = 100`,
    );
    await engine.execute(`INSERT INTO s SELECT number, ${value} FROM numbers(10000)`);
    const source = `  s:
    tables: { clickhouse: { table: s } }
    columns:
      id: { type: int64, required: true, stored: { clickhouse: UInt32 } }
      v: { type: ${declared}, required: true, stored: { clickhouse: "${type}" } }
`;
    for (const operator of operators) {
      const least = await granules(`SELECT min(id) FROM s WHERE v ${operator} ${raw}`);
      const endpoints = endpointsOf('clickhouse', source, bodiesOf(declared, operator));
      for (const [kind, endpoint] of endpoints) {
        const isList = kind === 'filters' && operator === '=';
        const statement = prepare(endpoint, 'clickhouse').statementFor('');
        if (statement === null) throw new Error('no statement');
        const name = kind === 'filters' ? (CALLED[operator] ?? '') : 'p';
        const sent = { has: (param: string) => param === name, textOf: () => '' };
        const value = isList ? [asked] : asked;
        const binding = { name, scalar: declared, value };
        const read = await granules(textOf(statement, sent), [binding]);
        expect([operator, kind, read]).toEqual([operator, kind, least]);
      }
      expect(least).toMatch(/^\d\d?\/\d+$/);
    }
  });
});

const SECOND = 1_000_000n;
const START = 1_767_225_600n * SECOND;
/** The row that conditions ask for, in the middle of five row groups. */
const AT = 300_000n;
const MANY = 600_000;

const ON_DUCKDB: readonly Stored[] = [
  {
    type: 'TIMESTAMPTZ',
    declared: 'timestamp',
    value: `make_timestamptz(${START} + range * ${SECOND})`,
    operators: ['>=', '<', '<=', '>', '='],
    asked: START + AT * SECOND,
    raw: `make_timestamptz(${START + AT * SECOND})`,
  },
  {
    type: 'TIMESTAMP_NS',
    declared: 'timestamp',
    value: `make_timestamp_ns((${START} + range * ${SECOND}) * 1000)`,
    operators: ['>=', '<', '<=', '>', '='],
    asked: START + AT * SECOND,
    raw: `make_timestamp_ns(${(START + AT * SECOND) * 1000n})`,
  },
  {
    type: 'HUGEINT',
    declared: 'int64',
    value: 'CAST(range AS HUGEINT)',
    operators: ['>=', '<', '<=', '>', '='],
    asked: AT,
    raw: `${AT}`,
  },
  {
    type: 'UUID',
    declared: 'string',
    value: "CAST(format('{:032x}', range) AS UUID)",
    operators: ['='],
    asked: '00000000-0000-0000-0000-0000000493e0',
    raw: "UUID '00000000-0000-0000-0000-0000000493e0'",
  },
];

describe('on DuckDB', () => {
  let engine: OpenTestEngine;
  beforeAll(async () => {
    engine = await openDuckDb();
  });
  afterAll(() => engine.close());

  /** How many rows a statement reads of its table. */
  async function scanned(sql: string, bindings: readonly Binding[] = []): Promise<number> {
    const { rows } = await engine.run(`EXPLAIN (ANALYZE, FORMAT json) ${sql}`, bindings);
    const found = String(rows[0]?.[1]).matchAll(/"operator_rows_scanned": *(\d+)/g);
    return [...found].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  test.each(ON_DUCKDB)('$type as $declared', async column => {
    const { type, declared, value, operators, asked, raw } = column;
    await engine.execute(
      `CREATE OR REPLACE TABLE s AS SELECT range AS id, ${value} AS v FROM range(${MANY})`,
    );
    const source = `  s:
    tables: { duckdb: { table: s } }
    columns:
      id: { type: int64, required: true }
      v: { type: ${declared}, required: true, stored: { duckdb: "${type}" } }
`;
    for (const operator of operators) {
      const least = await scanned(`SELECT min(id) FROM s WHERE v ${operator} ${raw}`);
      expect(least).toBeGreaterThan(0);
      expect(least).toBeLessThan(MANY);
      for (const [kind, endpoint] of endpointsOf('duckdb', source, bodiesOf(declared, operator))) {
        // a filter compares with a list, of which DuckDB knows no bounds
        if (kind === 'filters' && operator === '=') continue;
        const statement = prepare(endpoint, 'duckdb').statementFor('');
        if (statement === null) throw new Error('no statement');
        const name = kind === 'filters' ? (CALLED[operator] ?? '') : 'p';
        const sent = { has: (param: string) => param === name, textOf: () => '' };
        const binding = { name, scalar: declared, value: asked };
        const read = await scanned(textOf(statement, sent), [binding]);
        expect([operator, kind, read]).toEqual([operator, kind, least]);
      }
    }
  });
});

interface Indexed {
  /** As in a project. */
  readonly type: string;
  readonly before: string;
  /** SQL of the stored value of a row, by its number. */
  readonly value: string;
  readonly asked: string;
}

const ON_POSTGRES: readonly Indexed[] = [
  {
    type: 'uuid',
    before: 'SELECT',
    value: "lpad(to_hex(number), 32, '0')::uuid",
    asked: '00000000-0000-0000-0000-000000002328',
  },
  { type: 'inet', before: 'SELECT', value: "inet '10.0.0.0' + number", asked: '10.0.35.40' },
  {
    type: 'macaddr',
    before: 'SELECT',
    value: "lpad(to_hex(number), 12, '0')::macaddr",
    asked: '00:00:00:00:23:28',
  },
  { type: 'char(8)', before: 'SELECT', value: 'number::text::char(8)', asked: '9000' },
  {
    type: 'citext',
    before: 'CREATE EXTENSION citext',
    value: "('N' || number)::citext",
    asked: 'N9000',
  },
  {
    type: 'enum step',
    before: `CREATE TYPE step AS ENUM (${Array.from({ length: 500 }, (_, i) => `'s${i}'`).join(', ')})`,
    value: "('s' || number % 500)::step",
    asked: 's7',
  },
];

if (LACKING !== null) test.skip(`on PostgreSQL: ${LACKING}`, () => {});

describe.skipIf(LACKING !== null)('on PostgreSQL', () => {
  let engine: OpenTestEngine;
  beforeAll(async () => {
    engine = await openPostgres();
  });
  afterAll(() => engine.close());

  async function planOf(sql: string, bindings: readonly Binding[]): Promise<string> {
    const { rows } = await engine.run(`EXPLAIN ${sql}`, bindings);
    return rows.join('\n');
  }

  test.each(ON_POSTGRES)('$type as text', async ({ type, before, value, asked }) => {
    await engine.execute('DROP TABLE IF EXISTS s');
    await engine.execute(before);
    await engine.execute(
      `CREATE TABLE s AS SELECT number AS id, ${value} AS v FROM generate_series(1::bigint, 20000) AS number`,
    );
    await engine.execute('CREATE INDEX s_v ON s (v)');
    await engine.execute('ANALYZE s');
    const source = `  s:
    tables: { postgres: { table: s } }
    columns:
      id: { type: int64, required: true }
      v: { type: string, required: true, stored: { postgres: "${type}" } }
`;
    for (const [kind, endpoint] of endpointsOf('postgres', source, bodiesOf('string', '='))) {
      const statement = prepare(endpoint, 'postgres').statementFor('');
      if (statement === null) throw new Error('no statement');
      const name = kind === 'filters' ? 'v' : 'p';
      const text = textOf(statement, { has: param => param === name, textOf: () => '' });
      const answer = async (asked: string) => {
        const value = kind === 'filters' ? [asked] : asked;
        const bindings = [{ name, scalar: 'string', value } as const];
        return { plan: await planOf(text, bindings), ...(await engine.run(text, bindings)) };
      };
      const found = await answer(asked);
      expect([kind, found.plan]).toEqual([kind, expect.stringMatching(/Index.* s_v/)]);
      expect(found.rows[0]?.[0]).toBe(type === 'enum step' ? 40n : 1n);
      expect((await answer('none of them')).rows).toEqual([[0n, null]]);
    }
  });
});
