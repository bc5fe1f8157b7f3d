/** Analyses an author's statement with DuckDB's parser and binder, on an in-memory database without rows. */
import type * as DuckDb from '@duckdb/node-api';
import type { Analysis, AnalystOpener, Declarations, Question } from '../analyst.ts';
import { refusedNul } from '../support/analyst-text.ts';
import { describeColumns } from './analyst/columns.ts';
import { parse } from './analyst/parse.ts';
import { type FunctionNames, findReads } from './analyst/reads.ts';
import { quoteName } from './driver/text.ts';
import { type Api, loadDuckDb } from './driver/values.ts';

export default {
  open: async declared => {
    const { api } = await loadDuckDb();
    const instance = await createInstance(api);
    const connection = await instance.connect();
    await prepareDatabase(connection, declared);
    const functions = await builtIn(connection);
    return {
      analyse: question => analyse(api, connection, functions, question),
      close: async () => {
        connection.closeSync();
        instance.closeSync();
      },
    };
  },
} satisfies AnalystOpener;

function createInstance(api: Api): Promise<DuckDb.DuckDBInstance> {
  return api.DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    memory_limit: '1GiB',
    threads: '1',
  });
}

async function prepareDatabase(
  connection: DuckDb.DuckDBConnection,
  { sources, schema }: Declarations,
): Promise<void> {
  const names = sources.flatMap(({ tables }) => tables['duckdb']?.name.slice(0, -2) ?? []);
  const databases = [...new Set(names)].map(name => `ATTACH ':memory:' AS ${quoteName(name)}`);
  const settings = [
    // The optimizer folds constants, which would run parts of the author's text.
    'PRAGMA disable_optimizer',
    "SET TimeZone = 'UTC'",
    'SET errors_as_json = true',
    'SET enable_external_access = false',
    'SET lock_configuration = true',
  ];
  for (const statement of [...databases, schema, ...settings]) await connection.run(statement);
}

/**
 * Table functions that make rows only from their arguments. All others read files, tables, other statements or DuckDB itself:
 * `histogram` is given the name of a table.
 */
const OF_ARGUMENTS = new Set([
  'generate_series',
  'json_each',
  'json_tree',
  'range',
  'repeat',
  'repeat_row',
  'summary',
  'unnest',
]);

/** Functions of DuckDB that are computed from rows of other tenants: `stats` has the least value of the whole column. */
const OF_OTHER_ROWS = new Set(['json_serialize_plan', 'stats']);

async function builtIn(connection: DuckDb.DuckDBConnection): Promise<FunctionNames> {
  const found = await connection.runAndReadAll(
    "SELECT DISTINCT function_name, function_type LIKE 'table%' FROM duckdb_functions()",
  );
  const rows = found.getRows().map(([name, isTable]) => ({ name: String(name), isTable }));
  const tables = rows.filter(({ isTable }) => isTable === true).map(({ name }) => name);
  const scalars = rows.filter(({ isTable }) => isTable === false).map(({ name }) => name);
  return {
    refused: new Set(tables.filter(name => !OF_ARGUMENTS.has(name))),
    ofTables: OF_ARGUMENTS,
    ofRows: new Set(scalars.filter(name => !OF_OTHER_ROWS.has(name))),
  };
}

async function analyse(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  functions: FunctionNames,
  question: Question,
): Promise<Analysis> {
  const parsed = refusedNul(question.sql) ?? (await parse(connection, question.sql));
  if (parsed.kind === 'refused') return parsed;
  const reads = findReads(parsed, question.sql, functions);
  if (reads.kind === 'refused') return reads;
  const { tables, hidden } = reads;
  const { parameters } = parsed;
  const read = { kind: 'understood', tables, hidden, parameters } as const;
  const columns = await describeColumns(api, connection, question);
  if (columns.kind === 'columns') {
    return { ...read, columns: columns.columns, reason: null };
  }
  return { ...read, columns: null, reason: columns };
}
