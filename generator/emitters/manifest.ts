/** `generated/manifest.json`: all that the service needs. */
import { joined, type Parts, planned } from '../core/content.ts';
import { MANIFEST_FORMAT, type Manifest, type ManifestSource } from '../core/manifest.ts';
import type { Source } from '../core/source.ts';
import { descriptionOf } from './description.ts';
import type { Compilation, Description, Emitter } from './emitter.ts';
import { JsonPiece, jsonPieceText, jsonText } from './json-text.ts';
import { fieldOf } from './manifest-endpoint.ts';
import { piece } from './pieces.ts';

export default {
  name: 'manifest',
  emit: ({ description }) => [planned('manifest.json', ...manifestParts(description))],
} satisfies Emitter;

/** The manifest of a compilation as data. */
export function manifestOf(compilation: Compilation): Manifest {
  return manifestIn(descriptionOf(compilation));
}

function manifestParts(description: Description): Parts {
  const { endpoints, ...rest } = manifestIn(description);
  if (endpoints.length === 0) return [jsonText({ ...rest, endpoints })];
  const [before = '', after = ''] = jsonText({ ...rest, endpoints: [PLACE] }).split(PLACE.text);
  const texts = endpoints.map(endpoint => {
    const make = () => ({ facts: null, texts: { text: jsonPieceText(endpoint, ENDPOINT_DEPTH) } });
    return piece(endpoint, 'manifest', [], make).texts.text;
  });
  return [before, ...joined(texts, `,\n${' '.repeat(ENDPOINT_DEPTH)}`), after];
}

/** Endpoints stand in a list in the manifest. */
const ENDPOINT_DEPTH = 2;
/** Stands for them: as no endpoint does, it fits on no line. */
const PLACE = new JsonPiece('\n\0');

/** The same of a project that is described already. */
export function manifestIn({ sources, dialects, endpoints }: Description): Manifest {
  const read = new Set(endpoints.flatMap(endpoint => endpoint.sources));
  const own = sources.filter(({ name }) => read.has(name));
  return {
    format: MANIFEST_FORMAT,
    sources: Object.fromEntries(own.map(source => [source.name, sourceOf(source, dialects)])),
    endpoints: endpoints.map(({ known }) => known),
  };
}

/** A data set as the manifest has it. */
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
    columns: source.columns.map(fieldOf),
    ...(source.invalid === 'skip' ? { invalid: source.invalid } : {}),
    tables: Object.fromEntries(tables),
  };
}
