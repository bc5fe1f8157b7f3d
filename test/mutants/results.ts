/** Which test found each planted bug, as it was the last time that all were tried. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, type Mutant, readMutants } from './mutants.ts';

const FILE = join(import.meta.dirname, 'results.json');

export interface Result {
  readonly category: string;
  readonly what: string;
  /** Of the bug that was tried: another one has no result yet. */
  readonly digest: string;
  /** The test that failed first; `null` where none did. */
  readonly foundBy: string | null;
}

export function readResults(): readonly Result[] {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** Keeps the result, and forgets those of bugs that there are no more. */
export function keepResult(mutant: Mutant, foundBy: string | null): void {
  const { category, what } = mutant;
  const known = new Map(readResults().map(result => [result.digest, result]));
  known.set(digestOf(mutant), { category, what, digest: digestOf(mutant), foundBy });
  const kept = readMutants().flatMap(one => known.get(digestOf(one)) ?? []);
  writeFileSync(FILE, `${JSON.stringify(kept, null, 2)}\n`);
}
