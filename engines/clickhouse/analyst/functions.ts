/** The functions of ClickHouse itself. */
import type { ChDb } from './chdb.ts';

export interface BuiltInFunctions {
  /** Whether it is a function of ClickHouse itself, which no server defines. */
  readonly isBuiltIn: (name: string) => boolean;
  /** Whether a table function makes rows only from its arguments. */
  readonly isOfArguments: (name: string) => boolean;
  /** Functions that a statement must not call, in lower case. */
  readonly refused: ReadonlySet<string>;
}

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
/** In trees, but not in the list of functions. */
const SYNTAX = ['exists', 'grouping', 'lambda', 'untuple'];

export async function readBuiltInFunctions(chdb: ChDb): Promise<BuiltInFunctions> {
  const harmless = OF_ARGUMENTS.map(name => `'${name}'`).join(', ');
  // functions whose names begin with `ai` ask a language model over the network
  const refused = await linesOf(
    chdb,
    `SELECT name FROM system.table_functions WHERE name NOT IN (${harmless})
     UNION ALL SELECT name FROM system.functions WHERE name ILIKE 'ai%'`,
  );
  const exact = new Set([...(await linesOf(chdb, 'SELECT name FROM system.functions')), ...SYNTAX]);
  const folded = new Set(
    await linesOf(chdb, 'SELECT lower(name) FROM system.functions WHERE case_insensitive'),
  );
  const combinators = await linesOf(chdb, 'SELECT name FROM system.aggregate_function_combinators');
  const isBuiltIn = (name: string): boolean =>
    exact.has(name) ||
    folded.has(name.toLowerCase()) ||
    combinators.some(suffix => name.endsWith(suffix) && isBuiltIn(name.slice(0, -suffix.length)));
  const ofArguments = new Set(OF_ARGUMENTS.map(name => name.toLowerCase()));
  return {
    isBuiltIn,
    isOfArguments: name => ofArguments.has(name.toLowerCase()),
    refused: new Set([...refused, ...REACHING_OUT].map(name => name.toLowerCase())),
  };
}

async function linesOf(chdb: ChDb, sql: string): Promise<readonly string[]> {
  return (await chdb.ask(sql)).split('\n').filter(line => line !== '');
}
