/** The package, built for processes of a test. `npm run build` and the lint check types: here they would take most of the time. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildCode } from '../../build.mjs';
import { PACKAGES } from './packages.ts';
import { ROOT } from './root.ts';

export const TSC = join(PACKAGES, '.bin/tsc');

/** Builds the package into a folder, as it is published. */
export function buildPackage(folder: string): void {
  const options = ['-p', 'tsconfig.build.json', '--outDir', join(folder, 'types'), '--noCheck'];
  execFileSync(TSC, options, { cwd: ROOT, stdio: 'inherit' });
  buildScripts(folder);
}

/** The same without declarations, for processes that import none. */
export function buildScripts(folder: string): void {
  buildCode(folder);
}
