/** Budgets of bytes against a list of everything that was read. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBudget } from '../../../server/access/budget.ts';

const DAY_MS = 86_400_000;
const step = fc.record({
  key: fc.constantFrom('a', 'b', 'c'),
  bytes: fc.nat(100),
  waitMs: fc.integer({ min: 0, max: DAY_MS }),
});

test('a key may run exactly while it and all keys have read less on that day', () => {
  const limits = fc.record({
    key: fc.option(fc.integer({ min: 1, max: 200 })),
    total: fc.option(fc.integer({ min: 1, max: 300 })),
  });
  fc.assert(
    fc.property(limits, fc.array(step, { maxLength: 60 }), (limits, steps) => {
      let now = Date.UTC(2026, 0, 15, 10);
      const read: { day: number; key: string; bytes: number }[] = [];
      const budget = createBudget(
        limits,
        () => now,
        () => expect.fail('the bytes are known'),
      );
      for (const { key, bytes, waitMs } of steps) {
        now += waitMs;
        const day = Math.floor(now / DAY_MS);
        const today = read.filter(one => one.day === day);
        const sum = (all: typeof read) => all.reduce((total, one) => total + one.bytes, 0);
        const isOver = [
          limits.key !== null && sum(today.filter(one => one.key === key)) >= limits.key,
          limits.total !== null && sum(today) >= limits.total,
        ].includes(true);
        const found = budget.exhausted(key);
        expect(found !== null).toBe(isOver);
        if (found !== null) {
          expect(Date.parse(found.reset)).toBe((day + 1) * DAY_MS);
          expect(found.retryAfterS * 1_000).toBeGreaterThanOrEqual(Date.parse(found.reset) - now);
          continue;
        }
        budget.spend(key, bytes);
        read.push({ day, key, bytes });
      }
    }),
  );
});

test('an engine that does not say what it reads is reported once', () => {
  const told: string[] = [];
  const budget = createBudget({ key: 1, total: null }, Date.now, event => told.push(event));
  for (let i = 0; i < 3; i += 1) budget.spend('a', null);
  expect(told).toEqual([expect.stringContaining('does not say how much it reads')]);
  expect(budget.exhausted('a')).toBe(null);
});
