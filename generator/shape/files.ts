/** The JSON Schemas of the files that authors of endpoints write. */
import { ENDPOINT } from './clauses/endpoint.ts';
import { sourcesFile } from './clauses/sources.ts';
import { fileSchema } from './emission.ts';
import type { JsonSchema, Open } from './json-schema.ts';

export function endpointSchema(open: Open): JsonSchema {
  return fileSchema(ENDPOINT, open);
}

export function sourcesSchema(open: Open): JsonSchema {
  return fileSchema(sourcesFile(open.dialects), open);
}
