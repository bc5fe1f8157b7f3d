/** Where a name is declared, and where it is used. */
import { isSqlFile } from '../../../generator/compile-specs.ts';
import type { NameKey } from '../names/dictionary.ts';
import { type Occurrence, occurrencesIn } from '../names/occurrences.ts';
import type { EditorProject } from '../project.ts';

/** The names at an offset of a file. An item that is both a column and an output returns both. */
export function namesAt(
  project: EditorProject,
  path: string,
  offset: number,
): readonly Occurrence[] {
  const readers = isSqlFile(path) ? project.readersOf(path) : [path];
  return readers
    .flatMap(reader => occurrencesIn(project, reader))
    .filter(({ file, start, end }) => file === path && start <= offset && offset <= end);
}

/** The places that declare the names at an offset. */
export function definitionsAt(
  project: EditorProject,
  path: string,
  offset: number,
): readonly Occurrence[] {
  const found = namesAt(project, path, offset);
  // An item of a list declares an output, and its author wants to see the column.
  const meant = found.some(({ declares }) => !declares)
    ? found.filter(one => !one.declares)
    : found;
  return meant.flatMap(({ symbol }) =>
    usesOf(project, path, symbol).filter(({ declares }) => declares),
  );
}

/** All places of the names at an offset. */
export function referencesAt(
  project: EditorProject,
  path: string,
  offset: number,
): readonly Occurrence[] {
  const symbols = new Set(namesAt(project, path, offset).map(({ symbol }) => symbol));
  return [...symbols].flatMap(symbol => usesOf(project, path, symbol));
}

/** All places of a name that the file at `path` uses. */
export function usesOf(
  project: EditorProject,
  path: string,
  symbol: NameKey,
): readonly Occurrence[] {
  const files = filesOf(project, path, symbol);
  return files.flatMap(file => occurrencesIn(project, file)).filter(one => one.symbol === symbol);
}

/** The files that may use a name. A name of an endpoint is only used in its own file; any other name may be used in each file. */
function filesOf(project: EditorProject, path: string, symbol: NameKey): readonly string[] {
  const [kind, owner = ''] = symbol.split('|');
  if (kind === 'function') return [path];
  if (project.endpointFiles().includes(owner)) return [owner];
  const name = symbol.split('|').at(-1) ?? '';
  return project.specifications().filter(file => project.textOf(file)?.includes(name));
}
