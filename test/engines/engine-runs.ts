/** Runs of an engine without a service around it. */
import { type Engine, EngineFailure, type RunLimits } from '../../engines/engine.ts';

/** Runs for minutes on DuckDB. */
export const SLOW =
  'SELECT count(*) FROM range(4000000) a, range(100000) b WHERE (a.range * b.range) % 7 = 3';

/** What a run may take where the test says nothing else: more than it needs. */
export function runLimits(rest: Partial<RunLimits> = {}): RunLimits {
  return {
    maxRows: 1_000,
    timeoutMs: 60_000,
    maxBytes: 32 * 1024 ** 2,
    signal: new AbortController().signal,
    label: { endpoint: 'test.endpoint', request: 'req_1' },
    ...rest,
  };
}

/** Names of the tables that the engine misses. */
export async function missingIn(
  engine: Engine,
  tables: Parameters<Engine['missing']>[0],
): Promise<readonly string[]> {
  return (await engine.missing(tables)).map(({ table }) => table);
}

/** The kind of the engine's failure, `ran` where there was none, or whatever else was thrown. */
export function kindOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'ran',
    failure => (failure instanceof EngineFailure ? failure.kind : failure),
  );
}
