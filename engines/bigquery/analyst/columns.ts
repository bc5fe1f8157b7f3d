/** The columns of a query's rows, from the analyser's result. */
import type { CatalogueColumn } from '../../engine.ts';
import { resultColumnsOf } from '../catalog.ts';
import type { ResolvedQuery, TypeProto } from './server/protocol.ts';
import { restField } from './types.ts';

export function readResolvedColumns(query: ResolvedQuery): readonly CatalogueColumn[] {
  const outputs = (query.output_column_list ?? []).map(({ name, column }) => {
    return { name, type: column.type };
  });
  const named = numbered(query.is_value_table === true ? outputs.flatMap(fieldsOf) : outputs);
  return resultColumnsOf(named.map(({ name, type }) => restField(name, type)));
}

interface Output {
  readonly name: string;
  readonly type: TypeProto;
}

/** The rows of `SELECT AS STRUCT` are records. The result has a column for each of their fields. */
function fieldsOf(output: Output): readonly Output[] {
  const { struct_type: struct } = output.type;
  if (struct === undefined) return [output];
  return (struct.field ?? []).map(field => ({ name: field.field_name, type: field.field_type }));
}

/** Names columns without a name `f0_`, `f1_` and so on. The analyser's own names for them begin with a dollar sign. */
export function numbered(outputs: readonly Output[]): readonly Output[] {
  let unnamed = 0;
  return outputs.map(({ name, type }) => {
    if (name !== '' && !name.startsWith('$')) return { name, type };
    unnamed += 1;
    return { name: `f${unnamed - 1}_`, type };
  });
}
