/** Answers and claims in the memory of one process, for the others. */
import { LRUCache } from 'lru-cache';
import type { AnswerStore, RunClaim } from './contract.ts';

export interface MemoryStore extends AnswerStore {
  /** Ends the claims of these runs, whose process has ended. */
  readonly forget: (runs: Iterable<string>) => void;
}

interface Kept {
  readonly packed: Uint8Array;
  readonly producedMs: number;
}
interface Held {
  readonly run: string;
  readonly untilMs: number;
}

/** The bytes of an entry besides its contents. */
const ENTRY_BYTES = 400;

/** Creates an empty store of at most so many bytes. `nowMs` returns milliseconds of a clock that goes by itself. */
export function createMemoryStore(
  maxBytes: number,
  nowMs: () => number = () => performance.now(),
): MemoryStore {
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ packed }, key) => packed.length + 2 * key.length + ENTRY_BYTES,
  });
  const claims = new Map<string, Held>();
  const isOf = ({ key, run }: RunClaim) => claims.get(key)?.run === run;
  const ended = (claim: RunClaim) => {
    if (isOf(claim)) claims.delete(claim.key);
  };
  return {
    claim: async ({ key, run, freshMs, leaseMs }) => {
      const now = nowMs();
      const answer = kept.get(key);
      if (answer !== undefined && now - answer.producedMs < freshMs) {
        const { packed, producedMs } = answer;
        return { kind: 'kept', answer: { packed, ageMs: now - producedMs } };
      }
      const held = claims.get(key);
      if (held !== undefined && held.run !== run && held.untilMs > now)
        return { kind: 'theirs', run: held.run };
      claims.set(key, { run, untilMs: now + leaseMs });
      return { kind: 'yours' };
    },
    renew: async claim => {
      if (isOf(claim)) claims.set(claim.key, { run: claim.run, untilMs: nowMs() + claim.leaseMs });
    },
    keep: async (claim, { packed, ageMs }, ttlMs) => {
      ended(claim);
      if (ageMs >= ttlMs) return;
      // the library keeps whole milliseconds
      kept.set(
        claim.key,
        { packed, producedMs: nowMs() - ageMs },
        { ttl: Math.ceil(ttlMs - ageMs) },
      );
    },
    release: async claim => ended(claim),
    forget: runs => {
      const gone = new Set(runs);
      for (const [key, { run }] of claims) if (gone.has(run)) claims.delete(key);
    },
  };
}
