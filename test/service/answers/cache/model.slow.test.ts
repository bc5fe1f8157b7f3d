import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Cached, CachePolicy } from '../../../../server/answers/cache/cache.ts';
import { createCache, ENTRY_BYTES } from '../../../../server/answers/cache/cache.ts';

/**
 * The cache against a model that knows no timers: it looks at its lists after every half second. All times are multiples of
 * that, so nothing happens in between.
 */
const STEP_MS = 500;
const START_MS = Date.UTC(2030, 0, 1);
/** Room for two larger values, or for three of which two are small. */
const MAX_BYTES = 2 * sizeOf('a', 1) + sizeOf('a', 300);
const WARM_ENTRIES = 2;
const KEYS = ['a', 'b', 'c', 'd'] as const;
const POLICIES: Readonly<Record<string, CachePolicy | null>> = {
  a: { ttlMs: 5_000, refreshMs: 2_000 },
  b: { ttlMs: 8_000, refreshMs: 3_500 },
  c: { ttlMs: 5_000, refreshMs: 2_000 },
  d: { ttlMs: 3_000, refreshMs: 0 },
};

interface Value {
  readonly run: Run;
  readonly bytes: number;
}
/** One call of `produce`, as the test sees it. */
interface Run {
  readonly id: string;
  readonly key: string;
  readonly startedMs: number;
  readonly signal: AbortSignal;
  readonly refresh: boolean;
  readonly off: boolean;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: Error) => void;
}
/** A run as the model has it, by the same number. */
interface ModelRun {
  readonly id: string;
  readonly key: string;
  readonly startedMs: number;
  readonly refresh: boolean;
  readonly off: boolean;
  asked: boolean;
  waiters: number[];
}
interface ModelEntry {
  readonly runId: string;
  readonly startedMs: number;
  readonly bytes: number;
  failures: number;
  dueMs: number;
  over: boolean;
}

type Step =
  | { readonly do: 'get'; readonly key: string; readonly off: boolean }
  | { readonly do: 'peek'; readonly key: string }
  | { readonly do: 'pass'; readonly steps: number }
  | { readonly do: 'succeed'; readonly run: number; readonly bytes: number }
  | { readonly do: 'fail'; readonly run: number }
  /** The caller who asked so many calls ago. */
  | { readonly do: 'leave'; readonly ago: number };

const key = fc.constantFrom('a', 'a', 'a', ...KEYS);
/** Mostly the only one. */
const run = fc.constantFrom(0, 0, 0, 1, 2);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('get'), key, off: fc.constant(false) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('get'), key, off: fc.constant(true) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('peek'), key }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pass'), steps: fc.constantFrom(1, 1, 2, 4, 4, 12) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('succeed'),
      run,
      bytes: fc.constantFrom(1, 1, 1, 300, 300, 600, 5_000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('fail'), run }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave'), ago: fc.nat(5) }) },
);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the cache and its model', () => {
  test('agree on every answer, run, entry and byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 80 }), async steps => {
        vi.clearAllTimers();
        vi.setSystemTime(START_MS);
        const real = driveCache();
        const model = createModel();
        for (const next of steps) {
          await real.take(next);
          model.take(next);
          expect(real.state()).toEqual(model.state());
          expect(real.stats().bytes).toBeLessThanOrEqual(MAX_BYTES);
        }
        real.close();
        expect(vi.getTimerCount()).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  test('what is idle goes, after no more refreshes than its ttl has room for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
        vi.clearAllTimers();
        vi.setSystemTime(START_MS);
        const real = driveCache();
        for (const next of steps) await real.take(next);
        await real.settleAll();
        const before = real.refreshes();
        await real.idle(20_000);
        for (const name of KEYS) {
          const policy = POLICIES[name];
          const most = policy?.refreshMs ? Math.ceil(policy.ttlMs / policy.refreshMs) : 0;
          expect((real.refreshes()[name] ?? 0) - (before[name] ?? 0)).toBeLessThanOrEqual(most);
        }
        expect(real.stats()).toEqual({ entries: 0, bytes: 0, warm: 0, flights: 0 });
        expect(vi.getTimerCount()).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});

