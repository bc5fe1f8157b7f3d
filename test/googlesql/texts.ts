/** Projects with texts in GoogleSQL, compiled as the command line does: the analyser is asked what is not known. */
import type { Analyser } from '../../engines/analyser.ts';
import { openAnalyser } from '../../engines/bigquery/analyst/analyser.ts';
import { type Compiled, compile, type InputFile } from '../../generator/compile.ts';
import type { AnalyserAnswer } from '../../generator/resolve/questions.ts';
import { ROOT } from '../support/root.ts';

export const ALL_DIALECTS = ['bigquery', 'clickhouse', 'duckdb'];

/** Only the tests have its packages. */
export function openTestAnalyser(): Promise<Analyser> {
  return openAnalyser(`${ROOT}/test`);
}

/** Compiles for `dialects`, with all answers. */
export async function compileTexts(
  inputs: readonly InputFile[],
  analyser: Analyser,
  dialects: readonly string[] = ALL_DIALECTS,
): Promise<Compiled> {
  const { questions } = compile(inputs, { dialects });
  const answers = new Map<string, AnalyserAnswer>();
  for (const question of questions) {
    if (question.kind === 'own') throw new Error(`${question.endpoint} is not in GoogleSQL`);
    answers.set(question.hash, await analyser.analyse(question));
  }
  return compile(inputs, { dialects, answers });
}
