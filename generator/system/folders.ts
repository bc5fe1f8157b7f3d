/** Folders of the file system. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isAbsent } from './errors.ts';

/**
 * Makes a folder and those above it, unless they exist. Throws the reason of the system: the recursive call of Node 20 reports ENOENT for a
 * read-only file system.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  try {
    mkdirSync(folder, { recursive: true, mode });
  } catch (error) {
    if (!isAbsent(error)) throw error;
    // fails for the real reason, unless a link points nowhere
    mkdirSync(firstMissing(folder), { mode });
    throw error;
  }
}

function firstMissing(folder: string): string {
  const above = dirname(folder);
  return above === folder || existsSync(above) ? folder : firstMissing(above);
}
