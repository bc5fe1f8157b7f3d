/** Whether statements could run: the engine answers and the tables that they read are there. */
import type { Engine } from './engines/engine.ts';
import type { Catalogue } from './manifest.ts';

/** Makes the look at the engine: what stands against running statements, in words that no caller is told; `null`: nothing. */
export function createReadiness(
  { sources, endpoints }: Catalogue,
  engine: Engine,
): () => Promise<string | null> {
  const served = endpoints.filter(({ engines }) => Object.hasOwn(engines, engine.name));
  // Views stand in saved queries alone.
  const read = new Set(served.map(({ source }) => source));
  const tables = [...read].flatMap(source => {
    const table = sources[source]?.tables[engine.name];
    return table === undefined ? [] : [table.table];
  });
  return async () => {
    try {
      const missing = await engine.missing(tables);
      return missing.length === 0 ? null : `missing tables: ${missing.join(', ')}`;
    } catch (cause) {
      return cause instanceof Error ? cause.message : String(cause);
    }
  };
}
