/** The package, built for processes of a test. `npm run build` and the lint check types: here they would take most of the time. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildCode } from '../../../build.mjs';
import { PACKAGES } from '../packages.ts';
import { ROOT } from '../root.ts';

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

const CACHE = join(ROOT, 'node_modules/.cache');
const NAME = 'quern-served-';
let built: string | null = null;

/** The folder of the scripts, built once for all suites of this process. */
export function builtScripts(): string {
  built ??= buildOwn();
  return built;
}

/** Test processes are killed at their end, so the next one removes what they have built. */
function buildOwn(): string {
  mkdirSync(CACHE, { recursive: true });
  const left = readdirSync(CACHE).filter(name => name.startsWith(NAME) && !isRunning(name));
  for (const name of left) rmSync(join(CACHE, name), { recursive: true, force: true });
  const folder = join(CACHE, `${NAME}${process.pid}`);
  buildScripts(folder);
  return folder;
}

function isRunning(name: string): boolean {
  try {
    return process.kill(Number(name.slice(NAME.length)), 0);
  } catch {
    return false;
  }
}
