import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import type { Browser } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { createExplorer } from '../server/explorer.ts';
import { launchBrowser } from './browser.ts';

const ENDPOINT = {
  name: 'logs.all',
  summary: 'Log entries.',
  max_rows: 1000,
  parameters: [
    { name: 'project', required: true, example: 'abc', values: null, description: null },
  ],
  columns: [
    { name: 'id', type: 'string' },
    { name: 'metadata', type: 'record' },
  ],
};
const ROWS = ['a', 'b'].map(id => ({ id, metadata: { method: 'GET', inner: { path: '/x' } } }));

const browser = await launchBrowser();
afterAll(async () => {
  await browser?.close();
});

describe.skipIf(browser === null)('the page of endpoints in a browser', () => {
  test.each([1280, 390])('shows a record on one line until it is opened, %i wide', async width => {
    const { url, stop } = await listen();
    const page = await (browser as Browser).newPage({ viewport: { width, height: 800 } });
    await page.goto(url);
    await page.getByRole('button', { name: 'Open' }).click();
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
    await page.close();
    stop();
  });
});

async function listen() {
  const app = new Hono();
  const { status, headers, body } = createExplorer()();
  app.get('/', () => new Response(Buffer.from(body?.identity.bytes ?? []), { status, headers }));
  app.get('/api/endpoints', c => c.json({ result: [ENDPOINT] }));
  app.get('/api/endpoints/:name', c => c.json({ result: ROWS }));
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => void server.close() };
}
