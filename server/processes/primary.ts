/** Starts the processes of a service on one port, replaces those that crash, and ends them together. */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyRing } from '../access/keys/key-ring.ts';
import { createRateLimiter } from '../access/rate-limit.ts';
import { createLimiter, type LimiterOptions } from '../answers/running/limiter.ts';
import type { Log } from '../http/context.ts';
import type { ProcessMetrics } from '../observe/metrics.ts';
import { createMemoryBudgets } from '../shared/memory-budgets.ts';
import { createMemoryStore } from '../shared/memory-store.ts';
import { createLeave } from '../socket/leave.ts';
import { heedSignals } from '../socket/signals.ts';
import { createGuest, type HostParts } from './host.ts';
import { EDITION, type FromPrimary, type FromWorker } from './messages.ts';
import { createPrimaryMetrics } from './primary-metrics.ts';

export interface PrimaryOptions extends Pick<HostParts, 'configuration'> {
  readonly processes: number;
  /** `null`: no key is needed. */
  readonly keys: KeyRing | null;
  readonly limits: LimiterOptions;
  /** The bytes of the answers that the primary keeps for all processes. */
  readonly answerBytes: number;
  readonly drainMs: number;
  readonly log: Log;
  /** Returns the arguments of processes that listen on that port, after all others have ended. */
  readonly argsFor: (port: number) => readonly string[];
  /** The effect of SIGHUP: the processes read their files again, or the service stops. */
  readonly hangup: 'hangup' | 'stop';
}

/** How a process ended. */
interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
}
interface Process {
  /** Sends the message as soon as the process listens. */
  readonly tell: (message: FromPrimary) => void;
  readonly collect: () => Promise<ProcessMetrics>;
  /** Settles when the process listens or has ended. */
  readonly started: Promise<'listens' | Ended>;
  readonly ended: Promise<Ended>;
}

/** A process that ends again at once is not started more often than this. */
const PAUSE_MS = 1_000;
/** Processes that end together are all gone after that time. */
const TOGETHER_MS = 100;
/** How often a process is asked whether it is alive. One that leaves two questions in a row without an answer is killed. */
const ALIVE_EVERY_MS = 5_000;

/**
 * Runs until a signal ends the service. Returns how the first process ended if it never listened, and reported why; else `null`.
 */
export async function runPrimary(options: PrimaryOptions): Promise<Ended | null> {
  const { processes: count, keys, limits, answerBytes, drainMs, log, configuration } = options;
  // Each process takes its connections itself. One that the first process had handed to a process that hangs or dies would wait for good.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ serialization: 'advanced' });
  let port: number | null = null;
  cluster.once('listening', (_, address) => {
    port = address.port;
  });
  const processes = new Set<Process>();
  const { registry, restarts } = createPrimaryMetrics();
  const parts: HostParts = {
    limiter: createLimiter(limits),
    rates: createRateLimiter(),
    budgets: createMemoryBudgets(),
    answers: createMemoryStore(answerBytes),
    metrics: async () => [
      ...(await Promise.all([...processes].map(({ collect }) => collect()))),
      await registry.getMetricsAsJSON(),
    ],
    configuration,
    keys: () =>
      keys === null ? null : { keys: keys.current().keys, fault: keys.fault?.() ?? null },
    kept: new Map(),
  };
  const tell = (message: FromPrimary) => {
    for (const one of processes) one.tell(message);
  };
  // of the files that the processes read: it increases whenever they read them again
  let edition = 0;
  keys?.watch?.(() => {
    const state = parts.keys();
    if (state !== null) tell({ kind: 'keys', state });
  });
  const hangup = () => {
    edition += 1;
    tell({ kind: 'hangup', edition });
  };
  const start = () => {
    // Processes share a socket by the port that they name. The system may have chosen it, and would choose another one after all have ended.
    if (processes.size === 0 && port !== null)
      cluster.setupPrimary({ args: [...options.argsFor(port)] });
    const one = startProcess(parts, edition, log);
    processes.add(one);
    void one.ended.then(() => processes.delete(one));
    return one;
  };
  const leave = createLeave(0, async () => {
    await Promise.all([...processes].map(({ ended }) => ended));
  });
  const replaced = () => {
    const one = start();
    void one.started.then(how => {
      if (how === 'listens') log('info', { event: 'the new process listens' });
    });
    return one;
  };
  const keepUp = async (first: Process) => {
    for (let one = first; ; one = replaced()) {
      const startedMs = performance.now();
      const how = await one.ended;
      if (leave.isStopping()) return;
      log('error', { event: `a process ended by ${how.signal ?? `exit code ${how.code}`}` });
      restarts.inc();
      await sleep(Math.max(TOGETHER_MS, PAUSE_MS - (performance.now() - startedMs)));
      if (leave.isStopping()) return;
      log('info', { event: 'another process takes its place' });
    }
  };
  const end = (kind: 'drain' | 'stop') => () => {
    tell({ kind });
    return leave.stop();
  };
  const deafen = heedSignals({
    drain: end('drain'),
    stop: end('stop'),
    drainMs,
    log,
    hangup: options.hangup === 'stop' ? end('stop') : hangup,
  });
  const first = start();
  const how = await first.started;
  if (how !== 'listens' && !leave.isStopping()) {
    deafen();
    return how;
  }
  const others = Array.from({ length: leave.isStopping() ? 0 : count - 1 }, start);
  for (const one of [first, ...others]) void keepUp(one);
  void Promise.all(others.map(({ started }) => started)).then(() =>
    log('info', { event: `${count} processes listen` }),
  );
  await leave.stopped;
  deafen();
  return null;
}

