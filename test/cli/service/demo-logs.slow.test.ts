import { readFileSync } from 'node:fs';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeDemoLogs, type WrittenLogs } from '../../../engines/duckdb/demo/logs.ts';

type Column = string | { type?: string; record?: Columns; required?: boolean; is?: string };
type Columns = Readonly<Record<string, Column>>;

const sources: Record<string, { columns: Columns }> = parse(
  readFileSync(new URL('../../../endpoints/sources.yaml', import.meta.url), 'utf8'),
).sources;

const types: Readonly<Record<string, string>> = {
  string: 'VARCHAR',
  int64: 'BIGINT',
  float64: 'DOUBLE',
  bool: 'BOOLEAN',
  json: 'JSON',
  timestamp: 'TIMESTAMP',
};

const now = BigInt(Date.parse('2026-01-15T10:07:12.345Z')) * 1000n;
const days = 8;
const rows = 300_000;

const isStored = (column: Column) => typeof column === 'string' || column.is === undefined;

function typeOf(column: Column): string {
  if (typeof column === 'string') return types[column] ?? '';
  if (!column.record) return `${types[column.type ?? '']}${column.required ? ' NOT NULL' : ''}`;
  const fields = Object.entries(column.record).map(([name, field]) => `"${name}" ${typeOf(field)}`);
  return `STRUCT(${fields.join(', ')})`;
}

function createTable(name: string, columns: Columns): string {
  const stored = Object.entries(columns).filter(([, column]) => isStored(column));
  return `CREATE TABLE ${name} (${stored.map(([column, type]) => `"${column}" ${typeOf(type)}`)});`;
}

const leavesOf = (columns: Columns, path = ''): readonly string[] =>
  Object.entries(columns)
    .filter(([, column]) => isStored(column))
    .flatMap(([name, column]) =>
      typeof column !== 'string' && column.record
        ? leavesOf(column.record, `${path}"${name}".`)
        : [`${path}"${name}"`],
    );

const schema = Object.entries(sources)
  .map(([name, { columns }]) => createTable(name, columns))
  .join('\n');

const names = Object.keys(sources);

const projectOf = (name: string) => {
  const project = sources[name]?.columns['project'];
  return typeof project === 'object' && project.is !== undefined ? project.is : 'project';
};

async function connect(threads = 2): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', { threads: String(threads) });
  return await instance.connect();
}

async function query(connection: DuckDBConnection, sql: string) {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowObjectsJson();
}

/** One number that changes with any value, and with the order of the rows. */
async function checksum(seed: number, at: bigint, threads = 2): Promise<string> {
  const connection = await connect(threads);
  await makeDemoLogs({ connection, schema, seed, now: at, days, rows: 20_000 });
  const sums = names.map(
    name => `SELECT '${name}' AS name, bit_xor(hash(rowid, t)) AS part FROM ${name} t`,
  );
  const [row] = await query(
    connection,
    `SELECT list(part ORDER BY name) AS parts FROM (${sums.join(' UNION ALL ')})`,
  );
  connection.closeSync();
  return JSON.stringify(row);
}

