/** Real caches in front of the service, set up in a hurry: none hands one tenant's answer to another. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { revokeKey } from '../../../server/access/keys/keys.ts';
import { prepareNginx } from '../../support/processes/nginx.ts';
import { together } from '../injection/heard.ts';
import { type Client, openClient } from '../tenants/client.ts';
import type { Holder, Site } from '../tenants/data.ts';
import { ENDPOINTS, HOLDERS, makeSite, signature, TENANTS, wanted } from '../tenants/data.ts';

interface Proxy {
  readonly name: string;
  readonly program: string;
  /** What it caches although it is told not to, if anything: then nobody can take a kept answer back from it. */
  readonly obeys: boolean;
  /** Words that let it listen on a Unix socket, in front of a port. */
  readonly start: (folder: string, backend: number, socket: string) => readonly string[];
}

const nginx = (more: string) => (folder: string, backend: number, socket: string) => {
  mkdirSync(join(folder, 'cache'));
  return prepareNginx(
    folder,
    `  proxy_cache_path ${folder}/cache keys_zone=all:10m;
  server {
    listen unix:${socket};
    location / {
      proxy_pass http://127.0.0.1:${backend};
      proxy_cache all;
      proxy_cache_valid any 10m;
      proxy_cache_lock on;
      ${more}
    }
  }`,
  );
};

const varnish = (vcl: string | null) => (folder: string, backend: number, socket: string) => {
  const path = join(folder, 'own.vcl');
  const origin = `backend default { .host = "127.0.0.1"; .port = "${backend}"; }`;
  if (vcl !== null) writeFileSync(path, `vcl 4.1;\n${origin}\n${vcl}\n`);
  const from = vcl === null ? ['-b', `127.0.0.1:${backend}`] : ['-f', path];
  const listening = ['-a', socket, '-T', 'none', '-n', join(folder, 'varnish')];
  return ['-F', '-j', 'none', ...listening, '-s', 'malloc,32m', '-l', '8m', ...from];
};

const PROXIES: readonly Proxy[] = [
  { name: 'nginx', program: 'nginx', obeys: true, start: nginx('') },
  {
    name: 'nginx that caches whatever it gets',
    program: 'nginx',
    obeys: false,
    start: nginx('proxy_ignore_headers Cache-Control Expires;'),
  },
  { name: 'Varnish', program: 'varnishd', obeys: true, start: varnish(null) },
  {
    name: 'Varnish that caches whatever it gets',
    program: 'varnishd',
    obeys: false,
    start: varnish(`
      sub vcl_recv { if (req.method == "GET") { return (hash); } }
      sub vcl_backend_response { set beresp.ttl = 10m; return (deliver); }`),
  },
];

