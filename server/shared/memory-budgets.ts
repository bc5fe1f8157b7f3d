/** The counts of budgets in the memory of one process, for the others. */
import { createDays } from '../access/days.ts';
import type { SharedBudgets } from './contract.ts';

/** Counts of one day, by process. */
type ByProcess = Map<string, number>;

export function createMemoryBudgets(): SharedBudgets {
  const countsOf = createDays(() => ({
    totals: new Map<string, number>(),
    keys: new Map<string, ByProcess>(),
  }));
  return {
    exchange: async ({ day, process, key, ofKey, total }) => {
      const { totals, keys } = countsOf(day);
      const known = keys.get(key) ?? new Map();
      keys.set(key, known);
      return { ofKey: others(known, process, ofKey), total: others(totals, process, total) };
    },
  };
}

/** Notes the count of a process, and returns the sum of the others. */
function others(counts: ByProcess, process: string, own: number): number {
  counts.set(process, Math.max(own, counts.get(process) ?? 0));
  let sum = 0;
  for (const [one, count] of counts) if (one !== process) sum += count;
  return sum;
}
