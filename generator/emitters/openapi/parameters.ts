/** Describes an endpoint's parameters in the form that callers write in the query string. */

import type { ManifestParam } from '../../core/output/manifest.ts';
import type { Filter } from '../../core/plan/filters.ts';
import type { ListShape, Param } from '../../core/plan/param.ts';
import { sentences } from '../../core/report/words.ts';
import { isListValue, type ParamValue, type Value } from '../../core/types/scalar.ts';
import { paramType } from '../../params/index.ts';
import { textsOf } from '../../params/list.ts';
import { type FactWords, factsOf } from '../facts/facts.ts';
import { enumDescriptions } from './definition.ts';
import {
  componentReference,
  type EndpointFacts,
  type OperationParameter,
  type Reference,
  type Schema,
} from './document-types.ts';
import { markdown } from './texts/markdown.ts';

export interface DescribedParameter {
  readonly parameter: OperationParameter;
  /** The component to which the parameter refers. */
  readonly named: Readonly<Record<string, Schema>>;
}

/** Describes one parameter; `known` is its form in the manifest. The values of an enum may be a component. */
export function parameterOf(
  param: Param,
  known: ManifestParam,
  definition: EndpointFacts,
  component: string | undefined,
): DescribedParameter {
  const { name, required, description, deprecated, otherwise, list } = param;
  const { description: form = null, ...value } = valueSchema(param);
  const { constraints } = known;
  const meanings = enumDescriptions(definition, name);
  const byDefault = defaultOf(param, value);
  const words = sentences(
    description === null ? null : described(description, param.filter),
    ...factsOf(known, unspoken({ ...value, ...byDefault }, form)),
  );
  const spoken = words === '' ? {} : { description: words };
  const extended: Schema = {
    ...value,
    ...(list === null ? byDefault : {}),
    'x-quern-type': param.type,
    ...(Object.keys(meanings).length === 0 ? {} : { 'x-enumDescriptions': meanings }),
    ...(Object.keys(constraints).length === 0 ? {} : { 'x-quern-constraints': constraints }),
  };
  // not all generators read what stands beside a reference
  const named =
    component === undefined
      ? {}
      : { [component]: list === null ? { ...extended, ...spoken } : extended };
  const one = component === undefined ? extended : componentReference('schemas', component);
  const parameter: OperationParameter = {
    name,
    in: 'query',
    ...spoken,
    required,
    ...(deprecated ? { deprecated } : {}),
    ...styleOf(list),
    schema: list === null ? one : { ...listSchema(list, required, one), ...byDefault },
    ...exampleOf(param, value),
    ...(param.values === null || list !== null ? {} : { 'x-quern-otherwise': otherwise }),
    ...(param.aliases === undefined ? {} : { 'x-quern-aliases': param.aliases }),
    ...(param.filter === undefined ? {} : { 'x-quern-filter': param.filter }),
  };
  return { parameter, named };
}

/** The names in quern's own words about a filter become code; the author's words after them stay text. */
function described(description: string, filter: Filter | undefined): string {
  const codes = filter === undefined ? [] : [filter.name, ...namedBeside(filter)];
  return codes
    .map(code => `\`${code}\``)
    .reduce((text, code) => text.replace(markdown(code), () => code), markdown(description));
}

function namedBeside({ chosen, operator }: Filter): readonly string[] {
  if (chosen !== undefined) return [chosen.by, ...Object.keys(chosen.operators), 'key=value'];
  return operator === 'like' || operator === 'not_like' ? ['%', '_'] : ['key=value'];
}

/** Returns the schema of the value, or of each item of a list. */
function valueSchema(param: Param): Schema {
  // A parameter type returns JSON Schema 2020-12, which OpenAPI 3.1 accepts unchanged.
  const schema = exactOnly(paramType(param.type).schema(param)) as Schema;
  return param.required && param.list === null ? neverEmpty(schema) : schema;
}

/** The minimum length of a required value: `readParam` treats an empty text, and an empty list item, as absent. */
const GIVEN = 1;

/** A format leaves out the empty text by itself, and clients with a type for it cannot count its characters. */
export function neverEmpty(schema: Schema): Schema {
  const { type, enum: choices, format, minLength = 0 } = schema;
  const isAnyText = type === 'string' && choices === undefined && format === undefined;
  return isAnyText ? { ...schema, minLength: Math.max(minLength, GIVEN) } : schema;
}