/** The cache, moved by the same steps as the model, and what can be seen of it. */
function driveCache() {
  const cache = createCache<Value>({
    maxBytes: MAX_BYTES,
    warmEntries: WARM_ENTRIES,
    sizeOf: value => value.bytes,
  });
  const pending: Run[] = [];
  const leavers: AbortController[] = [];
  const outcomes: string[] = [];
  const refreshes: Record<string, number> = {};
  const runs = new Map<string, number>();
  let asking = false;
  let settling = false;

  const produceFor = (name: string, off: boolean) => (signal: AbortSignal) =>
    new Promise<Value>((resolve, reject) => {
      const id = nextId(runs, name);
      const run = { id, key: name, startedMs: Date.now(), signal, refresh: !asking, off };
      if (run.refresh) refreshes[name] = (refreshes[name] ?? 0) + 1;
      if (settling) resolve({ run: { ...run, resolve, reject }, bytes: 1 });
      else pending.push({ ...run, resolve, reject });
    });
  const get = (name: string, off: boolean) => {
    const leaver = new AbortController();
    const at = leavers.push(leaver) - 1;
    outcomes.push('waits');
    const policy = off ? null : (POLICIES[name] ?? null);
    asking = true;
    const answer = cache.get(name, policy, produceFor(name, off), leaver.signal);
    asking = false;
    void answer.then(
      got => {
        outcomes[at] = shown(name, got);
      },
      error => {
        outcomes[at] = error.message;
      },
    );
  };
  const settle = (at: number, use: (run: Run) => void) => {
    const run = byId(pending)[at];
    if (run === undefined) return;
    pending.splice(pending.indexOf(run), 1);
    use(run);
  };
  const take = async (next: Step) => {
    if (next.do === 'get') get(next.key, next.off);
    else if (next.do === 'peek') outcomes.push(shown(next.key, cache.peek(next.key)));
    else if (next.do === 'pass') await vi.advanceTimersByTimeAsync(next.steps * STEP_MS);
    else if (next.do === 'leave') leavers.at(-1 - next.ago)?.abort(new Error('left'));
    else if (next.do === 'fail') settle(next.run, run => run.reject(new Error(`failed ${run.id}`)));
    else settle(next.run, run => run.resolve({ run, bytes: next.bytes }));
    // What was given up is settled no more: it comes to nothing, which other tests show.
    await vi.advanceTimersByTimeAsync(0);
    for (const run of pending.filter(({ signal }) => signal.aborted)) {
      pending.splice(pending.indexOf(run), 1);
      run.resolve({ run, bytes: 1 });
    }
    await vi.advanceTimersByTimeAsync(0);
    // `peek` and `get` number their outcomes together.
    if (next.do === 'peek') leavers.push(new AbortController());
  };
  return {
    take,
    state: () => ({
      outcomes,
      pending: byId(pending).map(({ id, key: name, startedMs, refresh, off }) => {
        return { id, key: name, startedMs, refresh, off };
      }),
      stats: cache.stats(),
    }),
    stats: cache.stats.bind(cache),
    close: () => cache.close(),
    refreshes: () => ({ ...refreshes }),
    settleAll: async () => {
      settling = true;
      for (const run of pending.splice(0)) run.resolve({ run, bytes: 1 });
      await vi.advanceTimersByTimeAsync(0);
    },
    idle: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  };
}

/** Wrong key, wrong age or wrong instant are told apart by the text. */
function shown(name: string, got: Cached<Value> | null): string {
  if (got === null) return 'nothing';
  const { run } = got.value;
  return `${got.state} ${run.id} of ${run.key} for ${name} at ${got.producedMs} = ${run.startedMs}`;
}

