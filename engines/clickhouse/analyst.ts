/**
 * Analyses an author's statement with ClickHouse's parser and analyser, over empty tables in chdb, which is ClickHouse as a
 * library. chdb runs every statement of a text. For that reason, `formatQuerySingleLine` first reads the text as a *literal*: it
 * accepts only one statement. All later questions are about the statement that it writes back.
 */
import type { Analysis, AnalystOpener, Declared, Question } from '../analyst.ts';
import { refusedNul } from '../support/analyst-text.ts';
import { canonicalOf } from './analyst/canonical.ts';
import { type ChDb, openChDb } from './analyst/chdb.ts';
import { columnsOf } from './analyst/columns.ts';
import { samplesOf } from './analyst/samples.ts';
import { tablesOf } from './analyst/tables.ts';
import { treeOf, whyRefused } from './analyst/tree.ts';

/** The database of tables whose names have no dot. In chdb's own database, the name of a table that does not exist means a file. */
const DATABASE = 'quern_analysis';

/** Table functions that make rows only from their arguments. All others read files, servers, other tables or statements. */
const OF_ARGUMENTS = [
  'format',
  'fuzzJSON',
  'fuzzQuery',
  'generateRandom',
  'generateSeries',
  'generate_series',
  'null',
  'numbers',
  'numbers_mt',
  'primes',
  'SQLStandardValues',
  'values',
  'view',
  'viewIfPermitted',
  'zeros',
  'zeros_mt',
];
/** Functions that read files of the server, or ask other services. */
const REACHING_OUT = ['catboostEvaluate', 'file', 'generateSerialID'];

export default {
  packages: ['chdb'],
  open: async declared => {
    const chdb = openChDb();
    const names = await prepareDatabase(chdb, declared);
    const known = {
      refusedFunctions: new Set(names.map(name => name.toLowerCase())),
      tables: new Set(
        declared.sources.flatMap(({ tables }) => tables['clickhouse']?.name.join('.') ?? []),
      ),
    };
    return { analyse: question => analyse(chdb, known, question), close: async () => chdb.close() };
  },
} satisfies AnalystOpener;

/** Returns the names of the functions that are refused. */
async function prepareDatabase(chdb: ChDb, { schema }: Declared): Promise<readonly string[]> {
  // A table of a plain MergeTree would refuse FINAL, which the author's own table may accept.
  const tables = schema.replace(/^ENGINE = MergeTree$/gm, 'ENGINE = ReplacingMergeTree');
  for (const sql of [
    `CREATE DATABASE ${DATABASE}`,
    `USE ${DATABASE}`,
    tables,
    "SET session_timezone = 'UTC'",
    'SET max_query_size = 16777216',
    // chdb accepts `1 + 1` as a statement, which a server refuses
    'SET implicit_select = 0',
  ]) {
    await chdb.ask(sql);
  }
  const harmless = OF_ARGUMENTS.map(name => `'${name}'`).join(', ');
  const functions = await chdb.ask(
    `SELECT name FROM system.table_functions WHERE name NOT IN (${harmless})
     UNION ALL SELECT name FROM system.functions WHERE name ILIKE 'ai%'`,
  );
  // read-only, as in the service
  await chdb.ask('SET readonly = 2');
  return [...functions.split('\n').filter(name => name !== ''), ...REACHING_OUT];
}

interface Known {
  /** In lower case. */
  readonly refusedFunctions: ReadonlySet<string>;
  /** Names of the data sets' tables, their parts joined by dots. */
  readonly tables: ReadonlySet<string>;
}

async function analyse(chdb: ChDb, known: Known, question: Question): Promise<Analysis> {
  const canonical = refusedNul(question.sql) ?? (await canonicalOf(chdb, question.sql));
  if (canonical.kind === 'refused') return canonical;
  const { sql, parameters } = canonical;
  const samples = samplesOf(question.parameters);
  const tree = await treeOf(chdb, sql, samples, question.sql);
  if (tree.kind === 'refused') return tree;
  const fault = whyRefused(tree.nodes, question.sql, known.refusedFunctions);
  if (fault !== null) return fault;
  const tables = tablesOf(sql, tree.nodes, known.tables);
  const columns = await columnsOf(chdb, sql, samples, question.sql);
  if (columns.kind === 'columns') {
    return { kind: 'understood', tables, parameters, columns: columns.columns, reason: null };
  }
  return { kind: 'understood', tables, parameters, columns: null, reason: columns };
}
