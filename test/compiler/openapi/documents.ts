/** The documents of two projects, and where in them their parts are. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type {
  OpenApiDocument,
  OperationParameter,
  Schema,
} from '../../../generator/emitters/openapi/document-types.ts';
import {
  compiled,
  documentFrom,
  EVERYTHING_INPUTS,
  ownInputs,
} from '../../support/openapi-fixture.ts';

export const own = compiled(ownInputs());
export const everything = compiled(EVERYTHING_INPUTS);
export const ownDocument = documentFrom(own);
export const everyDocument = documentFrom(everything);

/** What a reference of the document stands for. */
export function resolved(document: OpenApiDocument, $ref: string): unknown {
  const parts = $ref.replace(/^#\//, '').split('/');
  return parts.reduce<unknown>((at, part) => Object(at)[part], document);
}

export function operationOf(document: OpenApiDocument, path: string) {
  const operation = document.paths[path]?.get;
  if (operation === undefined) throw new Error(`there is no ${path}`);
  return operation;
}

/** A parameter with its schema in place of references to it. */
export type WholeParameter = OperationParameter & { readonly schema: Schema };

/** The endpoint's own parameters: without the one that chooses the format of the rows. */
export function parametersOf(document: OpenApiDocument, path: string): readonly WholeParameter[] {
  const { parameters = [] } = operationOf(document, path);
  return parameters.flatMap(found =>
    '$ref' in found ? [] : [{ ...found, schema: wholeSchema(document, found.schema) }],
  );
}

/** The words of a component are those of the parameter, which has them itself. */
function wholeSchema(document: OpenApiDocument, schema: object): Schema {
  if ('items' in schema)
    return { ...schema, items: wholeSchema(document, Object(schema.items)) } as Schema;
  if (!('$ref' in schema)) return schema;
  const { description: _, ...whole } = Object(resolved(document, String(schema.$ref)));
  return whole;
}

export function rowOf(document: OpenApiDocument, path: string): Schema {
  const { responses = {} } = operationOf(document, path);
  const answer = Object(resolved(document, Object(responses['200']).$ref));
  const { schema } = answer.content['application/json'];
  const { properties } = Object(resolved(document, schema.$ref));
  return resolved(document, properties.result.items.$ref) as Schema;
}

/** The text that a renderer shows, by the rules of CommonMark. */
export function rendered(text: string): string {
  return text.replace(
    /\\([!-/:-@[-`{-~])|&(?:(lt|amp);|#(9|32);)/g,
    (_, mark, name, code) =>
      mark ??
      (code === undefined ? { lt: '<', amp: '&' }[String(name)] : String.fromCharCode(code)),
  );
}

const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3}(?:\d{3})?)?Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
};

/** Knows the document's formats and extensions, and nothing that a reader of JSON Schema would not. */
const validators = new Map<OpenApiDocument, Map<string, ValidateFunction>>();

/** Compiled once for a document and a reference. */
export function validatorOf(document: OpenApiDocument, $ref: string): ValidateFunction {
  const known = validators.get(document) ?? new Map<string, ValidateFunction>();
  validators.set(document, known);
  const validator = known.get($ref) ?? newValidator(document, $ref);
  known.set($ref, validator);
  return validator;
}

function newValidator(document: OpenApiDocument, $ref: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: FORMATS });
  ajv.addFormat('int64', { type: 'number', validate: Number.isInteger });
  ajv.addFormat('double', { type: 'number', validate: Number.isFinite });
  ajv.addVocabulary(['x-unit', 'x-quern-encode', 'components']);
  ajv.addSchema({ components: { schemas: document.components.schemas } }, 'document');
  return ajv.compile({ $ref: `document${$ref}` });
}

export function referenceOfRow(document: OpenApiDocument, name: string): string {
  const { responses = {} } = operationOf(document, `/api/endpoints/${name}`);
  return `${Object(responses['200']).$ref}`.replace('/responses/', '/schemas/').slice(0, -1);
}
