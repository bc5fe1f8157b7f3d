/** Maps types of GoogleSQL to types of quern. */
import { isScalar, listOf, type Scalar, type Type } from '../../core/types/scalar.ts';

export interface TypeMessage {
  readonly type_kind: string;
  readonly struct_type?: { readonly field: readonly FieldMessage[] } | null;
  readonly array_type?: { readonly element_type: TypeMessage } | null;
}

interface FieldMessage {
  readonly field_name?: string;
  readonly field_type: TypeMessage;
}

const SCALAR_OF: Readonly<Record<string, Scalar>> = {
  TYPE_STRING: 'string',
  TYPE_INT64: 'int64',
  TYPE_DOUBLE: 'float64',
  TYPE_NUMERIC: 'decimal',
  TYPE_BOOL: 'bool',
  TYPE_TIMESTAMP: 'timestamp',
  TYPE_DATETIME: 'datetime',
  TYPE_DATE: 'date',
  TYPE_JSON: 'json',
  // their digits
  TYPE_BYTES: 'string',
};

/** Returns `null` if quern has no such type. */
export function readType(message: TypeMessage): Type | null {
  const element = message.array_type?.element_type;
  if (message.type_kind !== 'TYPE_ARRAY' || element === undefined)
    return SCALAR_OF[message.type_kind] ?? null;
  const item = holdsBytes(element) ? null : readType(element);
  return item !== null && isScalar(item) ? listOf(item) : null;
}

/** Whether values of the type are or contain bytes. */
export function holdsBytes(message: TypeMessage | null | undefined): boolean {
  if (message?.type_kind === 'TYPE_BYTES') return true;
  const { array_type: array, struct_type: struct } = message ?? {};
  const fields = struct?.field ?? [];
  return (
    (array !== undefined && array !== null && holdsBytes(array.element_type)) ||
    fields.some(field => holdsBytes(field.field_type))
  );
}

/** The type as GoogleSQL writes it, without its element or fields. */
export function typeWord({ type_kind: kind }: TypeMessage): string {
  return kind === 'TYPE_DOUBLE' ? 'FLOAT64' : kind.replace('TYPE_', '');
}

/** BigQuery names a field without a name by its place, from 1. */
export function fieldName(name: string | undefined, at: number): string {
  return name === undefined || name === '' ? `_field_${at + 1}` : name;
}
