/** `quern/vite` in Vite itself: builds, and a server on this machine whose page is open in a browser. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import {
  build,
  createLogger,
  createServer,
  type LogLevel,
  type Plugin,
  type ViteDevServer,
} from 'vite';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { type QuernOptions, quern } from '../../vite.ts';
import { LOGS, project, removeFolders } from '../cli/cli-fixture.ts';
import { launchBrowser } from '../pages/browser.ts';

// a warning that depends on no other rule
vi.mock('../../generator/core/report/codes.ts', async original => ({
  ...(await original<typeof import('../../generator/core/report/codes.ts')>()),
  WARNINGS: new Set(['unused-parameter']),
}));

const browser: Browser | null = await launchBrowser();
afterAll(async () => {
  await browser?.close();
  removeFolders();
});
const servers = new Set<ViteDevServer>();
afterEach(async () => {
  for (const server of servers) await server.close();
  servers.clear();
});

const PAGE = {
  'index.html':
    '<!doctype html><title>page</title><main></main><script type="module" src="/main.js"></script>',
  'main.js': `import * as client from './generated/clients/typescript/index.js';
document.querySelector('main').textContent = Object.keys(client).join(' ');
`,
};

/** A folder of Vite's with a project of quern's in it. */
function page(files: Readonly<Record<string, string | null>> = {}) {
  const made = project({ ...PAGE, ...files });
  const at = (path: string) => join(made.folder, path);
  return {
    ...made,
    remove: (path: string) => rmSync(at(path)),
    has: (path: string) => existsSync(at(path)),
    text: (path: string) => readFileSync(at(path), 'utf8'),
  };
}

function logged() {
  const lines: string[] = [];
  const logger = createLogger('silent' satisfies LogLevel);
  for (const level of ['info', 'warn', 'error'] as const) {
    logger[level] = text => void lines.push(`${level}: ${text}`);
  }
  return { logger, lines };
}

const plugin = (options?: QuernOptions): Plugin => quern(options);

function built(root: string, options?: QuernOptions) {
  const { logger, lines } = logged();
  const done = build({
    root,
    configFile: false,
    customLogger: logger,
    logLevel: 'silent',
    plugins: [plugin(options)],
  });
  return done.then(
    () => ({ fault: null, lines }),
    (fault: Error) => ({ fault, lines }),
  );
}

async function served(root: string, options?: QuernOptions) {
  const { logger, lines } = logged();
  const server = await createServer({
    root,
    configFile: false,
    customLogger: logger,
    plugins: [plugin(options)],
    server: { host: '127.0.0.1', port: 0, strictPort: false },
  });
  servers.add(server);
  const send = vi.spyOn(server.ws, 'send');
  await server.listen();
  const [url = ''] = server.resolvedUrls?.local ?? [];
  return { server, url, lines, messages: () => send.mock.calls.map(([message]) => message) };
}

const BROKEN = LOGS.replace('project = @project', 'projct = @project');
const OTHER = LOGS.replace('endpoint: logs', 'endpoint: other').replace('8a01', '8a09');

