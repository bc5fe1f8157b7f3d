/**
 * The parts of a service that is one of several processes. Its primary is in this process, and their messages are copied as those
 * between processes are. `QUERN_TEST_PROCESSES=2` gives them to the services of suites that start none as a process.
 */
import { createRateLimiter } from '../../server/access/rate-limit.ts';
import { createLimiter, type LimiterOptions } from '../../server/answers/running/limiter.ts';
import { createGuest } from '../../server/processes/host.ts';
import type { FromPrimary, FromWorker } from '../../server/processes/messages.ts';
import { createWorkerParts } from '../../server/processes/worker.ts';
import type { SharedParts } from '../../server/shared/contract.ts';
import { createMemoryBudgets } from '../../server/shared/memory-budgets.ts';
import { createMemoryStore } from '../../server/shared/memory-store.ts';

const ANSWER_BYTES = 64 * 1_024 ** 2;

/** `nowMs`: the clock of the service, in milliseconds. Empty unless the variable is set. */
export function partsOfWorker(limits: LimiterOptions, nowMs: () => number): SharedParts {
  if (process.env['QUERN_TEST_PROCESSES'] === undefined) return {};
  const listeners: ((message: FromPrimary) => void)[] = [];
  const later = <Message>(message: Message, hear: (message: Message) => void) => {
    const copy = structuredClone(message);
    setImmediate(() => hear(copy));
  };
  const parts = {
    limiter: createLimiter(limits),
    rates: createRateLimiter(nowMs),
    budgets: createMemoryBudgets(),
    answers: createMemoryStore(ANSWER_BYTES),
    metrics: async () => [],
    configuration: null,
    keys: () => null,
    kept: new Map(),
  };
  const guest = createGuest(parts, message =>
    later(message, copy => {
      for (const listener of listeners) listener(copy);
    }),
  );
  const send = (message: FromWorker) => {
    if (message.kind === 'ask' || message.kind === 'leave') later(message, guest.hear);
  };
  const hear = (listener: (message: FromPrimary) => void) => void listeners.push(listener);
  const { metrics: _, ...shared } = createWorkerParts({ send, hear });
  return shared;
}
