/** Surveys the rows of a table: types, NULLs, and distinct values. */
import type * as DuckDb from '@duckdb/node-api';
import type { CatalogueColumn } from '../engine.ts';
import {
  type Converted,
  LOOKED_AT,
  mayBeKey,
  type SurveyedColumn,
  type SurveyedTable,
  surveyedField,
} from '../survey.ts';
import { quoteName } from './driver/text.ts';
import { tableColumn } from './driver/types.ts';
import type { Api } from './driver/values.ts';
import { plainNames } from './files/names.ts';
import { describeRelation, renamed } from './files/relation.ts';

/** The facts about a relation that do not depend on its rows. */
type Known = Pick<SurveyedTable, 'name' | 'origin' | 'description' | 'key'>;
type Convert = (column: CatalogueColumn, path: readonly string[]) => Converted | null;

/** Surveys the rows of a relation with these columns. */
export async function surveyRows(
  connection: DuckDb.DuckDBConnection,
  relation: string,
  known: Known,
  columns: readonly CatalogueColumn[],
  convert: Convert,
): Promise<SurveyedTable> {
  const counts = columns.flatMap(column => {
    const sql = quoteName(column.name);
    return [`count(${sql})`, mayBeKey(column) ? `count(DISTINCT ${sql})` : 'NULL'];
  });
  const some = `(SELECT * FROM ${relation} LIMIT ${LOOKED_AT + 1})`;
  const rows = await connection.runAndReadAll(`SELECT count(*), ${counts.join(', ')} FROM ${some}`);
  const [row = []] = rows.getRows();
  const [all, ...numbers] = row.map(value => (value === null ? null : Number(value)));
  const looked = all ?? 0;
  return {
    ...known,
    looked,
    isWhole: looked <= LOOKED_AT,
    time: null,
    needsTime: false,
    columns: columns.map((column, i): SurveyedColumn => {
      const [filled, distinct] = [numbers[2 * i] ?? 0, numbers[2 * i + 1] ?? null];
      const isUnique = distinct === null ? null : looked > 0 && distinct === looked;
      return { ...surveyedField(column, convert), nulls: looked - filled, isUnique };
    }),
  };
}

/** For tables and views of a database, which convert no values by themselves: SQL that casts a column to text. */
export function castToText(
  { type, isList, fields }: Pick<CatalogueColumn, 'type' | 'isList' | 'fields'>,
  path: readonly string[],
): Converted | null {
  if (fields !== null || isList === true) return null;
  const stored = path.map(quoteName).join('.');
  return { type: 'string', sql: type === 'BLOB' ? `base64(${stored})` : `${stored}::VARCHAR` };
}

/** For files, whose values of any type can be read as texts. */
function readAsText({ fields, isList }: CatalogueColumn): Converted | null {
  return { type: fields !== null || isList === true ? 'json' : 'string', sql: null };
}

/** Surveys the rows of files. */
export async function surveyOfFiles(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  path: string,
  relation: string,
): Promise<SurveyedTable> {
  const stored = await describeRelation(connection, relation);
  const columns = stored.map(([column, type]) => tableColumn(api, column, type, null));
  const known = { name: path, origin: 'files', description: null, key: null } as const;
  return surveyRows(connection, relation, known, columns, readAsText);
}

/** Surveys the rows of files, with plain names instead of the files' own. */
export async function surveyRenamed(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  path: string,
  relation: string,
): Promise<SurveyedTable> {
  const stored = (await describeRelation(connection, relation)).map(([name]) => name);
  const names = plainNames(stored);
  const table = await surveyOfFiles(api, connection, path, renamed(relation, names));
  const columns = table.columns.map((column): SurveyedColumn => {
    const name = names.get(column.name) ?? column.name;
    return name === column.name ? column : { ...column, storedName: name };
  });
  return { ...table, columns };
}
