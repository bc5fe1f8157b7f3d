/** Surveys the tables of the configured engine. */
import { ENGINES, type EngineName, type EnginesConfig, FILE_ENGINE } from '../../engines/index.ts';
import {
  type Shown,
  type Survey,
  SurveyError,
  type SurveyedTable,
  type UserPaths,
} from '../../engines/survey.ts';
import { EXIT, Failure } from '../terminal/exit.ts';

/** Surveys the tables and views with these names; with `null`, all of them. Rejects with `SurveyError` or `EngineFailure`. */
export async function surveyEngine<Name extends EngineName>(
  name: Name,
  engines: EnginesConfig,
  names: readonly string[] | null,
  paths: UserPaths,
): Promise<Survey> {
  const { default: surveyor } = await ENGINES[name].survey();
  return surveyor.survey(engines[name], names, paths);
}

/** Surveys the files under an absolute path or pattern as one table. Rejects with `SurveyError`. */
export async function surveyFiles(path: string, shown: Shown): Promise<SurveyedTable> {
  const { default: surveyor } = await ENGINES[FILE_ENGINE].survey();
  if (surveyor.surveyFiles === null) throw new Error(`${FILE_ENGINE} surveys no files`);
  return surveyor.surveyFiles(path, shown);
}

/** Combines several errors into one failure. */
function surveyFailure(errors: readonly SurveyError[]): Failure {
  const message = errors.flatMap(({ faults }) => faults).join('\n');
  const hints = [...new Set(errors.flatMap(({ hint }) => hint ?? []))];
  const hint = hints.length === 0 ? null : hints.join(' ');
  return new Failure(EXIT.usage, message, { hint, cause: errors[0] });
}

/** Returns all results. If any item fails, throws one failure with the faults of all items. */
export async function allSurveyed<T, R>(
  items: readonly T[],
  use: (item: T) => R | Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const errors: SurveyError[] = [];
  for (const item of items) {
    try {
      results.push(await use(item));
    } catch (error) {
      if (!(error instanceof SurveyError)) throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw surveyFailure(errors);
  return results;
}
