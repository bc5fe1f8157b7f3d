/** Where specifications lie: in a directory and in the folders that an author sorts them into. */
import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files of YAML and SQL below a directory, in the order of their paths. Skips hidden files, packages and the
 * folder `output`, even if a link leads to it. A folder that links lead to, even in a circle, is read once. Throws
 * the system's error where one cannot be read.
 */
export function specificationFiles(directory: string, output: string): readonly string[] {
  const files: string[] = [];
  const seen = new Set(existsSync(output) ? [realpathSync(output)] : []);
  // Links wait until all else was seen: a folder goes by its own name before any other.
  const folders = [directory];
  const links: string[] = [];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop() ?? links.shift()) {
    const real = realpathSync(folder);
    if (seen.has(real)) continue;
    seen.add(real);
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (!isFolder(entry, path)) files.push(path);
      else (entry.isSymbolicLink() ? links : folders).push(path);
    }
  }
  return files.filter(file => /\.(?:ya?ml|sql)$/.test(file)).sort();
}

/** In the order of their names, which no file system promises. */
function entriesOf(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function isFolder(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
