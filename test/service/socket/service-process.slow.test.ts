/** `quern serve` as a process of its own: how it starts, ends and heals. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { OLD_FORMAT } from '../../../generator/core/output/manifest.ts';
import { project, quern, removeFolders, SOURCES, temporaryFolder } from '../../cli/cli-fixture.ts';
import { builtScripts } from '../../support/processes/built.ts';
import { generatedManifest } from '../../support/projects/manifest-files.ts';
import type { Reply } from '../faults/storm.ts';
import { codeOf, get } from '../faults/storm.ts';
import { serveTables } from '../serve-process.ts';

const bin = join(builtScripts(), 'cli/bin.js');
const environment = { PATH: process.env['PATH'] ?? '' };
const LOGS = '/api/endpoints/logs?project=abc';
/** Makes the statement of `logs` take as long as its rows are many. */
const slowTable = (rows: number) => `CREATE VIEW edge_logs AS SELECT 'e' || a.range AS id,
  TIMESTAMP '2026-01-15 10:00:00' AS timestamp, 'abc' AS project,
  sum((a.range * b.range) % 7)::BIGINT AS size
  FROM range(3) a, range(${rows}) b GROUP BY a.range`;
const COLUMNS = 'id VARCHAR NOT NULL, timestamp TIMESTAMP NOT NULL, project VARCHAR, size BIGINT';
const TABLE = `CREATE TABLE edge_logs (${COLUMNS});
  INSERT INTO edge_logs VALUES ('e0', TIMESTAMP '2026-01-15 10:00:00', 'abc', 1)`;

afterAll(removeFolders);

async function makeDatabase(file: string, sql: string): Promise<void> {
  const other = `${file}.new`;
  const instance = await DuckDBInstance.create(other);
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
  renameSync(other, file);
}

interface Served {
  readonly folder: string;
  readonly url: string;
  readonly child: ChildProcess;
  /** Lines of the log so far. */
  readonly lines: () => readonly Record<string, unknown>[];
  readonly text: () => string;
  readonly put: (path: string, text: string) => void;
  /** The exit code, or the signal. */
  readonly ended: Promise<number | string | null>;
}

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

/** Serves a project of two endpoints on `logs.duckdb`, which `sql` makes. */
async function serve(
  sql: string | null,
  words: readonly string[] = ['--insecure-no-auth'],
  files: Readonly<Record<string, string>> = {},
  prepare: (folder: string) => Promise<void> = async () => {},
): Promise<Served> {
  const { folder, put, quern } = project(files);
  expect(await quern(['generate'])).toMatchObject({ exit: 0 });
  if (sql !== null) await makeDatabase(join(folder, 'logs.duckdb'), sql);
  await prepare(folder);
  const all = [bin, 'serve', '--port', '0', '--database', 'logs.duckdb', ...words];
  const child = spawn(process.execPath, all, { cwd: folder, env: environment });
  children.add(child);
  let text = '';
  child.stderr.on('data', more => {
    text += more;
  });
  const ended = new Promise<number | string | null>(done => {
    child.once('exit', (code, signal) => done(code ?? signal));
  });
  const started = () => /on (http:\S+)\n/.exec(text)?.[1] ?? '';
  await expect.poll(started).not.toBe('');
  return {
    folder,
    url: started(),
    child,
    text: () => text,
    lines: () =>
      text
        .split('\n')
        .filter(line => line.startsWith('{') && line.endsWith('}'))
        .map(line => JSON.parse(line)),
    put,
    ended,
  };
}

/** A process is gone when nobody can be asked for it, and its child has been waited for. */
function isGone({ child: { pid } }: Served): boolean {
  try {
    process.kill(pid ?? 0, 0);
    return false;
  } catch {
    return true;
  }
}
const running = async (served: Served) =>
  Number(/^quern_limiter_running (\d+)$/m.exec((await get(`${served.url}/metrics`)).body)?.[1]);
const waiting = async (served: Served) =>
  Number(/^quern_limiter_waiting (\d+)$/m.exec((await get(`${served.url}/metrics`)).body)?.[1]);
