import { lstatSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCode } from '../../system/errors.ts';
import { livingClaim } from '../../system/lock.ts';
import type { Refusal } from '../refusal.ts';
import { exists, isHalfSwapped, remedyFor } from '../swap/journal.ts';
import type { OutputPlace } from '../swap/place.ts';

/** The result of a look, and the stamp of the tree at that time. */
export interface Sight<T> {
  readonly seen: T;
  readonly stamp: string;
  /** An interrupted swap left this tree, or files that Git ignores, outside the directory. */
  readonly isInterrupted: boolean;
}

/**
 * Looks at the tree as it will be after the recovery of an interrupted run. Looks again if the tree was swapped meanwhile. Takes no
 * lock and changes nothing. Waits at most `wait` milliseconds for a process that is swapping.
 */
export async function lookAtTree<T>(
  place: OutputPlace,
  { wait, force }: { readonly wait: number; readonly force: boolean },
  look: (tree: string) => T | Promise<T>,
): Promise<Sight<T> | Refusal> {
  for (const deadline = performance.now() + wait; ; await sleep(5)) {
    const stamp = stampOf(place);
    const swapper = exists(place.journal) ? livingClaim(place) : undefined;
    if (swapper === undefined) {
      const outcome = await settled(async () => {
        const remedy = remedyFor(place, force);
        if (!('tree' in remedy)) return remedy;
        return {
          seen: await look(remedy.tree),
          stamp,
          isInterrupted: isHalfSwapped(place, remedy),
        };
      });
      if (stampOf(place) === stamp) return unwrap(outcome);
    }
    if (performance.now() >= deadline) {
      return { kind: 'locked', file: swapper?.file ?? place.journal, pid: swapper?.pid ?? null };
    }
  }
}

/** Changes whenever the tree is swapped or a swap is under way. */
export function stampOf(place: OutputPlace): string {
  return [place.current, place.journal]
    .map(file => lstatSync(file, { bigint: true, throwIfNoEntry: false }))
    .map(found => (found === undefined ? '' : `${found.dev}:${found.ino}:${found.ctimeNs}`))
    .join(' ');
}

type Outcome<T> = { readonly value: T } | { readonly error: unknown };

// A file may vanish because of a swap, so a system error counts only if the second stamp is the same.
async function settled<T>(step: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await step() };
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return { error };
  }
}

function unwrap<T>(outcome: Outcome<T>): T {
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}
