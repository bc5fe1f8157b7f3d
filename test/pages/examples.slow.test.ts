/** The examples of clients, as their readers run them: against a service, on rows that are known. */

import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emit } from '../../generator/compile.ts';
import { catalogue } from '../../server/answers/manifest/manifest.ts';
import { type Running, serve } from '../../server/socket/serve.ts';
import { GO_SETTINGS } from '../clients/go/support.ts';
import { write } from '../clients/typescript/package.ts';
import { type Filled, filledDuckDb } from '../engines/filled-engines.ts';
import { tablesOfSources } from '../equality/tables.ts';
import type { Row } from '../reference/language/evaluate.ts';
import { instant } from '../reference/values.ts';
import { invocation, request } from '../service/conformance/entries.ts';
import { keyRing, madeKey } from '../service/server-fixture.ts';
import { OWN_OUTPUT } from '../support/client-files.ts';
import { compiled, ownInputs } from '../support/openapi-fixture.ts';
import { linkPackages, PACKAGES, TEST_PACKAGES } from '../support/packages.ts';
import { generatedManifest } from '../support/projects/manifest-files.ts';
import { ROOT } from '../support/root.ts';
import { readTemplates } from '../support/templates.ts';
import { launchBrowser } from './browser.ts';

const TSC = join(PACKAGES, 'typescript/bin/tsc');
const PYRIGHT = join(TEST_PACKAGES, 'pyright/index.js');
/** The one that the examples ask for by themselves. */
const PROJECT = 'abcdefghijklmnopqrst';
const NOW = instant('2026-01-15T10:07:33.123456Z');
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  function_edge_logs: [
    invocation(PROJECT, '2026-01-12T08:00:00Z', { ms: 900, status: 500n }),
    invocation(PROJECT, '2026-01-14T23:59:59Z', { ms: 3, status: 404n }),
    invocation(PROJECT, '2026-01-15T09:30:00Z', { ms: 12.5, status: 200n }),
    invocation(PROJECT, '2026-01-15T09:30:01Z', { ms: 40.25, status: 502n }),
    invocation(PROJECT, '2026-01-15T10:06:00Z', { status: 200n }),
    invocation('another', '2026-01-15T10:06:00Z', { ms: 7, status: 500n }),
  ],
  edge_logs: [
    request(PROJECT, '2026-01-14T20:00:00Z', { path: '/auth/v1', message: 'POST 200 /auth/v1' }),
    request(PROJECT, '2026-01-15T10:00:00.5Z', { path: '/rest/v1', message: 'GET 200 日本 🎈' }),
    request(PROJECT, '2026-01-15T10:01:00Z', { path: '/rest/v1/storage' }),
  ],
};

const hasPython = isThere('python3', '--version');
const hasGo = isThere('go', 'version');
const browser = await launchBrowser();

