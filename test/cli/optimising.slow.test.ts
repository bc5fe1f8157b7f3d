import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { optimisingFlag } from '../../cli/optimising.ts';
import { ROOT } from '../support/root.ts';

const NODE_20 = '11.3.244.8-node.38';
const LATER = '--interrupt-budget=1000000';

describe('the flag of V8', () => {
  it.each([
    ['commands that end', ['check'], LATER],
    ['a command behind flags', ['--color', 'never', 'generate', '--check'], LATER],
    ['the help', ['--help'], LATER],
    ['the service', ['serve', '--port', '0'], null],
    ['the service behind flags', ['--json', 'serve'], null],
    ['the development server', ['dev'], null],
    ['the language server', ['lsp'], null],
  ])('of %s', (_, argv, flag) => {
    expect(optimisingFlag(argv, NODE_20)).toBe(flag);
  });

  it.each(['11.8.172', '12.40.1', '14.1.146.11-node.14', '1.3'])(
    'is left out on V8 %s, which is untried',
    v8 => {
      expect(optimisingFlag(['check'], v8)).toBeNull();
    },
  );

  it('is known to this Node', () => {
    const flag = optimisingFlag(['check'], process.versions.v8);
    const { status, stderr } = spawnSync(process.execPath, [flag ?? '--version', '-e', '0']);
    expect([status, String(stderr)]).toEqual([0, '']);
  });

  it('prints nothing', () => {
    const typescript = join(ROOT, 'test/support/typescript.mjs');
    const words = ['--import', typescript, join(ROOT, 'cli/bin.ts'), '--version'];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
