/** How long a handler may take, and what becomes of those that nobody waits for any more. */
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyHandler, Call } from '../../../server/http/endpoints/handler.ts';
import { ProblemError } from '../../../server/http/endpoints/handler.ts';
import { fakeEngine, fixtureApp } from '../server-fixture.ts';

const PATH = '/api/endpoints/logs.all?project=abc';
const TIMEOUT_MS = 2_000;

type AnyCall = Call<Readonly<Record<string, unknown>>, unknown>;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => {});
/** The fixture with a handler, on an engine that never answers. */
function handled(handler: ((call: AnyCall) => unknown) | null) {
  const engine = fakeEngine(never);
  const handlers = handler === null ? {} : { 'logs.all': handler as AnyHandler };
  const { app, lines } = fixtureApp(engine, null, { handlers, timeoutMs: TIMEOUT_MS });
  // Readiness is looked at by a timer of its own.
  const timers = vi.getTimerCount();
  const leftTimers = () => vi.getTimerCount() - timers;
  return { ...app, engine, lines, leftTimers };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** What is told of a line, its times and identifiers left out. */
const told = (line: object | undefined) => {
  const { id: _id, ms: _ms, ...rest } = Object(line);
  return rest;
};

describe('a handler that never ends', () => {
  it('is given up when its time is over', async () => {
    const signals: AbortSignal[] = [];
    const { request, lines, leftTimers } = handled(({ signal }) => {
      signals.push(signal);
      return never();
    });
    const answer = request(PATH);
    await pass(TIMEOUT_MS - 1);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    expect(lines).toEqual([]);
    await pass(1);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    const { status, headers } = await answer;
    expect([status, headers.get('Cache-Control')]).toEqual([504, 'no-store']);
    expect(await (await answer).json()).toMatchObject({
      code: 'engine_timeout',
      detail: 'The answer was not ready in time.',
    });
    expect(lines).toMatchObject([
      { level: 'error', status: 504, failure: 'handler: given up: timeout' },
    ]);
    expect(leftTimers()).toBe(0);
  });

  it('is given up when its caller leaves, whether or not it listens', async () => {
    const gone = new AbortController();
    const { request, lines, leftTimers } = handled(never);
    const answer = request(PATH, { signal: gone.signal });
    await pass(1);
    expect(lines).toEqual([]);
    gone.abort();
    expect((await answer).status).toBe(499);
    expect(lines).toMatchObject([{ level: 'info', status: 499, code: 'cancelled' }]);
    expect(lines[0]).not.toHaveProperty('failure');
    expect(leftTimers()).toBe(0);
    await pass(TIMEOUT_MS);
    expect(lines).toHaveLength(1);
  });

  it('is not asked where the caller has left before', async () => {
    const asked = vi.fn(never);
    const { request, leftTimers } = handled(asked);
    const answer = await request(PATH, { signal: AbortSignal.abort() });
    expect(answer.status).toBe(499);
    expect(asked).not.toHaveBeenCalled();
    expect(leftTimers()).toBe(0);
  });

  it('takes the statements with it that it waits for', async () => {
    const ends: number[] = [];
    const { request, engine } = handled(async ({ run }) => {
      await new Promise(resolve => setTimeout(resolve, TIMEOUT_MS / 2));
      const answered = await run();
      ends.push(answered.toAnswer().status);
      return answered;
    });
    const answer = request(PATH);
    await pass(TIMEOUT_MS);
    expect((await answer).status).toBe(504);
    expect(engine.limits.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect(ends).toEqual([504]);
  });

  it('may have a run that it does not wait for', async () => {
    const ends: unknown[] = [];
    const { request, lines } = handled(({ run }) => {
      run().then(
        answered => ends.push(answered.toAnswer().status),
        cause => ends.push(cause),
      );
      return never();
    });
    const answer = request(PATH);
    await pass(TIMEOUT_MS);
    expect((await answer).status).toBe(504);
    expect(ends).toEqual([504]);
    expect(lines).toHaveLength(1);
  });
});

describe('a handler that ends', () => {
  it('late is not heard, however it ends', async () => {
    for (const end of [() => [{ id: 1 }], () => Promise.reject(new Error('late'))]) {
      const { request, lines } = handled(async () => {
        await new Promise(resolve => setTimeout(resolve, TIMEOUT_MS + 1));
        return end();
      });
      const answer = request(PATH);
      await pass(TIMEOUT_MS + 1);
      expect((await answer).status).toBe(504);
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toHaveProperty('rows');
    }
  });

  it.each<[string, () => unknown, number]>([
    ['rows', () => [{ id: 1 }], 200],
    ['a refusal', () => Promise.reject(new ProblemError('forbidden', 'No.')), 403],
  ])('in time, by %s, leaves nothing behind', async (_, end, status) => {
    const signals: AbortSignal[] = [];
    const listening = () => signals.map(signal => getEventListeners(signal, 'abort').length);
    const { request, leftTimers } = handled(async call => {
      signals.push(call.request.signal, call.signal);
      await new Promise(resolve => setTimeout(resolve, 1));
      expect([leftTimers(), ...listening()]).toEqual([1, 1, 1]);
      return end();
    });
    const answer = request(PATH);
    await pass(1);
    expect((await answer).status).toBe(status);
    expect([leftTimers(), ...listening()]).toEqual([0, 0, 0]);
  });
});

it('a handler that only runs is told of a late engine as the service is', async () => {
  const lines = [];
  for (const handler of [({ run }: AnyCall) => run(), null]) {
    const served = handled(handler);
    // Requests wait for the first look at the tables, which is not a part of this.
    await pass(0);
    const answer = served.request(PATH);
    await pass(TIMEOUT_MS);
    lines.push([told(served.lines[0]), (await answer).status, await (await answer).json()]);
  }
  const [own, plain] = lines;
  expect(own).toEqual(plain);
  expect(own).toMatchObject([{ failure: 'given up: timeout', sql: expect.any(String) }, 504, {}]);
});
