/** Analyses an author's statement with DuckDB's parser and binder, on an in-memory database without rows. */
import type * as DuckDb from '@duckdb/node-api';
import type { Analysis, AnalystOpener, Declared, Question } from '../analyst.ts';
import { refusedNul } from '../support/analyst-text.ts';
import { columnsOf } from './analyst/columns.ts';
import { parse } from './analyst/parse.ts';
import { readsOf } from './analyst/reads.ts';
import { identifier } from './driver/text.ts';
import { type Api, loadLibrary } from './driver/values.ts';

export default {
  packages: ['@duckdb/node-api'],
  open: async declared => {
    const { api } = await loadLibrary();
    const instance = await createInstance(api);
    const connection = await instance.connect();
    await prepareDatabase(connection, declared);
    const refusedFunctions = await beyondArguments(connection);
    return {
      analyse: question => analyse(api, connection, refusedFunctions, question),
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
  { sources, schema }: Declared,
): Promise<void> {
  const names = sources.flatMap(({ tables }) => tables['duckdb']?.name.slice(0, -2) ?? []);
  const databases = [...new Set(names)].map(name => `ATTACH ':memory:' AS ${identifier(name)}`);
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
 * Table functions that make rows only from their arguments. All others read files, other statements or DuckDB itself.
 */
const OF_ARGUMENTS = new Set([
  'generate_series',
  'histogram',
  'histogram_values',
  'json_each',
  'json_tree',
  'range',
  'repeat',
  'repeat_row',
  'summary',
  'unnest',
]);

async function beyondArguments(connection: DuckDb.DuckDBConnection): Promise<ReadonlySet<string>> {
  const found = await connection.runAndReadAll(
    "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type LIKE 'table%'",
  );
  const names = found.getRows().map(([name]) => String(name));
  return new Set(names.filter(name => !OF_ARGUMENTS.has(name)));
}

async function analyse(
  api: Api,
  connection: DuckDb.DuckDBConnection,
  refusedFunctions: ReadonlySet<string>,
  question: Question,
): Promise<Analysis> {
  const parsed = refusedNul(question.sql) ?? (await parse(connection, question.sql));
  if (parsed.kind === 'refused') return parsed;
  const reads = readsOf(parsed, question.sql, refusedFunctions);
  if (reads.kind === 'refused') return reads;
  const { tables } = reads;
  const { parameters } = parsed;
  const columns = await columnsOf(api, connection, question);
  if (columns.kind === 'columns') {
    return { kind: 'understood', tables, parameters, columns: columns.columns, reason: null };
  }
  return { kind: 'understood', tables, parameters, columns: null, reason: columns };
}
