/** Reads the files of a generated manifest for the service. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { INDEX_PATH } from '../../../generator/core/output/manifest-index.ts';
import { isAbsent } from '../../../generator/system/errors.ts';
import { indexedCatalogue, type ReadBeside } from './definitions.ts';
import { type Catalogue, catalogue } from './manifest.ts';
import { isIndex, ManifestError, parseEither } from './manifest-text.ts';

/**
 * Reads the index, `generated/manifest/index.json`, or a manifest of format 2. Definitions are read later, from the files beside the index.
 * Rejects with `ManifestError` if the file does not exist or has another format.
 */
export async function loadManifest(path: string): Promise<Catalogue> {
  try {
    return manifestOf(readManifest(path), path);
  } catch (cause) {
    if (cause instanceof ManifestError) throw cause;
    const told = `\`${path}\` cannot be read: \`quern generate\` writes \`${INDEX_PATH}\``;
    throw new ManifestError(told, { cause });
  }
}

/** Reads the text of the file. Reading it in parts would take three times its size; parsing it holds up the process anyway. */
export function readManifest(path: string): string {
  return readFileSync(path, 'utf8');
}

/**
 * Returns the endpoints of a text of that file. `usual`: the path of the file unless an interrupted run left it elsewhere; there, too,
 * definitions are looked for. Throws `ManifestError`.
 */
export function manifestOf(text: string, path: string, usual = path): Catalogue {
  const found = parseEither(text);
  return isIndex(found) ? indexedCatalogue(found, beside(usual, path)) : catalogue(found);
}

/** Reads files beside `path`; those that are not there, beside `other`. */
function beside(path: string, other: string): ReadBeside {
  return file => {
    try {
      return readFileSync(join(dirname(path), file));
    } catch (error) {
      if (!isAbsent(error)) throw error;
      return readFileSync(join(dirname(other), file));
    }
  };
}
