/** Converts types between quern's scalars, ZetaSQL's messages and the fields of BigQuery's REST API. */

import type { Field } from '../../../generator/core/spec/source.ts';
import { held, isRecords, type Scalar, type Type } from '../../../generator/core/types/scalar.ts';
import { fieldName } from '../../../generator/googlesql/tree/types.ts';
import type { TypeProto } from './server/protocol.ts';

const KINDS: Readonly<Record<Scalar, string>> = {
  string: 'TYPE_STRING',
  int64: 'TYPE_INT64',
  float64: 'TYPE_DOUBLE',
  decimal: 'TYPE_NUMERIC',
  bool: 'TYPE_BOOL',
  timestamp: 'TYPE_TIMESTAMP',
  datetime: 'TYPE_DATETIME',
  date: 'TYPE_DATE',
  json: 'TYPE_JSON',
};

/** The scalar's type in statements of this engine. */
export function scalarType(scalar: Scalar): TypeProto {
  return { type_kind: KINDS[scalar] };
}

/** The type of a single value, a list or a map, which is an array of keys and values. */
export function describeType(type: Type): TypeProto {
  const { as, of } = held(type);
  if (as === 'one') return scalarType(of);
  return arrayOf(as === 'list' ? scalarType(of) : entryType(of));
}

function entryType(value: Scalar): TypeProto {
  const field = [
    { field_name: 'key', field_type: scalarType('string') },
    { field_name: 'value', field_type: scalarType(value) },
  ];
  return { type_kind: 'TYPE_STRUCT', struct_type: { field } };
}

/** The type of a column, with only the fields of its records that `isKept` accepts. `isRepeated`: records are stored as arrays. */
export function fieldType(
  { type, fields }: Field,
  isRepeated: boolean,
  isKept: (field: Field) => boolean,
): TypeProto {
  const isList = isRecords(type);
  if (type !== 'record' && !isRecords(type)) return describeType(type);
  const field = fields.filter(isKept).map(part => {
    return { field_name: part.name, field_type: fieldType(part, isRepeated && !isList, isKept) };
  });
  const record = { type_kind: 'TYPE_STRUCT', struct_type: { field } };
  return isList || isRepeated ? arrayOf(record) : record;
}

function arrayOf(element_type: TypeProto): TypeProto {
  return { type_kind: 'TYPE_ARRAY', array_type: { element_type } };
}

/** BigQuery's name of a type, without its parts. */
export function nameType({ type_kind: kind }: TypeProto): string {
  return kind === 'TYPE_DOUBLE' ? 'FLOAT64' : kind.replace('TYPE_', '');
}

export interface RestField {
  readonly name: string;
  readonly type: string;
  readonly mode: 'NULLABLE' | 'REPEATED';
  readonly fields?: readonly RestField[];
  readonly rangeElementType?: { readonly type: string };
}

/** A column of the type, in the form of a result's schema. */
export function restField(name: string, type: TypeProto): RestField {
  const element = type.array_type?.element_type;
  const of = element ?? type;
  const mode = element === undefined ? 'NULLABLE' : 'REPEATED';
  const bounds = of.range_type?.element_type;
  if (bounds !== undefined) {
    return { name, type: 'RANGE', mode, rangeElementType: { type: nameType(bounds) } };
  }
  if (of.struct_type === undefined) return { name, type: nameType(of), mode };
  const fields = (of.struct_type.field ?? []).map(({ field_name, field_type }, index) =>
    restField(fieldName(field_name, index), field_type),
  );
  return { name, type: 'STRUCT', mode, fields };
}
