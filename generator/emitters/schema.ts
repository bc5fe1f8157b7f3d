/** `generated/schema/`: the JSON Schemas of what an author writes and of the manifest. */
import { DIALECTS, ENGINES } from '../../engines/dialects.ts';
import { MANIFEST_SCHEMA } from '../core/manifest-schema.ts';
import { TYPE_NAMES } from '../params/index.ts';
import { configSchema } from '../schema/config-schema.ts';
import { endpointSchema } from '../schema/endpoint-schema.ts';
import { sourcesSchema } from '../schema/sources-schema.ts';
import { CLIENT_LANGUAGES } from './clients/index.ts';
import type { Emitter } from './emitter.ts';

export default {
  name: 'schema',
  emit: () => {
    const dialects = [...DIALECTS.keys()];
    const open = { dialects, paramTypes: TYPE_NAMES };
    return [
      file('endpoint', endpointSchema(open)),
      file('sources', sourcesSchema(open)),
      file(
        'config',
        configSchema(dialects, [...CLIENT_LANGUAGES.values()], Object.values(ENGINES)),
      ),
      file('manifest', MANIFEST_SCHEMA),
    ];
  },
} satisfies Emitter;

function file(name: string, schema: Readonly<Record<string, unknown>>) {
  return { path: `schema/${name}.schema.json`, text: `${JSON.stringify(schema, null, 2)}\n` };
}
