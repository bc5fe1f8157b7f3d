/** From bound values to the body of an answer: one statement, run once, within its time and its share of the engine. */

import type { BoundStatement, Engine, Result, Row } from '../../engines/engine.ts';
import { EngineFailure } from '../../engines/engine.ts';
import { withDeadline } from '../../engines/support/deadline.ts';
import { type Body, textBody } from '../http/body.ts';
import type { Log } from '../http/context.ts';
import { redact } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import { inRunSpan } from '../observe/tracing.ts';
import type { Binder, Values } from './bind.ts';
import { DecodeFailure, rowsWriter } from './decode.ts';
import type { Limiter } from './limiter.ts';
import type { ServedEndpoint } from './manifest.ts';
import { declaredRows } from './own-rows.ts';

/** Rows as they are sent. */
export interface WrittenRows {
  readonly body: Body;
  readonly count: number;
  /** There were more rows than `max_rows`. */
  readonly isTruncated: boolean;
}
/** The rows of an answer, ready to be sent any number of times. */
export interface Rows extends WrittenRows {
  readonly run: RunFacts;
}
/** What the run cost, in milliseconds. */
export interface RunFacts {
  readonly queueMs: number;
  readonly engineMs: number;
  readonly encodeMs: number;
  readonly scannedBytes: number | null;
}

/** Why there are no rows, with what the operator wants to know of it; nothing of it is for callers. */
export class RunFailure extends Error {
  readonly statement: BoundStatement;

  constructor(statement: BoundStatement, cause: Error) {
    super(redact(cause.message, statement), { cause });
    this.name = 'RunFailure';
    this.statement = statement;
  }
}

export interface ProducerOptions {
  readonly engine: Engine;
  readonly limiter: Limiter;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Milliseconds for all of a run, its waiting included. */
  readonly timeoutMs: number;
  /** Bytes of one answer. */
  readonly maxBytes: number;
}
export interface Run {
  readonly values: Values;
  /** The instant that the statement takes for now, in microseconds since 1970 UTC. */
  readonly now: bigint;
  /** The identifier of the request, for the engine's own records. */
  readonly request: string;
  /** Aborted when nobody waits for the rows any more. */
  readonly signal: AbortSignal;
}
/** Gives all rows. Rejects with `RunFailure`, or with `Overloaded` where the run could not begin. */
export type Producer = (run: Run) => Promise<Rows>;

/**
 * Makes the writer of an endpoint's bodies. It cuts at `max_rows`, and throws `DecodeFailure`, or `EngineFailure` where the body
 * takes more than `maxBytes`.
 */
export function bodyWriter(
  { columns, maxRows }: ServedEndpoint,
  maxBytes: number,
): (rows: readonly Row[]) => WrittenRows {
  const write = rowsWriter(columns);
  return rows => {
    const isTruncated = rows.length > maxRows;
    const kept = isTruncated ? rows.slice(0, maxRows) : rows;
    const text = `{"result":${write(kept)}}`;
    // Names of columns stand in every row, so the text can be much larger than the cells.
    if (text.length > maxBytes) {
      throw new EngineFailure('too_large', `the answer takes more than ${maxBytes} bytes`);
    }
    return { body: textBody(text), count: kept.length, isTruncated };
  };
}

/** The same from what an engine answered: what an author's own statement answers is held against its endpoint's columns. */
function resultWriter(endpoint: ServedEndpoint, maxBytes: number): (result: Result) => WrittenRows {
  const write = bodyWriter(endpoint, maxBytes);
  if (endpoint.own === undefined) return ({ rows }) => write(rows);
  return result => {
    const rows = declaredRows(endpoint, result);
    try {
      return write(rows);
    } catch (cause) {
      // the statement is the author's, so values that do not fit their columns are a fault of the statement
      if (!(cause instanceof DecodeFailure) || cause.code !== 'internal') throw cause;
      throw cause.as('engine_error');
    }
  };
}

/** Makes the producer of one endpoint's rows. */
export function createProducer(
  endpoint: ServedEndpoint,
  bind: Binder,
  options: ProducerOptions,
): Producer {
  const write = resultWriter(endpoint, options.maxBytes);
  const encode = (result: Result, queueMs: number, engineMs: number): Rows => {
    const started = performance.now();
    const { scannedBytes } = result;
    const { body, count, isTruncated } = write(result);
    const encodeMs = performance.now() - started;
    return { body, count, isTruncated, run: { queueMs, engineMs, encodeMs, scannedBytes } };
  };
  return async ({ values, now, request, signal }) => {
    const statement = bind(values, now);
    const label = { endpoint: endpoint.name, request };
    try {
      return await withDeadline({ timeoutMs: options.timeoutMs, signal }, signal =>
        options.limiter.run(signal, async ({ waitedMs }) => {
          // One row more than is returned, to know whether rows were cut.
          const limits = {
            maxRows: endpoint.maxRows + 1,
            maxBytes: options.maxBytes,
            timeoutMs: Math.max(1, Math.ceil(options.timeoutMs - waitedMs)),
            signal,
            label,
          };
          const started = performance.now();
          const result = await observed(endpoint.name, options, () =>
            options.engine.run(statement, limits),
          );
          return encode(result, waitedMs, performance.now() - started);
        }),
      );
    } catch (cause) {
      if (cause instanceof EngineFailure || cause instanceof DecodeFailure) {
        throw new RunFailure(statement, cause);
      }
      throw cause;
    }
  };
}

/** Runs and tells the metrics and the trace how it went. */
async function observed(
  endpoint: string,
  { engine, metrics }: ProducerOptions,
  run: () => Promise<Result>,
): Promise<Result> {
  const started = performance.now();
  const tell = (outcome: string, scannedBytes: number | null) =>
    metrics.run(endpoint, outcome, (performance.now() - started) / 1_000, scannedBytes);
  try {
    const result = await inRunSpan(endpoint, engine.name, run);
    tell('ok', result.scannedBytes);
    return result;
  } catch (cause) {
    tell(cause instanceof EngineFailure ? cause.kind : 'internal', null);
    throw cause;
  }
}