describe('demo logs', () => {
  let connection: DuckDBConnection;
  let logs: WrittenLogs;
  const progress: number[] = [];
  let took = 0;

  const ask = (sql: string) => query(connection, sql);

  /** The one row of an answer, its values as numbers. */
  async function numbers(sql: string): Promise<Readonly<Record<string, number>>> {
    const [row] = await ask(sql);
    return Object.fromEntries(
      Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]),
    );
  }

  beforeAll(async () => {
    connection = await connect();
    const started = performance.now();
    logs = await makeDemoLogs({
      connection,
      schema,
      seed: 7,
      now,
      days,
      rows,
      onProgress: made => progress.push(made),
    });
    took = performance.now() - started;
  });

  afterAll(() => connection.closeSync());

  test('says how many entries it made, and how far it is', async ({ annotate }) => {
    await annotate(`${rows} rows in ${Math.round(took)} ms`);
    expect(Object.keys(logs.tables).sort()).toEqual([...names].sort());
    for (const name of names) {
      const { n } = await numbers(`SELECT count(*) AS n FROM ${name}`);
      expect({ [name]: n }).toEqual({ [name]: logs.tables[name] });
      expect(n).toBeGreaterThan(0);
    }
    expect(Object.values(logs.tables).reduce((sum, n) => sum + n, 0)).toBe(rows);
    expect(logs.tables['edge_logs']).toBe(Math.max(...Object.values(logs.tables)));
    expect(progress).toHaveLength(names.length);
    expect(progress.at(-1)).toBe(rows);
  });

  test('gives no two entries one identifier', async () => {
    const all = names.map(name => `SELECT id FROM ${name}`).join(' UNION ALL ');
    const shape = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}';
    const counted = await numbers(
      `SELECT count(DISTINCT id) AS ids, count_if(regexp_full_match(id, '${shape}')) AS shaped
      FROM (${all})`,
    );
    expect(counted).toEqual({ ids: rows, shaped: rows });
  });

  test.each(names)('%s spans the days before now, sorted by project and time', async name => {
    const project = projectOf(name);
    const first = now - BigInt(days * 24 * 3600) * 1_000_000n;
    const answer = await numbers(`
      SELECT count_if(epoch_us(timestamp) NOT BETWEEN ${first} AND ${now} - 1) AS outside,
        count_if((${project}, timestamp) < before) AS unsorted, min(epoch_us(timestamp)) AS oldest
      FROM (SELECT *, lag((${project}, timestamp)) OVER (ORDER BY rowid) AS before FROM ${name})`);
    expect(answer).toMatchObject({ outside: 0, unsorted: 0 });
    expect(answer['oldest']).toBeLessThan(Number(first) + 24 * 3600e6);
  });

  test.each(names)('%s fills every leaf', async name => {
    const leaves = leavesOf(sources[name]?.columns ?? {});
    const counts = await numbers(
      `SELECT ${leaves.map(leaf => `count(${leaf}) AS '${leaf}'`)} FROM ${name}`,
    );
    expect(Object.keys(counts)).toHaveLength(leaves.length);
    expect(Object.entries(counts).filter(([, n]) => n === 0)).toEqual([]);
  });

  test('has two hundred projects of very different size', async () => {
    expect(logs.projects).toHaveLength(200);
    expect(new Set(logs.projects).size).toBe(200);
    for (const project of logs.projects) expect(project).toMatch(/^[a-z]{20}$/);

    const sizes = await ask(
      'SELECT project, count(*)::INTEGER AS n FROM edge_logs GROUP BY 1 ORDER BY 2 DESC',
    );
    expect(sizes).toHaveLength(200);
    expect(sizes[0]?.['project']).toBe(logs.projects[0]);
    expect(Number(sizes[0]?.['n'])).toBeGreaterThan(10 * Number(sizes[100]?.['n']));
  });

  test('has what the endpoints give as examples', async () => {
    expect(logs.projects[0]).toBe('abcdefghijklmnopqrst');
    const [most] =
      await ask(`SELECT metadata.function_id AS id, count(*) AS n FROM function_edge_logs
      WHERE ${projectOf('function_edge_logs')} = 'abcdefghijklmnopqrst'
      GROUP BY 1 ORDER BY n DESC LIMIT 1`);
    expect(most?.['id']).toBe('09f74752-4f98-4706-b7a7-10e3af844ace');
  });

  test.each(['edge_logs', 'function_edge_logs'])(
    '%s goes on until right before now',
    async name => {
      const { newest } = await numbers(`SELECT max(epoch_us(timestamp)) AS newest FROM ${name}
      WHERE ${projectOf(name)} = '${logs.projects[0]}'`);
      expect(newest).toBeGreaterThan(Number(now) - 5e6);
    },
  );

  test('has busy days and quiet nights, and quieter weekends', async () => {
    const { ratio } = await numbers(`SELECT max(n) / min(n) AS ratio FROM (
      SELECT hour(timestamp) AS hour, count(*) AS n FROM edge_logs
      WHERE project = '${logs.projects[0]}' GROUP BY 1)`);
    expect(ratio).toBeGreaterThan(3);
    const { weekend, weekday } = await numbers(`
      SELECT count_if(isodow(timestamp) = 6) AS weekend, count_if(isodow(timestamp) = 2) AS weekday
      FROM edge_logs`);
    expect(weekend).toBeLessThan(0.75 * Number(weekday));
  });

  test.each(['edge_logs', 'function_edge_logs'])('%s has errors in bursts', async name => {
    const failed = 'count_if(metadata.response.status_code >= 500)';
    const { usual } = await numbers(`SELECT ${failed} / count(*) AS usual FROM ${name}`);
    expect(usual).toBeGreaterThan(0.002);
    expect(usual).toBeLessThan(0.05);
    // Pairs of failures within five minutes, against those of failures that are spread evenly.
    const { clustering } = await numbers(`
      SELECT sum(failed * (failed - 1)) / (sum(n * (n - 1)) * ${usual}::DOUBLE ** 2) AS clustering
      FROM (
        SELECT ${failed} AS failed, count(*) AS n FROM ${name}
        GROUP BY ${projectOf(name)}, time_bucket(INTERVAL 5 minutes, timestamp))`);
    expect(clustering).toBeGreaterThan(10);
  });

  test('has execution times with a long tail, and some without', async () => {
    const times = await numbers(`
      SELECT quantile_disc(metadata.execution_time_ms, 0.99)
          / quantile_disc(metadata.execution_time_ms, 0.5) AS tail,
        count_if(metadata.execution_time_ms IS NULL) / count(*) AS missing,
        count_if(metadata.response.status_code IS NULL) AS unknown,
        count_if(metadata.execution_time_ms < 0) AS negative
      FROM function_edge_logs`);
    expect(times['tail']).toBeGreaterThan(5);
    expect(times['tail']).toBeLessThan(50);
    expect(times['missing']).toBeGreaterThan(0.001);
    expect(times['missing']).toBeLessThan(0.05);
    expect(times['unknown']).toBeGreaterThan(0);
    expect(times['negative']).toBe(0);
  });

  test('names the project in every URL, and all areas in the paths', async () => {
    const path = 'metadata.request.path';
    const counted = await numbers(`
      SELECT count_if(NOT contains(metadata.request.url, 'https://' || project || '.')) AS others,
        count_if(contains(${path}, '/rest')) AS rest,
        count_if(contains(${path}, '/storage')) AS storage,
        count_if(contains(${path}, '/auth')) AS auth,
        count_if(contains(${path}, '/realtime')) AS realtime
      FROM edge_logs`);
    const { others, ...areas } = counted;
    expect(others).toBe(0);
    for (const n of Object.values(areas)) expect(n).toBeGreaterThan(rows / 50);
  });

  test('leaves nothing behind but the tables', async () => {
    const tables = await ask('SELECT table_name AS name FROM duckdb_tables() ORDER BY 1');
    expect(tables.map(table => table['name'])).toEqual([...names].sort());
    const macros = await ask(
      "SELECT function_name FROM duckdb_functions() WHERE function_name LIKE 'mix%'",
    );
    expect(macros).toEqual([]);
    expect(await ask('SELECT name FROM duckdb_variables()')).toEqual([]);
  });
});

test('the same seed and clock make the same demo logs, whatever the threads', async () => {
  const first = await checksum(7, now);
  expect(await checksum(7, now)).toBe(first);
  expect(await checksum(7, now, 1)).toBe(first);
  expect(await checksum(7, now, 5)).toBe(first);
  expect(await checksum(8, now)).not.toBe(first);
  expect(await checksum(7, now + 1n)).not.toBe(first);
});

test('demo logs need no more than one entry a table, and no more than one day', async () => {
  const connection = await connect();
  const logs = await makeDemoLogs({ connection, schema, seed: 1, now, days: 1, rows: 100 });
  expect(Object.values(logs.tables).reduce((sum, n) => sum + n, 0)).toBe(100);
  expect(await query(connection, 'SELECT count(*)::INTEGER AS n FROM edge_logs')).toEqual([
    { n: 45 },
  ]);
  connection.closeSync();
});
