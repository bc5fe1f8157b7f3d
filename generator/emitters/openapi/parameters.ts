/** The parameters of an endpoint as a caller writes them into the query string. */
import type { Param } from '../../core/endpoint.ts';
import type { ManifestParam } from '../../core/manifest.ts';
import type { Value } from '../../core/scalar.ts';
import { sentences } from '../../core/words.ts';
import { paramType } from '../../params/index.ts';
import { enumDescriptions } from './definition.ts';
import type { Definition, Parameter, Schema } from './document-types.ts';
import { markdown } from './markdown.ts';

/** One parameter; `constraints` are the manifest's, in text form. */
export function parameterOf(
  param: Param,
  { constraints }: Pick<ManifestParam, 'constraints'>,
  definition: Definition,
): Parameter {
  const { name, required, description, deprecated, otherwise } = param;
  const schema = parameterSchema(param);
  const meanings = enumDescriptions(definition, name);
  const words = sentences(
    description === null ? null : markdown(description),
    ...unspoken(param, schema),
  );
  return {
    name,
    in: 'query',
    ...(words === '' ? {} : { description: words }),
    required,
    ...(deprecated ? { deprecated } : {}),
    schema: {
      ...schema,
      'x-quern-type': param.type,
      ...(Object.keys(meanings).length === 0 ? {} : { 'x-enumDescriptions': meanings }),
      ...(Object.keys(constraints).length === 0 ? {} : { 'x-quern-constraints': constraints }),
    },
    ...exampleOf(param),
    ...(param.values === null ? {} : { 'x-quern-otherwise': otherwise }),
  };
}

function parameterSchema(param: Param): Schema {
  const type = paramType(param.type);
  // A parameter type gives JSON Schema 2020-12, which OpenAPI 3.1 takes as it is.
  const schema = exactOnly(type.schema(param)) as Schema;
  if (param.default === null) return schema;
  const value = jsonValue(param, param.default);
  return value === undefined
    ? { ...schema, 'x-quern-default': type.format(param.default) }
    : { ...schema, default: value };
}

function exampleOf(param: Param): Pick<Parameter, 'example' | 'x-quern-example'> {
  if (param.example === null) return {};
  const value = jsonValue(param, param.example);
  return value === undefined
    ? { 'x-quern-example': paramType(param.type).format(param.example) }
    : { example: value };
}

/** Bounds of integers beyond 2^53 lose digits on their way through JSON, so they stand in words alone. */
function exactOnly(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (schema['type'] !== 'integer') return schema;
  const kept = Object.entries(schema).filter(
    ([, value]) => typeof value !== 'number' || Number.isSafeInteger(value),
  );
  return Object.fromEntries(kept);
}

/** A value in JSON; `undefined` where no JSON number is that very value. */
function jsonValue(param: Param, value: Value): string | number | boolean | undefined {
  if (param.scalar === 'int64') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : undefined;
  }
  return typeof value === 'bigint' ? paramType(param.type).format(value) : value;
}

/** What the schema does not say: JSON Schema has no bounds for instants, and ECMA-262 not all patterns of RE2. */
function unspoken(param: Param, schema: Schema): readonly string[] {
  const { min, max, pattern } = param.constraints;
  const shown = (value: Value) => markdown(paramType(param.type).format(value));
  const fallback = param.default === null ? null : shown(param.default);
  return [
    ...(param.scalar === 'timestamp'
      ? ['ISO 8601; UTC where it has no offset, which is at most 14:00.']
      : []),
    ...(min === null || schema.minimum !== undefined ? [] : [`At least ${shown(min)}.`]),
    ...(max === null || schema.maximum !== undefined ? [] : [`At most ${shown(max)}.`]),
    ...(pattern === null || schema.pattern !== undefined
      ? []
      : [`The whole matches the RE2 pattern ${markdown(pattern)}`]),
    ...(fallback === null || schema.default !== undefined ? [] : [`Absent means ${fallback}.`]),
    ...(param.otherwise === 'reject' ? [] : [`Any other value means ${fallback}.`]),
  ];
}
