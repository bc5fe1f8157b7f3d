/** Records as columns of texts in GoogleSQL, in every format of an answer, in tests of an endpoint and where a service stands in for another. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ManifestColumn } from '../../../../generator/core/output/manifest.ts';
import { quern } from '../../../cli/cli-fixture.ts';
import { speaking } from '../../mcp/tools-service.ts';
import { type ServeProcess, serveProcess } from '../../serve-process.ts';

const SOURCES = `sources:
  visits:
    tables: { bigquery: { table: visits, records: repeated }, duckdb: { table: visits } }
    columns:
      id: { type: int64, required: true }
      device:
        record:
          name: string
          at: timestamp
          price: { type: decimal, precision: 12, scale: 2 }
          tags: { list: string }
          place: { record: { ip: string, seen: date } }
          steps: { list: { record: { ms: int64, ok: bool, marks: { list: { record: { at: timestamp, cost: { type: decimal, precision: 9, scale: 2 } } } } } } }
`;

const TEXT =
  'SELECT id, device, device AS again, STRUCT(id, id * 2 AS twice) AS own FROM visits ORDER BY id';

const endpoint = (name: string, at: number, more = '') => `endpoint: visits.${name}
id: 00000000-0000-4000-8000-00000000021${at}
engines: [bigquery, duckdb]
cache: off
${more}query: '${TEXT}'
`;

const DEVICE =
  "{ name: a, at: null, price: null, tags: [], place: { ip: '::1', seen: null }, steps: [{ ms: 5, ok: true, marks: [{ at: null, cost: null }] }] }";
const TEST = `tests:
  a record, and none:
    now: 2026-01-01T00:00:00Z
    given:
      visits:
        - { id: 1, device: ${DEVICE} }
        - { id: 2, device: null }
    expect:
      - { id: 1, device: ${DEVICE}, again: ${DEVICE}, own: { id: 1, twice: 2 } }
      - { id: 2, device: null, again: null, own: { id: 2, twice: 4 } }
`;

const NO_MARK = { at: null, cost: null };
const device = {
  name: 'a',
  at: '2026-01-02T03:04:05.000006Z',
  price: '12.5',
  tags: ['x'],
  place: { ip: '::1', seen: '2026-01-02' },
  steps: [
    { ms: 5, ok: true, marks: [{ at: '2026-01-02T03:04:05.000006Z', cost: '0.5' }, NO_MARK] },
    { ms: null, ok: null, marks: [] },
  ],
};
const bare = { name: 'b', at: null, price: null, tags: [], place: null, steps: [] };
const ROWS = [
  { id: 1, device, again: device, own: { id: 1, twice: 2 } },
  { id: 2, device: null, again: null, own: { id: 2, twice: 4 } },
  { id: 3, device: bare, again: bare, own: { id: 3, twice: 6 } },
];

const folder = mkdtempSync(join(tmpdir(), 'quern-records-as-columns-'));
let served: ServeProcess;

beforeAll(async () => {
  const database = join(folder, 'visits.duckdb');
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE visits (id BIGINT NOT NULL, device STRUCT(name VARCHAR, "at" TIMESTAMP, price DECIMAL(12, 2),
    tags VARCHAR[], place STRUCT(ip VARCHAR, seen DATE), steps STRUCT(ms BIGINT, ok BOOLEAN, marks STRUCT("at" TIMESTAMP, cost DECIMAL(9, 2))[])[]));
    INSERT INTO visits VALUES (1, { name: 'a', "at": TIMESTAMP '2026-01-02 03:04:05.000006', price: 12.5, tags: ['x'],
      place: { ip: '::1', seen: DATE '2026-01-02' }, steps: [{ ms: 5, ok: true, marks: [{ "at": TIMESTAMP '2026-01-02 03:04:05.000006', cost: 0.5 }, { "at": NULL, cost: NULL }] },
        { ms: NULL, ok: NULL, marks: NULL }] }), (2, NULL),
      (3, { name: 'b', "at": NULL, price: NULL, tags: NULL, place: NULL, steps: NULL });`);
  connection.closeSync();
  instance.closeSync();
  served = await serveProcess({
    engine: 'duckdb',
    reached: { settings: { database }, environment: {} },
    files: {
      'endpoints/sources.yaml': SOURCES,
      'endpoints/visits.all.yaml': `${endpoint('all', 0)}${TEST}`,
      'endpoints/visits.old.yaml': endpoint('old', 1, 'compat: logflare\n'),
    },
  });
});

afterAll(async () => {
  await served?.stop();
  rmSync(folder, { recursive: true });
});

const asked = (format: string, name = 'all') =>
  fetch(`${served.url}/api/endpoints/visits.${name}`, { headers: { Accept: format } });

it('are objects in JSON, and JSON text in CSV', async () => {
  expect(await (await asked('application/json')).json()).toEqual({ result: ROWS });
  const csv = await (await asked('text/csv')).text();
  const [, first = '', second = ''] = csv.split('\r\n');
  expect(first).toContain('""place"":{""ip"":""::1"",""seen"":""2026-01-02""}');
  expect(second).toBe('2,,,"{""id"":2,""twice"":4}"');
});

it('may be NULL for clients, their lists may not', () => {
  const text = readFileSync(join(served.folder, 'generated/manifest/visits.all.json'), 'utf8');
  const columns: readonly ManifestColumn[] = JSON.parse(text).columns;
  const record = columns.find(({ name }) => name === 'device');
  const marks = record?.fields?.map(({ name, nullable, list }) => ({ name, nullable, list }));
  expect([record?.type, record?.nullable]).toEqual(['record', true]);
  expect(marks).toContainEqual({ name: 'place', nullable: true, list: undefined });
  expect(marks).toContainEqual({ name: 'steps', nullable: false, list: true });
  const steps = record?.fields?.find(({ name }) => name === 'steps');
  const inner = steps?.fields?.find(({ name }) => name === 'marks');
  expect(inner).toMatchObject({ type: 'record', array: true, list: true });
});

it('are structs in Parquet, as DuckDB reads them', async () => {
  const file = join(folder, 'answer.parquet');
  const answer = await asked('application/vnd.apache.parquet');
  writeFileSync(file, new Uint8Array(await answer.arrayBuffer()));
  const connection = await (await DuckDBInstance.create()).connect();
  const read = await connection.runAndReadAll(`SELECT to_json(device) FROM '${file}' ORDER BY id`);
  connection.closeSync();
  const first = { ...device, at: '2026-01-02 03:04:05.000006+00', price: 12.5 };
  const marks = [{ at: '2026-01-02 03:04:05.000006+00', cost: 0.5 }, NO_MARK];
  const steps = [{ ...device.steps[0], marks }, device.steps[1]];
  expect(read.getRows().map(([text]) => JSON.parse(String(text)))).toEqual([
    { ...first, steps },
    null,
    bare,
  ]);
});

it('are structs in Arrow', async () => {
  const answer = await asked('application/vnd.apache.arrow.stream');
  const table = tableFromIPC(new Uint8Array(await answer.arrayBuffer()));
  const { schema } = table;
  const cost = table.get(0)?.['device'].steps.get(0).marks.get(0).cost;
  expect(String(cost)).toBe('500000000');
  const types = schema.fields.map(({ type }) => String(type));
  expect(types[1]).toMatch(/^Struct<\{name:Utf8, at:Timestamp<MICROSECOND/);
  expect(types[1]).toMatch(
    /steps:List<Struct<\{ms:Int64, ok:Bool, marks:List<Struct<\{at:Timestamp/,
  );
  expect(types[3]).toBe('Struct<{id:Int64, twice:Int64}>');
});

it('are arrays of one object where the service stands in for another', async () => {
  const at = 1_767_323_045_000_006;
  const [first, second] = device.steps;
  const steps = [{ ...first, marks: [{ at, cost: '0.5' }, NO_MARK] }, second];
  const old = [{ ...device, at, place: [device.place], steps }];
  const none = [{ ...bare, place: [] }];
  const rows = [
    { id: 1, device: old, again: old, own: [{ id: 1, twice: 2 }] },
    { id: 2, device: [], again: [], own: [{ id: 2, twice: 4 }] },
    { id: 3, device: none, again: none, own: [{ id: 3, twice: 6 }] },
  ];
  expect(await (await asked('application/json', 'old')).json()).toEqual({ result: rows });
});

it('are the same for a tool of an agent, and for `quern run`', async () => {
  const request = (path: string, init?: RequestInit) => fetch(`${served.url}${path}`, init);
  const { structuredContent } = await speaking({ request }).call('visitsAll');
  expect(structuredContent).toMatchObject({ result: ROWS });
  const { exit, stdout } = await quern(served.folder, ['run', 'visits.all']);
  expect([exit, JSON.parse(stdout)]).toEqual([0, ROWS]);
});

it('are compared with the rows that a test of the endpoint expects', async () => {
  const { exit, stderr } = await quern(served.folder, ['test', '--engine', 'duckdb']);
  expect([exit, stderr]).toEqual([0, '1 passed, 0 failed\n']);
});
