/** A team's own handler instead of an endpoint's statements: it takes values and returns rows, and quern does the rest. */

import { EngineFailure } from '../../engines/engine.ts';
import { withDeadline } from '../../engines/support/deadline.ts';
import { textsOf } from '../../generator/params/list.ts';
import type { Answerer } from '../answers/answer.ts';
import { createHeaders, failureAnswer } from '../answers/answer.ts';
import { movedDefaults, type Values } from '../answers/bind.ts';
import { DecodeFailure } from '../answers/decode.ts';
import type { WholeEndpoint } from '../answers/manifest.ts';
import { bodyWriter } from '../answers/produce.ts';
import type { Reader, Reading } from '../answers/reading.ts';
import { rowReader } from '../answers/row-cells.ts';
import type { Answer, Exchange } from './context.ts';
import type { HandlerExtras, HandlerProblem } from './problem.ts';
import { HANDLER_PROBLEMS, handlerProblem } from './problem.ts';
import type { Fault } from './read-request.ts';

/** One request, read and checked. `Context` is what the surrounding server knows about it. */
export interface Call<Params, Context> {
  /** After defaults, without absent ones: int64 as bigint, timestamps as bigint of microseconds since 1970 UTC. */
  readonly params: Params;
  readonly context: Context;
  /** The caller's method, headers and query string. Host and path are the service's; `context` has the server's own. */
  readonly request: Request;
  /** Aborted when the time is up or the caller is gone: nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /**
   * The answer of quern's engine, which may be a kept one, to these parameters or to others. Rejects where those have
   * faults.
   */
  run(params?: Params): Promise<Answered>;
}
/** Returns rows, or the answer of `run`. It may throw a `ProblemError`; any other error is a 500, and is logged. */
export type Handler<Params, Row, Context> = (
  call: Call<Params, Context>,
) => Given<Row> | Promise<Given<Row>>;
type Given<Row> = readonly Row[] | Answered;

/** A handler of any endpoint. */
export type AnyHandler = Handler<never, object, never>;

/** A whole answer, for a handler to return. */
export class Answered {
  readonly #answer: Answer;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  /** Its headers are its own, because each request adds to them. */
  toAnswer(): Answer {
    return { ...this.#answer, headers: { ...this.#answer.headers } };
  }
}

/** A handler's refusal: the caller gets a problem with that code and `detail`, which must not contain anything confidential. */
export class ProblemError extends Error {
  readonly code: HandlerProblem;
  readonly extras: HandlerExtras;

  constructor(code: HandlerProblem, detail: string, extras: HandlerExtras = {}) {
    if (!HANDLER_PROBLEMS.includes(code)) throw new TypeError(`handlers may not use \`${code}\``);
    super(detail);
    this.name = 'ProblemError';
    this.code = code;
    this.extras = extras;
  }
}

interface HandledOptions {
  readonly read: Reader;
  /** The result of `run`. */
  readonly answer: Answerer;
  /** Milliseconds for the handler, its runs included. */
  readonly timeoutMs: number;
  /** Of one answer. */
  readonly maxBytes: number;
}

/**
 * Makes the answerer of an endpoint that has a handler. Its rows are not kept, because quern cannot know what they
 * depend on.
 */
export function createHandled(
  endpoint: WholeEndpoint,
  handler: AnyHandler,
  { read, answer, timeoutMs, maxBytes }: HandledOptions,
): Answerer {
  const headersOf = createHeaders({ ...endpoint, cache: null });
  const cellsOf = rowReader(endpoint.columns);
  const write = bodyWriter(endpoint, maxBytes);
  const success = async (
    { entry, format }: Exchange,
    { page }: Reading,
    given: readonly object[],
  ): Promise<Answer> => {
    // Cut at `limit` as SQL would; only exceeding `max_rows` (≥ `limit`) counts as truncation.
    const rows = given.slice(0, endpoint.limit ?? given.length);
    const { body, count, isTruncated } = write(rows.map(cellsOf), page?.size);
    entry.cache = 'bypass';
    entry.rows = count;
    const headers = headersOf(format, 'bypass', { isTruncated }, 0, null);
    return { status: 200, headers, body: await body.in(format) };
  };
  const moved = movedDefaults(endpoint.params);
  const runner =
    (exchange: Exchange, reading: Reading, given: Values, signal: AbortSignal) =>
    async (params?: object) => {
      if (params === undefined) return new Answered(await answer(exchange, reading, signal));
      const search = searchOf(endpoint, changed(params, exchange, reading, given));
      const other = read(exchange.key, search);
      if ('values' in other) return new Answered(await answer(exchange, other, signal));
      // The caller's request was valid, so these faults are not the caller's.
      if (other.faults.length > 0) throw new Error(`\`run\` was called with ${told(other.faults)}`);
      return new Answered(other);
    };
  return async (exchange, reading) => {
    const { request, context } = exchange.incoming;
    const ask = async (signal: AbortSignal) => {
      const given = moved(reading.values, exchange.now());
      const params = Object.fromEntries(given);
      const run = runner(exchange, reading, given, signal);
      const call: Call<object, unknown> = { params, context, request, signal, run };
      return handler(call as Call<never, never>);
    };
    try {
      // The service does not wait for a handler that ignores the signal.
      const given = await withDeadline({ timeoutMs, signal: request.signal }, ask);
      return given instanceof Answered ? given.toAnswer() : await success(exchange, reading, given);
    } catch (cause) {
      return refused(exchange, cause);
    }
  };
}

/**
 * Leaves out parameters that the caller did not send and the handler did not change. The key adds the parameters that
 * it fixes: a pattern is passed escaped, so it would not equal the key's value. Moving defaults are left out, so that
 * the rows can be kept.
 */
function changed(params: object, { key }: Exchange, { values }: Reading, given: Values): object {
  const isUnwritten = (name: string) =>
    !values.has(name) || (key !== null && Object.hasOwn(key.params, name));
  const isGiven = ([name, value]: readonly [string, unknown]) =>
    isUnwritten(name) && value === given.get(name);
  return Object.fromEntries(Object.entries(params).filter(entry => !isGiven(entry)));
}

/** Values in the text form in which callers send them. */
function searchOf({ params }: WholeEndpoint, values: object): string {
  const given = new Map(Object.entries(values));
  return params
    .flatMap(param => {
      const value = given.get(param.name);
      if (value === undefined) return [];
      const texts = [textsOf(param, value)].flat();
      return texts.map(text => `${param.name}=${encodeURIComponent(text)}`);
    })
    .join('&');
}

/** Without the values of parameters, which must not reach the log. */
function told(faults: readonly Fault[]): string {
  return faults.map(({ code, name }) => `${code} \`${name}\``).join(', ');
}

function refused({ entry }: Exchange, cause: unknown): Answer {
  if (cause instanceof ProblemError) return handlerProblem(cause.code, cause.message, cause.extras);
  if (!(cause instanceof DecodeFailure || cause instanceof EngineFailure)) throw cause;
  const isGone = cause instanceof EngineFailure && cause.kind === 'cancelled';
  if (!isGone) entry.failure = `handler: ${cause.message}`;
  return failureAnswer(cause);
}
