/** Notices that a file has changed since a running service read it. */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileVersion } from '../server/access/keys/key-file.ts';

const LOOK_EVERY_MS = 2_000;

export interface FileWatch {
  /** Marks the current content as read, because the service is about to read it. */
  readonly read: () => Promise<void>;
  readonly close: () => void;
}

/**
 * Checks the file at intervals and calls `tell` once for each new content. Ignores a missing or unreadable file. Does
 * not keep the process alive.
 */
export async function watchFile(file: string, tell: (content: Buffer) => void): Promise<FileWatch> {
  let version: string | null = null;
  let known: string | null = null;
  /** The content if it is new, else `null`. */
  const look = async (): Promise<Buffer | null> => {
    const [found, content] = await stateOf(file, version);
    version = found;
    if (content === null) return null;
    const digest = hash('sha256', content, 'base64url');
    if (digest === known) return null;
    known = digest;
    return content;
  };
  await look();
  const timer = setInterval(() => {
    void look().then(content => content !== null && tell(content));
  }, LOOK_EVERY_MS).unref();
  return { read: async () => void (await look()), close: () => clearInterval(timer) };
}

/** The version of the file, and its content: `null` if the version is still `before` or the file cannot be read. */
async function stateOf(
  file: string,
  before: string | null,
): Promise<readonly [string | null, Buffer | null]> {
  try {
    const version = await fileVersion(file);
    return [version, version === before ? null : await readFile(file)];
  } catch {
    return [null, null];
  }
}
