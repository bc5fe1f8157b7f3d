/** Analyses authors' statements with ZetaSQL, Google's own parser and analyser of GoogleSQL. Nothing is run. */

import { listOf } from '../../generator/core/types/scalar.ts';
import type {
  Analysis,
  Analyst,
  AnalystOpener,
  Declarations,
  Question,
  StatementRefused,
} from '../analyst.ts';
import type { CatalogueColumn } from '../engine.ts';
import {
  buildCatalogue,
  describeTables,
  splitPath,
  type Tables,
} from './analyst/catalogue/catalogue.ts';
import { readResolvedColumns } from './analyst/columns.ts';
import { type BuiltInFunctions, readBuiltInFunctions } from './analyst/functions.ts';
import { withGroups } from './analyst/group-by-all.ts';
import { findHiddenReads, missedIn } from './analyst/hidden.ts';
import { analyzerOptions, languageOptions } from './analyst/language.ts';
import { offsetAt } from './analyst/place.ts';
import * as refusals from './analyst/refusals.ts';
import { BUILTIN_TYPES, type LanguageOptions } from './analyst/server/protocol.ts';
import { CallFailure, findServer } from './analyst/server/server.ts';
import { type AnalyserService, startAnalyser } from './analyst/server/service.ts';
import { isQuery, parametersIn, startOf } from './analyst/syntax.ts';
import { describeType } from './analyst/types.ts';

export default { open } satisfies AnalystOpener;

async function open({ sources }: Declarations): Promise<Analyst> {
  const installation = findServer([import.meta.url, `${process.cwd()}/`]);
  const service = await startAnalyser(installation);
  const language = languageOptions(service.features);
  const functions = await readBuiltInFunctions(service, language);
  const context = { service, tables: describeTables(sources), language, functions };
  return { analyse: question => analyse(question, context), close: service.close };
}

interface Context {
  readonly service: AnalyserService;
  readonly tables: Tables;
  readonly language: LanguageOptions;
  readonly functions: BuiltInFunctions;
}

type Paths = readonly (readonly string[])[];

async function analyse(question: Question, context: Context): Promise<Analysis> {
  const listed = await attempt(() => pathsIn(question.sql, context));
  if (listed instanceof CallFailure) return refusalOf(listed, question.sql, context);
  const parsed = await attempt(() => parse(question.sql, context));
  if (parsed instanceof CallFailure) return refusals.notAQuery(parsed, question.sql);
  if (!isQuery(parsed)) return refusals.hinted(offsetAt(question.sql, { byte: startOf(parsed) }));
  const { names, positionalAt } = parametersIn(parsed);
  if (positionalAt !== null) {
    return refusals.positional(offsetAt(question.sql, { byte: positionalAt }));
  }
  const read = [...listed, ...missedIn(parsed, listed)];
  const tables = distinct(read.map(splitPath));
  const hidden = findHiddenReads(parsed, question.sql, context.functions);
  const known = { kind: 'understood', tables, hidden, parameters: names } as const;
  const found = await resolve(question, read, context);
  return found.kind === 'refused'
    ? { ...known, columns: null, reason: found }
    : { ...known, columns: found.columns, reason: null };
}

/** The names of the statement's tables, each as written. Only a single query has any. */
async function pathsIn(sql: string, { service, language }: Context): Promise<Paths> {
  const request = { sql_statement: sql, options: language };
  const { table_name: names = [] } = await service.ask('ExtractTableNamesFromStatement', request);
  return names.map(({ table_name_segment: segments = [] }) => segments);
}

async function parse(sql: string, { service, language }: Context): Promise<object> {
  const request = { sql_statement: sql, options: language, allow_script: false };
  return (await service.ask('Parse', request)).parsed_statement ?? {};
}

/** The refusal of a text, which also reports if the text is a script. */
async function refusalOf(
  failure: CallFailure,
  sql: string,
  context: Context,
): Promise<StatementRefused> {
  const { service, language } = context;
  const plain = refusals.notAQuery(failure, sql);
  if (failure.kind !== 'statement' || failure.message.startsWith('Statement not')) return plain;
  const request = { sql_statement: sql, options: language, allow_script: true };
  const script = await attempt(() => service.ask('Parse', request));
  if (script instanceof CallFailure) return plain;
  const [first, second] = script.parsed_script?.statement_list_node?.statement_list ?? [];
  if (first === undefined) return plain;
  return second === undefined
    ? refusals.script(offsetAt(sql, { byte: startOf(first) }))
    : refusals.severalStatements(offsetAt(sql, { byte: startOf(second) }));
}

async function resolve(
  { sql, parameters }: Question,
  paths: Paths,
  { service, tables, language }: Context,
): Promise<StatementRefused | { kind: 'known'; columns: readonly CatalogueColumn[] }> {
  const { catalog, unknown } = buildCatalogue(paths, tables, language);
  const typed = parameters.map(({ name, scalar, isList }) => ({
    name,
    type: describeType(isList === true ? listOf(scalar) : scalar),
  }));
  const grouped = withGroups(sql);
  const resolved = await attempt(() =>
    service.ask('Analyze', {
      options: analyzerOptions(language, typed),
      simple_catalog: catalog,
      descriptor_pool_list: BUILTIN_TYPES,
      sql_statement: grouped.sql,
    }),
  );
  const notKnown = (failure: CallFailure) => {
    const found = refusals.notKnown(failure, grouped.sql);
    return { ...found, at: found.at === null ? null : grouped.back(found.at) };
  };
  if (unknown.length > 0) {
    const isTheirs = resolved instanceof CallFailure && /^Table not found/.test(resolved.message);
    const at = isTheirs ? notKnown(resolved).at : null;
    return refusals.unknownTables(distinct(unknown.map(splitPath)), at);
  }
  if (resolved instanceof CallFailure) return notKnown(resolved);
  const query = resolved.resolved_statement?.resolved_query_stmt_node;
  if (query === undefined) throw new Error('the analyser took no query for one');
  return { kind: 'known', columns: readResolvedColumns(query) };
}

/** The result of a call, or its failure. */
async function attempt<T>(call: () => Promise<T>): Promise<T | CallFailure> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof CallFailure) return error;
    throw error;
  }
}

/** Each name once, however it is quoted. */
function distinct(names: Paths): Paths {
  return [...new Map(names.map(parts => [parts.join('.'), parts])).values()];
}
