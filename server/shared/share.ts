/** Asks the other processes for an answer before a run, and gives them the run's answer. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { withDeadline } from '../../engines/support/deadline.ts';
import type { Packing, Share, Wanted } from '../answers/cache/contract.ts';
import type { AnswerStore, RunClaim, StoredAnswer } from './contract.ts';

/** A process that is killed loses its claims after this time. */
const LEASE_MS = 2_000;
const RENEW_EVERY_MS = 600;
const FIRST_LOOK_MS = 5;
const SLOWEST_LOOK_MS = 100;

/**
 * Shares the answers that the store keeps. Rejects like the run. `timeoutMs`: for one answer, including the wait for the run of
 * another process.
 */
export function createShare<V>(
  store: AnswerStore,
  { pack, unpack }: Packing<V>,
  timeoutMs: number,
): Share<V> {
  return (wanted, run) =>
    withDeadline({ timeoutMs, signal: wanted.signal }, async signal => {
      const { key, freshMs, ttlMs } = wanted;
      const claim = { key, freshMs, run: randomUUID(), leaseMs: LEASE_MS };
      const startedMs = performance.now();
      const found = await foundOrClaimed(store, claim, signal);
      if (found === 'alone') return { value: await run(signal), ageMs: null };
      if (found !== 'claimed') {
        return { value: unpack(found.packed), ageMs: found.ageMs };
      }
      const { value, packed } = await claimed(store, claim, async () => {
        const value = await run(signal);
        return { value, packed: await pack(value) };
      });
      const ageMs = performance.now() - startedMs;
      // the caller need not wait until others have the answer
      void store.keep(claim, { packed, ageMs }, ttlMs);
      return { value, ageMs: null };
    });
}

/**
 * Waits while another process runs. `alone`: that run ended without an answer, or nobody can be asked. A failing statement then runs
 * once in each process, not one after another.
 */
async function foundOrClaimed(
  store: AnswerStore,
  claim: RunClaim,
  signal: Wanted['signal'],
): Promise<StoredAnswer | 'claimed' | 'alone'> {
  let other: string | null = null;
  for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(2 * lookMs, SLOWEST_LOOK_MS)) {
    const found = await store.claim(claim);
    if (signal.aborted && found.kind === 'yours') void store.release(claim);
    signal.throwIfAborted();
    if (found.kind === 'kept') return found.answer;
    if (found.kind === 'yours') return 'claimed';
    if (found.kind === 'alone') return 'alone';
    if (other !== null && other !== found.run) return 'alone';
    other = found.run;
    await sleep(lookMs, undefined, { signal });
  }
}

/** Runs, and renews the claim meanwhile. */
async function claimed<V>(store: AnswerStore, claim: RunClaim, run: () => Promise<V>): Promise<V> {
  const renewing = setInterval(() => void store.renew(claim), RENEW_EVERY_MS);
  try {
    return await run();
  } catch (cause) {
    void store.release(claim);
    throw cause;
  } finally {
    clearInterval(renewing);
  }
}
