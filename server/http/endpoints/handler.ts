/** A team's own handler instead of an endpoint's statements: it receives values and returns rows, and quern does the rest. */

import { EngineFailure } from '../../../engines/engine.ts';
import { withDeadline } from '../../../engines/support/deadline.ts';
import { textsOf } from '../../../generator/params/list.ts';
import { isFixed } from '../../access/fixed-values.ts';
import type { Answerer } from '../../answers/answer.ts';
import { createHeaders, failureAnswer } from '../../answers/answer.ts';
import { movedDefaults, type Values } from '../../answers/bind.ts';
import { DecodeFailure } from '../../answers/cells/cells.ts';
import { makeRowCellReader } from '../../answers/cells/row-cells.ts';
import type { BodyOptions } from '../../answers/formats/rows-body.ts';
import type { WholeEndpoint } from '../../answers/manifest/manifest.ts';
import { bodyWriter } from '../../answers/produce.ts';
import type { Reading, RequestReader } from '../../answers/reading.ts';
import type { Answer, ReceivedRequest } from '../context.ts';
import type { HandlerExtras, HandlerProblem } from '../problem.ts';
import { HANDLER_PROBLEMS, handlerProblem, internalProblem } from '../problem.ts';
import type { RequestFault, RequestQuery } from '../reading/read-request.ts';

/** One request, read and checked. `Context` is the surrounding server's data about it. */
export interface Call<Params, Context> {
  /** Values after defaults, without absent parameters: int64 as bigint, timestamps as bigint of microseconds since 1970 UTC. */
  readonly params: Params;
  readonly context: Context;
  /** The caller's method, headers and query string. Host and path are the service's; `context` has the server's. */
  readonly request: Request;
  /** Aborted when the time is up or the caller has left: nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /**
   * Returns the answer of quern's engine, possibly a kept one, to these parameters or to others. Rejects if the other
   * parameters have faults.
   */
  run(params?: Params): Promise<Answered>;
}
/** Returns rows, or the answer of `run`. May throw a `ProblemError`; any other error is a 500, and is logged. */
export type Handler<Params, Row, Context> = (
  call: Call<Params, Context>,
) => Given<Row> | Promise<Given<Row>>;
type Given<Row> = readonly Row[] | Answered;

/** A handler of any endpoint. */
export type AnyHandler = Handler<never, object, never>;

/** A complete answer that a handler can return. */
export class Answered {
  readonly #answer: Answer;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  /** Copies the headers, because each request adds to them. */
  toAnswer(): Answer {
    return { ...this.#answer, headers: { ...this.#answer.headers } };
  }
}

/** A handler's refusal: the caller gets a problem with this code and `detail`. `detail` must not be confidential. */
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

interface HandledOptions extends BodyOptions {
  readonly read: RequestReader;
  /** Answers `run`. */
  readonly answer: Answerer;
  /** Milliseconds for the handler, including its runs. */
  readonly timeoutMs: number;
}

/**
 * Creates the answerer of an endpoint that has a handler. The handler's rows are not kept, because quern cannot know what
 * they depend on.
 */
export function createHandled(
  endpoint: WholeEndpoint,
  handler: AnyHandler,
  options: HandledOptions,
): Answerer {
  const { read, answer, timeoutMs } = options;
  const headersOf = createHeaders({ ...endpoint, cache: null });
  const cellsOf = makeRowCellReader(endpoint.columns);
  const write = bodyWriter(endpoint, options);
  const success = async (
    { entry, format }: ReceivedRequest,
    { page }: Reading,
    given: readonly object[],
  ): Promise<Answer> => {
    // Cut at `limit` as SQL would; only exceeding `max_rows` (≥ `limit`) counts as truncation.
    const rows = given.slice(0, endpoint.limit ?? given.length);
    const { body, count, isTruncated } = write(rows.map(cellsOf), format, page?.size);
    entry.cache = 'bypass';
    entry.rows = count;
    const headers = headersOf(format, 'bypass', { isTruncated }, 0, null);
    return { status: 200, headers, body: await body.in(format) };
  };
  const moved = movedDefaults(endpoint.params);
  const runner =
    (received: ReceivedRequest, reading: Reading, given: Values, signal: AbortSignal) =>
    async (params?: object) => {
      if (params === undefined) return new Answered(await answer(received, reading, signal));
      const query = queryOf(endpoint, changed(endpoint, params, received, reading, given));
      const other = read(received.key, query);
      if ('values' in other) return new Answered(await answer(received, other, signal));
      // The caller's request was valid, so the handler caused these faults.
      if (other.faults.length > 0) throw new Error(`\`run\` was called with ${told(other.faults)}`);
      return new Answered(other);
    };
  return async (received, reading) => {
    const { request, context } = received.incoming;
    const ask = async (signal: AbortSignal) => {
      const given = moved(reading.values, received.now());
      const params = Object.fromEntries(given);
      const run = runner(received, reading, given, signal);
      const call: Call<object, unknown> = { params, context, request, signal, run };
      return handler(call as Call<never, never>);
    };
    try {
      // The service stops waiting for a handler that ignores the signal.
      const given = await withDeadline({ timeoutMs, signal: request.signal }, ask);
      return given instanceof Answered ? given.toAnswer() : await success(received, reading, given);
    } catch (cause) {
      return refused(received, cause);
    }
  };
}

/**
 * Drops parameters that the caller did not send and the handler did not change. The key adds its fixed parameters again: the
 * handler received a pattern escaped, so it would not equal the key's value. Dropping moving defaults allows the rows to
 * be kept.
 */
function changed(
  endpoint: WholeEndpoint,
  params: object,
  { key }: ReceivedRequest,
  { values }: Reading,
  given: Values,
): object {
  const declared = new Map(endpoint.params.map(param => [param.name, param]));
  const isOfKey = (name: string) => {
    const param = declared.get(name);
    return key !== null && param !== undefined && isFixed(key, param);
  };
  const isUnwritten = (name: string) => !values.has(name) || isOfKey(name);
  const isGiven = ([name, value]: readonly [string, unknown]) =>
    isUnwritten(name) && value === given.get(name);
  return Object.fromEntries(Object.entries(params).filter(entry => !isGiven(entry)));
}

/** Returns what a caller would send for the values. */
function queryOf({ params }: WholeEndpoint, values: object): RequestQuery {
  const given = new Map(Object.entries(values));
  const texts = params.flatMap(param => {
    const value = given.get(param.name);
    return value === undefined ? [] : [[param.name, [textsOf(param, value)].flat()] as const];
  });
  return { texts: new Map(texts), faults: [] };
}

/** Describes faults without the values of parameters, which must not reach the log. */
function told(faults: readonly RequestFault[]): string {
  return faults.map(({ code, name }) => `${code} \`${name}\``).join(', ');
}

function refused({ entry }: ReceivedRequest, cause: unknown): Answer {
  if (cause instanceof ProblemError) return handlerProblem(cause.code, cause.message, cause.extras);
  if (!(cause instanceof DecodeFailure || cause instanceof EngineFailure)) throw cause;
  const isGone = cause instanceof EngineFailure && cause.kind === 'cancelled';
  if (!isGone) entry.failure = `handler: ${cause.message}`;
  // the value comes from the handler's code, not from a table
  if (cause instanceof DecodeFailure && cause.code === 'stored_value') return internalProblem();
  return failureAnswer(cause);
}
