/** `generated/manifest.json`: everything that the service needs. */
import { joinParts, type Parts, planFile } from '../core/output/content.ts';
import { MANIFEST_FORMAT, type Manifest, type ManifestSource } from '../core/output/manifest.ts';
import type { Source } from '../core/spec/source.ts';
import { descriptionOf } from './description.ts';
import type { Compilation, Description, Emitter } from './emitter.ts';
import { describeField } from './manifest-endpoint.ts';
import { piece } from './pieces.ts';
import { JsonPiece, jsonPieceText, printJson } from './text/json-text.ts';

export default {
  name: 'manifest',
  emit: ({ description }) => [planFile('manifest.json', ...manifestParts(description))],
} satisfies Emitter;

/** Returns the manifest of a compilation as data. */
export function manifestOf(compilation: Compilation): Manifest {
  return manifestIn(descriptionOf(compilation));
}

function manifestParts(description: Description): Parts {
  const { endpoints, ...rest } = manifestIn(description);
  if (endpoints.length === 0) return [printJson({ ...rest, endpoints })];
  const [before = '', after = ''] = printJson({ ...rest, endpoints: [PLACE] }).split(PLACE.text);
  const texts = endpoints.map(endpoint => {
    const make = () => ({ facts: null, texts: { text: jsonPieceText(endpoint, ENDPOINT_DEPTH) } });
    return piece(endpoint, 'manifest', [], make).texts.text;
  });
  return [before, ...joinParts(texts, `,\n${' '.repeat(ENDPOINT_DEPTH)}`), after];
}

/** Endpoints are items of a list in the manifest's object. */
const ENDPOINT_DEPTH = 2;
/** A placeholder for the endpoints, whose text occurs nowhere else. Its newline keeps the list from being printed on one line. */
const PLACE = new JsonPiece('\n\0');

/** Returns the manifest of a described project as data. */
export function manifestIn({ sources, dialects, endpoints }: Description): Manifest {
  const read = new Set(endpoints.flatMap(endpoint => endpoint.sources));
  const own = sources.filter(({ name }) => read.has(name));
  return {
    format: MANIFEST_FORMAT,
    sources: Object.fromEntries(own.map(source => [source.name, sourceOf(source, dialects)])),
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
    columns: source.columns.map(describeField),
    ...(source.invalid === 'skip' ? { invalid: source.invalid } : {}),
    tables: Object.fromEntries(tables),
  };
}
