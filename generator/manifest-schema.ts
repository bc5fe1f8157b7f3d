/** The JSON Schema of `generated/manifest.json`, written from the types of `manifest.ts`. */
import { ENCODINGS, SCALARS } from './ir.ts';
import { MANIFEST_FORMAT } from './manifest.ts';

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
const maybeText: Schema = { type: ['string', 'null'] };
const flag: Schema = { type: 'boolean' };
const whole: Schema = { type: 'integer', minimum: 0 };
const list = (items: Schema): Schema => ({ type: 'array', items });
const byName = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });
const part = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

/** An object with exactly `required` and, where given, `optional` members. */
function object(
  required: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

const described = {
  name: text,
  type: { enum: [...SCALARS, 'record'] },
  nullable: flag,
};
const said = { description: text, unit: text };

const binding = object(
  { name: text, from: { enum: ['param', 'clock'] }, scalar: { enum: SCALARS } },
  { when: list(text) },
);

const param = object({
  name: text,
  type: text,
  scalar: { enum: SCALARS },
  values: { type: ['array', 'null'], items: text },
  required: flag,
  default: maybeText,
  otherwise: { enum: ['reject', 'default'] },
  constraints: object(
    {},
    { min: text, max: text, minLength: whole, maxLength: whole, pattern: text },
  ),
  description: maybeText,
  example: maybeText,
  deprecated: flag,
});

const engine = object({
  saved: part('statement'),
  choices: list(text),
  texts: list(text),
  statements: byName(part('statement')),
});

const endpoint = object({
  name: text,
  id: text,
  hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  summary: maybeText,
  description: maybeText,
  params: list(part('param')),
  columns: list(part('column')),
  limit: { type: ['integer', 'null'], minimum: 1 },
  maxRows: { type: 'integer', minimum: 1 },
  cache: { ...object({ ttl: whole, refresh: whole }), type: ['object', 'null'] },
  sandbox: flag,
  source: text,
  views: list(text),
  engines: byName(part('engine')),
});

const source = object({
  title: maybeText,
  description: maybeText,
  columns: list(part('field')),
  tables: byName(object({ table: list(text), records: { enum: ['nested', 'repeated'] } })),
});

export const MANIFEST_SCHEMA: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'The manifest of a quern project',
  ...object({
    format: { const: MANIFEST_FORMAT },
    sources: byName(part('source')),
    endpoints: list(part('endpoint')),
  }),
  $defs: {
    binding,
    param,
    engine,
    endpoint,
    source,
    field: object(described, { ...said, fields: list(part('field')) }),
    column: object(
      { ...described, encode: { enum: ENCODINGS } },
      { ...said, fields: list(part('field')) },
    ),
    statement: object({ sql: list(part('segment')), bind: list(part('binding')) }),
    segment: { oneOf: [whole, object({ when: text, sql: whole })] },
  },
};
