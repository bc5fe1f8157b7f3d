/** Memory that grows with a project: of an endpoint whose files are planned, little stays. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../support/root.ts';

/** Its inputs, the digests of its texts and the names of its files; its texts are in the spool. */
const MOST_BYTES = 24 * 1024;

it('of an endpoint that is compiled, little stays in memory', () => {
  const typescript = join(ROOT, 'test/support/typescript.mjs');
  const child = join(ROOT, 'test/compiler/kept/memory-child.ts');
  const words = ['--expose-gc', '--import', typescript, child];
  const bytes = Number(execFileSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' }));
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(MOST_BYTES);
});
