/** Reads the files of a generated manifest for the service. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ManifestIndex, OLD_FORMAT } from '../../generator/core/output/manifest.ts';
import { INDEX_PATH } from '../../generator/core/output/manifest-index.ts';
import { MANIFEST_SCHEMA } from '../../generator/core/output/manifest-schema.ts';
import { isAbsent } from '../../generator/system/errors.ts';
import { indexedCatalogue, type ReadBeside } from './definitions.ts';
import { type Catalogue, catalogue } from './manifest.ts';
import {
  formatOf,
  ManifestError,
  parseDefinition,
  parseIndex,
  parseManifest,
} from './manifest-text.ts';

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
  const bytes = await readFile(path);
  const read = beside(usual, path);
  if (await isAsGenerated(path, bytes)) {
    const index: ManifestIndex = JSON.parse(bytes.toString());
    return indexedCatalogue(index, read);
  }
  const text = bytes.toString();
  if (formatOf(text) === OLD_FORMAT) return catalogue(parseManifest(text));
  const index = parseIndex(text);
  for (const entry of index.endpoints)
    parseDefinition(entry, await readFile(join(dirname(path), entry.file)));
  return indexedCatalogue(index, read);
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

/** The record of the files that `generate` wrote, by path with their SHA-256. */
const RECORD = '.quern.json';
const SCHEMA = 'schema/manifest.schema.json';

/**
 * Whether the record proves that `generate` wrote the index, and that it follows this service's schema. Then it and its definitions are not
 * checked again.
 */
async function isAsGenerated(path: string, index: Uint8Array): Promise<boolean> {
  const digests = await recordOf(dirname(dirname(path)));
  const schema = `${JSON.stringify(MANIFEST_SCHEMA, null, 2)}\n`;
  return (
    digests[INDEX_PATH] === hash('sha256', index) && digests[SCHEMA] === hash('sha256', schema)
  );
}

/** Returns the digests by path. Without a readable record, which `generate` reports, there are no digests. */
async function recordOf(directory: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(join(directory, RECORD), 'utf8').catch(() => '{}');
  try {
    return Object(Object(JSON.parse(text))['files']);
  } catch {
    return {};
  }
}
