/** What runs JavaScript: Node, and others as npm installs them, programs in packages of their platforms. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { TEST_PACKAGES } from '../../support/packages.ts';

export interface Runtime {
  readonly command: string;
  /** What stands before the program. */
  readonly args: readonly string[];
}

const { platform, arch } = process;

export const NODE: Runtime = { command: process.execPath, args: [] };

const DENO_PLATFORM = platform === 'linux' ? `linux-${arch}-glibc` : `${platform}-${arch}`;
export const DENO: Runtime = {
  command: join(TEST_PACKAGES, `@deno/${DENO_PLATFORM}/deno`),
  // a client needs to be read, and to ask
  args: ['run', '--no-config', '--no-remote', '--no-npm', '--no-prompt', '-R', '-N=127.0.0.1'],
};

const BUN_PLATFORM = `${platform}-${arch === 'arm64' ? 'aarch64' : arch}`;
export const BUN: Runtime = {
  command: join(TEST_PACKAGES, `@oven/bun-${BUN_PLATFORM}/bin/bun`),
  args: ['run', '--no-install'],
};

export function isThere({ command }: Runtime): boolean {
  return spawnSync(command, ['--version']).status === 0;
}
