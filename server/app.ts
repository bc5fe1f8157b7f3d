/** The service as a function from request to response: routes, keys, and who is told what. */
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { mayRun, withFixedValues } from './access.ts';
import type { Answerer } from './answer.ts';
import { createAnswerer } from './answer.ts';
import { authenticate } from './authenticate.ts';
import type { AppContext, AppEnv, Log } from './context.ts';
import type { Engine } from './engines/engine.ts';
import { createExplorer } from './explorer.ts';
import type { KeyRing } from './key-ring.ts';
import { savedQuery } from './listing.ts';
import { observe } from './log.ts';
import type { Catalogue, ServedEndpoint } from './manifest.ts';
import { faultsProblem, problem } from './problem.ts';
import type { UnknownParameters } from './read-request.ts';
import { parseQuery, readValues } from './read-request.ts';
import { createReadiness } from './readiness.ts';

export interface AppOptions {
  readonly manifest: Catalogue;
  readonly engine: Engine;
  /** `null`: everybody may run everything. */
  readonly keys: KeyRing | null;
  /** Microseconds since 1970 UTC. */
  readonly clock: () => bigint;
  readonly log: Log;
  /** Milliseconds for one request's statement. */
  readonly timeoutMs?: number;
  /** What becomes of parameters that an endpoint does not declare. */
  readonly unknownParameters?: UnknownParameters;
}

const DEFAULT_TIMEOUT_MS = 25_000;

/** Makes the app: `app.fetch` takes a `Request` and gives a `Response`; nothing listens yet. */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const { manifest, engine } = options;
  const answerers = new Map(
    manifest.endpoints
      .filter(endpoint => Object.hasOwn(endpoint.engines, engine.name))
      .map(endpoint => [endpoint, answererOf(endpoint, options)]),
  );
  const run = (c: AppContext, endpoint: ServedEndpoint | undefined) => {
    const answerer = endpoint && answerers.get(endpoint);
    if (answerer === undefined || endpoint === undefined) return unknownEndpoint();
    return runEndpoint(c, endpoint, answerer, options.unknownParameters ?? 'reject');
  };
  const page = createExplorer();
  const faultOfEngine = createReadiness(manifest, engine);

  const app = new Hono<AppEnv>();
  app.use(observe(options.clock, options.log));
  app.use(onlyReads);
  app.get('/healthz', c => c.json({ status: 'ok' }));
  app.get('/readyz', async c => readiness(c, await faultOfEngine()));
  app.get('/', () => page());
  // Whatever stands below is told to callers with a valid key alone, that there is nothing included.
  app.use(identify(options));
  app.get('/api/endpoints', c => list(c, [...answerers.keys()], engine.name));
  app.get('/api/endpoints/query/:reference', c => {
    const reference = c.req.param('reference');
    return run(c, manifest.byId.get(reference.toLowerCase()) ?? manifest.byName.get(reference));
  });
  app.get('/api/endpoints/:name', c => run(c, manifest.byName.get(c.req.param('name'))));
  app.notFound(unknownEndpoint);
  app.onError(internal);
  return app;
}

function answererOf(endpoint: ServedEndpoint, { engine, timeoutMs }: AppOptions): Answerer {
  return createAnswerer(endpoint, engine, timeoutMs ?? DEFAULT_TIMEOUT_MS);
}

const onlyReads = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  const headers = { Allow: 'GET, HEAD' };
  return problem('method_not_allowed', 'Only GET and HEAD are answered.', { headers });
});

function identify({ keys, clock }: AppOptions) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('key', null);
    if (keys === null) return next();
    const nowMs = Number(clock() / 1_000n);
    const found = authenticate(name => c.req.header(name), keys.current(), nowMs);
    if (!found.ok) return unauthorized(found.reason);
    c.set('key', found.key);
    c.var.entry.key = found.key.id;
    return next();
  });
}

function unauthorized(reason: 'absent' | 'refused'): Response {
  const error = reason === 'refused' ? ', error="invalid_token"' : '';
  return problem('unauthorized', 'A valid key is needed in the header `X-API-KEY`.', {
    headers: { 'WWW-Authenticate': `Bearer realm="quern"${error}` },
  });
}

function list(c: AppContext, endpoints: readonly ServedEndpoint[], engine: string): Response {
  const { key } = c.var;
  const allowed = endpoints.filter(endpoint => key === null || mayRun(key, endpoint));
  return c.json({ result: allowed.map(endpoint => savedQuery(endpoint, engine, key)) });
}

async function runEndpoint(
  c: AppContext,
  endpoint: ServedEndpoint,
  answer: Answerer,
  unknown: UnknownParameters,
): Promise<Response> {
  const { key, entry, received } = c.var;
  entry.endpoint = endpoint.name;
  if (key !== null && !mayRun(key, endpoint)) return forbidden('run this endpoint');
  const asked = parseQuery(searchOf(c.req.url));
  const query = key === null ? asked : withFixedValues(key, endpoint, asked);
  if (query === null) return forbidden('run this endpoint with these values');
  const { values, faults } = readValues(endpoint.params, query, unknown);
  const [first, ...others] = faults;
  if (first !== undefined) return faultsProblem([first, ...others]);
  return answer({ values, now: received, signal: c.req.raw.signal, entry });
}

function searchOf(url: string): string {
  const [address = ''] = url.split('#');
  const at = address.indexOf('?');
  return at < 0 ? '' : address.slice(at + 1);
}

function forbidden(what: string): Response {
  return problem('forbidden', `The key may not ${what}.`);
}

function unknownEndpoint(): Response {
  return problem('unknown_endpoint', 'There is no such endpoint.');
}

function readiness(c: AppContext, fault: string | null): Response {
  if (fault === null) return c.json({ status: 'ready' });
  c.var.entry.failure = fault;
  return problem('engine_unavailable', 'The engine or a table is not there.');
}

function internal(error: Error, c: AppContext): Response {
  c.var.entry.failure = error.stack ?? error.message;
  return problem('internal', 'The log tells more, by the request id.');
}
