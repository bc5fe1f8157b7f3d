/** Reads the texts of a manifest, and checks them against its schema. */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type IndexedEndpoint,
  MANIFEST_FORMAT,
  type Manifest,
  type ManifestEndpoint,
  type ManifestIndex,
  OLD_FORMAT,
} from '../../generator/core/output/manifest.ts';
import { indexedEndpoint } from '../../generator/core/output/manifest-index.ts';
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
  const value = parsedJson(text, 'the manifest');
  requireFormat(value, OLD_FORMAT);
  const fault = oldManifestFault(value);
  if (fault !== null) throw new ManifestError(`the manifest is broken: ${fault}`);
  return value as Manifest;
}

/** Parses an index of the manifest in the same way. */
export function parseIndex(text: string): ManifestIndex {
  const value = parsedJson(text, 'the index');
  requireFormat(value, MANIFEST_FORMAT);
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
  const definition = value as ManifestEndpoint;
  if (!isDeepStrictEqual(indexedEndpoint(definition, hash('sha256', bytes)), entry)) {
    throw new ManifestError(`\`${file}\` is not the definition of \`${name}\` in the index`);
  }
  return definition;
}

/** Returns the format that a manifest states; `undefined` if it states no format. Throws `ManifestError` for a text that is not JSON. */
export function formatOf(text: string): unknown {
  return Object(parsedJson(text, 'the manifest'))['format'];
}

function parsedJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ManifestError(`${what} is not JSON`, { cause });
  }
}

function requireFormat(value: unknown, wanted: number): void {
  const format = Object(value)['format'];
  if (format === wanted) return;
  const found = typeof format === 'number' ? `of format ${format}` : 'without a format';
  throw new ManifestError(`the manifest is ${found}, not of format ${wanted}`);
}
