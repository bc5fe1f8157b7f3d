/** Checks a tree against a JSON Schema. */
import { createRequire } from 'node:module';
import { Validator } from '@cfworker/json-schema';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../schema/parts.ts';

const load = createRequire(import.meta.url);

/** All errors in data according to a schema; empty if the data fits. */
export type ShapeErrors = (data: unknown) => readonly ErrorObject[];

/**
 * A compiled schema finds all errors, but compiling takes a tenth of a second. A mere check whether data fits needs no compiling, but takes
 * longer for each file. A schema is compiled as soon as data does not fit, or for many files.
 */
export function shapeErrors(schema: JsonSchema): ShapeErrors {
  const fits = fitting(schema);
  let validate: ValidateFunction | null = null;
  let count = 0;
  return data => {
    count += 1;
    if (validate === null && count <= FEW && fits(data)) return [];
    validate ??= compiled(schema);
    return validate(data) ? [] : (validate.errors ?? []);
  };
}

const FEW = 50;

/** A check whether data fits a schema, without compiling the schema. */
export function fitting(schema: JsonSchema): (data: unknown) => boolean {
  const validator = new Validator(schema, '2020-12');
  return data => validator.validate(data).valid;
}

function compiled(schema: JsonSchema): ValidateFunction {
  const { Ajv2020 }: typeof import('ajv/dist/2020.js') = load('ajv/dist/2020.js');
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    ownProperties: true,
    strict: true,
    // branches of `if` require keys that the surrounding mapping declares
    strictRequired: false,
    allowUnionTypes: true,
    // A definition with several keywords becomes one function for all its uses, so there is less code. Definitions of key names are
    // inlined, because only then do errors contain the wrong name.
    inlineRefs: 8,
    // compiling takes longer than checking thousands of files, and optimizing would double it
    code: { optimize: false },
  });
  return ajv.compile(schema);
}
