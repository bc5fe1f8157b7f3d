/** Budgets of bytes against a list of everything that was read. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BudgetExhausted, createBudget } from '../../../server/access/budget.ts';
import { createMemoryBudgets } from '../../../server/shared/memory-budgets.ts';

const DAY_MS = 86_400_000;
const KEYS = ['a', 'b', 'c'] as const;
const PROCESSES = [0, 1, 2] as const;
const limits = fc.record({
  key: fc.option(fc.integer({ min: 1, max: 200 })),
  total: fc.option(fc.integer({ min: 1, max: 300 })),
});
const step = fc.record({
  process: fc.constantFrom(...PROCESSES),
  key: fc.constantFrom(...KEYS),
  bytes: fc.nat(100),
  waitMs: fc.oneof(fc.constant(0), fc.integer({ min: -DAY_MS, max: DAY_MS })),
  /** Happens to the store before. */
  fault: fc.option(fc.constantFrom('cut off', 'connected', 'flushed'), { freq: 3 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Three processes on one store, a clock, and all that they have read. */
function threeProcesses(limits: { key: number | null; total: number | null }) {
  let nowMs = Date.UTC(2026, 0, 15, 10);
  let latestMs = nowMs;
  let store = createMemoryBudgets();
  const isCut = new Set<number>();
  const read: { process: number; day: number; key: string; bytes: number }[] = [];
  const day = () => Math.floor(nowMs / DAY_MS);
  const budgets = PROCESSES.map(process =>
    createBudget(limits, {
      nowMs: () => nowMs,
      tell: () => expect.fail('the bytes are known'),
      shared: { exchange: async counts => (isCut.has(process) ? null : store.exchange(counts)) },
    }),
  );
  return {
    isCut,
    flush: () => {
      store = createMemoryBudgets();
    },
    /** The clock may be set back, by at most a day from where it has been. */
    wait: (ms: number) => {
      nowMs = Math.max(nowMs + ms, latestMs - DAY_MS);
      latestMs = Math.max(latestMs, nowMs);
    },
    exhausted: async (process: number, key: string) => {
      const ran = await budgets[process]?.within(key, async () => null).catch(cause => cause);
      if (ran === null) return false;
      const found = budgets[process]?.exhausted(key);
      if (!(found instanceof BudgetExhausted)) throw ran;
      expect(ran).toEqual(found);
      expect(Date.parse(found.reset)).toBe((day() + 1) * DAY_MS);
      expect(found.retryAfterS * 1_000).toBeGreaterThanOrEqual(Date.parse(found.reset) - nowMs);
      return true;
    },
    spend: (process: number, key: string, bytes: number) => {
      budgets[process]?.spend(key, bytes);
      read.push({ process, day: day(), key, bytes });
    },
    /** Whether so many bytes were read today, by some of the processes. */
    isOver: (key: string, processes: readonly number[]) => {
      const today = read.filter(one => one.day === day() && processes.includes(one.process));
      const sum = (all: typeof read) => all.reduce((total, one) => total + one.bytes, 0);
      return [
        limits.key !== null && sum(today.filter(one => one.key === key)) >= limits.key,
        limits.total !== null && sum(today) >= limits.total,
      ].includes(true);
    },
  };
}

test('a key may run exactly while it and all keys have read less on that day, in all processes', async () => {
  await fc.assert(
    fc.asyncProperty(limits, fc.array(step, { maxLength: 60 }), async (limits, steps) => {
      const service = threeProcesses(limits);
      for (const { process, key, bytes, waitMs } of steps) {
        service.wait(waitMs);
        const isExhausted = await service.exhausted(process, key);
        expect(isExhausted).toBe(service.isOver(key, PROCESSES));
        if (!isExhausted) service.spend(process, key, bytes);
      }
    }),
  );
});

test('a lost or empty store refuses nobody who has bytes left, and the counts are whole again with it', async () => {
  const faults = (service: ReturnType<typeof threeProcesses>, { process, fault }: Step) => {
    if (fault === 'cut off') service.isCut.add(process);
    if (fault === 'connected') service.isCut.delete(process);
    if (fault === 'flushed') service.flush();
  };
  await fc.assert(
    fc.asyncProperty(limits, fc.array(step, { maxLength: 60 }), async (limits, steps) => {
      const service = threeProcesses(limits);
      for (const one of steps) {
        const { process, key, bytes, waitMs } = one;
        service.wait(waitMs);
        faults(service, one);
        const isExhausted = await service.exhausted(process, key);
        if (isExhausted) expect(service.isOver(key, PROCESSES)).toBe(true);
        else expect(service.isOver(key, [process])).toBe(false);
        if (!isExhausted) service.spend(process, key, bytes);
      }
      service.isCut.clear();
      for (const key of KEYS)
        for (const process of PROCESSES) await service.exhausted(process, key);
      for (const key of KEYS)
        for (const process of PROCESSES)
          expect(await service.exhausted(process, key)).toBe(service.isOver(key, PROCESSES));
    }),
  );
});

test('a count of yesterday that comes late changes nothing', async () => {
  const store = createMemoryBudgets();
  const counts = { process: 'one', key: 'a', ofKey: 5, total: 7 };
  await store.exchange({ ...counts, day: 2 });
  const none = { ofKey: 0, total: 0 };
  expect(await store.exchange({ ...counts, day: 1, process: 'other' })).toEqual(none);
  expect(await store.exchange({ ...counts, day: 2, process: 'other' })).toEqual({
    ofKey: 5,
    total: 7,
  });
});

test('an engine that does not say what it reads is reported once', async () => {
  const told: string[] = [];
  const budget = createBudget(
    { key: 1, total: null },
    { nowMs: Date.now, tell: event => told.push(event) },
  );
  for (let i = 0; i < 3; i += 1) budget.spend('a', null);
  expect(told).toEqual([expect.stringContaining('does not say how much it reads')]);
  expect(budget.exhausted('a')).toBe(null);
});
