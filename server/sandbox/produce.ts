/**
 * Produces rows of callers' own statements. Each statement is read, translated to the engine's SQL over the endpoint's views,
 * and run within its limits.
 */
import type { Engine } from '../../engines/engine.ts';
import { withDeadline } from '../../engines/support/deadline.ts';
import type { ManifestColumn, ManifestView } from '../../generator/core/output/manifest.ts';
import { SANDBOX_SQL } from '../../generator/core/plan/endpoint.ts';
import type { WholeEndpoint } from '../answers/manifest/manifest.ts';
import {
  type AnswerRows,
  bodyWriter,
  observed,
  type Producer,
  type ProducerOptions,
  type Run,
} from '../answers/produce.ts';
import { judgeFailure, type Ran } from './failures.ts';
import { createStatementMaker, type MakerOptions } from './maker.ts';

export interface SandboxOptions extends ProducerOptions, MakerOptions {
  readonly engine: Engine;
}

/** Creates the producer of an endpoint that accepts callers' statements; `usual` answers requests without a statement. */
export function createSandboxProducer(
  endpoint: WholeEndpoint,
  declared: readonly ManifestView[],
  usual: Producer,
  options: SandboxOptions,
): Producer {
  const { engine, timeoutMs, maxBytes } = options;
  const make = createStatementMaker(endpoint, declared, options);
  /** Translates and runs the statement, within one time limit for both. */
  const answerTo = async (sql: string, run: Run, tell: (ran: Ran) => void): Promise<AnswerRows> => {
    const { key, most, request, signal, format } = run;
    const began = performance.now();
    const made = await make(sql, run);
    tell(made);
    const write = bodyWriter({ ...endpoint, columns: made.columns }, options);
    return options.limiter.run({ key, most, kind: 'sandbox' }, signal, async ({ waitedMs }) => {
      const started = performance.now();
      const limits = {
        maxRows: endpoint.maxRows + 1,
        maxBytes,
        timeoutMs: Math.max(1, Math.ceil(timeoutMs - (started - began))),
        signal,
        label: { endpoint: endpoint.name, request },
      };
      const result = await observed(endpoint.name, key, options, () =>
        engine.confined.run(made.statement, limits),
      );
      const ran = performance.now();
      const { body, count, isTruncated } = write(result.rows, format);
      const facts = {
        queueMs: waitedMs,
        engineMs: ran - started,
        encodeMs: performance.now() - ran,
        scannedBytes: result.scannedBytes,
        rollups: [],
      };
      const columns = shownColumns(made.columns);
      return { body, count, isTruncated, next: null, run: facts, step: null, columns };
    });
  };
  return async run => {
    const sql = run.values.get(SANDBOX_SQL);
    if (typeof sql !== 'string') return usual(run);
    let ran: Ran | null = null;
    try {
      return await withDeadline({ timeoutMs, signal: run.signal }, signal =>
        answerTo(sql, { ...run, signal }, told => {
          ran = told;
        }),
      );
    } catch (cause) {
      throw ran === null ? cause : judgeFailure(cause, ran);
    }
  };
}

/** The most characters of the header `X-Columns`. */
const LONGEST_HEADER = 4_096;

function shownColumns(columns: readonly ManifestColumn[]): string {
  const shown = columns.map(({ name, type, nullable, encode }) => {
    const own = encode === 'epoch_micros' ? { encode } : {};
    return { name, type, nullable, ...own };
  });
  const text = encodeURIComponent(JSON.stringify(shown));
  return text.length > LONGEST_HEADER ? 'omitted' : text;
}
