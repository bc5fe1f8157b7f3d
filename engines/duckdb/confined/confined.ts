/**
 * Runs each statement of a caller in a process that may be killed. DuckDB bounds its buffers but not a single value,
 * and code that builds a large value ignores interrupts. A process runs one statement at a time, has a limit on its
 * address space, and writes nothing to disk.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { askChild } from '../../../generator/system/ask-child.ts';
import { codeFile } from '../../../generator/system/own-code.ts';
import type { BoundStatement, Bounds, Confined, Result, RunLimits } from '../../engine.ts';
import { EngineFailure, type FailureKind, unconfined } from '../../engine.ts';
import { confinedPlaces } from '../../support/confined-places.ts';
import { unlessAborted, withDeadline } from '../../support/deadline.ts';
import { createPool } from '../../support/pool.ts';
import type { DuckDbOptions } from '../driver/options.ts';

export type ToConfined =
  | { readonly open: DuckDbOptions }
  | { readonly run: BoundStatement; readonly limits: Omit<RunLimits, 'signal' | 'take'> };
export type FromConfined =
  | 'open'
  | { readonly result: Result }
  | { readonly failed: FailureKind; readonly message: string };

/** The limit of DuckDB's buffers for one statement of a caller. */
const BUFFERS_MIB = 768;
const BOUNDS: Bounds = {
  memoryBytes: BUFFERS_MIB * 1024 ** 2,
  readBytes: null,
  deadline: 'kill',
};
/** The limit of the process's address space. Node and DuckDB use 1.5 GiB before the first statement. */
const ADDRESSES_KIB = 3 * 1024 ** 2;
/** The limit of its resident memory, on systems that cannot limit the address space. */
const RESIDENT_KIB = 1.25 * 1024 ** 2;
const MOST_THREADS = 4;
/** Loading a library from disk may be slow on a busy machine. */
const START_MS = 120_000;
const WATCH_MS = 100;
/** Added to the child's deadline, so that the parent's deadline ends a statement first. */
const LATER_MS = 5_000;

const CHILD = 'engines/duckdb/confined/confined-child';

export interface Confinement {
  readonly of: Confined;
  readonly close: () => Promise<void>;
}

/** Starts no process before the first statement. */
export function createConfined(options: DuckDbOptions): Confinement {
  if (process.platform !== 'win32') return inProcesses(options);
  return { of: unconfined('a process cannot be confined on Windows'), close: async () => {} };
}

function inProcesses(options: DuckDbOptions): Confinement {
  // statements of callers read no rollups
  const { rollups: _, ...rest } = options;
  const confined: DuckDbOptions = {
    ...rest,
    concurrency: 1,
    memoryLimit: `${BUFFERS_MIB}MiB`,
    threads: Math.min(options.threads ?? MOST_THREADS, MOST_THREADS),
    spills: false,
  };
  const length = confinedPlaces(options.concurrency);
  const places = Array.from({ length }, (): Place => ({ child: null }));
  const pool = createPool(places);
  const closing = new AbortController();
  /** A start outlives the statement that began it: the next one finds the process, even if each has less time than a start. */
  const started = (place: Place): Promise<Child> => {
    const starting = startChild(confined, closing.signal, () => {
      if (place.child === starting) place.child = null;
    });
    place.child = starting;
    return starting;
  };
  const run = async (place: Place, signal: AbortSignal, message: ToConfined): Promise<Result> => {
    if (closing.signal.aborted) throw new EngineFailure('unavailable', 'the database is closed');
    const child = await unlessAborted(signal, () => place.child ?? started(place));
    const answer = await child.ask(message, signal);
    if (answer !== 'gone' && answer !== 'open' && 'result' in answer) return answer.result;
    if (answer === 'gone') await child.end();
    if (typeof answer === 'object') throw new EngineFailure(answer.failed, answer.message);
    signal.throwIfAborted();
    throw new EngineFailure('exhausted', 'the process of the statement ended');
  };
  return {
    of: {
      run: (statement, limits) =>
        withDeadline(limits, async signal => {
          const place = await pool.take(signal);
          const { signal: _, take: __, ...rest } = limits;
          const own = { ...rest, timeoutMs: limits.timeoutMs + LATER_MS };
          try {
            return await run(place, signal, { run: statement, limits: own });
          } finally {
            pool.give(place);
          }
        }),
      bounds: async () => BOUNDS,
    },
    close: async () => {
      closing.abort();
      const all = await Promise.allSettled(places.map(({ child }) => child));
      await Promise.all(all.map(one => (one.status === 'fulfilled' ? one.value?.end() : null)));
    },
  };
}

interface Place {
  /** The process, from its start to its end. */
  child: Promise<Child> | null;
}
interface Child {
  /** `gone`: the process has ended, by itself or killed because the signal was aborted. */
  readonly ask: (message: ToConfined, signal: AbortSignal) => Promise<FromConfined | 'gone'>;
  readonly end: () => Promise<void>;
}

/** Calls `gone` when the process has ended. */
async function startChild(
  options: DuckDbOptions,
  closing: AbortSignal,
  gone: () => void,
): Promise<Child> {
  const process = spawned();
  const ended = new Promise<void>(resolve => {
    process.once('exit', () => resolve()).once('error', () => resolve());
  });
  const unwatch = watched(process);
  void ended.then(() => {
    unwatch();
    gone();
  });
  const child: Child = {
    ask: (message, own) => askChild(process, message, own),
    end: () => {
      process.kill('SIGKILL');
      return ended;
    },
  };
  const late = AbortSignal.any([closing, AbortSignal.timeout(START_MS)]);
  const answer = await child.ask({ open: options }, late);
  if (answer === 'open') return child;
  await child.end();
  if (typeof answer === 'object' && 'failed' in answer)
    throw new EngineFailure(answer.failed, answer.message);
  throw new EngineFailure('unavailable', 'the process for statements of callers does not start');
}

/** On Linux, the system ends the process before any other when it lacks memory. */
const BOUNDED = `ulimit -v ${ADDRESSES_KIB} && echo 1000 > /proc/self/oom_score_adj && `;

/**
 * The shell limits the address space and then becomes the process. Its environment has only `MALLOC_ARENA_MAX` and the
 * channel to its parent.
 */
function spawned(): ChildProcess {
  const { platform, execPath, execArgv } = process;
  const bounded = platform === 'linux' ? BOUNDED : '';
  const command = ['-c', `${bounded}exec "$@"`, 'confined', execPath, ...execArgv];
  return spawn('/bin/sh', [...command, fileURLToPath(codeFile(CHILD))], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: { MALLOC_ARENA_MAX: '2' },
  });
}

/** Kills the process when it uses too much memory, on systems where its address space is not limited. */
function watched(child: ChildProcess): () => void {
  if (process.platform === 'linux') return () => {};
  const timer = setInterval(() => {
    execFile('ps', ['-o', 'rss=', '-p', String(child.pid)], (_, held) => {
      if (Number(held) > RESIDENT_KIB) child.kill('SIGKILL');
    });
  }, WATCH_MS);
  return () => clearInterval(timer);
}
