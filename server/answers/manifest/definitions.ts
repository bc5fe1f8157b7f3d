/** The definitions of endpoints, read from their files when they are needed. */
import type {
  IndexedEndpoint,
  ManifestEndpoint,
  ManifestEngine,
} from '../../../generator/core/output/manifest.ts';
import {
  MANIFEST_FOLDER,
  parsedDefinition,
} from '../../../generator/core/output/manifest-index.ts';
import type { ManifestIndex } from '../../../generator/core/output/manifest-schema.ts';
import { isSystemError, messageOf } from '../../../generator/system/errors.ts';
import {
  type Catalogue,
  indexEndpoints,
  onEngine,
  readParams,
  type ServedEndpoint,
  type WholeEndpoint,
} from './manifest.ts';
import { isDefinitionOf, writtenDigest } from './manifest-text.ts';

/** Reads a file beside the index. Throws the error of the system. */
export type ReadBeside = (file: string) => Uint8Array;

/** The file of a definition is no longer the one that the index names: `quern generate` has replaced it, or somebody has edited it. */
export class DefinitionReplaced extends Error {
  constructor({ name, file }: IndexedEndpoint, reason: string) {
    super(`the definition of \`${name}\` cannot be read: \`${MANIFEST_FOLDER}/${file}\` ${reason}`);
    this.name = 'DefinitionReplaced';
  }
}

/**
 * Returns the endpoints of an index. A definition is read when its endpoint is first called. It must be the one that the index names, so
 * that all definitions are of one manifest.
 */
export function indexedCatalogue(
  { sources, endpoints }: ManifestIndex,
  read: ReadBeside,
): Catalogue {
  return indexEndpoints(
    sources,
    endpoints.map(entry => servedFrom(entry, read)),
  );
}

/**
 * The names come before the copied members, because V8 gives each object that begins with a copy a layout of its own, and a start makes
 * thousands.
 */
function servedFrom(entry: IndexedEndpoint, read: ReadBeside): ServedEndpoint {
  const { file: _, digest: __, params, reads, ...known } = entry;
  const late = new LateDefinition(entry, read);
  const endpoint: ServedEndpoint = {
    declared: params,
    reads: readsByEngine(reads),
    whole: () => late.whole(endpoint),
    shown: engine => late.shown(engine),
    ...known,
  };
  return endpoint;
}

/** Reads the definition of an endpoint when it is needed. */
class LateDefinition {
  readonly #entry: IndexedEndpoint;
  readonly #read: ReadBeside;
  #whole: WholeEndpoint | null = null;

  constructor(entry: IndexedEndpoint, read: ReadBeside) {
    this.#entry = entry;
    this.#read = read;
  }

  whole(endpoint: ServedEndpoint): WholeEndpoint {
    this.#whole ??= this.#readWhole(endpoint);
    return this.#whole;
  }

  shown(engine: string | null): ManifestEndpoint {
    return onEngine(this.#whole?.definition ?? definitionOf(this.#entry, this.#read), engine);
  }

  #readWhole(endpoint: ServedEndpoint): WholeEndpoint {
    const definition = definitionOf(this.#entry, this.#read);
    return { ...definition, ...endpoint, params: readParams(definition), definition };
  }
}

function readsByEngine(groups: IndexedEndpoint['reads']): ServedEndpoint['reads'] {
  const reads: Record<string, ManifestEngine['reads']> = {};
  for (const { engines, columns } of groups) for (const engine of engines) reads[engine] = columns;
  return reads;
}

function definitionOf(entry: IndexedEndpoint, read: ReadBeside): ManifestEndpoint {
  const bytes = bytesOf(entry, read);
  const digest = writtenDigest(bytes, entry);
  if (digest !== entry.digest)
    throw new DefinitionReplaced(entry, 'is not the file of the index that was read');
  const definition = parsedDefinition(Buffer.from(bytes).toString());
  if (!isDefinitionOf(entry, definition, digest))
    throw new DefinitionReplaced(entry, 'contradicts the index');
  return definition;
}

function bytesOf(entry: IndexedEndpoint, read: ReadBeside): Uint8Array {
  try {
    return read(entry.file);
  } catch (cause) {
    if (!isSystemError(cause)) throw cause;
    throw new DefinitionReplaced(entry, `cannot be opened: ${messageOf(cause)}`);
  }
}
