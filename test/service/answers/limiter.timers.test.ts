import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type {
  Admission,
  LimiterOptions,
  RunKind,
  Turn,
} from '../../../server/answers/running/limiter.ts';
import { createLimiter, Overloaded, Stopping } from '../../../server/answers/running/limiter.ts';

const TURN: Turn = { key: '', most: null, kind: 'usual' };

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
    expect(await outcome(submit('d'))).toBeInstanceOf(Stopping);
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
    expect(await outcome(submit('c'))).toBeInstanceOf(Overloaded);
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
    expect(await outcome(submit('b'))).toBeInstanceOf(Overloaded);
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
    expect(await outcome(submit('refused'))).toMatchObject({ name: 'Overloaded', retryAfterS });
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
    expect(await outcome(submit('refused'))).toMatchObject({ retryAfterS: 1 });
  });

  test('a work learns how long it has waited', async () => {
    const limiter = createLimiter({ concurrency: 1, queue: 1 });
    const { signal } = new AbortController();
    const waits: number[] = [];
    const work = ({ waitedMs }: Admission) => {
      waits.push(waitedMs);
      return new Promise<void>(resolve => setTimeout(resolve, 250));
    };
    const all = [limiter.run(TURN, signal, work), limiter.run(TURN, signal, work)];
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
    expect(await outcome(left)).toBe(reason);
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
    expect(await outcome(left)).toBe(reason);
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
    expect(await outcome(submit('a', AbortSignal.abort(reason)))).toBe(reason);
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
      await expect(limiter.run(TURN, signal, broken)).rejects.toThrow('broken');
      expect(limiter.stats()).toEqual({ running: 0, waiting: 0 });
    }
  });

  test('the keys take turns, and the first of a key comes first', async () => {
    const { submit, started, end } = setUp({ concurrency: 1, queue: 9 });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void submit(name, undefined, of(name));
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  test.each([
    [1, 2, 1],
    [2, 2, 1],
    [3, 2, 1],
    [4, 2, 2],
    [9, 4, 5],
  ])(
    'of %i slots, callers’ statements have %i, others %i, and one key leaves a slot to another',
    async (concurrency, share, rest) => {
      const { submit, open } = setUp({ concurrency, queue: 99 });
      const names = (key: string) => Array.from({ length: 20 }, (_, at) => `${key}${at}`);
      for (const name of names('a')) void submit(name, undefined, of(name, 'sandbox'));
      expect([...open.keys()]).toEqual(names('a').slice(0, share - 1));
      for (const name of names('b')) void submit(name, undefined, of(name, 'sandbox'));
      expect([...open.keys()].slice(share - 1)).toEqual(['b0']);
      for (const name of names('c')) void submit(name, undefined, of(name));
      expect([...open.keys()].slice(share)).toEqual(names('c').slice(0, rest));
    },
  );

  test('a full queue turns away the last of the longest line, of any kind', async () => {
    const { submit, started, end } = setUp({ concurrency: 1, queue: 3 });
    const told: string[] = [];
    const add = (name: string, kind: RunKind = 'usual') => {
      void submit(name, undefined, of(name, kind)).catch(({ name: fault }: Error) =>
        told.push(`${name} ${fault}`),
      );
      return vi.advanceTimersByTimeAsync(0);
    };
    for (const name of ['a0', 'a1', 'a2', 'a3']) await add(name);
    await add('a4');
    expect(told.splice(0)).toEqual(['a4 Overloaded']);
    await add('b1');
    expect(told.splice(0)).toEqual(['a3 Overloaded']);
    await add('b2');
    expect(told.splice(0)).toEqual(['b2 Overloaded']);
    await add('c0', 'sandbox');
    await add('c1', 'sandbox');
    expect(told.splice(0)).toEqual(['a2 Overloaded']);
    await add('d1');
    expect(told.splice(0)).toEqual(['d1 Overloaded']);
    for (const name of ['a0', 'a1', 'c0', 'b1']) await end(name);
    expect(started).toEqual(['a0', 'c0', 'a1', 'b1', 'c1']);
  });

  test('tasks that come, leave or break are never too many and never lost, and the keys take turns', async () => {
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ key: fc.constantFrom('a', 'a', 'a', 'b', 'c'), most, kind }),
      },
      { weight: 2, arbitrary: fc.record({ end: fc.nat(5), broken: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ leave: fc.nat(30) }) },
    );
    const bounds = fc.record({ concurrency: fc.integer({ min: 1, max: 7 }), queue: fc.nat(6) });
    await fc.assert(
      fc.asyncProperty(bounds, fc.array(step, { maxLength: 80 }), async (options, steps) => {
        const { submit, started, open, end, stats } = setUp(options);
        const leavers: AbortController[] = [];
        const results: Promise<PromiseSettledResult<string>[]>[] = [];
        const model = createModel(options);
        for (const [index, action] of steps.entries()) {
          if ('key' in action) {
            const leaver = new AbortController();
            const name = String(leavers.push(leaver) - 1);
            results.push(Promise.allSettled([submit(name, leaver.signal, action)]));
            model.submit(name, action);
          } else if ('leave' in action) {
            leavers[action.leave]?.abort(new Error(`left ${action.leave}`));
            if (action.leave < leavers.length) model.leave(String(action.leave));
          } else {
            const name = model.running()[action.end];
            if (name === undefined) continue;
            model.end(name, action.broken);
            await end(name, action.broken);
          }
          await vi.advanceTimersByTimeAsync(index % 3);
          expect(started).toEqual(model.order);
          expect([...open.keys()].sort()).toEqual([...model.running()].sort());
          expect(stats()).toEqual({ running: open.size, waiting: model.waiting() });
        }
        for (let name = model.running()[0]; name !== undefined; name = model.running()[0]) {
          model.end(name, false);
          await end(name);
        }
        // a task that still waits would never settle
        expect(stats()).toEqual({ running: 0, waiting: 0 });
        const told = (await Promise.all(results)).flat().map(result => {
          if (result.status === 'fulfilled') return `gave ${result.value}`;
          return result.reason instanceof Overloaded ? 'Overloaded' : result.reason.message;
        });
        expect(told).toEqual(model.fates);
      }),
      { numRuns: 200 },
    );
  });

  test('a key leaves a slot while another was there within a second', async () => {
    const { submit, started, end } = setUp({ concurrency: 3, queue: 9 });
    void submit('b0', undefined, of('b0'));
    await end('b0');
    for (const name of ['a0', 'a1', 'a2', 'a3']) void submit(name, undefined, of(name));
    expect(started).toEqual(['b0', 'a0', 'a1']);
    void submit('b1', undefined, of('b1'));
    expect(started.splice(0)).toEqual(['b0', 'a0', 'a1', 'b1']);
    await end('b1');
    expect(started).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    await end('a0');
    expect(started).toEqual(['a2', 'a3']);
  });

  test('a key with a limit of its own has no more at once, and others go ahead', async () => {
    const { submit, started, end } = setUp({ concurrency: 3, queue: 9 });
    for (const name of ['a0', 'a1', 'b0'])
      void submit(name, undefined, { ...of(name), most: name.startsWith('a') ? 1 : null });
    expect(started).toEqual(['a0', 'b0']);
    await end('a0');
    expect(started).toEqual(['a0', 'b0', 'a1']);
  });

  test('between two starts of a key that waits, each other key has at most one', async () => {
    const asks = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 10, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), asks, async (concurrency, asked) => {
        const { submit, started, open, end } = setUp({ concurrency, queue: 99 });
        for (const [at, key] of asked.entries())
          void submit(String(at), undefined, { key, most: null, kind: 'usual' });
        const atOnce = open.size;
        while (open.size > 0) await end([...open.keys()][0] ?? '');
        const keys = started.slice(atOnce).map(name => asked[Number(name)]);
        for (const [at, key] of keys.entries()) {
          const next = keys.indexOf(key, at + 1);
          const between = next < 0 ? [] : keys.slice(at + 1, next);
          expect(new Set(between).size).toBe(between.length);
        }
      }),
      { numRuns: 100 },
    );
  });
});

