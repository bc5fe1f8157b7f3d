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
 * with; later faults are told to `complain`, each once.
 */
export async function openKeyRing(
  path: string,
  complain: (message: string) => void,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<KeyRing> {
  let version = await fileVersion(path);
  let keys = await load(path);
  let lastLook = performance.now();
  let looking: Promise<void> | null = null;

  const look = async () => {
    try {
      const seen = await fileVersion(path);
      if (seen === version) return;
      version = seen;
      keys = await load(path);
    } catch (cause) {
      complain(cause instanceof Error ? cause.message : String(cause));
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
  if (keys === null) throw new KeyFileError(`\`${path}\` does not exist`);
  return keys;
}
