/** Notices that the manifest is newer than the one that a running service uses. */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileVersion } from '../server/access/keys/key-file.ts';

const LOOK_EVERY_MS = 2_000;

export interface GeneratedWatch {
  /** Marks the current file as read, because the service is about to read it. */
  readonly read: () => Promise<void>;
  readonly close: () => void;
}

/**
 * Checks the file at intervals and calls `tell` once for each new content. Ignores a missing or unreadable file. Does
 * not keep the process alive.
 */
export async function watchGenerated(
  file: string,
  tell: () => void,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<GeneratedWatch> {
  let version: string | null = null;
  let known: string | null = null;
  /** Whether the content has changed. */
  const look = async (): Promise<boolean> => {
    const [found, content] = await stateOf(file, version);
    version = found;
    if (content === null || content === known) return false;
    known = content;
    return true;
  };
  await look();
  const timer = setInterval(() => {
    void look().then(isNew => isNew && tell());
  }, lookEveryMs).unref();
  return { read: async () => void (await look()), close: () => clearInterval(timer) };
}

/** The version of the file and a hash of its content. The hash is `null` if the version is still `before` or the file cannot be read. */
async function stateOf(
  file: string,
  before: string | null,
): Promise<readonly [string | null, string | null]> {
  try {
    const version = await fileVersion(file);
    if (version === before) return [version, null];
    return [version, hash('sha256', await readFile(file), 'base64url')];
  } catch {
    return [null, null];
  }
}
