/** Saved-query records, as `GET /api/endpoints` lists them. */
import type { ManifestEngine } from '../../generator/core/manifest.ts';
import type { ApiKey } from '../access/key-file.ts';
import { textOf } from '../answers/bind.ts';
import type { ServedEndpoint } from '../answers/manifest.ts';

/**
 * The record of an endpoint, its query in the form that the named engine's users save. It has only the parameters
 * that are left to the caller, because the key would refuse values of the others.
 */
export function savedQuery({ definition }: ServedEndpoint, engine: string, key: ApiKey | null) {
  const { id, name, aliases, compat, summary, maxRows, cache, sandbox, params, columns } =
    definition;
  return {
    id,
    name,
    ...(aliases === undefined ? {} : { aliases }),
    ...(compat === undefined ? {} : { compat }),
    summary,
    query: savedText(definition.engines[engine]),
    max_rows: maxRows,
    caching: cache?.ttl ?? null,
    cache_warming: cache?.refresh || null,
    query_sandboxing: sandbox,
    parameters: params.filter(({ name }) => key === null || !Object.hasOwn(key.params, name)),
    columns,
  };
}

function savedText(engine: ManifestEngine | undefined): string | null {
  if (engine === undefined || engine.saved.sql.length === 0) return null;
  return engine.saved.sql.map(segment => textOf(engine, segment)).join('');
}
