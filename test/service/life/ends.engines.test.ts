/** Endpoints and names that end, as callers of `quern serve` learn it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { speaking } from '../mcp/tools-service.ts';
import { type ServeProcess, serveTables } from '../serve-process.ts';
import { LIFE_FILES, LIFE_TABLES } from './project.ts';

let served: ServeProcess;
const request = (path: string, init?: RequestInit) => fetch(`${served.url}${path}`, init);

beforeAll(async () => {
  served = await serveTables(LIFE_TABLES, LIFE_FILES, {
    service: { secret: 'x'.repeat(40), cors: ['https://shop.example'] },
  });
});

afterAll(async () => {
  await served?.stop();
  removeFolders();
});

async function endOf(path: string, init?: RequestInit) {
  const { status, headers } = await request(path, init);
  const [deprecation, sunset, link] = ['Deprecation', 'Sunset', 'Link'].map(name =>
    headers.get(name),
  );
  return { status, deprecation, sunset, link };
}

const JUNE = `@${Date.UTC(2026, 5, 1) / 1_000}`;
const OLD = {
  status: 200,
  deprecation: JUNE,
  sunset: 'Thu, 31 Dec 2026 00:00:00 GMT',
  link: '<orders.list>; rel="successor-version"',
};

it.each([
  '/api/endpoints/orders.old?shop=a',
  '/api/endpoints/query/00000000-0000-4000-8000-000000001103?shop=a',
  '/api/endpoints/query/name/orders.old?shop=a',
  '/endpoints/query/orders.old?shop=a',
  // the end of the endpoint, not of its name, leads on
  '/api/endpoints/orders.older?shop=a',
  '/api/endpoints/orders.old?shop=a&format=csv',
])('says that a deprecated endpoint ends: %s', async path => {
  expect(await endOf(path)).toEqual(OLD);
  const next = new URL('orders.list?shop=a', new URL(path, served.url));
  expect((await fetch(next)).status).toBe(200);
});

it('says it with a problem, a kept answer, an empty answer, a POST and a HEAD', async () => {
  expect(await endOf('/api/endpoints/orders.old')).toEqual({ ...OLD, status: 400 });
  const first = await request('/api/endpoints/orders.old?shop=b');
  const tag = { 'If-None-Match': first.headers.get('ETag') ?? '' };
  expect(await endOf('/api/endpoints/orders.old?shop=b', { headers: tag })).toEqual({
    ...OLD,
    status: first.headers.has('ETag') ? 304 : 200,
  });
  const headers = { 'Content-Type': 'application/json' };
  const posted = { method: 'POST', headers, body: '{"shop":"a"}' };
  expect(await endOf('/api/endpoints/orders.old', posted)).toEqual(OLD);
  expect(await endOf('/api/endpoints/orders.old?shop=a', { method: 'HEAD' })).toEqual(OLD);
});

it('says of an alias since when, and of an endpoint without a successor nothing more', async () => {
  const link = '<orders.list>; rel="successor-version"';
  const renamed = (day: number) => ({ status: 200, deprecation: `@${day}`, sunset: null, link });
  expect(await endOf('/api/endpoints/orders.all?shop=a')).toEqual(
    renamed(Date.UTC(2026, 0, 15) / 1_000),
  );
  expect(await endOf('/endpoints/query/all-orders?shop=a')).toEqual(
    renamed(Date.UTC(2026, 1, 1) / 1_000),
  );
  expect(await endOf('/api/endpoints/orders.plain?shop=a')).toEqual({
    ...{ status: 200, deprecation: JUNE },
    ...{ sunset: null, link: null },
  });
});

it('leads an undated alias with pages to the next page and to the name', async () => {
  const { deprecation, link } = await endOf('/api/endpoints/orders.paged?shop=a');
  expect(deprecation).toBe('@0');
  expect(link).toMatch(
    /^<\?shop=a&cursor=\S+>; rel="next", <orders\.pages>; rel="successor-version"$/,
  );
});

it('adds nothing elsewhere', async () => {
  const nothing = { deprecation: null, sunset: null, link: null };
  expect(await endOf('/api/endpoints/orders.list?shop=a')).toEqual({ status: 200, ...nothing });
  expect(await endOf('/api/endpoints/query/00000000-0000-4000-8000-000000001101?shop=a')).toEqual({
    status: 200,
    ...nothing,
  });
  expect(await endOf('/api/endpoints/orders.none')).toEqual({ status: 404, ...nothing });
});

it('lets pages of other origins read the headers', async () => {
  const { headers } = await request('/api/endpoints/orders.old?shop=a', {
    headers: { Origin: 'https://shop.example' },
  });
  const exposed = headers.get('Access-Control-Expose-Headers')?.split(', ');
  expect(exposed).toEqual(expect.arrayContaining(['Deprecation', 'Sunset', 'Link']));
});

it('lists lives, and describes them in the document and to agents', async () => {
  const { result } = Object(await (await request('/api/endpoints')).json());
  const lifeOf = (name: string) => {
    const { aliases, renamed, owner, tags, deprecated, replaced_by, sunset } = result.find(
      (one: { name: string }) => one.name === name,
    );
    return { aliases, renamed, owner, tags, deprecated, replaced_by, sunset };
  };
  expect(lifeOf('orders.list')).toEqual({
    aliases: ['orders.all', 'all-orders'],
    renamed: { 'orders.all': '2026-01-15', 'all-orders': '2026-02-01' },
    owner: 'team shop, #shop',
    tags: ['shop', 'billing'],
  });
  expect(lifeOf('orders.old')).toEqual({
    ...{ aliases: ['orders.older'], tags: ['billing'], deprecated: '2026-06-01' },
    ...{ replaced_by: 'orders.list', sunset: '2026-12-31' },
  });
  const END = 'Deprecated since 2026-06-01. Use `orders.list` instead. It may be gone from';
  const { paths, components } = Object(await (await request('/openapi.json')).json());
  const endsOf = (rows: string) =>
    Object.keys(components.responses[rows].headers).filter(name =>
      ['Deprecation', 'Sunset', 'Link'].includes(name),
    );
  expect(endsOf('OrdersOldRows')).toEqual(['Deprecation', 'Sunset', 'Link']);
  expect(endsOf('OrdersListRows')).toEqual(['Deprecation', 'Link']);
  expect(endsOf('OrdersPagesRows')).toEqual(['Link', 'Deprecation']);
  expect(endsOf('OrdersPlainRows')).toEqual(['Deprecation']);
  const { get, post } = paths['/api/endpoints/orders.old'];
  expect([get.deprecated, post.deprecated]).toEqual([true, true]);
  expect(get.description).toContain(END);
  expect(paths['/api/endpoints/orders.list'].get.deprecated).toBeUndefined();
  const { tools } = await speaking({ request }).result('tools/list');
  const old = tools.find(({ name }: { name: string }) => name === 'ordersOld');
  expect(old.description).toContain('The orders, as before.');
  expect(old.description).toContain('Deprecated since 2026-06-01. Use');
});
