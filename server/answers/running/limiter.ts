/** Limits how many tasks run at once and how many wait. The keys of callers take turns. */
import { confinedPlaces } from '../../../engines/support/confined-places.ts';
import { createLines, type WaitingLines } from './lines.ts';
import { createRecent } from './recent.ts';
import { createTally } from './tally.ts';

/** The key and the kind of a task. */
export interface Turn {
  /** Tasks of one key wait in one line. A service without keys is one key. */
  readonly key: string;
  /** The most tasks of the key that run at once, of both kinds; `null`: as many as there are slots. */
  readonly most: number | null;
  /** `sandbox`: the statement of a caller. */
  readonly kind: RunKind;
}
export type RunKind = (typeof KINDS)[number];

/** The facts that `run` passes to its task. */
export interface Admission {
  /** Milliseconds in the queue. */
  readonly waitedMs: number;
}
export interface Limiter {
  /**
   * Runs `work` as soon as a slot is free and it is its key's turn, and settles with its outcome. Rejects with `Overloaded` if
   * the queue is full, at once or when another key needs the place, and with the signal's reason if the signal is aborted before
   * `work` has settled.
   */
  readonly run: <T>(
    turn: Turn,
    signal: AbortSignal,
    work: (admission: Admission) => Promise<T>,
  ) => Promise<T>;
  /**
   * Rejects every waiting, running and later call with `Stopping`. Running tasks are not ended, but nobody waits for them
   * any more.
   */
  readonly stop: () => void;
  readonly stats: () => LimiterStats;
}
export interface LimiterStats {
  /** Tasks that occupy a slot, including those that nobody waits for any more. */
  readonly running: number;
  readonly waiting: number;
}
export interface LimiterOptions {
  /** The most tasks that run at once. */
  readonly concurrency: number;
  /** The most tasks that wait for a slot. */
  readonly queue: number;
}

/** The queue is full. */
export class Overloaded extends Error {
  /** The key whose task is refused. */
  readonly key: string;
  /** Whole seconds, 1 to 60, until a place in the queue is likely. */
  readonly retryAfterS: number;

  constructor(key: string, retryAfterS: number) {
    super('no slot is free and the queue is full');
    this.name = 'Overloaded';
    this.key = key;
    this.retryAfterS = retryAfterS;
  }
}

/** The limiter has stopped. */
export class Stopping extends Error {
  constructor() {
    super('the service is stopping');
    this.name = 'Stopping';
  }
}

const LONGEST_RETRY_S = 60;
/** The weight of the latest task in the mean duration. */
const WEIGHT_OF_LATEST = 0.2;

/** How many slots tasks may occupy: of each kind, of a key in each kind, and in all. */
interface Shares {
  readonly of: Readonly<Record<RunKind, number>>;
  readonly ofKey: Readonly<Record<RunKind, number>>;
  readonly all: number;
}

/**
 * Statements of callers never occupy all slots, and those of one key leave a slot to those of another. If there are too few
 * slots, some of these are beside them: nobody waits for the slowest statement that another caller can write. Other statements
 * of a key leave a slot too, if there are two and another key was there within the last second.
 */
function sharesOf(concurrency: number): Shares {
  const sandbox = confinedPlaces(concurrency);
  return {
    of: { usual: concurrency, sandbox },
    ofKey: { usual: concurrency, sandbox: sandbox - 1 },
    all: Math.max(concurrency, sandbox + 1),
  };
}

/** In the order in which they take free slots. */
const KINDS = ['sandbox', 'usual'] as const;

interface Waiting {
  readonly most: number | null;
  readonly begin: () => void;
  readonly refuse: (cause: Error) => void;
}

/**
 * Creates a limiter. Each kind has its lines, one for each key, and the keys of a kind take turns: a caller with many requests
 * waits for itself. A full queue turns away from the longest line, so there is room for a key with fewer requests. A slot is
 * free when its task has settled, not when its caller has left, because the engine still works until then.
 */
