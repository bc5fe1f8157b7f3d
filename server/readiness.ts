/** Whether statements could run: the engine answers and the tables that they read are there. */

import type { LogEntry } from './context.ts';
import type { Engine } from './engines/engine.ts';
import type { Catalogue } from './manifest.ts';

/** Makes the look at the engine; what is missing goes to the log entry. */
export function createReadiness(
  { sources, endpoints }: Catalogue,
  engine: Engine,
): (entry: LogEntry) => Promise<boolean> {
  const served = endpoints.filter(({ engines }) => Object.hasOwn(engines, engine.name));
  // Views stand in saved queries alone.
  const read = new Set(served.map(({ source }) => source));
  const tables = [...read].flatMap(source => {
    const table = sources[source]?.tables[engine.name];
    return table === undefined ? [] : [table.table];
  });
  return async entry => {
    try {
      const missing = await engine.missing(tables);
      if (missing.length > 0) entry.failure = `missing tables: ${missing.join(', ')}`;
      return missing.length === 0;
    } catch (cause) {
      entry.failure = cause instanceof Error ? cause.message : String(cause);
      return false;
    }
  };
}
