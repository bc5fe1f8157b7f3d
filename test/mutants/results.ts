/** Which test found each planted bug, as it was the last time that all were tried. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, type Mutant, readMutants } from './mutants.ts';

const FILE = join(import.meta.dirname, 'results.json');
const PACKAGE = join(import.meta.dirname, '../../package.json');
const SCRIPTS = JSON.parse(readFileSync(PACKAGE, 'utf8')).scripts;

export interface Result {
  readonly category: string;
  readonly what: string;
  /** Of the bug that was tried: another one has no result yet. */
  readonly digest: string;
  /** The test that failed first; `null` where none did. */
  readonly foundBy: string | null;
  /** The command that runs this test; `null` where none failed. */
  readonly command: Command | null;
}

/** Commands that run tests, the quick one first, with the projects of `vitest.config.ts` that each runs by `package.json`. */
export const COMMANDS = (['npm test', 'npm run test:rest'] as const).map(command => {
  const script: string = SCRIPTS[command.replace(/^npm (run )?/, '')];
  return {
    command,
    projects: [...script.matchAll(/--project (\w+)/g)].map(([, name = '']) => name),
  };
});
export type Command = (typeof COMMANDS)[number]['command'];

export interface Found {
  readonly foundBy: string;
  readonly command: Command;
}

export function readResults(): readonly Result[] {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** Keeps the result, and forgets those of bugs that there are no more. */
export function keepResult(mutant: Mutant, found: Found | null): void {
  const { category, what } = mutant;
  const { foundBy = null, command = null } = found ?? {};
  const known = new Map(readResults().map(result => [result.digest, result]));
  known.set(digestOf(mutant), { category, what, digest: digestOf(mutant), foundBy, command });
  const kept = readMutants().flatMap(one => known.get(digestOf(one)) ?? []);
  writeFileSync(FILE, `${JSON.stringify(kept, null, 2)}\n`);
}
