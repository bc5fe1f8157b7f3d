/** The schema of an answer: a TableSchema of the API. */
import { isStruct, type TableField } from '../catalog.ts';
import { malformed, record, requireList, requireText } from './shape.ts';

/** A field whose members have been checked. */
export interface SchemaField extends TableField {
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
  return requireList('schema.fields', record('schema', schema)['fields']).map(field => {
    const { name, type, mode, fields, rangeElementType, timestampPrecision } = record(
      'schema.fields',
      field,
    );
    return {
      name: requireText('name', name),
      type: requireText('type', type),
      mode: mode === undefined ? 'NULLABLE' : requireText('mode', mode),
      ...(isStruct({ type }) ? { fields: fieldsOf({ fields }, depth + 1) } : {}),
      ...(rangeElementType === undefined ? {} : { rangeElementType: boundsOf(rangeElementType) }),
      ...(timestampPrecision === undefined
        ? {}
        : { timestampPrecision: requireText('timestampPrecision', timestampPrecision) }),
    };
  });
}

function boundsOf(value: unknown): { readonly type: string } {
  return { type: requireText('rangeElementType', record('rangeElementType', value)['type']) };
}
