/** Builds each endpoint that the service runs: reads its requests and answers them. */
import type { Budget } from '../../access/budget.ts';
import { hidingName, narrowed } from '../../access/hidden.ts';
import type { Caller } from '../../access/keys/key-file.ts';
import { type Answerer, createAnswerer } from '../../answers/answer.ts';
import { createBinder } from '../../answers/bind.ts';
import type { Cache } from '../../answers/cache/contract.ts';
import { createCursors } from '../../answers/cursor.ts';
import type { ServedEndpoint, WholeEndpoint } from '../../answers/manifest/manifest.ts';
import { requireCursors } from '../../answers/pages.ts';
import { type AnswerRows, createProducer } from '../../answers/produce.ts';
import { createReader, type RequestReader } from '../../answers/reading.ts';
import type { Limiter } from '../../answers/running/limiter.ts';
import { guarded } from '../../observe/guard.ts';
import type { ReadinessLook } from '../../observe/health.ts';
import type { Metrics } from '../../observe/metrics.ts';
import { createSandboxProducer } from '../../sandbox/produce.ts';
import type { Translators } from '../../sandbox/translators.ts';
import type { Answer, ReceivedRequest } from '../context.ts';
import { type AppOptions, DEFAULT_CSV, DEFAULT_LIMITS, DEFAULT_TIMEOUT_MS } from '../options.ts';
import type { RequestQuery } from '../reading/read-request.ts';
import { createHandled } from './handler.ts';

/** Reads the request of a key, and answers it. */
export type Served = (
  request: ReceivedRequest,
  asked: string | RequestQuery,
) => Answer | Promise<Answer>;

interface Shared {
  readonly cache: Cache<AnswerRows>;
  readonly limiter: Limiter;
  readonly budget: Budget;
  readonly metrics: Metrics;
  readonly readiness: ReadinessLook;
  readonly clock: () => bigint;
  readonly translators: Translators;
}

/**
 * Returns the endpoints that are compiled for the engine. Each one is built from the manifest of `options` with its first request.
 * Throws if an endpoint has pages and there is no secret.
 */
export function servedEndpoints(
  options: AppOptions,
  { cache, limiter, budget, metrics, readiness, clock, translators }: Shared,
): ReadonlyMap<ServedEndpoint, Served> {
  const { manifest, engine, log, address = null, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const { maxBytes } = { ...DEFAULT_LIMITS, ...options.limits };
  const { secrets = [], unknownParameters = 'reject' } = options;
  const { formula } = { ...DEFAULT_CSV, ...options.csv };
  const reading = {
    engine: engine.name,
    unknown: unknownParameters,
    cursors: secrets.length === 0 ? null : createCursors(secrets),
    nowMs: () => Number(clock() / 1_000n),
  };
  const handlers = new Map(Object.entries(options.handlers ?? {}));
  const producing = {
    engine,
    limiter,
    budget,
    metrics,
    log,
    timeoutMs,
    maxBytes,
    formula,
    sources: manifest.sources,
  };
  const make = (whole: WholeEndpoint, key: Caller | null): Served => {
    const endpoint = narrowed(whole, key);
    const statements = endpoint.engines[engine.name];
    if (statements === undefined) throw new Error(`${endpoint.name} is not on ${engine.name}`);
    const usual = createProducer(endpoint, createBinder(statements, endpoint), producing);
    const { views } = endpoint;
    const produce =
      views === undefined
        ? usual
        : createSandboxProducer(endpoint, views, usual, {
            ...producing,
            translators,
          });
    const read = createReader(endpoint, reading);
    const run = createAnswerer(endpoint, produce, { cache, budget, clock, log, address });
    const usually = guarded(endpoint.name, run, readiness);
    const handler = handlers.get(endpoint.name);
    const handling = { read, answer: usually, timeoutMs, maxBytes, formula };
    const answer = handler ? createHandled(endpoint, handler, handling) : usually;
    return serving(read, answer, options.logValues === true);
  };
  const there = manifest.endpoints.filter(({ reads }) => Object.hasOwn(reads, engine.name));
  for (const endpoint of there) requireCursors(endpoint, reading.cursors);
  return new Map(
    there.map(endpoint => [endpoint, atFirst(endpoint, key => make(endpoint.whole(), key))]),
  );
}

/** Builds the endpoint with its first request, and once more for each set of columns that keys hide. */
function atFirst(endpoint: ServedEndpoint, make: (key: Caller | null) => Served): Served {
  const made = new Map<string, Served>();
  return (request, asked) => {
    const name = hidingName(request.key, endpoint);
    let served = made.get(name);
    if (served === undefined) {
      served = make(request.key);
      made.set(name, served);
    }
    return served(request, asked);
  };
}

function serving(read: RequestReader, answer: Answerer, logsValues: boolean): Served {
  return (request, asked) => {
    const reading = read(request.key, asked);
    if (!('values' in reading)) return reading;
    if (logsValues) request.entry.params = reading.texts;
    return answer(request, reading);
  };
}
