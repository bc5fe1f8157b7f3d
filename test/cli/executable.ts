/** The built `quern` as a process, with nothing of this process's environment but the path of programs. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { builtScripts } from '../support/processes/built.ts';

export const BIN = join(builtScripts(), 'cli/bin.js');
export const ENVIRONMENT = { PATH: process.env['PATH'] ?? '' };

/** The message where its output has no room. */
export const FULL =
  /(^|\n)error: Standard output cannot be written: no space left on device \(ENOSPC\)\n$/;

const QUERN = `quern() { '${process.execPath}' '${BIN}' "$@"; };`;

/** Runs a command of the shell, in which `quern` is the executable; a pipe fails with any of its commands. */
export function shell(folder: string, command: string) {
  return spawnSync('bash', ['--norc', '-o', 'pipefail', '-c', `${QUERN} ${command}`], {
    cwd: folder,
    env: ENVIRONMENT,
    encoding: 'utf8',
  });
}
