/** Checks of `freshness` that processes share: one asks the engine for all, and reports what changed. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFreshness, NEWEST_PACKING } from '../../../server/observe/freshness.ts';
import { createMemoryStore } from '../../../server/shared/memory-store.ts';
import { createShare } from '../../../server/shared/share.ts';
import { fakeEngine } from '../server-fixture.ts';

const PERIOD_MS = 15_000;
const SOURCES = {
  visits: {
    title: null,
    description: null,
    columns: [],
    tables: {},
    freshness: { within: 60, engines: { duckdb: { sql: 'newest', now: [] } } },
  },
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs once a period for all processes, and each change is reported once', async () => {
  const state = { newest: null as bigint | null, runs: 0 };
  const engine = fakeEngine(() => {
    state.runs += 1;
    return [[state.newest]];
  });
  const store = createMemoryStore(1_000_000);
  const told: string[] = [];
  const start = (name: string) => {
    const look = createFreshness(
      { sources: SOURCES },
      {
        engine,
        clock: () => 0n,
        timeoutMs: 1_000,
        tell: change =>
          told.push(`${name}: ${'isFresh' in change ? change.isFresh : change.failure}`),
        share: createShare(store, NEWEST_PACKING, 1_000),
      },
    );
    return { look, stop: look.watch() };
  };
  const first = start('first');
  await vi.advanceTimersByTimeAsync(PERIOD_MS / 3);
  const second = start('second');
  await vi.advanceTimersByTimeAsync(PERIOD_MS);
  const isFresh = () => [first, second].map(({ look }) => look.last()[0]?.isFresh);
  expect([isFresh(), state.runs, told]).toEqual([[false, false], 2, ['first: false']]);
  state.newest = 5n;
  await vi.advanceTimersByTimeAsync(2 * PERIOD_MS);
  expect([isFresh(), state.runs]).toEqual([[true, true], 4]);
  expect(second.look.last()[0]?.newest).toBe(5n);
  expect(told).toEqual(['first: false', 'first: true']);
  // the other one goes on alone, and knows what was reported
  first.stop();
  await vi.advanceTimersByTimeAsync(2 * PERIOD_MS);
  expect(told).toHaveLength(2);
  state.newest = null;
  await vi.advanceTimersByTimeAsync(PERIOD_MS);
  expect(told.slice(2)).toEqual(['second: false']);
  second.stop();
});
