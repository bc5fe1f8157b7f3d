import { join } from 'node:path';
import { INDEX_PATH } from '../../core/output/manifest-index.ts';
import type { AskGit } from '../git.ts';
import { allFolders, foldersOf } from '../paths.ts';
import type { PathRefusal, Refusal } from '../refusal.ts';
import { kindAt, listEntries, type TreeEntry } from './survey.ts';

/** The entries of a tree that are not wanted, sorted by what happens to them. */
export interface Strange {
  /** Files with quern's marker. */
  readonly marked: string[];
  /** To be moved to the new tree. */
  readonly carried: string[];
  /** Files and links at the path of a wanted folder. */
  readonly inTheWay: PathRefusal[];
  readonly refusals: PathRefusal[];
}

interface Sorting {
  readonly isIgnored: AskGit;
  readonly isMarked: (path: string) => boolean;
}

interface Staying {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

/**
 * Sorts unknown entries. A folder that Git ignores is one entry. In any other folder each entry is sorted by itself, so an
 * empty folder is removed. `files`: the paths that the new tree will contain.
 */
export async function sortStrange(
  tree: string,
  entries: readonly TreeEntry[],
  files: ReadonlySet<string>,
  { isIgnored, isMarked }: Sorting,
): Promise<Strange | Refusal> {
  const staying = { files, folders: allFolders(files) };
  const sorted: Strange = { marked: [], carried: [], inTheWay: [], refusals: [] };
  for (let queue = entries; queue.length > 0; ) {
    const ignored = await isIgnored(queue.map(entry => entry.path));
    if ('kind' in ignored) return ignored;
    queue = queue.flatMap(entry => {
      const { path, kind } = entry;
      const isOut = ignored.has(path);
      if (kind === 'folder' && !isOut && !isOutput(tree, path)) return listEntries(tree, path);
      if (kind === 'file' && !isOut && isMarked(path)) sorted.marked.push(path);
      else sortOne(sorted, staying, entry, isOut);
      return [];
    });
  }
  return sorted;
}

/** Whether a folder is the output of another project. */
function isOutput(tree: string, folder: string): boolean {
  return kindAt(join(tree, folder, INDEX_PATH)) !== null;
}

function sortOne(sorted: Strange, staying: Staying, entry: TreeEntry, ignored: boolean): void {
  const { path, kind } = entry;
  const refused = (as: PathRefusal['kind']) => ({ kind: kind === 'link' ? 'link' : as, path });
  if (kind !== 'folder' && staying.folders.has(path)) sorted.inTheWay.push(refused('occupied'));
  else if (ignored && !collides(staying, path)) sorted.carried.push(path);
  else sorted.refusals.push(refused('foreign'));
}

function collides({ files, folders }: Staying, path: string): boolean {
  return files.has(path) || folders.has(path) || foldersOf(path).some(folder => files.has(folder));
}
