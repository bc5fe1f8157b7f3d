/** The service as a function from request to response: routes, keys, and who is told what. */
import { Hono } from 'hono';
import type { Engine } from '../../engines/engine.ts';
import { mayRun } from '../access/access.ts';
import { createGate, type GateOptions, identifying } from '../access/gate.ts';
import type { Answerer } from '../answers/answer.ts';
import { createAnswerer } from '../answers/answer.ts';
import { createBinder } from '../answers/bind.ts';
import { createCache } from '../answers/cache/cache.ts';
import { createLimiter } from '../answers/limiter.ts';
import type { Catalogue, ServedEndpoint } from '../answers/manifest.ts';
import type { Rows } from '../answers/produce.ts';
import { createProducer } from '../answers/produce.ts';
import type { Reader } from '../answers/reading.ts';
import { createReader } from '../answers/reading.ts';
import { guarded } from '../observe/guard.ts';
import {
  createReadiness,
  type Readiness,
  type ReadinessLook,
  watchReadiness,
} from '../observe/health.ts';
import { createMetrics } from '../observe/metrics.ts';
import { createDocsPage } from '../pages/docs-page.ts';
import { createExplorer } from '../pages/explorer.ts';
import { textBody } from './body.ts';
import type { Answer, Exchange, Log } from './context.ts';
import { createCors } from './cors.ts';
import type { Handler, Instant } from './exchange.ts';
import { createPassage } from './exchange.ts';
import type { AnyHandler } from './handler.ts';
import { createHandled } from './handler.ts';
import { savedQuery } from './listing.ts';
import { failureProblem, problem } from './problem.ts';
import type { UnknownParameters } from './read-request.ts';

/** What may be open to callers without a key. */
export type PublicPart = 'docs' | 'metrics';

export interface AppOptions extends GateOptions {
  readonly manifest: Catalogue;
  readonly engine: Engine;
  /** Microseconds since 1970 UTC; the machine's by default. */
  readonly clock?: () => bigint;
  readonly log: Log;
  /** Milliseconds for one request, its waiting included. */
  readonly timeoutMs?: number;
  /** How parameters that an endpoint does not declare are treated. */
  readonly unknownParameters?: UnknownParameters;
  /** How many statements run at once, how many requests wait behind them, and the bytes of one answer. */
  readonly limits?: Partial<Limits>;
  readonly cache?: Partial<CacheLimits>;
  /** The document and its page, and the metrics, need a key unless they are listed. */
  readonly public?: readonly PublicPart[];
  /** Origins whose pages may call. */
  readonly cors?: readonly string[];
  /** The text of `generated/openapi.json`; `null`: there is no document and no page. */
  readonly openapi?: string | null;
  /** Whether values of parameters stand in the log. */
  readonly logValues?: boolean;
  /** What answers in place of an endpoint's statements, by the endpoint's name. */
  readonly handlers?: Readonly<Record<string, AnyHandler>>;
}
export interface Limits {
  readonly concurrency: number;
  readonly queue: number;
  readonly maxBytes: number;
}
export interface CacheLimits {
  readonly bytes: number;
  readonly warmEntries: number;
}
export interface App {
  /** `context` is for handlers. */
  readonly fetch: (request: Request, context?: unknown) => Response | Promise<Response>;
  /** Answers whoever waits for rows, and whoever comes to, by a 503. */
  readonly stop: () => void;
  /** Ends what keeps answers warm; the engine and the key ring are their owners' to close. */
  readonly close: () => void;
}

const DEFAULT_TIMEOUT_MS = 25_000;
const DEFAULT_LIMITS: Limits = { concurrency: 2, queue: 64, maxBytes: 32 * 1024 ** 2 };
const DEFAULT_CACHE: CacheLimits = { bytes: 256 * 1024 ** 2, warmEntries: 1_000 };

