/** The JSON Schema of the files of `generated/manifest/`. */
import { byName, choice, list, means, type Of, object, part } from './described.ts';
import {
  type IndexedEndpoint,
  MANIFEST_FORMAT,
  type ManifestEndpoint,
  type ManifestSource,
  OLD_FORMAT,
  UNMARKED_FORMAT,
} from './manifest.ts';
import { endpoint, indexEntry, marker } from './manifest-endpoint.ts';
import { column, field, source } from './manifest-fields.ts';
import { condition, constant, param } from './manifest-params.ts';
import { binding, copy, engine, requestWindow, segment, statement } from './manifest-statements.ts';

const sources = means('The data sets, by name.', byName(part<ManifestSource>('source')));
const index = object(
  {
    format: means('The version of this format.', choice([UNMARKED_FORMAT, MANIFEST_FORMAT])),
    sources,
    endpoints: means('By name, ascending.', list(part<IndexedEndpoint>('entry'))),
  },
  marker,
);
/** The content of `index.json`. */
export interface ManifestIndex extends Of<typeof index> {}

const $defs = {
  index,
  entry: indexEntry,
  binding,
  param,
  engine,
  endpoint,
  source,
  constant,
  field,
  column,
  copy,
  statement,
  segment,
  condition,
  window: requestWindow,
};

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/** A file of `generated/manifest/`: the index, or the definition of one endpoint. */
export const MANIFEST_SCHEMA = {
  $schema: DRAFT,
  title: 'A file of the manifest of a quern project',
  description: '`index.json`, or the definition of an endpoint.',
  anyOf: [part('index'), part('endpoint')],
  $defs,
};

/** A manifest of format 2: one file with all definitions. */
export const OLD_MANIFEST_SCHEMA: Readonly<Record<string, unknown>> = {
  $schema: DRAFT,
  ...object({
    format: { const: OLD_FORMAT },
    sources,
    endpoints: list(part<ManifestEndpoint>('endpoint')),
  }),
  $defs,
};
