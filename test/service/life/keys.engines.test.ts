/** Keys of tags and of sets of values, made by `quern keys create` and used on `quern serve`. */
import { appendFileSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKey } from '../../../server/access/keys/keys.ts';
import { quern, removeFolders } from '../../cli/cli-fixture.ts';
import { speaking } from '../mcp/tools-service.ts';
import { type ServeProcess, serveTables } from '../serve-process.ts';
import { LIFE_FILES, LIFE_TABLES } from './project.ts';

/** Defaults and patterns, which a set must not let callers slip past. */
const MORE = {
  'endpoints/orders.usual.yaml': `endpoint: orders.usual
id: 00000000-0000-4000-8000-000000001111
tags: [usual]
engines: [duckdb]
params: { shop: { enum: [a, b, c], default: c, otherwise: default } }
from: orders
where: [shop = @shop]
select: [id]
order_by: [id]
unscoped: true
`,
  'endpoints/orders.some.yaml': `endpoint: orders.some
id: 00000000-0000-4000-8000-000000001112
tags: [usual]
engines: [duckdb]
params: { shop: { type: string } }
from: orders
where: [{ when: shop, filter: shop = @shop }]
select: [id]
order_by: [id]
unscoped: true
`,
  'endpoints/orders.like.yaml': `endpoint: orders.like
id: 00000000-0000-4000-8000-000000001113
tags: [usual]
engines: [duckdb]
params: { shop: { type: regex, required: true } }
from: orders
where: ['matches(shop, @shop)']
select: [id]
order_by: [id]
unscoped: true
`,
};

