/** The app on a socket. */
import { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { AppOptions } from './app.ts';
import { createApp } from './app.ts';
import type { LogLine } from './context.ts';

export interface ServeOptions extends Omit<AppOptions, 'clock' | 'log'> {
  readonly host?: string;
  /** 0: any free one. */
  readonly port?: number;
  readonly clock?: () => bigint;
  readonly log?: (line: LogLine) => void;
}
export interface Running {
  readonly url: string;
  /** Accepts no more, lets what runs finish for ten seconds, closes the engine. Called twice, it is the same stop. */
  readonly stop: () => Promise<void>;
  /** Settles when it has stopped, by `stop` or by a signal. */
  readonly stopped: Promise<void>;
}

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 8383;
const GRACE_MS = 10_000;
const IDLE_EVERY_MS = 50;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Listens, by default on 127.0.0.1:8383, until stopped or signalled. Rejects where the address cannot be had, and where
 * keys are not asked for on an address that others reach.
 */
export async function serve(options: ServeOptions): Promise<Running> {
  const { host = DEFAULT_HOST, port = DEFAULT_PORT } = options;
  if (options.keys === null && !isLoopback(host)) {
    throw new Error(`\`${host}\` is no loopback address: without keys nothing else is served`);
  }
  const app = createApp({ clock: now, log: logLine, ...options });
  const server = createAdaptorServer({ fetch: app.fetch });
  await listen(server, host, port);
  const end = async () => {
    await close(server);
    await options.engine.close();
    for (const signal of SIGNALS) process.off(signal, stop);
  };
  const { promise: stopped, resolve: settle } = deferred<void>();
  let ending: Promise<void> | null = null;
  const stop = () => {
    ending ??= end();
    settle(ending);
    return ending;
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return { url: urlOf(host, server.address()), stop, stopped };
}

type Server = ReturnType<typeof createAdaptorServer>;

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Connections that are kept alive count as open: they are closed as soon as their last answer is out. */
async function close(server: Server): Promise<void> {
  if (!(server instanceof HttpServer)) throw new Error('the adaptor made another server');
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_EVERY_MS);
  const end = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await new Promise(resolve => server.close(resolve));
  clearInterval(idle);
  clearTimeout(end);
}

/** Whether only this machine reaches the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function urlOf(host: string, address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('listens on no port');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

function now(): bigint {
  return BigInt(Date.now()) * 1_000n;
}

function logLine(line: LogLine): void {
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

function deferred<T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T | PromiseLike<T>) => void;
} {
  let resolve: (value: T | PromiseLike<T>) => void = () => {};
  const promise = new Promise<T>(done => {
    resolve = done;
  });
  return { promise, resolve };
}
