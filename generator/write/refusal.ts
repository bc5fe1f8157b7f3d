import { isSystemError, systemReason } from '../system/errors.ts';

/**
 * A refusal over one path below the directory. `edited`: the content is neither what quern wrote last
 * nor what it would write now. `occupied`: quern did not make it, and it lies where a file or a folder
 * must go. `foreign`: quern did not make it, and git does not ignore it. `link`: a symbolic link of
 * either kind.
 */
export interface PathRefusal {
  readonly kind: 'edited' | 'occupied' | 'foreign' | 'link';
  readonly path: string;
}

/** Why nothing was written. `path` is relative to the directory, `file` as the system takes it. */
export type Refusal =
  | PathRefusal
  | { readonly kind: 'not-a-directory'; readonly file: string; readonly found: 'link' | 'file' }
  /** `.quern.json` cannot be understood. */
  | { readonly kind: 'record'; readonly file: string; readonly reason: string }
  /** A run was interrupted between its two renames or before its end; the next write or recovery completes it. */
  | { readonly kind: 'interrupted'; readonly file: string }
  /** The remains of an interrupted run cannot be understood. */
  | { readonly kind: 'journal'; readonly file: string; readonly reason: string }
  /** Another process kept the lock, or kept swapping trees, for as long as was waited. */
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
 * An error of the operating system as data; any other error is a bug of ours and thrown on. `file` is
 * named where the system names none, as when a disk is full.
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

/** Runs a step that touches `file`. Returns the refusals; none when the step is done. */
export function attempt(file: string, step: () => void): Refusal[] {
  try {
    step();
    return [];
  } catch (error) {
    return [systemRefusal(error, file)];
  }
}
