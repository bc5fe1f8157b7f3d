/** Turns bound values into the body of an answer: runs one statement once, within its time limit and its share of the engine. */

import type { BoundStatement, Engine, Result, Row } from '../../engines/engine.ts';
import { EngineFailure } from '../../engines/engine.ts';
import { withDeadline } from '../../engines/support/deadline.ts';
import type { Format } from '../../generator/core/types/formats.ts';
import type { Budget } from '../access/budget.ts';
import type { Log } from '../http/context.ts';
import { redact } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import { inRunSpan } from '../observe/tracing.ts';
import type { Binder, Values } from './bind.ts';
import { DecodeFailure } from './cells/cells.ts';
import { declaredRows } from './cells/own-rows.ts';
import { convertedColumns, type Sources, toldColumns } from './converted.ts';
import type { Position } from './cursor.ts';
import { type BodyOptions, bodyMakers, type RowsBody } from './formats/rows-body.ts';
import type { WholeEndpoint } from './manifest/manifest.ts';
import { keysReader, type Page } from './pages.ts';
import type { Limiter } from './running/limiter.ts';

/** Encoded rows. */
export interface WrittenRows {
  readonly body: RowsBody;
  readonly count: number;
  /** Whether there were more rows than `max_rows`. */
  readonly isTruncated: boolean;
}
/** The position after a page: sort keys of its last row; `null` if there are no more rows. */
type Next = Position | null;
/** The rows of an answer, ready to be sent any number of times. */
export interface AnswerRows extends WrittenRows {
  readonly next: Next;
  readonly run: RunFacts;
  /** The step that the length of a window chose; `null` if no window chose one. */
  readonly step: string | null;
  /** The columns of a caller's own statement, as text for a header. */
  readonly columns?: string;
}
/** The cost of the run; times are in milliseconds. */
export interface RunFacts {
  readonly queueMs: number;
  readonly engineMs: number;
  readonly encodeMs: number;
  readonly scannedBytes: number | null;
  /** The rollups that it read, as far as the engine says. */
  readonly rollups: readonly string[];
}

/** A failed run, with details for the operator that callers never see. */
export class RunFailure extends Error {
  readonly statement: BoundStatement;

  constructor(statement: BoundStatement, cause: Error) {
    super(redact(cause.message, statement), { cause });
    this.name = 'RunFailure';
    this.statement = statement;
  }
}

export interface ProducerOptions extends BodyOptions {
  readonly engine: Engine;
  readonly limiter: Limiter;
  readonly budget: Budget;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Milliseconds for the whole run, including waiting. */
  readonly timeoutMs: number;
  /** The data sets of the project. */
  readonly sources: Sources;
}
export interface Run {
  readonly values: Values;
  /** The key that takes a turn for the run. */
  readonly key: string;
  /** The most statements of that key that run at once; `null`: no limit of its own. */
  readonly most: number | null;
  /** The statement's `now`, in microseconds since 1970 UTC. */
  readonly now: bigint;
  /** The identifier of the request, for the engine's own records. */
  readonly request: string;
  /** Aborted when nobody waits for the rows any more. */
  readonly signal: AbortSignal;
  /** `null`: the answer is not a page. */
  readonly page: Page | null;
  /** The format that the first caller wants. The rows can be answered in each. */
  readonly format: Format;
}
/** Returns all rows. Rejects with `RunFailure`, or with `Overloaded` if the run could not begin. */
export type Producer = (run: Run) => Promise<AnswerRows>;

/** Writes rows that arrive in parts. */
interface Taker {
  /** Never throws. */
  readonly take: (rows: readonly Row[]) => void;
  /** Throws `DecodeFailure`, or `EngineFailure` if the body has too many bytes. */
  readonly end: () => WrittenRows;
  /** Milliseconds that the writing took so far. */
  readonly spentMs: () => number;
}

type Begin = (format: Format, most?: number) => Taker;

