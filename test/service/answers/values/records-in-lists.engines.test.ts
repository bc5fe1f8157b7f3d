/** Lists of records in every format of an answer, from tables, Parquet and NDJSON, and a fault in one of their items. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quern } from '../../../cli/cli-fixture.ts';
import { speaking } from '../../mcp/tools-service.ts';
import { type ServeProcess, serveProcess } from '../../serve-process.ts';

const COLUMNS = `
      id: { type: int64, required: true }
      events:
        list:
          record:
            name: { type: string, required: true }
            at: timestamp
            ms: int64
            price: { type: decimal, precision: 12, scale: 2 }
            ratio: float64
            tags: { list: string }
            from: { record: { ip: string, seen: date } }
            raw: json
        by: name`;

const sources = (names: readonly string[]) => `sources:
${names.map(name => `  ${name}:\n    tables: { duckdb: { table: ${name} } }\n    columns:${COLUMNS}\n`).join('')}`;

const filesOf = (names: readonly string[]) => ({
  'endpoints/sources.yaml': sources(names),
  ...Object.fromEntries(
    names.map((name, at) => [
      `endpoints/${name}.all.yaml`,
      `endpoint: ${name}.all
id: 00000000-0000-4000-8000-00000000020${at}
engines: [duckdb]
cache: off
from: ${name}
select:
  id: id
  events: events
  login: events['login'].at
  slow: any(events, .ms > 9007199254740992)
order_by: [id]
`,
    ]),
  ),
});

const LIST = `[
  { name: 'login', "at": TIMESTAMP '2026-01-02 03:04:05.000006', ms: 9007199254740993::BIGINT, price: 12.5::DECIMAL(12, 2), ratio: 'nan'::DOUBLE,
    tags: ['a', NULL][1:1], "from": { ip: '::1', seen: DATE '2026-01-02' }, raw: '{"a":[1]}'::JSON },
  { name: 'logout', "at": NULL, ms: NULL, price: NULL, ratio: 0.5, tags: NULL, "from": NULL, raw: NULL }]`;

const LINES = `{"id":1,"events":[{"name":"login","at":"2026-01-02T03:04:05.000006Z","ms":9007199254740993,"price":12.5,"tags":["a"],"from":{"ip":"::1","seen":"2026-01-02"},"raw":{"a":[1]}},{"name":"logout","ratio":0.5,"at":null}]}
{"id":2,"events":[]}
{"id":3}
`;
const LACKING = `{"id":1,"events":[{"name":"login"},{"ms":1}]}
`;
const BROKEN = `{"id":1,"events":[{"name":"login","ms":1}]}
{"id":2,"events":[{"name":"login","ms":"soon"}]}
`;

const EVENTS = [
  {
    name: 'login',
    at: '2026-01-02T03:04:05.000006Z',
    ms: 5,
    price: '12.5',
    ratio: null,
    tags: ['a'],
    from: { ip: '::1', seen: '2026-01-02' },
    raw: { a: [1] },
  },
  {
    name: 'logout',
    at: null,
    ms: null,
    price: null,
    ratio: 0.5,
    tags: [],
    from: null,
    raw: null,
  },
];

const FORMATS = [
  'application/json',
  'application/x-ndjson',
  'text/csv',
  'application/vnd.apache.arrow.stream',
] as const;

const folder = mkdtempSync(join(tmpdir(), 'quern-records-in-lists-'));
/** A database, and files: a service has one of them. */
let ofTables: ServeProcess;
let ofFiles: ServeProcess;
const serving = (name: string) => (name === 'tables' ? ofTables : ofFiles);

