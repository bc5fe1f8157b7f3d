/** The work of a project grows with each endpoint. Calls are counted: unlike seconds, they are the same on every machine. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../support/root.ts';

/** A tenth above the count of today. `npm run bench:work` shows the functions that make it. */
const MOST_CALLS = 94_000;

it('a further endpoint takes few calls of functions', () => {
  const typescript = join(ROOT, 'test/support/typescript.mjs');
  const child = join(ROOT, 'test/compiler/kept/work-child.ts');
  const words = ['--import', typescript, child];
  const calls = Number(execFileSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' }));
  expect(calls).toBeGreaterThan(0);
  expect(calls).toBeLessThan(MOST_CALLS);
});
