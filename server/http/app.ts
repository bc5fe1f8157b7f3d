/** The service as a function from request to response: routes, keys, and who is told what. */
import { createCache } from '../answers/cache/cache.ts';
import { createLimiter } from '../answers/limiter.ts';
import type { Rows } from '../answers/produce.ts';
import { createReadiness, type Readiness, watchReadiness } from '../observe/health.ts';
import { createMetrics } from '../observe/metrics.ts';
import { createAnalysers } from '../sandbox/analysers.ts';
import type { Log } from './context.ts';
import { createCors } from './cors.ts';
import { createPassage } from './exchange.ts';
import { type AppOptions, DEFAULT_CACHE, DEFAULT_LIMITS } from './options.ts';
import { createRoutes } from './routes.ts';
import { servedEndpoints } from './served.ts';
import { timesOf } from './times.ts';

export type { AppOptions, CacheLimits, Limits, PublicPart } from './options.ts';

export interface App {
  /** `context` is for handlers. */
  readonly fetch: (request: Request, context?: unknown) => Response | Promise<Response>;
  /** Answers whoever waits for rows, and whoever comes to, by a 503. */
  readonly stop: () => void;
  /** Ends what keeps answers warm; the engine and the key ring are their owners' to close. */
  readonly close: () => void;
}

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
  const analysers = createAnalysers(options.packages ?? process.cwd());
  const served = servedEndpoints(options, {
    analysers,
    cache,
    limiter,
    metrics,
    readiness,
    clock: times.clock,
  });
  const cors = createCors(options.cors ?? []);
  // a caller of the original must be able to read why, whatever it asked for
  const standsIn = manifest.endpoints.some(({ compat }) => compat !== undefined);
  const errors = standsIn ? 'text' : 'object';
  const passage = createPassage({ instant: times.instant, log, metrics, cors, errors });

  const app = createRoutes(options, { served, readiness, metrics, nowMs: times.nowMs, passage });
  return {
    fetch: (request, context) => app.fetch(request, Object(context)),
    stop: limiter.stop,
    close: () => {
      stopWatching();
      void analysers.close();
      cache.close();
    },
  };
}

function tellReadiness(log: Log, { status, unavailable, fault }: Readiness): void {
  if (status === 'ready') log('info', { event: 'all endpoints can run' });
  else
    log('error', { event: `cannot run: ${unavailable.join(', ')}`, failure: fault ?? undefined });
}