beforeAll(async () => {
  const database = join(folder, 'logs.duckdb');
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE tables (id BIGINT NOT NULL, events STRUCT(name VARCHAR, "at" TIMESTAMP, ms BIGINT,
    price DECIMAL(12, 2), ratio DOUBLE, tags VARCHAR[], "from" STRUCT(ip VARCHAR, seen DATE), raw JSON)[]);
    INSERT INTO tables VALUES (1, ${LIST.replace('9007199254740993', '5')}), (2, []), (3, NULL);
    COPY tables TO '${join(folder, 'columns.parquet')}';`);
  connection.closeSync();
  instance.closeSync();
  writeFileSync(join(folder, 'lines.ndjson'), LINES.replace('9007199254740993', '5'));
  writeFileSync(join(folder, 'broken.ndjson'), BROKEN);
  writeFileSync(join(folder, 'lacking.ndjson'), LACKING);
  const files = {
    columns: join(folder, 'columns.parquet'),
    lines: join(folder, 'lines.ndjson'),
    broken: join(folder, 'broken.ndjson'),
    lacking: join(folder, 'lacking.ndjson'),
  };
  const served = (settings: Readonly<Record<string, unknown>>, names: readonly string[]) =>
    serveProcess({
      engine: 'duckdb',
      reached: { settings, environment: {} },
      files: filesOf(names),
    });
  ofTables = await served({ database }, ['tables']);
  ofFiles = await served({ tables: files }, Object.keys(files));
});

afterAll(async () => {
  await ofTables?.stop();
  await ofFiles?.stop();
  rmSync(folder, { recursive: true });
});

const asked = (name: string, format: string) =>
  fetch(`${serving(name).url}/api/endpoints/${name}.all`, { headers: { Accept: format } });

describe.each(['tables', 'columns', 'lines'])('lists of records of %s', name => {
  const first = { id: 1, events: EVENTS, login: EVENTS[0]?.at, slow: false };
  const none = { events: [], login: null, slow: false };
  const rows = [first, { id: 2, ...none }, { id: 3, ...none }];
  it('are arrays of objects in JSON, and JSON text in CSV', async () => {
    const [json, ndjson, csv] = await Promise.all(FORMATS.map(of => asked(name, of)));
    expect(await json?.json()).toEqual({ result: rows });
    const lines = (await ndjson?.text())?.trim().split('\n') ?? [];
    expect(lines.map(line => JSON.parse(line))).toEqual(rows);
    const [, line = ''] = (await csv?.text())?.split('\r\n') ?? [];
    const [, cell = ''] = /^1,"(.*)",2026-01-02/.exec(line) ?? [];
    expect(JSON.parse(cell.replaceAll('""', '"'))).toEqual(EVENTS);
  });

  it('are lists of structs in Arrow', async () => {
    const answer = await asked(name, FORMATS[3]);
    const table = tableFromIPC(new Uint8Array(await answer.arrayBuffer()));
    const text = String(table.schema.fields.find(field => field.name === 'events')?.type);
    expect(text).toMatch(/^List<Struct<\{name:Utf8, at:Timestamp<MICROSECOND.*>, ms:Int64/);
    const items = JSON.parse(
      JSON.stringify(table.toArray()[0]?.events, (_, value) =>
        typeof value === 'bigint' ? Number(value) : value,
      ),
    );
    expect(items.map((item: { readonly name: string }) => item.name)).toEqual(['login', 'logout']);
    expect(items[0].from.ip).toBe('::1');
  });

  it('are the same for a tool of an agent', async () => {
    const request = (path: string, init?: RequestInit) =>
      fetch(`${serving(name).url}${path}`, init);
    const { structuredContent } = await speaking({ request }).call(`${name}All`);
    expect(structuredContent).toMatchObject({ result: rows });
  });

  it('are the same for `quern run`', async () => {
    const { exit, stdout } = await quern(serving(name).folder, ['run', `${name}.all`]);
    expect([exit, JSON.parse(stdout)]).toEqual([0, rows]);
  });
});

describe('an item that is not as declared', () => {
  it.each(['broken', 'lacking'])('is an error that names the column: %s', async name => {
    const answer = await asked(name, FORMATS[0]);
    expect([answer.status, ((await answer.json()) as { readonly code: string }).code]).toEqual([
      502,
      'engine_error',
    ]);
    expect(ofFiles.told()).toContain(
      'the column `events` of the files holds a value that is no list of records',
    );
  });
});
