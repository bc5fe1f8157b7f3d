/** The analyser of GoogleSQL, ZetaSQL's server. It returns the resolved tree of a question. */
import type {
  AskedTable,
  AskedVariable,
  TeamFunction,
} from '../../../generator/googlesql/question/question.ts';
import type { Analyser, AnalyserOpener } from '../../analyser.ts';
import { catalogueFor } from './catalogue/named-catalogue.ts';
import { type BuiltInFunctions, readBuiltInFunctions } from './functions.ts';
import { type Grouped, withGroups } from './group-by-all.ts';
import { analyzerOptions, languageOptions, REWRITTEN } from './language.ts';
import { offsetAt } from './place.ts';
import { listPackagePlaces } from './server/installed.ts';
import {
  BUILTIN_TYPES,
  type ConstantProto,
  type ResolvedStatement,
  type TypeProto,
} from './server/protocol.ts';
import { CallFailure, findServer } from './server/server.ts';
import { startAnalyser } from './server/service.ts';
import { functionProto, INLINE } from './team-functions.ts';
import { describeType } from './types.ts';

export default { open: openAnalyser } satisfies AnalyserOpener;

/** Starts the server. */
export async function openAnalyser(
  folder: string,
  mostBytes: number | null = null,
): Promise<Analyser> {
  const service = await startAnalyser(findServer(listPackagePlaces(folder), mostBytes));
  const language = languageOptions(service.features);
  let builtIn: Promise<BuiltInFunctions> | null = null;
  const builtInAmong = async (functions: readonly TeamFunction[]) => {
    if (functions.length === 0) return null;
    builtIn ??= readBuiltInFunctions(service, language);
    const { isBuiltIn } = await builtIn;
    const one = functions.find(({ name }) => isBuiltIn([name]));
    if (one === undefined) return null;
    return { kind: 'refused', message: `Function is built in: ${one.name}`, at: null } as const;
  };
  const analyse: Analyser['analyse'] = async question => {
    const { tables, params, functions = [], variables = [] } = question;
    const typed = params.map(({ name, type }) => ({ name, type: describeType(type) }));
    const taken = await builtInAmong(functions);
    if (taken !== null) return taken;
    const constants: ConstantProto[] = [];
    const resolve = async ({ sql, placed }: Grouped, tables: readonly AskedTable[]) => {
      const answer = await service.ask('Analyze', {
        options: {
          ...analyzerOptions(language, typed),
          enabled_rewrites: functions.length === 0 ? REWRITTEN : [...REWRITTEN, INLINE],
          parse_location_record_type: 'PARSE_LOCATION_RECORD_FULL_NODE_SCOPE',
        },
        simple_catalog: {
          ...catalogueFor(tables, language),
          custom_function: functions.map(functionProto),
          constant: constants,
        },
        descriptor_pool_list: BUILTIN_TYPES,
        sql_statement: sql,
      });
      return placed(answer.resolved_statement);
    };
    const query = withGroups(question.sql);
    let asked = query;
    try {
      const values: unknown[] = [];
      for (const variable of variables) {
        if (variable.sql !== null) asked = withGroups(variable.sql);
        const value = variable.sql === null ? undefined : await resolve(asked, []);
        if (variable.sql !== null) values.push(value);
        constants.push({ name_path: [variable.name], type: typeOfVariable(variable, value) });
      }
      asked = query;
      return { kind: 'understood', statement: await resolve(asked, tables), values };
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      const place = calledAt(error.message) ?? error.place;
      const at = place === null ? null : asked.back(offsetAt(asked.sql, place));
      return { kind: 'refused', message: wordsOf(error), at };
    }
  };
  return { analyse, close: service.close };
}

/** Where the statement calls the function whose expression has the fault. */
function calledAt(message: string): CallFailure['place'] {
  const [, line, column] = /^Invalid function \S+ \[at (\d+):(\d+)\]/.exec(message) ?? [];
  return line === undefined ? null : { line: Number(line), column: Number(column) };
}

function typeOfVariable(
  { name, type }: AskedVariable,
  value: ResolvedStatement | undefined,
): TypeProto {
  if (type !== null) return describeType(type);
  const [column] = value?.resolved_query_stmt_node?.output_column_list ?? [];
  if (column === undefined) throw new Error(`the variable ${name} has no value`);
  return column.column.type;
}

function wordsOf({ kind, message }: CallFailure): string {
  switch (kind) {
    case 'size':
      return 'It is too long, or nested too deeply';
    case 'late':
      return 'It takes longer than 2 s';
    case 'gone':
      return 'The analyser crashed on it';
    case 'statement':
    case 'fault':
      return message;
  }
}
