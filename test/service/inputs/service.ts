/** `quern serve` over four endpoints: ordinary and sandboxed ones, each also with `compat`. Its database is behind a link. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type RawAnswer, rawAnswers, sendRaw } from '../injection/raw.ts';
import { serveProcess } from '../serve-process.ts';
import { madeKey } from '../server-fixture.ts';

export const ENDPOINTS = ['plain', 'plain.compat', 'sql', 'sql.compat'] as const;
export type EndpointName = (typeof ENDPOINTS)[number];

export const isSandbox = (name: EndpointName) => name.startsWith('sql');
export const isCompat = (name: EndpointName) => name.endsWith('.compat');

const SOURCES = `sources:
  logs:
    tables: { bigquery: { table: logs }, duckdb: { table: logs }, clickhouse: { table: logs } }
    scope: [project]
    columns:
      id: { type: string, required: true }
      project: { type: string, required: true }
      status: { type: int64, required: true }
`;

const endpoint = (name: EndpointName, at: number) => `endpoint: ${name}
id: 00000000-0000-4000-8000-00000000000${at}
${isCompat(name) ? 'compat: logflare\n' : ''}params:
  project: { type: string, required: true }
  least: { type: int64 }
  statuses: { list: int64 }
${isSandbox(name) ? 'sandbox: true\nviews:\n  logs: { from: logs, where: [project = @project] }\n' : ''}from: logs
where:
  - project = @project
  - { when: least, filter: status >= @least }
  - { when: statuses, filter: status in @statuses }
select: [id]
order_by: [id]
cache: { ttl: 10m }
`;

/** By project, the identifiers of its rows and their statuses. */
export const LOGS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  abc: { a1: 200, a2: 404, a3: 500 },
  xyz: { x1: 200 },
  'abc;least=404': { semicolon: 200 },
  'a#b': { hash: 200 },
  'a b': { blank: 200 },
  'a+b': { plus: 200 },
  é: { accent: 200 },
  'Ã©': { mistaken: 200 },
  12: { number: 200 },
  true: { bool: 200 },
  Infinity: { infinite: 200 },
  0.1: { rounded: 200 },
  '0.1000000000000000000001': { exact: 200 },
  '[object Object]': { object: 200 },
  'a,b': { comma: 200 },
  formulas: { '=1+1': -200, '@x': 1, plain: 2 },
};

const DATA = `CREATE TABLE logs (id VARCHAR NOT NULL, project VARCHAR NOT NULL, status BIGINT NOT NULL);
INSERT INTO logs VALUES ${Object.entries(LOGS)
  .flatMap(([name, rows]) =>
    Object.entries(rows).map(([id, status]) => `('${id}', '${name}', ${status})`),
  )
  .join(', ')}`;

/** Keys that may run everything, and one that may only read `xyz`. */
export interface Tokens {
  readonly any: string;
  readonly other: string;
  readonly xyz: string;
}
export interface Service {
  readonly url: string;
  readonly tokens: Tokens;
  /** Sends bytes on a connection of their own, then `next` once an answer begins, and returns all bytes of answers. */
  readonly exchange: (request: string | Buffer, next?: string) => Promise<string>;
  /** Sends bytes on a connection of their own, and returns all answers. */
  readonly send: (request: string | Buffer) => Promise<readonly RawAnswer[]>;
  /** The addresses of the requests that `node:http` has read. */
  readonly readByNode: () => readonly string[];
  readonly stop: () => Promise<void>;
}

/** The service writes this line for each request that `node:http` reads. */
const READ = /^node:http reads (.*)$/gm;
const TELLS_READ = `import { subscribe } from 'node:diagnostics_channel';
const tell = ({ request }) => process.stderr.write('node:http reads ' + request.url + '\\n');
subscribe('http.server.request.start', tell);
`;

export async function openService(
  service: Readonly<Record<string, unknown>> = {},
): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-inputs-'));
  await makeDatabase(join(folder, 'stored.duckdb'));
  const database = join(folder, 'logs.duckdb');
  symlinkSync('stored.duckdb', database);
  const any = madeKey({ id: 'key_1', name: 'any' });
  const other = madeKey({ id: 'key_2', name: 'other' });
  const xyz = madeKey({ id: 'key_3', name: 'xyz', params: { project: 'xyz' } });
  const served = await serveProcess({
    engine: 'duckdb',
    reached: { settings: { database }, environment: {} },
    keys: [any.key, other.key, xyz.key],
    service,
    before: TELLS_READ,
    files: {
      'endpoints/sources.yaml': SOURCES,
      ...Object.fromEntries(
        ENDPOINTS.map((name, at) => [`endpoints/${name}.yaml`, endpoint(name, at)]),
      ),
    },
  });
  return {
    url: served.url,
    tokens: { any: any.token, other: other.token, xyz: xyz.token },
    exchange: (request, next) => sendRaw(served.url, request, next),
    send: async request => rawAnswers(await sendRaw(served.url, request)),
    readByNode: () => [...served.told().matchAll(READ)].map(([, url = '']) => url),
    stop: async () => {
      await served.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function makeDatabase(file: string): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run(DATA);
  connection.closeSync();
  instance.closeSync();
}
