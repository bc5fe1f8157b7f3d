/** Records the files as a run left them, so that the next run reads only those that have changed since. */
import { isRenamed, stateOf } from '../system/state.ts';
import { placeIn } from './paths.ts';

/** A file as a run left it. */
export interface Left {
  /** A digest of the parts that it was built from. */
  readonly of: string;
  /** The SHA-256 of its bytes. */
  readonly sha256: string;
  readonly state: string;
  /** A digest of its meaning, which an edit changes and another layout does not; left out if its marker has one. */
  readonly meaning?: string;
}
export type LeftFiles = ReadonlyMap<string, Left>;

/** The files as quern wrote them on this machine, by path. */
export type WrittenFiles = ReadonlyMap<string, Pick<Left, 'sha256' | 'meaning'>>;

export interface Ledger {
  /** By path. */
  readonly before: LeftFiles;
  /** Called with the wanted files, once all of them exist. */
  readonly keep: (left: LeftFiles) => void;
}

/**
 * The states of the files in the new tree, without files that somebody has touched meanwhile. `written`: the paths with new
 * bytes.
 */
export function leftAfterSwap(
  tree: string,
  left: LeftFiles,
  written: ReadonlySet<string>,
): LeftFiles {
  return new Map(
    [...left].flatMap(([path, one]) => {
      const state = stateOf(placeIn(tree, path));
      const isKnown = written.has(path) || isRenamed(one.state, state);
      return isKnown ? [[path, { ...one, state }] as const] : [];
    }),
  );
}
