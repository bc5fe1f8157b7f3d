/** The rows of an endpoint, and the records in them. */
import type { ManifestEndpoint } from '../../../core/output/manifest.ts';
import { sentences } from '../../../core/report/words.ts';
import { type EmittedColumn, factOf, hasOpenRows, meaningOf } from '../../facts/columns.ts';
import { type Code, code } from '../../text/writer.ts';
import { type ClaimName, claiming, type EndpointNames, exported } from './names.ts';
import { type GoDeclaration, printStruct, type StructLine } from './struct.ts';
import { comment, identifier, tag } from './text.ts';
import { importsOf, typeOfColumn } from './types.ts';

/** Declares the struct of a method's row, and those of its records. */
export function declareRows(
  endpoint: ManifestEndpoint,
  { row, method }: EndpointNames,
  claim: ClaimName,
): readonly GoDeclaration[] {
  const { columns } = endpoint;
  if (hasOpenRows(endpoint)) {
    const about = `${row} is a row of [Client.${method}], with the columns of the caller's statement.`;
    const declaration = () => code`
      ${comment(about)}
      type ${identifier(row)} map[string]any
    `;
    return [{ names: [row], imports: [], code: declaration }];
  }
  return structs(row, () => comment(`${row} is a row of [Client.${method}].`), columns, claim);
}

/** Declares the struct of a row or record, and those of the records in it. */
function structs(
  name: string,
  said: () => readonly Code[],
  columns: readonly EmittedColumn[],
  claim: ClaimName,
): readonly GoDeclaration[] {
  const fieldName = claiming();
  const fields = columns.map(column =>
    columnOf(column, name, fieldName(exported(column.name)), claim),
  );
  const own = {
    names: [name],
    code: () =>
      printStruct(
        said(),
        identifier(name),
        fields.map(({ line }) => line()),
      ),
    imports: fields.flatMap(({ imports }) => imports),
  };
  return [own, ...fields.flatMap(({ inner }) => inner)];
}

interface ColumnField {
  readonly line: () => StructLine;
  readonly inner: readonly GoDeclaration[];
  readonly imports: readonly string[];
}

function columnOf(
  column: EmittedColumn,
  parent: string,
  fieldName: string,
  claim: ClaimName,
): ColumnField {
  const { name, type, description = null } = column;
  const line = (spelled: Code) => () => {
    return { said: said(column), cells: [identifier(fieldName), spelled, tag(name)] };
  };
  if (type === 'record') {
    const record = claim(`${parent}${fieldName}`);
    const about = () => comment(`${record} is the record ${name} of [${parent}].`, description);
    return {
      line: line(code`${column.array === true ? code`[]` : code`*`}${identifier(record)}`),
      inner: structs(record, about, column.fields ?? [], claim),
      imports: [],
    };
  }
  const spelled = typeOfColumn(column, type);
  return { line: line(spelled.code), inner: [], imports: importsOf([spelled]) };
}

function said(column: EmittedColumn): readonly Code[] {
  const { unit = null } = column;
  const description = meaningOf(column) ?? null;
  return comment(sentences(description, factOf(column), unit === null ? null : `Unit: ${unit}.`));
}
