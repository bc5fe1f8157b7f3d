/** Describes columns and fields as the manifest does. */
import type { AnswerColumn } from '../plan/endpoint.ts';
import { type Field, fieldsOfItems, fieldsOfRecord, NOTHING_SAID } from '../spec/source.ts';
import { type Compat, fieldEncoding } from '../types/compat.ts';
import { type FieldEncodings, isRecords } from '../types/scalar.ts';
import type { ManifestColumn, ManifestField } from './manifest.ts';

/** Converts a column of a data set to the manifest's form. */
export function describeField(field: Field): ManifestField {
  const { name, type, nullable } = field;
  const absent = field.optional ? { optional: field.optional } : {};
  const known = { name, type, nullable, ...absent, ...field.digits, ...said(field) };
  if (isRecords(type))
    return { ...known, type: 'record', ...LIST, fields: field.fields.map(describeField) };
  return type === 'record' ? { ...known, fields: field.fields.map(describeField) } : known;
}

/** The marks of a list of records. */
export const LIST = { array: true, list: true } as const;

/** Converts a column of an answer in GoogleSQL to the manifest's form. */
export function answerColumnOf(
  { name, expr, encode }: Pick<AnswerColumn, 'name' | 'expr' | 'encode'>,
  compat: Compat | null,
): ManifestColumn {
  const written = { within: {}, above: '', compat };
  if (expr.kind === 'record') {
    const fields = fieldsOfRecord(expr, NOTHING_SAID).map(describeField);
    const known = { name, type: 'record', nullable: true, encode } as const;
    return { ...known, ...arrayOf(compat), fields: encodedFields(fields, written) };
  }
  const { scalar: type, nullable } = expr;
  if (!isRecords(type)) return { name, type, nullable, encode };
  const fields = encodedFields(fieldsOfItems(type).map(describeField), written);
  return { name, type: 'record', nullable: false, encode, ...LIST, fields };
}

/** How a record's fields are written. */
export interface WrittenFields {
  readonly within: FieldEncodings;
  /** The path of the record around a field, and a dot; empty outside records. */
  readonly above: string;
  readonly compat: Compat | null;
}

/** Returns fields of an item with their encodings. */
export function encodedFields(
  fields: readonly ManifestField[],
  written: WrittenFields,
): readonly ManifestField[] {
  const { within, above, compat } = written;
  return fields.map((field): ManifestField => {
    const { name, type } = field;
    const path = `${above}${name}`;
    if (type === 'record') {
      const parts = encodedFields(field.fields ?? [], { ...written, above: `${path}.` });
      const own = field.list === true ? {} : { ...arrayOf(compat), nullable: true };
      return { ...field, ...own, fields: parts };
    }
    const encode = fieldEncoding(within, path, compat, type);
    return encode === null ? field : { ...field, encode };
  });
}

/** Marks a record of an answer that stands in a list, as `compat` asks. */
export function arrayOf(compat: Compat | null): Pick<ManifestField, 'array'> {
  return compat === null ? {} : { array: true };
}

interface Said {
  readonly description: string | null;
  readonly unit: string | null;
}
/** Returns the description and unit of a column, if it has them. */
export function said(column: Said | undefined): Pick<ManifestField, 'description' | 'unit'> {
  const { description = null, unit = null } = column ?? {};
  return { ...(description === null ? {} : { description }), ...(unit === null ? {} : { unit }) };
}
