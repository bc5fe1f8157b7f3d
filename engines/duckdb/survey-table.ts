/** A look at the rows of a table: types, NULLs, and values that differ. */
import type * as DuckDb from '@duckdb/node-api';
import type { SurveyedColumn, SurveyedTable } from '../survey.ts';
import { identifier } from './driver/text.ts';
import { tableColumn } from './driver/types.ts';
import type { Api } from './driver/values.ts';
import { plainNames } from './files/names.ts';
import { columnsOf, renamed } from './files/relation.ts';

/** How many rows are looked at. */
export const LOOKED_AT = 100_000;

/** `declared` says whether a column may hold NULL; `undefined` where that is not known. */
export async function surveyTable(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  name: string,
  relation: string,
  declared: (column: string) => boolean | undefined = () => undefined,
): Promise<SurveyedTable> {
  const columns = (await columnsOf(connection, relation)).map(([column, type]) =>
    tableColumn(api, column, type, declared(column) ?? null),
  );
  const counts = columns.flatMap(column => {
    const sql = identifier(column.name);
    const isPlain = column.fields === null && column.isList === false;
    return [`count(${sql})`, isPlain ? `count(DISTINCT ${sql})` : 'NULL'];
  });
  const some = `(SELECT * FROM ${relation} LIMIT ${LOOKED_AT + 1})`;
  const rows = await connection.runAndReadAll(`SELECT count(*), ${counts.join(', ')} FROM ${some}`);
  const [row = []] = rows.getRows();
  const [all, ...numbers] = row.map(value => (value === null ? null : Number(value)));
  const looked = all ?? 0;
  return {
    name,
    looked,
    isWhole: looked <= LOOKED_AT,
    columns: columns.map((column, i): SurveyedColumn => {
      const [filled, distinct] = [numbers[2 * i] ?? 0, numbers[2 * i + 1] ?? null];
      const isUnique = distinct === null ? null : looked > 0 && distinct === looked;
      return { ...column, nulls: looked - filled, isUnique };
    }),
  };
}

/** The table with plain names in place of its own. */
export async function surveyRenamed(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  path: string,
  relation: string,
): Promise<SurveyedTable> {
  const stored = (await columnsOf(connection, relation)).map(([name]) => name);
  const names = plainNames(stored);
  const table = await surveyTable(api, connection, path, renamed(relation, names));
  const columns = table.columns.map((column): SurveyedColumn => {
    const name = names.get(column.name) ?? column.name;
    return name === column.name ? column : { ...column, storedName: name };
  });
  return { ...table, columns };
}
