/** Whether a JSON value is a manifest, by the schema that ships with it. */
import { createRequire } from 'node:module';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { MANIFEST_SCHEMA } from '../../generator/core/manifest-schema.ts';

const load = createRequire(import.meta.url);

/** The first fault of a manifest in words, with its path; `null` for a valid manifest. */
export function manifestFault(value: unknown): string | null {
  // loaded here, because a manifest as it was generated is not checked again
  const { Ajv2020 }: typeof import('ajv/dist/2020.js') = load('ajv/dist/2020.js');
  // Union types are how the schema allows null for a member.
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(MANIFEST_SCHEMA);
  if (validate(value)) return null;
  const [error] = validate.errors ?? [];
  return error === undefined ? 'it is not a manifest' : words(error);
}

function words({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath === '' ? 'the whole' : `\`${instancePath.slice(1)}\``;
  if (keyword === 'required') return `${path} lacks \`${params['missingProperty']}\``;
  if (keyword === 'additionalProperties') {
    return `${path} has \`${params['additionalProperty']}\`, which is unknown`;
  }
  return `${path} breaks \`${keyword}\` of its schema`;
}
