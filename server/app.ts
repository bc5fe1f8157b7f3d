/** The service as a function from request to response: routes, keys, and who is told what. */
import { Hono } from 'hono';
import { mayRun } from './access.ts';
import type { Answerer } from './answer.ts';
import { createAnswerer } from './answer.ts';
import { authenticate } from './authenticate.ts';
import { createBinder } from './bind.ts';
import { textBody } from './body.ts';
import { createCache } from './cache.ts';
import type { Answer, Exchange, Log } from './context.ts';
import { createCors } from './cors.ts';
import type { Engine } from './engines/engine.ts';
import type { Handler } from './exchange.ts';
import { createPassage } from './exchange.ts';
import { createExplorer } from './explorer.ts';
import type { KeyRing } from './key-ring.ts';
import { createLimiter } from './limiter.ts';
import { savedQuery } from './listing.ts';
import type { Catalogue, ServedEndpoint } from './manifest.ts';
import { createMetrics } from './metrics.ts';
import { problem } from './problem.ts';
import type { Rows } from './produce.ts';
import { createProducer } from './produce.ts';
import { createRateLimiter, rateLimitHeaders } from './rate-limit.ts';
import type { UnknownParameters } from './read-request.ts';
import { createReadiness } from './readiness.ts';
import type { Reader } from './reading.ts';
import { createReader } from './reading.ts';

/** What may be open to callers without a key. */
export type PublicPart = 'docs' | 'metrics';

export interface AppOptions {
  readonly manifest: Catalogue;
  readonly engine: Engine;
  /** `null`: everybody may run everything. */
  readonly keys: KeyRing | null;
  /** Microseconds since 1970 UTC. */
  readonly clock: () => bigint;
  readonly log: Log;
  /** Milliseconds for one request, its waiting included. */
  readonly timeoutMs?: number;
  /** What becomes of parameters that an endpoint does not declare. */
  readonly unknownParameters?: UnknownParameters;
  /** How many statements run at once, how many requests wait behind them, and the bytes of one answer. */
  readonly limits?: Partial<Limits>;
  readonly cache?: Partial<CacheLimits>;
  /** Requests a second and at once, for each key; `null`: any number. */
  readonly rateLimit?: { readonly perKey: number; readonly burst: number } | null;
  /** The document and its page, and the metrics, need a key unless they are listed. */
  readonly public?: readonly PublicPart[];
  /** Origins whose pages may call. */
  readonly cors?: readonly string[];
  /** The text of `generated/openapi.json`; `null`: there is no document and no page. */
  readonly openapi?: string | null;
  /** Whether values of parameters stand in the log. */
  readonly logValues?: boolean;
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
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** Ends what keeps answers warm; the engine and the key ring are their owners' to close. */
  readonly close: () => void;
}

const DEFAULT_TIMEOUT_MS = 25_000;
const DEFAULT_LIMITS: Limits = { concurrency: 2, queue: 64, maxBytes: 32 * 1024 ** 2 };
const DEFAULT_CACHE: CacheLimits = { bytes: 256 * 1024 ** 2, warmEntries: 1_000 };

