import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NamedFault } from '../../engines/kit.ts';
import { usuallySome } from '../../support/usually.ts';
import { expectedRow, PROJECTS, ROWS, type Times, timesAt } from './endpoints.ts';
import { CONCURRENCY, SETTINGS, type Setting, type Started } from './settings.ts';
import type { Told } from './storm.ts';
import {
  ask,
  busyWith,
  chance,
  codeOf,
  faultsOf,
  get,
  metric,
  outcomes,
  pathOf,
  storm,
} from './storm.ts';

/** Of all runs. */
const FAULTY = 0.3;
/** What a full house of runs takes at the usual pace, or less. */
const USUAL_MS = 200;
/** At a slower one even what hangs would be told too late. */
const SLOWEST_PACE = 20;
const WAIT = { timeout: 60_000 };
const PATIENT = { timeout: 600_000 };
const SEED = Number(process.env['QUERN_TEST_SEED'] ?? 20_260_115);

const stray: unknown[] = [];
const strayed = (cause: unknown) => stray.push(cause);
beforeAll(() => {
  process.on('unhandledRejection', strayed).on('uncaughtException', strayed);
});
afterAll(() => {
  process.off('unhandledRejection', strayed).off('uncaughtException', strayed);
  expect(stray).toEqual([]);
});

/** Kept answers do not depend on the engine. */
const ALSO_KEPT = usuallySome(SETTINGS).map(([name]) => name);

