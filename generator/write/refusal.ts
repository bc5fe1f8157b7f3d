import { isSystemError, systemReason } from '../system/errors.ts';

/**
 * A refusal because of one path below the directory. `edited`: the content is neither what quern wrote last nor what it would
 * write now. `occupied`: quern did not make the entry, and it is where a file or a folder must go. `foreign`: quern did not
 * make the entry, and Git does not ignore it. `link`: a symbolic link that is in the way or foreign.
 */
export interface PathRefusal {
  readonly kind: 'edited' | 'occupied' | 'foreign' | 'link';
  readonly path: string;
}

/** Why nothing was written. `path` is relative to the directory; `file` is a path for the system. */
export type Refusal =
  | PathRefusal
  | { readonly kind: 'not-a-directory'; readonly file: string; readonly found: 'link' | 'file' }
  /** A run was interrupted between its two renames or before its end. The next write or recovery completes it. */
  | { readonly kind: 'interrupted'; readonly file: string }
  /** The remains of an interrupted run cannot be understood. */
  | { readonly kind: 'journal'; readonly file: string; readonly reason: string }
  /** Another process held the lock, or kept swapping trees, for the whole wait. */
  | { readonly kind: 'locked'; readonly file: string; readonly pid: number | null }
  | { readonly kind: 'git'; readonly reason: string }
  /** The operating system refused; `code` is its name for the reason, such as `ENOSPC`. */
  | {
      readonly kind: 'system';
      readonly file: string;
      readonly code: string;
      readonly reason: string;
    };

/**
 * Converts an error of the operating system to data; rethrows any other error, which is a bug of ours. Uses `file` if the error
 * names no file, as when a disk is full.
 */
export function systemRefusal(error: unknown, file: string): Refusal {
  if (!isSystemError(error)) throw error;
  return {
    kind: 'system',
    file: error.path ?? file,
    code: error.code ?? 'UNKNOWN',
    reason: systemReason(error),
  };
}

/** Runs a step that touches `file`. Returns its refusals; the list is empty if it succeeds. */
export function attempt(file: string, step: () => void): Refusal[] {
  try {
    step();
    return [];
  } catch (error) {
    return [systemRefusal(error, file)];
  }
}
