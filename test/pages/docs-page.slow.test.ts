import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../server/http/context.ts';
import { createDocsPage } from '../../server/pages/docs-page.ts';
import { TEST_PACKAGES } from '../support/packages.ts';
import { awaitStillness, LOOKS, launchBrowser } from './browser.ts';

/** Pixels; longer than the page. */
const LONGEST = 16_000;
const AXE = join(TEST_PACKAGES, 'axe-core/axe.min.js');
const KEY = 'qk_a-key-that-is-typed';

describe('the vendored script', () => {
  const README = readFileSync('templates/vendor/README.md', 'utf8');
  const rows = [...README.matchAll(/^\| `([^`]+)` \|.*\| `([0-9a-f]{64})` \|$/gm)];

  test.each(rows.map(([, file = '', hash = '']) => [file, hash]))(
    '%s is what was noted',
    (file, hash) => {
      const bytes = readFileSync(`templates/vendor/${file}`);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
      expect(existsSync(`templates/vendor/${file.split('/')[0]}/LICENSE`)).toBe(true);
    },
  );

  test('is sent byte for byte, for ever under an address of its own', () => {
    const docs = createDocsPage();
    const { headers, body } = docs.script();
    const file = readFileSync('templates/vendor/scalar/standalone.js');
    expect(file.equals(body?.identity.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(headers['Cache-Control']).toContain('immutable');
    const tag = body?.identity.etag().replaceAll('"', '');
    expect(textOf(docs.page())).toContain(`./docs/scalar.js?v=${tag}"`);
    expect(rows.map(([, file]) => file)).toContain('scalar/standalone.js');
  });
});

const browser = await launchBrowser();
afterAll(() => browser?.close());

describe.skipIf(browser === null)('the page in a browser', () => {
  const asked: Asked[] = [];
  const refused: string[] = [];
  const complaints: string[] = [];
  let stop: () => void;
  let origin: string;
  let page: Page;

  beforeAll(async () => {
    ({ origin, stop } = await listen(asked));
    page = await (browser as Browser).newPage();
    page.on('pageerror', error => complaints.push(error.message));
    page.on('console', message => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await page.exposeFunction('told', (violation: string) => complaints.push(violation));
    await page.addInitScript(
      "addEventListener('securitypolicyviolation', e => told(e.violatedDirective + ' ' + e.blockedURI))",
    );
    await page.route('**', route => {
      const url = route.request().url();
      if (url.startsWith(`${origin}/`) || url.startsWith('data:')) return route.continue();
      refused.push(url);
      return route.abort();
    });
    await page.goto(`${origin}/docs`);
    await page.getByText('Calls of an interval').first().waitFor();
  });
  afterAll(() => stop());

  test('shows endpoints, parameters, their values and what those mean', async () => {
    for (const shown of [
      '/api/endpoints/usage.api-counts',
      '/api/endpoints/logs.all',
      'interval',
      'How wide a bucket is.',
      'minutely',
      'hourly',
      'daily',
      'the last week',
      'X-API-KEY',
    ])
      await page.getByText(shown, { exact: true }).filter({ visible: true }).first().waitFor();
  });

  test('leads to the document as the service has it', async () => {
    const link = page.getByRole('link', { name: /download/i });
    const address = new URL((await link.getAttribute('href')) ?? '', page.url());
    expect(address.href).toBe(`${origin}/openapi.json`);
  });

  test('sends a request with the key that was typed, and keeps the key nowhere', async () => {
    await page.getByLabel('Value', { exact: true }).first().fill(KEY);
    await page.getByRole('button', { name: /test request.*api-counts/i }).click();
    await page.getByRole('button', { name: /^send/i }).first().click();
    await page.getByText('424242').first().waitFor();
    const request = asked.find(({ path }) => path.startsWith('/api/'));
    // Optional parameters are left out: neither an example nor the first value of an enum filters unasked.
    expect(request).toEqual({ path: '/api/endpoints/usage.api-counts?project=abc', key: KEY });
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );
    expect(kept).not.toContain(KEY);
  });

  test('asks nobody else, and does nothing that its policy forbids', async () => {
    await page.waitForLoadState('networkidle');
    expect(refused).toEqual([]);
    expect(complaints).toEqual([]);
    const others = asked.filter(({ path }) => !path.startsWith('/api/')).map(({ path }) => path);
    expect(others.map(path => path.split('?')[0]).sort()).toEqual([
      '/docs',
      '/docs/scalar.js',
      '/openapi.json',
    ]);
  });

  test('is stopped by its policy from asking others', async () => {
    const before = complaints.length;
    const answer = await page.evaluate(
      "fetch('https://example.invalid/').catch(error => error.name)",
    );
    expect(answer).toBe('TypeError');
    await expect.poll(() => complaints.slice(before).join()).toContain('connect-src');
    complaints.splice(before);
    expect(refused).toEqual([]);
  });
});

describe.skipIf(browser === null)('the page of a service that asks for keys', () => {
  const asked: Asked[] = [];
  let origin: string;
  let stop: () => void;
  beforeAll(async () => {
    ({ origin, stop } = await listen(asked, DOCUMENT, KEY));
  });
  afterAll(() => stop());

  test('leads to the explorer for a key, and takes the one of the tab', async () => {
    const page = await (browser as Browser).newPage();
    await page.goto(`${origin}/docs`);
    await page.getByText('This reference needs a key.').waitFor();
    const back = page.getByRole('link', { name: 'Back to the explorer' });
    expect(new URL((await back.getAttribute('href')) ?? '', page.url()).pathname).toBe('/');
    await page.evaluate(`sessionStorage.setItem('quern-key', '${KEY}')`);
    await page.reload();
    await page.getByText('Calls of an interval').first().waitFor();
    expect(await page.getByText('This reference needs a key.').isVisible()).toBe(false);
    expect(await page.getByLabel('Value', { exact: true }).first().inputValue()).toBe(KEY);
    await page.getByRole('button', { name: /test request.*api-counts/i }).click();
    await page.getByRole('button', { name: /^send/i }).first().click();
    await page.getByText('424242').first().waitFor();
    expect(asked.filter(({ path }) => path.startsWith('/api/')).map(({ key }) => key)).toEqual([
      KEY,
    ]);
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain(KEY);
    await page.close();
  });
});

