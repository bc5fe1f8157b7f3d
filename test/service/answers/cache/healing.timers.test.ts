import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../../../engines/engine.ts';
import { EngineFailure, unconfined } from '../../../../engines/engine.ts';
import { createHealingEngine } from '../../../../server/answers/running/healing.ts';
import { kindOf, runLimits } from '../../../engines/engine-runs.ts';

const STATEMENT = { sql: 'SELECT 1', values: [] };

/** An engine that is there or not, and what was done with it. */
function setUp() {
  const state = { fault: null as string | null, hangs: false, opens: 0, closes: 0 };
  const told: (string | null)[] = [];
  const asked: unknown[] = [];
  const check = () => {
    if (state.fault !== null) throw new EngineFailure('unavailable', state.fault);
  };
  const inner: Engine = {
    name: 'fake',
    run: async (_, given) => {
      asked.push(given.timeoutMs);
      check();
      return { rows: [[1]], scannedBytes: null };
    },
    explain: async () => 'plan',
    estimate: async () => null,
    confined: {
      run: async (_, given) => {
        asked.push(given.timeoutMs);
        check();
        return { rows: [['confined']], scannedBytes: null };
      },
      bounds: async () => ({ memoryBytes: 1, readBytes: null, deadline: 'kill' }),
    },
    missing: async tables => {
      check();
      return tables.map(table => ({ table: String(table), reason: null }));
    },
    catalogue: async () => [],
    close: async () => {
      state.closes += 1;
    },
  };
  const open = async () => {
    state.opens += 1;
    if (state.hangs) await new Promise(() => {});
    await new Promise(resolve => setTimeout(resolve, 10));
    check();
    return { ...inner };
  };
  const make = () => createHealingEngine({ name: 'fake', open, tell: fault => told.push(fault) });
  return { state, told, asked, inner, make };
}
const settled = async <T>(work: Promise<T>, ms = 20): Promise<T> => {
  await vi.advanceTimersByTimeAsync(ms);
  return work;
};

