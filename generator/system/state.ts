/** The state of a file on the disk. While the state is the same, so are the bytes: the time of a status change cannot be set back. */
import { lstatSync, type statSync } from 'node:fs';

export const ABSENT = '-';

/** The mode, the size, the inode and the times of a file. */
export function stateOf(
  path: string,
  look: typeof lstatSync | typeof statSync = lstatSync,
): string {
  const found = look(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return ABSENT;
  const { mode, size, mtimeNs, ctimeNs, ino } = found;
  return `${mode} ${size} ${ino} ${mtimeNs} ${ctimeNs}`;
}

/** Whether the file may only have been renamed: a rename changes only the last part of a state, the time of the status change. */
export function isRenamed(before: string, now: string): boolean {
  return before.slice(0, before.lastIndexOf(' ')) === now.slice(0, now.lastIndexOf(' '));
}
