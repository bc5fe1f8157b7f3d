/** Tables edited behind the columns that own statements declare: the service names the column, and answers no other value. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDuckDb } from '../../../engines/duckdb/driver/driver.ts';
import { createApp } from '../../../server/http/app.ts';
import { type Filled, filledClickHouse } from '../../engines/filled-engines.ts';
import { manifestOf } from '../answers/spec-service.ts';
import { asking } from '../server-fixture.ts';

/** A type of an engine, one value of it, and that value as each scalar that it can be declared as. */
type Stored = readonly [sql: string, literal: string, as: Readonly<Record<string, unknown>>];

const DECLARED: Readonly<Record<string, string>> = {
  a: 'string',
  b: 'int64',
  c: 'float64',
  d: 'decimal',
  e: 'timestamp',
  f: 'json',
  g: 'bool',
  h: 'date',
};
const REQUIRED: readonly string[] = ['a', 'b', 'e', 'g'];
/** Where each column begins: the index of its type. */
const SOUND: Readonly<Record<string, number>> = { a: 0, b: 1, c: 2, d: 3, e: 4, f: 5, g: 6, h: 7 };

const whole = { int64: 7, float64: 7, decimal: '7' };
const DUCKDB: readonly Stored[] = [
  ['VARCHAR', "'7'", { string: '7', json: 7 }],
  ['BIGINT', '7', whole],
  ['DOUBLE', '7.5', { float64: 7.5 }],
  ['DECIMAL(9,2)', '7.5', { decimal: '7.5', float64: 7.5 }],
  ['TIMESTAMP', "'2026-01-02 03:04:05'", { timestamp: '2026-01-02T03:04:05Z' }],
  ['INTEGER[]', '[7]', { json: [7] }],
  ['BOOLEAN', 'true', { bool: true }],
  ['DATE', "'2026-01-02'", { date: '2026-01-02' }],
  ['UTINYINT', '7', whole],
  ['STRUCT("x" INTEGER)', "{'x': 7}", { json: { x: 7 } }],
  ['BLOB', "'7'", { string: 'Nw==' }],
];
const CLICKHOUSE: readonly Stored[] = [
  ['Nullable(String)', "'7'", { string: '7', json: 7 }],
  ['Nullable(Int64)', '7', whole],
  ['Nullable(Float64)', '7.5', { float64: 7.5 }],
  ['Nullable(Decimal(9, 2))', '7.5', { decimal: '7.5', float64: 7.5 }],
  [
    "Nullable(DateTime64(6, 'UTC'))",
    "'2026-01-02 03:04:05'",
    { timestamp: '2026-01-02T03:04:05Z' },
  ],
  ['Array(Int32)', '[7]', { json: [7] }],
  ['Nullable(Bool)', 'true', { bool: true }],
  ['Nullable(Date32)', "'2026-01-02'", { date: '2026-01-02' }],
  ['Nullable(UInt8)', '7', whole],
  ['Map(String, Int32)', "map('x', 7)", { json: { x: 7 } }],
  [
    'Nullable(UUID)',
    "'6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01'",
    { string: '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01' },
  ],
];

interface Column {
  readonly name: string;
  readonly type: number;
  readonly isNull: boolean;
}
type Table = readonly Column[];
type Edit = readonly [
  kind: 'drop' | 'rename' | 'retype' | 'null' | 'add',
  at: number,
  type: number,
];

const BEFORE: Table = Object.keys(DECLARED).map(name => {
  return { name, type: SOUND[name] ?? 0, isNull: false };
});

function edited(table: Table, [kind, at, type]: Edit): Table {
  const index = at % table.length;
  const change = (rest: Partial<Column>) =>
    table.map((column, i) => (i === index ? { ...column, ...rest } : column));
  switch (kind) {
    case 'drop':
      return table.toSpliced(index, 1);
    case 'rename':
      return change({ name: `n${at}_${type}` });
    case 'retype':
      return change({ type });
    case 'null':
      return change({ isNull: true });
    case 'add':
      return table.toSpliced(index, 0, { name: `x${at}_${type}`, type, isNull: false });
  }
}

/** The seed makes them the same in every run. */
const TABLES: readonly Table[] = [
  BEFORE,
  ...fc
    .sample(
      fc.array(
        fc.tuple(
          fc.constantFrom('drop', 'rename', 'retype', 'retype', 'null', 'add'),
          fc.nat(999),
          fc.nat(DUCKDB.length - 1),
        ),
        { minLength: 1, maxLength: 2 },
      ),
      { numRuns: 75, seed: 10 },
    )
    .map(edits => edits.reduce(edited, BEFORE)),
];

const mayBeNull = (sql: string) => !/^(?:Array|Map)/.test(sql);

