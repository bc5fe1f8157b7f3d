import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flagsFor } from '../../cli/optimising.ts';
import { ROOT } from '../support/root.ts';

const NODE_20 = '11.3.244.8-node.38';
const SHORT = ['--interrupt-budget=1000000', '--heap-growing-percent=50'];

describe('the flags of V8', () => {
  it.each([
    ['commands that end', ['check'], SHORT],
    ['a command behind flags', ['--color', 'never', 'generate', '--check'], SHORT],
    ['the help', ['--help'], SHORT],
    ['the service', ['serve', '--port', '0'], []],
    ['the service behind flags', ['--json', 'serve'], []],
    ['the development server', ['dev'], []],
    ['the language server', ['lsp'], []],
  ])('of %s', (_, argv, flags) => {
    expect(flagsFor(argv, NODE_20)).toEqual(flags);
  });

  it.each(['11.8.172', '12.40.1', '14.1.146.11-node.14', '1.3'])(
    'are left out on V8 %s, which is untried',
    v8 => {
      expect(flagsFor(['check'], v8)).toEqual([]);
    },
  );

  it('are known to this Node', () => {
    const flags = flagsFor(['check'], process.versions.v8);
    const { status, stderr } = spawnSync(process.execPath, [...flags, '-e', '0']);
    expect([status, String(stderr)]).toEqual([0, '']);
  });

  it('print nothing', () => {
    const typescript = join(ROOT, 'test/support/typescript.mjs');
    const words = ['--import', typescript, join(ROOT, 'cli/bin.ts'), '--version'];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
