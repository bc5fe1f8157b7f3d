/**
 * When each key was last used: the time of change of a file, one for each key, in a folder beside the key file. Several processes write
 * them without waiting for each other, and none can lose what another wrote.
 */
import { mkdir, open, readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemCode } from '../../../generator/system/errors.ts';

/** How exact a last use is: a key that is always in use costs one change of a file in this time. */
const EVERY_MS = 60_000;

const ENDING = '.used';

function folderOf(path: string): string {
  return `${path}.used`;
}

function fileOf(path: string, id: string): string {
  return join(folderOf(path), `${encodeURIComponent(id)}${ENDING}`);
}

/** Returns the function that records a use of a key. It never waits; `tell` gets the first fault of the file system. */
export function recordUses(
  path: string,
  tell: (fault: string) => void,
): (id: string, nowMs: number) => void {
  const last = new Map<string, number>();
  let isTold = false;
  return (id, nowMs) => {
    if (nowMs - (last.get(id) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return;
    last.set(id, nowMs);
    touch(path, id, nowMs / 1_000).catch((cause: unknown) => {
      if (!isTold) tell(`The last use of keys cannot be recorded: ${messageOf(cause)}`);
      isTold = true;
    });
  };
}

async function touch(path: string, id: string, seconds: number): Promise<void> {
  const file = fileOf(path, id);
  try {
    await utimes(file, seconds, seconds);
  } catch (cause) {
    if (systemCode(cause) !== 'ENOENT') throw cause;
    await mkdir(folderOf(path), { recursive: true, mode: 0o700 });
    await (await open(file, 'a', 0o600)).close();
    await utimes(file, seconds, seconds);
  }
}

/** Returns the last uses by key, RFC 3339 in UTC; without keys that were not used. */
export async function lastUses(path: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folderOf(path)).catch((cause: unknown) => {
    if (systemCode(cause) === 'ENOENT') return [];
    throw cause;
  });
  const uses = names.map(async name => {
    const { mtime } = await stat(join(folderOf(path), name));
    return [decodeURIComponent(name.slice(0, -ENDING.length)), mtime.toISOString()] as const;
  });
  return new Map(await Promise.all(uses));
}
