/** Python as it reads itself. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Tokenizer } from './tokens.ts';

const SCRIPT = join(import.meta.dirname, '../../../../clients/python/scripts/tokens.py');

export const python: Tokenizer = {
  isThere: spawnSync('python3', ['--version']).status === 0,
  files: /\.py$/,
  read: async files => {
    const { status, stdout, stderr } = spawnSync('python3', [SCRIPT], {
      encoding: 'utf8',
      input: JSON.stringify(files),
      maxBuffer: 1e9,
    });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  },
};
