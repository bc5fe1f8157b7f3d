/** The files of `generated/manifest/`, and what the index has of a definition. */
import { lifeOf } from '../plan/life.ts';
import type {
  IndexedEndpoint,
  IndexedReads,
  ManifestEndpoint,
  ManifestEngine,
} from './manifest.ts';
import { MARKER_KEY } from './manifest-endpoint.ts';

export const MANIFEST_FOLDER = 'manifest';
const INDEX_FILE = 'index.json';

/** The path of the index in `generated/`. */
export const INDEX_PATH = `${MANIFEST_FOLDER}/${INDEX_FILE}`;
/** The path of the manifest of format 2 in `generated/`. */
export const OLD_MANIFEST_PATH = 'manifest.json';

/**
 * The name of the file with an endpoint's definition. Names of endpoints have no capital letters, so that no two files share a name where
 * case does not matter. None begins with `_`, so that this name is free.
 */
export function definitionFile(endpoint: string): string {
  const file = `${endpoint}.json`;
  return file === INDEX_FILE ? `_${file}` : file;
}

/** Parses the file of a definition, without its marker. Throws `SyntaxError` for a text that is not JSON. */
export function parsedDefinition(text: string): ManifestEndpoint {
  const { [MARKER_KEY]: _, ...definition } = JSON.parse(text);
  return definition;
}

/**
 * Returns what the index has of a definition, whose file has that digest. Its first and its last member never change with the endpoint, so
 * that changes of neighbours do not meet when branches are merged.
 */
export function indexedEndpoint(definition: ManifestEndpoint, digest: string): IndexedEndpoint {
  const { name, id, compat, pages, scopedBy, sandbox, params, engines } = definition;
  return {
    name,
    id,
    ...lifeOf(definition),
    digest,
    ...(compat === undefined ? {} : { compat }),
    params: params.map(param => param.name),
    ...(pages === undefined ? {} : { pages }),
    ...(scopedBy === undefined ? {} : { scopedBy }),
    sandbox,
    reads: indexedReads(engines),
    file: definitionFile(name),
  };
}

function indexedReads(engines: ManifestEndpoint['engines']): readonly IndexedReads[] {
  const groups = new Map<string, { engines: string[]; columns: ManifestEngine['reads'] }>();
  for (const [engine, { reads: columns }] of Object.entries(engines)) {
    const key = JSON.stringify(columns);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { engines: [engine], columns });
    else group.engines.push(engine);
  }
  return [...groups.values()];
}
