/** The analyser of GoogleSQL, ZetaSQL's server. It returns the resolved tree of a question. */
import type { Analyser, AnalyserOpener } from '../../analyser.ts';
import { analyzerOptions, languageOptions, REWRITTEN } from './language.ts';
import { catalogueFor } from './named-catalogue.ts';
import { offsetAt } from './place.ts';
import { listPackagePlaces } from './server/installed.ts';
import { BUILTIN_TYPES } from './server/protocol.ts';
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
  const analyse: Analyser['analyse'] = async ({ sql, tables, params, functions = [] }) => {
    const typed = params.map(({ name, type }) => ({ name, type: describeType(type) }));
    try {
      const { resolved_statement: statement } = await service.ask('Analyze', {
        options: {
          ...analyzerOptions(language, typed),
          enabled_rewrites: functions.length === 0 ? REWRITTEN : [...REWRITTEN, INLINE],
          parse_location_record_type: 'PARSE_LOCATION_RECORD_FULL_NODE_SCOPE',
        },
        simple_catalog: {
          ...catalogueFor(tables, language),
          custom_function: functions.map(functionProto),
        },
        descriptor_pool_list: BUILTIN_TYPES,
        sql_statement: sql,
      });
      return { kind: 'understood', statement };
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      const at = error.place === null ? null : offsetAt(sql, error.place);
      return { kind: 'refused', message: wordsOf(error), at };
    }
  };
  return { analyse, close: service.close };
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
