/**
 * Analyses an author's statement with PostgreSQL's parser and analyser, over empty tables in PGlite, which is PostgreSQL as
 * WebAssembly. The statement is prepared and never run. The server shows the tree that it made of it: each table and each function
 * is a number there, however the text names it.
 */
import type { Source } from '../../generator/core/spec/source.ts';
import { splitTokens } from '../../generator/own/tokens.ts';
import type { Analysis, AnalystOpener, Declarations, Question } from '../analyst.ts';
import { refused, refusedHolding, refusedNul } from '../support/analyst-text.ts';
import { type KnownFunction, readFunctions } from './analyst/functions.ts';
import { withLabels } from './analyst/labels.ts';
import { isServerError, type ServerError } from './analyst/library.ts';
import { type DescribedStatement, openPgLite, type PgLite } from './analyst/pglite.ts';
import { placeOfWord } from './analyst/place.ts';
import { refusedTree, SELECTS, unanalysed } from './analyst/refusals.ts';
import { createTables, findEnums } from './analyst/stand-ins.ts';
import { readTree } from './analyst/tree.ts';
import dialect from './dialect.ts';
import { quotedName } from './driver/names.ts';
import { MEANING } from './meaning.ts';
import ownSql from './own-sql.ts';
import { ownColumns } from './results/own.ts';

export default {
  open: async declared => {
    const database = await openPgLite();
    const known = await prepareDatabase(database, declared);
    return { analyse: question => analyse(database, known, question), close: database.close };
  },
} satisfies AnalystOpener;

interface Known {
  readonly sources: readonly Source[];
  readonly functions: ReadonlyMap<number, KnownFunction>;
  /** The names of tables of data sets by their numbers: those of several data sets may mean one table. */
  readonly tables: ReadonlyMap<number, readonly (readonly string[])[]>;
}

/** The schema of tables whose names have no dot. A statement that writes `public.t` does not mean the table `t` of every database. */
const SCHEMA = 'quern analysis';

async function prepareDatabase(
  database: PgLite,
  { sources, schema }: Declarations,
): Promise<Known> {
  for (const setting of MEANING) await database.script(`SET ${setting}`);
  await database.script(
    `CREATE SCHEMA ${quotedName([SCHEMA])}; SET search_path = ${quotedName([SCHEMA])}; BEGIN`,
  );
  await createTables(
    database,
    schema,
    findEnums(sources, dialect.name, () => []),
  );
  await database.script('COMMIT');
  return {
    sources,
    functions: await readFunctions(database.ask),
    tables: await declaredTables(database, sources),
  };
}

async function declaredTables(
  { ask }: PgLite,
  sources: readonly Source[],
): Promise<Known['tables']> {
  const numbers = new Map<number, (readonly string[])[]>();
  for (const { tables } of sources) {
    const { name } = tables[dialect.name] ?? {};
    if (name === undefined) continue;
    const [[number] = []] = await ask('SELECT to_regclass($1)::oid', [quotedName(name)]);
    numbers.set(Number(number), [...(numbers.get(Number(number)) ?? []), name]);
  }
  return numbers;
}

async function analyse(database: PgLite, known: Known, question: Question): Promise<Analysis> {
  const { sql } = question;
  const refusal = refusedNul(sql) ?? refusedHolding(sql, ownSql, SELECTS);
  if (refusal !== null) return refusal;
  const numbers = numbersIn(sql);
  const parameters = numbers.map((number, i) => question.parameters[i]?.name ?? `$${number}`);
  const described = await describe(database, sql, numbers);
  if (described instanceof Error) return unanalysed(described, sql, parameters, known.sources);
  const { columns, tree: text } = described;
  if (text === null) return refused('There is no statement', 'Write a SELECT statement.');
  const tree = readTree(text);
  const called = tree.functions.flatMap(number => known.functions.get(number) ?? []);
  const fault = refusedTree(tree, called, sql);
  if (fault !== null) return fault;
  const looking = called.filter(({ kind }) => kind === 'looks');
  const answered = await ownColumns(database.ask, columns);
  return {
    kind: 'understood',
    tables: await namesOf(database, tree.relations, known.tables),
    hidden: looking.map(({ name }) => ({ what: `\`${name}\``, at: placeOfWord(sql, name) })),
    parameters,
    columns: answered.map(({ column }) => column),
    reason: null,
  };
}

/** The numbers of parameters in the text, in order. A parameter of a piece that the text lacks leaves out its number. */
function numbersIn(sql: string): readonly number[] {
  const numbers = splitTokens(sql, ownSql)
    .filter(({ kind, start }) => kind === 'foreign' && sql[start] === '$')
    .map(({ start, end }) => Number(sql.slice(start + 1, end)));
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** The number of the type `text`, and of none. */
const [TEXT, UNKNOWN] = [25, 0];
/** The most parameters that a statement may have. */
const MOST_PARAMETERS = 65_535;

/** The casts of the text say the types of its parameters. A number that it leaves out needs a type all the same. */
async function describe(
  database: PgLite,
  sql: string,
  numbers: readonly number[],
): Promise<DescribedStatement | ServerError> {
  const there = new Set(numbers);
  const last = Math.min(numbers.at(-1) ?? 0, MOST_PARAMETERS);
  const types = Array.from({ length: last }, (_, i) => (there.has(i + 1) ? UNKNOWN : TEXT));
  try {
    return await withLabels(database, () => database.describe(sql, types));
  } catch (error) {
    if (isServerError(error)) return error;
    // an error within WebAssembly leaves the server unusable
    return process.exit(1);
  }
}

/** Tables of data sets by their names, and all others by those of the catalogue. */
async function namesOf(
  { ask }: PgLite,
  relations: readonly number[],
  declared: Known['tables'],
): Promise<readonly (readonly string[])[]> {
  const names: (readonly string[])[] = [];
  for (const number of relations) {
    const known = declared.get(number);
    if (known !== undefined) names.push(...known);
    else names.push(...(await ask(NAME, [String(number)])).map(row => row.map(String)));
  }
  return names;
}

const NAME =
  'SELECT nspname, relname FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace WHERE pg_class.oid = $1::oid';
