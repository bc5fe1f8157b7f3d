/** A lock between processes, for something that they change. It is also released when its holder dies. */
import { hash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCode } from './errors.ts';

// A claim is an empty file whose name identifies the claiming process. A process has the lock if it made a claim and
// then found no other live claim. Of two processes, the one that claims second sees the first claim, so they never both
// hold the lock; at worst both withdraw and try again after a random pause. A single lockfile could not do this:
// taking over a dead process's file means removing it, and another process may have put its own file there under the
// same name. A claim's name is never used again, so removing a dead claim harms nobody. Nothing depends on the age of a
// file: a process that sleeps for an hour still holds its lock.

/** Where the claims to one lock are, and how their names begin. */
export interface LockPlace {
  readonly parent: string;
  readonly claims: string;
}

interface Claim {
  readonly file: string;
  readonly machine: string;
  readonly pid: number;
  readonly start: string;
}

/** A held lock: the file to remove to release it. */
export interface Lock {
  readonly file: string;
}

/** The holder of a lock: its process, and the file to remove if that process does not exist. */
export interface Locked {
  readonly kind: 'locked';
  readonly file: string;
  readonly pid: number;
}

/** Waits at most `wait` milliseconds for the lock of a place, or returns its holder. Throws errors of the file system. */
export async function acquire(place: LockPlace, wait: number): Promise<Lock | Locked> {
  const deadline = performance.now() + wait;
  const file = join(place.parent, place.claims + claimName());
  for (let pause = 4; ; pause = Math.min(pause * 2, 64)) {
    const rival = livingClaim(place) ?? claim(place, file);
    if (rival === undefined) return { file };
    if (performance.now() >= deadline) return { kind: 'locked', file: rival.file, pid: rival.pid };
    await sleep(pause * (0.5 + Math.random()));
  }
}

/** Releases the lock. */
export function release(lock: Lock): void {
  rmSync(lock.file, { force: true });
}

/** A claim by a live process, or by one that cannot be checked from here. */
export function livingClaim(place: LockPlace, except = ''): Claim | undefined {
  return claimsOf(place).find(claim => claim.file !== except && isAlive(claim));
}

/** Whether dead processes left claims. */
export function hasDeadClaims(place: LockPlace): boolean {
  return claimsOf(place).some(claim => !isAlive(claim));
}

function claim(place: LockPlace, file: string): Claim | undefined {
  try {
    writeFileSync(file, '', { flag: 'wx' });
    const rival = livingClaim(place, file);
    if (rival === undefined) sweep(place);
    else rmSync(file);
    return rival;
  } catch (error) {
    // This process continues, so a leftover claim would lock all others out.
    rmSync(file, { force: true });
    throw error;
  }
}

function sweep(place: LockPlace): void {
  for (const claim of claimsOf(place)) if (!isAlive(claim)) rmSync(claim.file, { force: true });
}

function claimsOf(place: LockPlace): Claim[] {
  return names(place.parent).flatMap(name => {
    if (!name.startsWith(place.claims)) return [];
    const parts = /^([0-9a-f]{8})-(\d+)-(\d+)-[0-9a-f]{8}$/.exec(name.slice(place.claims.length));
    const [, machine, pid, start] = parts ?? [];
    if (machine === undefined || pid === undefined || start === undefined) return [];
    return [{ file: join(place.parent, name), machine, pid: Number(pid), start }];
  });
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function claimName(): string {
  return `${machine()}-${process.pid}-${startOf('self') ?? '0'}-${randomBytes(4).toString('hex')}`;
}

function isAlive(claim: Claim): boolean {
  if (claim.machine !== machine()) return true;
  if (!processExists(claim.pid)) return false;
  const start = startOf(String(claim.pid));
  if (start === 'ended') return false;
  return start === undefined || claim.start === '0' || start === claim.start;
}

/** Whether a process with this number runs on this machine, under any user. */
export function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}

// The start time distinguishes a process from an earlier one with the same number. Only Linux reports it without
// starting a program. On other systems, a reused number counts as the same process; this ends in a refusal that names
// the file, never in two holders. A zombie process has ended.
function startOf(pid: string): string | undefined {
  const stat = ifReadable(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === undefined) return undefined;
  // The second field is the program's name and may contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? 'ended' : fields[19];
}

// Process numbers are only unique within one machine, and within one container.
function machine(): string {
  const processes = ifReadable(() => readlinkSync('/proc/self/ns/pid')) ?? '';
  return hash('sha256', `${hostname()} ${processes}`).slice(0, 8);
}

function ifReadable(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}
