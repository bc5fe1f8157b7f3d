import { sep } from 'node:path';
import type { GeneratedFile } from '../core/output/statement.ts';

/** The file inside the directory in which earlier releases listed their files. */
export const recordName = '.quern.json';

/** Whether a path is relative, uses `/`, and stays below the directory under its own name on every system. */
export function isPlainPath(path: string): boolean {
  // A lone surrogate has no UTF-8 form, so two such paths would become the same path on disk.
  if (/[\\\0]|\p{Surrogate}|^[A-Za-z]:/u.test(path)) return false;
  return path.split('/').every(part => part !== '' && part !== '.' && part !== '..');
}

/** The place of a file in a tree, whose path is plain and needs no normalizing. */
export function placeIn(tree: string, path: string): string {
  return `${tree}${sep}${path}`;
}

/** Lists every folder that contains a path, the outermost first. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    folders.push(path.slice(0, end));
  }
  return folders;
}

/** Collects every folder that contains any of the paths. */
export function allFolders(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) for (const folder of foldersOf(path)) folders.add(folder);
  return folders;
}

// macOS and Windows treat names that differ only by case or by Unicode composition as the same file.
const folded = (path: string) => path.normalize('NFC').toLowerCase();

/**
 * Throws unless all the files can be inside one directory on every system. Emitters choose the paths, so a failure is a bug of
 * ours.
 */
export function assertPaths(files: readonly GeneratedFile[]): void {
  const taken = new Map<string, string>();
  const paths = files.map(file => file.path);
  for (const path of paths) {
    if (!isPlainPath(path) || folded(path) === recordName) {
      throw new Error(`the path of a generated file is not allowed: ${JSON.stringify(path)}`);
    }
  }
  const folders = allFolders(paths);
  for (const path of [...paths, ...folders]) {
    const other = taken.get(folded(path));
    if (other !== undefined) {
      throw new Error(`two generated files would fall together: \`${other}\` and \`${path}\``);
    }
    taken.set(folded(path), path);
  }
}