/** Makes the app: `fetch` takes a `Request` and gives a `Response`; nothing listens yet. */
export function createApp(options: AppOptions): App {
  const { manifest, engine, clock, log } = options;
  const limiter = createLimiter({ ...DEFAULT_LIMITS, ...options.limits });
  const { bytes: maxBytes, warmEntries } = { ...DEFAULT_CACHE, ...options.cache };
  const nowMs = () => Number(clock() / 1_000n);
  const cache = createCache<Rows>({
    maxBytes,
    warmEntries,
    sizeOf: ({ body }) => body.bytes,
    nowMs,
    tell: ({ kind }) => metrics.cacheEvent(kind),
  });
  const metrics = createMetrics({
    engine: engine.name,
    limiter: limiter.stats,
    cache: () => cache.stats(),
  });
  const served = serveEndpoints(options, { cache, limiter, metrics });
  const rates = options.rateLimit ? createRateLimiter(options.rateLimit, nowMs) : null;
  const passage = createPassage({ clock, log, metrics, cors: createCors(options.cors ?? []) });

  const withKey =
    (handler: Handler): Handler =>
    exchange => {
      const refusal = identify(options, exchange);
      if (refusal !== null) return refusal;
      const rate = rates?.take(exchange.key?.id ?? '') ?? null;
      if (rate === null) return handler(exchange);
      const headers = rateLimitHeaders(rate);
      if (!rate.allowed) return problem('rate_limited', 'The key asks too often.', { headers });
      return withHeaders(handler(exchange), headers);
    };
  const unlessPublic = (part: PublicPart, handler: Handler) =>
    options.public?.includes(part) === true ? handler : withKey(handler);

  const app = new Hono();
  const route = (path: string, handler: Handler) => app.all(path, passage(path, handler));
  route('/healthz', () => json({ status: 'ok' }));
  const faultOfEngine = createReadiness(manifest, engine);
  route('/readyz', async exchange => ready(exchange, await faultOfEngine()));
  const explorer = createExplorer();
  route('/', () => explorer);
  route(
    '/metrics',
    unlessPublic('metrics', async () => {
      const { contentType, text } = await metrics.render();
      return { status: 200, headers: { 'Content-Type': contentType }, body: textBody(text) };
    }),
  );
  if (typeof options.openapi === 'string') {
    const document = documentAnswer(options.openapi);
    route(
      '/openapi.json',
      unlessPublic('docs', () => document),
    );
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
  route(
    '/api/endpoints',
    withKey(exchange => list(exchange, [...served.keys()], engine.name)),
  );
  route(
    '/api/endpoints/query/:reference',
    withKey(exchange => {
      const reference = exchange.part('reference');
      return run(
        exchange,
        manifest.byId.get(reference.toLowerCase()) ?? manifest.byName.get(reference),
      );
    }),
  );
  route(
    '/api/endpoints/:name',
    withKey(exchange => run(exchange, manifest.byName.get(exchange.part('name')))),
  );
  app.notFound(passage('*', withKey(unknownEndpoint)));
  return { fetch: request => app.fetch(request), close: () => cache.close() };
}

interface Served {
  readonly read: Reader;
  readonly answer: Answerer;
}
interface Shared {
  readonly cache: ReturnType<typeof createCache<Rows>>;
  readonly limiter: ReturnType<typeof createLimiter>;
  readonly metrics: ReturnType<typeof createMetrics>;
}

/** Those that are compiled for the engine. Throws where the manifest contradicts itself. */
function serveEndpoints(
  options: AppOptions,
  { cache, limiter, metrics }: Shared,
): ReadonlyMap<ServedEndpoint, Served> {
  const { manifest, engine, clock, log, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const { maxBytes } = { ...DEFAULT_LIMITS, ...options.limits };
  const producing = { engine, limiter, metrics, log, timeoutMs, maxBytes };
  const served = new Map<ServedEndpoint, Served>();
  for (const endpoint of manifest.endpoints) {
    const statements = endpoint.engines[engine.name];
    if (statements === undefined) continue;
    const produce = createProducer(endpoint, createBinder(statements), producing);
    served.set(endpoint, {
      read: createReader(endpoint, engine.name, options.unknownParameters ?? 'reject'),
      answer: createAnswerer(endpoint, produce, { cache, clock, log }),
    });
  }
  return served;
}

/** Notes whose request it is; an answer where that cannot be told. */
function identify({ keys }: AppOptions, exchange: Exchange): Answer | null {
  if (keys === null) return null;
  const { headers } = exchange.request;
  const nowMs = Number(exchange.received / 1_000n);
  const found = authenticate(name => headers.get(name), keys.current(), nowMs);
  if (!found.ok) return unauthorized(found.reason);
  exchange.key = found.key;
  exchange.entry.key = found.key.id;
  return null;
}

function unauthorized(reason: 'absent' | 'refused'): Answer {
  const error = reason === 'refused' ? ', error="invalid_token"' : '';
  return problem('unauthorized', 'A valid key is needed in the header `X-API-KEY`.', {
    headers: { 'WWW-Authenticate': `Bearer realm="quern"${error}` },
  });
}

function list({ key }: Exchange, endpoints: readonly ServedEndpoint[], engine: string): Answer {
  const allowed = endpoints.filter(endpoint => key === null || mayRun(key, endpoint));
  return json({ result: allowed.map(endpoint => savedQuery(endpoint, engine, key)) });
}

function unknownEndpoint(): Answer {
  return problem('unknown_endpoint', 'There is no such endpoint.');
}

function ready({ entry }: Exchange, fault: string | null): Answer {
  if (fault === null) return json({ status: 'ready' });
  entry.failure = fault;
  return problem('engine_unavailable', 'The engine or a table is not there.');
}

function documentAnswer(text: string): Answer {
  const headers = {
    'Content-Type': 'application/openapi+json; charset=utf-8',
    'Cache-Control': 'private, no-cache',
  };
  return { status: 200, headers, body: textBody(text) };
}

function json(value: unknown): Answer {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  return { status: 200, headers, body: textBody(JSON.stringify(value)) };
}

function withHeaders(
  answer: Answer | Promise<Answer>,
  headers: Readonly<Record<string, string>>,
): Answer | Promise<Answer> {
  if (answer instanceof Promise) return answer.then(settled => withHeaders(settled, headers));
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
