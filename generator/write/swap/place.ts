import { basename, dirname, join, resolve } from 'node:path';

/** The directory of generated files, and the names beside it that a swap uses. */
export interface OutputPlace {
  readonly parent: string;
  /** The directory's own name. */
  readonly name: string;
  /** The tree that everybody reads. */
  readonly current: string;
  /** The tree being staged. */
  readonly next: string;
  /** The tree that was current, until it is removed. */
  readonly previous: string;
  readonly journal: string;
  /** The journal before it is complete. */
  readonly draft: string;
  /** The prefix of the names of all claims to the lock. */
  readonly claims: string;
}

/**
 * All paths are in the directory's parent, so that each move is a rename within one file system. Throws if the directory is the
 * root of a file system, which has no parent to stage in.
 */
export function resolveOutputPlace(directory: string): OutputPlace {
  const current = resolve(directory);
  const parent = dirname(current);
  const name = basename(current);
  if (name === '') throw new Error(`\`${directory}\` cannot be a directory of generated files`);
  const beside = (what: string) => join(parent, `.${name}.quern-${what}`);
  return {
    parent,
    name,
    current,
    next: beside('next'),
    previous: beside('previous'),
    journal: beside('journal'),
    draft: beside('journal-draft'),
    claims: `.${name}.quern-lock-`,
  };
}