const folder = mkdtempSync(join(tmpdir(), 'examples-'));
const { key, token } = madeKey();
let filled: Filled;
let service: Running;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  const compilation = compiled(ownInputs());
  const files = emit(compilation, OWN_OUTPUT, readTemplates());
  for (const { path, text } of files) write(join(folder, 'generated', path), text);
  const isWritten = (path: string) => !/[\\/](generated|dist|__pycache__)$/.test(path);
  cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true, filter: isWritten });
  for (const name of ['package.json', 'tsconfig.json'])
    cpSync(join(ROOT, name), join(folder, name));
  linkPackages(folder);

  filled = await filledDuckDb(tablesOfSources(compilation.project, 'duckdb', ROWS));
  service = await serve({
    manifest: catalogue(generatedManifest(join(folder, 'generated'))),
    engine: filled.engine,
    keys: keyRing([key]),
    clock: () => NOW,
    log: () => {},
    port: 0,
  });
  environment = { SERVICE_URL: service.url, API_KEY: token };
});
afterAll(async () => {
  await service?.stop();
  await filled.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the script in TypeScript', () => {
  const script = 'examples/typescript/dist/errors-by-hour.js';
  const start = (rest = {}) => run(process.execPath, [script], rest);

  it('compiles', async () => {
    expect(await run(process.execPath, [TSC, '-p', 'examples/typescript'])).toEqual(DONE);
  });

  it('prints the errors of each hour', async () => {
    expect(await start()).toEqual({
      ...DONE,
      stdout: `hour (UTC)          calls   errors
2026-01-14 23:00        1        1
2026-01-15 09:00        2        1
2026-01-15 10:00        1        0
`,
    });
  });

  it('tells what is wrong with the key', async () => {
    const { code, stdout, stderr } = await start({ API_KEY: 'wrong' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^.+ \(unauthorized\)\n$/);
  });
});

if (!hasPython) process.stderr.write('python3 is not there: its examples are not run\n');
describe.skipIf(!hasPython)('the scripts in Python', () => {
  const start = (name: string, rest = {}) =>
    run('python3', ['-B', `examples/python/${name}.py`], {
      PYTHONPATH: 'generated/clients/python/src',
      ...rest,
    });

  it('are clean under pyright at its strictest', async () => {
    const { code, stdout } = await run(process.execPath, [PYRIGHT, '-p', 'examples/python']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('0 errors, 0 warnings')]);
  });

  it('print the requests of each day', async () => {
    expect(await start('requests_by_day')).toEqual({
      ...DONE,
      stdout: `day (UTC)       rest   storage      auth  realtime
2026-01-14         0         0         1         0
2026-01-15         2         1         0         0
`,
    });
  });

  it('ask two endpoints at once', async () => {
    expect(await start('health_async')).toEqual({
      ...DONE,
      stdout: `Calls of functions in the last hour: 3, errors: 1, slowest: 40.2 ms
Latest request: -
`,
    });
  });

  it('tell what is wrong with the key', async () => {
    for (const name of ['requests_by_day', 'health_async']) {
      const { code, stdout, stderr } = await start(name, { API_KEY: 'wrong' });
      expect([code, stdout]).toEqual([1, '']);
      // asyncio may tell of the other request before, whose error nobody waits for.
      const last = stderr.trimEnd().split('\n').at(-1);
      expect(last).toMatch(/^.+ \(401 unauthorized, request \S+\)$/);
    }
  });
});

if (!hasGo) process.stderr.write('go is not there: its example is not run\n');
describe.skipIf(!hasGo)('the command in Go', () => {
  const go = (words: readonly string[], rest = {}) =>
    run('go', words, { ...GO_SETTINGS, ...rest }, 'examples/go');
  const start = (words: readonly string[], rest = {}) =>
    run('examples/go/newest', ['-url', service.url, ...words], rest);

  it('is vetted, formatted and built', async () => {
    expect(await go(['vet', '.'])).toEqual(DONE);
    expect(await run('gofmt', ['-l', 'examples/go'])).toEqual(DONE);
    expect(await go(['build', '-o', 'newest', '.'])).toEqual(DONE);
  });

  it('prints the newest entries', async () => {
    const [newest, second, third] = [
      '2026-01-15T10:01:00Z -\n',
      '2026-01-15T10:00:00Z GET 200 日本 🎈\n',
      '2026-01-14T20:00:00Z POST 200 /auth/v1\n',
    ];
    expect(await start([])).toEqual({ ...DONE, stdout: newest + second + third });
    const after = await start(['-after', '2026-01-15T12:00:00+02:00']);
    expect(after).toEqual({ ...DONE, stdout: newest + second });
  });

  it('tells what is wrong with the key', async () => {
    const { code, stdout, stderr } = await start([], { API_KEY: 'wrong' });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^logs\.all: 401 unauthorized: .+\nSet API_KEY/);
  });
});

