/** The explorer over a service that answers what a test says, and a browser's page on it. */
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import type { Browser, Page } from 'playwright-core';
import type { ListedEndpoint } from '../../../explorer/service/listing.ts';
import type { ManifestParam } from '../../../generator/core/output/manifest.ts';
import type { Answer } from '../../../server/http/context.ts';
import { createExplorer } from '../../../server/pages/explorer.ts';
import { column, param } from '../../service/server-fixture.ts';

export interface Asked {
  readonly method: string;
  readonly name: string;
  /** Of the address, or of the body. */
  readonly given: Readonly<Record<string, unknown>>;
}
export interface Told {
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly faults?: readonly { readonly name: string; readonly message: string }[];
}

export const PARAMETERS: readonly ManifestParam[] = [
  param('project', 'string', { required: true, example: 'abc', description: 'Whose rows.' }),
];

export function endpointWith(rest: Partial<ListedEndpoint>): ListedEndpoint {
  return {
    id: '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01',
    name: 'logs.all',
    summary: 'Log entries.',
    description: null,
    query: 'SELECT 1',
    max_rows: 1_000,
    caching: null,
    query_sandboxing: false,
    parameters: PARAMETERS,
    fixed: [],
    columns: [column('id', 'string'), column('status', 'int64')],
    ...rest,
  };
}

const ROWS = [
  { id: 'a', status: 200 },
  { id: 'b', status: 404 },
  { id: 'c', status: 200 },
];

export interface Service {
  /** The endpoints of the list; a test may change them. */
  endpoints: readonly ListedEndpoint[];
  /** The answer to the next requests. */
  answer: (asked: Asked) => Told;
  readonly asked: Asked[];
  readonly app: Hono;
}

export interface ServiceOptions {
  readonly followsNews?: boolean;
  readonly metrics?: string;
  readonly title?: string;
}

export function fakeService(
  endpoints: readonly ListedEndpoint[],
  { followsNews = false, metrics, title = 'Logs' }: ServiceOptions = {},
): Service {
  const app = new Hono();
  const { page, script, style, part } = createExplorer({ asksKey: false, followsNews });
  app.get('/', () => responseOf(page()));
  app.get('/explorer.js', () => responseOf(script()));
  app.get('/explorer.css', () => responseOf(style()));
  app.get('/explorer/:part', c => {
    const found = part(c.req.param('part'));
    return found === null ? c.notFound() : responseOf(found);
  });
  app.get('/docs', c => c.text(''));
  app.get('/metrics', c => (metrics === undefined ? c.text('', 403) : c.text(metrics)));
  const service: Service = { endpoints, answer: () => ({ rows: ROWS }), asked: [], app };
  const clients = { typescript: '@example/logs', python: 'logs', go: 'example.com/logs' };
  app.get('/api/endpoints', c =>
    c.json({ result: service.endpoints, service: { engine: 'duckdb', title, clients } }),
  );
  app.on(['GET', 'POST'], '/api/endpoints/:name', async c => {
    const { method } = c.req;
    const given =
      method === 'POST'
        ? await c.req.json()
        : Object.fromEntries(
            Object.entries(c.req.queries()).map(([name, texts]) => [
              name,
              texts.length === 1 ? texts[0] : texts,
            ]),
          );
    const asked = { method, name: c.req.param('name'), given };
    service.asked.push(asked);
    const { rows = [], headers = {}, faults } = service.answer(asked);
    const known = { 'X-Request-Id': 'request-1', 'X-Cache': 'bypass', ...headers };
    if (faults === undefined) return c.json({ result: rows }, 200, known);
    const detail = faults.map(({ message }) => message).join(' ');
    return c.json({ detail, parameters: faults }, 400, known);
  });
  return service;
}

function responseOf({ status, headers, body }: Answer): Response {
  return new Response(Buffer.from(body?.identity.bytes ?? []), { status, headers });
}

export interface Opened {
  readonly page: Page;
  readonly origin: string;
  /** Errors, broken policies and requests to other places. */
  readonly complaints: string[];
  readonly close: () => Promise<void>;
}

export interface View {
  readonly width?: number;
  readonly hash?: string;
  readonly colorScheme?: 'light' | 'dark';
}

/** Serves the app and opens a page of it. */
export async function openPage(
  browser: Browser,
  app: Pick<Hono, 'fetch'>,
  view: View = {},
): Promise<Opened> {
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const opened = await visit(browser, origin, view);
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** Opens a page of a service that runs. */
export async function visit(
  browser: Browser,
  origin: string,
  { width = 1280, hash = '', colorScheme = 'light' }: View = {},
): Promise<Opened> {
  const page = await browser.newPage({
    viewport: { width, height: 820 },
    colorScheme,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const complaints: string[] = [];
  page.on('pageerror', error => complaints.push(error.message));
  page.on('console', message => {
    // a refused request is a line of its own, which a test may want
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isRefusal)
      complaints.push(message.text());
  });
  page.on('request', request => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) complaints.push(url);
  });
  await page.exposeFunction('told', (violation: string) => complaints.push(violation));
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', e => told(e.violatedDirective + ' ' + e.blockedURI))",
  );
  await page.goto(`${origin}/${hash}`);
  return { page, origin, complaints, close: () => page.close() };
}