/** While a file with that ending is there, the process has no room for another open file. */
const FULL = '.full';
const FULL_READS = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { readFile } = fs.promises;
fs.promises.readFile = async (path, ...more) => {
  if (!fs.existsSync(path + '${FULL}')) return readFile(path, ...more);
  throw Object.assign(new Error('too many open files'), { code: 'EMFILE', errno: -24, syscall: 'open' });
};
syncBuiltinESMExports();
`;

/** The clock of the service, which reads the times that the command writes. */
const NOW = { clock: () => BigInt(Date.now()) * 1_000n };

let served: ServeProcess;
const tokens = new Map<string, string>();

async function makeKey(name: string, ...words: readonly string[]): Promise<void> {
  const all = ['keys', 'create', '--name', name, '--keys', served.keyFile, ...words];
  const { exit, stdout, stderr } = await quern(served.folder, all, NOW);
  if (exit !== 0) throw new Error(stderr);
  tokens.set(name, stdout.trim());
}

beforeAll(async () => {
  served = await serveTables(
    `${LIFE_TABLES}, (5, 'a.b', 50)`,
    { ...LIFE_FILES, ...MORE },
    { service: { secret: 'x'.repeat(40) }, keys: [], before: FULL_READS },
  );
  await makeKey('billing', '--tag', 'billing');
  await makeKey('both', '--tag', 'billing', '--endpoint', 'orders.plain');
  await makeKey('set', '--param', 'shop=a', '--param', 'shop=b');
  await makeKey('one', '--param', 'shop=a');
  await makeKey('odd', '--param', 'shop=a', '--param', 'shop=z');
  await makeKey('dots', '--param', 'shop=a.b', '--param', 'shop=b');
  await vi.waitFor(
    async () => expect((await ask('dots', '/api/endpoints')).status).toBe(200),
    30_000,
  );
});

afterAll(async () => {
  await served?.stop();
  removeFolders();
});

async function ask(key: string, path: string, init: RequestInit = {}) {
  const headers = { 'X-API-KEY': tokens.get(key) ?? '', ...init.headers };
  const response = await fetch(`${served.url}${path}`, { ...init, headers });
  const body = Object(await response.json());
  return { status: response.status, body, ids: body.result?.map(({ id }: { id: number }) => id) };
}

const statusOf = async (key: string, path: string) => (await ask(key, path)).status;

async function namesOf(key: string): Promise<readonly string[]> {
  const { body } = await ask(key, '/api/endpoints');
  return body.result.map(({ name }: { name: string }) => name);
}

it('a key that was revoked while its file could not be read is refused afterwards', async () => {
  await makeKey('leaving');
  const path = '/api/endpoints/orders.list?shop=a';
  await vi.waitFor(async () => expect(await statusOf('leaving', path)).toBe(200), 30_000);
  writeFileSync(`${served.keyFile}${FULL}`, '');
  await quern(served.folder, ['keys', 'revoke', 'leaving', '--keys', served.keyFile]);
  await vi.waitFor(() => expect(served.told()).toContain('the old keys stay in force'), 30_000);
  rmSync(`${served.keyFile}${FULL}`);
  await vi.waitFor(async () => expect(await statusOf('leaving', path)).toBe(401), 30_000);
});

describe('a key of a tag', () => {
  it('runs the endpoints with the tag, and those that it names', async () => {
    expect(await namesOf('billing')).toEqual(['orders.list', 'orders.old']);
    expect(await namesOf('both')).toEqual(['orders.list', 'orders.old', 'orders.plain']);
    expect((await ask('billing', '/api/endpoints/orders.list?shop=a')).ids).toEqual([1, 2]);
    expect(await statusOf('billing', '/api/endpoints/orders.plain?shop=a')).toBe(403);
    expect(await statusOf('both', '/api/endpoints/orders.plain?shop=a')).toBe(200);
  });

  it('has no other tools', async () => {
    const request = (path: string, init?: RequestInit) => fetch(`${served.url}${path}`, init);
    const headers = { 'X-API-KEY': tokens.get('billing') ?? '' };
    const { tools } = await speaking({ request }).result('tools/list', {}, headers);
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(['ordersList', 'ordersOld']);
  });

  it('is listed with it, and a tag that no endpoint has is noted', async () => {
    const listed = await quern(served.folder, ['keys', 'list', '--keys', served.keyFile]);
    expect(listed.stdout).toMatch(/both +orders\.plain tag:billing /);
    expect(listed.stdout).toMatch(/set +\* +shop=a\|b /);
    const noted = await quern(
      served.folder,
      'keys create --name x --tag biling --keys other.json'.split(' '),
    );
    expect(noted.stderr).toContain('no endpoint has the tag `biling`');
    expect(noted.stderr).toContain('`billing`');
  });
});

describe('a key with a set of values', () => {
  it('lets callers choose one of them, and no other', async () => {
    const path = '/api/endpoints/orders.list';
    expect((await ask('set', `${path}?shop=a`)).ids).toEqual([1, 2]);
    expect((await ask('set', `${path}?shop=b`)).ids).toEqual([3]);
    expect(await statusOf('set', `${path}?shop=c`)).toBe(403);
    expect((await ask('set', path)).body.code).toBe('missing_parameter');
    expect((await ask('set', `${path}?shop=a&shop=b`)).body.code).toBe('repeated_parameter');
    expect(await statusOf('set', `${path}?shop=a&shop=c`)).toBe(403);
    const headers = { 'Content-Type': 'application/json' };
    const post = (body: string) => ask('set', path, { method: 'POST', headers, body });
    expect((await post('{"shop":"b"}')).ids).toEqual([3]);
    expect((await post('{"shop":"c"}')).status).toBe(403);
    // a key that fixes one value of the set shares its kept answers
    expect((await ask('one', path)).ids).toEqual([1, 2]);
  });

  it('is not passed by a default, a value that means the default, or no value', async () => {
    expect(await statusOf('set', '/api/endpoints/orders.usual')).toBe(403);
    expect(await statusOf('set', '/api/endpoints/orders.usual?shop=zzz')).toBe(403);
    expect((await ask('set', '/api/endpoints/orders.usual?shop=b')).ids).toEqual([3]);
    expect(await statusOf('set', '/api/endpoints/orders.some')).toBe(403);
    expect(await statusOf('set', '/api/endpoints/orders.some?shop=')).toBe(403);
    expect((await ask('set', '/api/endpoints/orders.some?shop=a')).ids).toEqual([1, 2]);
  });

  it('compares with a pattern as plain text', async () => {
    expect((await ask('dots', '/api/endpoints/orders.like?shop=a.b')).ids).toEqual([5]);
    expect(await statusOf('dots', '/api/endpoints/orders.like?shop=a.c')).toBe(403);
    expect(await statusOf('dots', '/api/endpoints/orders.like?shop=.*')).toBe(403);
  });

  it('with a value of another type than the parameter refuses all', async () => {
    expect(await statusOf('odd', '/api/endpoints/orders.usual?shop=a')).toBe(403);
    expect((await ask('odd', '/api/endpoints/orders.list?shop=a')).ids).toEqual([1, 2]);
  });

  it('shows the values in the list and to agents', async () => {
    const { body } = await ask('set', '/api/endpoints');
    const list = body.result.find(({ name }: { name: string }) => name === 'orders.list');
    expect(list.parameters).toMatchObject([{ name: 'shop', allowed: ['a', 'b'] }]);
    expect(list.fixed).toEqual([]);
    const request = (path: string, init?: RequestInit) => fetch(`${served.url}${path}`, init);
    const headers = { 'X-API-KEY': tokens.get('set') ?? '' };
    const { tools } = await speaking({ request }).result('tools/list', {}, headers);
    const tool = tools.find(({ name }: { name: string }) => name === 'ordersList');
    expect(tool.inputSchema.properties.shop.enum).toEqual(['a', 'b']);
    const called = await speaking({ request }).call('ordersList', { shop: 'c' }, headers);
    expect(called.isError).toBe(true);
  });
});

describe('a rotated key', () => {
  const keys = (...words: readonly string[]) =>
    quern(served.folder, ['keys', ...words, '--keys', served.keyFile, '--json'], NOW);
  const path = '/api/endpoints/orders.list?shop=a';

  it('takes both tokens while they overlap, and the new one alone after the next rotation', async () => {
    await makeKey('rotating', '--endpoint', 'orders.*');
    const old = tokens.get('rotating') ?? '';
    const rotate = async (name: string, ...words: readonly string[]) => {
      const { token } = JSON.parse((await keys('rotate', 'rotating', ...words)).stdout);
      tokens.set(name, token);
    };
    /** Each process of the service reads the file by itself. */
    const becomes = (status: number, name: string, of = path) =>
      vi.waitFor(async () => expect(await statusOf(name, of)).toBe(status), 30_000);
    await rotate('second', '--overlap', '1d');
    await becomes(200, 'second');
    await becomes(200, 'second', '/api/endpoints');
    await becomes(200, 'rotating');
    await rotate('third');
    await becomes(200, 'third');
    await becomes(401, 'second');
    await becomes(401, 'rotating');
    const { exit, stderr } = await keys('rotate', 'rotatin');
    expect({ exit, stderr }).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('rotating'),
    });
    const kept =
      readFileSync(served.keyFile, 'utf8') + readFileSync(`${served.keyFile}.log`, 'utf8');
    for (const token of [old, ...tokens.values()]) expect(kept).not.toContain(token);
  });

  it('has its last use listed, and an unused one has none', async () => {
    await makeKey('idle');
    const listed = async () => {
      const { stdout } = await keys('list');
      const all: readonly { name: string; lastUsed: string | null }[] = JSON.parse(stdout).keys;
      return new Map(all.map(({ name, lastUsed }) => [name, lastUsed]));
    };
    await vi.waitFor(async () => expect((await listed()).get('rotating')).not.toBe(null), 30_000);
    const uses = await listed();
    expect(Date.now() - Date.parse(uses.get('rotating') ?? '')).toBeLessThan(120_000);
    expect(uses.get('idle')).toBe(null);
  });

  it('leaves a trail of who did what', async () => {
    // a writer was killed in a line
    appendFileSync(`${served.keyFile}.log`, '{"time":"2026-11-29T00:00:00.000Z","name":"a}');
    await keys('revoke', 'idle');
    const { trail } = JSON.parse((await keys('log')).stdout);
    const events = trail
      .filter(({ name }: { name: string }) => ['rotating', 'idle'].includes(name))
      .map(({ event, name }: { event: string; name: string }) => `${event} ${name}`);
    expect(events).toEqual([
      'created rotating',
      'rotated rotating',
      'rotated rotating',
      'created idle',
      'revoked idle',
    ]);
    const [first] = trail;
    expect(first).toMatchObject({ by: userInfo().username, id: expect.stringMatching(/^key_/) });
    expect(Date.now() - Date.parse(first.time)).toBeLessThan(600_000);
  });
});

it('a key that expires soon is named at the start and by `quern doctor`', async () => {
  await makeKey('short', '--expires', '13d');
  await makeKey('long', '--expires', '15d');
  await served.stop();
  served = await served.again();
  const warned = /^warning: the key `(\w+)` expires at (\S+)\n {2}hint: (.*)$/gm;
  await vi.waitFor(() => expect(served.told()).toMatch(warned), 30_000);
  const [[, name, at = '', hint] = [], ...others] = [...served.told().matchAll(warned)];
  expect([name, others]).toEqual(['short', []]);
  expect(Math.abs(Date.parse(at) - Date.now() - 13 * 86_400_000)).toBeLessThan(600_000);
  expect(hint).toContain('`quern keys rotate short --overlap 1d --expires 90d`');
  copyFileSync(served.keyFile, join(served.folder, 'doctor.json'));
  writeFileSync(join(served.folder, 'doctor.yaml'), 'service: { keys: doctor.json }\n');
  const words = ['doctor', '--config', 'doctor.yaml', '--json'];
  const { stdout } = await quern(served.folder, words, NOW);
  expect(stdout).toContain('the key `short` expires at');
  expect(stdout).not.toContain('the key `long` expires');
});

it('a key that expires soon while the service runs is named by the log and by a metric', async () => {
  const expires = new Date(Date.now() + 14 * 86_400_000 + 3_000).toISOString();
  const { id } = await createKey(served.keyFile, { name: 'soon', expires: new Date(expires) });
  const warned = () => served.lines().filter(({ key, level }) => key === id && level === 'warn');
  await vi.waitFor(() => expect(warned()).toHaveLength(1), 30_000);
  expect(warned()[0]).toMatchObject({ event: `the key soon expires at ${expires}` });
  const metrics = await (await fetch(`${served.url}/metrics`)).text();
  const sample = `quern_key_expires_timestamp_seconds{key="${id}"} ${Date.parse(expires) / 1_000}`;
  expect(metrics).toContain(sample);
});
