/** Answers a request for an endpoint's rows with kept rows if possible, else with a run. */

import { EngineFailure } from '../../engines/engine.ts';
import { SANDBOX_SQL } from '../../generator/core/plan/endpoint.ts';
import { type Format, MEDIA_TYPES } from '../../generator/core/types/formats.ts';
import { type Budget, BudgetExhausted } from '../access/budget.ts';
import { type Answer, type Log, type ReceivedRequest, turnKey } from '../http/context.ts';
import type { AnswerHeaders } from '../http/headers.ts';
import {
  budgetProblem,
  failureProblem,
  internalProblem,
  overloadedProblem,
  problem,
  stoppingProblem,
  unavailableProblem,
} from '../http/problem.ts';
import { milliseconds } from '../http/route.ts';
import { brief } from '../observe/brief.ts';
import { outsideRequest } from '../observe/tracing.ts';
import { NoSandbox, Refused } from '../sandbox/refused.ts';
import type { Cache, Cached, CachePolicy } from './cache/cache.ts';
import { DecodeFailure } from './cells/cells.ts';
import type { WholeEndpoint } from './manifest/manifest.ts';
import { addressOf, nextLink } from './pages.ts';
import type { AnswerRows, Producer, RunFacts } from './produce.ts';
import { RunFailure } from './produce.ts';
import type { Reading } from './reading.ts';
import { Overloaded, Stopping } from './running/limiter.ts';
import { WindowFault } from './windows.ts';

export interface AnswererOptions {
  readonly cache: Cache<AnswerRows>;
  readonly budget: Budget;
  /** Returns microseconds since 1970 UTC. */
  readonly clock: () => bigint;
  readonly log: Log;
  /** The address of the service for callers, for links; `null`: links are relative. */
  readonly address: string | null;
}
/** Answers with all rows or with a problem, never with part of the rows. */
export type Answerer = (
  received: ReceivedRequest,
  reading: Reading,
  /** Aborted when nobody waits for the answer any more; by default the request's own signal. */
  signal?: AbortSignal,
) => Answer | Promise<Answer>;

/** Creates the answerer of one endpoint. */
export function createAnswerer(
  endpoint: WholeEndpoint,
  produce: Producer,
  { cache, budget, clock, log, address }: AnswererOptions,
): Answerer {
  const policy = policyOf(endpoint);
  const headersOf = createHeaders(endpoint);

  const success = (
    received: ReceivedRequest,
    { page, key }: Reading,
    cached: Cached<AnswerRows>,
  ): Answer | Promise<Answer> => {
    const { entry, receivedMs, format } = received;
    const { value, state } = cached;
    entry.cache = state;
    entry.rows = value.count;
    const isRun = state === 'miss' || state === 'bypass';
    if (isRun) tellRun(entry, value.run);
    const ageS = Math.max(0, Math.floor((receivedMs - cached.producedMs) / 1_000));
    const headers = headersOf(format, state, value, ageS, isRun ? value.run : null);
    if (page !== null) headers['X-Row-Limit'] = String(page.size);
    if (page !== null && value.next !== null) {
      const cursor = page.cursor(value.next, receivedMs);
      if (cursor === null) return problem('result_too_large', TOO_LONG);
      leadOn(received, headers, cursor, address);
    }
    const body = value.body.in(format);
    if (!(body instanceof Promise)) return { status: 200, headers, body };
    return body.then(made => {
      cache.weigh(key);
      return { status: 200, headers, body: made };
    });
  };

  /**
   * The result lives as long as the kept rows, to refresh them. So it keeps only the needed parts of the request, not the
   * request itself.
   */
  const runFor = (
    { values, page }: Reading,
    { now, format, entry: { id }, key }: ReceivedRequest,
  ) => {
    const whose = { key: turnKey({ key }), most: key?.concurrency ?? null };
    // A run for its request uses the request's instant.
    return (signal: AbortSignal, isRefresh: boolean) => {
      const instant = isRefresh ? clock() : now();
      const start = () =>
        produce({ values, ...whose, now: instant, request: id, signal, page, format });
      // others that wait for the run may have limits of their own, and then ask again
      const within = () => budget.within(whose.key, start);
      if (!isRefresh) return within();
      return outsideRequest(within).catch(cause => tellRefresh(log, endpoint.name, cause));
    };
  };

  return (received, reading, given) => {
    const { key, heldBytes } = reading;
    const own = policy !== null && reading.page?.begin ? { ...policy, refreshMs: 0 } : policy;
    const kept = own === null ? null : cache.peek(key);
    if (kept !== null) return success(received, reading, kept);
    const run = runFor(reading, received);
    const signal = given ?? received.incoming.signal;
    // the limits of another key, whose run this request has joined
    const isOther = (cause: unknown) =>
      (cause instanceof BudgetExhausted && budget.exhausted(turnKey(received)) === null) ||
      (cause instanceof Overloaded && cause.key !== turnKey(received));
    const ask = (): Promise<Answer> =>
      cache.get(key, own, run, signal, heldBytes).then(
        cached => success(received, reading, cached),
        (cause: unknown) => (isOther(cause) ? ask() : failure(received, signal, cause)),
      );
    return ask();
  };
}

const TOO_LONG = 'The sort keys of the last row of the page are too long for a cursor.';

