/** The keys of a file as the running service sees them; it reads the file again when it changes. */
import { fileVersion, KeyFileError, readKeys } from './key-file.ts';
import { createKeySet, type KeySet } from './key-set.ts';

/** How often the file is checked: a revoked key must be refused within five seconds. */
const LOOK_EVERY_MS = 1_000;

export interface KeyRing {
  /** The keys in use; while the file has faults, those of the last good file. Does not read the file. */
  readonly current: () => KeySet;
  /** Stops checking the file. */
  readonly close: () => void;
}

/**
 * Reads the file and checks it again at intervals, even without requests. Does not keep the process alive. Rejects with
 * `KeyFileError` if there is no good file at first. Calls `tell` once with each later fault, and with `null` once the
 * file is good again.
 */
export async function openKeyRing(
  path: string,
  tell: (fault: string | null) => void,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<KeyRing> {
  let version: string | null | undefined = await fileVersion(path);
  let keys = await load(path);
  let isOpen = true;

  let fault: string | null = null;
  const turnTo = (found: string | null) => {
    if (found !== fault && isOpen) tell(found);
    fault = found;
  };

  const look = async () => {
    const before = version;
    try {
      // An unknown version equals no other, so the file is read at the next check.
      version = undefined;
      version = await fileVersion(path);
      if (version === before) return;
      keys = await load(path);
      turnTo(null);
    } catch (cause) {
      turnTo(cause instanceof Error ? cause.message : String(cause));
    }
  };

  // Set after each check, so that on a slow file system two checks never overlap.
  const wait = () => setTimeout(() => void look().then(again), lookEveryMs).unref();
  let timer = wait();
  const again = () => {
    if (isOpen) timer = wait();
  };
  return {
    current: () => keys,
    close: () => {
      isOpen = false;
      clearTimeout(timer);
    },
  };
}

async function load(path: string): Promise<KeySet> {
  const keys = await readKeys(path);
  if (keys === null) throw new KeyFileError('system', `\`${path}\` does not exist`);
  return createKeySet(keys);
}
