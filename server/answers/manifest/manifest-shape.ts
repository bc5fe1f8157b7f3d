/** Checks whether JSON values are a manifest, by the schema that is shipped with it. */
import { createRequire } from 'node:module';
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import {
  MANIFEST_SCHEMA,
  OLD_MANIFEST_SCHEMA,
} from '../../../generator/core/output/manifest-schema.ts';

import { matcherOf, type PlainSchema, type SchemaDefinitions } from './manifest-match.ts';

const load = createRequire(import.meta.url);

const compiledIndexFault = faultBy(ajv => ajv.compile(part('index')));
/** Returns the first fault of the definition of an endpoint as text, with its path; `null` if it is valid. */
export const definitionFault = faultBy(ajv => ajv.compile(part('endpoint')));
/** Does the same for a manifest of format 2. */
export const oldManifestFault = faultBy(ajv => ajv.compile(OLD_MANIFEST_SCHEMA));

/** Does the same for an index. Each start checks one, so that a valid one is checked without compiling the schema. */
export function indexFault(value: unknown): string | null {
  const { $defs } = MANIFEST_SCHEMA;
  // the cast is safe, because a schema with other keywords throws
  const matches = matcherOf($defs.index as PlainSchema, $defs as SchemaDefinitions);
  return matches(value) ? null : compiledIndexFault(value);
}

function part(name: 'index' | 'endpoint') {
  const { $schema, $defs } = MANIFEST_SCHEMA;
  return { $schema, $ref: `#/$defs/${name}`, $defs };
}

function faultBy(compile: (ajv: Ajv2020) => ValidateFunction): (value: unknown) => string | null {
  let compiled: ValidateFunction | null = null;
  return value => {
    compiled ??= compile(newAjv());
    const validate = compiled;
    if (validate(value)) return null;
    const [error] = validate.errors ?? [];
    return error === undefined ? 'it does not match its schema' : words(error);
  };
}

function newAjv(): Ajv2020 {
  // loaded only here, because an unchanged generated manifest is not checked
  const ajv: typeof import('ajv/dist/2020.js') = load('ajv/dist/2020.js');
  // The schema uses union types to allow null for a member.
  return new ajv.Ajv2020({ allowUnionTypes: true });
}

function words({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath === '' ? 'the whole' : `\`${instancePath.slice(1)}\``;
  if (keyword === 'required') return `${path} lacks \`${params['missingProperty']}\``;
  if (keyword === 'additionalProperties') {
    return `${path} has \`${params['additionalProperty']}\`, which is unknown`;
  }
  return `${path} breaks \`${keyword}\` of its schema`;
}
