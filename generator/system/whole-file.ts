/** Files that are written as a whole: after a kill, or on a full disk, a file has its old text or all of its new one. */
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { systemCode } from './errors.ts';

/** A new text, complete in a file beside the one that it will replace. */
export interface StagedFile {
  readonly commit: () => void;
  /** Removes the file beside it, if it was not committed. */
  readonly drop: () => void;
}

/** Follows links and keeps the permissions. */
export function stageFile(link: string, text: string): StagedFile {
  const path = existsSync(link) ? realpathSync(link) : link;
  const next = besides(path);
  const drop = () => rmSync(next, { force: true });
  try {
    writeFileSync(next, text);
    if (existsSync(path)) chmodSync(next, statSync(path).mode);
  } catch (cause) {
    drop();
    throw cause;
  }
  return { commit: () => renameSync(next, path), drop };
}

/** Replaces the text of a file. */
export function replaceFile(link: string, text: string): void {
  const staged = stageFile(link, text);
  try {
    staged.commit();
  } finally {
    staged.drop();
  }
}

/** Makes a file; throws `EEXIST` if there is one. */
export function createFile(path: string, text: string, mode = 0o666): void {
  const next = besides(path);
  try {
    writeFileSync(next, text, { mode });
    linkSync(next, path);
  } catch (cause) {
    if (!isLinkRefused(cause)) throw cause;
    copyFileSync(next, path, constants.COPYFILE_EXCL);
  } finally {
    rmSync(next, { force: true });
  }
}

/** Makes a folder with files, by their paths in it, all or none; throws if there is one that is not empty. */
export function createFolder(path: string, files: ReadonlyMap<string, string>): void {
  const next = besides(path);
  rmSync(next, { recursive: true, force: true });
  try {
    for (const [name, text] of files) {
      const file = join(next, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    renameSync(next, path);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

function besides(path: string): string {
  return `${path}.${process.pid}.next`;
}

/** Whether the system refuses a second name for a file, so that it must be copied. */
export function isLinkRefused(error: unknown): boolean {
  return LINK_REFUSALS.has(systemCode(error) ?? '');
}

// The system refuses links across file systems, to another owner's files on Linux, and beyond a maximum number of links to a
// file.
const LINK_REFUSALS = new Set([
  'EPERM',
  'EACCES',
  'EXDEV',
  'EMLINK',
  'ENOSYS',
  'ENOTSUP',
  'EOPNOTSUPP',
]);