export function createLimiter({ concurrency, queue }: LimiterOptions): Limiter {
  const shares = sharesOf(concurrency);
  const lines: Readonly<Record<RunKind, WaitingLines<Waiting>>> = {
    sandbox: createLines(),
    usual: createLines(),
  };
  const busy = { sandbox: createTally(), usual: createTally() };
  // One for each waiting or running task.
  const rejections = new Set<(reason: Error) => void>();
  let isStopped = false;
  let meanMs: number | null = null;

  const running = () => busy.sandbox.all() + busy.usual.all();
  const waiting = () => lines.sandbox.size() + lines.usual.size();
  const isFree = (kind: RunKind) => busy[kind].all() < shares.of[kind] && running() < shares.all;
  const recent = createRecent();
  const leaves = (kind: RunKind, key: string) =>
    kind === 'usual' && concurrency > 1 && recent.hasOther(key) ? 1 : 0;
  const mayHave = (kind: RunKind) => (key: string, most: number | null) =>
    busy[kind].of(key) < shares.ofKey[kind] - leaves(kind, key) &&
    (most === null || busy.usual.of(key) + busy.sandbox.of(key) < most);
  /** Each kind first up to its share: what a sandbox leaves is for the others. */
  const admit = () => {
    for (const kind of KINDS)
      while (isFree(kind)) {
        const next = lines[kind].next((key, { most }) => mayHave(kind)(key, most));
        if (next === null) break;
        next.item.begin();
      }
  };
  const free = ({ key, kind }: Turn, startedMs: number) => {
    const tookMs = performance.now() - startedMs;
    meanMs = meanMs === null ? tookMs : meanMs + WEIGHT_OF_LATEST * (tookMs - meanMs);
    busy[kind].remove(key);
    recent.note(key);
    admit();
  };
  const start = async <T>(
    turn: Turn,
    work: (admission: Admission) => Promise<T>,
    waitedMs: number,
  ) => {
    const startedMs = performance.now();
    busy[turn.kind].add(turn.key);
    try {
      return await work({ waitedMs });
    } finally {
      free(turn, startedMs);
    }
  };
  const run: Limiter['run'] = (turn, signal, work) =>
    new Promise((resolve, reject) => {
      const { key, kind, most } = turn;
      signal.throwIfAborted();
      if (isStopped) throw new Stopping();
      recent.note(key);
      const askedMs = performance.now();
      const one: Waiting = {
        most,
        begin: () => {
          start(turn, work, performance.now() - askedMs)
            .then(resolve, reject)
            .finally(stay);
        },
        refuse: cause => {
          stay();
          reject(cause);
        },
      };
      const leave = () => {
        lines[kind].remove(key, one);
        rejections.delete(reject);
        reject(signal.reason);
      };
      const stay = () => {
        rejections.delete(reject);
        signal.removeEventListener('abort', leave);
      };
      if (!isFree(kind) || !mayHave(kind)(key, most)) makeRoom(turn);
      signal.addEventListener('abort', leave, { once: true });
      rejections.add(reject);
      lines[kind].add(key, one);
      admit();
    });
  /** Turns away the last of the longest line; throws if that would be the newcomer. */
  const makeRoom = ({ key, kind }: Turn) => {
    if (waiting() < queue) return;
    const all = KINDS.flatMap(of => {
      const line = lines[of].longest();
      return line === null ? [] : [{ ...line, of }];
    });
    const [longest] = all.sort((a, b) => b.length - a.length);
    if (longest === undefined || longest.length <= lines[kind].length(key) + 1)
      throw overloaded(key);
    lines[longest.of].takeLast(longest.key)?.refuse(overloaded(longest.key));
  };
  const overloaded = (key: string) => {
    const untilFreeS = ((meanMs ?? 0) * (waiting() + 1)) / concurrency / 1_000;
    return new Overloaded(key, Math.min(Math.max(1, Math.ceil(untilFreeS)), LONGEST_RETRY_S));
  };
  const stop = () => {
    isStopped = true;
    for (const kind of KINDS) lines[kind].clear();
    for (const reject of rejections) reject(new Stopping());
    rejections.clear();
  };
  return { run, stop, stats: () => ({ running: running(), waiting: waiting() }) };
}
