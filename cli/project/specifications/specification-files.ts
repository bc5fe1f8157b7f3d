/** Finds specifications in a directory and its folders. */
import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lists the YAML and SQL files below a directory, in the order of their paths. Skips hidden files, packages and the folder
 * `output`, even if a link leads to it. Reads a folder only once, even if several links, or links in a cycle, lead to it.
 * Throws the system's error if a folder cannot be read.
 */
export function specificationFiles(directory: string, output: string): readonly string[] {
  const files: string[] = [];
  const seen = new Set(existsSync(output) ? [realpathSync(output)] : []);
  // Links are followed last, so that a folder is listed under its own name if possible.
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

/** Sorted by name, because file systems guarantee no order. */
function entriesOf(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function isFolder(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
