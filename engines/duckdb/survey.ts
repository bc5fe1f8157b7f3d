/** Surveys a DuckDB database, or files that DuckDB reads. */
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import type * as DuckDb from '@duckdb/node-api';
import { messageOf } from '../../generator/system/errors.ts';
import type { CatalogueColumn } from '../engine.ts';
import {
  type Shown,
  type Survey,
  SurveyError,
  type SurveyedTable,
  type Surveyor,
  surveyReadable,
  type UserPaths,
} from '../survey.ts';
import { columnsOfTable } from './catalog.ts';
import { withoutStatement } from './driver/failure.ts';
import { qualified } from './driver/text.ts';
import { type Api, loadDuckDb } from './driver/values.ts';
import { surveyPath } from './files/survey.ts';
import type { DuckDbSettings } from './settings.ts';
import { surveyRows } from './survey-table.ts';

export default { survey, surveyFiles } satisfies Surveyor<DuckDbSettings>;

async function surveyFiles(path: string, shown: Shown): Promise<SurveyedTable> {
  const { api } = await loadDuckDb();
  return connected(await api.DuckDBInstance.create(':memory:'), connection =>
    surveyPath(api, connection, path, shown),
  );
}

async function survey(
  { database, tables }: DuckDbSettings,
  names: readonly string[] | null,
  { pathOf, shown }: UserPaths,
): Promise<Survey> {
  if (tables !== null) return surveyTablesOfFiles(tables, names, { pathOf, shown });
  const path = pathOf(database);
  const place = `\`${shown(path)}\``;
  const { api } = await loadDuckDb();
  try {
    if (!existsSync(path)) throw new Error('the database does not exist');
    // Open it as the service does: a view that the service cannot read fails here too.
    const options = { access_mode: 'READ_ONLY', enable_external_access: 'false' };
    return await connected(
      await api.DuckDBInstance.create(await realpath(path), options),
      connection => surveyDatabase(api, connection, names, place),
    );
  } catch (cause) {
    if (cause instanceof SurveyError) throw cause;
    const words = withoutStatement(messageOf(cause)).split('\n')[0] ?? '';
    throw new SurveyError([`${place}: ${words}`], null, { cause });
  }
}

/** Surveys the files that the settings have in place of the tables with these names. */
async function surveyTablesOfFiles(
  tables: Readonly<Record<string, string>>,
  names: readonly string[] | null,
  { pathOf, shown }: UserPaths,
): Promise<Survey> {
  const paths = (names ?? []).flatMap(name => tables[name] ?? []);
  if (names === null || paths.length < names.length)
    throw new SurveyError(
      ['DuckDB reads files here, which have no catalogue'],
      'Name them with `--from`.',
    );
  const found: SurveyedTable[] = [];
  for (const path of paths) found.push(await surveyFiles(pathOf(path), shown));
  return { tables: found, passedOver: [] };
}

async function connected<T>(
  instance: DuckDb.DuckDBInstance,
  use: (connection: DuckDb.DuckDBConnection) => Promise<T>,
): Promise<T> {
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    return await use(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

// ---- databases ------------------------------------------------------------------------------------------------------

interface Relation {
  readonly schema: string;
  readonly table: string;
  readonly origin: 'table' | 'view';
  readonly description: string | null;
}

async function surveyDatabase(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  names: readonly string[] | null,
  place: string,
): Promise<Survey> {
  const all = await relationsOf(connection);
  const wanted = names === null ? all : chosen(all, names, place);
  if (wanted.length === 0) throw new Error('the database has no table');
  return surveyReadable(
    wanted,
    names !== null,
    relation => surveyRelation(api, connection, relation),
    (relation, cause) => {
      const words = withoutStatement(messageOf(cause)).split('\n')[0];
      return `${place}, ${relation.origin} \`${nameOf(relation)}\`: ${words}`;
    },
  );
}

function nameOf({ schema, table }: Relation): string {
  return schema === 'main' ? table : `${schema}.${table}`;
}

async function relationsOf(connection: DuckDb.DuckDBConnection): Promise<readonly Relation[]> {
  const rows = await connection.runAndReadAll(`
    SELECT schema_name, table_name, 'table', comment FROM duckdb_tables() WHERE database_name = current_database() AND NOT internal
    UNION ALL
    SELECT schema_name, view_name, 'view', comment FROM duckdb_views() WHERE database_name = current_database() AND NOT internal
    ORDER BY ALL`);
  return rows.getRows().map(([schema, table, origin, comment]) => ({
    schema: String(schema),
    table: String(table),
    origin: origin === 'view' ? 'view' : 'table',
    description: comment === null ? null : String(comment),
  }));
}

/** The relations with these names. Throws `SurveyError` if one does not exist. */
function chosen(
  all: readonly Relation[],
  names: readonly string[],
  place: string,
): readonly Relation[] {
  const found = (name: string) => all.find(relation => nameOf(relation) === name);
  const absent = names.filter(name => found(name) === undefined);
  if (absent.length === 0) return names.flatMap(name => found(name) ?? []);
  const known = all.map(one => `\`${nameOf(one)}\``).join(', ');
  throw new SurveyError(
    absent.map(name => `${place}: there is no table \`${name}\``),
    known === '' ? null : `Name one of ${known}.`,
  );
}

async function surveyRelation(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  relation: Relation,
): Promise<SurveyedTable> {
  const parts = [relation.schema, relation.table];
  const { origin, description } = relation;
  const stored = await storedColumns(connection, parts);
  const columns = (await columnsOfTable(api, connection, parts)).map(column => {
    return { ...column, ...stored.get(column.name) };
  });
  const key = await keyOf(connection, parts);
  const known = { name: nameOf(relation), origin, description, key };
  return surveyRows(connection, qualified(parts), known, columns);
}

/** Comments of columns, and the type JSON, which a prepared statement reports as a text. */
async function storedColumns(
  connection: DuckDb.DuckDBConnection,
  parts: readonly string[],
): Promise<ReadonlyMap<string, Partial<CatalogueColumn>>> {
  const rows = await connection.runAndReadAll(
    `SELECT column_name, data_type, comment FROM duckdb_columns() WHERE ${OF_TABLE}`,
    [...parts],
  );
  return new Map(
    rows.getRows().map(([name, type, comment]) => {
      const known = type === 'JSON' ? { type } : {};
      return [String(name), comment === null ? known : { ...known, description: String(comment) }];
    }),
  );
}

const OF_TABLE = 'database_name = current_database() AND schema_name = $1 AND table_name = $2';

/** The columns of the primary key, or of the first other key without NULLs. */
async function keyOf(
  connection: DuckDb.DuckDBConnection,
  parts: readonly string[],
): Promise<readonly string[] | null> {
  const rows = await connection.runAndReadAll(
    `SELECT constraint_column_names FROM duckdb_constraints() WHERE ${OF_TABLE}
       AND (constraint_type = 'PRIMARY KEY' OR constraint_type = 'UNIQUE' AND list_has_all(
         (SELECT list(column_name) FROM duckdb_columns() WHERE NOT is_nullable AND ${OF_TABLE}), constraint_column_names))
     ORDER BY constraint_type, constraint_index LIMIT 1`,
    [...parts],
  );
  const [names] = rows.getRowsJson()[0] ?? [];
  return Array.isArray(names) ? names.map(String) : null;
}
