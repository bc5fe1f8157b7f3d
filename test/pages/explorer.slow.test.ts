import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { ManifestParam } from '../../generator/core/manifest.ts';
import { createExplorer } from '../../server/pages/explorer.ts';
import { createNewsroom, type News, newsAnswer } from '../../server/pages/news.ts';
import { fakeEngine, fixtureApp, madeKey } from '../service/server-fixture.ts';
import { launchBrowser } from './browser.ts';

const ENDPOINT = {
  name: 'logs.all',
  summary: 'Log entries.',
  max_rows: 1000,
  parameters: [
    parameter('project', { required: true, example: 'abc' }),
    parameter('least', {
      description: 'The least status',
      default: '400',
      constraints: { min: '100', max: '599' },
    }),
    parameter('word', {
      deprecated: true,
      description: 'A word.',
      constraints: { minLength: 1, maxLength: 9, pattern: '[a-z]+' },
    }),
    parameter('share', { default: '1', otherwise: 'default', constraints: { min: '0' } }),
    parameter('step', { values: ['hour', 'day'], default: 'day', otherwise: 'default' }),
  ],
  columns: [
    { name: 'id', type: 'string' },
    { name: 'metadata', type: 'record' },
  ],
};
function parameter(name: string, rest: Partial<ManifestParam>) {
  const nothing = { values: null, description: null, default: null, example: null };
  const usual = { required: false, deprecated: false, otherwise: 'reject', constraints: {} };
  return { name, ...nothing, ...usual, ...rest };
}

const ROWS = ['a', 'b'].map(id => ({ id, metadata: { method: 'GET', inner: { path: '/x' } } }));

type App = Pick<Hono, 'fetch'>;

const browser = await launchBrowser();
afterAll(() => browser?.close());

