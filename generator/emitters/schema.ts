/** `generated/schema/`: the JSON Schemas of the files that authors write and of the manifest. */
import { DIALECTS, ENGINES } from '../../engines/index.ts';
import { planFile } from '../core/output/content.ts';
import { MANIFEST_SCHEMA } from '../core/output/manifest-schema.ts';
import { TYPE_NAMES } from '../params/index.ts';
import { projectSchema } from '../settings/project.ts';
import { endpointSchema, sourcesSchema } from '../shape/files.ts';
import type { JsonSchema } from '../shape/json-schema.ts';
import { CLIENT_LANGUAGES } from './clients/index.ts';
import type { Emitter } from './emitter.ts';

const dialects = [...DIALECTS.keys()];
const open = { dialects, paramTypes: TYPE_NAMES };

/** The schemas, by the kind of file that they describe. */
export const SCHEMAS = {
  endpoint: () => endpointSchema(open),
  sources: () => sourcesSchema(open),
  config: () => projectSchema([...CLIENT_LANGUAGES.values()], Object.values(ENGINES)),
  manifest: () => MANIFEST_SCHEMA,
} as const satisfies Readonly<Record<string, () => JsonSchema>>;

export default {
  name: 'schema',
  emit: () =>
    Object.entries(SCHEMAS).map(([name, schema]) =>
      planFile(`schema/${name}.schema.json`, printJsonSchema(schema())),
    ),
} satisfies Emitter;

export function printJsonSchema(schema: JsonSchema): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}