function startProcess(parts: HostParts, edition: number, log: Log): Process {
  const worker = cluster.fork({ [EDITION]: edition });
  const send = (message: FromPrimary) => {
    // a process that has ended needs no message
    if (worker.isConnected()) worker.send(message, () => {});
  };
  const guest = createGuest(parts, send);
  const ended = new Promise<Ended>(done => {
    worker.once('exit', (code: number | null, signal: string | null) => {
      guest.gone();
      clearInterval(watch);
      done({ code, signal });
    });
  });
  let [isListening, unanswered] = [false, 0];
  const watch = setInterval(() => {
    if (!isListening) return;
    if (unanswered === 2) {
      log('error', { event: `a process has not answered for ${(2 * ALIVE_EVERY_MS) / 1_000} s` });
      worker.process.kill('SIGKILL');
      return;
    }
    unanswered += 1;
    send({ kind: 'are you alive' });
  }, ALIVE_EVERY_MS);
  let listens = () => {};
  const listening = new Promise<'listens'>(done => {
    listens = () => {
      isListening = true;
      done('listens');
    };
  });
  const collecting = createCollecting(worker, send);
  worker.on('message', (message: FromWorker) => {
    unanswered = 0;
    if (message.kind === 'collected') collecting.arrived(message);
    else if (message.kind === 'listens') listens();
    else if (message.kind === 'ask' || message.kind === 'leave' || message.kind === 'keep')
      guest.hear(message);
  });
  return {
    tell: message => void listening.then(() => send(message)),
    ended,
    started: Promise.race([listening, ended]),
    // before it listens, it has counted nothing and does not answer
    collect: async () =>
      isListening ? Promise.race([collecting.ask(), ended.then(() => [])]) : [],
  };
}

/** Asks a process for its metrics. */
function createCollecting(worker: Worker, send: (message: FromPrimary) => void) {
  const waiting = new Map<number, (metrics: ProcessMetrics) => void>();
  let last = 0;
  return {
    ask: () =>
      new Promise<ProcessMetrics>(done => {
        if (!worker.isConnected()) return done([]);
        last += 1;
        waiting.set(last, done);
        send({ kind: 'collect', id: last });
      }),
    arrived: ({ id, metrics }: Extract<FromWorker, { kind: 'collected' }>) => {
      waiting.get(id)?.(metrics);
      waiting.delete(id);
    },
  };
}
