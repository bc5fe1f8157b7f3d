/**
 * The servers that `service.ts` compares, each in its own process. A server reports its address to its parent and, on request,
 * the resources that it has used.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve as serveHono } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';
import { openDuckDb } from '../../engines/duckdb/driver/driver.ts';
import { type Engine, type Row, unconfined } from '../../engines/engine.ts';
import { createKeySet } from '../../server/access/keys/key-set.ts';
import { digest } from '../../server/access/tokens.ts';
import { loadManifest } from '../../server/answers/manifest/manifest-file.ts';
import { createLog } from '../../server/observe/log.ts';
import { serve } from '../../server/socket/serve.ts';

const [, , kind = '', token = '', database = ''] = process.argv;

const logFile = () => pino.destination('/dev/null');

/** Rows of `functions.invocation-stats`: one day, hour by hour. */
const HOURS: readonly Row[] = Array.from({ length: 24 }, (_, hour) => [
  BigInt(Date.UTC(2026, 0, 15, hour)) * 1_000n,
  12.5 + hour,
  1_234.25 + hour,
  240.125,
  870.5,
  1_190.75,
  1_000 + hour,
  hour,
]);

const engine: Engine = {
  name: 'duckdb',
  run: async () => ({ rows: HOURS, scannedBytes: null }),
  explain: async () => '',
  estimate: async () => null,
  missing: async () => [],
  catalogue: async () => [],
  confined: unconfined('it runs nothing'),
  close: async () => {},
};

async function quern(running: Engine): Promise<string> {
  const key = {
    id: 'key_bench',
    name: 'bench',
    sha256: digest(token).toString('hex'),
    created: '2026-01-01T00:00:00Z',
    expires: null,
    endpoints: ['*'],
    params: {},
  };
  const keys = createKeySet([key]);
  const { url } = await serve({
    port: 0,
    manifest: await loadManifest('generated/manifest/index.json'),
    engine: running,
    keys: { current: () => keys, close: () => {} },
    log: createLog(logFile()),
  });
  return url;
}

/** The bytes of quern's answer, which the smallest possible servers return too. */
async function bytesOf(url: string): Promise<Buffer> {
  const path = '/api/endpoints/functions.invocation-stats?project=abc';
  const response = await fetch(url + path, { headers: { 'X-API-KEY': token } });
  return Buffer.from(await response.arrayBuffer());
}

const HEADERS = { 'Content-Type': 'application/json; charset=utf-8' };

async function bareHono(): Promise<string> {
  const bytes = await bytesOf(await quern(engine));
  const logger = pino({ base: null }, logFile());
  const app = new Hono();
  app.get('/api/endpoints/:name', c => {
    logger.info({ method: 'GET', route: c.req.path, status: 200 });
    return new Response(bytes, { headers: HEADERS });
  });
  return new Promise(resolve => {
    serveHono({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    );
  });
}

async function bareNode(): Promise<string> {
  const bytes = await bytesOf(await quern(engine));
  const logger = pino({ base: null }, logFile());
  return listen((incoming, outgoing) => {
    logger.info({ method: 'GET', route: incoming.url, status: 200 });
    outgoing.writeHead(200, { ...HEADERS, 'Content-Length': bytes.length });
    outgoing.end(bytes);
  });
}

function listen(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}

const STARTS: Readonly<Record<string, () => Promise<string>>> = {
  node: bareNode,
  hono: bareHono,
  quern: () => quern(engine),
  duckdb: async () => quern(await openDuckDb({ source: { database }, concurrency: 2 })),
};

const start = STARTS[kind];
if (start === undefined) throw new Error(`no server is called ${kind}`);
const url = await start();
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1_000, rssBytes: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url });
