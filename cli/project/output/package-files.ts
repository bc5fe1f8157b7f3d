/** Reads files of the package other than its code. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../../server/pages/templates.ts';

/** The text of a file of the package; `null` if it does not exist. */
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
