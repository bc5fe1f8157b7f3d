/** From values to the answer: one statement, run once. */
import type { Values } from './bind.ts';
import { createBinder } from './bind.ts';
import type { LogEntry } from './context.ts';
import { DecodeFailure, rowsWriter } from './decode.ts';
import type { BoundStatement, Engine } from './engines/engine.ts';
import { EngineFailure } from './engines/engine.ts';
import { redact } from './log.ts';
import type { ServedEndpoint } from './manifest.ts';
import { failureProblem, problem } from './problem.ts';

export interface Asked {
  readonly values: Values;
  /** Microseconds since 1970 UTC. */
  readonly now: bigint;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
  readonly entry: LogEntry;
}
/** Answers with all rows or with a problem, never with a part of the rows. */
export type Answerer = (asked: Asked) => Promise<Response>;

/** Makes the answerer of one endpoint. It throws where the manifest does not know the engine. */
export function createAnswerer(
  endpoint: ServedEndpoint,
  engine: Engine,
  timeoutMs: number,
): Answerer {
  const statements = endpoint.engines[engine.name];
  if (statements === undefined) throw new Error(`\`${endpoint.name}\` is not for ${engine.name}`);
  const bind = createBinder(statements);
  const write = rowsWriter(endpoint.columns);
  const { maxRows } = endpoint;
  const rowLimit = String(endpoint.limit ?? maxRows);

  return async ({ values, now, signal, entry }) => {
    const statement = bind(values, now);
    const started = performance.now();
    try {
      // One more than is returned, to know whether rows were cut.
      const { rows } = await engine.run(statement, {
        maxRows: maxRows + 1,
        maxBytes: 32 * 1024 ** 2,
        label: { endpoint: endpoint.name, request: entry.id },
        signal,
        timeoutMs,
      });
      entry.engineMs = Math.round((performance.now() - started) * 1_000) / 1_000;
      const kept = rows.slice(0, maxRows);
      entry.rows = kept.length;
      const headers = new Headers({
        'Content-Type': 'application/json; charset=utf-8',
        'X-Row-Limit': rowLimit,
      });
      if (rows.length > maxRows) headers.set('X-Truncated', 'true');
      return new Response(`{"result":${write(kept)}}`, { headers });
    } catch (cause) {
      return failed(cause, statement, entry);
    }
  };
}

function failed(cause: unknown, statement: BoundStatement, entry: LogEntry): Response {
  if (!(cause instanceof EngineFailure) && !(cause instanceof DecodeFailure)) throw cause;
  entry.sql = statement.sql;
  entry.failure = redact(cause.message, statement);
  if (cause instanceof EngineFailure) return failureProblem(cause.kind);
  if (cause.code === 'unsafe_integer') return problem(cause.code, `${cause.message}.`);
  return problem(cause.code, 'The log tells more, by the request id.');
}
