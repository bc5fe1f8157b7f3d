/** The keys of a file in the running service, which reads the file again when it changes. */
import { fileVersion, KeyFileError, readKeys } from './key-file.ts';
import { createKeySet, type KeySet } from './key-set.ts';

/** How often the file is checked: a revoked key must be rejected within five seconds. */
const LOOK_EVERY_MS = 1_000;

export interface KeyRing {
  /** Returns the keys in use; while the file has faults, the keys of the last valid file. Does not read the file. */
  readonly current: () => KeySet;
  /** Why the file cannot be used, so that keys of an older one are; else `null`. */
  readonly fault?: () => string | null;
  /** Calls the listener after each change of the keys or of the fault. */
  readonly watch?: (listener: () => void) => void;
  /** Records that a key was used, at milliseconds since 1970 UTC, if anything does. Never waits. */
  readonly used?: (id: string, nowMs: number) => void;
  /** Stops checking the file. */
  readonly close: () => void;
}

/**
 * Reads the file and checks it again at intervals, even without requests. Does not keep the process alive. Rejects with
 * `KeyFileError` if there is no valid file at first. Calls `tell` once with each later fault, and with `null` once the
 * file is valid again.
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
  const listeners: (() => void)[] = [];
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const turnTo = (found: string | null) => {
    const before = fault;
    fault = found;
    if (found === before || !isOpen) return;
    tell(found);
    changed();
  };

  const look = async () => {
    const before = version;
    try {
      // An unknown version equals no other, so a file that could not be read is read at the next check.
      version = undefined;
      const found = await fileVersion(path);
      if (found !== before) {
        keys = await load(path);
        turnTo(null);
        changed();
      }
      version = found;
    } catch (cause) {
      turnTo(cause instanceof Error ? cause.message : String(cause));
    }
  };

  // The timer is set after each check, so that two checks never overlap on a slow file system.
  const wait = () => setTimeout(() => void look().then(again), lookEveryMs).unref();
  let timer = wait();
  const again = () => {
    if (isOpen) timer = wait();
  };
  return {
    current: () => keys,
    fault: () => fault,
    watch: listener => void listeners.push(listener),
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
