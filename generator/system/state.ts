/** How a file stands on the disk. As long as its state is the same, so are its bytes: times of status cannot be set back. */
import { lstatSync, type statSync } from 'node:fs';

export const ABSENT = '-';

/** The mode, the size, the place and the times of a file. */
export function stateOf(
  path: string,
  look: typeof lstatSync | typeof statSync = lstatSync,
): string {
  const found = look(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return ABSENT;
  const { mode, size, mtimeNs, ctimeNs, ino } = found;
  return `${mode} ${size} ${ino} ${mtimeNs} ${ctimeNs}`;
}

/** Whether the second state may be the first one of a file that has got another name since, which changes nothing but its last time. */
export function isRenamed(before: string, now: string): boolean {
  return before.slice(0, before.lastIndexOf(' ')) === now.slice(0, now.lastIndexOf(' '));
}