const refused = (url: string) =>
  get(`${url}/healthz`, {}, AbortSignal.timeout(5_000)).then(
    () => 'answered',
    (error: NodeJS.ErrnoException) => error.code,
  );

describe('the log', () => {
  it('that nobody reads any more ends no service', async () => {
    const { child, url, ended } = await serve(TABLE);
    child.stderr?.destroy();
    for (const _ of [1, 2, 3]) expect(await get(`${url}${LOGS}`)).toMatchObject({ status: 200 });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('that there is no room for ends no service', async () => {
    const { folder, quern } = project();
    await quern(['generate']);
    await makeDatabase(join(folder, 'logs.duckdb'), TABLE);
    const port = await freePort();
    const words = [
      'serve',
      '--insecure-no-auth',
      '--port',
      String(port),
      '--database',
      'logs.duckdb',
    ];
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [bin, ...words], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'ignore', full],
    });
    closeSync(full);
    children.add(child);
    const ended = new Promise(done => child.once('exit', (code, signal) => done(code ?? signal)));
    const url = `http://127.0.0.1:${port}`;
    const status = () =>
      get(`${url}${LOGS}`).then(
        ({ status }) => status,
        () => null,
      );
    await expect.poll(status).toBe(200);
    expect(await status()).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise(done => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('listens on no port');
  return address.port;
}

describe('the end', () => {
  it('comes before the grace is over where connections are idle, silent, or were all answered', async () => {
    const served = await serve(TABLE);
    const port = Number(new URL(served.url).port);
    const open = () =>
      new Promise<ReturnType<typeof connect>>(done => {
        const socket = connect(port, '127.0.0.1', () => done(socket));
        socket.on('error', () => {});
      });
    const silent = await open();
    const idle = await open();
    const answered = new Promise(done => idle.once('data', done));
    idle.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await answered;
    const closed = [silent, idle].map(socket => new Promise(done => socket.once('close', done)));
    const gone = new Promise(done => served.child.once('exit', () => done('gone')));
    served.child.kill('SIGTERM');
    // Its grace is ten seconds.
    const late = new Promise(done => setTimeout(() => done('late'), 7_000));
    expect(await Promise.race([gone, late])).toBe('gone');
    await Promise.all(closed);
    expect(await served.ended).toBe(0);
  });

  it('comes in spite of statements that would run for hours, and all who wait are told', async () => {
    const served = await serve(slowTable(4e12), ['--insecure-no-auth'], {
      'quern.yaml': 'service: { concurrency: 2 }\n',
    });
    const asked = [1, 2, 3, 4].map(least => get(`${served.url}${LOGS}&least=${least}`));
    await expect.poll(() => running(served)).toBe(2);
    await expect.poll(() => waiting(served)).toBe(2);
    served.child.kill('SIGTERM');
    await expect.poll(() => refused(served.url)).toBe('ECONNREFUSED');
    // A second one changes nothing: what runs has its time.
    served.child.kill('SIGTERM');
    for (const reply of await Promise.all(asked)) {
      expect(reply).toMatchObject({
        status: 503,
        headers: { 'retry-after': '5', connection: 'close' },
      });
      expect(codeOf(reply)).toBe('overloaded');
    }
    expect(await served.ended).toBe(0);
    expect(isGone(served)).toBe(true);
  });

  it('is at once at a second SIGINT', async () => {
    const served = await serve(slowTable(4e12));
    get(served.url + LOGS).catch(() => undefined);
    await expect.poll(() => running(served)).toBe(1);
    served.child.kill('SIGINT');
    await expect.poll(() => refused(served.url)).toBe('ECONNREFUSED');
    served.child.kill('SIGINT');
    // Which shells tell as 130.
    expect(await served.ended).toBe('SIGINT');
    expect(isGone(served)).toBe(true);
  });
});

describe('SIGHUP', () => {
  const events = ({ lines }: Served) => lines().flatMap(({ event }) => (event ? [event] : []));
  const STAYS = 'the old definitions stay in use';

  it('is needed for definitions that were replaced before their first call', async () => {
    const served = await serve(TABLE);
    const counts = `${served.url}/api/endpoints/counts?span=hour`;
    expect((await get(served.url + LOGS)).status).toBe(200);
    for (const name of ['logs', 'counts']) {
      const text = readFileSync(join(served.folder, `endpoints/${name}.yaml`), 'utf8');
      served.put(`endpoints/${name}.yaml`, `${text}description: Changed\n`);
    }
    expect(await quern(served.folder, ['generate'])).toMatchObject({ exit: 0 });
    expect((await get(served.url + LOGS)).status).toBe(200);
    const reply = await get(counts);
    expect([reply.status, codeOf(reply)]).toEqual([503, 'engine_unavailable']);
    expect(reply.body).toContain('has been replaced');
    const failures = () => served.lines().flatMap(({ failure }) => failure ?? []);
    // the line may be written after the answer
    await expect
      .poll(failures)
      .toContainEqual(expect.stringMatching(/`manifest\/counts\.json` .*; send SIGHUP/));
    served.child.kill('SIGHUP');
    await expect.poll(() => events(served)).toContain('read again: 2 endpoints');
    expect((await get(counts)).status).not.toBe(503);
    served.child.kill('SIGTERM');
    expect(await served.ended).toBe(0);
  });

  it('is what the log asks for, once for each manifest that is newer, and a restart for other settings', async () => {
    const served = await serve(TABLE);
    const before = readFileSync(join(served.folder, 'quern.yaml'), 'utf8');
    served.put('quern.yaml', `service: { secret: Much too short }\n${before}`);
    const failures = () => served.lines().flatMap(({ failure }) => failure ?? []);
    await expect
      .poll(failures)
      .toEqual([expect.stringMatching(/^quern\.yaml:1: `secret` is shorter/)]);
    expect(served.text()).not.toContain('Much too short');
    served.put('quern.yaml', `${before}service: { timeout: 7s }\n`);
    await expect
      .poll(() => events(served))
      .toContain('`quern.yaml` has changed: a restart takes over `service.timeout`');
    const manifest = join(served.folder, 'generated/manifest/index.json');
    const whole = readFileSync(manifest, 'utf8');
    const count = (text: string) =>
      events(served).filter(event => String(event).includes(text)).length;
    // the same content under a newer date
    writeFileSync(manifest, whole);
    await new Promise(resolve => setTimeout(resolve, 3_000));
    expect(count('have changed')).toBe(0);
    writeFileSync(manifest, `${whole}\n`);
    await expect.poll(() => count('have changed')).toBe(1);
    served.child.kill('SIGHUP');
    await expect.poll(() => count('read again')).toBe(1);
    writeFileSync(manifest, whole);
    await expect.poll(() => count('have changed')).toBe(2);
    await new Promise(resolve => setTimeout(resolve, 3_000));
    expect(count('have changed')).toBe(2);
    served.child.kill('SIGTERM');
    expect(await served.ended).toBe(0);
  });

  it('reads what `quern generate` makes of a manifest of format 2', async () => {
    const served = await serve(TABLE, undefined, {}, async folder => {
      const generated = join(folder, 'generated');
      const old = JSON.stringify({ format: OLD_FORMAT, ...generatedManifest(generated) });
      rmSync(join(generated, 'manifest'), { recursive: true });
      writeFileSync(join(generated, 'manifest.json'), old);
      // the list of files that such a release wrote
      const record = { files: { 'manifest.json': hash('sha256', old) } };
      writeFileSync(join(generated, '.quern.json'), JSON.stringify(record, null, 2));
    });
    expect(served.text()).toContain(
      '`generated/manifest.json` is of format 2, which starts slower\n' +
        '  hint: Run `quern generate`, which writes `manifest/index.json` in its place.',
    );
    expect((await get(served.url + LOGS)).status).toBe(200);
    expect(await quern(served.folder, ['generate'])).toMatchObject({ exit: 0 });
    expect(existsSync(join(served.folder, 'generated/manifest.json'))).toBe(false);
    await expect.poll(() => events(served)).toContainEqual(expect.stringContaining('have changed'));
    served.child.kill('SIGHUP');
    await expect.poll(() => events(served)).toContain('read again: 2 endpoints');
    expect(served.text().split('is of format 2')).toHaveLength(2);
    served.child.kill('SIGTERM');
    expect(await served.ended).toBe(0);
  });

  it('keeps the old definitions if the manifest is broken', async () => {
    const served = await serve(TABLE);
    const manifest = join(served.folder, 'generated/manifest/index.json');
    const whole = readFileSync(manifest, 'utf8');
    const count = () => events(served).filter(event => event === STAYS).length;
    for (const [index, text] of ['{', '{"format": 99}'].entries()) {
      writeFileSync(manifest, text);
      served.child.kill('SIGHUP');
      await expect.poll(count).toBe(index + 1);
      expect((await get(served.url + LOGS)).status).toBe(200);
    }
    writeFileSync(manifest, whole);
    served.child.kill('SIGHUP');
    await expect.poll(() => events(served)).toContain('read again: 2 endpoints');
    expect((await get(served.url + LOGS)).status).toBe(200);
    served.child.kill('SIGTERM');
    expect(await served.ended).toBe(0);
  });
});

const OTHER = `endpoint: others
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a03
from: other_logs
params:
  project: { type: string, required: true }
where: [project = @project]
select: [id]
`;

describe('what is not there', () => {
  const ready = async ({ url }: Served) => {
    const reply = await get(`${url}/readyz`);
    return [reply.status, reply.status === 200 ? JSON.parse(reply.body).status : codeOf(reply)];
  };
  const events = ({ lines }: Served) =>
    lines().flatMap(({ event }) => (event ? [String(event)] : []));

  it('a database that comes, is replaced and goes is noticed without a restart', async () => {
    const served = await serve(null);
    const file = join(served.folder, 'logs.duckdb');
    const ask = async () => {
      const reply = await get(served.url + LOGS);
      return reply.status === 200 ? JSON.parse(reply.body).result[0]?.id : codeOf(reply);
    };
    const missing = await get(served.url + LOGS);
    expect(missing).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5', 'content-type': 'application/problem+json' },
    });
    expect(missing.body).not.toContain('duckdb');
    expect(await ready(served)).toEqual([503, 'engine_unavailable']);
    expect((await get(`${served.url}/healthz`)).status).toBe(200);
    expect(events(served)).toContain('duckdb is unavailable');
    await makeDatabase(file, TABLE);
    await expect.poll(ask, { interval: 100 }).toBe('e0');
    await expect.poll(() => ready(served)).toEqual([200, 'ready']);
    expect(events(served)).toContain('duckdb is available again');
    served.child.kill('SIGTERM');
    expect(await served.ended).toBe(0);
  });

  it('a table that is missing makes its endpoints alone unavailable', async () => {
    const other = SOURCES.replace('sources:\n', '').replaceAll('edge_logs', 'other_logs');
    const served = await serve(TABLE, undefined, {
      'endpoints/sources.yaml': `${SOURCES}${other}`,
      'endpoints/others.yaml': OTHER,
    });
    const others = () => get(`${served.url}/api/endpoints/others?project=abc`);
    expect((await get(served.url + LOGS)).status).toBe(200);
    const reply: Reply = await others();
    expect([reply.status, codeOf(reply), reply.headers['retry-after']]).toEqual([
      503,
      'engine_unavailable',
      '5',
    ]);
    expect(await ready(served)).toEqual([200, 'degraded']);
    await expect
      .poll(() => events(served).some(event => event.includes('cannot run: others')))
      .toBe(true);
    expect((await get(served.url + LOGS)).status).toBe(200);
    const file = join(served.folder, 'logs.duckdb');
    await makeDatabase(file, `${TABLE}; CREATE TABLE other_logs (${COLUMNS})`);
    await expect.poll(async () => (await others()).status).toBe(200);
    expect((await get(served.url + LOGS)).status).toBe(200);
  });

  it('a database file that is broken is one that is not there, until it is whole', async () => {
    const served = await serve(null, undefined, {}, async folder => {
      writeFileSync(join(folder, 'logs.duckdb'), 'this is no database');
    });
    expect((await get(served.url + LOGS)).status).toBe(503);
    await makeDatabase(join(served.folder, 'logs.duckdb'), TABLE);
    await expect
      .poll(async () => (await get(served.url + LOGS)).status, { interval: 100 })
      .toBe(200);
  });
});

describe('the key file', () => {
  it('broken keeps its keys, with a key revoked it refuses it, replaced it knows the new ones', async () => {
    let folder = '';
    const keys = (...words: readonly string[]) =>
      execFileSync(process.execPath, [bin, 'keys', ...words, '--keys', 'keys.json'], {
        cwd: folder,
        env: environment,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    let [first, second] = ['', ''];
    const served = await serve(TABLE, ['--keys', 'keys.json'], {}, async at => {
      folder = at;
      first = keys('create', '--name', 'first');
      second = keys('create', '--name', 'second');
    });
    const file = join(folder, 'keys.json');
    const ask = async (token: string) =>
      (await get(served.url + LOGS, { 'X-API-KEY': token })).status;
    expect([await ask(first), await ask(second), await ask('')]).toEqual([200, 200, 401]);
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, good.slice(0, good.length / 2));
    await expect.poll(() => served.text()).toContain('the old keys stay in force');
    expect([await ask(first), await ask(second)]).toEqual([200, 200]);
    writeFileSync(file, good);
    await expect.poll(() => served.text()).toContain('the key file is valid again');
    const { id } = JSON.parse(good).keys.find(({ name }: { name: string }) => name === 'first');
    keys('revoke', id);
    await expect.poll(() => ask(first)).toBe(401);
    expect(await ask(second)).toBe(200);
    // Another file in its place, as tools that replace files write it.
    const third = keys('create', '--name', 'third');
    const parsed = JSON.parse(readFileSync(file, 'utf8'));
    parsed.keys = parsed.keys.filter(({ name }: { name: string }) => name === 'third');
    writeFileSync(`${file}.new`, JSON.stringify(parsed), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    await expect.poll(() => ask(second)).toBe(401);
    expect(await ask(third)).toBe(200);
    rmSync(file);
    await expect.poll(() => served.text()).toContain('does not exist');
    expect(await ask(third)).toBe(200);
    expect(served.text()).not.toContain(third);
    served.child.kill('SIGTERM');
    expect(await served.ended).toBe(0);
  });
});

describe('a body that cannot be compressed', () => {
  it('fails its request alone, with a line of the log', async () => {
    const full = join(temporaryFolder(), 'full');
    const before = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';
const { gzip } = zlib;
zlib.gzip = (bytes, done) => (fs.existsSync('${full}') ? done(new Error('no memory')) : gzip(bytes, done));
syncBuiltinESMExports();
`;
    const files = {
      'endpoints/sources.yaml':
        'sources: { items: { tables: { duckdb: { table: items } }, columns: { id: { type: int64, required: true } } } }',
      'endpoints/items.yaml':
        'endpoint: items\nid: 00000000-0000-4000-8000-000000000421\nengines: [duckdb]\nfrom: items\nselect: [id]\ncache: { ttl: 1m }\n',
    };
    const table =
      'CREATE TABLE items (id BIGINT NOT NULL); INSERT INTO items SELECT range FROM range(500)';
    const served = await serveTables(table, files, { before });
    try {
      const ask = () => get(`${served.url}/api/endpoints/items`, { 'Accept-Encoding': 'gzip' });
      writeFileSync(full, '');
      const refused = await ask();
      expect([refused.status, codeOf(refused)]).toEqual([500, 'internal']);
      await expect
        .poll(served.lines)
        .toContainEqual(
          expect.objectContaining({ status: 500, failure: expect.stringContaining('no memory') }),
        );
      rmSync(full);
      const { status, headers } = await ask();
      expect([status, headers['content-encoding']]).toEqual([200, 'gzip']);
    } finally {
      await served.stop();
    }
  });
});
