/**
 * Produces rows of callers' own statements. Each statement is read, translated to the engine's SQL over the endpoint's views,
 * and run within its limits.
 */
import { type BoundStatement, type BoundValue, EngineFailure } from '../../engines/engine.ts';
import { withDeadline } from '../../engines/support/deadline.ts';
import { LONGEST_SQL, SANDBOX_SQL } from '../../generator/core/endpoint.ts';
import type { ManifestColumn, ManifestView } from '../../generator/core/manifest.ts';
import { createBinder, type Values } from '../answers/bind.ts';
import { DecodeFailure } from '../answers/decode.ts';
import type { Catalogue, WholeEndpoint } from '../answers/manifest.ts';
import {
  bodyWriter,
  observed,
  type Producer,
  type ProducerOptions,
  RunFailure,
} from '../answers/produce.ts';
import type { Analysers } from './analysers.ts';
import { Refused } from './refused.ts';
import type { Made } from './statement.ts';
import type { ReadableView } from './views.ts';

export interface SandboxOptions extends ProducerOptions {
  readonly analysers: Analysers;
  readonly sources: Catalogue['sources'];
}

/** Creates the producer of an endpoint that accepts callers' statements; `usual` answers requests without a statement. */
export function createSandboxProducer(
  endpoint: WholeEndpoint,
  declared: readonly ManifestView[],
  usual: Producer,
  options: SandboxOptions,
): Producer {
  const { engine, analysers, timeoutMs, maxBytes } = options;
  const binders = new Map(
    declared.map(view => {
      const relation = view.engines[engine.name];
      if (relation === undefined) throw new Error(`the view ${view.name} is not on ${engine.name}`);
      return [view.name, createBinder(relation, { params: endpoint.params })] as const;
    }),
  );
  const boundOf = (view: ReadableView, values: Values, now: bigint): BoundStatement => {
    const bind = binders.get(view.view.name);
    if (bind === undefined) throw new Error(`the view ${view.view.name} has no statement`);
    return bind(values, now);
  };
  let views: readonly ReadableView[] | null = null;
  const make = async (sql: string, values: Values, now: bigint): Promise<Made> => {
    if (Buffer.byteLength(sql) > LONGEST_SQL)
      throw new Refused(`The statement may have at most ${LONGEST_SQL} bytes.`);
    const { makeStatement, readableViews } = await import('./statement.ts');
    views ??= readableViews(declared, engine.name, tablesOf(options));
    const { compat = null } = endpoint;
    const printed = (view: ReadableView) => boundOf(view, values, now).sql;
    const { maxRows } = endpoint;
    const asked = { sql, views, printed, dialect: engine.name, maxRows, compat };
    return makeStatement(asked, analysers.analyse);
  };
  return async run => {
    const { values, key, now, request, signal } = run;
    const sql = values.get(SANDBOX_SQL);
    if (typeof sql !== 'string') return usual(run);
    const made = await make(sql, values, now);
    const bound = made.views.flatMap(view => boundOf(view, values, now).values);
    const clocks = made.clocks.map(
      (name): BoundValue => ({ name, scalar: 'timestamp', value: now }),
    );
    const statement: BoundStatement = { sql: made.sql, values: once([...bound, ...clocks]) };
    const write = bodyWriter({ ...endpoint, columns: made.columns }, maxBytes);
    try {
      return await withDeadline({ timeoutMs, signal }, own =>
        options.limiter.run({ key, kind: 'sandbox' }, own, async ({ waitedMs }) => {
          const limits = {
            maxRows: endpoint.maxRows + 1,
            maxBytes,
            timeoutMs: Math.max(1, Math.ceil(timeoutMs - waitedMs)),
            signal: own,
            label: { endpoint: endpoint.name, request },
          };
          const started = performance.now();
          const result = await observed(endpoint.name, options, () =>
            engine.confined.run(statement, limits),
          );
          const ran = performance.now();
          const { body, count, isTruncated } = write(result.rows);
          const facts = {
            queueMs: waitedMs,
            engineMs: ran - started,
            encodeMs: performance.now() - ran,
            scannedBytes: result.scannedBytes,
          };
          const columns = shownColumns(made.columns);
          return { body, count, isTruncated, next: null, run: facts, step: null, columns };
        }),
      );
    } catch (cause) {
      // DuckDB and ClickHouse may return a sum of NUMERIC with more digits than its type
      const isOutOfRange = cause instanceof DecodeFailure && cause.code === 'internal';
      if (isOutOfRange && made.mayOverflow) throw new Refused(OVERFLOW, { cause });
      if (!(cause instanceof EngineFailure)) throw cause;
      const told = cause.kind === 'failed' && made.mayOverflow ? OVERFLOW : BOUNDS[cause.kind];
      if (told !== undefined) throw new Refused(told, { cause });
      throw new RunFailure(statement, cause);
    }
  };
}

const OVERFLOW = 'A sum, an average or a text of the statement is out of the range of its type.';

/** Failures that a smaller statement would avoid. */
const BOUNDS: Readonly<Partial<Record<EngineFailure['kind'], string>>> = {
  too_large: 'The rows take more bytes than an answer may have.',
  exhausted: 'The statement needs more memory, or reads more bytes, than allowed.',
};

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