/** The rules once more, over lists that are walked through: nothing here is fast. */
function createModel() {
  let now = START_MS;
  const runs = new Map<string, number>();
  const outcomes: string[] = [];
  let pending: ModelRun[] = [];
  /** Least recently used first. */
  let kept: [string, ModelEntry][] = [];
  /** Asked for longest ago first. */
  let warm: string[] = [];
  const askedMs: Record<string, number> = {};

  const entryOf = (name: string) => kept.find(([other]) => other === name)?.[1];
  const refreshing = (name: string) => pending.find(run => run.key === name && !run.off);
  const forget = (name: string) => {
    kept = kept.filter(([other]) => other !== name);
    warm = warm.filter(other => other !== name);
  };
  const start = (name: string, refresh: boolean, off: boolean) => {
    const id = nextId(runs, name);
    const run = { id, key: name, startedMs: now, refresh, off, asked: !refresh, waiters: [] };
    pending = byId([...pending, run]);
    return run;
  };
  const used = (name: string) => {
    kept = [
      ...kept.filter(([other]) => other !== name),
      ...kept.filter(([other]) => other === name),
    ];
  };
  const warmUp = (name: string) => {
    if (POLICIES[name]?.refreshMs === 0) return;
    warm = [...warm.filter(other => other !== name), name].slice(-WARM_ENTRIES);
  };
  const policyOf = (name: string) => POLICIES[name] ?? { ttlMs: 0, refreshMs: 0 };
  /** What time brings about: ends of ttl, and refreshes that are due. */
  const look = () => {
    for (const [name, entry] of [...kept]) {
      const endMs = entry.startedMs + policyOf(name).ttlMs;
      if (now >= endMs) entry.over = true;
      if (entry.over && refreshing(name) === undefined) forget(name);
    }
    const due = kept
      .filter(([name]) => warm.includes(name) && refreshing(name) === undefined)
      .filter(([name, entry]) => {
        return entry.dueMs <= now && entry.dueMs < entry.startedMs + policyOf(name).ttlMs;
      });
    for (const [name] of due) {
      if (now - (askedMs[name] ?? 0) < policyOf(name).ttlMs) start(name, true, false);
      else warm = warm.filter(other => other !== name);
    }
  };
  const answer = (name: string): string | null => {
    used(name);
    const entry = entryOf(name);
    if (entry === undefined || entry.over) return null;
    askedMs[name] = now;
    warmUp(name);
    const state = entry.failures > 0 ? 'stale' : 'hit';
    return `${state} ${entry.runId} of ${name} for ${name} at ${entry.startedMs} = ${entry.startedMs}`;
  };
  const get = (name: string, off: boolean) => {
    const found = off ? null : answer(name);
    outcomes.push(found ?? 'waits');
    if (found !== null) return;
    const same = pending.find(run => run.key === name && run.off === off);
    const run = same ?? start(name, false, off);
    run.asked = true;
    run.waiters.push(outcomes.length - 1);
    if (!off) askedMs[name] = now;
  };
  const leave = (at: number) => {
    const run = pending.find(({ waiters }) => waiters.includes(at));
    if (run === undefined) return;
    outcomes[at] = 'left';
    run.waiters = run.waiters.filter(waiter => waiter !== at);
    if (run.waiters.length === 0 && !run.refresh) pending = pending.filter(other => other !== run);
  };
  const end = (at: number, outcome: (run: ModelRun) => string) => {
    const run = pending[at];
    if (run === undefined) return undefined;
    pending = pending.filter(other => other !== run);
    for (const waiter of run.waiters) outcomes[waiter] = outcome(run);
    return run;
  };
  const succeed = (at: number, bytes: number) => {
    const run = end(at, ({ id, key: name, off, startedMs }) => {
      return `${off ? 'bypass' : 'miss'} ${id} of ${name} for ${name} at ${startedMs} = ${startedMs}`;
    });
    if (run === undefined || run.off) return;
    if (!run.asked && entryOf(run.key) === undefined) return;
    const size = sizeOf(run.key, bytes);
    const wasWarm = warm.includes(run.key);
    if (now - run.startedMs >= policyOf(run.key).ttlMs || size > MAX_BYTES) return forget(run.key);
    const { refreshMs } = policyOf(run.key);
    const entry = {
      runId: run.id,
      startedMs: run.startedMs,
      bytes: size,
      failures: 0,
      over: false,
    };
    kept = kept.filter(([other]) => other !== run.key);
    kept.push([run.key, { ...entry, dueMs: run.startedMs + refreshMs }]);
    while (total() > MAX_BYTES) forget(kept[0]?.[0] ?? '');
    if (run.asked) warmUp(run.key);
    else if (!wasWarm) warm = warm.filter(other => other !== run.key);
  };
  const fail = (at: number) => {
    const run = end(at, ({ id }) => `failed ${id}`);
    const entry = run?.refresh ? entryOf(run.key) : undefined;
    if (run === undefined || entry === undefined) return;
    entry.dueMs = now + Math.min(1_000 * 2 ** entry.failures, policyOf(run.key).refreshMs);
    entry.failures += 1;
  };
  const total = () => kept.reduce((sum, [, entry]) => sum + entry.bytes, 0);
  const take = (next: Step) => {
    if (next.do === 'get') get(next.key, next.off);
    else if (next.do === 'peek') outcomes.push(answer(next.key) ?? 'nothing');
    else if (next.do === 'leave') leave(outcomes.length - 1 - next.ago);
    else if (next.do === 'fail') fail(next.run);
    else if (next.do === 'succeed') succeed(next.run, next.bytes);
    else {
      for (let step = 0; step < next.steps; step += 1) {
        now += STEP_MS;
        look();
      }
    }
    look();
  };
  return {
    take,
    state: () => ({
      outcomes,
      pending: pending.map(({ id, key: name, startedMs, refresh, off }) => {
        return { id, key: name, startedMs, refresh, off };
      }),
      stats: {
        entries: kept.length,
        bytes: total(),
        warm: warm.length,
        flights: pending.length,
      },
    }),
  };
}

/** Runs are numbered by key: which of two that start at the same instant is the first is nobody's promise. */
function nextId(runs: Map<string, number>, name: string): string {
  const number = (runs.get(name) ?? 0) + 1;
  runs.set(name, number);
  return `${name}${String(number).padStart(3, '0')}`;
}

function byId<R extends { readonly id: string }>(runs: readonly R[]): R[] {
  return [...runs].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function sizeOf(name: string, bytes: number): number {
  return bytes + 2 * name.length + ENTRY_BYTES;
}
