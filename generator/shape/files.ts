/** The JSON Schemas of the files that authors of endpoints write. */

import { fileSchema } from './emission.ts';
import { ENDPOINT } from './files/endpoint.ts';
import { sourcesFile } from './files/sources.ts';
import type { JsonSchema, OpenSets } from './json-schema.ts';

export function endpointSchema(open: OpenSets): JsonSchema {
  return fileSchema(ENDPOINT, open);
}

export function sourcesSchema(open: OpenSets): JsonSchema {
  return fileSchema(sourcesFile(open.dialects), open);
}
