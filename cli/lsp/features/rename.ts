/** Renaming: changes all occurrences of a name at once, if the project still compiles afterwards. */

import type { TextRange } from '../lines.ts';
import type { Occurrence } from '../names/occurrences.ts';
import type { EditorProject } from '../project.ts';
import { namesAt, usesOf } from './navigate.ts';

export interface Replacement extends TextRange {
  readonly file: string;
}
/** Why a name cannot be changed, in words for the author. */
export class RenameRefused extends Error {}

const RENAMED: ReadonlySet<string> = new Set([
  'param',
  'shared',
  'filter',
  'output',
  'step',
  'join',
]);

/** The name at an offset that may be renamed. Throws `RenameRefused` if there is none. */
export function renameable(project: EditorProject, path: string, offset: number): Occurrence {
  const found = namesAt(project, path, offset);
  if (found.some(({ isShared }) => isShared)) throw new RenameRefused(BOTH);
  const [first] = found.filter(({ symbol }) => RENAMED.has(kindOf(symbol)));
  if (first !== undefined) return first;
  const [other] = found.map(({ symbol }) => kindOf(symbol));
  if (other === 'set' || other === 'column') throw new RenameRefused(OF_TABLES);
  throw new RenameRefused(
    'Only names of parameters, filters, outputs, steps and joins can be renamed.',
  );
}

const BOTH =
  'This is a column and an output of the same name. Write the output as `name: column` first.';
const OF_TABLES =
  'Data sets and columns cannot be renamed here, because their names come from tables.';

function kindOf(symbol: string): string {
  return symbol.split('|')[0] ?? '';
}

/** The places to change. Throws `RenameRefused` if these files have a fault already, or would have one with the new name. */
export function rename(
  project: EditorProject,
  path: string,
  offset: number,
  name: string,
): readonly Replacement[] {
  const { symbol } = renameable(project, path, offset);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || name.length > 128)
    throw new RenameRefused('A name has letters, digits and `_`, and does not begin with a digit.');
  const uses = usesOf(project, path, symbol);
  if (uses.some(({ isShared }) => isShared)) throw new RenameRefused(BOTH);
  const texts = withName(project, uses, name);
  const now = new Map([...texts.keys()].map(file => [file, project.textOf(file) ?? '']));
  const [before] = project.trial(now);
  if (before !== undefined)
    throw new RenameRefused(`Fix this error first: ${before.fault.message}.`);
  const [after] = project.trial(texts);
  if (after !== undefined)
    throw new RenameRefused(`The new name causes an error: ${after.fault.message}.`);
  return uses;
}

/** The texts of the files that change. */
function withName(
  project: EditorProject,
  uses: readonly Replacement[],
  name: string,
): ReadonlyMap<string, string> {
  const files = new Set(uses.map(({ file }) => file));
  return new Map(
    [...files].map(file => {
      const lastFirst = uses.filter(use => use.file === file).sort((a, b) => b.start - a.start);
      const text = project.textOf(file) ?? '';
      const changed = lastFirst.reduce(
        (all, { start, end }) => all.slice(0, start) + name + all.slice(end),
        text,
      );
      return [file, changed];
    }),
  );
}
