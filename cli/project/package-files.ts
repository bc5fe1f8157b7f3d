/** Files that lie in the package beside the code. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../server/pages/templates.ts';

/** The text of a file of the package; `null` if there is none. */
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
