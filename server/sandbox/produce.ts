/**
 * Produces rows of callers' own statements. Each statement is read, translated to the engine's SQL over the endpoint's views,
 * and run within its limits.
 */
import type { BoundStatement, BoundValue } from '../../engines/engine.ts';
import { withDeadline } from '../../engines/support/deadline.ts';
import type { ManifestColumn, ManifestView } from '../../generator/core/output/manifest.ts';
import { LONGEST_SQL, SANDBOX_SQL } from '../../generator/core/plan/endpoint.ts';
import { createBinder, type Values } from '../answers/bind.ts';
import type { Catalogue, WholeEndpoint } from '../answers/manifest.ts';
import {
  type AnswerRows,
  bodyWriter,
  observed,
  type Producer,
  type ProducerOptions,
  type Run,
} from '../answers/produce.ts';
import { judgeFailure, type Ran } from './failures.ts';
import { Refused } from './refused.ts';
import type { TranslatedStatement } from './statement.ts';
import { checkTokens } from './tokens.ts';
import type { Translators } from './translators.ts';

export interface SandboxOptions extends ProducerOptions {
  readonly translators: Translators;
  readonly sources: Catalogue['sources'];
}

/** Creates the producer of an endpoint that accepts callers' statements; `usual` answers requests without a statement. */
export function createSandboxProducer(
  endpoint: WholeEndpoint,
  declared: readonly ManifestView[],
  usual: Producer,
  options: SandboxOptions,
): Producer {
  const { engine, translators, timeoutMs, maxBytes } = options;
  const binders = new Map(
    declared.map(view => {
      const relation = view.engines[engine.name];
      if (relation === undefined) throw new Error(`the view ${view.name} is not on ${engine.name}`);
      return [view.name, createBinder(relation, { params: endpoint.params })] as const;
    }),
  );
  const boundOf = (view: string, values: Values, now: bigint): BoundStatement => {
    const bind = binders.get(view);
    if (bind === undefined) throw new Error(`the view ${view} has no statement`);
    return bind(values, now);
  };
  const taken = tablesOf(options);
  const make = async (
    sql: string,
    { values, key, now, signal }: Run,
  ): Promise<TranslatedStatement> => {
    if (Buffer.byteLength(sql) > LONGEST_SQL)
      throw new Refused(`The statement may have at most ${LONGEST_SQL} bytes.`);
    checkTokens(sql);
    const views = declared.map(({ name, columns, leaves = {}, repeated = false }) => {
      const { sql } = boundOf(name, values, now);
      return { name, columns, leaves, isRepeated: repeated, sql };
    });
    const { maxRows, compat = null } = endpoint;
    const asked = { sql, views, taken, dialect: engine.name, maxRows, compat };
    return translators.translate(asked, key, signal);
  };
  /** Translates and runs the statement, within one time limit for both. */
  const answerTo = async (sql: string, run: Run, tell: (ran: Ran) => void): Promise<AnswerRows> => {
    const { values, key, now, request, signal, format } = run;
    const began = performance.now();
    const made = await make(sql, run);
    const bound = made.views.flatMap(view => boundOf(view, values, now).values);
    const clocks = made.clocks.map(
      (name): BoundValue => ({ name, scalar: 'timestamp', value: now }),
    );
    const statement: BoundStatement = { sql: made.sql, values: once([...bound, ...clocks]) };
    tell({ statement, mayOverflow: made.mayOverflow });
    const write = bodyWriter({ ...endpoint, columns: made.columns }, options);
    return options.limiter.run({ key, kind: 'sandbox' }, signal, async ({ waitedMs }) => {
      const started = performance.now();
      const limits = {
        maxRows: endpoint.maxRows + 1,
        maxBytes,
        timeoutMs: Math.max(1, Math.ceil(timeoutMs - (started - began))),
        signal,
        label: { endpoint: endpoint.name, request },
      };
      const result = await observed(endpoint.name, options, () =>
        engine.confined.run(statement, limits),
      );
      const ran = performance.now();
      const { body, count, isTruncated } = write(result.rows, format);
      const facts = {
        queueMs: waitedMs,
        engineMs: ran - started,
        encodeMs: performance.now() - ran,
        scannedBytes: result.scannedBytes,
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

/** Returns names of the engine's tables: a relation with such a name would hide the table from a view. */
function tablesOf({ sources, engine }: SandboxOptions): readonly string[] {
  return Object.values(sources).flatMap(({ tables }) => tables[engine.name]?.table ?? []);
}

/** Removes duplicates, because views bind the same parameters. */
function once(values: readonly BoundValue[]): readonly BoundValue[] {
  return [...new Map(values.map(value => [value.name, value])).values()];
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