describe('a build', () => {
  it('makes the generated files before a module is read', async () => {
    const made = page();
    const { fault, lines } = await built(made.folder);
    expect(fault).toBeNull();
    expect(lines).toContain('info: [quern] generated; new: `counts` and `logs`');
    expect(made.has('generated/manifest/index.json')).toBe(true);
    const [script = ''] = /assets\/[\w.-]+\.js/.exec(made.text('dist/index.html')) ?? [];
    expect(made.text(`dist/${script}`)).toContain('/api/endpoints/');
    const again = await built(made.folder);
    expect(again.lines.filter(line => line.includes('[quern]'))).toEqual([]);
  });

  it('ends with all mistakes and the place of the first, and leaves the files as they were', async () => {
    const made = page();
    await built(made.folder);
    const before = made.text('generated/manifest/index.json');
    made.put('endpoints/logs.yaml', BROKEN);
    made.put('endpoints/other.yaml', OTHER.replace('from: edge_logs', 'from: edge_log'));
    const { fault } = await built(made.folder);
    const [first] = (fault as (Error & { errors?: readonly object[] }) | null)?.errors ?? [];
    expect(first).toMatchObject({
      plugin: 'quern',
      id: join(made.folder, 'endpoints/logs.yaml'),
      loc: { file: join(made.folder, 'endpoints/logs.yaml'), line: 9, column: 5 },
    });
    expect(fault?.message).toContain('endpoints/logs.yaml:9:5 error[unknown-column]');
    expect(fault?.message).toContain('endpoints/other.yaml:4:7 error[unknown-source]');
    expect(made.text('generated/manifest/index.json')).toBe(before);
  });

  it('ends where the configuration is wrong, or a generated file was edited', async () => {
    const made = page({ 'quern.yaml': 'output: .\n' });
    expect((await built(made.folder)).fault?.message).toContain('`output` is `.`');
    made.put('quern.yaml', 'dialects: [duckdb]\n');
    expect((await built(made.folder)).fault).toBeNull();
    made.put('generated/manifest/index.json', '{}');
    made.put('endpoints/other.yaml', OTHER);
    const { fault } = await built(made.folder);
    expect(fault?.message).toContain('`generated/manifest/index.json` was not made by quern');
    expect(made.text('generated/manifest/index.json')).toBe('{}');
  });

  it('takes warnings for mistakes where it is strict, and prints them elsewhere', async () => {
    const unused = LOGS.replace('  least:', '  other: { type: string }\n  least:');
    const made = page({ 'endpoints/logs.yaml': unused });
    const { fault, lines } = await built(made.folder);
    expect(fault).toBeNull();
    expect(lines.join('\n')).toContain(
      'warn: [quern] endpoints/logs.yaml:7:3 warning[unused-parameter]',
    );
    const strict = await built(made.folder, { strict: true });
    expect(strict.fault?.message).toContain('endpoints/logs.yaml:7:3 warning[unused-parameter]');
  });

  it('finds a project and a configuration elsewhere', async () => {
    const made = page();
    const root = join(made.folder, 'web');
    for (const [name, text] of Object.entries(PAGE)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text.replace('./generated', '../out'));
    }
    made.put('other.yaml', 'output: out\ndialects: [duckdb]\n');
    expect((await built(root, { project: '..', config: 'other.yaml' })).fault).toBeNull();
    expect(made.has('out/manifest/index.json')).toBe(true);
  });
});

