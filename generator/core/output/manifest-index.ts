/** The files of `generated/manifest/`, and what the index has of a definition. */
import type {
  IndexedEndpoint,
  IndexedReads,
  ManifestEndpoint,
  ManifestEngine,
} from './manifest.ts';

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

/** Returns what the index has of a definition, whose file has that digest. */
export function indexedEndpoint(definition: ManifestEndpoint, digest: string): IndexedEndpoint {
  const { name, id, aliases, compat, pages, scopedBy, sandbox, params, engines } = definition;
  return {
    name,
    id,
    ...(aliases === undefined ? {} : { aliases }),
    file: definitionFile(name),
    digest,
    ...(compat === undefined ? {} : { compat }),
    params: params.map(param => param.name),
    ...(pages === undefined ? {} : { pages }),
    ...(scopedBy === undefined ? {} : { scopedBy }),
    sandbox,
    reads: indexedReads(engines),
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
