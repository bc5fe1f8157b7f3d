/** Answers the questions of workers: the primary has the parts that they share. */
import type { RateLimiter } from '../access/rate-limit.ts';
import { type Limiter, Overloaded } from '../answers/running/limiter.ts';
import type { ProcessMetrics } from '../observe/metrics.ts';
import type { RunClaim, SharedBudgets } from '../shared/contract.ts';
import type { MemoryStore } from '../shared/memory-store.ts';
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

export interface HostParts {
  readonly limiter: Limiter;
  readonly rates: RateLimiter;
  readonly budgets: SharedBudgets;
  readonly answers: MemoryStore;
  readonly metrics: () => Promise<readonly ProcessMetrics[]>;
  /** The bytes of the configuration that all processes have; `null`: there is none. */
  readonly configuration: Uint8Array | null;
  readonly keys: () => KeyState | null;
  /** The texts that processes have read last and could use. */
  readonly kept: Map<KeptName, string>;
}

/** The primary's side of one worker. */
export interface Guest {
  readonly hear: (message: Extract<FromWorker, { kind: 'ask' | 'leave' | 'keep' }>) => void;
  /** Frees all that the worker has, because it has ended. */
  readonly gone: () => void;
}

type Answerers = {
  readonly [Name in QuestionName]: (
    asked: Questions[Name]['asked'],
  ) => Promise<Questions[Name]['answer']>;
};

/** Creates the side of one worker, to which `send` sends. */
export function createGuest(
  { limiter, rates, budgets, answers, metrics, configuration, keys, kept }: HostParts,
  send: (message: FromPrimary) => void,
): Guest {
  const leaving = new Map<number, AbortController>();
  const runs = new Set<string>();
  let isGone = false;
  const over = <T>({ run }: RunClaim, work: Promise<T>) => {
    runs.delete(run);
    return work;
  };
  const answerers: Omit<Answerers, 'slot'> = {
    rate: async ({ keyId, limit }) => rates.take(keyId, limit),
    spent: budgets.exchange,
    claim: async claim => {
      const found = await answers.claim(claim);
      if (found.kind === 'yours') runs.add(claim.run);
      return found.kind === 'kept' ? { ...found, answer: sentAnswer(found.answer) } : found;
    },
    renew: answers.renew,
    keep: ({ claim, answer, ttlMs }) =>
      over(claim, answers.keep(claim, arrivedAnswer(answer), ttlMs)),
    release: claim => over(claim, answers.release(claim)),
    metrics,
    configuration: async () => configuration,
    keys: async () => keys(),
    kept: async name => kept.get(name) ?? null,
  };
  /** Holds the slot until the worker leaves it. */
  const slot = async (id: number, turn: Questions['slot']['asked']) => {
    const leaver = new AbortController();
    leaving.set(id, leaver);
    const left = new Promise<void>(done => leaver.signal.addEventListener('abort', () => done()));
    const waiting = new AbortController();
    void left.then(() => waiting.abort(new Error('the worker has left')));
    try {
      await limiter.run(turn, waiting.signal, admission => {
        send({ kind: 'answer', id, answer: admission });
        return left;
      });
    } catch (cause) {
      if (!leaver.signal.aborted) send({ kind: 'refusal', id, refusal: refusalOf(cause) });
    } finally {
      leaving.delete(id);
    }
  };
  return {
    hear: message => {
      // the last messages of a process may arrive after its end
      if (isGone) return;
      if (message.kind === 'keep') return void kept.set(message.name, message.text);
      const { id } = message;
      if (message.kind === 'leave') return void leaving.get(id)?.abort();
      const { name, asked } = message;
      if (name === 'slot') return void slot(id, asked as Questions['slot']['asked']);
      const answerer = answerers[name] as (asked: unknown) => Promise<unknown>;
      void answerer(asked).then(answer => send({ kind: 'answer', id, answer }));
    },
    gone: () => {
      isGone = true;
      for (const leaver of leaving.values()) leaver.abort();
      answers.forget(runs);
    },
  };
}

function refusalOf(cause: unknown): SlotRefusal {
  return cause instanceof Overloaded
    ? { why: 'overloaded', key: cause.key, retryAfterS: cause.retryAfterS }
    : { why: 'stopping' };
}
