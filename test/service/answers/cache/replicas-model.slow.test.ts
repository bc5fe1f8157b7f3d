/**
 * Two replicas on one store under random requests, ends of runs, failures and times: answers are young and of runs of their keys, and
 * nobody runs for what the other one keeps or runs.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Cached, createCache } from '../../../../server/answers/cache/cache.ts';
import { createMemoryStore } from '../../../../server/shared/memory-store.ts';
import { createShare } from '../../../../server/shared/share.ts';

// fake timers do not reach this module
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, value: unknown, { signal }: { readonly signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const leave = () => reject(signal.reason);
      setTimeout(() => {
        signal.removeEventListener('abort', leave);
        resolve(value);
      }, ms);
      signal.addEventListener('abort', leave);
    }),
}));

const STEP_MS = 500;
const TTL_MS = 5_000;
/** The claim of a run begins before it, and another process may have looked for it for so long. */
const SLACK_MS = 1_000;
const POLICIES = {
  a: { ttlMs: TTL_MS, refreshMs: 2_000 },
  b: { ttlMs: TTL_MS, refreshMs: 0 },
} as const;
type Key = keyof typeof POLICIES;

interface Value {
  readonly key: string;
  readonly startedMs: number;
  /** That has run. */
  readonly replica: number;
}
interface Run extends Value {
  readonly signal: AbortSignal;
  readonly resolve: (value: Value) => void;
  readonly reject: (cause: Error) => void;
}

type Step =
  | { readonly do: 'get'; readonly replica: number; readonly key: Key }
  | { readonly do: 'pass'; readonly steps: number }
  | { readonly do: 'succeed' | 'fail'; readonly run: number }
  | { readonly do: 'leave'; readonly ago: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('get'),
      replica: fc.constantFrom(0, 1),
      key: fc.constantFrom('a', 'a', 'b'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pass'), steps: fc.constantFrom(1, 1, 2, 4, 12) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('succeed'), run: fc.constantFrom(0, 0, 1) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail'), run: fc.constantFrom(0, 1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave'), ago: fc.nat(3) }) },
);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('answers are young, of their keys, and run for once', async () => {
  const seen = { hits: 0, others: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async steps => {
      vi.clearAllTimers();
      const replicas = openReplicas();
      for (const next of steps) await replicas.take(next);
      seen.hits += replicas.seen.hits;
      seen.others += replicas.seen.others;
      replicas.close();
    }),
    { numRuns: 100, endOnFailure: true },
  );
  // the model sees what it is about
  expect(seen.hits).toBeGreaterThan(500);
  expect(seen.others).toBeGreaterThan(100);
});

function openReplicas() {
  const store = createMemoryStore(2 ** 20, () => Date.now());
  const packing = {
    pack: (value: Value) => Buffer.from(JSON.stringify(value)),
    unpack: (packed: Uint8Array): Value => JSON.parse(Buffer.from(packed).toString()),
  };
  const caches = [0, 1].map(() =>
    createCache<Value>({
      maxBytes: 2 ** 20,
      warmEntries: 2,
      sizeOf: () => 1,
      share: createShare(store, packing, 60_000),
    }),
  );
  const seen = { hits: 0, others: 0 };
  let pending: Run[] = [];
  const leavers: AbortController[] = [];
  /**
   * When a run of the key ended without an answer, after which each replica may run by itself, or late: the age of what follows counts from
   * before the wait for it.
   */
  const troubles = new Map<string, number>();
  const isTroubled = (key: string) => Date.now() - (troubles.get(key) ?? 0) < 2 * TTL_MS;
  /** When the run of the last answer of a key began. */
  const last = new Map<string, number>();

  const runsOf = (key: string) => pending.filter(run => run.key === key);
  const produceFor = (replica: number, key: Key) => (signal: AbortSignal) => {
    const startedMs = last.get(key) ?? Number.NEGATIVE_INFINITY;
    const { refreshMs, ttlMs } = POLICIES[key];
    const freshMs = refreshMs === 0 ? ttlMs : refreshMs;
    if (!isTroubled(key)) {
      expect([key, runsOf(key).length]).toEqual([key, 0]);
      expect(Date.now() - startedMs).toBeGreaterThan(freshMs - SLACK_MS);
    }
    expect(runsOf(key).length).toBeLessThan(2);
    return new Promise<Value>((resolve, reject) => {
      pending.push({ key, startedMs: Date.now(), replica, signal, resolve, reject });
    });
  };
  const check = (replica: number, key: Key, { value, producedMs, state }: Cached<Value>) => {
    expect(value.key).toBe(key);
    expect(producedMs).toBeLessThanOrEqual(value.startedMs);
    if (state === 'miss') return;
    seen.hits += 1;
    if (value.replica !== replica) seen.others += 1;
    expect(Date.now() - value.startedMs).toBeLessThan(TTL_MS + SLACK_MS);
  };
  const get = async ({ replica, key }: Extract<Step, { do: 'get' }>) => {
    const leaver = new AbortController();
    leavers.push(leaver);
    const produce = produceFor(replica, key);
    await caches[replica]
      ?.get(key, POLICIES[key], produce, leaver.signal)
      .then(cached => check(replica, key, cached));
  };
  const faults: unknown[] = [];
  const isExpected = (cause: unknown) =>
    cause instanceof Error && ['failed', 'left'].includes(cause.message);
  const settle = (at: number, use: (run: Run) => void) => {
    const run = pending[at];
    if (run === undefined) return;
    pending = pending.filter(other => other !== run);
    use(run);
  };
  const take = async (next: Step) => {
    switch (next.do) {
      case 'get':
        void get(next).catch(cause => isExpected(cause) || faults.push(cause));
        break;
      case 'pass':
        await vi.advanceTimersByTimeAsync(next.steps * STEP_MS);
        break;
      case 'leave':
        leavers.at(-1 - next.ago)?.abort(new Error('left'));
        break;
      case 'succeed':
        settle(next.run, run => {
          const { key, startedMs, replica } = run;
          last.set(key, startedMs);
          if (Date.now() - startedMs > SLACK_MS) troubles.set(key, Date.now());
          run.resolve({ key, startedMs, replica });
        });
        break;
      case 'fail':
        settle(next.run, run => {
          troubles.set(run.key, Date.now());
          run.reject(new Error('failed'));
        });
    }
    await vi.advanceTimersByTimeAsync(1);
    for (const run of pending.filter(({ signal }) => signal.aborted)) {
      troubles.set(run.key, Date.now());
      pending = pending.filter(other => other !== run);
      run.reject(new Error('left'));
    }
    await vi.advanceTimersByTimeAsync(1);
    expect(faults).toEqual([]);
  };
  return {
    take,
    seen,
    close: () => {
      for (const cache of caches) cache.close();
    },
  };
}
