/** The service as a function from request to response: routes, keys, and what each caller may see. */
import { messageOf } from '../../generator/system/errors.ts';
import { type Budget, createBudget, NO_BUDGET } from '../access/budget.ts';
import { createGate, type Gate } from '../access/gate.ts';
import { expiringKeys } from '../access/keys/key-expiry.ts';
import { createCache } from '../answers/cache/cache.ts';
import type { Packing } from '../answers/cache/contract.ts';
import type { AnswerRows } from '../answers/produce.ts';
import { createLimiter, type Limiter } from '../answers/running/limiter.ts';
import { createFreshness, type FreshnessChange, NEWEST_PACKING } from '../observe/freshness.ts';
import { createReadiness, type Readiness, watchReadiness } from '../observe/health.ts';
import { createMetrics } from '../observe/late-metrics.ts';
import type { Metrics } from '../observe/metrics.ts';
import { NoSandbox } from '../sandbox/refused.ts';
import { createTranslators, type Translators } from '../sandbox/translators.ts';
import { answerPacking } from '../shared/packing.ts';
import { createShare } from '../shared/share.ts';
import type { Log } from './context.ts';
import { createCors } from './cors.ts';
import { servedEndpoints } from './endpoints/served.ts';
import { type Answering, type Fetch, fetchOf, type Outgoing } from './incoming.ts';
import {
  type AppOptions,
  DEFAULT_CACHE,
  DEFAULT_CSV,
  DEFAULT_LIMITS,
  DEFAULT_TIMEOUT_MS,
  type Definitions,
} from './options.ts';
import { createRouteMaker } from './route.ts';
import { createRoutes } from './routes.ts';
import { type Times, timesOf } from './times.ts';

export type { AppOptions, Definitions } from './options.ts';

export interface App {
  readonly answer: Answering;
  /** Answers a `Request`; `context` is passed to handlers. */
  readonly fetch: Fetch;
  /**
   * Answers later requests by the new definitions, with a new cache. The old definitions still answer earlier requests.
   * Settles when the last of these is answered, so that the old engine can be closed. Throws if the new definitions
   * contradict themselves: then the old ones stay.
   */
  readonly swap: (definitions: Definitions) => Promise<void>;
  /** Starts the process that reads callers' statements, if an endpoint accepts any. The log reports if it cannot. */
  readonly prepare: () => void;
  /** Checks whether the endpoints can run. Concurrent calls share one check. */
  readonly ready: () => Promise<Readiness>;
  /** Answers every request for rows, waiting or new, with a 503. */
  readonly stop: () => void;
  /** Stops keeping answers warm; the owners of the engine and the key ring close them. */
  readonly close: () => void;
}

/** Creates the app, which answers requests but does not listen. */
export function createApp(options: AppOptions): App {
  const times = timesOf(options.clock);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { shared = {} } = options;
  const limiter = shared.limiter ?? createLimiter(limits);
  const budget = options.budget
    ? createBudget(options.budget, {
        nowMs: times.nowMs,
        tell: event => options.log('warn', { event }),
        shared: shared.budgets,
      })
    : NO_BUDGET;
  const own = createMetrics({
    engine: options.engine.name,
    limiter: limiter.stats,
    cache: () => current.cacheStats(),
    skipped: () => current.skipped(),
    freshness: () => current.freshness(),
    expiring: () => expiringKeys(options.keys?.current().keys ?? [], times.nowMs()),
    files: options.files ?? (() => ({})),
  });
  const metrics = { ...own, render: shared.metrics?.(own.collect) ?? own.render };
  const { packages: folder = process.cwd() } = options;
  const translators = createTranslators({ ...limits, folder });
  const withKey = createGate(options, times.nowMs);
  const lasting = { times, limiter, budget, metrics, translators, withKey };
  let current = defined(options, lasting);
  const open = new Set([current]);
  const answer: Answering = incoming => current.answer(incoming);
  return {
    answer,
    fetch: fetchOf(answer),
    swap: definitions => {
      if (definitions.engine.name !== options.engine.name) {
        throw new Error(`a service on ${options.engine.name} cannot go on with another engine`);
      }
      const old = current;
      current = defined({ ...options, ...definitions }, lasting);
      open.add(current);
      return old.left().then(() => {
        old.close();
        open.delete(old);
      });
    },
    ready: () => current.ready(),
    prepare: () => {
      if (!current.hasSandbox) return;
      translators.prepare().catch(cause => tellUnprepared(options.log, cause));
    },
    stop: () => {
      limiter.stop();
      translators.stop();
    },
    close: () => {
      for (const definitions of open) definitions.close();
      void translators.close();
    },
  };
}