/** Makes the app: `fetch` takes a `Request` and gives a `Response`; nothing listens yet. */
export function createApp(options: AppOptions): App {
  const { manifest, engine, log } = options;
  const times = timesOf(options.clock);
  const limiter = createLimiter({ ...DEFAULT_LIMITS, ...options.limits });
  const { bytes: maxBytes, warmEntries } = { ...DEFAULT_CACHE, ...options.cache };
  const cache = createCache<Rows>({
    maxBytes,
    warmEntries,
    sizeOf: ({ body }) => body.bytes,
    nowMs: times.nowMs,
    tell: ({ kind }) => metrics.cacheEvent(kind),
  });
  const readiness = createReadiness(manifest, engine);
  const metrics = createMetrics({
    engine: engine.name,
    limiter: limiter.stats,
    cache: () => cache.stats(),
    skipped: () => readiness.last()?.skipped ?? new Map(),
  });
  const stopWatching = watchReadiness(readiness, found => tellReadiness(log, found));
  const served = serveEndpoints(options, {
    cache,
    limiter,
    metrics,
    readiness,
    clock: times.clock,
  });
  const cors = createCors(options.cors ?? []);
  const passage = createPassage({ instant: times.instant, log, metrics, cors });

  const app = new Hono();
  const route = (path: string, handler: Handler) => app.all(path, passage(path, handler));
  const withKey = createGate(options, times.nowMs);
  const unlessPublic = (part: PublicPart, handler: Handler) =>
    options.public?.includes(part) === true ? handler : withKey(handler);

  route('/healthz', () => json({ status: 'ok' }));
  const identified = identifying(options.keys);
  route('/readyz', async exchange => {
    const isKnown = identified(exchange);
    return ready(exchange, await readiness.look(), isKnown ? manifest.endpoints : []);
  });
  route('/', createExplorer(options.keys !== null));
  route(
    '/metrics',
    unlessPublic('metrics', async () => metricsAnswer(await metrics.render())),
  );
  if (typeof options.openapi === 'string') {
    const { page, script } = createDocsPage();
    route('/openapi.json', unlessPublic('docs', documentHandler(options.openapi)));
    route('/docs', unlessPublic('docs', page));
    // The same for everybody, and asked for by the page, which cannot send a key.
    route('/docs/scalar.js', script);
  }
  // Whatever stands below is told to callers with a valid key alone, that there is nothing included.
  const run = (exchange: Exchange, endpoint: ServedEndpoint | undefined) => {
    const found = endpoint && served.get(endpoint);
    if (found === undefined || endpoint === undefined) return unknownEndpoint();
    exchange.entry.endpoint = endpoint.name;
    const reading = found.read(exchange.key, exchange.search);
    if (!('values' in reading)) return reading;
    if (options.logValues === true) exchange.entry.params = reading.texts;
    return found.answer(exchange, reading);
  };
  const byName = (exchange: Exchange) => run(exchange, manifest.byName.get(exchange.part('name')));
  const byReference = (exchange: Exchange) => {
    const reference = exchange.part('reference');
    const endpoint = manifest.byId.get(reference.toLowerCase());
    return run(exchange, endpoint ?? manifest.byName.get(reference));
  };
  const all = [...served.keys()];
  route(
    '/api/endpoints',
    withKey(exchange => list(exchange, all, engine.name)),
  );
  route('/api/endpoints/:name', withKey(byName));
  // A literal segment beside a parameter would take Hono to its slow router.
  const isQuery = (exchange: Exchange) => exchange.part('form') === 'query';
  route(
    '/api/endpoints/:form/:reference',
    withKey(exchange => (isQuery(exchange) ? byReference(exchange) : unknownEndpoint())),
  );
  app.notFound(passage('*', withKey(unknownEndpoint)));
  return {
    fetch: (request, context) => app.fetch(request, Object(context)),
    stop: limiter.stop,
    close: () => {
      stopWatching();
      cache.close();
    },
  };
}

/** The clock as its users want it. The machine's is read in milliseconds, and made into microseconds where that is needed. */
function timesOf(clock: AppOptions['clock']): Times {
  if (clock === undefined) {
    const microsOf = (ms: number) => BigInt(ms) * 1_000n;
    const instant = () => {
      const ms = Date.now();
      return { ms, micros: () => microsOf(ms) };
    };
    return { clock: () => microsOf(Date.now()), nowMs: Date.now, instant };
  }
  const nowMs = () => Number(clock() / 1_000n);
  const instant = () => {
    const now = clock();
    return { ms: Number(now / 1_000n), micros: () => now };
  };
  return { clock, nowMs, instant };
}

