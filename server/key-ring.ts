/** The keys of a file as the running service sees them: re-read when the file changes. */
import type { ApiKey } from './key-file.ts';
import { fileVersion, KeyFileError, readKeys } from './key-file.ts';

/** How long a look at the file holds: a revoked key must be refused within five seconds. */
const LOOK_EVERY_MS = 1_000;

export interface KeyRing {
  /** The keys that hold now. Never rejects: where the file is broken, those of the last good one hold. */
  readonly keys: () => Promise<readonly ApiKey[]>;
}

/**
 * Reads the file and looks at it again when asked for keys. Rejects with `KeyFileError` where there is no good file to begin
 * with; later faults are told to `tell`, each once, and `null` when the file is good again.
 */
export async function openKeyRing(
  path: string,
  tell: (fault: string | null) => void,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<KeyRing> {
  let version: string | null | undefined = await fileVersion(path);
  let keys = await load(path);
  let lastLook = performance.now();
  let looking: Promise<void> | null = null;

  let fault: string | null = null;
  const turnTo = (found: string | null) => {
    if (found !== fault) tell(found);
    fault = found;
  };

  const look = async () => {
    const before = version;
    try {
      // A version that cannot be told is like no other: the next one is read in any case.
      version = undefined;
      version = await fileVersion(path);
      if (version === before) return;
      keys = await load(path);
      turnTo(null);
    } catch (cause) {
      turnTo(cause instanceof Error ? cause.message : String(cause));
    } finally {
      lastLook = performance.now();
      looking = null;
    }
  };
  return {
    keys: async () => {
      if (performance.now() - lastLook >= lookEveryMs) {
        looking ??= look();
        await looking;
      }
      return keys;
    },
  };
}

async function load(path: string): Promise<readonly ApiKey[]> {
  const keys = await readKeys(path);
  if (keys === null) throw new KeyFileError('system', `\`${path}\` does not exist`);
  return keys;
}
