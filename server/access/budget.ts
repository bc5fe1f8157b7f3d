/** How many bytes a key, and all keys together, may let the engine read in a day of UTC. */
import { randomUUID } from 'node:crypto';
import type { Counts, SharedBudgets } from '../shared/contract.ts';
import { createDays } from './days.ts';

/** In bytes a day; `null`: unlimited. */
export interface BudgetLimits {
  readonly key: number | null;
  readonly total: number | null;
}
export interface Budget {
  /** Runs for the key; rejects with `BudgetExhausted` if it may not, by the counts of all processes. */
  readonly within: <T>(key: string, run: () => Promise<T>) => Promise<T>;
  /** Returns why a key may not start a run, by what is known here; `null` if it may. */
  readonly exhausted: (key: string) => BudgetExhausted | null;
  /** Counts what a run of the key has read; `null`: the engine does not say. */
  readonly spend: (key: string, bytes: number | null) => void;
}
export interface BudgetOptions {
  readonly nowMs: () => number;
  /** Called once if the engine does not say what it reads. */
  readonly tell: (event: string) => void;
  /** Knows the counts of all processes; absent: there is one process. */
  readonly shared?: SharedBudgets | undefined;
}

/** The budget of the day is used up. */
export class BudgetExhausted extends Error {
  /** When the next day begins, and how long that takes. */
  readonly reset: string;
  readonly retryAfterS: number;

  constructor(whose: 'key' | 'total', reset: Date, nowMs: number) {
    const who = whose === 'key' ? 'The key has' : 'All keys together have';
    super(`${who} used up the bytes of the day. It ends at ${reset.toISOString()}.`);
    this.name = 'BudgetExhausted';
    this.reset = reset.toISOString();
    this.retryAfterS = Math.max(1, Math.ceil((reset.getTime() - nowMs) / 1_000));
  }
}

const DAY_MS = 86_400_000;

/** The bytes of one day: this process's own, and the most that the others were known to have read. */
interface Day {
  readonly own: Map<string, number>;
  readonly others: Map<string, number>;
  ownTotal: number;
  othersTotal: number;
}

/** While the counts of the others are unknown, the last known ones hold. */
export function createBudget(limits: BudgetLimits, options: BudgetOptions): Budget {
  const { nowMs, tell, shared } = options;
  const process = randomUUID();
  const dayOf = createDays(newDay);
  let isTold = false;
  const today = () => Math.floor(nowMs() / DAY_MS);
  const exchange = async (shared: SharedBudgets, key: string) => {
    const day = today();
    const its = dayOf(day);
    const counts: Counts = {
      ...{ day, process, key },
      ...{ ofKey: its.own.get(key) ?? 0, total: its.ownTotal },
    };
    const others = await shared.exchange(counts);
    if (others === null) return;
    its.others.set(key, Math.max(its.others.get(key) ?? 0, others.ofKey));
    its.othersTotal = Math.max(its.othersTotal, others.total);
  };
  const exhausted: Budget['exhausted'] = key => {
    const day = today();
    const { own, others, ownTotal, othersTotal } = dayOf(day);
    const end = new Date((day + 1) * DAY_MS);
    const ofKey = (own.get(key) ?? 0) + (others.get(key) ?? 0);
    if (limits.key !== null && ofKey >= limits.key) return new BudgetExhausted('key', end, nowMs());
    const isOver = limits.total !== null && ownTotal + othersTotal >= limits.total;
    return isOver ? new BudgetExhausted('total', end, nowMs()) : null;
  };
  return {
    exhausted,
    within: async (key, run) => {
      if (shared !== undefined) await exchange(shared, key);
      const spent = exhausted(key);
      if (spent !== null) throw spent;
      return run();
    },
    spend: (key, bytes) => {
      if (bytes === null) {
        if (!isTold) tell('the engine does not say how much it reads, so budgets do not bound it');
        isTold = true;
        return;
      }
      const its = dayOf(today());
      its.own.set(key, (its.own.get(key) ?? 0) + bytes);
      its.ownTotal += bytes;
      if (shared !== undefined) void exchange(shared, key);
    },
  };
}

function newDay(): Day {
  return { own: new Map(), others: new Map(), ownTotal: 0, othersTotal: 0 };
}

/** For a service without a budget. */
export const NO_BUDGET: Budget = {
  within: (_, run) => run(),
  exhausted: () => null,
  spend: () => {},
};