/** The parts that are kept when definitions are replaced: the limiter, counts, and the rates of keys. */
interface Lasting {
  readonly times: Times;
  readonly limiter: Limiter;
  readonly budget: Budget;
  readonly metrics: Metrics;
  readonly translators: Translators;
  readonly withKey: Gate;
}

/** The service with one set of definitions. */
function defined(
  options: AppOptions,
  { times, limiter, budget, metrics, translators, withKey }: Lasting,
) {
  const { manifest, engine, log, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const { formula } = { ...DEFAULT_CSV, ...options.csv };
  const { answers = options.shared?.answers } = options;
  const sharing = <V>(packing: Packing<V>) =>
    answers === undefined ? {} : { share: createShare(answers, packing, timeoutMs) };
  const { bytes: maxBytes, warmEntries } = { ...DEFAULT_CACHE, ...options.cache };
  const cache = createCache<AnswerRows>({
    maxBytes,
    warmEntries,
    sizeOf: ({ body, columns = '' }) => body.bytes + columns.length,
    nowMs: times.nowMs,
    ...sharing(answerPacking(formula)),
    tell: ({ kind }) => metrics.cacheEvent(kind),
  });
  const readiness = createReadiness(manifest, engine);
  const { clock } = times;
  const freshness = createFreshness(manifest, {
    engine,
    clock,
    timeoutMs,
    tell: change => tellFreshness(log, change),
    ...sharing(NEWEST_PACKING),
  });
  const served = servedEndpoints(options, {
    translators,
    cache,
    limiter,
    budget,
    metrics,
    readiness,
    clock,
  });
  const cors = createCors(options.cors ?? []);
  const makeRoute = createRouteMaker({
    instant: times.instant,
    log,
    metrics,
    cors,
    showsFailures: options.news !== undefined,
    remedies: options.remedies,
  });
  const answering = createRoutes(options, {
    served,
    readiness,
    freshness,
    metrics,
    withKey,
    makeRoute,
  });
  const stopWatching = watchReadiness(readiness, found => tellReadiness(options, found));
  const stopFreshness = freshness.watch();
  return {
    ...counting(answering),
    hasSandbox: manifest.endpoints.some(
      ({ sandbox, reads }) => sandbox && Object.hasOwn(reads, engine.name),
    ),
    ready: readiness.look,
    cacheStats: () => cache.stats(),
    skipped: () => readiness.last()?.skipped ?? new Map<string, number>(),
    freshness: freshness.last,
    close: () => {
      stopWatching();
      stopFreshness();
      cache.close();
    },
  };
}

function tellUnprepared(log: Log, cause: unknown): void {
  const reason = cause instanceof NoSandbox && cause.cause !== undefined ? cause.cause : cause;
  log('warn', { event: 'statements of callers cannot be read', failure: messageOf(reason) });
}

/** Counts the requests that wait for an answer. */
function counting(answering: Answering): {
  readonly answer: Answering;
  readonly left: () => Promise<void>;
} {
  const waiting = new Set<Promise<Outgoing>>();
  return {
    answer: incoming => {
      const outgoing = answering(incoming);
      if (!(outgoing instanceof Promise)) return outgoing;
      const answered = outgoing.finally(() => waiting.delete(answered));
      waiting.add(answered);
      return answered;
    },
    left: async () => {
      await Promise.allSettled(waiting);
    },
  };
}

function tellReadiness(
  { log, remedies }: Pick<AppOptions, 'log' | 'remedies'>,
  { status, unavailable, fault, columns, findings }: Readiness,
): void {
  const warnings = columns.filter(({ severity }) => severity === 'warning');
  for (const { told } of warnings) log('warn', { event: told });
  if (status === 'ready') log('info', { event: 'all endpoints can run' });
  else {
    const those = unavailable.length === 0 ? 'statements' : unavailable.join(', ');
    const hint = findings.size > 0 ? remedies?.['engine_error'] : undefined;
    log('error', { event: `cannot run: ${those}`, failure: fault ?? undefined, hint });
  }
}

function tellFreshness(log: Log, change: FreshnessChange): void {
  const { source } = change;
  if ('failure' in change) {
    log('warn', { event: `the freshness of ${source} is unknown`, failure: change.failure });
  } else if (change.isFresh) log('info', { event: `${source} is fresh again` });
  else log('warn', { event: `${source} is stale: no entry of the last ${change.within} s` });
}
