/** The JSON Schema of a row, with every value in the form that the service writes. */

import type { ManifestEndpoint } from '../../core/output/manifest.ts';
import { sentences } from '../../core/report/words.ts';
import { type Encoding, held, type Scalar } from '../../core/types/scalar.ts';
import {
  type EmittedColumn,
  ENCODED,
  factOf,
  hasOpenRows,
  holdsNull,
  mayBeNull,
  meaningOf,
  readEncoding,
} from '../facts/columns.ts';
import type { Schema } from './document-types.ts';
import { markdown } from './texts/markdown.ts';

/** Returns the schema of an endpoint's row. All keys are always present. */
export function rowSchema(endpoint: Pick<ManifestEndpoint, 'name' | 'columns' | 'views'>): Schema {
  const { name, columns } = endpoint;
  if (hasOpenRows(endpoint)) {
    const description = `A row of \`${name}\`: its columns are those of the statement in \`sql\`.`;
    return { description, type: 'object', additionalProperties: true };
  }
  return { description: `A row of \`${name}\`.`, ...recordSchema(columns) };
}

function recordSchema(fields: readonly EmittedColumn[]): Schema {
  return {
    type: 'object',
    required: fields.map(({ name }) => name),
    properties: Object.fromEntries(fields.map(field => [field.name, valueSchema(field)])),
  };
}

function valueSchema(field: EmittedColumn): Schema {
  const { unit = null } = field;
  const description = meaningOf(field) ?? null;
  const encoding = readEncoding(field);
  const encoded = ENCODED[encoding];
  const schema = typeSchema(field, encoding);
  const words = sentences(
    description === null ? null : markdown(description),
    factOf(field) ?? schema.description ?? null,
    unit === null ? null : `Unit: ${markdown(unit)}.`,
  );
  return {
    ...(mayBeNull(field) ? orNull(schema) : schema),
    ...(words === '' ? {} : { description: words }),
    ...(encoded === null ? {} : { 'x-quern-encode': encoding }),
    ...(unit === null ? {} : { 'x-unit': unit }),
  };
}

function typeSchema(field: EmittedColumn, encoding: Encoding): Schema {
  const { type, fields = [] } = field;
  if (type === 'record') {
    const record = recordSchema(fields);
    if (field.array !== true) return record;
    return { type: 'array', items: record, ...(field.list === true ? {} : { maxItems: 1 }) };
  }
  const { as, of } = held(type);
  if (as === 'one') return SCHEMA_OF[of](encoding);
  const items = SCHEMA_OF[of](encoding);
  const [example] = items.examples ?? [];
  if (as === 'map')
    return { type: 'object', additionalProperties: orNull(items), examples: [{ key: example }] };
  return { type: 'array', items: holdsNull(field) ? orNull(items) : items, examples: [[example]] };
}

/**
 * Returns the schema of a value or NULL. Generators read a list of types of a scalar; openapi-generator's Python refuses a NULL
 * record that has one.
 */
function orNull(schema: Schema): Schema {
  const { type, examples, ...rest } = schema;
  // Any JSON includes NULL.
  if (type === undefined) return schema;
  if (type !== 'object' && type !== 'array') return { ...schema, type: [type, 'null'] } as Schema;
  const value = { type, ...rest } as Schema;
  return { anyOf: [value, { type: 'null' }], ...(examples === undefined ? {} : { examples }) };
}

/** An integer beyond these bounds causes the error `unsafe_integer`; it is never rounded. */
const SAFE_INTEGER: Schema = {
  type: 'integer',
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};
const DIGITS: Schema = { type: 'string', pattern: '^-?[0-9]+$' };

/**
 * Examples for instants and days. If a schema has no example, reference pages invent one: the smallest of all integers, the
 * present moment, or `null`. All examples show the same instant.
 */
const INSTANT = '2026-01-15T10:07:00Z';
const DAY = '2026-01-15';
const MILLIS = Date.parse(INSTANT);
const DATETIME = '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{3}([0-9]{3})?)?$';

const SCHEMA_OF: Readonly<Record<Scalar, (encode: Encoding) => Schema>> = {
  string: () => ({ type: 'string', examples: ['text'] }),
  int64: encode =>
    encode === 'string' ? { ...DIGITS, examples: ['1'] } : { ...SAFE_INTEGER, examples: [1] },
  float64: () => ({ type: 'number', format: 'double', examples: [1.5] }),
  decimal: decimalSchema,
  bool: () => ({ type: 'boolean', examples: [true] }),
  timestamp: timestampSchema,
  datetime: () => ({ type: 'string', pattern: DATETIME, examples: [INSTANT.slice(0, -1)] }),
  date: () => ({ type: 'string', format: 'date', examples: [DAY] }),
  json: () => ({ description: 'Any JSON, as stored.' }),
};

/**
 * A text has no format: openapi-generator makes a binary number of a text of the format `decimal`, in Go one that cannot read the
 * text.
 */
function decimalSchema(encode: Encoding): Schema {
  if (encode === 'number') return { type: 'number', format: 'decimal', examples: [1.5] };
  return { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$', examples: ['1.5'] };
}

function timestampSchema(encode: Encoding): Schema {
  switch (encode) {
    case 'epoch_micros':
      return { ...SAFE_INTEGER, examples: [MILLIS * 1_000] };
    case 'epoch_millis':
      return { ...SAFE_INTEGER, examples: [MILLIS] };
    case 'string':
    case 'number':
      return { ...DIGITS, examples: [`${MILLIS}000`] };
    case 'rfc3339':
    case 'plain':
      return { type: 'string', format: 'date-time', examples: [INSTANT] };
  }
}
