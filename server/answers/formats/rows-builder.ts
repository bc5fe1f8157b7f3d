/** Builds rows as columns, by the types of the columns. */
import type { ManifestField } from '../../../generator/core/output/manifest.ts';
import { held, type Scalar } from '../../../generator/core/types/scalar.ts';
import {
  BigintBuilder,
  BoolBuilder,
  DecimalBuilder,
  ListBuilder,
  NumberBuilder,
  RecordBuilder,
  TextBuilder,
} from './column-builders.ts';
import type { ColumnBuilder } from './columns.ts';

/** Creates the builder of the rows of an answer. It throws if a value is not of its column's type. */
export function rowsBuilder(columns: readonly ManifestField[]): ColumnBuilder {
  // quotes and a colon of each name, a comma before it
  const names = columns.reduce((sum, { name }) => sum + JSON.stringify(name).length + 2, 2);
  return new RecordBuilder(columns.map(columnBuilder), names);
}

function columnBuilder({ type, fields = [], array }: ManifestField): ColumnBuilder {
  if (type === 'record') {
    const record = rowsBuilder(fields);
    return array === true ? new ListBuilder(record) : record;
  }
  const { as, of } = held(type);
  if (as === 'one') return scalarBuilder(of);
  if (as === 'list') return new ListBuilder(scalarBuilder(of));
  return new ListBuilder(new RecordBuilder([scalarBuilder('string'), scalarBuilder(of)], 2));
}

function scalarBuilder(scalar: Scalar): ColumnBuilder {
  switch (scalar) {
    case 'string':
    case 'json':
      return new TextBuilder();
    case 'bool':
      return new BoolBuilder();
    case 'float64':
      return new NumberBuilder(length => new Float64Array(length));
    case 'date':
      return new NumberBuilder(length => new Int32Array(length));
    case 'int64':
    case 'timestamp':
    case 'datetime':
      return new BigintBuilder();
    case 'decimal':
      return new DecimalBuilder();
  }
}
