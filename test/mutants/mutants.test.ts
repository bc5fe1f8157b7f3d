/** Every planted bug still fits its place, and was found the last time that all were tried. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestOf, planted, readMutants } from './mutants.ts';
import { readResults } from './results.ts';

const ROOT = join(import.meta.dirname, '../..');
const mutants = readMutants();

describe('planted bugs', () => {
  test('there are at least five in each category', () => {
    const counts = new Map<string, number>();
    for (const { category } of mutants) counts.set(category, (counts.get(category) ?? 0) + 1);
    expect(counts.size).toBeGreaterThanOrEqual(8);
    expect([...counts].filter(([, count]) => count < 5)).toEqual([]);
  });

  test.each(mutants.map(mutant => [mutant.what, mutant] as const))('%s: fits', (_, mutant) => {
    const text = readFileSync(join(ROOT, mutant.file), 'utf8');
    expect(planted(mutant, text)).not.toBe(text);
    expect(mutant.tests.filter(file => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  test('none is looked for by scenarios, their expected outputs or snapshots', () => {
    const files = new Set(mutants.flatMap(({ tests }) => tests));
    const goldens = [...files].filter(file =>
      /scenarios|Snapshot\(/.test(file + readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(goldens).toEqual([]);
  });

  test('all were tried and found; `npm run test:mutants` tries those that have no result', () => {
    const found = readResults().filter(({ foundBy }) => foundBy !== null);
    expect(found.map(({ digest }) => digest)).toEqual(mutants.map(digestOf));
  });

  test('`npm test` finds four of five', () => {
    const quick = readResults().filter(({ command }) => command === 'npm test');
    expect(quick.length / mutants.length).toBeGreaterThanOrEqual(0.8);
  });
});
