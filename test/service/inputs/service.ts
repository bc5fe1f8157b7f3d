/** `quern serve` as a process over four endpoints: ordinary and sandboxed ones, each also with `compat`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect } from 'vitest';
import { project } from '../../cli/cli-fixture.ts';
import { buildScripts } from '../../support/built.ts';
import { TEST_PACKAGES } from '../../support/packages.ts';
import { type RawAnswer, rawAnswers, sendRaw } from '../injection/raw.ts';

export const ENDPOINTS = ['plain', 'plain.compat', 'sql', 'sql.compat'] as const;
export type EndpointName = (typeof ENDPOINTS)[number];

export const isSandbox = (name: EndpointName) => name.startsWith('sql');
export const isCompat = (name: EndpointName) => name.endsWith('.compat');

const SOURCES = `sources:
  logs:
    tables: { duckdb: { table: logs } }
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
const LOGS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
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
};

const DATA = `CREATE TABLE logs (id VARCHAR NOT NULL, project VARCHAR NOT NULL, status BIGINT NOT NULL);
INSERT INTO logs VALUES ${Object.entries(LOGS)
  .flatMap(([name, rows]) =>
    Object.entries(rows).map(([id, status]) => `('${id}', '${name}', ${status})`),
  )
  .join(', ')}`;

export interface Service {
  readonly url: string;
  /** Keys that may run everything, and one that may only read `xyz`. */
  readonly tokens: { readonly any: string; readonly other: string; readonly xyz: string };
  /** Sends bytes on a connection of their own, and returns all answers. */
  readonly send: (request: string | Buffer) => Promise<readonly RawAnswer[]>;
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** Builds the package and serves the project. `removeFolders` of the fixture removes it. */
export async function openService(settings = ''): Promise<Service> {
  const built = resolve(`node_modules/.cache/quern-inputs-${process.pid}`);
  buildScripts(built);
  const files = Object.fromEntries(
    ENDPOINTS.map((name, at) => [`endpoints/${name}.yaml`, endpoint(name, at)]),
  );
  const { folder, quern } = project({
    'quern.yaml': `dialects: [duckdb]\nservice:\n  public: []\n${settings}`,
    'endpoints/sources.yaml': SOURCES,
    'endpoints/logs.yaml': null,
    'endpoints/counts.yaml': null,
    ...files,
  });
  expect(await quern(['generate'])).toMatchObject({ exit: 0 });
  symlinkSync(TEST_PACKAGES, join(folder, 'node_modules'));
  await makeDatabase(join(folder, 'logs.duckdb'));
  const keyFor = async (name: string, ...words: readonly string[]) => {
    const { stdout, exit } = await quern(['keys', 'create', '--name', name, ...words]);
    expect(exit).toBe(0);
    return /qk_\S+/.exec(stdout)?.[0] ?? '';
  };
  const tokens = {
    any: await keyFor('any'),
    other: await keyFor('other'),
    xyz: await keyFor('xyz', '--param', 'project=xyz'),
  };
  const { url, log, child } = await started(join(built, 'cli/bin.js'), folder);
  return {
    url,
    tokens,
    log,
    send: async request => rawAnswers(await sendRaw(url, request)),
    stop: async () => {
      const ended = new Promise(done => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
      rmSync(built, { recursive: true, force: true });
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

async function started(bin: string, folder: string) {
  const words = ['serve', '--port', '0', '--database', 'logs.duckdb'];
  const child: ChildProcess = spawn(process.execPath, [bin, ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
  });
  let log = '';
  const url = new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', more => {
      log += more;
      const found = /on (http:\S+)\n/.exec(log)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(log)));
  });
  return { child, url: await url, log: () => log };
}