/** Also where the path of ordinary users does not lead. */
const environment = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/usr/local/sbin` };

function isThere(program: string): boolean {
  const { error } = spawnSync(program, ['-V'], { env: environment, stdio: 'ignore' });
  if (error !== undefined)
    process.stderr.write(`no ${program} is here: the tests behind it are skipped\n`);
  return error === undefined;
}

/** Registers a test where it has a meaning: one that has none is not skipped. */
const testIf = (isMeant: boolean) => (name: string, work: () => Promise<void>) => {
  if (isMeant) test(name, work);
};

const HELD = new Set(['nginx', 'varnishd'].filter(isThere));

describe.each(PROXIES.filter(({ program }) => HELD.has(program)))('behind $name', proxy => {
  let site: Site;
  let child: ChildProcess;
  let ended: Promise<unknown>;
  let folder: string;
  let client: Client;
  let said = '';

  beforeAll(async () => {
    site = await makeSite({ engine: 'duckdb' });
    folder = mkdtempSync(join(tmpdir(), 'proxy-'));
    const socket = join(folder, 'socket');
    const words = proxy.start(folder, Number(new URL(site.served.url).port), socket);
    child = spawn(proxy.program, words, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    ended = new Promise(resolve => child.once('exit', resolve));
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', text => (said += text));
    client = openClient('http://localhost', socket);
    const look = async () => {
      const { status } = await client.get('/healthz');
      if (status !== 200) throw new Error(`${status}: ${said}`);
    };
    await vi.waitFor(look, 30_000);
  });
  afterAll(async () => {
    client.close();
    child.kill('SIGTERM');
    await ended;
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const isBound = ({ key }: Holder) => key.params['project'] !== undefined;
  const bound = HOLDERS.filter(({ name }) => /^bound-[0-7]$/.test(name));
  const unbound = HOLDERS.filter(({ name }) => name.startsWith('unbound-'));
  const projects = bound.map(({ key }) => String(key.params['project'] ?? ''));
  /** Without a project all keys ask for the same address, and it is the key alone that tells tenants apart. */
  const asks = ENDPOINTS.flatMap(endpoint =>
    [...bound, ...unbound].flatMap(holder =>
      [...projects.slice(0, 4), TENANTS[199] ?? '', ...(isBound(holder) ? [null] : [])].map(
        project => {
          return { holder, endpoint, project };
        },
      ),
    ),
  );
  const pathOf = (endpoint: string, project: string | null) => {
    const own = project === null ? '' : `project=${project}&`;
    const interval = endpoint === 'logs.all' ? 'project_tier=FREE' : 'interval=daily';
    return `/api/endpoints/${endpoint}?${own}${interval}`;
  };
  const FORMS: readonly ((token: string) => Readonly<Record<string, string>>)[] = [
    token => ({ 'X-API-KEY': token }),
    token => ({ Authorization: `Bearer ${token}` }),
    token => ({ 'X-API-KEY': token, 'Accept-Encoding': 'gzip, br' }),
  ];

  test.each(['cold', 'warm', 'warm'])('%s, each key is answered its own or refused', async () => {
    for (const [index, { holder, endpoint, project }] of asks.entries()) {
      const form = FORMS[index % FORMS.length] ?? FORMS[0];
      const due = wanted(holder, endpoint, project);
      const answered = await client.get(pathOf(endpoint, project), form?.(holder.token));
      expect([holder.name, endpoint, project, answered.status]).toEqual([
        holder.name,
        endpoint,
        project,
        due.status,
      ]);
      if (due.signature === null) continue;
      expect(answered.headers['content-encoding']).toBe(undefined);
      expect(signature(endpoint, JSON.parse(answered.body).result)).toBe(due.signature);
    }
  });

  test('all at once, too', async () => {
    await together([...asks, ...asks], 64, async ({ holder, endpoint, project }, index) => {
      const due = wanted(holder, endpoint, project);
      const headers = FORMS[index % 2]?.(holder.token);
      const { status, body } = await client.get(pathOf(endpoint, project), headers);
      const said = status === 200 ? signature(endpoint, JSON.parse(body).result) : null;
      expect([status, said]).toEqual([due.status, due.signature]);
    });
  });

  test('who has no key gets nothing that others were given', async () => {
    for (const { endpoint, project } of asks) {
      for (const headers of [
        {},
        { 'X-API-KEY': 'qk_none' },
        { Cookie: 'a=b' },
        { 'If-None-Match': '*' },
      ]) {
        const { status, body } = await client.get(pathOf(endpoint, project), headers);
        expect(status).toBe(401);
        expect(body).not.toContain('"result"');
      }
    }
  });

  // Else what is above would prove nothing of it.
  testIf(!proxy.obeys)('it does cache', async () => {
    const path = pathOf('logs.all', projects[0] ?? '');
    const headers = { 'X-API-KEY': unbound[1]?.token ?? '' };
    const before = await client.get(path, headers);
    const runs = await site.runs();
    const after = await client.get(path, headers);
    expect([after.body, after.headers['x-request-id'], await site.runs()]).toEqual([
      before.body,
      before.headers['x-request-id'],
      runs,
    ]);
  });

  testIf(proxy.obeys)('a revoked key gets no kept body', async () => {
    const [holder] = bound;
    if (holder === undefined) throw new Error('there are bound keys');
    const path = pathOf('usage.api-counts', null);
    for (const form of FORMS) expect((await client.get(path, form(holder.token))).status).toBe(200);
    const { headers } = await client.get(path, { 'X-API-KEY': holder.token });
    expect([headers['cache-control'], headers['vary']]).toEqual([
      'private, max-age=900',
      'X-API-KEY, Authorization, Accept, Accept-Encoding',
    ]);
    expect(await revokeKey(site.served.keyFile, holder.name)).toBe(true);
    const look = () => client.get('/api/endpoints', { 'X-API-KEY': holder.token });
    await expect.poll(async () => (await look()).status).toBe(401);
    for (const form of FORMS) {
      for (const more of [{}, { 'If-None-Match': headers['etag'] ?? '*' }]) {
        const answered = await client.get(path, { ...form(holder.token), ...more });
        expect([answered.status, answered.body.includes('"result"')]).toEqual([401, false]);
      }
    }
  });
});

if (HELD.size < 2) test.skip('behind nginx and Varnish, one of which is missing', () => {});
