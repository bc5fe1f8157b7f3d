/** The JSON Schema of a row: every value as the service writes it. */
import type { Encoding, Scalar } from '../../ir.ts';
import type { ManifestColumn, ManifestEndpoint, ManifestField } from '../../manifest.ts';
import { sentences } from '../../words.ts';
import type { Schema } from './document-types.ts';
import { markdown } from './markdown.ts';

/** A row of an endpoint. All keys are always there. */
export function rowSchema({ name, columns }: Pick<ManifestEndpoint, 'name' | 'columns'>): Schema {
  return { description: `A row of \`${name}\`.`, ...objectOf(columns, columnSchema) };
}

function objectOf<T extends ManifestField>(
  fields: readonly T[],
  schemaOf: (field: T) => Schema,
): Schema {
  return {
    type: 'object',
    required: fields.map(({ name }) => name),
    properties: Object.fromEntries(fields.map(field => [field.name, schemaOf(field)])),
  };
}

function columnSchema(column: ManifestColumn): Schema {
  return valueSchema(column, column.encode);
}

/** Inside a record nothing has an encoding of its own. */
function fieldSchema(field: ManifestField): Schema {
  return valueSchema(field, field.type === 'timestamp' ? 'rfc3339' : 'plain');
}

function valueSchema(field: ManifestField, encode: Encoding): Schema {
  const { type, description = null, unit = null } = field;
  const schema =
    type === 'record' ? objectOf(field.fields ?? [], fieldSchema) : SCHEMA_OF[type](encode);
  const words = sentences(
    description === null ? null : markdown(description),
    schema.description ?? null,
    unit === null ? null : `Unit: ${markdown(unit)}.`,
  );
  return {
    ...(mayBeNull(field) ? orNull(schema) : schema),
    ...(words === '' ? {} : { description: words }),
    ...(unit === null ? {} : { 'x-unit': unit }),
  };
}

/** NaN and the infinities are stored values of a float64 that is never NULL, and are answered as `null`. */
function mayBeNull({ type, nullable }: ManifestField): boolean {
  return nullable || type === 'float64';
}

/** A schema without a type says anything, `null` included. */
function orNull(schema: Schema): Schema {
  const { type, ...rest } = schema;
  if (type === undefined || Array.isArray(type)) return schema;
  // Only the types that stand below, of which none is an array.
  return { type: [type, 'null'], ...rest } as Schema;
}

/** An integer beyond these is the error `unsafe_integer`, never rounded. */
const SAFE_INTEGER: Schema = {
  type: 'integer',
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};
const DIGITS: Schema = { type: 'string', pattern: '^-?[0-9]+$' };

/**
 * Where a schema has no example, reference pages make one up: the least of all integers, the moment of reading, or `null`. The
 * instants and the day here are one.
 */
const INSTANT = '2026-01-15T10:07:00Z';
const DAY = '2026-01-15';
const MILLIS = Date.parse(INSTANT);

const SCHEMA_OF: Readonly<Record<Scalar, (encode: Encoding) => Schema>> = {
  string: () => ({ type: 'string', examples: ['text'] }),
  int64: encode =>
    encode === 'string'
      ? integerText('A whole number as text', '1')
      : { ...SAFE_INTEGER, examples: [1] },
  float64: () => ({ type: 'number', format: 'double', examples: [1.5] }),
  bool: () => ({ type: 'boolean', examples: [true] }),
  timestamp: timestampSchema,
  date: () => ({ type: 'string', format: 'date', examples: [DAY] }),
  json: () => ({ description: 'Any JSON, as it is stored.' }),
};

function timestampSchema(encode: Encoding): Schema {
  switch (encode) {
    case 'epoch_micros':
      return epoch('Microseconds', encode, MILLIS * 1_000);
    case 'epoch_millis':
      return epoch('Milliseconds', encode, MILLIS);
    case 'string':
      return integerText('Microseconds since 1970 UTC as text', `${MILLIS}000`);
    case 'rfc3339':
    case 'plain':
      return { type: 'string', format: 'date-time', examples: [INSTANT] };
  }
}

function epoch(unit: string, encode: Encoding, example: number): Schema {
  const description = `${unit} since 1970 UTC.`;
  return { ...SAFE_INTEGER, examples: [example], description, 'x-quern-encode': encode };
}

function integerText(what: string, example: string): Schema {
  const description = `${what}.`;
  return { ...DIGITS, examples: [example], description, 'x-quern-encode': 'string' };
}