function listSchema(
  { minItems, maxItems }: ListShape,
  required: boolean,
  items: Schema | Reference,
): Schema {
  const least = Math.max(minItems, required ? GIVEN : 0);
  return { type: 'array', items, ...(least === 0 ? {} : { minItems: least }), maxItems };
}

/** The separators that OpenAPI supports. With any of them, a name may also be repeated. */
const STYLES: Readonly<Record<string, string | undefined>> = {
  ',': 'form',
  ' ': 'spaceDelimited',
  '|': 'pipeDelimited',
};

function styleOf(list: ListShape | null): Pick<OperationParameter, 'style' | 'explode'> {
  if (list === null) return {};
  const style = STYLES[list.separator ?? ''];
  return style === undefined ? { style: 'form', explode: true } : { style, explode: false };
}

function defaultOf(param: Param, of: Schema): Pick<Schema, 'default' | 'x-quern-default'> {
  if (param.moving !== undefined) return { 'x-quern-default': param.moving.text };
  if (param.default === null) return {};
  const value = jsonValue(param, param.default, of);
  // a generator for Kotlin would write the number in place of its enum
  const isNumbered = of.enum !== undefined && typeof value === 'number';
  return value === undefined || isNumbered
    ? { 'x-quern-default': textsOf(param, param.default) }
    : { default: value };
}

function exampleOf(
  param: Param,
  schema: Schema,
): Pick<OperationParameter, 'example' | 'x-quern-example'> {
  if (param.example === null) return {};
  const value = jsonValue(param, param.example, schema);
  return value === undefined
    ? { 'x-quern-example': textsOf(param, param.example) }
    : { example: value };
}

/** Removes integer bounds beyond 2^53, which lose digits in JSON. They are described only in words. */
function exactOnly(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (schema['type'] !== 'integer') return schema;
  const kept = Object.entries(schema).filter(
    ([, value]) => typeof value !== 'number' || Number.isSafeInteger(value),
  );
  return Object.fromEntries(kept);
}

type JsonScalar = string | number | boolean;

/** Converts a value to JSON of the schema's type; `undefined` if no JSON number has exactly that value. */
function jsonValue(
  param: Param,
  value: ParamValue,
  schema: Schema,
): JsonScalar | readonly JsonScalar[] | undefined {
  if (!isListValue(value)) return jsonScalar(param, value, schema);
  const items = value.map(item => jsonScalar(param, item, schema));
  const exact = items.filter(item => item !== undefined);
  return exact.length === items.length ? exact : undefined;
}

function jsonScalar({ type }: Param, value: Value, schema: Schema): JsonScalar | undefined {
  if (schema.type === 'string') return paramType(type).format(value);
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/**
 * Words the facts that the schema's keywords cannot express: JSON Schema has no bounds for instants, and ECMA-262 does not
 * support all RE2 patterns.
 */
function unspoken(schema: Schema, form: string | null): FactWords<string> {
  const unless = (isSaid: boolean, words: string) => (isSaid ? null : words);
  return {
    note: markdown,
    form: () => form,
    min: value => unless(schema.minimum !== undefined, `At least ${markdown(value)}.`),
    max: value => unless(schema.maximum !== undefined, `At most ${markdown(value)}.`),
    step: () => 'Must divide a day or be a number of whole days.',
    pattern: pattern =>
      unless(
        schema.pattern !== undefined,
        `The whole text must match the RE2 pattern ${markdown(pattern)}`,
      ),
    default: value => unless(schema.default !== undefined, `Absent means ${markdown(value)}.`),
    otherwise: value => `Any other value means ${markdown(value)}.`,
    values: values => unless(schema.enum !== undefined, `One of ${markdown(values.join(', '))}.`),
    aliases: pairs =>
      pairs.map(([alias, value]) => `${markdown(alias)} means ${markdown(value)}.`).join(' '),
    // expressed by keywords of the schema or of the parameter
    required: null,
    deprecated: null,
    minLength: null,
    maxLength: null,
    example: null,
    minItems: null,
    maxItems: null,
    separator: separator =>
      unless(
        STYLES[separator] !== undefined,
        `Items may also be separated by ${markdown(separator)}`,
      ),
  };
}