describe('an engine that heals', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('passes on what is asked once it is there, and waits for the first attempt', async () => {
    const { make, told, state } = setUp();
    const engine = make();
    const run = engine.run(STATEMENT, runLimits());
    expect(await settled(engine.opened)).toBeNull();
    expect((await run).rows).toEqual([[1]]);
    expect(await engine.explain(STATEMENT, runLimits())).toBe('plan');
    expect(await engine.missing([['a']])).toEqual([{ table: 'a', reason: null }]);
    expect(engine.name).toBe('fake');
    expect([told, state.opens]).toEqual([[], 1]);
    await engine.close();
    expect(state.closes).toBe(1);
    expect(await kindOf(engine.run(STATEMENT, runLimits()))).toBe('unavailable');
    expect(await kindOf(engine.missing([]))).toBe('unavailable');
    expect(state.opens).toBe(1);
  });

  it('is tried in growing intervals, and says each fault once', async () => {
    const { make, told, state } = setUp();
    state.fault = 'no file';
    const engine = make();
    expect(await settled(engine.opened)).toBe('no file');
    const opens = [];
    for (const ms of [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]) {
      await vi.advanceTimersByTimeAsync(ms - 20);
      opens.push(state.opens);
      await vi.advanceTimersByTimeAsync(30);
    }
    expect(opens).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(told).toEqual(['no file']);
    state.fault = 'no permission';
    await vi.advanceTimersByTimeAsync(16_000);
    state.fault = null;
    await vi.advanceTimersByTimeAsync(16_000);
    expect(told).toEqual(['no file', 'no permission', null]);
    expect((await engine.run(STATEMENT, runLimits())).rows).toEqual([[1]]);
    const made = state.opens;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(state.opens).toBe(made);
    await engine.close();
  });

  it('is tried when a request needs it, once for all of them and not all the time', async () => {
    const { make, state } = setUp();
    state.fault = 'no file';
    const engine = make();
    await settled(engine.opened, 9_000);
    const ask = () => [1, 2, 3].map(() => kindOf(engine.run(STATEMENT, runLimits())));
    const before = state.opens;
    const first = ask();
    await vi.advanceTimersByTimeAsync(20);
    expect(await Promise.all(first)).toEqual(Array(3).fill('unavailable'));
    expect(await Promise.all(ask())).toEqual(Array(3).fill('unavailable'));
    expect(state.opens).toBe(before + 1);
    state.fault = null;
    await vi.advanceTimersByTimeAsync(300);
    const second = ask();
    await vi.advanceTimersByTimeAsync(20);
    expect(await Promise.all(second)).toEqual(Array(3).fill('ran'));
    expect(state.opens).toBe(before + 2);
    await engine.close();
  });

  it('costs a request no more than its time', async () => {
    const { make, state, asked } = setUp();
    state.hangs = true;
    const engine = make();
    const late = kindOf(engine.run(STATEMENT, runLimits({ timeoutMs: 1_000 })));
    const left = new AbortController();
    const gone = kindOf(engine.explain(STATEMENT, runLimits({ signal: left.signal })));
    left.abort();
    expect(await gone).toBe('cancelled');
    expect(await settled(late, 1_000)).toBe('timeout');
    expect(asked).toEqual([]);

    const other = setUp();
    const opening = other.make();
    const run = opening.run(STATEMENT, runLimits({ timeoutMs: 1_000 }));
    await settled(run);
    expect(other.asked).toEqual([990]);
    await opening.close();
  });

  it('bounds statements of callers as the engine does, in their time, once it is there', async () => {
    const { make, state, asked, told } = setUp();
    const engine = make();
    const run = engine.confined.run(STATEMENT, runLimits({ timeoutMs: 1_000 }));
    expect((await settled(run)).rows).toEqual([['confined']]);
    expect(asked).toEqual([990]);
    expect(await engine.confined.bounds()).toMatchObject({ memoryBytes: 1, deadline: 'kill' });
    state.fault = 'gone away';
    expect(await kindOf(engine.confined.run(STATEMENT, runLimits()))).toBe('unavailable');
    await vi.advanceTimersByTimeAsync(20);
    expect([told, state.closes]).toEqual([['gone away'], 1]);
    await engine.close();
    expect(await kindOf(engine.confined.run(STATEMENT, runLimits()))).toBe('unavailable');

    const hanging = setUp();
    hanging.state.hangs = true;
    const late = hanging.make().confined.run(STATEMENT, runLimits({ timeoutMs: 1_000 }));
    expect(await settled(kindOf(late), 1_000)).toBe('timeout');
  });

  it('refuses statements of callers if the engine cannot bound them', async () => {
    const { inner } = setUp();
    const engine = createHealingEngine({
      name: 'fake',
      open: async () => ({ ...inner, confined: unconfined('not here') }),
      tell: () => {},
    });
    expect(await engine.confined.bounds()).toEqual({ unconfined: 'not here' });
    expect(await kindOf(engine.confined.run(STATEMENT, runLimits()))).toBe('unconfined');
    await engine.close();
  });

  it('is opened anew when it is lost, and only then', async () => {
    const { make, told, state, inner } = setUp();
    const engine = make();
    await settled(engine.opened);
    state.fault = 'gone away';
    expect(await kindOf(engine.run(STATEMENT, runLimits()))).toBe('unavailable');
    await vi.advanceTimersByTimeAsync(20);
    expect([told, state.closes]).toEqual([['gone away'], 1]);
    state.fault = null;
    await vi.advanceTimersByTimeAsync(600);
    expect(await kindOf(engine.run(STATEMENT, runLimits()))).toBe('ran');
    expect([told, state.opens]).toEqual([['gone away', null], 2]);

    const refusing = createHealingEngine({
      name: 'fake',
      open: async () => ({
        ...inner,
        run: () => Promise.reject(new EngineFailure('unavailable', 'no such table')),
      }),
      tell: fault => told.push(fault),
    });
    await refusing.opened;
    expect(await kindOf(refusing.run(STATEMENT, runLimits()))).toBe('unavailable');
    await vi.advanceTimersByTimeAsync(20);
    expect([told.length, state.closes]).toEqual([2, 1]);
    await engine.close();
    await refusing.close();
  });

  it('is closed for good, while it opens or is tried again', async () => {
    const { make, told, state } = setUp();
    const opening = make();
    const closed = opening.close();
    await settled(closed);
    expect([state.opens, state.closes]).toEqual([1, 1]);
    state.fault = 'no file';
    const trying = make();
    await settled(trying.opened);
    await trying.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([state.opens, told]).toEqual([2, ['no file']]);
  });
});
