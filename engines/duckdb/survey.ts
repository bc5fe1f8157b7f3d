/** Looks at a database of DuckDB, or at files that DuckDB reads: names, types, NULLs, and values that differ. */
import type * as DuckDb from '@duckdb/node-api';
import { messageOf } from '../../generator/system/errors.ts';
import { SurveyError, type SurveyedColumn, type SurveyedTable } from '../survey.ts';
import { text } from './driver/text.ts';
import { tableColumn } from './driver/types.ts';
import { type Api, loadLibrary } from './driver/values.ts';

const DATABASE = /\.(duckdb|ddb|db)$/;
const PARQUET = /\.parquet$/;
const LINES = /\.(ndjson|jsonl)(\.gz|\.zst)?$/;
/** Rows that are looked at. */
const MOST = 100_000;

/** Whether `path` is that of a database, by its ending. */
export function isDatabase(path: string): boolean {
  return DATABASE.test(path);
}

/** The tables of a database file, or the one of files under an absolute path or glob. Rejects with `SurveyError`. */
export async function survey(path: string): Promise<readonly SurveyedTable[]> {
  const { api } = await loadLibrary();
  const instance = await api.DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    if (!isDatabase(path)) return [await tableOf(api, connection, path, relationOf(path))];
    await connection.run(`ATTACH ${text(path)} AS surveyed (READ_ONLY)`);
    const rows = await connection.runAndReadAll(
      "SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = 'surveyed' AND NOT internal ORDER BY ALL",
    );
    const nullable = await nullability(connection);
    const tables: SurveyedTable[] = [];
    for (const [schema, table] of rows.getRows()) {
      const parts = ['surveyed', String(schema), String(table)];
      const name = schema === 'main' ? String(table) : `${schema}.${table}`;
      const declared = (column: string) => nullable.get(JSON.stringify([schema, table, column]));
      tables.push(await tableOf(api, connection, name, parts.map(quoted).join('.'), declared));
    }
    if (tables.length === 0) throw new SurveyError('the database has no table');
    return tables;
  } catch (cause) {
    if (cause instanceof SurveyError) throw cause;
    throw new SurveyError(messageOf(cause).split('\n')[0] ?? '', null, { cause });
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
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

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function relationOf(path: string): string {
  if (PARQUET.test(path))
    return `read_parquet(${text(path)}, union_by_name = true, hive_types_autocast = false)`;
  if (LINES.test(path))
    return `read_json(${text(path)}, format = 'newline_delimited', sample_size = ${MOST}, maximum_sample_files = 2147483647,
      union_by_name = true, hive_types_autocast = false)`;
  throw new SurveyError(
    'the service reads `.parquet`, `.ndjson`, `.jsonl` (also `.gz` and `.zst` of the last two) and databases of DuckDB',
    "Other files become Parquet with `duckdb -c \"COPY (FROM 'rows.csv') TO 'rows.parquet'\"`.",
  );
}

async function tableOf(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  name: string,
  relation: string,
  declared: (column: string) => boolean | undefined = () => undefined,
): Promise<SurveyedTable> {
  const prepared = await connection.prepare(`SELECT * FROM ${relation}`);
  const columns = Array.from({ length: prepared.columnCount }, (_, i) =>
    tableColumn(
      api,
      prepared.columnName(i),
      prepared.columnType(i),
      declared(prepared.columnName(i)) ?? null,
    ),
  );
  prepared.destroySync();
  const counted = columns.map(
    (column, i) =>
      `count(${quoted(column.name)}), ${column.fields === null && column.isList === false ? `count(DISTINCT ${quoted(column.name)})` : 'NULL'} AS d${i}`,
  );
  const some = `(SELECT * FROM ${relation} LIMIT ${MOST + 1})`;
  const { [0]: row = [] } = (
    await connection.runAndReadAll(`SELECT count(*), ${counted.join(', ')} FROM ${some}`)
  ).getRows();
  const [all = 0, ...numbers] = row.map(value => (value === null ? null : Number(value)));
  const looked = all ?? 0;
  return {
    name,
    looked,
    isWhole: looked <= MOST,
    columns: columns.map((column, i): SurveyedColumn => {
      const [filled, distinct] = [numbers[2 * i] ?? 0, numbers[2 * i + 1] ?? null];
      const isUnique = distinct === null ? null : looked > 0 && distinct === looked;
      return { ...column, nulls: looked - filled, isUnique };
    }),
  };
}
