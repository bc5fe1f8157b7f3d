/** A project over files or tables that are there already. */
import { randomUUID } from 'node:crypto';
import { basename, relative, resolve, sep } from 'node:path';
import { isDatabase, survey } from '../../engines/duckdb/survey.ts';
import { SurveyError, type SurveyedTable } from '../../engines/survey.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { type DataSet, dataSetOf } from './data-set.ts';
import { type Files, surveyedProject } from './files.ts';

/** `from` are paths and patterns as they were typed in `cwd`. Rejects with a `Failure` that has the faults of all. */
export async function surveyed(
  project: string,
  folder: string,
  cwd: string,
  from: readonly string[],
): Promise<Files> {
  const paths = from.map(path => resolve(cwd, path));
  const shown = (path: string) => relative(cwd, path);
  const faults: SurveyError[] = [];
  const tell = (error: unknown) => {
    if (!(error instanceof SurveyError)) throw error;
    faults.push(error);
    return [];
  };
  if (paths.length > 1 && paths.some(isDatabase)) refuse([severalDatabases(paths, shown)]);
  const taken = new Set<string>();
  const sets: (DataSet & { readonly path: string })[] = [];
  for (const path of paths) {
    for (const table of await survey(path, shown).catch(tell)) {
      try {
        sets.push({ ...setOf(table, path, shown, taken), path });
      } catch (error) {
        tell(error);
      }
    }
  }
  if (faults.length > 0) refuse(faults);
  const inProject = (path: string) => JSON.stringify(relative(folder, path).split(sep).join('/'));
  const database = paths.find(isDatabase);
  const engine =
    database === undefined
      ? ['tables:', ...sets.map(({ name, path }) => `  ${name}: ${inProject(path)}`)]
      : [`database: ${inProject(database)}`];
  return surveyedProject(project, engine, sets, randomUUID);
}

function severalDatabases(paths: readonly string[], shown: (path: string) => string): SurveyError {
  const database = shown(paths.find(isDatabase) ?? '');
  return new SurveyError(
    [`\`${database}\` is a database, and a project reads one database or files, not both`],
    'Name the database alone, or files alone.',
  );
}

function setOf(
  table: SurveyedTable,
  path: string,
  shown: (path: string) => string,
  taken: Set<string>,
): DataSet {
  const isTable = isDatabase(path);
  const name = free(names(isTable ? table.name : (basename(path).split('.')[0] ?? '')), taken);
  const where = isTable ? `\`${shown(path)}\`, table \`${table.name}\`` : `\`${shown(path)}\``;
  return dataSetOf(name, isTable ? table.name : name, table, where);
}

/** A name for a data set: of a pattern, what is fixed in it. */
function names(text: string): string {
  const plain = text
    .split(/[^A-Za-z0-9]/)
    .filter(word => word !== '')
    .join('_');
  return /^[A-Za-z]/.test(plain) ? plain : `rows${plain === '' ? '' : `_${plain}`}`;
}

/** Names that differ by the case of letters alone would share a file. */
function free(name: string, taken: Set<string>, count = 1): string {
  const candidate = count === 1 ? name : `${name}_${count}`;
  if (taken.has(candidate.toLowerCase())) return free(name, taken, count + 1);
  taken.add(candidate.toLowerCase());
  return candidate;
}

function refuse(errors: readonly SurveyError[]): never {
  const message = errors.flatMap(({ faults }) => faults).join('\n');
  const hints = [...new Set(errors.flatMap(({ hint }) => hint ?? []))];
  const hint = hints.length === 0 ? null : hints.join(' ');
  throw new Failure(EXIT.usage, message, { hint, cause: errors[0] });
}
