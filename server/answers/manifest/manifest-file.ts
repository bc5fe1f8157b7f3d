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
  return readManifest(path).catch((cause: unknown) => {
    if (cause instanceof ManifestError) throw cause;
    const told = `\`${path}\` cannot be read: \`quern generate\` writes \`${INDEX_PATH}\``;
    throw new ManifestError(told, { cause });
  });
}

/**
 * Reads the file like `loadManifest`; if it cannot be read, rejects with the error of the system. `usual`: the path of the file unless an
 * interrupted run left it elsewhere; there, too, definitions are looked for.
 */
export async function readManifest(path: string, usual = path): Promise<Catalogue> {
  // reading it in parts would take three times its size; parsing it holds up the process anyway
  const found = parseEither(readFileSync(path, 'utf8'));
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