interface Times {
  readonly clock: () => bigint;
  readonly nowMs: () => number;
  readonly instant: () => Instant;
}

interface Served {
  readonly read: Reader;
  readonly answer: Answerer;
}
interface Shared {
  readonly cache: ReturnType<typeof createCache<Rows>>;
  readonly limiter: ReturnType<typeof createLimiter>;
  readonly metrics: ReturnType<typeof createMetrics>;
  readonly readiness: ReadinessLook;
  readonly clock: () => bigint;
}

/** Those that are compiled for the engine. Throws where the manifest contradicts itself. */
function serveEndpoints(
  options: AppOptions,
  { cache, limiter, metrics, readiness, clock }: Shared,
): ReadonlyMap<ServedEndpoint, Served> {
  const { manifest, engine, log, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const { maxBytes } = { ...DEFAULT_LIMITS, ...options.limits };
  const handlers = new Map(Object.entries(options.handlers ?? {}));
  const producing = { engine, limiter, metrics, log, timeoutMs, maxBytes };
  const served = new Map<ServedEndpoint, Served>();
  for (const endpoint of manifest.endpoints) {
    const statements = endpoint.engines[engine.name];
    if (statements === undefined) continue;
    const produce = createProducer(endpoint, createBinder(statements), producing);
    const read = createReader(endpoint, engine.name, options.unknownParameters ?? 'reject');
    const run = createAnswerer(endpoint, produce, { cache, clock, log });
    const answer = guarded(endpoint.name, run, readiness);
    const handler = handlers.get(endpoint.name);
    const handling = { read, answer, timeoutMs, maxBytes };
    served.set(endpoint, {
      read,
      answer: handler ? createHandled(endpoint, handler, handling) : answer,
    });
  }
  return served;
}

function list({ key }: Exchange, endpoints: readonly ServedEndpoint[], engine: string): Answer {
  const allowed = endpoints.filter(endpoint => key === null || mayRun(key, endpoint));
  return json({ result: allowed.map(endpoint => savedQuery(endpoint, engine, key)) });
}

function unknownEndpoint(): Answer {
  return problem('unknown_endpoint', 'There is no such endpoint.');
}

/** Names and findings are for keys that may run the endpoints; strangers, for whom `known` is empty, are told how many. */
function ready(
  { entry, key }: Exchange,
  { status, unavailable, fault, findings }: Readiness,
  known: readonly ServedEndpoint[],
): Answer {
  if (fault !== null) entry.failure = fault;
  if (status === 'unavailable') return failureProblem('unavailable');
  if (status === 'ready') return json({ status });
  const allowed = known.filter(endpoint => key === null || mayRun(key, endpoint));
  const degraded = allowed.flatMap(({ name }) => {
    const told = findings.get(name);
    return told === undefined ? [] : [{ endpoint: name, findings: told }];
  });
  const count = { status, unavailable: unavailable.length };
  return json(known.length === 0 ? count : { ...count, degraded });
}

function tellReadiness(log: Log, { status, unavailable, fault }: Readiness): void {
  if (status === 'ready') log('info', { event: 'all endpoints can run' });
  else
    log('error', { event: `cannot run: ${unavailable.join(', ')}`, failure: fault ?? undefined });
}

function metricsAnswer({ contentType, text }: { contentType: string; text: string }): Answer {
  return { status: 200, headers: { 'Content-Type': contentType }, body: textBody(text) };
}

function documentHandler(text: string): Handler {
  const body = textBody(text);
  return () => ({
    status: 200,
    headers: {
      'Content-Type': 'application/openapi+json; charset=utf-8',
      'Cache-Control': 'private, no-cache',
    },
    body,
  });
}

function json(value: unknown): Answer {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  return { status: 200, headers, body: textBody(JSON.stringify(value)) };
}
