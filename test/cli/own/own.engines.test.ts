/** Endpoints in own SQL through the command line: their tests over several data sets, `run` and `explain`. */
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOW, type Project, project, removeFolders } from '../cli-fixture.ts';

const SOURCES = `sources:
  orders:
    tables: { duckdb: { table: orders }, clickhouse: { table: o }, bigquery: { table: o } }
    columns:
      id: { type: string, required: true }
      customer: string
      at: timestamp
      lines: { record: { sku: string } }
  people:
    tables: { duckdb: { table: crm.people }, clickhouse: { table: p }, bigquery: { table: p } }
    columns: { customer: string, name: string }
`;
const SPEC = `endpoint: own.names
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a09
engines: [duckdb]
params:
  since: { type: timestamp }
  who: { type: string }
  dir: { enum: [up, down], default: up }
query:
  duckdb:
    - SELECT o.id, p.name, o.lines.sku AS sku FROM orders AS o LEFT JOIN crm.people AS p USING (customer)
    - WHERE (@who IS NULL OR customer = @who) AND o.at <= @now
    - { when: since, sql: AND o.at >= @since }
    - { by: dir, cases: { up: ORDER BY o.id, down: { file: parts/down.sql } } }
columns: { id: { type: string, required: true }, name: string, sku: string }
tests:
  newest last:
    now: 2026-01-15T10:00:00Z
    params: { since: 2026-01-15T00:00:00Z }
    given:
      orders:
        - { id: b, customer: x, at: 2026-01-15T09:00:00Z, lines: { sku: "@who" } }
        - { id: a, customer: y, at: 2026-01-15T08:00:00Z }
        - { id: later, customer: y, at: 2026-01-16T08:00:00Z }
        - { id: old, customer: y, at: 2026-01-14T08:00:00Z }
      people:
        - { customer: x, name: "O'Hara" }
    expect:
      - { id: a, name: null, sku: null }
      - { id: b, name: "O'Hara", sku: "@who" }
  newest first:
    now: 2026-01-15T10:00:00Z
    params: { dir: down, who: x }
    given:
      orders:
        - { id: b, customer: x, at: 2026-01-15T09:00:00Z }
        - { id: c, customer: x, at: 2026-01-15T08:00:00Z }
    expect:
      - { id: c, name: null, sku: null }
      - { id: b, name: null, sku: null }
`;

afterAll(removeFolders);

describe('an endpoint in own SQL', () => {
  let made: Project;
  beforeAll(async () => {
    made = project({
      'endpoints/logs.yaml': null,
      'endpoints/counts.yaml': null,
      'endpoints/sources.yaml': SOURCES,
      'endpoints/own.names.yaml': SPEC,
      'endpoints/parts/down.sql': 'ORDER BY o.id DESC -- @dir\n',
    });
    const instance = await DuckDBInstance.create(join(made.folder, 'shop.duckdb'));
    const connection = await instance.connect();
    await connection.run(`CREATE SCHEMA crm;
      CREATE TABLE orders AS SELECT 'o1' AS id, 'x' AS customer, TIMESTAMP '2026-01-15 09:00:00' AS at, {'sku': 's1'} AS lines
        UNION ALL SELECT 'o2', 'y', TIMESTAMP '2026-01-15 08:00:00', NULL;
      CREATE TABLE crm.people AS SELECT 'y' AS customer, 'Y @who' AS name`);
    connection.closeSync();
    instance.closeSync();
    expect(await made.quern(['generate'])).toMatchObject({ exit: 0 });
  });

  it('is tested over the rows of each data set by its name', async () => {
    const { exit, stdout } = await made.quern(['test']);
    expect([exit, stdout]).toEqual([0, expect.stringContaining('own.names: newest last')]);
    const wrong = SPEC.replace(
      '- { id: a, name: null, sku: null }',
      '- { id: a, name: b, sku: null }',
    );
    made.put('endpoints/own.names.yaml', wrong);
    const failed = await made.quern(['test']);
    expect([failed.exit, failed.stdout]).toEqual([1, expect.stringContaining('newest last')]);
    made.put('endpoints/own.names.yaml', SPEC);
  });

  it('has its expected rows written by `test -u`', async () => {
    made.put(
      'endpoints/own.names.yaml',
      SPEC.replace('      - { id: c, name: null, sku: null }\n', ''),
    );
    expect(await made.quern(['test'])).toMatchObject({ exit: 1 });
    expect(await made.quern(['test', '-u'])).toMatchObject({ exit: 0 });
    expect(await made.quern(['test'])).toMatchObject({ exit: 0 });
    made.put('endpoints/own.names.yaml', SPEC);
  });

  it.each([
    [[], ['o1', 'o2']],
    [
      ['--param', 'dir=down'],
      ['o2', 'o1'],
    ],
    [['--param', 'who=y'], ['o2']],
    [['--param', 'since=2026-01-15T08:30:00Z'], ['o1']],
  ])('is run with %j', async (params, ids) => {
    const words = ['run', 'own.names', '--database', 'shop.duckdb', ...params];
    const { exit, stdout, stderr } = await made.quern(words, { clock: () => NOW });
    expect([exit, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    const rows = JSON.parse(stdout) as readonly { readonly id: string }[];
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect(stdout.includes('Y @who')).toBe(ids.includes('o2'));
  });

  it('is the fault of its author where a value does not fit its column', async () => {
    const made = project({
      'endpoints/logs.yaml': null,
      'endpoints/counts.yaml': null,
      'endpoints/sources.yaml': SOURCES,
      'endpoints/own.json.yaml': `endpoint: own.json
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a10
query: { duckdb: "SELECT 'no JSON' AS x" }
columns: { x: json }
`,
    });
    const database = join(made.folder, 'empty.duckdb');
    (await DuckDBInstance.create(database)).closeSync();
    const { exit, stderr } = await made.quern(['run', 'own.json', '--database', database]);
    expect({ exit, stderr }).toEqual({
      exit: 1,
      stderr:
        'error: `x` contains a value that is not JSON text\n  hint: Correct the value in the table, or declare a type that has it.\n',
    });
  });

  it('is explained as it is written, and as it is run', async () => {
    const { exit, stdout } = await made.quern([
      'explain',
      'own.names',
      '--print',
      'sql',
      '--param',
      'dir=down',
    ]);
    expect(exit).toBe(0);
    expect(stdout).toContain('CAST($who AS VARCHAR)');
    expect(stdout).toContain('ORDER BY o.id DESC');
    const spec = await made.quern(['explain', 'own.names', '--print', 'endpoint']);
    expect(spec).toMatchObject({ exit: 0, stdout: expect.stringContaining('@since') });
    expect(await made.quern(['explain', 'own.names', '--print', 'lowered'])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('is in own SQL, which has no plan'),
    });
  });
});
