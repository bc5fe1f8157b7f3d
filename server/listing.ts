/** Saved-query records, as `GET /api/endpoints` lists them. */
import type { ServedEndpoint } from './manifest.ts';

/** The record of an endpoint, its query in the form that the named engine's users save. */
export function savedQuery({ definition }: ServedEndpoint, engine: string) {
  const { id, name, maxRows, cache, sandbox, params, columns } = definition;
  return {
    id,
    name,
    query: definition.engines[engine]?.saved.sql ?? null,
    max_rows: maxRows,
    caching: cache?.ttl ?? null,
    cache_warming: cache?.refresh || null,
    query_sandboxing: sandbox,
    parameters: params,
    columns,
  };
}
