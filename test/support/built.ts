/** The package, compiled for processes of a test. `npm run build` and the lint check types: here they would take most of the time. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGES } from './packages.ts';
import { ROOT } from './root.ts';

export const TSC = join(PACKAGES, '.bin/tsc');

/** Compiles the package into a folder, as it is published. */
export function buildPackage(folder: string): void {
  build(folder, []);
}

/** The same without declarations, for processes that import none. */
export function buildScripts(folder: string): void {
  build(folder, ['--declaration', 'false']);
}

function build(folder: string, words: readonly string[]): void {
  const options = ['-p', 'tsconfig.build.json', '--outDir', folder, '--noCheck', ...words];
  execFileSync(TSC, options, { cwd: ROOT, stdio: 'inherit' });
}
