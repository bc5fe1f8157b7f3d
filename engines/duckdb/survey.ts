/** Looks at a database of DuckDB, or at files that DuckDB reads. */
import type * as DuckDb from '@duckdb/node-api';
import { messageOf } from '../../generator/system/errors.ts';
import { type Shown, SurveyError, type SurveyedTable } from '../survey.ts';
import { qualified, text } from './driver/text.ts';
import { type Api, loadLibrary } from './driver/values.ts';
import { surveyFiles } from './files/survey.ts';
import { surveyTable } from './survey-table.ts';

const DATABASE = /\.(duckdb|ddb|db)$/;

/** Whether `path` is that of a database, by its ending. */
export function isDatabase(path: string): boolean {
  return DATABASE.test(path);
}

/** The tables of a database file, or the one of files under an absolute path or glob. Rejects with `SurveyError`. */
export async function survey(path: string, shown: Shown): Promise<readonly SurveyedTable[]> {
  const { api } = await loadLibrary();
  const instance = await api.DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    if (!isDatabase(path)) return [await surveyFiles(api, connection, path, shown)];
    return await surveyDatabase(api, connection, path).catch(cause => {
      const words = messageOf(cause).split('\n')[0] ?? '';
      throw new SurveyError([`\`${shown(path)}\`: ${words}`], null, { cause });
    });
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function surveyDatabase(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  path: string,
): Promise<readonly SurveyedTable[]> {
  await connection.run(`ATTACH ${text(path)} AS surveyed (READ_ONLY)`);
  const rows = await connection.runAndReadAll(
    "SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = 'surveyed' AND NOT internal ORDER BY ALL",
  );
  const nullable = await nullability(connection);
  const tables: SurveyedTable[] = [];
  for (const [schema, table] of rows.getRows()) {
    const relation = qualified(['surveyed', String(schema), String(table)]);
    const name = schema === 'main' ? String(table) : `${schema}.${table}`;
    const declared = (column: string) => nullable.get(JSON.stringify([schema, table, column]));
    tables.push(await surveyTable(api, connection, name, relation, declared));
  }
  if (tables.length === 0) throw new Error('the database has no table');
  return tables;
}

/** By schema, table and column, as JSON. */
async function nullability(
  connection: DuckDb.DuckDBConnection,
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await connection.runAndReadAll(
    "SELECT schema_name, table_name, column_name, is_nullable FROM duckdb_columns() WHERE database_name = 'surveyed'",
  );
  return new Map(rows.getRows().map(([s, t, c, is]) => [JSON.stringify([s, t, c]), is === true]));
}
