/** From bound values to the body of an answer: one statement, run once, within its time and its share of the engine. */

import type { BoundStatement, Engine, Result, Row } from '../../engines/engine.ts';
import { EngineFailure } from '../../engines/engine.ts';
import { withDeadline } from '../../engines/support/deadline.ts';
import type { Log } from '../http/context.ts';
import { redact } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import { inRunSpan } from '../observe/tracing.ts';
import type { Binder, Values } from './bind.ts';
import type { Position } from './cursor.ts';
import { DecodeFailure, itemsWriter } from './decode.ts';
import { bodyMaker, type RowsBody } from './formats/rows-body.ts';
import type { Limiter } from './limiter.ts';
import type { WholeEndpoint } from './manifest.ts';
import { declaredRows } from './own-rows.ts';
import { keysReader, type Page } from './pages.ts';

/** Rows as they are sent. */
export interface WrittenRows {
  readonly body: RowsBody;
  readonly count: number;
  /** There were more rows than `max_rows`. */
  readonly isTruncated: boolean;
}
/** Behind a page: sort keys of its last row, where there are more rows. */
type Next = Position | null;
/** The rows of an answer, ready to be sent any number of times. */
export interface Rows extends WrittenRows {
  readonly next: Next;
  readonly run: RunFacts;
  /** The step that the length of a window chose; `null` where none did. */
  readonly step: string | null;
  /** Of a caller's own statement: its columns, as a header has them. */
  readonly columns?: string;
}
/** The cost of the run, in milliseconds. */
export interface RunFacts {
  readonly queueMs: number;
  readonly engineMs: number;
  readonly encodeMs: number;
  readonly scannedBytes: number | null;
}

/** Why there are no rows, with details for the operator that callers never see. */
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
  /** Milliseconds for the whole run, waiting included. */
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
  /** `null`: the answer is not a page. */
  readonly page: Page | null;
}
/** Returns all rows. Rejects with `RunFailure`, or with `Overloaded` where the run could not begin. */
export type Producer = (run: Run) => Promise<Rows>;

/** Writes rows that come some at a time. */
interface Taker {
  /** Never throws. */
  readonly take: (rows: readonly Row[]) => void;
  /** Throws `DecodeFailure`, or `EngineFailure` where the body takes more bytes than it may. */
  readonly end: () => WrittenRows;
  /** Milliseconds that the writing took so far. */
  readonly spentMs: () => number;
}

type Begin = (most?: number) => Taker;

/** Makes what writes one body of an endpoint, which is cut at `max_rows`, or at fewer rows. */
function bodyTaker({ columns, maxRows }: WholeEndpoint, maxBytes: number): Begin {
  const write = itemsWriter(columns);
  return (most = maxRows) => {
    const body = bodyMaker(columns);
    let count = 0;
    let isTruncated = false;
    let spentMs = 0;
    let fault: { readonly cause: unknown } | null = null;
    const add = (rows: readonly Row[]) => {
      const kept = rows.slice(0, most - count);
      isTruncated ||= kept.length < rows.length;
      count += kept.length;
      body.add(write(kept));
      // Names of columns stand in every row, so the text can be much larger than the cells.
      if (body.length() > maxBytes) {
        throw new EngineFailure('too_large', `the answer takes more than ${maxBytes} bytes`);
      }
    };
    return {
      take: rows => {
        if (fault !== null) return;
        const started = performance.now();
        try {
          add(rows);
        } catch (cause) {
          fault = { cause };
        }
        spentMs += performance.now() - started;
      },
      end: () => {
        if (fault !== null) throw fault.cause;
        return { body: body.end(), count, isTruncated };
      },
      spentMs: () => spentMs,
    };
  };
}

/** Makes the writer of an endpoint's bodies from all rows at once. It cuts and throws as a `Taker` does. */
export function bodyWriter(
  endpoint: WholeEndpoint,
  maxBytes: number,
): (rows: readonly Row[], most?: number) => WrittenRows {
  return wholeWriter(bodyTaker(endpoint, maxBytes));
}

function wholeWriter(begin: Begin): (rows: readonly Row[], most?: number) => WrittenRows {
  return (rows, most) => {
    const { take, end } = begin(most);
    take(rows);
    return end();
  };
}

/**
 * The same from what an engine answered: the rows of an author's own statement are checked against its endpoint's
 * columns.
 */
function resultWriter(endpoint: WholeEndpoint, begin: Begin): (result: Result) => WrittenRows {
  const write = wholeWriter(begin);
  return result => {
    if (endpoint.own === undefined && result.columns === undefined) return write(result.rows);
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

/** Cuts the rows of a page, without the sort keys behind their columns, and says where the next one begins. */
function pageCutter({ columns }: WholeEndpoint, pages: NonNullable<WholeEndpoint['pages']>) {
  const keysOf = keysReader(pages);
  return ({ rows, ...result }: Result, { page, now }: Run) => {
    const size = page?.size ?? rows.length;
    const last = rows.length > size ? rows[size - 1] : undefined;
    const instant = page?.begin?.instant ?? now;
    const shown = rows.slice(0, size).map(row => row.slice(0, columns.length));
    const next = last === undefined ? null : { instant, after: keysOf(last) };
    return { result: { ...result, rows: shown }, next };
  };
}

/** Makes the producer of one endpoint's rows. */
export function createProducer(
  endpoint: WholeEndpoint,
  bind: Binder,
  options: ProducerOptions,
): Producer {
  const begin = bodyTaker(endpoint, options.maxBytes);
  const write = resultWriter(endpoint, begin);
  const cut = endpoint.pages && pageCutter(endpoint, endpoint.pages);
  // a page needs the sort keys of its last row, and an author's own columns are known with the result
  const takes = cut === undefined && endpoint.own === undefined;
  const encode = (result: Result, run: Run, taker: Taker | null) => {
    const { result: shown, next } = cut?.(result, run) ?? { result, next: null };
    if (taker === null) return { ...write(shown), next };
    taker.take(shown.rows);
    return { ...taker.end(), next };
  };
  return async run => {
    const { values, now, request, signal, page } = run;
    const { step = null, ...statement } = bind(values, now, page?.begin);
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
          const taker = takes ? begin() : null;
          const taking = taker === null ? limits : { ...limits, take: taker.take };
          const started = performance.now();
          const result = await observed(endpoint.name, options, () =>
            options.engine.run(statement, taking),
          );
          const ended = performance.now();
          const whileRunning = taker?.spentMs() ?? 0;
          const { scannedBytes } = result;
          const rows = encode(result, run, taker);
          const engineMs = ended - started - whileRunning;
          const encodeMs = performance.now() - ended + whileRunning;
          const facts = { queueMs: waitedMs, engineMs, encodeMs, scannedBytes };
          return { ...rows, run: facts, step };
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

/** Runs, and reports the outcome to the metrics and the trace. */
export async function observed(
  endpoint: string,
  { engine, metrics }: Pick<ProducerOptions, 'engine' | 'metrics'>,
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
