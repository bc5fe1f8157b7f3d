/** `schema.sql` stands by itself: each engine, empty as it is set up, takes all of it, again and again up to the tables. */
import { DuckDBInstance } from '@duckdb/node-api';
import { Session } from 'chdb';
import { expect, test } from 'vitest';
import { languageOptions } from '../../../engines/bigquery/analyst/language.ts';
import { BUILTIN_TYPES } from '../../../engines/bigquery/analyst/server/protocol.ts';
import { DIALECTS } from '../../../engines/index.ts';
import { compile } from '../../../generator/compile.ts';
import { printSchema } from '../../../generator/sql/schema.ts';
import { execute } from '../clickhouse/session.ts';
import { analysisCatalog } from '../zetasql/catalog.ts';
import { analyzerOptions } from '../zetasql/language.ts';
import { startServer } from '../zetasql/server.ts';

const COLUMNS = '{ id: { type: string, required: true }, timestamp: { type: timestamp } }';
const NAMES = ['plain', 'shop.requests', 'shop.orders', 'Old Shop-2.orders'];

function schemaOf(engine: string, names: readonly string[]): string {
  const sources = names.map(
    (name, at) =>
      `  s${at}: { tables: { ${engine}: { table: '${name}' } }, columns: ${COLUMNS} }\n`,
  );
  const bytes = `sources:\n${sources.join('')}`;
  const dialect = DIALECTS.get(engine);
  if (dialect === undefined) throw new Error(`no dialect ${engine}`);
  const files = [{ path: 'endpoints/sources.yaml', bytes }];
  const { compilation, diagnostics } = compile(files, { dialects: [engine] });
  expect(diagnostics).toEqual([]);
  return printSchema(compilation.project.sources, dialect);
}

/** None of these texts holds a semicolon within a statement. */
function statementsOf(text: string): readonly string[] {
  return text.split(';\n').slice(0, -1);
}

test('DuckDB takes it as a whole', async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(schemaOf('duckdb', [...NAMES, 'memory.third.orders']));
  for (const table of ['plain', 'shop.requests', '"Old Shop-2".orders', 'memory.third.orders']) {
    expect((await connection.runAndReadAll(`FROM ${table}`)).columnNames()).toEqual([
      'id',
      'timestamp',
    ]);
  }
  await connection.run(schemaOf('duckdb', ['shop.more']));
});

test('ClickHouse takes each statement', async () => {
  const session = new Session();
  const text = schemaOf('clickhouse', NAMES) + schemaOf('clickhouse', ['shop.more']);
  for (const statement of statementsOf(text)) await execute(session, statement);
  for (const table of ['shop.requests', 'shop.orders', 'shop.more', '`Old Shop-2`.orders']) {
    await execute(session, `SELECT id, timestamp FROM ${table}`);
  }
  session.close();
});

test('ZetaSQL understands each statement', async () => {
  const server = await startServer();
  const language = {
    ...languageOptions(server.features),
    supported_statement_kinds: ['RESOLVED_CREATE_SCHEMA_STMT', 'RESOLVED_CREATE_TABLE_STMT'],
  };
  const statements = statementsOf(schemaOf('bigquery', [...NAMES, 'my-project.logs.orders']));
  const understood = statements.map(async sql => {
    const response = await server.call('Analyze', {
      options: analyzerOptions(language, []),
      simple_catalog: analysisCatalog([], language),
      descriptor_pool_list: BUILTIN_TYPES,
      sql_statement: sql,
    });
    return JSON.stringify(response.resolved_statement);
  });
  const read = await Promise.all(understood).finally(() => server.stop());
  const namesOf = (kind: string) =>
    read.filter(text => text.includes(kind)).map(text => /"name_path":(\[.*?\])/.exec(text)?.[1]);
  expect(namesOf('create_schema')).toEqual(['["shop"]', '["Old Shop-2"]', '["my-project","logs"]']);
  expect(namesOf('create_table')).toContain('["my-project","logs","orders"]');
  expect(read).toHaveLength(8);
});
