/** BigQuery's errors, and which of them are worth another try. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FailureKind } from '../../engine.ts';
import { EngineFailure } from '../../engine.ts';
import type { ApiCall, SendCall } from './transport.ts';
import { ConnectionFault } from './transport.ts';

interface ErrorAnswer {
  /** The HTTP status. */
  readonly status: number;
  readonly reason: string;
  readonly message: string;
}

/** An error answer from BigQuery, or from something in front of it. */
export class BigQueryRefusal extends EngineFailure {
  readonly status: number;
  /** BigQuery's reason; empty if something else answered. */
  readonly reason: string;
  readonly isTransient: boolean;

  constructor(kind: FailureKind, answer: ErrorAnswer, isTransient: boolean) {
    const { status, reason, message } = answer;
    super(kind, [`HTTP ${status}`, reason, message].filter(part => part !== '').join(': '));
    this.name = 'Refusal';
    this.status = status;
    this.reason = reason;
    this.isTransient = isTransient;
  }
}

/** How long a call may be tried. */
export interface Patience {
  readonly signal: AbortSignal;
  /** By `performance.now()`, in milliseconds. */
  readonly endsAt: number;
}

/** Makes a call and returns its answer as parsed JSON. */
export type CallApi = (
  call: ApiCall,
  patience: Patience,
  /** Runs each try; by default under the signal of `patience`. */
  send?: (once: (signal: AbortSignal) => Promise<unknown>) => Promise<unknown>,
) => Promise<unknown>;

const LONGEST_PAUSE_MS = 4_000;
/** With pauses from 100 ms on, about five seconds in all. After that, the caller should come back later. */
const RETRIES = 6;

/**
 * Makes an `Ask` that repeats a call until it is answered, permanently refused, or out of time. If another try would be too
 * late, it rejects with the last refusal. Every call here may be repeated: it only reads, or it has an identifier.
 */
export function createAsk(exchange: SendCall, firstPauseMs: number): CallApi {
  return async (call, patience, send = once => once(patience.signal)) => {
    for (let tries = 0; ; tries++) {
      try {
        return await send(async signal => parsed(await exchange(call, signal)));
      } catch (cause) {
        patience.signal.throwIfAborted();
        const pause = pauseAfter(tries, firstPauseMs);
        const isLast = tries === RETRIES || performance.now() + pause >= patience.endsAt;
        if (!isTransient(cause) || isLast) throw cause;
        await rest(pause, patience.signal);
      }
    }
  };
}

/** Waits. Rejects with the signal's reason if the signal is aborted first. */
export async function rest(pauseMs: number, signal: AbortSignal): Promise<void> {
  await sleep(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/** Doubles with every try. Up to half of the pause is random, so that calls refused together do not come back together. */
function pauseAfter(tries: number, firstPauseMs: number): number {
  const longest = Math.min(firstPauseMs * 2 ** tries, LONGEST_PAUSE_MS);
  return longest * (0.5 + Math.random() / 2);
}

/** Whether the same call may succeed in a moment. */
export function isTransient(cause: unknown): boolean {
  return (
    cause instanceof ConnectionFault || (cause instanceof BigQueryRefusal && cause.isTransient)
  );
}

function parsed({ status, text }: { readonly status: number; readonly text: string }): unknown {
  if (status !== 200) throw refusalOf(status, text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new EngineFailure('failed', `an answer of ${text.length} characters is not JSON`, {
      cause,
    });
  }
}

const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const TRANSIENT_REASONS: ReadonlySet<string> = new Set([
  'rateLimitExceeded',
  'jobRateLimitExceeded',
  'backendError',
  'internalError',
]);

function refusalOf(status: number, text: string): BigQueryRefusal {
  const answer = { status, ...errorOf(text) };
  // A quota stays full for longer than any caller waits, so the status does not matter.
  const passes =
    answer.reason !== 'quotaExceeded' &&
    (TRANSIENT_STATUSES.has(status) || TRANSIENT_REASONS.has(answer.reason));
  return new BigQueryRefusal(passes ? 'unavailable' : kindOf(answer), answer, passes);
}

const EXHAUSTED: ReadonlySet<string> = new Set(['bytesBilledLimitExceeded', 'resourcesExceeded']);

function kindOf({ status, reason, message }: ErrorAnswer): FailureKind {
  if (reason === 'responseTooLarge') return 'too_large';
  if (EXHAUSTED.has(reason)) return 'exhausted';
  // A job that exceeded `jobTimeoutMs` and a cancelled job have the same reason.
  if (reason === 'timeout' || (reason === 'stopped' && /timed out/i.test(message)))
    return 'timeout';
  // Credentials, permissions and quotas, or a missing table: for an operator to fix.
  if ([401, 403, 404, 429].includes(status) || reason === 'quotaExceeded') return 'unavailable';
  return 'failed';
}

/** An error in the API's form; empty texts if something else answered. */
function errorOf(text: string): Omit<ErrorAnswer, 'status'> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { reason: '', message: '' };
  }
  const { errors, message } = Object(Object(value)['error']);
  return { reason: textOf(Object(Object(errors)[0])['reason']), message: textOf(message) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
