/** `generated/manifest/`: everything that the service needs. */
import { DIALECTS } from '../../engines/index.ts';
import { describeField } from '../core/output/columns.ts';
import {
  joinParts,
  madeText,
  type Parts,
  type PlannedFile,
  planFile,
} from '../core/output/content.ts';
import { nestedJson, printJson } from '../core/output/json-text.ts';
import {
  MANIFEST_FORMAT,
  type Manifest,
  type ManifestEndpoint,
  type ManifestField,
  type ManifestSource,
  type ManifestStored,
} from '../core/output/manifest.ts';
import {
  definitionFile,
  INDEX_PATH,
  indexedEndpoint,
  MANIFEST_FOLDER,
  parsedDefinition,
} from '../core/output/manifest-index.ts';
import { markJoint, printMarked } from '../core/output/marker.ts';
import type { Field, Source } from '../core/spec/source.ts';
import { held, isRecords } from '../core/types/scalar.ts';
import { descriptionOf } from './description.ts';
import type { Compilation, Description, Emitter } from './emitter.ts';
import { type Pieces, piece, textIn } from './pieces.ts';

export default {
  name: 'manifest',
  emit: ({ description }) => manifestFiles(manifestIn(description)),
} satisfies Emitter;

/** The files of a manifest: the index, and a definition for each endpoint. */
export function manifestFiles({ sources, endpoints }: Manifest): readonly PlannedFile[] {
  const definitions = endpoints.map(one =>
    planFile(`${MANIFEST_FOLDER}/${definitionFile(one.name)}`, textsOf(one).definition),
  );
  const index = planFile(INDEX_PATH, ...indexParts(sources, endpoints));
  return [planFile(INDEX_PATH, ...markJoint(index)), ...definitions];
}

/** Returns the manifest of a compilation as data. */
export function manifestOf(compilation: Compilation): Manifest {
  return manifestIn(descriptionOf(compilation));
}

function indexParts(sources: Manifest['sources'], endpoints: readonly ManifestEndpoint[]): Parts {
  const index = { format: MANIFEST_FORMAT, sources };
  if (endpoints.length === 0) return [printJson({ ...index, endpoints })];
  const [before = '', after = ''] = printJson({ ...index, endpoints: [PLACE] }).split(
    JSON.stringify(PLACE),
  );
  const entries = endpoints.map(endpoint => textsOf(endpoint).entry);
  return [before, ...joinParts(entries, `,\n${' '.repeat(ENTRY_DEPTH)}`), after];
}

/** The text of a definition, and that of its entry in the index. */
function textsOf(endpoint: ManifestEndpoint) {
  return piece(endpoint, PIECE, [], () => {
    const definition = madeText(printMarked('.json', endpoint));
    const indexed = indexedEndpoint(endpoint, definition.digest);
    return { facts: null, texts: { definition, entry: nestedJson(indexed, ENTRY_DEPTH) } };
  }).texts;
}

const PIECE = 'manifest';

/** Whether an endpoint's definition is among its pieces. */
export function hasDefinition(pieces: Pieces): boolean {
  return pieces.has(PIECE);
}

/** Reads an endpoint's definition in its pieces. Throws without one. */
export function definitionIn(pieces: Pieces): ManifestEndpoint {
  const made = pieces.get(PIECE);
  if (made === undefined) throw new Error('an endpoint has no definition');
  return parsedDefinition(new TextDecoder().decode(textIn(made.texts, 'definition').bytes()));
}

/** Entries are items of a list in the index's object. */
const ENTRY_DEPTH = 2;
/** A placeholder for the entries, whose text occurs nowhere else. It is too long for a line with other values. */
const PLACE = '\0'.repeat(100);

/** Returns the manifest of a described project as data. */
export function manifestIn(description: Description): Manifest {
  const { sources, dialects, endpoints, freshness } = description;
  const read = new Set(endpoints.flatMap(endpoint => endpoint.sources));
  const own = sources.filter(({ name }) => read.has(name));
  return {
    sources: Object.fromEntries(
      own.map(source => {
        const fresh = freshness.get(source.name);
        const known = sourceOf(source, dialects);
        return [source.name, fresh === undefined ? known : { ...known, freshness: fresh }];
      }),
    ),
    endpoints: endpoints.map(({ known }) => known),
  };
}

/** Converts a data set to the manifest's form. */
export function sourceOf(source: Source, dialects: readonly string[]): ManifestSource {
  const tables = dialects.flatMap(dialect => {
    const table = source.tables[dialect];
    return table === undefined
      ? []
      : [[dialect, { table: table.name, records: table.records }] as const];
  });
  return {
    title: source.title,
    description: source.description,
    columns: source.columns.map(column => describeStored(column, dialects)),
    ...(source.invalid === 'skip' ? { invalid: source.invalid } : {}),
    tables: Object.fromEntries(tables),
  };
}

/** A column of a data set, with how the engines' tables store it. */
function describeStored(field: Field, dialects: readonly string[]): ManifestField {
  const known = describeField(field);
  const engines = dialects.flatMap(engine => {
    const stored = storedOf(field, engine);
    return stored === null ? [] : [[engine, stored] as const];
  });
  return {
    ...known,
    ...(engines.length === 0 ? {} : { stored: Object.fromEntries(engines) }),
    ...(field.type === 'record' || isRecords(field.type)
      ? { fields: field.fields.map(part => describeStored(part, dialects)) }
      : {}),
  };
}

function storedOf({ type: declared, stored }: Field, engine: string): ManifestStored | null {
  const { name = null, type = null } = stored?.[engine] ?? {};
  const kind = type === null ? null : storedKind(type, declared, engine);
  if (name === null && kind === null) return null;
  return {
    ...(name === null ? {} : { name }),
    ...(type === null || kind === null ? {} : { type, kind }),
  };
}

function storedKind(type: string, declared: Field['type'], engine: string): string | null {
  const types = DIALECTS.get(engine)?.stored;
  if (types === undefined || isRecords(declared)) return null;
  if (declared === 'record') return types.kind(type);
  const { as } = held(declared);
  const item = as === 'one' ? type : types.item(type, as);
  return item === null ? null : types.kind(item);
}
