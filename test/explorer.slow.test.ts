import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { launchBrowser } from './browser.ts';
import { fakeEngine, fixtureApp, madeKey } from './server-fixture.ts';

const browser = await launchBrowser();
afterAll(() => browser?.close());

describe.skipIf(browser === null)('the page in a browser', () => {
  const opened: { close: () => unknown }[] = [];
  const complaints: string[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
    expect(complaints.splice(0)).toEqual([]);
  });

  async function show(keys: Parameters<typeof fixtureApp>[1]): Promise<Page> {
    const { app } = fixtureApp(
      fakeEngine(() => [[424_242n]]),
      keys,
      { public: ['docs'], openapi: '{}' },
    );
    const server = createAdaptorServer({ fetch: app.fetch });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    if (browser === null) throw new Error('there is no browser');
    const page = await browser.newPage();
    opened.push(page, server, app);
    page.on('pageerror', error => complaints.push(error.message));
    page.on('console', message => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return page;
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

  it('asks for no key where none is needed, and is open', async () => {
    const page = await show(null);
    expect(await runCounts(page)).toMatch(/^curl 'http/);
    expect(await page.getByLabel('Key').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Open' }).isVisible()).toBe(false);
  });
});
