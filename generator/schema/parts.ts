/** Definitions that several schemas of the specification share, and the patterns of their texts. */

export type JsonSchema = Readonly<Record<string, unknown>>;

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const COUNT = '[1-9][0-9]{0,8}';
const DURATION = `${COUNT}([smhdw]| (second|minute|hour|day|week)s?)`;

/** Definitions by name. An error in a value of one of them is reported in the definition's words; see `validate/faults/part-faults.ts`. */
export const PARTS = {
  name: {
    title: 'Name',
    description: 'Letters, digits and `_`, not beginning with a digit; at most 128 characters.',
    type: 'string',
    pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
    maxLength: 128,
  },
  endpointName: {
    title: 'Endpoint name',
    description:
      'Lower-case letters, digits, `_` and `-`, in parts joined by `.`, beginning with a letter; at most 128 characters. Not `query`, `schema` or a UUID.',
    type: 'string',
    pattern: `^(?!(?:query|schema)$)(?!${UUID}$)[a-z][a-z0-9_-]*(\\.[a-z0-9_-]+)*$`,
    maxLength: 128,
  },
  id: {
    title: 'Identifier',
    description: 'A UUID. It stays the same when the endpoint is renamed.',
    type: 'string',
    pattern: `^${UUID}$`,
  },
  duration: {
    title: 'Duration',
    description:
      'Seconds, minutes, hours, days, or weeks of 7 days: `900s`, `15m`, `1h`, `7d`, `2w`, or in words, `5 minutes`.',
    type: 'string',
    pattern: `^${DURATION}$`,
  },
  refresh: {
    title: 'Duration or 0',
    description: 'A duration, or 0 for none.',
    type: ['string', 'integer'],
    pattern: `^(0s?|${DURATION})$`,
    minimum: 0,
    maximum: 0,
  },
  step: {
    title: 'Step of time',
    description:
      '`second`, `minute`, `hour`, `day` or `week`, or a whole number of seconds, minutes or hours that divides a day, such as `5 minutes`. Counted from midnight UTC; a week starts on Monday.',
    type: 'string',
    pattern: `^(second|minute|hour|day|week|1([dw]| (day|week)s?)|${COUNT}([smh]| (second|minute|hour)s?))$`,
  },
  bucketStep: {
    title: 'Step of buckets',
    description:
      '`second`, `minute`, `hour`, `day`, `week`, `month`, `quarter` or `year`; a whole number of seconds, minutes or hours that divides a day, such as `5 minutes`; or whole days or weeks, such as `3 days`, counted from 1970-01-01. A week starts on Monday.',
    type: 'string',
    pattern: `^((1 )?(month|quarter|year)|second|minute|hour|day|week|${COUNT}([smhdw]| (second|minute|hour|day|week)s?))$`,
  },
  path: {
    title: 'Path of a column',
    description: 'The name of a column, then the names of nested fields, joined by dots.',
    type: 'string',
    pattern: '^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$',
  },
  order: {
    title: 'Sort key',
    description:
      'The name of an output column, optionally followed by `asc` or `desc` (descending), in any letter case.',
    type: 'string',
    pattern: '^[A-Za-z_][A-Za-z0-9_]*( ([Aa][Ss][Cc]|[Dd][Ee][Ss][Cc]))?$',
  },
  testName: {
    title: 'Name of a test',
    description: 'The rule that the test shows: one line of at most 128 characters.',
    type: 'string',
    pattern: '^[^\\t\\n]+$',
    maxLength: 128,
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;
export type PartName = keyof typeof PARTS;

/** A reference to a definition, with its own description if one is given. */
export function part(name: PartName, description?: string): JsonSchema {
  const reference = { $ref: `#/$defs/${name}` };
  return description === undefined ? reference : { ...reference, description };
}

/** A reference to a definition that errors do not mention. It only exists so that the schema contains it once. */
export function definition(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}

/** A non-empty text. */
export function wordsSchema(description: string): JsonSchema {
  return { type: 'string', minLength: 1, description };
}

/** The same schema, which also accepts `null`. */
export function nullableSchema(schema: JsonSchema): JsonSchema {
  return { ...schema, type: [schema['type'], 'null'] };
}

/** A closed mapping: it may have only these keys. */
export function mapping(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** A mapping whose keys are names. */
export function namedSchema(value: JsonSchema, description: string): JsonSchema {
  return {
    type: 'object',
    propertyNames: part('name'),
    additionalProperties: value,
    description,
  };
}

/** Exactly one of several keys. */
export function eitherSchema(...keys: readonly string[]) {
  return { oneOf: keys.map(key => ({ required: [key] })) };
}
