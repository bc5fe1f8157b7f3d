/** Rows as JSON lines in which no value depends on how callers see it: what a writer of typed files reads. */
import type { Row } from '../../../engines/engine.ts';
import type { ManifestColumn, ManifestField } from '../../../generator/core/output/manifest.ts';
import { held } from '../../../generator/core/types/scalar.ts';
import { rowWriter } from '../cells/decode.ts';

/** Integers are texts, so that no reader of JSON rounds them. */
export function exactLines(rows: readonly Row[], columns: readonly ManifestColumn[]): string {
  const write = rowWriter(columns.map(exact));
  return rows.map(row => `${write(row)}\n`).join('');
}

function exact(column: ManifestColumn): ManifestColumn {
  const { encode, ...field } = exactField(column);
  return { ...column, ...field, encode: encode ?? 'plain' };
}

function exactField({ encode: _, fields, ...field }: ManifestField): ManifestField {
  const isInteger = field.type !== 'record' && held(field.type).of === 'int64';
  return {
    ...field,
    ...(fields === undefined ? {} : { fields: fields.map(exactField) }),
    ...(isInteger ? { encode: 'string' } : {}),
  };
}
