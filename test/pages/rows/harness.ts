/** A page that mounts `Result` alone, under the policy that the explorer has. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { formatJson } from '../../../explorer/rows/data/json-text.ts';
import type { AnswerRow, Column } from '../../../explorer/rows/data/row.ts';

/** The props of a test; the page makes the functions among them. */
export interface Given {
  readonly columns: readonly Column[];
  readonly rows: readonly AnswerRow[];
  readonly zone?: string;
  readonly theme?: 'light' | 'dark';
  readonly view?: string;
  readonly measure?: string;
  /** The functions whose calls the page keeps. */
  readonly with?: readonly ('onRange' | 'filtering' | 'onView' | 'onMeasure' | 'tail')[];
}

/** The part of the page's window that tests ask. */
export interface HarnessWindow {
  show: (given: Omit<Given, 'rows'>, rows: string) => void;
  calls: unknown[];
  /** The answers to the tail's next requests; a text is a fault. */
  arriving: (readonly AnswerRow[] | string)[];
}

const EXPLORER = join(import.meta.dirname, '../../../explorer');
const SCRIPT = `
  import { h, render } from 'preact';
  import { ResultPanel } from './view.ts';
  globalThis.calls = [];
  globalThis.arriving = [];
  const keep = name => (...given) => { calls.push([name, ...given]); };
  const request = async from => {
    calls.push(['tail', from]);
    const next = arriving.shift() ?? [];
    if (typeof next === 'string') throw new Error(next);
    return next;
  };
  globalThis.show = (given, rows) => {
    calls.length = 0;
    document.documentElement.dataset.theme = given.theme ?? 'light';
    const filtering = (path, value) => typeof value === 'object' ? null : () => calls.push(['filtering', path, value]);
    const made = name => ({ tail: { lowerBound: 'from', request }, filtering })[name] ?? keep(name);
    const functions = Object.fromEntries((given.with ?? []).map(name => [name, made(name)]));
    const props = { endpoint: { name: 'logs.all' }, zone: 'UTC', theme: 'light', ...given, ...functions, rows: JSON.parse(rows) };
    render(h(ResultPanel, props), document.querySelector('#rows'));
  };
`;
const STYLE = `
  @import "./style/theme.css";
  @import "./rows/rows.css";
  body { margin: 0; padding: 1rem; font: var(--text)/1.5 var(--sans); background: var(--canvas); color: var(--ink); }
`;
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Rows</title>
  <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
  <link rel="stylesheet" href="page.css"><script type="module" src="page.js"></script></head>
  <body><main><h1>Rows</h1><div id="rows"></div></main></body></html>`;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";

/** Serves the page; the address and how to stop it. */
export async function serveHarness(): Promise<{ address: string; close: () => Promise<void> }> {
  const [script, style] = await Promise.all([
    bundle(SCRIPT, join(EXPLORER, 'rows'), 'ts'),
    bundle(STYLE, EXPLORER, 'css'),
  ]);
  const files = new Map([
    ['/', { type: 'text/html', body: PAGE }],
    ['/page.js', { type: 'text/javascript', body: script }],
    ['/page.css', { type: 'text/css', body: style }],
  ]);
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file === undefined ? 404 : 200, {
      'Content-Type': `${file?.type ?? 'text/plain'}; charset=utf-8`,
      'Content-Security-Policy': POLICY,
    });
    response.end(file?.body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { address, close: () => closed(server) };
}

async function bundle(contents: string, resolveDir: string, loader: 'ts' | 'css'): Promise<string> {
  const made = await build({
    stdin: { contents, resolveDir, loader },
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'silent',
  });
  return made.outputFiles[0]?.text ?? '';
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise(resolve => server.close(() => resolve()));
}

export interface Opened {
  readonly page: Page;
  /** Errors, warnings, and refusals of the policy. */
  readonly complaints: string[];
  readonly show: (given: Given) => Promise<void>;
}

export async function openHarness(
  browser: Browser,
  address: string,
  width = 1280,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    // a drawer that slides in is pale for a moment, also after its row was clicked
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', error => complaints.push(error.message));
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('request', request => {
    const { origin } = new URL(address);
    const url = request.url();
    if (!url.startsWith(origin) && !/^(?:data|blob):/.test(url)) complaints.push(`asked ${url}`);
  });
  await page.goto(address);
  const show = async (given: Given) => {
    // as text, because rows may be deeper than what the protocol of the browser takes
    const { rows, ...rest } = given;
    await page.evaluate(([one, text]) => (globalThis as unknown as HarnessWindow).show(one, text), [
      rest,
      formatJson(rows),
    ] as const);
    await page.locator('.result').waitFor();
  };
  return { page, complaints, show };
}
