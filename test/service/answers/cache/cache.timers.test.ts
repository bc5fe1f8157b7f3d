import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type {
  Cache,
  CacheEvent,
  CacheOptions,
  CachePolicy,
} from '../../../../server/answers/cache/cache.ts';
import { createCache, ENTRY_BYTES } from '../../../../server/answers/cache/cache.ts';

const START_MS = Date.UTC(2030, 0, 1);
/** Ten seconds, without warming. */
const PLAIN: CachePolicy = { ttlMs: 10_000, refreshMs: 0 };
const WARM: CachePolicy = { ttlMs: 10_000, refreshMs: 4_000 };

interface Run {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly atMs: number;
  readonly succeed: (value: string) => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(START_MS);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('keeping', () => {
  test('a value is answered at once until its ttl ends, counted from the start of its run', async () => {
    const { cache, ask, runs } = setUp();
    const first = ask('a', PLAIN);
    expect(cache.peek('a')).toBeNull();
    await pass(3_000);
    await runs[0]?.succeed('rows');
    const kept = { value: 'rows', producedMs: START_MS };
    expect(await first).toEqual({ ...kept, state: 'miss' });
    expect(cache.peek('a')).toEqual({ ...kept, state: 'hit' });
    await pass(6_999);
    expect(cache.peek('a')).toEqual({ ...kept, state: 'hit' });
    expect(await ask('a', PLAIN)).toEqual({ ...kept, state: 'hit' });
    await pass(1);
    expect(cache.peek('a')).toBeNull();
    expect(runs).toHaveLength(1);
  });

  test('the clock ends a ttl when the timer is late', async () => {
    const { cache, fill, ask, runs } = setUp();
    await fill('a', PLAIN, 'old');
    // The time is another, but no timer has run.
    vi.setSystemTime(START_MS + PLAIN.ttlMs);
    expect(cache.peek('a')).toBeNull();
    expect(cache.stats().entries).toBe(0);
    const next = ask('a', PLAIN);
    await runs[1]?.succeed('new');
    expect(await next).toMatchObject({ value: 'new', state: 'miss' });
  });

  test('what took longer than its ttl is answered, not kept', async () => {
    const { cache, ask, runs } = setUp();
    const first = ask('a', PLAIN);
    await pass(PLAIN.ttlMs);
    await runs[0]?.succeed('late');
    expect(await first).toMatchObject({ value: 'late', state: 'miss' });
    expect(cache.stats()).toEqual({ entries: 0, bytes: 0, warm: 0, flights: 0 });
  });

  test('keys share nothing', async () => {
    const { cache, fill } = setUp();
    await fill('a', PLAIN, 'of a');
    await fill('b', PLAIN, 'of b');
    expect([cache.peek('a')?.value, cache.peek('b')?.value]).toEqual(['of a', 'of b']);
  });

  test('an entry that nobody asks for leaves memory when its ttl ends', async () => {
    const { cache, fill, events } = setUp();
    await fill('a', PLAIN, 'rows');
    await pass(PLAIN.ttlMs - 1);
    expect(cache.stats().entries).toBe(1);
    await pass(1);
    expect(cache.stats()).toEqual({ entries: 0, bytes: 0, warm: 0, flights: 0 });
    expect(events).toEqual([{ kind: 'dropped', key: 'a' }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a ttl of months is none of a millisecond', async () => {
    const { cache, fill, runs } = setUp();
    await fill('a', { ttlMs: 90 * 86_400_000, refreshMs: 60 * 86_400_000 }, 'rows');
    await pass(20 * 86_400_000);
    expect(cache.peek('a')?.value).toBe('rows');
    expect(runs).toHaveLength(1);
  });

  test('a value that has grown is weighed again, and keeps its age, its timers and its state', async () => {
    let extra = 0;
    const { cache, fill, runs, events } = setUp('new', { sizeOf: value => value.length + extra });
    await fill('a', WARM, 'rows');
    const { bytes } = cache.stats();
    await pass(3_000);
    extra = 100;
    cache.weigh('a');
    cache.weigh('unknown');
    expect(cache.stats()).toEqual({ entries: 1, bytes: bytes + 100, warm: 1, flights: 0 });
    expect(cache.peek('a')).toEqual({ value: 'rows', producedMs: START_MS, state: 'hit' });
    await pass(1_000);
    expect(runs).toHaveLength(2);
    expect(cache.peek('a')).toMatchObject({ value: 'new', producedMs: START_MS + 4_000 });
    await pass(WARM.ttlMs * 3);
    expect(events.at(-1)).toEqual({ kind: 'dropped', key: 'a' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a value that has grown beyond the budget goes, and one that grows takes the place of others', async () => {
    const sizes = new Map([['large', 0]]);
    const room = 2 * (ENTRY_BYTES + 2) + 200;
    const sizeOf = (value: string) => 10 + (sizes.get(value) ?? 0);
    const { cache, fill, events } = setUp(undefined, { maxBytes: room, sizeOf });
    await fill('a', PLAIN, 'small');
    await fill('b', WARM, 'large');
    sizes.set('large', 190);
    cache.weigh('b');
    expect(events).toEqual([{ kind: 'evicted', key: 'a' }]);
    sizes.set('large', room);
    cache.weigh('b');
    expect(events.at(-1)).toEqual({ kind: 'oversized', key: 'b' });
    expect(cache.stats()).toEqual({ entries: 0, bytes: 0, warm: 0, flights: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('no timer holds the process', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    try {
      const { fill } = setUp();
      await fill('a', WARM, 'rows');
      const held = timers.mock.results.map(({ value }) => value.hasRef());
      expect(held).toEqual([false, false]);
    } finally {
      timers.mockRestore();
    }
  });
});

describe('one run for all who wait', () => {
  test.each([
    ['kept', PLAIN, 'miss'],
    ['not kept', null, 'bypass'],
  ] as const)('concurrent calls share a run: %s', async (_, policy, state) => {
    const { ask, runs, cache } = setUp();
    const all = [ask('a', policy), ask('a', policy), ask('b', policy), ask('a', policy)];
    expect(runs.map(run => run.key)).toEqual(['a', 'b']);
    expect(cache.stats().flights).toBe(2);
    await runs[0]?.succeed('of a');
    await runs[1]?.succeed('of b');
    const answers = await Promise.all(all);
    expect(answers.map(answer => answer.value)).toEqual(['of a', 'of a', 'of b', 'of a']);
    expect(new Set(answers.map(answer => answer.state))).toEqual(new Set([state]));
    expect(cache.stats().flights).toBe(0);
  });

  test('without a policy nothing is kept', async () => {
    const { cache, fill, ask, runs } = setUp();
    await fill('a', null, 'first');
    expect(cache.peek('a')).toBeNull();
    expect(cache.stats()).toEqual({ entries: 0, bytes: 0, warm: 0, flights: 0 });
    expect(vi.getTimerCount()).toBe(0);
    const next = ask('a', null);
    await pass(5);
    await runs[1]?.succeed('second');
    expect(await next).toEqual({ value: 'second', producedMs: START_MS, state: 'bypass' });
  });

  test('without a policy a kept value is not answered', async () => {
    const { fill, ask, runs } = setUp();
    await fill('a', PLAIN, 'kept');
    const next = ask('a', null);
    await runs[1]?.succeed('new');
    expect(await next).toMatchObject({ value: 'new', state: 'bypass' });
  });

  test('an error reaches all who wait, and the next call runs anew', async () => {
    const { cache, ask, runs, events } = setUp();
    const all = Promise.allSettled([ask('a', PLAIN), ask('a', PLAIN)]);
    const error = new Error('engine');
    await runs[0]?.fail(error);
    expect(await all).toEqual([refusal(error), refusal(error)]);
    expect(cache.stats().flights).toBe(0);
    const next = ask('a', PLAIN);
    await runs[1]?.succeed('rows');
    expect((await next).value).toBe('rows');
    expect(events).toEqual([]);
  });

  test('what is thrown before the first await is an error like another', async () => {
    const { cache } = setUp();
    const error = new Error('at once');
    const get = cache.get('a', PLAIN, () => raise(error), new AbortController().signal);
    await expect(get).rejects.toBe(error);
    expect(cache.stats().flights).toBe(0);
  });

  test('a waiter who leaves is let go at once, and the run goes on for the others', async () => {
    const { ask, runs } = setUp();
    const leaver = new AbortController();
    const left = Promise.allSettled([ask('a', PLAIN, leaver.signal)]);
    const stays = ask('a', PLAIN);
    const reason = new Error('gone');
    leaver.abort(reason);
    expect(await left).toEqual([refusal(reason)]);
    expect(runs[0]?.signal.aborted).toBe(false);
    await runs[0]?.succeed('rows');
    expect((await stays).value).toBe('rows');
  });

  test.each([
    ['kept', PLAIN],
    ['not kept', null],
  ] as const)('a run that all have left is aborted, and nobody joins it: %s', async (_, policy) => {
    const { cache, ask, runs } = setUp();
    const leavers = [new AbortController(), new AbortController()];
    const left = Promise.allSettled(leavers.map(({ signal }) => ask('a', policy, signal)));
    const reason = new Error('gone');
    for (const leaver of leavers) leaver.abort(reason);
    expect(runs[0]?.signal.reason).toBe(reason);
    expect(await left).toEqual([refusal(reason), refusal(reason)]);
    const next = ask('a', policy);
    await runs[0]?.succeed('abandoned');
    expect(cache.peek('a')).toBeNull();
    expect(cache.stats().flights).toBe(1);
    await runs[1]?.succeed('rows');
    expect((await next).value).toBe('rows');
  });

  test('a signal that is aborted starts nothing, and gets nothing', async () => {
    const { fill, ask, runs } = setUp();
    await fill('a', PLAIN, 'rows');
    const reason = new Error('gone');
    await expect(ask('a', PLAIN, AbortSignal.abort(reason))).rejects.toBe(reason);
    await expect(ask('b', PLAIN, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(runs).toHaveLength(1);
  });

  test('a signal that outlives its wait is let go of', async () => {
    const { ask, runs } = setUp();
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    const answer = ask('a', PLAIN, signal);
    await runs[0]?.succeed('rows');
    await answer;
    await pass(0);
    expect(removed).toHaveBeenCalledOnce();
  });
});

describe('warming', () => {
  test('a refresh runs when it is due; the old value is answered meanwhile, then the new', async () => {
    const { cache, fill, runs, events } = setUp();
    await fill('a', WARM, 'old');
    await pass(3_999);
    expect(runs).toHaveLength(1);
    await pass(1);
    expect(runs).toHaveLength(2);
    await pass(2_000);
    expect(cache.peek('a')).toEqual({ value: 'old', producedMs: START_MS, state: 'hit' });
    await runs[1]?.succeed('new');
    const producedMs = START_MS + 4_000;
    expect(cache.peek('a')).toEqual({ value: 'new', producedMs, state: 'hit' });
    expect(events).toEqual([{ kind: 'refreshed', key: 'a' }]);
    // Due again by the start of the refresh, not by its end.
    await pass(2_000);
    expect(runs.map(run => run.atMs)).toEqual([0, 4_000, 8_000]);
  });

  test('a key in use is always warm', async () => {
    const { cache, fill, runs } = setUp('at once');
    await fill('a', WARM, 'rows');
    for (let asked = 0; asked < 20; asked += 1) {
      await pass(WARM.ttlMs - 1);
      expect(cache.peek('a')?.state).toBe('hit');
    }
    expect(runs.length).toBeGreaterThan(45);
    expect(runs.length).toBeLessThan(55);
  });

  test('an idle key is refreshed while its last use is within the ttl, then dropped', async () => {
    const { cache, fill, runs, events } = setUp('at once');
    await fill('a', WARM, 'rows');
    await pass(1_000);
    cache.peek('a');
    await pass(60_000);
    expect(runs.map(run => run.atMs)).toEqual([0, 4_000, 8_000]);
    expect(events.map(event => event.kind)).toEqual(['refreshed', 'refreshed', 'dropped']);
    expect(cache.stats()).toEqual({ entries: 0, bytes: 0, warm: 0, flights: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    [10_000, 5_000, [0, 5_000]],
    [10_000, 3_000, [0, 3_000, 6_000, 9_000]],
    [10_000, 9_999, [0, 9_999]],
    [10_000, 10_000, [0]],
    [10_000, 20_000, [0]],
    [10_000, 0, [0]],
  ])('ttl %i, refresh %i: an unused key runs at %j', async (ttlMs, refreshMs, expected) => {
    const { cache, fill, runs } = setUp('at once');
    await fill('a', { ttlMs, refreshMs }, 'rows');
    await pass(5 * ttlMs);
    expect(runs.map(run => run.atMs)).toEqual(expected);
    expect(cache.stats()).toEqual({ entries: 0, bytes: 0, warm: 0, flights: 0 });
  });

  test('an idle key that is asked for again before its ttl ends is refreshed at once', async () => {
    const { cache, fill, runs } = setUp('at once');
    await fill('a', WARM, 'rows');
    await pass(13_000);
    expect(runs.map(run => run.atMs)).toEqual([0, 4_000, 8_000]);
    expect(cache.stats()).toMatchObject({ entries: 1, warm: 0 });
    expect(cache.peek('a')?.state).toBe('hit');
    await pass(0);
    expect(runs.map(run => run.atMs)).toEqual([0, 4_000, 8_000, 13_000]);
  });

  test('a failed refresh keeps the old value, stale, and is retried with growing waits', async () => {
    const { cache, fill, runs, events } = setUp(new Error('engine'));
    await fill('a', { ttlMs: 40_000, refreshMs: 6_000 }, 'old');
    await pass(5_999);
    expect(cache.peek('a')?.state).toBe('hit');
    await pass(1);
    expect(cache.peek('a')).toEqual({ value: 'old', producedMs: START_MS, state: 'stale' });
    await pass(33_999);
    expect(cache.peek('a')?.state).toBe('stale');
    // 1 s, 2 s, 4 s, then as often as it is refreshed; none when the ttl is over.
    const starts = [0, 6_000, 7_000, 9_000, 13_000, 19_000, 25_000, 31_000, 37_000];
    expect(runs.map(run => run.atMs)).toEqual(starts);
    await pass(1);
    expect(cache.peek('a')).toBeNull();
    expect(cache.stats()).toEqual({ entries: 0, bytes: 0, warm: 0, flights: 0 });
    const failed = { kind: 'refresh_failed', key: 'a', error: new Error('engine') };
    expect(events).toEqual([...starts.slice(1).map(() => failed), { kind: 'dropped', key: 'a' }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a refresh that throws before its first await has failed like another', async () => {
    const { cache, fill } = setUp();
    await fill('a', WARM, 'old');
    const { signal } = new AbortController();
    await cache.get('a', WARM, () => raise(new Error('at once')), signal);
    await pass(WARM.refreshMs);
    expect(cache.peek('a')).toMatchObject({ value: 'old', state: 'stale' });
  });

  test('waits between retries are no longer than the refresh', async () => {
    const { fill, runs } = setUp(new Error('engine'));
    await fill('a', { ttlMs: 2_000, refreshMs: 600 }, 'old');
    await pass(10_000);
    expect(runs.map(run => run.atMs)).toEqual([0, 600, 1_200, 1_800]);
  });

  test('a refresh that succeeds after failures is a hit, and starts the waits anew', async () => {
    const { cache, fill, runs } = setUp();
    await fill('a', { ttlMs: 30_000, refreshMs: 10_000 }, 'old');
    await pass(10_000);
    await runs[1]?.fail(new Error('engine'));
    await pass(1_000);
    await runs[2]?.fail(new Error('engine'));
    await pass(2_000);
    expect(cache.peek('a')?.state).toBe('stale');
    await runs[3]?.succeed('new');
    expect(cache.peek('a')).toMatchObject({ value: 'new', state: 'hit' });
    await pass(10_000);
    await runs[4]?.fail(new Error('engine'));
    await pass(1_000);
    expect(runs.map(run => run.atMs / 1_000)).toEqual([0, 10, 11, 13, 23, 24]);
  });

  test('after the ttl a request waits for the refresh under way', async () => {
    const { cache, fill, ask, runs } = setUp();
    await fill('a', WARM, 'old');
    await pass(WARM.ttlMs);
    expect(runs).toHaveLength(2);
    expect(cache.peek('a')).toBeNull();
    const next = ask('a', WARM);
    expect(runs).toHaveLength(2);
    await pass(1_000);
    await runs[1]?.succeed('new');
    expect(await next).toEqual({ value: 'new', producedMs: START_MS + 4_000, state: 'miss' });
    expect(cache.peek('a')).toMatchObject({ value: 'new', state: 'hit' });
    // It is due at once: the refresh took longer than a refresh's distance.
    await pass(0);
    expect(runs.map(run => run.atMs)).toEqual([0, 4_000, 11_000]);
  });

  test('after the ttl the error of the refresh under way is theirs who wait', async () => {
    const { cache, fill, ask, runs } = setUp();
    await fill('a', WARM, 'old');
    await pass(WARM.ttlMs);
    const next = Promise.allSettled([ask('a', WARM)]);
    const error = new Error('engine');
    await runs[1]?.fail(error);
    expect(await next).toEqual([refusal(error)]);
    expect(cache.stats()).toEqual({ entries: 0, bytes: 0, warm: 0, flights: 0 });
    void ask('a', WARM);
    expect(runs).toHaveLength(3);
  });

  test('a refresh goes on when the one who joined it leaves', async () => {
    const { cache, fill, ask, runs } = setUp();
    await fill('a', WARM, 'old');
    await pass(WARM.ttlMs);
    const leaver = new AbortController();
    const left = Promise.allSettled([ask('a', WARM, leaver.signal)]);
    leaver.abort(new Error('gone'));
    expect(await left).toMatchObject([{ status: 'rejected' }]);
    expect(runs[1]?.signal.aborted).toBe(false);
    await runs[1]?.succeed('new');
    expect(cache.peek('a')?.value).toBe('new');
  });

  test('a refresh runs what was given last', async () => {
    const { cache, fill } = setUp();
    await fill('a', WARM, 'old');
    const { signal } = new AbortController();
    await cache.get('a', WARM, async () => 'of the second', signal);
    await pass(WARM.refreshMs);
    expect(cache.peek('a')?.value).toBe('of the second');
  });

  test('a refresh runs what was given last by one who joined a run', async () => {
    const { cache, ask, runs } = setUp();
    const first = ask('a', WARM);
    const { signal } = new AbortController();
    const second = cache.get('a', WARM, async () => 'of the second', signal);
    await runs[0]?.succeed('of the first');
    expect((await Promise.all([first, second])).map(({ value }) => value)).toEqual([
      'of the first',
      'of the first',
    ]);
    await pass(WARM.refreshMs);
    expect(cache.peek('a')?.value).toBe('of the second');
  });

  test('only those asked for last are kept warm; the others expire', async () => {
    const { cache, fill, refreshed } = setUp('at once', { warmEntries: 2 });
    await fill('a', WARM, 'rows');
    await fill('b', WARM, 'rows');
    await fill('c', WARM, 'rows');
    expect(cache.stats()).toMatchObject({ entries: 3, warm: 2 });
    await pass(4_000);
    expect(refreshed()).toEqual(['b', 'c']);
    // Asked for again, it takes the place of the one asked for longest ago, and is overdue.
    await pass(1_000);
    expect(cache.peek('a')?.state).toBe('hit');
    await pass(0);
    expect(refreshed()).toEqual(['b', 'c', 'a']);
    await pass(3_000);
    expect(refreshed()).toEqual(['b', 'c', 'a', 'c']);
    expect(cache.stats().warm).toBe(2);
  });

  test('asking keeps a place among the warm ones', async () => {
    const { cache, fill, refreshed } = setUp('at once', { warmEntries: 2 });
    await fill('a', WARM, 'rows');
    await fill('b', WARM, 'rows');
    cache.peek('a');
    await fill('c', WARM, 'rows');
    await pass(4_000);
    expect(refreshed()).toEqual(['a', 'c']);
  });

  test('a key that comes back among the warm ones while it is refreshed has no second refresh', async () => {
    const { cache, fill, runs } = setUp(undefined, { warmEntries: 1 });
    await fill('a', WARM, 'old');
    await pass(4_000);
    await fill('b', WARM, 'rows');
    expect(cache.peek('a')?.state).toBe('hit');
    await pass(0);
    expect(runs.map(run => run.key)).toEqual(['a', 'a', 'b']);
    await runs[1]?.succeed('new');
    await pass(4_000);
    expect(runs.map(run => run.key)).toEqual(['a', 'a', 'b', 'a']);
  });

  test('a refresh that lands after the ttl keeps the key warm, asked for meanwhile or not', async () => {
    const { cache, fill, runs } = setUp();
    await fill('a', WARM, 'old');
    await pass(WARM.ttlMs + 1_000);
    expect(cache.peek('a')).toBeNull();
    await runs[1]?.succeed('new');
    expect(cache.peek('a')).toMatchObject({ value: 'new', state: 'hit' });
    expect(cache.stats()).toMatchObject({ entries: 1, warm: 1 });
  });

  test('a refresh does not count as asking', async () => {
    const { cache, fill, refreshed } = setUp('at once', { warmEntries: 2 });
    await fill('a', { ttlMs: 20_000, refreshMs: 3_000 }, 'rows');
    await pass(1_000);
    await fill('b', { ttlMs: 20_000, refreshMs: 5_000 }, 'rows');
    await pass(3_000);
    expect(refreshed()).toEqual(['a']);
    await fill('c', WARM, 'rows');
    await pass(3_000);
    expect(refreshed()).toEqual(['a', 'b']);
    expect(cache.stats().warm).toBe(2);
  });

  test('no entries warm: none is refreshed', async () => {
    const { cache, fill, runs } = setUp('at once', { warmEntries: 0 });
    await fill('a', WARM, 'rows');
    await pass(9_999);
    expect(cache.peek('a')?.state).toBe('hit');
    await pass(20_000);
    expect(runs).toHaveLength(1);
    expect(cache.stats()).toEqual({ entries: 0, bytes: 0, warm: 0, flights: 0 });
  });
});

describe('bytes', () => {
  test('the least recently used leave first', async () => {
    const { cache, fill, events } = setUp('at once', { maxBytes: 3 * size('a', 100) });
    for (const key of ['a', 'b', 'c']) await fill(key, PLAIN, 'x'.repeat(100));
    expect(cache.stats()).toMatchObject({ entries: 3, bytes: 3 * size('a', 100) });
    cache.peek('a');
    await fill('d', PLAIN, 'x'.repeat(100));
    expect(events).toEqual([{ kind: 'evicted', key: 'b' }]);
    const kept = ['a', 'b', 'c', 'd'].filter(key => cache.peek(key) !== null);
    expect(kept).toEqual(['a', 'c', 'd']);
    expect(cache.stats()).toMatchObject({ entries: 3, bytes: 3 * size('a', 100) });
  });

  test('empty values and long keys are not free', async () => {
    const { cache, fill } = setUp();
    await fill('k'.repeat(500), PLAIN, '');
    expect(cache.stats().bytes).toBe(1_000 + ENTRY_BYTES);
  });

  test('a running read counts with its bytes, and other answers make room for it', async () => {
    const { cache, events } = setUp('at once', { maxBytes: 3 * size('a', 100) });
    const { signal } = new AbortController();
    const keep = (key: string, heldBytes: number) =>
      cache.get(key, WARM, async () => 'x'.repeat(100), signal, heldBytes);
    for (const key of ['a', 'b', 'c']) await keep(key, 0);
    expect(cache.stats().bytes).toBe(3 * size('a', 100));
    await keep('d', 10);
    expect(events.map(({ key }) => key)).toEqual(['a', 'b']);
    expect(cache.stats()).toMatchObject({ entries: 2, bytes: 2 * size('a', 100) + 10 });
    await pass(4_000);
    expect(cache.stats().bytes).toBe(2 * size('a', 100) + 10);
  });

  test('a value as large as the budget is kept, a larger one only answered', async () => {
    const { cache, fill, events } = setUp('at once', { maxBytes: size('a', 100) });
    await fill('a', WARM, 'x'.repeat(100));
    expect(cache.stats()).toMatchObject({ entries: 1, warm: 1 });
    expect(await fill('b', WARM, 'x'.repeat(101))).toMatchObject({ state: 'miss' });
    expect(events).toEqual([{ kind: 'oversized', key: 'b' }]);
    expect(cache.peek('b')).toBeNull();
    expect(cache.peek('a')?.state).toBe('hit');
    expect(cache.stats()).toMatchObject({ entries: 1, warm: 1 });
  });

  test('a refresh that has grown beyond the budget takes the old value away', async () => {
    const { cache, fill, runs } = setUp(undefined, { maxBytes: size('a', 100) });
    await fill('a', WARM, 'old');
    await pass(4_000);
    await runs[1]?.succeed('x'.repeat(101));
    expect(cache.peek('a')).toBeNull();
    expect(cache.stats()).toEqual({ entries: 0, bytes: 0, warm: 0, flights: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('an evicted entry stops warming', async () => {
    const { cache, fill, refreshed } = setUp('at once', { maxBytes: size('a', 100) });
    await fill('a', WARM, 'x'.repeat(100));
    await fill('b', WARM, 'x'.repeat(100));
    expect(cache.stats()).toMatchObject({ entries: 1, warm: 1 });
    expect(vi.getTimerCount()).toBe(2);
    await pass(4_000);
    expect(refreshed()).toEqual(['b']);
  });

  test('what is evicted while it is refreshed does not come back unasked', async () => {
    const { cache, fill, runs } = setUp(undefined, { maxBytes: size('a', 100) });
    await fill('a', WARM, 'x'.repeat(100));
    await pass(4_000);
    await fill('b', WARM, 'x'.repeat(100));
    await runs[1]?.succeed('x'.repeat(100));
    expect(cache.peek('b')?.state).toBe('hit');
    expect(cache.peek('a')).toBeNull();
  });

  test('what is evicted while it is refreshed comes back when it is asked for meanwhile', async () => {
    const { cache, fill, ask, runs } = setUp(undefined, { maxBytes: size('a', 100) });
    await fill('a', WARM, 'x'.repeat(100));
    await pass(4_000);
    await fill('b', WARM, 'x'.repeat(100));
    const joined = ask('a', WARM);
    expect(runs).toHaveLength(3);
    await runs[1]?.succeed('x'.repeat(100));
    expect(await joined).toMatchObject({ producedMs: START_MS + 4_000, state: 'miss' });
    expect(cache.peek('a')?.state).toBe('hit');
    expect(cache.stats()).toMatchObject({ entries: 1, warm: 1 });
  });
});

describe('a clock that is set', () => {
  test('back: what seems to come from the future is not answered', async () => {
    const { cache, fill, ask, runs } = setUp();
    await fill('a', PLAIN, 'old');
    vi.setSystemTime(START_MS - 1);
    expect(cache.peek('a')).toBeNull();
    const next = ask('a', PLAIN);
    await runs[1]?.succeed('new');
    expect(await next).toEqual({ value: 'new', producedMs: START_MS - 1, state: 'miss' });
    expect(cache.peek('a')?.value).toBe('new');
  });

  test('back again and again: an entry ends by its timer all the same', async () => {
    const { cache, fill } = setUp();
    await fill('a', PLAIN, 'old');
    for (let second = 1; second < 10; second += 1) {
      await pass(1_000);
      vi.setSystemTime(START_MS);
      expect(cache.peek('a')?.state).toBe('hit');
    }
    await pass(1_000);
    vi.setSystemTime(START_MS);
    expect(cache.peek('a')).toBeNull();
    expect(cache.stats().entries).toBe(0);
  });

  test('back while a refresh takes long: the old value ends by its timer all the same', async () => {
    const { cache, fill, ask, runs } = setUp();
    await fill('a', WARM, 'old');
    await pass(WARM.ttlMs);
    vi.setSystemTime(START_MS + 5_000);
    expect(cache.peek('a')).toBeNull();
    const next = ask('a', WARM);
    await runs[1]?.succeed('new');
    expect(await next).toMatchObject({ value: 'new', state: 'miss' });
    expect(cache.peek('a')?.value).toBe('new');
  });

  test('back during a run: its value is answered, not kept', async () => {
    const { cache, ask, runs } = setUp();
    const first = ask('a', PLAIN);
    vi.setSystemTime(START_MS - 3_600_000);
    await runs[0]?.succeed('rows');
    expect((await first).value).toBe('rows');
    expect(cache.stats().entries).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('back by less than an age: a value that is weighed again lives no longer', async () => {
    const { cache, fill } = setUp();
    await fill('a', PLAIN, 'rows');
    await pass(PLAIN.ttlMs / 2);
    vi.setSystemTime(START_MS + 1);
    cache.weigh('a');
    await pass(PLAIN.ttlMs / 2);
    expect(cache.peek('a')).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('back by a day: an idle key is dropped all the same', async () => {
    const { cache, fill, runs } = setUp('at once');
    await fill('a', WARM, 'rows');
    await pass(3_000);
    cache.peek('a');
    await pass(1_500);
    vi.setSystemTime(START_MS - 86_400_000);
    await pass(60_000);
    // At the first refresh after that its last use counts as just now: one ttl more, not a day.
    expect(runs).toHaveLength(5);
    expect(cache.stats()).toEqual({ entries: 0, bytes: 0, warm: 0, flights: 0 });
  });

  test('back by less than an age: the count of idleness continues', async () => {
    const { cache, fill, runs } = setUp('at once');
    await fill('a', { ttlMs: 20_000, refreshMs: 5_000 }, 'rows');
    await pass(4_000);
    cache.peek('a');
    vi.setSystemTime(START_MS + 1_000);
    await pass(200_000);
    expect(runs.length).toBeLessThanOrEqual(6);
    expect(cache.stats()).toEqual({ entries: 0, bytes: 0, warm: 0, flights: 0 });
  });

  test('on: all is over its ttl at once', async () => {
    const { cache, fill } = setUp('at once');
    await fill('a', WARM, 'rows');
    vi.setSystemTime(START_MS + 86_400_000);
    expect(cache.peek('a')).toBeNull();
    expect(cache.stats()).toMatchObject({ entries: 0, warm: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('closing', () => {
  test('timers end, runs are aborted, what they still give is answered but not kept', async () => {
    const { cache, fill, ask, runs, events } = setUp();
    await fill('a', WARM, 'rows');
    await pass(4_000);
    const waits = [ask('b', WARM), ask('c', null)];
    const timers = vi.getTimerCount();
    expect(timers).toBeGreaterThan(0);
    cache.close();
    expect(vi.getTimerCount()).toBe(0);
    expect(cache.stats()).toEqual({ entries: 0, bytes: 0, warm: 0, flights: 0 });
    expect(runs.map(run => run.signal.aborted)).toEqual([false, true, true, true]);
    await runs[1]?.fail(new Error('aborted'));
    await runs[2]?.succeed('b');
    await runs[3]?.succeed('c');
    expect((await Promise.all(waits)).map(({ value }) => value)).toEqual(['b', 'c']);
    await fill('d', WARM, 'rows');
    expect(cache.stats()).toEqual({ entries: 0, bytes: 0, warm: 0, flights: 0 });
    expect(vi.getTimerCount()).toBe(0);
    expect(events).toEqual([]);
  });
});

/** A cache whose runs the test settles; with `refreshes`, those that nobody asked for settle by themselves. */
function setUp(refreshes?: string | Error, options: Partial<CacheOptions<string>> = {}) {
  const events: CacheEvent[] = [];
  const runs: Run[] = [];
  let asking = false;
  const cache: Cache<string> = createCache({
    maxBytes: 1_000_000,
    warmEntries: 100,
    sizeOf: value => value.length,
    tell: event => events.push(event),
    ...options,
  });
  const ask = (
    key: string,
    policy: CachePolicy | null,
    signal: AbortSignal = new AbortController().signal,
  ) => {
    const produce = (runSignal: AbortSignal) =>
      new Promise<string>((resolve, reject) => {
        runs.push(runOf(key, runSignal, resolve, reject));
        if (asking || refreshes === undefined) return;
        if (typeof refreshes === 'string') resolve(refreshes);
        else reject(refreshes);
      });
    asking = true;
    const answer = cache.get(key, policy, produce, signal);
    asking = false;
    return answer;
  };
  const fill = async (key: string, policy: CachePolicy | null, value: string) => {
    const answer = ask(key, policy);
    await runs.at(-1)?.succeed(value);
    return answer;
  };
  const refreshed = () => events.filter(({ kind }) => kind === 'refreshed').map(({ key }) => key);
  return { cache, runs, events, ask, fill, refreshed };
}

function runOf(
  key: string,
  signal: AbortSignal,
  resolve: (value: string) => void,
  reject: (error: Error) => void,
): Run {
  const atMs = Date.now() - START_MS;
  const succeed = (value: string) => {
    resolve(value);
    return pass(0);
  };
  const fail = (error: Error) => {
    reject(error);
    return pass(0);
  };
  return { key, signal, atMs, succeed, fail };
}

function size(key: string, bytes: number): number {
  return bytes + 2 * key.length + ENTRY_BYTES;
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

function refusal(reason: Error) {
  return { status: 'rejected', reason };
}

function raise(error: Error): never {
  throw error;
}
