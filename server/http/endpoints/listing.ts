/** Saved-query records, as `GET /api/endpoints` lists them. */
import type {
  ManifestEndpoint,
  ManifestEngine,
  ManifestParam,
  ManifestView,
} from '../../../generator/core/output/manifest.ts';
import { listedLife } from '../../../generator/core/plan/life.ts';
import { choicesOf, isFixed } from '../../access/fixed-values.ts';
import type { Caller } from '../../access/keys/key-file.ts';
import { readSegmentText } from '../../answers/bind.ts';

export interface EngineNames {
  /** The engine of the service. */
  readonly running: string;
  /** The engine that speaks GoogleSQL. */
  readonly googleSql: string;
}

/**
 * The record of an endpoint, with the saved query for the engine, or the author's text in GoogleSQL. `parameters` omits
 * those that the key fixes, because the key would reject other values; `fixed` has these, with the values of the
 * caller's own key.
 */
export function savedQuery(
  definition: ManifestEndpoint,
  { running: engine, googleSql }: EngineNames,
  key: Caller | null,
) {
  const { id, name, compat, summary, description, maxRows, cache, sandbox } = definition;
  const { params, columns, range, pages, views, text } = definition;
  const query = text ?? savedText(definition.engines[engine]);
  const spoken = text === undefined ? engine : googleSql;
  const isOwn = (param: ManifestParam) => key !== null && isFixed(key, param);
  return {
    id,
    name,
    ...listedLife(definition),
    ...(compat === undefined ? {} : { compat }),
    summary,
    description,
    query,
    query_engine: query === null ? null : spoken,
    max_rows: maxRows,
    caching: cache?.ttl ?? null,
    cache_warming: cache?.refresh || null,
    query_sandboxing: sandbox,
    parameters: params.filter(param => !isOwn(param)).map(param => allowed(param, key)),
    fixed: params.filter(isOwn).map(param => ({ ...param, value: key?.params[param.name] })),
    ...(range === undefined ? {} : { range }),
    ...(pages === undefined ? {} : { pages: { expires: pages.expires } }),
    columns,
    ...(views === undefined ? {} : { views: views.map(shownView) }),
  };
}

/** Adds the values among which callers with the key choose. */
function allowed(param: ManifestParam, key: Caller | null) {
  const values = key === null ? null : choicesOf(key, param);
  return values === null ? param : { ...param, allowed: values };
}

function shownView({ name, columns }: ManifestView) {
  return { name, columns };
}

function savedText(engine: ManifestEngine | undefined): string | null {
  if (engine === undefined || engine.saved.sql.length === 0) return null;
  return engine.saved.sql.map(segment => readSegmentText(engine, segment)).join('');
}
