/** The trail of a key file: who created, rotated and revoked keys, and when. It has no token, no digest and no value. */
import { open, readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { systemCode } from '../../../generator/system/errors.ts';

/** The parts of a key that the trail compares. */
interface Followed {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
}
export interface TrailEntry {
  /** RFC 3339, UTC. */
  readonly time: string;
  readonly event: 'created' | 'rotated' | 'revoked';
  readonly id: string;
  readonly name: string;
  /** The user of the operating system. */
  readonly by: string;
}

/** The path of the trail of a key file: lines of JSON. */
export function trailPath(path: string): string {
  return `${path}.log`;
}

/** Adds what a change of the keys does. A change is recorded before it happens, so that none is without a record. */
export async function recordChange(
  path: string,
  before: readonly Followed[],
  after: readonly Followed[],
  now: Date,
): Promise<void> {
  const [time, by] = [now.toISOString(), currentUser()];
  const lines = [...eventsOf(before, after)].map(
    ([event, { id, name }]): TrailEntry => ({ time, event, id, name, by }),
  );
  if (lines.length === 0) return;
  const file = await open(trailPath(path), 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    // a writer was killed in the last line
    const begin = size > 0 && last.toString() !== '\n' ? '\n' : '';
    await file.write(begin + lines.map(line => `${JSON.stringify(line)}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Returns the trail, oldest first; empty if there is none. Lines that are not whole are left out: a writer was killed in them. */
export async function readTrail(path: string): Promise<readonly TrailEntry[]> {
  try {
    const lines = (await readFile(trailPath(path), 'utf8')).split('\n');
    return lines.flatMap(line => wholeEntry(line) ?? []);
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return [];
    throw cause;
  }
}

function wholeEntry(line: string): TrailEntry | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function* eventsOf(
  before: readonly Followed[],
  after: readonly Followed[],
): Generator<readonly [TrailEntry['event'], Followed]> {
  const old = new Map(before.map(key => [key.id, key]));
  const kept = new Set(after.map(({ id }) => id));
  for (const key of before) if (!kept.has(key.id)) yield ['revoked', key];
  for (const key of after) {
    const known = old.get(key.id);
    if (known === undefined) yield ['created', key];
    else if (known.sha256 !== key.sha256) yield ['rotated', key];
  }
}

/** A user without a name, as in some containers, is its number. */
function currentUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
