/**
 * The ledger of generated files that writing runs keep in `.quern/`. If it cannot be read or written, the next run reads every
 * file.
 */
import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Ledger, LeftFiles } from '../../generator/write/index.ts';
import { readSealed, writeSealed } from './sealed.ts';
import { unlessUnreadable } from './stamp.ts';

export interface OpenLedger extends Ledger {
  /** The files as this run left them; empty if it has kept nothing. */
  readonly left: () => LeftFiles;
}

/** `file`: the configuration of the project, which may not exist. */
export function openLedger(file: string): OpenLedger {
  const path = join(dirname(file), '.quern', `outputs-of-${basename(file)}`);
  let kept: LeftFiles = new Map();
  return {
    before: (readSealed(path) as LeftFiles | null) ?? new Map(),
    left: () => kept,
    keep: left => {
      kept = left;
      unlessUnreadable(() => {
        mkdirSync(dirname(path), { recursive: true });
        writeSealed(path, left);
        return null;
      });
    },
  };
}