const kind = fc.constantFrom<RunKind>('usual', 'sandbox');
const most = fc.constantFrom(null, null, 1, 2);

/** Of the key that the first letter names. */
function of(name: string, kind: RunKind = 'usual'): Turn {
  return { key: name.slice(0, 1), most: null, kind };
}

interface Task extends Turn {
  readonly name: string;
}

/** The same by plain lists: all that wait in the order of their arrival, and per kind the keys in the order of their turns. */
function createModel({ concurrency, queue }: LimiterOptions) {
  const sandbox = Math.max(2, Math.floor(concurrency / 2));
  const mostOf = { usual: concurrency, sandbox };
  const mostOfKey = { usual: concurrency, sandbox: sandbox - 1 };
  const turns: Record<RunKind, string[]> = { usual: [], sandbox: [] };
  let waiting: Task[] = [];
  let running: Task[] = [];
  const order: string[] = [];
  const fates: string[] = [];
  const lineOf = ({ key, kind }: Pick<Turn, 'key' | 'kind'>) =>
    waiting.filter(one => one.key === key && one.kind === kind);
  const isFree = (kind: RunKind) =>
    running.length < Math.max(sandbox + 1, concurrency) &&
    running.filter(one => one.kind === kind).length < mostOf[kind];
  // the whole test takes less than a second
  const seen = new Set<string>();
  const mayHave = ({ key, kind, most }: Turn) => {
    const own = running.filter(one => one.key === key);
    const isBeside = [...seen].some(other => other !== key);
    const left = kind === 'usual' && concurrency > 1 && isBeside ? 1 : 0;
    return (
      own.filter(one => one.kind === kind).length < mostOfKey[kind] - left &&
      own.length < (most ?? Number.POSITIVE_INFINITY)
    );
  };
  const drop = (name: string) => {
    waiting = waiting.filter(one => one.name !== name);
    for (const kind of ['usual', 'sandbox'] as const)
      turns[kind] = turns[kind].filter(key => lineOf({ key, kind }).length > 0);
  };
  const admit = () => {
    for (const kind of ['sandbox', 'usual'] as const) {
      for (;;) {
        const firsts = turns[kind].flatMap(key => lineOf({ key, kind }).slice(0, 1));
        const first = firsts.find(mayHave);
        if (first === undefined || !isFree(kind)) break;
        const { key } = first;
        turns[kind] = [...turns[kind].filter(other => other !== key), key];
        drop(first.name);
        running.push(first);
        order.push(first.name);
      }
    }
  };
  /** The task that gives way to the newcomer: perhaps itself. */
  const surplus = (task: Task): Task => {
    const lines = (['sandbox', 'usual'] as const).flatMap(kind =>
      turns[kind].map(key => lineOf({ key, kind })),
    );
    const longest = Math.max(0, ...lines.map(line => line.length));
    const found = lines.find(line => line.length === longest)?.at(-1);
    return found === undefined || longest <= lineOf(task).length + 1 ? task : found;
  };
  const setFate = (name: string, fate: string) => {
    if (fates[Number(name)] === 'waits') fates[Number(name)] = fate;
  };
  return {
    order,
    fates,
    running: () => running.map(({ name }) => name),
    waiting: () => waiting.length,
    submit: (name: string, { key, most, kind }: Turn) => {
      const task = { name, key, most, kind };
      seen.add(key);
      fates.push('waits');
      if (!(isFree(kind) && mayHave(task)) && waiting.length >= queue) {
        const gone = surplus(task);
        setFate(gone.name, 'Overloaded');
        if (gone === task) return;
        drop(gone.name);
      }
      if (!turns[kind].includes(key)) turns[kind].push(key);
      waiting.push(task);
      admit();
    },
    leave: (name: string) => {
      setFate(name, `left ${name}`);
      drop(name);
    },
    end: (name: string, broken: boolean) => {
      setFate(name, broken ? `broke ${name}` : `gave ${name}`);
      running = running.filter(one => one.name !== name);
      admit();
    },
  };
}

/** A limiter whose works the test ends by their names. */
function setUp(options: LimiterOptions) {
  const limiter = createLimiter(options);
  const started: string[] = [];
  const open = new Map<string, { resolve: (name: string) => void; reject: (e: Error) => void }>();
  const submit = (
    name: string,
    signal: AbortSignal = new AbortController().signal,
    turn: Turn = TURN,
  ) => {
    return limiter.run(turn, signal, () => {
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

/** The result or the fault of a run that has settled. A run that waits would hold up a test that awaits it. */
async function outcome(run: Promise<string>): Promise<unknown> {
  let settled: unknown = 'waits';
  run.then(
    result => {
      settled = result;
    },
    (cause: unknown) => {
      settled = cause;
    },
  );
  await vi.advanceTimersByTimeAsync(0);
  return settled;
}

function raise(error: Error): never {
  throw error;
}
