import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Admission, LimiterOptions } from '../../../server/answers/limiter.ts';
import { createLimiter, Overloaded, Stopping } from '../../../server/answers/limiter.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('limiter', () => {
  test('as many run as may, the others wait their turn', async () => {
    const { submit, started, end, stats } = setUp({ concurrency: 2, queue: 3 });
    const all = [submit('a'), submit('b'), submit('c'), submit('d'), submit('e')];
    expect(started).toEqual(['a', 'b']);
    expect(stats()).toEqual({ running: 2, waiting: 3 });
    await end('b');
    expect(started).toEqual(['a', 'b', 'c']);
    await end('a');
    await end('c');
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
    await end('e');
    await end('d');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(stats()).toEqual({ running: 0, waiting: 0 });
  });

  test('stopped, it rejects all that wait, run and come, and begins nothing', async () => {
    const { submit, started, end, stats, stop } = setUp({ concurrency: 1, queue: 2 });
    const all = [submit('a'), submit('b'), submit('c')].map(run => run.catch(cause => cause));
    stop();
    for (const told of await Promise.all(all)) expect(told).toBeInstanceOf(Stopping);
    await expect(submit('d')).rejects.toBeInstanceOf(Stopping);
    // A work that runs holds its slot to its end.
    expect(stats()).toEqual({ running: 1, waiting: 0 });
    await end('a');
    expect(stats()).toEqual({ running: 0, waiting: 0 });
    expect(started).toEqual(['a']);
    stop();
  });

  test('a full queue refuses at once', async () => {
    const { submit, started, end, stats } = setUp({ concurrency: 1, queue: 1 });
    void submit('a');
    void submit('b');
    await expect(submit('c')).rejects.toBeInstanceOf(Overloaded);
    expect(stats()).toEqual({ running: 1, waiting: 1 });
    await end('a');
    void submit('d');
    await end('b');
    expect(started).toEqual(['a', 'b', 'd']);
    await end('d');
  });

  test('without a queue only free slots are given', async () => {
    const { submit, end } = setUp({ concurrency: 1, queue: 0 });
    const first = submit('a');
    await expect(submit('b')).rejects.toBeInstanceOf(Overloaded);
    await end('a');
    expect(await first).toBe('a');
  });

  test.each([
    ['nothing is known yet', { tookMs: null, queue: 0 }, 1],
    ['short works', { tookMs: 20, queue: 3 }, 1],
    ['2 s each, nobody waits', { tookMs: 2_000, queue: 0 }, 1],
    ['2 s each, three wait for two slots', { tookMs: 2_000, queue: 3 }, 4],
    ['5 s each, two wait for two slots', { tookMs: 5_000, queue: 2 }, 8],
    ['an hour each', { tookMs: 3_600_000, queue: 3 }, 60],
  ])('a refusal says when to come back: %s', async (_, { tookMs, queue }, retryAfterS) => {
    const { submit, end } = setUp({ concurrency: 2, queue });
    if (tookMs !== null) {
      void submit('before');
      await vi.advanceTimersByTimeAsync(tookMs);
      await end('before');
    }
    for (let at = 0; at < 2 + queue; at += 1) void submit(`w${at}`);
    await expect(submit('refused')).rejects.toMatchObject({ name: 'Overloaded', retryAfterS });
  });

  test('the estimate follows what works take of late', async () => {
    const { submit, end } = setUp({ concurrency: 1, queue: 0 });
    void submit('slow');
    await vi.advanceTimersByTimeAsync(50_000);
    await end('slow');
    for (let at = 0; at < 30; at += 1) {
      void submit(`quick${at}`);
      await vi.advanceTimersByTimeAsync(10);
      await end(`quick${at}`);
    }
    void submit('last');
    await expect(submit('refused')).rejects.toMatchObject({ retryAfterS: 1 });
  });

  test('a work learns how long it has waited', async () => {
    const limiter = createLimiter({ concurrency: 1, queue: 1 });
    const { signal } = new AbortController();
    const waits: number[] = [];
    const work = ({ waitedMs }: Admission) => {
      waits.push(waitedMs);
      return new Promise<void>(resolve => setTimeout(resolve, 250));
    };
    const all = [limiter.run(signal, work), limiter.run(signal, work)];
    await vi.advanceTimersByTimeAsync(500);
    await Promise.all(all);
    expect(waits).toEqual([0, 250]);
  });

  test('who leaves the queue is let go at once, and makes room', async () => {
    const { submit, started, end, stats } = setUp({ concurrency: 1, queue: 2 });
    const leaver = new AbortController();
    void submit('a');
    const left = submit('b', leaver.signal);
    void submit('c');
    const reason = new Error('gone');
    leaver.abort(reason);
    await expect(left).rejects.toBe(reason);
    expect(stats()).toEqual({ running: 1, waiting: 1 });
    await end('a');
    expect(started).toEqual(['a', 'c']);
    await end('c');
  });

  test('who leaves a running work is let go at once; the slot is free when the work has settled', async () => {
    const { submit, started, end, stats } = setUp({ concurrency: 1, queue: 1 });
    const leaver = new AbortController();
    const left = submit('a', leaver.signal);
    void submit('b');
    const reason = new Error('time is up');
    leaver.abort(reason);
    await expect(left).rejects.toBe(reason);
    expect(started).toEqual(['a']);
    expect(stats()).toEqual({ running: 1, waiting: 1 });
    await end('a');
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect(stats()).toEqual({ running: 0, waiting: 0 });
  });

  test('a signal that is aborted takes no place', async () => {
    const { submit, started, stats } = setUp({ concurrency: 1, queue: 1 });
    const reason = new Error('gone');
    await expect(submit('a', AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(started).toEqual([]);
    expect(stats()).toEqual({ running: 0, waiting: 0 });
  });

  test('a signal that outlives its work is let go of', async () => {
    const { submit, end } = setUp({ concurrency: 1, queue: 1 });
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    void submit('a', signal);
    await end('a');
    expect(removed).toHaveBeenCalledOnce();
  });

  test.each([
    ['at once', () => raise(new Error('broken'))],
    ['later', () => Promise.reject(new Error('broken'))],
  ])('a work that throws %s frees its slot once', async (_, broken) => {
    const limiter = createLimiter({ concurrency: 1, queue: 2 });
    const { signal } = new AbortController();
    for (let at = 0; at < 3; at += 1) {
      await expect(limiter.run(signal, broken)).rejects.toThrow('broken');
      expect(limiter.stats()).toEqual({ running: 0, waiting: 0 });
    }
  });

  test('whatever comes, goes or breaks: never too many, none lost, in order', async () => {
    const step = fc.oneof(
      fc.constant('submit' as const),
      fc.record({ end: fc.nat(5), broken: fc.boolean() }),
      fc.record({ leave: fc.nat(9) }),
    );
    const bounds = fc.record({ concurrency: fc.integer({ min: 1, max: 4 }), queue: fc.nat(4) });
    await fc.assert(
      fc.asyncProperty(bounds, fc.array(step, { maxLength: 60 }), async (options, steps) => {
        const { submit, started, open, end, stats } = setUp(options);
        const leavers: AbortController[] = [];
        const results: Promise<PromiseSettledResult<string>[]>[] = [];
        // What must be: the queue as a list of numbers, and the works that hold a slot.
        let queue: string[] = [];
        const running = new Set<string>();
        const order: string[] = [];
        const fates: string[] = [];
        const admit = () => {
          while (running.size < options.concurrency && queue.length > 0) {
            const [next = ''] = queue.splice(0, 1);
            running.add(next);
            order.push(next);
          }
        };
        for (const [index, action] of steps.entries()) {
          if (action === 'submit') {
            const leaver = new AbortController();
            const name = String(leavers.push(leaver) - 1);
            const full = running.size >= options.concurrency && queue.length >= options.queue;
            fates.push(full ? 'Overloaded' : 'waits');
            results.push(Promise.allSettled([submit(name, leaver.signal)]));
            if (!full) queue.push(name);
          } else if ('leave' in action) {
            const name = String(action.leave);
            leavers[action.leave]?.abort(new Error(`left ${name}`));
            if (fates[action.leave] === 'waits') fates[action.leave] = `left ${name}`;
            queue = queue.filter(waiting => waiting !== name);
          } else {
            const name = [...running][action.end];
            if (name === undefined) continue;
            running.delete(name);
            if (fates[Number(name)] === 'waits') {
              fates[Number(name)] = action.broken ? `broke ${name}` : `gave ${name}`;
            }
            await end(name, action.broken);
          }
          admit();
          await vi.advanceTimersByTimeAsync(index % 3);
          expect(started).toEqual(order);
          expect([...open.keys()].sort()).toEqual([...running].sort());
          expect(stats()).toEqual({ running: running.size, waiting: queue.length });
        }
        while (running.size > 0) {
          for (const name of [...running]) {
            running.delete(name);
            if (fates[Number(name)] === 'waits') fates[Number(name)] = `gave ${name}`;
            await end(name);
            admit();
          }
        }
        const told = (await Promise.all(results)).flat().map(result => {
          if (result.status === 'fulfilled') return `gave ${result.value}`;
          return result.reason instanceof Overloaded ? 'Overloaded' : result.reason.message;
        });
        expect(told).toEqual(fates);
        expect(stats()).toEqual({ running: 0, waiting: 0 });
      }),
      { numRuns: 100 },
    );
  });
});

/** A limiter whose works the test ends by their names. */
function setUp(options: LimiterOptions) {
  const limiter = createLimiter(options);
  const started: string[] = [];
  const open = new Map<string, { resolve: (name: string) => void; reject: (e: Error) => void }>();
  const submit = (name: string, signal: AbortSignal = new AbortController().signal) => {
    return limiter.run(signal, () => {
      started.push(name);
      return new Promise<string>((resolve, reject) => open.set(name, { resolve, reject }));
    });
  };
  const end = async (name: string, broken = false) => {
    const work = open.get(name);
    if (work === undefined) throw new Error(`\`${name}\` does not run`);
    open.delete(name);
    if (broken) work.reject(new Error(`broke ${name}`));
    else work.resolve(name);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { submit, started, open, end, stats: limiter.stats, stop: limiter.stop };
}

function raise(error: Error): never {
  throw error;
}