describe.skipIf(browser === null)('the page in a browser', () => {
  const opened: { close: () => unknown }[] = [];
  const complaints: string[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
    expect(complaints.splice(0)).toEqual([]);
  });

  async function open(app: App, width = 1280, hash = ''): Promise<Page> {
    const server = createAdaptorServer({ fetch: app.fetch });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    if (browser === null) throw new Error('there is no browser');
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    opened.push(page, server);
    page.on('pageerror', error => complaints.push(error.message));
    page.on('console', message => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${hash}`);
    return page;
  }

  function show(keys: Parameters<typeof fixtureApp>[1], hash = ''): Promise<Page> {
    const { app } = fixtureApp(
      fakeEngine(() => [[424_242n]]),
      keys,
      { public: ['docs'], openapi: '{}' },
    );
    opened.push(app);
    return open(app, undefined, hash);
  }

  const runCounts = async (page: Page) => {
    const section = page.locator('section', { hasText: 'usage.api-counts' });
    await section.getByLabel('project').fill('abc');
    await section.getByRole('button', { name: 'Run' }).click();
    await section.getByText('424242').waitFor();
    return section.locator('code').textContent();
  };

  it('asks for a key and opens with it', async () => {
    const { key, token } = madeKey();
    const page = await show([key]);
    await page.getByLabel('Key').fill(token);
    expect(await page.locator('section').count()).toBe(0);
    await page.getByRole('button', { name: 'Open' }).click();
    expect(await runCounts(page)).toMatch(/^curl -H "X-API-KEY: \$KEY" 'http/);
  });

  it('opens with the key of its link, which the address bar shows no longer', async () => {
    const { key, token } = madeKey();
    const page = await show([key], `#key=${token}`);
    await runCounts(page);
    expect(new URL(page.url()).hash).toBe('');
    expect(await page.getByLabel('Key').inputValue()).toBe(token);
  });

  it('asks for no key where none is needed, and is open', async () => {
    const page = await show(null);
    expect(await runCounts(page)).toMatch(/^curl 'http/);
    expect(await page.getByLabel('Key').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Open' }).isVisible()).toBe(false);
  });

  it('tells what a parameter takes where its field does not show it', async () => {
    const page = await open(withEndpoint());
    const told = (name: string) => page.locator(`[id="logs.all:${name}:hint"]`);
    expect(await told('project').textContent()).toBe('');
    expect(await told('least').textContent()).toBe(
      'The least status. At least 100. At most 599. Absent means 400.',
    );
    expect(await told('word').textContent()).toBe(
      'Deprecated. A word. At least 1 character. At most 9 characters. The whole matches [a-z]+.',
    );
    expect(await told('share').textContent()).toBe(
      'At least 0. Absent means 1. Any other value means 1.',
    );
    expect(await told('step').textContent()).toBe('');
  });

  it.each([1280, 390])('shows a record on one line until it is opened, %i wide', async width => {
    const page = await open(withEndpoint(), width);
    await page.getByRole('button', { name: 'Run' }).click();
    const records = page.locator('details');
    await records.first().waitFor();
    expect(await records.count()).toBe(ROWS.length);
    expect((await records.first().boundingBox())?.height).toBeLessThan(30);
    await records.first().locator('summary').click();
    const opened = records.first().locator('pre');
    expect(await opened.textContent()).toBe(JSON.stringify(ROWS[0]?.metadata, null, 2));
    expect(await opened.isVisible()).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });

  it('goes to the next page, and begins again with other parameters', async () => {
    const asked: string[] = [];
    const page = await open(withPages(asked));
    const next = page.getByRole('button', { name: 'Next page' });
    await page.getByRole('button', { name: 'Run' }).click();
    await next.click();
    await expect.poll(() => asked.length).toBe(2);
    await next.waitFor({ state: 'detached' });
    await page.getByLabel('project').fill('other');
    await page.getByRole('button', { name: 'Run' }).click();
    await expect
      .poll(() => asked)
      .toEqual(['?project=abc', '?project=abc&cursor=second', '?project=other']);
  });

  it('follows a project that is edited: its faults, and other endpoints with what was typed', async () => {
    const news = createNewsroom();
    const asked: string[] = [];
    const shown = { ...ENDPOINT };
    const page = await open(withNews(news, shown, asked));
    await page.getByLabel('project').fill('mine');
    await page.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => asked.length).toBe(1);
    const fault = page.getByRole('alert');
    news.publish('endpoints/a.yaml:3:1 error <b>');
    await expect.poll(() => fault.textContent()).toBe('endpoints/a.yaml:3:1 error <b>');
    expect(await page.getByText('Log entries.').isVisible()).toBe(true);
    shown.summary = 'Other entries.';
    news.publish(null);
    await page.getByText('Other entries.').waitFor();
    expect(await fault.isVisible()).toBe(false);
    await expect.poll(() => asked.length).toBe(2);
    expect(asked[1]).toBe(asked[0]);
    expect(asked[1]).toContain('project=mine');
    news.close();
  });
});

function withPages(asked: string[]): Hono {
  const pages = { ...ENDPOINT, parameters: [ENDPOINT.parameters[0], parameter('cursor', {})] };
  const app = new Hono();
  app.get('/api/endpoints', c => c.json({ result: [pages] }));
  app.get('/api/endpoints/:name', c => {
    const { search, searchParams } = new URL(c.req.url);
    asked.push(search);
    if (!searchParams.has('cursor')) c.header('X-Next-Cursor', 'second');
    return c.json({ result: ROWS });
  });
  return app.route('/', withEndpoint());
}

function withNews(news: News, shown: typeof ENDPOINT, asked: string[]): Hono {
  const app = new Hono();
  app.get('/news', c => newsAnswer(news, c.req.query('after')));
  app.get('/api/endpoints', c => c.json({ result: [shown] }));
  app.get('/api/endpoints/:name', c => {
    asked.push(new URL(c.req.url).search);
    return c.json({ result: ROWS });
  });
  return app.route('/', withEndpoint(true));
}

function withEndpoint(followsNews = false): Hono {
  const app = new Hono();
  const { status, headers, body } = createExplorer({ asksKey: false, followsNews })();
  app.get('/', () => new Response(Buffer.from(body?.identity.bytes ?? []), { status, headers }));
  app.get('/docs', c => c.text(''));
  app.get('/api/endpoints', c => c.json({ result: [ENDPOINT] }));
  app.get('/api/endpoints/:name', c => c.json({ result: ROWS }));
  return app;
}