describe('a server', () => {
  it('makes the generated files before it answers', async () => {
    const made = page();
    const { url } = await served(made.folder);
    const answer = await fetch(new URL('generated/clients/typescript/index.js', url));
    expect(await answer.text()).toContain('logs');
  });

  it.each([
    [
      'a specification changes',
      'endpoints/logs.yaml',
      (i: number) => LOGS.replace('newest', `${i} newest`),
    ],
    [
      'a specification comes',
      'endpoints/more/other.yaml',
      (i: number) => OTHER.replace('newest', `${i} newest`),
    ],
    ['the configuration changes', 'quern.yaml', (i: number) => `openapi: { title: Round ${i} }\n`],
  ])('makes them again when %s, and Vite reports the files that changed', async (_, file, text) => {
    const made = page();
    const { server } = await served(made.folder);
    const changed: string[] = [];
    server.watcher.on('change', path => changed.push(path));
    for (const round of [1, 2, 3]) {
      const before = made.text('generated/openapi.json');
      made.put(file, text(round));
      await vi.waitFor(() => expect(made.text('generated/openapi.json')).not.toBe(before), 20_000);
      const document = join(made.folder, 'generated/openapi.json');
      await vi.waitFor(() => expect(changed).toContain(document), 20_000);
      changed.length = 0;
      // chokidar merges changes of a new folder that follow each other sooner
      await sleep(200);
    }
  });

  it('shows mistakes in the overlay, keeps the files, and goes on with the next sound project', async () => {
    const made = page();
    const { messages, lines } = await served(made.folder);
    const before = made.text('generated/openapi.json');
    made.put('endpoints/logs.yaml', BROKEN);
    const place = { file: join(made.folder, 'endpoints/logs.yaml'), line: 9, column: 5 };
    const shown = { type: 'error', err: expect.objectContaining({ plugin: 'quern', loc: place }) };
    await vi.waitFor(() => expect(messages()).toContainEqual(shown), 20_000);
    expect(lines.filter(line => line.startsWith('error: [quern]'))).toHaveLength(1);
    expect(made.text('generated/openapi.json')).toBe(before);
    made.put('endpoints/logs.yaml', LOGS);
    await vi.waitFor(() => expect(messages()).toContainEqual({ type: 'full-reload' }), 20_000);
    made.remove('endpoints/counts.yaml');
    await vi.waitFor(
      () => expect(lines).toContain('info: [quern] generated; removed: `counts`'),
      20_000,
    );
  });

  it('starts with a mistake, in the configuration too', async () => {
    const made = page({ 'quern.yaml': 'dialect: [duckdb]\n' });
    const { lines } = await served(made.folder);
    expect(lines.join('\n')).toContain('quern.yaml:1:1 error[unknown-key]');
    expect(made.has('generated')).toBe(false);
    made.put('quern.yaml', 'dialects: [duckdb]\n');
    await vi.waitFor(() => expect(made.has('generated/openapi.json')).toBe(true), 20_000);
    made.put('endpoints/other.yaml', OTHER);
    await vi.waitFor(
      () => expect(lines).toContain('info: [quern] generated; new: `other`'),
      20_000,
    );
  });

  it('starts with a mistake in a specification, or without any', async () => {
    const made = page({ 'endpoints/logs.yaml': BROKEN });
    await served(made.folder);
    expect(made.has('generated')).toBe(false);
    made.put('endpoints/logs.yaml', LOGS);
    await vi.waitFor(() => expect(made.has('generated/openapi.json')).toBe(true), 20_000);
    const bare = page();
    rmSync(join(bare.folder, 'endpoints'), { recursive: true });
    const { lines } = await served(bare.folder);
    expect(lines.join('\n')).toContain('error: [quern]');
    for (const name of ['sources', 'logs', 'counts'] as const)
      bare.put(`endpoints/${name}.yaml`, made.text(`endpoints/${name}.yaml`));
    await vi.waitFor(() => expect(bare.has('generated/openapi.json')).toBe(true), 20_000);
    const { fault } = await built(page({ 'quern.yaml': 'endpoints: nowhere\n' }).folder);
    expect(fault?.message).toContain('nowhere');
  });

  it('ends with a mistake where nobody watches', async () => {
    const made = page({ 'endpoints/logs.yaml': BROKEN });
    const { logger } = logged();
    const started = createServer({
      root: made.folder,
      configFile: false,
      customLogger: logger,
      plugins: [plugin()],
      server: { host: '127.0.0.1', port: 0, watch: null },
    }).then(server => {
      servers.add(server);
      return server.listen();
    });
    await expect(started).rejects.toThrow('unknown-column');
  });
});

describe.skipIf(browser === null)('a page', () => {
  const open: Page[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });
  const opened = async (url: string) => {
    const shown = await (browser as Browser).newPage();
    open.push(shown);
    await shown.goto(url);
    return shown;
  };
  const overlay = async (shown: Page) => {
    const [text = null] = await shown.locator('vite-error-overlay .message').allTextContents();
    return text;
  };

  it('has new endpoints without being opened again, shows a mistake, and is well when it is gone', async () => {
    const made = page();
    const { url } = await served(made.folder);
    const shown = await opened(url);
    const body = () => shown.locator('main').textContent();
    await vi.waitFor(async () => expect(await body()).toMatch(/\blogs\b/), 20_000);
    for (const [i, name] of ['other', 'another', 'third'].entries()) {
      made.put(`endpoints/${name}.yaml`, OTHER.replace('other', name).replace('8a09', `8b0${i}`));
      await vi.waitFor(
        async () => expect(await body()).toMatch(new RegExp(`\\b${name}\\b`)),
        20_000,
      );
    }
    made.put('endpoints/logs.yaml', BROKEN);
    await vi.waitFor(
      async () => expect(await overlay(shown)).toContain('endpoints/logs.yaml:9:5'),
      20_000,
    );
    await shown.reload();
    await vi.waitFor(async () => expect(await overlay(shown)).toContain('Use `project`'), 20_000);
    made.put('endpoints/logs.yaml', LOGS);
    await vi.waitFor(async () => expect(await overlay(shown)).toBeNull(), 20_000);
    await vi.waitFor(async () => expect(await body()).toMatch(/\blogs\b/), 20_000);
  });
});
