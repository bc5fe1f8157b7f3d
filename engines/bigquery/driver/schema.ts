/** The schema of an answer: a TableSchema of the API. */
import { type Field, isRecord } from '../catalog.ts';
import { list, malformed, record, text } from './shape.ts';

/** A field whose members have been checked. */
export interface SchemaField extends Field {
  readonly name: string;
  readonly type: string;
  readonly mode: string;
  /** Only for a record. */
  readonly fields?: readonly SchemaField[];
  /** For a range, the type of its bounds. */
  readonly rangeElementType?: { readonly type: string };
  /** Only for a timestamp: the digits of a second's fraction; 6 unless BigQuery reports more. */
  readonly timestampPrecision?: string;
}

/** BigQuery nests up to 15 levels. An answer with many more would overflow the stack. */
const DEEPEST = 100;

export function fieldsOf(schema: unknown, depth = 0): readonly SchemaField[] {
  if (depth > DEEPEST) throw malformed('schema', `of at most ${DEEPEST} levels`);
  return list('schema.fields', record('schema', schema)['fields']).map(field => {
    const { name, type, mode, fields, rangeElementType, timestampPrecision } = record(
      'schema.fields',
      field,
    );
    return {
      name: text('name', name),
      type: text('type', type),
      mode: mode === undefined ? 'NULLABLE' : text('mode', mode),
      ...(isRecord({ type }) ? { fields: fieldsOf({ fields }, depth + 1) } : {}),
      ...(rangeElementType === undefined ? {} : { rangeElementType: boundsOf(rangeElementType) }),
      ...(timestampPrecision === undefined
        ? {}
        : { timestampPrecision: text('timestampPrecision', timestampPrecision) }),
    };
  });
}

function boundsOf(value: unknown): { readonly type: string } {
  return { type: text('rangeElementType', record('rangeElementType', value)['type']) };
}
