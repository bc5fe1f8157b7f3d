import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flagFor, growthFor } from '../../cli/optimising.ts';
import { ROOT } from '../support/root.ts';

const NODE_20 = '11.3.244.8-node.38';
const SHORT = '--interrupt-budget=1000000';

describe('the flags of V8', () => {
  it.each([
    ['commands that end', ['check'], SHORT],
    ['a command behind flags', ['--color', 'never', 'generate', '--check'], SHORT],
    ['the help', ['--help'], SHORT],
    ['the service', ['serve', '--port', '0'], null],
    ['the service behind flags', ['--json', 'serve'], null],
    ['the development server', ['dev'], null],
    ['the language server', ['lsp'], null],
  ])('of %s', (_, argv, flag) => {
    expect(flagFor(argv, NODE_20)).toBe(flag);
  });

  it.each(['11.8.172', '12.40.1', '14.1.146.11-node.14', '1.3'])(
    'are left out on V8 %s, which is untried',
    v8 => {
      expect(flagFor(['check'], v8)).toBe(null);
      expect(growthFor(5_000, v8)).toBe(null);
    },
  );

  it('limit the garbage of large projects', () => {
    expect(growthFor(1_000, NODE_20)).toBe(null);
    expect(growthFor(5_000, NODE_20)).toBe('--heap-growing-percent=50');
  });

  it('are known to this Node', () => {
    const { v8 } = process.versions;
    const flags = [flagFor(['check'], v8), growthFor(5_000, v8)].filter(flag => flag !== null);
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
