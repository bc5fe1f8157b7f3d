/** Definitions that several schemas of the specification share, and the patterns of their texts. */

export type JsonSchema = Readonly<Record<string, unknown>>;

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

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
  duration: {
    title: 'Duration',
    description:
      'Seconds, minutes, hours, days, or weeks of 7 days: `900s`, `15m`, `1h`, `7d`, `2w`, or in words, `5 minutes`.',
    type: 'string',
    pattern: `^${DURATION}$`,
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;
export type PartName = keyof typeof PARTS;

/** A reference to a definition, with its own description if one is given. */
export function part(name: PartName, description?: string): JsonSchema {
  const reference = { $ref: `#/$defs/${name}` };
  return description === undefined ? reference : { ...reference, description };
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
