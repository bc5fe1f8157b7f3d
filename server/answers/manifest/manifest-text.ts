/** Reads the texts of a manifest, and checks them against its schema. */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { printJson } from '../../../generator/core/output/json-text.ts';
import {
  type IndexedEndpoint,
  MANIFEST_FORMAT,
  type Manifest,
  type ManifestEndpoint,
  OLD_FORMAT,
  UNMARKED_FORMAT,
} from '../../../generator/core/output/manifest.ts';
import { MARKER_KEY } from '../../../generator/core/output/manifest-endpoint.ts';
import { indexedEndpoint } from '../../../generator/core/output/manifest-index.ts';
import type { ManifestIndex } from '../../../generator/core/output/manifest-schema.ts';
import { definitionFault, indexFault, oldManifestFault } from './manifest-shape.ts';

/** A manifest that cannot be served. The message says what is wrong. */
export class ManifestError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ManifestError';
  }
}

/** Parses a manifest of format 2. Throws `ManifestError` with the first place that does not match the format. */
export function parseManifest(text: string): Manifest {
  return checkedManifest(parsedJson(text, 'the manifest'));
}

/** Parses an index of the manifest in the same way. */
export function parseIndex(text: string): ManifestIndex {
  return checkedIndex(parsedJson(text, 'the index'));
}

/** Parses a manifest of format 2, or an index, in the same way. */
export function parseEither(text: string): Manifest | ManifestIndex {
  const value = parsedJson(text, 'the manifest');
  return formatOf(value) === OLD_FORMAT ? checkedManifest(value) : checkedIndex(value);
}

/** Whether `parseEither` has returned an index. */
export function isIndex(found: Manifest | ManifestIndex): found is ManifestIndex {
  return formatOf(found) !== OLD_FORMAT;
}

function checkedManifest(value: unknown): Manifest {
  requireFormat(value, OLD_FORMAT);
  const fault = oldManifestFault(value);
  if (fault !== null) throw new ManifestError(`the manifest is broken: ${fault}`);
  return value as Manifest;
}

function checkedIndex(value: unknown): ManifestIndex {
  requireFormat(value, MANIFEST_FORMAT, UNMARKED_FORMAT);
  const fault = indexFault(value);
  if (fault !== null) throw new ManifestError(`the index of the manifest is broken: ${fault}`);
  return value as ManifestIndex;
}

/** Parses the file of an entry in the same way. Also throws if it is not the file that the index names. */
export function parseDefinition(entry: IndexedEndpoint, bytes: Uint8Array): ManifestEndpoint {
  const { name, file } = entry;
  const value = parsedJson(Buffer.from(bytes).toString(), `\`${file}\``);
  const fault = definitionFault(value);
  if (fault !== null) throw new ManifestError(`\`${file}\` is broken: ${fault}`);
  const { [MARKER_KEY]: _, ...definition } = value as ManifestEndpoint;
  if (!isDefinitionOf(entry, definition, writtenDigest(bytes, entry))) {
    throw new ManifestError(`\`${file}\` is not the definition of \`${name}\` in the index`);
  }
  return definition;
}

/** Whether the definition in a file is the one that the index names, and the index says the same. */
export function isDefinitionOf(
  entry: IndexedEndpoint,
  definition: ManifestEndpoint,
  digest: string,
): boolean {
  return isDeepStrictEqual(indexedEndpoint(definition, digest), entry);
}

/** The digest of a definition's file. If a formatter has changed the file, it is that of the file as quern writes the same data. */
export function writtenDigest(bytes: Uint8Array, { digest }: IndexedEndpoint): string {
  const found = hash('sha256', bytes);
  if (found === digest) return found;
  try {
    return hash('sha256', printJson(JSON.parse(Buffer.from(bytes).toString())));
  } catch (error) {
    if (error instanceof SyntaxError) return found;
    throw error;
  }
}

function formatOf(value: unknown): unknown {
  return Object(value)['format'];
}

function parsedJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ManifestError(`${what} is not JSON`, { cause });
  }
}

function requireFormat(value: unknown, wanted: number, other = wanted): void {
  const format = formatOf(value);
  if (format === wanted || format === other) return;
  const found = typeof format === 'number' ? `of format ${format}` : 'without a format';
  throw new ManifestError(`the manifest is ${found}, not of format ${wanted}`);
}
