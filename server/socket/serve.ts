/** The app on a socket. */
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Engine } from '../../engines/engine.ts';
import { messageOf } from '../../generator/system/errors.ts';
import type { App, AppOptions, Definitions } from '../http/app.ts';
import { createApp } from '../http/app.ts';
import type { Log } from '../http/context.ts';
import type { Answering, Incoming, Outgoing } from '../http/incoming.ts';
import { flushGathered } from '../observe/gathered.ts';
import { createLog } from '../observe/log.ts';
import { close, openSockets } from './closing.ts';
import { answerDirectly } from './direct.ts';
import { createLeave } from './leave.ts';
import { createListener, ownProblem } from './listener.ts';
import { type Hangup, heedSignals } from './signals.ts';
import { answerStrangers } from './strangers.ts';

export interface ServeOptions extends Omit<AppOptions, 'log' | 'isLeaving'> {
  readonly host?: string;
  /** 0: any free port. */
  readonly port?: number;
  readonly log?: Log;
  /** Milliseconds between SIGTERM and the end of the listener; by default 0. See `Leave`. */
  readonly drainMs?: number;
  /** Whether usual requests are answered without `node:http`, which takes half the time; by default true. */
  readonly direct?: boolean;
  /** The effect of SIGHUP, which a closed terminal also sends. By default, it is only logged. */
  readonly hangup?: Hangup;
}
export interface Running extends Pick<App, 'ready'> {
  readonly url: string;
  /**
   * Accepts no more requests, gives accepted requests nine seconds, answers the rest with a 503, and closes the engine.
   * Further calls return the same promise.
   */
  readonly stop: () => Promise<void>;
  /**
   * Answers later requests by the new definitions with their own engine. No request is dropped: the old definitions
   * answer earlier requests, and then their engine is closed. Settles at once. Rejects if the new definitions
   * contradict themselves or the service is stopping: then the new engine is closed.
   */
  readonly swap: (definitions: Definitions) => Promise<void>;
  /** As SIGTERM does: takes requests for another `drainMs`, and then stops. */
  readonly drain: () => void;
  /** Whether the service has begun to stop. */
  readonly isStopping: () => boolean;
  /** Settles when the service has stopped, through `stop` or a signal. */
  readonly stopped: Promise<void>;
}

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 8383;
/**
 * The most connections that wait to be accepted; the system may have a lower limit. With Node's 511, Linux answers a burst of
 * callers with SYN cookies, and resets a connection if its cookie expires while the service is busy.
 */
const BACKLOG = 4096;
/** In milliseconds. */
const TIMES = {
  // Longer than load balancers keep idle connections. So the load balancer closes a connection first, and sends no request
  // on a closed one.
  keepAliveTimeout: 75_000,
  // The time for a caller to send its headers, and its whole request.
  headersTimeout: 20_000,
  requestTimeout: 30_000,
  // Node looks for late requests this often.
  connectionsCheckingInterval: 1_000,
} as const;
/** Otherwise Node itself would answer a request without a host. */
const OPTIONS = { ...TIMES, requireHostHeader: false } as const;

/**
 * Listens, by default on 127.0.0.1:8383, until stopped or signalled. Rejects if it cannot listen, or if other machines can
 * reach the address and there are no keys.
 */
export async function serve(options: ServeOptions): Promise<Running> {
  const { host = DEFAULT_HOST, port = DEFAULT_PORT, keys, log = createLog() } = options;
  if (keys === null && !isLoopback(host)) {
    throw new Error(
      `\`${host}\` is not a loopback address: without keys, the service only listens on loopback addresses`,
    );
  }
  const leave = createLeave(options.drainMs ?? 0, () => end());
  const { isLeaving, isStopping, stop, stopped } = leave;
  const app = createApp({ ...options, log, isLeaving });
  const answering: Answering = incoming => {
    const outgoing = keys === null ? unlessForeign(incoming, app.answer) : app.answer(incoming);
    if (outgoing instanceof Promise) return outgoing.then(settled => leaving(settled, isLeaving()));
    return leaving(outgoing, isLeaving());
  };
  const server = createServer(OPTIONS, createListener(answering));
  answerStrangers(server);
  const connections =
    options.direct === false
      ? null
      : answerDirectly(server, {
          answering,
          isStopping,
          keepAliveMs: TIMES.keepAliveTimeout,
        });
  const sockets = openSockets(server);
  await listen(server, host, port).catch((cause: unknown) => {
    app.close();
    throw cause;
  });
  app.prepare();
  const end = async () => {
    options.news?.close();
    await close(server, { sockets, closeWaiting: connections?.closeIdle }, app.stop);
    app.close();
    await within(CLOSING_MS, Promise.all([...engines].map(engine => engine.close()))).catch(cause =>
      log('warn', { event: 'the engine did not close', failure: messageOf(cause) }),
    );
    flushGathered();
    deafen();
  };
  const engines = new Set([options.engine]);
  let { engine } = options;
  const closeOld = async (old: Engine) => {
    await old.close().catch((cause: unknown) => {
      log('warn', { event: 'the old engine did not close', failure: messageOf(cause) });
    });
    engines.delete(old);
  };
  const swap = async (definitions: Definitions) => {
    const old = engine;
    try {
      if (isStopping()) throw new Error('the service is stopping');
      void app.swap(definitions).then(() => closeOld(old));
      app.prepare();
    } catch (cause) {
      await definitions.engine.close();
      throw cause;
    }
    ({ engine } = definitions);
    engines.add(engine);
  };
  const deafen = heedSignals({ ...leave, log, hangup: options.hangup ?? 'ignore' });
  const { ready } = app;
  const url = urlOf(host, server.address());
  return { url, ready, stop, swap, drain: leave.drain, isStopping, stopped };
}

/** A statement that does not end when it is interrupted must not keep the process. */
const CLOSING_MS = 2_000;

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it takes longer than ${ms} ms`)), ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Announces that the connection ends with this answer. */
function leaving(outgoing: Outgoing, isLeaving: boolean): Outgoing {
  if (isLeaving) outgoing.headers['Connection'] = 'close';
  return outgoing;
}

/**
 * Rejects other hostnames than loopback ones. Otherwise, without keys, a page of any origin could send requests through its
 * visitor's browser, by a hostname that resolves to this machine.
 */
function unlessForeign(incoming: Incoming, answering: Answering): ReturnType<Answering> {
  const { hostname } = new URL(incoming.url);
  if (isLoopback(hostname.replace(/^\[|\]$/g, ''))) return answering(incoming);
  return ownProblem('forbidden', 'Without keys, only loopback hostnames are answered.', 403);
}

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function urlOf(host: string, address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('listens on no port');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
