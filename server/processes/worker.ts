/** The parts of a service that its process shares with others: it asks the primary for them. */
import type { KeyRing } from '../access/keys/key-ring.ts';
import { createKeySet } from '../access/keys/key-set.ts';
import { type Limiter, Overloaded, Stopping } from '../answers/running/limiter.ts';
import type { AnswerStore, RunClaim, SharedParts } from '../shared/contract.ts';
import {
  arrivedAnswer,
  type FromPrimary,
  type FromWorker,
  type KeptName,
  type KeyState,
  type QuestionName,
  type Questions,
  type SlotRefusal,
  sentAnswer,
} from './messages.ts';

/** The channel to the primary. */
export interface Channel {
  readonly send: (message: FromWorker) => void;
  readonly hear: (listener: (message: FromPrimary) => void) => void;
}

export interface WorkerParts extends Required<SharedParts> {
  /** Returns the store of an edition of the generated files: it has no answers from before they were read again. */
  readonly answersOf: (edition: number) => AnswerStore;
  /** Returns the configuration as the primary has read it. */
  readonly configuration: () => Promise<Uint8Array | null>;
  /** Returns the keys that the primary reads, now and later; `null`: no key is needed. */
  readonly keys: () => Promise<KeyRing | null>;
  /** Returns what another process has read last and could use; `null`: nothing. */
  readonly kept: (name: KeptName) => Promise<string | null>;
  readonly keep: (name: KeptName, text: string) => void;
}
type Ask = <Name extends QuestionName>(
  name: Name,
  asked: Questions[Name]['asked'],
) => Promise<Questions[Name]['answer']>;

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (cause: Error) => void;
}

/** `edition`: of the files with which the process starts. */
export function createWorkerParts({ send, hear }: Channel, edition = 0): WorkerParts {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  hear(message => {
    if (message.kind === 'are you alive') return send({ kind: 'alive' });
    if (message.kind !== 'answer' && message.kind !== 'refusal') return;
    const asker = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'answer') asker?.resolve(message.answer);
    else asker?.reject(refused(message.refusal));
  });
  const begin = (name: QuestionName, asked: unknown) => {
    last += 1;
    const id = last;
    const answer = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }));
    send({ kind: 'ask', id, name, asked });
    const leave = () => {
      waiting.delete(id);
      send({ kind: 'leave', id });
    };
    return { answer, leave };
  };
  const ask: Ask = (name, asked) => begin(name, asked).answer as ReturnType<Ask>;
  const answersOf = (edition: number): AnswerStore => {
    const within = (claim: RunClaim) => ({ ...claim, key: `${edition} ${claim.key}` });
    return {
      claim: async claim => {
        const found = await ask('claim', within(claim));
        if (found.kind !== 'kept') return found;
        const answer = arrivedAnswer(found.answer);
        return answer.ageMs < claim.freshMs ? { kind: 'kept', answer } : { kind: 'alone' };
      },
      renew: async claim => void (await ask('renew', within(claim))),
      keep: async (claim, answer, ttlMs) =>
        void (await ask('keep', { claim: within(claim), answer: sentAnswer(answer), ttlMs })),
      release: async claim => void (await ask('release', within(claim))),
    };
  };
  return {
    metrics: collect => {
      hear(message => {
        if (message.kind !== 'collect') return;
        void collect().then(metrics => send({ kind: 'collected', id: message.id, metrics }));
      });
      return async () => {
        const { renderAll } = await import('../observe/metrics.ts');
        return renderAll(await ask('metrics', null));
      };
    },
    limiter: createRemoteLimiter(turn => {
      const { answer, leave } = begin('slot', turn);
      return { admission: answer as Promise<Questions['slot']['answer']>, leave };
    }),
    rates: { take: (keyId, limit) => ask('rate', { keyId, limit }) },
    budgets: { exchange: counts => ask('spent', counts) },
    answers: answersOf(edition),
    answersOf,
    configuration: () => ask('configuration', null),
    keys: async () => {
      const state = await ask('keys', null);
      return state === null ? null : createRemoteRing(state, hear);
    },
    kept: name => ask('kept', name),
    keep: (name, text) => send({ kind: 'keep', name, text }),
  };
}

/** A ring whose key file is read elsewhere. */
function createRemoteRing(first: KeyState, hear: Channel['hear']): KeyRing {
  let { fault } = first;
  let keys = createKeySet(first.keys);
  hear(message => {
    if (message.kind !== 'keys') return;
    keys = createKeySet(message.state.keys);
    fault = message.state.fault;
  });
  return { current: () => keys, fault: () => fault, close: () => {} };
}

interface Slot {
  readonly admission: Promise<Questions['slot']['answer']>;
  readonly leave: () => void;
}

/** A limiter whose slots are elsewhere. */
function createRemoteLimiter(take: (turn: Questions['slot']['asked']) => Slot): Limiter {
  const rejections = new Set<(cause: Error) => void>();
  let isStopped = false;
  let [running, waiting] = [0, 0];
  const run: Limiter['run'] = (turn, signal, work) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (isStopped) throw new Stopping();
      const { admission, leave } = take({ key: turn.key, most: turn.most, kind: turn.kind });
      let isWaiting = true;
      waiting += 1;
      const arrived = () => {
        if (!isWaiting) return false;
        isWaiting = false;
        waiting -= 1;
        return true;
      };
      const settle = (settled: () => void) => {
        rejections.delete(give);
        signal.removeEventListener('abort', abort);
        settled();
      };
      /** A task that runs is not ended, and keeps its slot, but nobody waits for it any more. */
      const give = (cause: Error) => {
        if (arrived()) leave();
        settle(() => reject(cause));
      };
      const abort = () => give(signal.reason);
      rejections.add(give);
      signal.addEventListener('abort', abort, { once: true });
      const begin = async (facts: Questions['slot']['answer']) => {
        if (!arrived()) return;
        running += 1;
        try {
          const result = await work(facts);
          settle(() => resolve(result));
        } finally {
          running -= 1;
          leave();
        }
      };
      admission.then(begin).catch((cause: Error) => {
        arrived();
        settle(() => reject(cause));
      });
    });
  return {
    run,
    stop: () => {
      isStopped = true;
      for (const reject of [...rejections]) reject(new Stopping());
    },
    stats: () => ({ running, waiting }),
  };
}

function refused(refusal: SlotRefusal): Error {
  return refusal.why === 'overloaded'
    ? new Overloaded(refusal.key, refusal.retryAfterS)
    : new Stopping();
}