describe.each(SETTINGS)('an engine that goes wrong: %s', PATIENT, (name, open) => {
  const itKept = it.runIf(ALSO_KEPT.includes(name));
  let setting: Setting;
  let running: Started;
  let times: Times;
  beforeAll(async () => {
    setting = await open();
  });
  afterAll(() => setting.close());

  const clean = (url: string, count: number, from: number) =>
    Array.from({ length: count }, (_, index) => {
      const project = PROJECTS[index % PROJECTS.length] ?? '';
      return ask(
        url,
        { id: `clean-${index}`, endpoint: 'fresh', project, tag: from + index },
        null,
      );
    });
  /** How many times longer than usual things take on this machine, as it is now. */
  const paceNow = async () => {
    const { url, stop } = await setting.start(timesAt(SLOWEST_PACE));
    const began = performance.now();
    await Promise.all(clean(url, 2 * CONCURRENCY, 0));
    const tookMs = performance.now() - began;
    await stop();
    return Math.min(SLOWEST_PACE, Math.max(1, tookMs / USUAL_MS));
  };
  beforeEach(async () => {
    times = setting.times ?? timesAt(await paceNow());
    running = await setting.start(times);
  });
  afterEach(async () => {
    setting.choose(() => null);
    await running.stop();
  });

  /** Faults on, by the request, and by how often it was run if that is wanted; gives what each first run had. */
  const goWrong = (seed: number, isEachRun: boolean) => {
    const runs = new Map<string, number>();
    const firsts = new Map<string, NamedFault | null>();
    setting.choose(request => {
      if (!request.startsWith(`${seed}-`)) return null;
      const nth = (runs.get(request) ?? 0) + 1;
      runs.set(request, nth);
      const words = [seed, request, isEachRun ? nth : 1] as const;
      const chosen = chance(...words, 'faulty') < FAULTY ? chance(...words, 'fault') : null;
      if (nth === 1) firsts.set(request, chosen === null ? null : setting.named(chosen));
      return chosen;
    });
    return firsts;
  };

  /** Nothing is left behind, and whatever can run at once still does, without a restart. */
  const expectWhole = async () => {
    setting.choose(() => null);
    await expect.poll(() => busyWith(running.url), WAIT).toEqual([]);
    const told = await Promise.all(clean(running.url, 2 * CONCURRENCY, 0));
    expect(faultsOf(told, times)).toEqual([]);
    expect(outcomes(told)).toEqual({ bypass: 2 * CONCURRENCY });
    if (setting.hold !== null) {
      const underWay = setting.hold();
      const held = clean(running.url, CONCURRENCY, 1_000);
      await expect.poll(underWay, WAIT).toBe(CONCURRENCY);
      expect(outcomes(await Promise.all(held))).toEqual({ engine_timeout: CONCURRENCY });
      setting.choose(() => null);
    }
    await expect.poll(() => busyWith(running.url), WAIT).toEqual([]);
    expect(stray).toEqual([]);
  };

  it('tells rows or the right problem where nothing is kept', async () => {
    const firsts = goWrong(SEED, false);
    const told = await storm({
      url: running.url,
      seed: SEED,
      callers: 24,
      turns: 13,
      pauseMs: 0,
      endpoint: 'fresh',
      tags: 1e9,
    });
    expect(faultsOf(told, times)).toEqual([]);
    const others = told.flatMap(one => wrongFor(one, firsts.get(one.id)));
    expect(others).toEqual([]);
    const had = [...firsts.values()].filter(fault => fault !== null);
    expect(had.length).toBeGreaterThan(0.2 * firsts.size);
    expect(new Set(had.map(({ name }) => name)).size).toBeGreaterThan(12);
    const clean = told.filter(({ id, reply }) => reply !== null && firsts.get(id) === null);
    const late = clean.filter(({ reply }) => reply?.status === 504);
    expect(clean.length).toBeGreaterThan(150);
    expect(late.length).toBeLessThan(0.2 * clean.length);
    await expectWhole();
  });

  itKept('keeps no failure, no part of the rows and nothing beyond its ttl', async () => {
    const seed = SEED + 1;
    goWrong(seed, true);
    const told = await storm({
      url: running.url,
      seed,
      callers: 16,
      turns: 60,
      pauseMs: times.timeoutMs / 40,
      endpoint: 'kept',
      tags: 2,
    });
    expect(faultsOf(told, times)).toEqual([]);
    const found = outcomes(told);
    expect(found['hit'] ?? 0).toBeGreaterThan(100);
    expect(found['stale'] ?? 0).toBeGreaterThan(0);
    expect(found['miss'] ?? 0).toBeGreaterThan(5);
    await expectWhole();
  });

  itKept(
    'is stale while refreshes fail, an error once the ttl is over, and well again',
    async () => {
      const asked = { endpoint: 'kept', project: 'alpha', tag: 77 } as const;
      const path = running.url + pathOf(asked);
      const state = async () => {
        const sentMs = Date.now();
        const reply = await get(path);
        const found = reply.status === 200 ? reply.headers['x-cache'] : codeOf(reply);
        const told: Told = { ...asked, id: 'stale', sentMs, reply };
        return { found, faults: faultsOf([told], times), body: reply.body };
      };
      const first = await state();
      expect(first).toMatchObject({ found: 'miss', faults: [] });
      // Each fault is reported at once.
      const refusal = refusing(setting);
      setting.choose(() => refusal);
      const seen = new Set<unknown>();
      const see = async () => {
        const now = await state();
        seen.add(now.found);
        if (now.found === 'hit' || now.found === 'stale') expect(now.body).toBe(first.body);
        expect(now.faults).toEqual([]);
        return now.found;
      };
      await expect.poll(see, { ...WAIT, interval: 20 }).toMatch(/^engine_/);
      expect([...seen]).toContain('stale');
      expect(
        await metric(running.url, /cache_events_total\{kind="refresh_failed"\}/),
      ).toBeGreaterThan(0);
      setting.choose(() => null);
      const healed = await state();
      expect(healed).toMatchObject({ found: 'miss', faults: [] });
      expect(JSON.parse(healed.body).result).toEqual(
        Array.from({ length: ROWS }, (_, n) => ({
          ...expectedRow('alpha', 77, n),
          at: expect.any(Number),
        })),
      );
      expect(await state()).toMatchObject({ found: 'hit', body: healed.body });
      await expect.poll(() => busyWith(running.url), WAIT).toEqual([]);
    },
  );
});

/** What is wrong with an answer to a request whose fault is known. */
function wrongFor(told: Told, fault: NamedFault | null | undefined): readonly string[] {
  if (told.reply === null) return [];
  const code = codeOf(told.reply);
  // Time may run out before the run begins, whatever it would have had.
  if (code === 'engine_timeout') return [];
  const expected = fault?.told ?? ['rows'];
  return expected.includes(code) ? [] : [`${told.id}: ${fault?.name}: ${code}`];
}

/** The number of the first fault that refuses. */
function refusing({ named }: Setting): number {
  const numbers = Array.from({ length: 200 }, (_, index) => index / 200);
  const found = numbers.find(number => {
    const { name, told } = named(number);
    return told.includes('engine_error') && !/keep|status|no answer/.test(name);
  });
  if (found === undefined) throw new Error('no fault refuses');
  return found;
}