function faultsOf(table: Table, types: readonly Stored[]): readonly string[] {
  const added = table.filter(({ name }) => !Object.hasOwn(DECLARED, name));
  const shape = Object.entries(DECLARED).flatMap(([name, declared]) => {
    const column = table.find(one => one.name === name);
    if (column === undefined)
      return `\`${name}\` is declared, but the statement has no such column.`;
    const [sql = '', , as = {}] = types[column.type] ?? [];
    if (Object.hasOwn(as, declared)) return [];
    return `\`${name}\` is ${sql}, and \`${declared}\` is declared.`;
  });
  const faults = [...added.map(({ name }) => `\`${name}\` is not declared.`), ...shape];
  if (faults.length > 0) return faults;
  return table
    .filter(({ name, type, isNull }) => {
      return isNull && REQUIRED.includes(name) && mayBeNull(types[type]?.[0] ?? '');
    })
    .map(({ name }) => `\`${name}\` is NULL, but is declared as required.`);
}

function rowOf(table: Table, types: readonly Stored[], second: boolean): object {
  return Object.fromEntries(
    Object.entries(DECLARED).map(([name, declared]) => {
      const column = table.find(one => one.name === name);
      const [sql = '', , as = {}] = types[column?.type ?? -1] ?? [];
      const isNull = second && column?.isNull === true && mayBeNull(sql);
      return [name, isNull ? null : as[declared]];
    }),
  );
}

/** A table of two rows; NULL stands in the second. */
function selectOf(table: Table, types: readonly Stored[]): string {
  const row = (second: boolean) => {
    const cells = table.map(({ name, type, isNull }) => {
      const [sql = '', literal] = types[type] ?? [];
      const value = second && isNull && mayBeNull(sql) ? 'NULL' : literal;
      return `CAST(${value} AS ${sql}) AS ${name}`;
    });
    return `SELECT ${cells.join(', ')}`;
  };
  return `${row(false)} UNION ALL ${row(true)}`;
}

async function duckDb(): Promise<Filled> {
  const folder = mkdtempSync(join(tmpdir(), 'own-drift-'));
  const database = join(folder, 'tables.duckdb');
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  for (const [index, table] of TABLES.entries()) {
    await connection.run(`CREATE TABLE t${index} AS ${selectOf(table, DUCKDB)}`);
  }
  connection.closeSync();
  instance.closeSync();
  const engine = await openDuckDb({ source: { database }, concurrency: 2, threads: 2 });
  const close = async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
  };
  return { engine, close };
}

async function clickHouse(): Promise<Filled> {
  const filled = await filledClickHouse([]);
  const { database } = filled.server;
  for (const [index, table] of TABLES.entries()) {
    const name = `${database}.t${index}`;
    const shape = table.map(({ name, type }) => `${name} ${CLICKHOUSE[type]?.[0]}`).join(', ');
    await filled.server.command(
      `CREATE TABLE ${name} (${shape}) ENGINE = MergeTree ORDER BY tuple()`,
    );
    await filled.server.command(`INSERT INTO ${name} ${selectOf(table, CLICKHOUSE)}`);
  }
  return filled;
}

const columns = Object.entries(DECLARED).map(([name, type]) => {
  return `${name}: { type: ${type}, required: ${REQUIRED.includes(name)} }`;
});

describe.each([
  ['duckdb', DUCKDB, duckDb],
  ['clickhouse', CLICKHOUSE, clickHouse],
] as const)('tables that were edited behind own statements on %s', (name, types, open) => {
  let filled: Filled;
  let app: ReturnType<typeof asking>;
  beforeAll(async () => {
    filled = await open();
    const specs = TABLES.map((_, index) => {
      const spec = `query: { ${name}: SELECT * FROM t${index} }\ncolumns: { ${columns.join(', ')} }`;
      return [`own.t${index}`, spec];
    });
    const manifest = manifestOf('  {}', Object.fromEntries(specs), [name]);
    app = asking(createApp({ manifest, engine: filled.engine, keys: null, log: () => {} }));
  });
  afterAll(async () => {
    app.close();
    await filled.close();
  });

  test('more than fifty are not as declared, and more than one is', () => {
    const broken = TABLES.filter(table => faultsOf(table, types).length > 0);
    expect(broken.length).toBeGreaterThan(50);
    expect(TABLES.length - broken.length).toBeGreaterThan(1);
  });

  test.each(TABLES.map((table, index) => [selectOf(table, types), table, index] as const))(
    '%s',
    async (_, table, index) => {
      const faults = faultsOf(table, types);
      const response = await app.request(`/api/endpoints/own.t${index}`);
      const body = (await response.json()) as { readonly code?: string; readonly detail?: string };
      if (faults.length === 0) {
        const rows = [rowOf(table, types, false), rowOf(table, types, true)];
        expect([response.status, body]).toEqual([200, { result: rows }]);
      } else {
        expect([response.status, body.code]).toEqual([502, 'engine_error']);
        expect(body.detail).toBeOneOf([...faults]);
      }
    },
  );
});
