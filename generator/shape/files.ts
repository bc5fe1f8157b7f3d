/** The JSON Schemas of the files that authors of endpoints write. */
import { ENDPOINT } from './clauses/endpoint.ts';
import { sourcesFile } from './clauses/sources.ts';
import { fileSchema } from './emission.ts';
import type { JsonSchema, OpenSets } from './json-schema.ts';

export function endpointSchema(open: OpenSets): JsonSchema {
  return fileSchema(ENDPOINT, open);
}

export function sourcesSchema(open: OpenSets): JsonSchema {
  return fileSchema(sourcesFile(open.dialects), open);
}