/** Creates writers of an endpoint's bodies. A body is cut at `max_rows`, or at fewer rows. */
function bodyTaker({ columns, maxRows }: WholeEndpoint, options: BodyOptions): Begin {
  const makerOf = bodyMakers(columns, options);
  const { maxBytes } = options;
  return (format, most = maxRows) => {
    const body = makerOf(format);
    let count = 0;
    let isTruncated = false;
    let spentMs = 0;
    let fault: { readonly cause: unknown } | null = null;
    const add = (rows: readonly Row[]) => {
      const kept = rows.slice(0, most - count);
      isTruncated ||= kept.length < rows.length;
      count += kept.length;
      body.add(kept);
      // Every row has the names of columns, so the text can be much larger than the cells.
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

/** Creates the writer of an endpoint's bodies from all rows at once. It cuts and throws like a `Taker`. */
export function bodyWriter(endpoint: WholeEndpoint, options: BodyOptions): WriteRows {
  return wholeWriter(bodyTaker(endpoint, options));
}

/** `format`: the format that its caller wants. */
type WriteRows = (rows: readonly Row[], format: Format, most?: number) => WrittenRows;

function wholeWriter(begin: Begin): WriteRows {
  return (rows, format, most) => {
    const { take, end } = begin(format, most);
    take(rows);
    return end();
  };
}

/**
 * Creates the writer of an engine's results. It checks the rows of an author's own statement against the endpoint's
 * columns.
 */
function resultWriter(
  endpoint: WholeEndpoint,
  begin: Begin,
): (result: Result, format: Format) => WrittenRows {
  const write = wholeWriter(begin);
  return (result, format) => {
    if (endpoint.own === undefined && result.columns === undefined)
      return write(result.rows, format);
    return write(declaredRows(endpoint, result), format);
  };
}

/** Cuts the rows of a page, removes the sort keys after their columns, and returns where the next page begins. */
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

type PickCells = (row: Row) => Row;

/** Returns the function that drops the cells of hidden columns; `null` if there are none. */
function pickerOf(
  all: WholeEndpoint['columns'],
  shown: WholeEndpoint['columns'],
): PickCells | null {
  if (all.length === shown.length) return null;
  const names = new Set(shown.map(({ name }) => name));
  const at = all.flatMap(({ name }, index) => (names.has(name) ? [index] : []));
  return row => at.map(index => row[index] ?? null);
}

function picking(begin: Begin, pick: PickCells | null): Begin {
  if (pick === null) return begin;
  return (format, most) => {
    const taker = begin(format, most);
    return { ...taker, take: rows => taker.take(rows.map(pick)) };
  };
}

/** Creates the producer of one endpoint's rows. */
export function createProducer(
  endpoint: WholeEndpoint,
  bind: Binder,
  options: ProducerOptions,
): Producer {
  // statements have all columns, and a key may hide some of them
  const whole = endpoint.whole();
  const begin = picking(bodyTaker(endpoint, options), pickerOf(whole.columns, endpoint.columns));
  const write = resultWriter(whole, begin);
  const cut = whole.pages && pageCutter(whole, whole.pages);
  // a page needs the sort keys of its last row, and the columns of own SQL are only known with the result
  const takes = cut === undefined && endpoint.own === undefined;
  // a failure does not name columns that a key hides
  const converted =
    endpoint.hash === whole.hash
      ? convertedColumns(whole, options.sources, options.engine.name)
      : [];
  const encode = (result: Result, run: Run, taker: Taker | null) => {
    const { result: shown, next } = cut?.(result, run) ?? { result, next: null };
    if (taker === null) return { ...write(shown, run.format), next };
    taker.take(shown.rows);
    return { ...taker.end(), next };
  };
  return async run => {
    const { values, key, most, now, request, signal, page, format } = run;
    const { step = null, ...statement } = bind(values, now, page?.begin);
    const label = { endpoint: endpoint.name, request };
    try {
      return await withDeadline({ timeoutMs: options.timeoutMs, signal }, signal =>
        options.limiter.run({ key, most, kind: 'usual' }, signal, async ({ waitedMs }) => {
          // Asks for one more row, to know whether rows were cut.
          const limits = {
            maxRows: endpoint.maxRows + 1,
            maxBytes: options.maxBytes,
            timeoutMs: Math.max(1, Math.ceil(options.timeoutMs - waitedMs)),
            signal,
            label,
          };
          const taker = takes ? begin(format) : null;
          const taking = taker === null ? limits : { ...limits, take: taker.take };
          const started = performance.now();
          const result = await observed(endpoint.name, key, options, () =>
            options.engine.run(statement, taking),
          );
          const ended = performance.now();
          const whileRunning = taker?.spentMs() ?? 0;
          const { scannedBytes, rollups = [] } = result;
          const rows = encode(result, run, taker);
          const engineMs = ended - started - whileRunning;
          const encodeMs = performance.now() - ended + whileRunning;
          const facts = { queueMs: waitedMs, engineMs, encodeMs, scannedBytes, rollups };
          return { ...rows, run: facts, step };
        }),
      );
    } catch (cause) {
      if (cause instanceof EngineFailure || cause instanceof DecodeFailure) {
        throw new RunFailure(statement, toldColumns(cause, converted));
      }
      throw cause;
    }
  };
}

/**
 * Runs within the budget of the key, which others may have used up while the run waited for its turn. Reports the outcome to the metrics, the
 * trace and the budget.
 */
export function observed(
  endpoint: string,
  key: string,
  options: Pick<ProducerOptions, 'engine' | 'metrics' | 'budget'>,
  run: () => Promise<Result>,
): Promise<Result> {
  return options.budget.within(key, () => reported(endpoint, key, options, run));
}

async function reported(
  endpoint: string,
  key: string,
  { engine, metrics, budget }: Pick<ProducerOptions, 'engine' | 'metrics' | 'budget'>,
  run: () => Promise<Result>,
): Promise<Result> {
  const started = performance.now();
  const tell = (outcome: string, scannedBytes: number | null) =>
    metrics.run(endpoint, outcome, (performance.now() - started) / 1_000, scannedBytes);
  try {
    const result = await inRunSpan(endpoint, engine.name, run);
    tell('ok', result.scannedBytes);
    budget.spend(key, result.scannedBytes);
    return result;
  } catch (cause) {
    tell(cause instanceof EngineFailure ? cause.kind : 'internal', null);
    throw cause;
  }
}
