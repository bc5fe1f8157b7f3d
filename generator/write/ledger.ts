/** The files as earlier runs have left them: the next run reads only those that somebody has touched since. */
import { join } from 'node:path';
import { isRenamed, stateOf } from '../system/state.ts';

/** A file as a run has left it. */
export interface Left {
  /** A digest of the parts that it was made of. */
  readonly of: string;
  /** The SHA-256 of its bytes. */
  readonly sha256: string;
  readonly state: string;
}
export type LeftFiles = ReadonlyMap<string, Left>;

export interface Ledger {
  /** By path. */
  readonly before: LeftFiles;
  /** Called with the wanted files, once all of them are there. */
  readonly keep: (left: LeftFiles) => void;
}

/** The files as they lie in the new tree; without those that somebody has touched meanwhile. `written`: the paths of new bytes. */
export function leftAfterSwap(
  tree: string,
  left: LeftFiles,
  written: ReadonlySet<string>,
): LeftFiles {
  return new Map(
    [...left].flatMap(([path, one]) => {
      const state = stateOf(join(tree, path));
      const isKnown = written.has(path) || isRenamed(one.state, state);
      return isKnown ? [[path, { ...one, state }] as const] : [];
    }),
  );
}
