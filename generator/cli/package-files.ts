/** Files that lie in the package beside the code. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The text of a file of the package, whether this module runs from its source or compiled; `null` where there is none. */
export function readPackageFile(path: string): string | null {
  const file = new URL(path, packageRoot());
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** The folder of this package. */
export function packageFolder(): string {
  return fileURLToPath(packageRoot());
}

/** The version of this package. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readPackageFile('package.json') ?? '{}');
  return String(Object(manifest)['version']);
}

function packageRoot(): URL {
  for (let folder = new URL('./', import.meta.url); ; folder = new URL('../', folder)) {
    if (existsSync(new URL('package.json', folder))) return folder;
    if (folder.pathname === '/') throw new Error('no package.json above this module');
  }
}
