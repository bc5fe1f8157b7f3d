import type { GeneratedFile } from '../core/statement.ts';

/** The file inside the directory that says which files are quern's. */
export const recordName = '.quern.json';

/** True for a relative path with `/` that stays below the directory under its own name everywhere. */
export function isPlainPath(path: string): boolean {
  // A lone surrogate has no UTF-8 form, so two such paths would fall together on the disk.
  if (/[\\\0]|\p{Surrogate}|^[A-Za-z]:/u.test(path)) return false;
  return path.split('/').every(part => part !== '' && part !== '.' && part !== '..');
}

/** Every folder that a path lies in, the outermost first. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    folders.push(path.slice(0, end));
  }
  return folders;
}

/** Every folder that any of the paths lies in. */
export function allFolders(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) for (const folder of foldersOf(path)) folders.add(folder);
  return folders;
}

// macOS and Windows take names that differ by case or by Unicode composition for one file.
const folded = (path: string) => path.normalize('NFC').toLowerCase();

/**
 * Throws when the files could not all lie in one directory, on every system, inside of it: emitters
 * choose the paths, so that is a bug of ours.
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
