/** A project over existing files or tables. */
import { basename, resolve } from 'node:path';
import { EngineFailure } from '../../engines/engine.ts';
import { type EngineName, FILE_ENGINE, FILE_KEYS } from '../../engines/index.ts';
import { type Shown, SurveyError, type SurveyedTable } from '../../engines/survey.ts';
import type { Environment } from '../../generator/config/config.ts';
import { onOneLine } from '../engines.ts';
import { allSurveyed, surveyEngine, surveyFiles } from '../project/survey.ts';
import { EXIT, Failure } from '../terminal/exit.ts';
import { type DataSet, dataSetOf } from './data-set.ts';
import { type EnginePlace, enginesAt, inProject, resolvePlaces } from './places.ts';

interface Asked {
  /** The folder of the project. */
  readonly folder: string;
  readonly cwd: string;
  readonly environment: Environment;
  /** Paths, patterns and addresses as they were typed. */
  readonly from: readonly string[];
  /** Names of tables; `null` means all of them. */
  readonly tables: readonly string[] | null;
  readonly shown: Shown;
}
export interface SurveyedProject {
  readonly engine: EngineName;
  /** Lines under the engine's name in `quern.yaml`. */
  readonly settings: readonly string[];
  readonly sets: readonly DataSet[];
  /** A sentence for each table that was skipped, or that a statement may read wrong. */
  readonly passedOver: readonly string[];
  /** The variable that must be set for later commands. */
  readonly unset: string | null;
}

/** The data sets of the existing files or tables. Rejects with one `Failure` that contains all faults. */
export async function surveyed(asked: Asked): Promise<SurveyedProject> {
  const places = resolvePlaces(asked.from, asked);
  const [first] = places;
  if (first?.kind === 'engine') return surveyedTables(first, asked);
  const paths = places.flatMap(place => (place.kind === 'files' ? [place.path] : []));
  return surveyedFiles(paths, asked);
}

async function surveyedFiles(
  paths: readonly string[],
  { folder, tables, shown }: Asked,
): Promise<SurveyedProject> {
  if (tables !== null)
    throw new Failure(EXIT.usage, 'Files have no tables for `--table` to name', {
      hint: 'Name each file with `--from`.',
    });
  const taken = new Set<string>();
  const found = await allSurveyed(paths, async path => {
    const name = free(nameDataSet(basename(path).split('.')[0] ?? ''), taken);
    const found = await surveyFiles(path, shown);
    const where = `\`${shown(path)}\``;
    const set = dataSetOf(name, name, { engine: FILE_ENGINE, found, where });
    return { set, line: `  ${name}: ${inProject(folder, path)}` };
  });
  return {
    engine: FILE_ENGINE,
    settings: [`${FILE_KEYS.tables}:`, ...found.map(({ line }) => line)],
    sets: found.map(({ set }) => set),
    passedOver: [],
    unset: null,
  };
}

async function surveyedTables(
  place: EnginePlace,
  { folder, tables, shown }: Asked,
): Promise<SurveyedProject> {
  const { engine, settings } = place;
  const engines = enginesAt(place);
  const pathOf = (path: string) => resolve(folder, path);
  const surveys = await allSurveyed([engine], name =>
    surveyEngine(name, engines, tables, { pathOf, shown }).catch(notThere),
  );
  const taken = new Set<string>();
  const all = surveys.flatMap(survey => survey.tables);
  const setOf = (found: SurveyedTable) => {
    const name = free(nameDataSet(found.name), taken);
    return dataSetOf(name, found.name, { engine, found, where: `The table \`${found.name}\`` });
  };
  const kept = tables === null ? withColumns(all, setOf) : await allNamed(all, setOf);
  const passedOver = [
    ...surveys.flatMap(survey => survey.passedOver),
    ...kept.passedOver,
    ...all.flatMap(({ warnings }) => warnings),
  ];
  return { engine, settings: settings.lines, sets: kept.sets, passedOver, unset: settings.unset };
}

interface Kept {
  readonly sets: readonly DataSet[];
  readonly passedOver: readonly string[];
}

/** The data sets of the tables that were named. */
async function allNamed(
  tables: readonly SurveyedTable[],
  setOf: (table: SurveyedTable) => DataSet,
): Promise<Kept> {
  return { sets: await allSurveyed(tables, setOf), passedOver: [] };
}

/** The data sets of all tables. A table that cannot be one is skipped, unless none can. */
function withColumns(
  tables: readonly SurveyedTable[],
  setOf: (table: SurveyedTable) => DataSet,
): Kept {
  const sets: DataSet[] = [];
  const faults: string[] = [];
  for (const table of tables)
    try {
      sets.push(setOf(table));
    } catch (error) {
      if (!(error instanceof SurveyError)) throw error;
      faults.push(...error.faults);
    }
  if (sets.length === 0) throw new Failure(EXIT.usage, faults.join('\n'));
  return { sets, passedOver: faults.map(fault => `${fault}; it is passed over`) };
}

/** The engine's own message may be shown: the user typed its address. */
export function notThere(error: unknown): never {
  if (!(error instanceof EngineFailure)) throw error;
  const message = `The engine cannot be asked: ${onOneLine(error.message)}`;
  throw new Failure(EXIT.environment, message, { cause: error });
}

/** A name for a data set, built from the letters and digits of the text. */
export function nameDataSet(text: string): string {
  const plain = text
    .split(/[^A-Za-z0-9]/)
    .filter(word => word !== '')
    .join('_');
  return /^[A-Za-z]/.test(plain) ? plain : `rows${plain === '' ? '' : `_${plain}`}`;
}

/** Names that differ only in case would share a file. */
function free(name: string, taken: Set<string>, count = 1): string {
  const candidate = count === 1 ? name : `${name}_${count}`;
  if (taken.has(candidate.toLowerCase())) return free(name, taken, count + 1);
  taken.add(candidate.toLowerCase());
  return candidate;
}