describe('the page', () => {
  const root = join(folder, 'examples/page');

  it('compiles, and would not without one of the intervals', async () => {
    const compile = () => run(process.execPath, [TSC, '-p', 'examples/page', '--pretty', 'false']);
    expect(await compile()).toEqual(DONE);
    const file = join(folder, 'examples/page/main.ts');
    const text = readFileSync(file, 'utf8');
    write(file, text.replace(/^ {2}'15min': .*\n/m, ''));
    const { stdout } = await compile();
    write(file, text);
    expect(stdout).toMatch(/^examples\/page\/main\.ts\(.*Property '"15min"' is missing/);
  });

  it('is built', async () => {
    process.env['SERVICE_URL'] = service.url;
    await build({ root, logLevel: 'silent' });
    expect(existsSync(join(root, 'dist/index.html'))).toBe(true);
  });

  describe.skipIf(browser === null)('in a browser', () => {
    const asked: string[] = [];
    const complaints: string[] = [];
    let server: PreviewServer;
    let address: string;
    let page: Page;

    beforeAll(async () => {
      server = await preview({ root, logLevel: 'silent', preview: { port: 0, host: '127.0.0.1' } });
      address = server.resolvedUrls?.local[0] ?? '';
      // The environment's may be none that the platform knows.
      page = await (browser as Browser).newPage({ locale: 'en-US' });
      await page.clock.setFixedTime(Number(NOW / 1_000n));
      page.on('console', message => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', error => complaints.push(error.message));
      page.on('request', request => asked.push(request.url()));
      await page.goto(`${address}#key=${token}`);
    });
    afterAll(async () => {
      await browser?.close();
      await server?.close();
    });
    const summary = () => page.getByRole('status').textContent();
    /** Pixels of the chart by colour, as CSS writes it. */
    const pixels = (name: string) =>
      page.evaluate<number>(`(() => {
        const canvas = document.querySelector('canvas');
        const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
        const context = copy.getContext('2d', { willReadFrequently: true });
        context.fillStyle = getComputedStyle(canvas).getPropertyValue('--${name}');
        const wanted = context.fillStyle;
        context.drawImage(canvas, 0, 0);
        const { data } = context.getImageData(0, 0, copy.width, copy.height);
        const hex = at => '#' + [...data.slice(at, at + 3)].map(n => n.toString(16).padStart(2, '0')).join('');
        let count = 0;
        for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255 && hex(at) === wanted) count++;
        return count;
      })()`);

    it('draws with the key of its address, and keeps the key out of sight', async () => {
      await expect.poll(summary).toBe('Invocations: 4, errors: 2. Times are UTC.');
      expect(await pixels('calls')).toBeGreaterThan(100);
      expect(await pixels('errors')).toBeGreaterThan(100);
      expect(page.url()).toBe(address);
      const shown =
        'JSON.stringify([document.body.innerText, { ...localStorage }, document.cookie])';
      expect(await page.evaluate(shown)).not.toContain(token);
    });

    it('offers what the endpoint takes, and asks again when another is chosen', async () => {
      const values = await page
        .getByLabel('Interval')
        .locator('option')
        .evaluateAll(options => options.map(option => option.value));
      expect(values).toEqual(['5min', '15min', '1hr', '1day', '7day']);
      await page.getByLabel('Interval').selectOption('7day');
      await expect.poll(summary).toBe('Invocations: 5, errors: 3. Times are UTC.');
      await page.getByLabel('Interval').selectOption('5min');
      await expect.poll(summary).toBe('Invocations: 1, errors: 0. Times are UTC.');
      expect(await pixels('errors')).toBe(0);
      const calls = asked.filter(url => url.includes('/api/')).map(url => new URL(url));
      expect(calls.map(url => url.searchParams.get('interval'))).toEqual(['1day', '7day', '5min']);
    });

    it('draws in the colours of the dark and in the width of a phone', async () => {
      await page.getByLabel('Interval').selectOption('1day');
      await expect.poll(() => pixels('errors')).toBeGreaterThan(100);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(() => pixels('errors')).toBeGreaterThan(100);
      await page.setViewportSize({ width: 360, height: 740 });
      const width = 'document.documentElement.scrollWidth';
      await expect.poll(() => page.evaluate(width)).toBe(360);
      await expect
        .poll(() => page.locator('canvas').evaluate(canvas => canvas.clientWidth))
        .toBeLessThan(360);
    });

    it('asks nobody else and has no faults', () => {
      const origins = asked.filter(url => !url.startsWith('data:')).map(url => new URL(url).origin);
      expect([...new Set(origins)]).toEqual([new URL(address).origin]);
      expect(complaints).toEqual([]);
    });

    it.each([
      ['wrong', /^A valid key is needed/],
      ['no key', /^`apiKey` must be/],
    ])('tells what is wrong with the key `%s`, in place of the chart', async (typed, told) => {
      await page.getByLabel('Key', { exact: true }).fill(typed);
      await page.getByRole('button', { name: 'Show' }).click();
      await expect.poll(summary).toMatch(told);
      expect(await page.locator('canvas').count()).toBe(0);
      await page.getByLabel('Key', { exact: true }).fill(token);
      await page.getByRole('button', { name: 'Show' }).click();
      await page.locator('canvas').waitFor();
    });
  });
});

const DONE = { code: 0, stdout: '', stderr: '' };

/** Runs a program in a folder below, while the service goes on. */
function run(command: string, words: readonly string[], rest = {}, below = '.') {
  const cwd = join(folder, below);
  const env = { ...process.env, ...environment, ...rest };
  return new Promise<typeof DONE>(settle => {
    execFile(command, words, { cwd, env }, (error, stdout, stderr) => {
      settle({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

function isThere(command: string, word: string): boolean {
  return spawnSync(command, [word]).status === 0;
}
