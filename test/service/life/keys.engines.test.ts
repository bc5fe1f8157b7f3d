/** Keys of tags and of sets of values, made by `quern keys create` and used on `quern serve`. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
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

let served: ServeProcess;
const tokens = new Map<string, string>();

async function makeKey(name: string, ...words: readonly string[]): Promise<void> {
  const all = ['keys', 'create', '--name', name, '--keys', served.keyFile, ...words];
  const { exit, stdout, stderr } = await quern(served.folder, all);
  if (exit !== 0) throw new Error(stderr);
  tokens.set(name, stdout.trim());
}

beforeAll(async () => {
  served = await serveTables(
    `${LIFE_TABLES}, (5, 'a.b', 50)`,
    { ...LIFE_FILES, ...MORE },
    { service: { secret: 'x'.repeat(40) }, keys: [] },
  );
  await makeKey('billing', '--tag', 'billing');
  await makeKey('both', '--tag', 'billing', '--endpoint', 'orders.plain');
  await makeKey('set', '--param', 'shop=a', '--param', 'shop=b');
  await makeKey('one', '--param', 'shop=a');
  await makeKey('odd', '--param', 'shop=a', '--param', 'shop=z');
  await makeKey('dots', '--param', 'shop=a.b', '--param', 'shop=b');
  await vi.waitFor(
    async () => expect((await ask('dots', '/api/endpoints')).status).toBe(200),
    5_000,
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

  it('with a value that the parameter does not accept lets none through', async () => {
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
