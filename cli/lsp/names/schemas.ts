/** The keys and values that quern's JSON Schemas allow at a place of a file. */
import { DIALECTS, ENGINES } from '../../../engines/index.ts';
import { isSourcesFile } from '../../../generator/compile-specs.ts';
import { CLIENT_LANGUAGES } from '../../../generator/emitters/clients/index.ts';
import { TYPE_NAMES } from '../../../generator/params/index.ts';
import { projectSchema } from '../../../generator/settings/project.ts';
import { endpointSchema, sourcesSchema } from '../../../generator/shape/files.ts';
import type { JsonSchema } from '../../../generator/shape/json-schema.ts';
import { CONFIG_FILE } from '../../project/config-file.ts';
import type { TreePath } from './tree.ts';

const OPEN = { dialects: [...DIALECTS.keys()], paramTypes: TYPE_NAMES };
const SCHEMAS = {
  sources: once(() => sourcesSchema(OPEN)),
  endpoint: once(() => endpointSchema(OPEN)),
  config: once(() => projectSchema([...CLIENT_LANGUAGES.values()], Object.values(ENGINES))),
};

function once(make: () => JsonSchema): () => JsonSchema {
  let made: JsonSchema | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

function schemaOf(file: string): JsonSchema {
  if (file.endsWith(CONFIG_FILE)) return SCHEMAS.config();
  return isSourcesFile(file) ? SCHEMAS.sources() : SCHEMAS.endpoint();
}

/** A key that a mapping may have. */
interface Key {
  readonly name: string;
  readonly description: string | null;
  /** Whether its value continues on the lines below. */
  readonly holdsMore: boolean;
}

/** The keys that the mapping at the end of a path may have. */
export function keysAt(file: string, path: TreePath): readonly Key[] {
  const keys = new Map<string, Key>();
  for (const schema of schemasAt(file, path)) {
    for (const [name, property] of Object.entries(propertiesOf(schema))) {
      if (property === false || keys.has(name)) continue;
      const all = expanded(schemaOf(file), property);
      const described = all.find(one => typeof one['description'] === 'string');
      keys.set(name, {
        name,
        description: described === undefined ? null : String(described['description']),
        holdsMore:
          all.length > 0 &&
          all.every(({ type }) => type === undefined || type === 'object' || type === 'array'),
      });
    }
  }
  return [...keys.values()];
}

/** The values of a closed list that the scalar at the end of a path may have. */
export function valuesAt(file: string, path: TreePath): readonly string[] {
  const values = schemasAt(file, path).flatMap(schema => {
    if (Array.isArray(schema['enum'])) return schema['enum'].map(String);
    return [schema['type']].flat().includes('boolean') ? ['true', 'false'] : [];
  });
  return [...new Set(values)].filter(value => value !== '');
}

/** The description of the key at the end of a path. */
export function descriptionAt(file: string, path: TreePath): string | null {
  const name = path.at(-1);
  return keysAt(file, path.slice(0, -1)).find(key => key.name === name)?.description ?? null;
}

/** All schemas that apply to the value at the end of a path, including those of alternatives. */
function schemasAt(file: string, path: TreePath): readonly JsonSchema[] {
  const root = schemaOf(file);
  let schemas = expanded(root, root);
  for (const part of path) {
    const below = schemas.flatMap(schema => belowOf(schema, part));
    schemas = below.flatMap(schema => expanded(root, schema));
  }
  return schemas;
}

function belowOf(schema: JsonSchema, part: string | number): readonly unknown[] {
  if (typeof part === 'number') return [schema['items']];
  const property = propertiesOf(schema)[part];
  return property === undefined ? [schema['additionalProperties']] : [property];
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, unknown>> {
  return Object(schema['properties']);
}

const ALTERNATIVES = ['allOf', 'anyOf', 'oneOf', 'then', 'else'];

/** A schema, the schemas that it refers to, and its parts. */
function expanded(root: JsonSchema, schema: unknown, depth = 0): readonly JsonSchema[] {
  if (typeof schema !== 'object' || schema === null || depth > 12) return [];
  const own = schema as JsonSchema;
  const reference = own['$ref'];
  const referred = typeof reference === 'string' ? [definition(root, reference)] : [];
  const parts = ALTERNATIVES.flatMap(name => [own[name] ?? []].flat());
  return [own, ...[...referred, ...parts].flatMap(one => expanded(root, one, depth + 1))];
}

function definition(root: JsonSchema, reference: string): unknown {
  return Object(root['$defs'])[reference.slice('#/$defs/'.length)];
}
