/** Conditions on converted columns read as few granules of ClickHouse, and as few rows of DuckDB, as conditions on the stored ones. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClickHouse } from '../engines/clickhouse/open-clickhouse.ts';
import { openDuckDb } from '../engines/duckdb/open-duckdb.ts';
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