describe.skipIf(browser === null)('the page of this repository’s endpoints', () => {
  let origin: string;
  let stop: () => void;
  beforeAll(async () => {
    const document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));
    ({ origin, stop } = await listen([], document));
  });
  afterAll(() => stop());

  const opened = async (colorScheme: 'light' | 'dark', width: number) => {
    const viewport = { width, height: 900 };
    // axe comes from the test, which the policy of the page forbids
    const page = await (browser as Browser).newPage({ colorScheme, viewport, bypassCSP: true });
    await page.goto(`${origin}/docs`);
    await page.getByText('usage.api-counts').filter({ visible: true }).first().waitFor();
    // sections are drawn once they are near
    for (let y = 0; y < LONGEST; y += 800) {
      await page.evaluate(`scrollTo(0, ${y})`);
      await page.waitForTimeout(20);
    }
    return page;
  };
  /** Rules that are broken gravely, each with an element. */
  const faults = async (page: Page) => {
    await awaitStillness(page);
    await page.evaluate(readFileSync(AXE, 'utf8'));
    const { violations } = await page.evaluate<Found>("axe.run({ resultTypes: ['violations'] })");
    return violations
      .filter(({ impact }) => impact === 'critical' || impact === 'serious')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  };

  test('calls endpoints by their names, and has no second list of them', async () => {
    const page = await opened('light', 1_280);
    const labels = await page.locator('[data-sidebar-id]').allInnerTexts();
    const lines = labels.flatMap(text => text.split('\n'));
    for (const name of ['functions.invocation-stats', 'logs.all', 'usage.api-counts']) {
      expect(lines).toContain(name);
    }
    expect(lines.filter(line => /identifier/i.test(line))).toEqual([]);
    await page
      .getByText(/^Also at \/api\/endpoints\/query\//)
      .first()
      .waitFor();
    await page.close();
  });

  test.each(LOOKS)('has no grave fault that axe finds: %i pixels, %s', async (width, scheme) => {
    const page = await opened(scheme, width);
    expect(await faults(page)).toEqual([]);
    const test = page.getByRole('button', { name: /test request/i }).first();
    await test.click();
    await page.getByRole('button', { name: /^send/i }).first().waitFor();
    expect(await faults(page)).toEqual([]);
    await page.close();
  });
});

interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

interface Asked {
  readonly path: string;
  readonly key: string | undefined;
}

/** Without `key`, everybody may read the document. */
async function listen(asked: Asked[], document: object = DOCUMENT, key?: string) {
  const docs = createDocsPage();
  const app = new Hono();
  app.use(async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    asked.push({ path: `${pathname}${search}`, key: c.req.header('X-API-KEY') });
    await next();
  });
  app.get('/docs', () => send(docs.page()));
  app.get('/docs/scalar.js', () => send(docs.script()));
  app.get('/openapi.json', c => {
    const isLocked = key !== undefined && c.req.header('X-API-KEY') !== key;
    return isLocked ? c.json({}, 401) : c.json(document);
  });
  app.get('/api/endpoints/:name', c => c.json({ result: [{ count: 424242 }] }));
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}

function send({ status, headers, body }: Answer): Response {
  return new Response(Buffer.from(body?.identity.bytes ?? []), { status, headers });
}

function textOf({ body }: Answer): string {
  return Buffer.from(body?.identity.bytes ?? []).toString();
}

function operation(name: string, summary: string, ...names: readonly string[]) {
  const parameters = names.map(name => ({ $ref: `#/components/parameters/${name}` }));
  const responses = { 200: { description: 'The rows.' } };
  const security = [{ apiKey: [] }, { bearer: [] }];
  const tags = ['endpoints'];
  return { get: { operationId: name, summary, tags, security, parameters, responses } };
}

const DOCUMENT: OpenAPIV3_1.Document = {
  openapi: '3.1.0',
  info: { title: 'Endpoints', version: '1' },
  // The address for callers; the page asks its own service all the same.
  servers: [{ url: 'https://elsewhere.example' }],
  paths: {
    '/api/endpoints/usage.api-counts': operation(
      'usage.api-counts',
      'Calls of an interval',
      ...['project', 'interval', 'tier', 'path'],
    ),
    '/api/endpoints/logs.all': operation('logs.all', 'Log lines'),
  },
  components: {
    parameters: {
      project: {
        name: 'project',
        in: 'query',
        required: true,
        schema: { type: 'string' },
        example: 'abc',
      },
      interval: {
        name: 'interval',
        in: 'query',
        description: 'How wide a bucket is.',
        schema: {
          type: 'string',
          enum: ['minutely', 'hourly', 'daily'],
          default: 'hourly',
          ...{ 'x-enumDescriptions': { daily: 'the last week' } },
        },
      },
      tier: { name: 'tier', in: 'query', schema: { type: 'string', enum: ['FREE', 'PRO'] } },
      path: { name: 'path', in: 'query', schema: { type: 'string' }, example: '/rest' },
    },
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
  },
};
