/** Claims on answers that processes share, and slots: a process gives each back, however the run ends. Keys that they share. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRateLimiter } from '../../../../server/access/rate-limit.ts';
import type { Packing } from '../../../../server/answers/cache/contract.ts';
import { createLimiter } from '../../../../server/answers/running/limiter.ts';
import { createGuest } from '../../../../server/processes/host.ts';
import type { FromPrimary, FromWorker } from '../../../../server/processes/messages.ts';
import { createWorkerParts } from '../../../../server/processes/worker.ts';
import type { AnswerStore } from '../../../../server/shared/contract.ts';
import { createMemoryBudgets } from '../../../../server/shared/memory-budgets.ts';
import { createMemoryStore } from '../../../../server/shared/memory-store.ts';
import { createShare } from '../../../../server/shared/share.ts';
import { madeKey } from '../../server-fixture.ts';

const PACKING: Packing<string> = {
  pack: async value => Buffer.from(value),
  unpack: packed => Buffer.from(packed).toString(),
};
const WANTED = { key: 'k', freshMs: 60_000, ttlMs: 60_000 };
const OTHER = { key: 'k', freshMs: 60_000, run: 'other', leaseMs: 60_000 };
const store = () => createMemoryStore(2 ** 20);
const isFree = async (answers: AnswerStore) => (await answers.claim(OTHER)).kind === 'yours';

describe('a claim', () => {
  it('ends when the answer cannot be packed', async () => {
    const answers = store();
    const pack = () => {
      throw new Error('cannot be packed');
    };
    const share = createShare(answers, { ...PACKING, pack }, 60_000);
    const { signal } = new AbortController();
    await expect(share({ ...WANTED, signal }, async () => 'value')).rejects.toThrow(
      'cannot be packed',
    );
    expect(await isFree(answers)).toBe(true);
  });

  it('ends when the run fails', async () => {
    const answers = store();
    const share = createShare(answers, PACKING, 60_000);
    const { signal } = new AbortController();
    const failing = share({ ...WANTED, signal }, () => Promise.reject(new Error('failed')));
    await expect(failing).rejects.toThrow('failed');
    expect(await isFree(answers)).toBe(true);
  });

  it('ends when the caller leaves before the store has answered', async () => {
    const answers = store();
    const leaver = new AbortController();
    const slow: AnswerStore = {
      ...answers,
      claim: async claim => {
        const found = await answers.claim(claim);
        leaver.abort(new Error('left'));
        return found;
      },
    };
    const run = vi.fn(async () => 'value');
    const share = createShare(slow, PACKING, 60_000);
    await expect(share({ ...WANTED, signal: leaver.signal }, run)).rejects.toThrow();
    expect(run).not.toHaveBeenCalled();
    expect(await isFree(answers)).toBe(true);
  });
});

/** The primary's side of a process. `send` gets its messages to the process. */
function hosting(send: (message: FromPrimary) => void = () => {}) {
  const answers = store();
  const forget = vi.spyOn(answers, 'forget');
  const limiter = createLimiter({ concurrency: 4, queue: 4 });
  const parts = {
    limiter,
    rates: createRateLimiter(),
    budgets: createMemoryBudgets(),
    answers,
    metrics: async () => [],
    configuration: null,
    keys: () => null,
    kept: new Map(),
  };
  const sent: unknown[] = [];
  const guest = createGuest(parts, message => {
    sent.push(message);
    send(message);
  });
  const claims = async (id: number, run: string, key = 'k') => {
    guest.hear({ kind: 'ask', id, name: 'claim', asked: { ...OTHER, key, run } });
    await vi.waitFor(() => expect(sent).toContainEqual(expect.objectContaining({ id })));
  };
  return { answers, forget, limiter, guest, claims };
}

describe('a process', () => {
  it('takes an answer for as old as it is, however long messages take', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'hrtime'] });
    onTestFinished(() => void vi.useRealTimers());
    const LATE_MS = 40;
    const later = (hear: () => void) => void setTimeout(hear, LATE_MS);
    const after = async <Value>(messages: number, work: Promise<Value>) => {
      await vi.advanceTimersByTimeAsync(messages * LATE_MS);
      return work;
    };
    const listeners: ((message: FromPrimary) => void)[] = [];
    const { guest } = hosting(message =>
      later(() => {
        for (const listener of listeners) listener(message);
      }),
    );
    const { answers } = createWorkerParts({
      send: message => later(() => guest.hear(message as Parameters<typeof guest.hear>[0])),
      hear: listener => void listeners.push(listener),
    });
    const claim = { ...OTHER, run: 'own' };
    await after(2, answers.keep(claim, { packed: Buffer.from('rows'), ageMs: 0 }, 60_000));
    const asked = { ...claim, run: 'another' };
    const found = await after(2, answers.claim(asked));
    // the ways there, back, there and back
    expect(found).toMatchObject({ kind: 'kept', answer: { ageMs: 4 * LATE_MS } });
    // young enough when the first process looks, and too old when the answer arrives
    const younger = { ...asked, freshMs: 5.5 * LATE_MS };
    expect(await after(2, answers.claim(younger))).toEqual({ kind: 'alone' });
  });

  it('has the keys of the first one, now and later', async () => {
    const listeners: ((message: FromPrimary) => void)[] = [];
    const send = (message: FromWorker) => {
      if (message.kind !== 'ask') return;
      for (const listener of listeners)
        listener({ kind: 'answer', id: message.id, answer: { keys: [one.key], fault: null } });
    };
    const [one, two] = [madeKey({ id: 'key_1' }), madeKey({ id: 'key_2' })];
    const parts = createWorkerParts({ send, hear: listener => void listeners.push(listener) });
    const ring = await parts.keys();
    const known = () => [one, two].map(({ token }) => ring?.current().find(token, 0)?.id ?? null);
    expect([known(), ring?.fault?.()]).toEqual([['key_1', null], null]);
    const state = { keys: [two.key], fault: 'a fault' };
    for (const listener of listeners) listener({ kind: 'keys', state });
    expect([known(), ring?.fault?.()]).toEqual([[null, 'key_2'], 'a fault']);
  });
});

describe('the primary', () => {
  it('gives no slot and no claim to a worker that has ended, whose last messages arrive later', async () => {
    const { answers, limiter, guest } = hosting();
    guest.gone();
    const asked = { key: 'key', most: null, kind: 'usual' } as const;
    guest.hear({ kind: 'ask', id: 1, name: 'slot', asked });
    guest.hear({ kind: 'ask', id: 2, name: 'claim', asked: { ...OTHER, run: 'of the dead' } });
    expect(limiter.stats()).toEqual({ running: 0, waiting: 0 });
    expect(await isFree(answers)).toBe(true);
  });

  it('remembers the claims that a worker has, and no other runs', async () => {
    const { answers, forget, guest, claims } = hosting();
    await answers.keep(OTHER, { packed: Buffer.from('kept'), ageMs: 0 }, 60_000);
    for (const id of [1, 2, 3]) await claims(id, `finds ${id}`);
    await claims(4, 'runs', 'of its own');
    guest.gone();
    expect(forget.mock.calls.map(([runs]) => [...runs])).toEqual([['runs']]);
  });
});
