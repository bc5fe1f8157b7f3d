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
  // at that time on the first day of 1970
  TYPE_TIME: 'datetime',
};

/** Types of which plans have another value in place of the own one, and their words. */
const STOOD_FOR: ReadonlyMap<string, string> = new Map([
  ['TYPE_BYTES', 'bytes'],
  ['TYPE_TIME', 'a TIME'],
]);

/** Returns `null` if quern has no such type. */
export function readType(message: TypeMessage): Type | null {
  const element = message.array_type?.element_type;
  if (message.type_kind !== 'TYPE_ARRAY' || element === undefined)
    return SCALAR_OF[message.type_kind] ?? null;
  const item = stoodFor(element) === null ? readType(element) : null;
  return item !== null && isScalar(item) ? listOf(item) : null;
}

/** The words of a value that the type is or contains, and in whose place plans have another one; `null`: none. */
export function stoodFor(message: TypeMessage | null | undefined): string | null {
  if (message === undefined || message === null) return null;
  const own = STOOD_FOR.get(message.type_kind);
  if (own !== undefined) return own;
  const { array_type: array, struct_type: struct } = message;
  const parts = [array?.element_type, ...(struct?.field ?? []).map(({ field_type: of }) => of)];
  return parts.map(stoodFor).find(words => words !== null) ?? null;
}

/** The type as GoogleSQL writes it, without its element or fields. */
export function typeWord({ type_kind: kind }: TypeMessage): string {
  return kind === 'TYPE_DOUBLE' ? 'FLOAT64' : kind.replace('TYPE_', '');
}

/** BigQuery names a field without a name by its place, from 1. */
export function fieldName(name: string | undefined, at: number): string {
  return name === undefined || name === '' ? `_field_${at + 1}` : name;
}
