/** Checks whether a JSON value is a manifest, by the schema that is shipped with it. */
import { createRequire } from 'node:module';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { MANIFEST_SCHEMA } from '../../generator/core/output/manifest-schema.ts';

const load = createRequire(import.meta.url);

/** Returns the first fault of a manifest as text, with its path; `null` for a valid manifest. */
export function manifestFault(value: unknown): string | null {
  compiled ??= compileSchema();
  const validate = compiled;
  if (validate(value)) return null;
  const [error] = validate.errors ?? [];
  return error === undefined ? 'it is not a manifest' : words(error);
}

let compiled: ValidateFunction | null = null;

function compileSchema(): ValidateFunction {
  // loaded only here, because an unchanged generated manifest is not checked
  const { Ajv2020 }: typeof import('ajv/dist/2020.js') = load('ajv/dist/2020.js');
  // The schema uses union types to allow null for a member.
  return new Ajv2020({ allowUnionTypes: true }).compile(MANIFEST_SCHEMA);
}

function words({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath === '' ? 'the whole' : `\`${instancePath.slice(1)}\``;
  if (keyword === 'required') return `${path} lacks \`${params['missingProperty']}\``;
  if (keyword === 'additionalProperties') {
    return `${path} has \`${params['additionalProperty']}\`, which is unknown`;
  }
  return `${path} breaks \`${keyword}\` of its schema`;
}
