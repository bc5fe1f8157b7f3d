/** How many bytes a key, and all keys together, may let the engine read in a day of UTC. */

/** In bytes a day; `null`: unlimited. */
export interface BudgetLimits {
  readonly key: number | null;
  readonly total: number | null;
}
export interface Budget {
  /** Returns why a key may not start a run; `null` if it may. */
  readonly exhausted: (key: string) => BudgetExhausted | null;
  /** Counts what a run of the key has read; `null`: the engine does not say. */
  readonly spend: (key: string, bytes: number | null) => void;
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

/** Counts in memory: each process has counts of its own. `tell` is called once if the engine does not say what it reads. */
export function createBudget(
  { key: ofKey, total: ofAll }: BudgetLimits,
  nowMs: () => number,
  tell: (event: string) => void,
): Budget {
  let day = 0;
  let total = 0;
  let isTold = false;
  const keys = new Map<string, number>();
  /** Returns the end of the day; each day has counts of its own. */
  const endOf = (now: number): Date => {
    const today = Math.floor(now / DAY_MS);
    if (today !== day) {
      keys.clear();
      total = 0;
    }
    day = today;
    return new Date((today + 1) * DAY_MS);
  };
  return {
    exhausted: key => {
      const now = nowMs();
      const end = endOf(now);
      if (ofKey !== null && (keys.get(key) ?? 0) >= ofKey)
        return new BudgetExhausted('key', end, now);
      return ofAll !== null && total >= ofAll ? new BudgetExhausted('total', end, now) : null;
    },
    spend: (key, bytes) => {
      if (bytes === null) {
        if (!isTold) tell('the engine does not say how much it reads, so budgets do not bound it');
        isTold = true;
        return;
      }
      endOf(nowMs());
      keys.set(key, (keys.get(key) ?? 0) + bytes);
      total += bytes;
    },
  };
}

/** For a service without a budget. */
export const NO_BUDGET: Budget = { exhausted: () => null, spend: () => {} };
