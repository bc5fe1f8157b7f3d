/**
 * Analyses an author's statement with ClickHouse's parser and analyser, over empty tables in chdb, which is ClickHouse as a
 * library. chdb runs every statement of a text. For that reason, `formatQuerySingleLine` first reads the text as a *literal*: it
 * accepts only one statement. All later questions are about the statement that it writes back.
 */
import type { Analysis, AnalystOpener, Declarations, Question } from '../analyst.ts';
import { refusedNul } from '../support/analyst-text.ts';
import { canonicalOf } from './analyst/canonical.ts';
import { type ChDb, openChDb } from './analyst/chdb.ts';
import { describeColumns } from './analyst/columns.ts';
import { type BuiltInFunctions, readBuiltInFunctions } from './analyst/functions.ts';
import { findHiddenReads } from './analyst/hidden.ts';
import { sampleParameters } from './analyst/samples.ts';
import { findTables } from './analyst/tables.ts';
import { treeOf, whyRefused } from './analyst/tree.ts';
import { wordsIn } from './analyst/words.ts';

/** The database of tables whose names have no dot. In chdb's own database, the name of a table that does not exist means a file. */
const DATABASE = 'quern_analysis';

export default {
  open: async declared => {
    const chdb = openChDb();
    await prepareDatabase(chdb, declared);
    const functions = await readBuiltInFunctions(chdb);
    // read-only, as in the service
    await chdb.ask('SET readonly = 2');
    const known = {
      functions,
      tables: new Set(
        declared.sources.flatMap(({ tables }) => tables['clickhouse']?.name.join('.') ?? []),
      ),
    };
    return { analyse: question => analyse(chdb, known, question), close: async () => chdb.close() };
  },
} satisfies AnalystOpener;

async function prepareDatabase(chdb: ChDb, { schema }: Declarations): Promise<void> {
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
}

interface Known {
  readonly functions: BuiltInFunctions;
  /** Names of the data sets' tables, their parts joined by dots. */
  readonly tables: ReadonlySet<string>;
}

async function analyse(chdb: ChDb, known: Known, question: Question): Promise<Analysis> {
  const canonical = refusedNul(question.sql) ?? (await canonicalOf(chdb, question.sql));
  if (canonical.kind === 'refused') return canonical;
  const { sql, parameters } = canonical;
  const samples = sampleParameters(question.parameters);
  const tree = await treeOf(chdb, sql, samples, question.sql);
  if (tree.kind === 'refused') return tree;
  const fault = whyRefused(tree.nodes, question.sql, known.functions.refused);
  if (fault !== null) return fault;
  const found = findTables(sql, tree.nodes, known.tables);
  const hidden = [...found.hidden, ...findHiddenReads(tree.nodes, wordsIn(sql), known.functions)];
  const { tables } = found;
  const read = { kind: 'understood', tables, hidden, parameters } as const;
  const columns = await describeColumns(chdb, sql, samples, question.sql);
  if (columns.kind === 'columns') {
    return { ...read, columns: columns.columns, reason: null };
  }
  return { ...read, columns: null, reason: columns };
}