/** Adds the next cursor. Caches must revalidate the answer before each use, because its cursor may have expired. */
function leadOn(
  { incoming: { method, search, url } }: ReceivedRequest,
  headers: Answer['headers'],
  cursor: string,
  address: string | null,
): void {
  headers['X-Next-Cursor'] = cursor;
  const place = address === null ? '' : addressOf(address, url);
  if (method !== 'POST') headers['Link'] = nextLink(place, search, cursor);
  if (headers['Cache-Control'] !== 'no-store') headers['Cache-Control'] = 'private, no-cache';
}

function policyOf({ cache }: WholeEndpoint): CachePolicy | null {
  return cache === null ? null : { ttlMs: cache.ttl * 1_000, refreshMs: cache.refresh * 1_000 };
}

/** The facts about an answer in its headers. */
type Told = Pick<AnswerRows, 'isTruncated' | 'columns'> & Partial<Pick<AnswerRows, 'step'>>;

const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  json: `${MEDIA_TYPES.json}; charset=utf-8`,
  ndjson: MEDIA_TYPES.ndjson,
  csv: `${MEDIA_TYPES.csv}; charset=utf-8; header=present`,
  arrow: MEDIA_TYPES.arrow,
  parquet: MEDIA_TYPES.parquet,
};

/** Creates the function for the headers of a success, with the times of `run`. Constant values are computed once. */
export function createHeaders({
  cache,
  limit,
  maxRows,
}: Pick<WholeEndpoint, 'cache' | 'limit' | 'maxRows'>) {
  const control = cache === null ? 'no-store' : `private, max-age=${cache.ttl}`;
  const rowLimit = String(limit ?? maxRows);
  return (
    format: Format,
    state: Cached<AnswerRows>['state'],
    { isTruncated, step = null, columns }: Told,
    ageS: number,
    run: RunFacts | null,
  ) => {
    // One literal, because spreads would cost as much as everything else that a kept answer needs.
    const headers: AnswerHeaders = {
      'Content-Type': CONTENT_TYPES[format],
      'Cache-Control': control,
      'X-Row-Limit': rowLimit,
      'X-Cache': state,
    };
    if (cache !== null) headers['Age'] = String(ageS);
    if (isTruncated) headers['X-Truncated'] = 'true';
    if (step !== null) headers['X-Step'] = step;
    if (columns !== undefined) headers['X-Columns'] = columns;
    if (run !== null) headers['Server-Timing'] = serverTiming(run);
    return headers;
  };
}

function serverTiming({ queueMs, engineMs, encodeMs, rollups }: RunFacts): string {
  const entry = (name: string, ms: number) => `${name};dur=${ms.toFixed(1)}`;
  const times = [entry('queue', queueMs), entry('engine', engineMs), entry('encode', encodeMs)];
  return [...times, ...rollups.map(name => `rollup;desc="${name}"`)].join(', ');
}

function tellRun(
  entry: ReceivedRequest['entry'],
  { queueMs, engineMs, scannedBytes }: RunFacts,
): void {
  entry.queueMs = milliseconds(queueMs);
  entry.engineMs = milliseconds(engineMs);
  if (scannedBytes !== null) entry.scannedBytes = scannedBytes;
}

function failure({ entry }: ReceivedRequest, signal: AbortSignal, cause: unknown): Answer {
  if (cause instanceof Overloaded) {
    entry.failure = cause.message;
    return overloadedProblem(cause.retryAfterS);
  }
  // a refresh that the request waits for
  if (cause instanceof BudgetExhausted) return budgetProblem(cause);
  if (cause instanceof Stopping) {
    entry.failure = cause.message;
    return stoppingProblem();
  }
  if (signal.aborted && cause === signal.reason) {
    return failureProblem(cause instanceof EngineFailure ? cause.kind : 'cancelled');
  }
  if (cause instanceof WindowFault) return windowProblem(cause);
  if (cause instanceof Refused) {
    if (cause.cause !== undefined) entry.failure = causeOf(cause);
    return refusedProblem(cause);
  }
  if (cause instanceof NoSandbox) {
    entry.failure = causeOf(cause);
    return unavailableProblem(cause.message);
  }
  // the time for a statement of a caller ended before it could be run
  if (cause instanceof EngineFailure) {
    entry.failure = cause.message;
    return failureProblem(cause.kind);
  }
  if (!(cause instanceof RunFailure)) throw cause;
  entry.failure = cause.message;
  entry.sql = cause.statement.sql;
  return failureAnswer(cause.cause);
}

function refusedProblem({ code, message }: Refused): Answer {
  const parameters = [{ name: SANDBOX_SQL, message }];
  return problem(code, message, { status: 400, parameters });
}

function causeOf({ cause, message }: Error): string {
  return cause instanceof Error ? cause.message : message;
}

function windowProblem({ message, parameters }: WindowFault): Answer {
  const named = parameters.map(name => ({ name, message }));
  return problem('invalid_parameter', message, { parameters: named });
}

/** Maps a failed run to a problem; rethrows anything else. */
export function failureAnswer(cause: unknown): Answer {
  if (cause instanceof EngineFailure) return failureProblem(cause.kind);
  if (!(cause instanceof DecodeFailure)) throw cause;
  if (cause.code === 'internal') return internalProblem();
  return problem(cause.code, `${cause.message}.`);
}

/** A refresh has no request of its own, so the log reports it. */
function tellRefresh(log: Log, endpoint: string, cause: unknown): never {
  const failure = cause instanceof Error ? cause.message : String(cause);
  log('error', { event: 'refresh failed', endpoint, failure: brief(failure) });
  throw cause;
}
