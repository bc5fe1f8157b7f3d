/**
 * Statements of callers, each in a process that may be killed: DuckDB's buffers are bounded, a single value is not, and what makes
 * a large one ignores interrupts. A process runs one statement at a time, within a limit on its addresses, and nothing of it is
 * written to the disk.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { codeFile } from '../../../generator/system/own-code.ts';
import type { BoundStatement, Engine, Result, RunLimits } from '../../engine.ts';
import { EngineFailure, type FailureKind } from '../../engine.ts';
import { withDeadline } from '../../support/deadline.ts';
import { createPool } from '../../support/pool.ts';
import type { DuckDbOptions } from '../options.ts';

export type ToChild =
  | { readonly open: DuckDbOptions }
  | { readonly run: BoundStatement; readonly limits: Omit<RunLimits, 'signal' | 'take'> };
export type FromChild =
  | 'open'
  | { readonly result: Result }
  | { readonly failed: FailureKind; readonly message: string };

/** How much DuckDB may hold in its buffers for one statement of a caller. */
const BUFFERS_MIB = 768;
/** The addresses of the process: Node and DuckDB take 1.5 GiB before the first statement. */
const ADDRESSES_KIB = 3 * 1024 ** 2;
/** Where addresses cannot be limited, what it may hold in memory. */
const RESIDENT_KIB = 1.25 * 1024 ** 2;
const MOST_THREADS = 4;
/** A library is read from the disk, and a busy machine takes its time. */
const START_MS = 30_000;
const WATCH_MS = 100;
/** The parent's clock ends a statement first. */
const LATER_MS = 5_000;

const CHILD = 'engines/duckdb/confined/confined-child';

export interface Confined extends Pick<Engine, 'run'> {
  readonly close: () => Promise<void>;
}

/** Nothing is started before the first statement. */
export function createConfined(options: DuckDbOptions): Confined {
  const confined: DuckDbOptions = {
    ...options,
    concurrency: 1,
    memoryLimit: `${BUFFERS_MIB}MiB`,
    threads: Math.min(options.threads ?? MOST_THREADS, MOST_THREADS),
    spills: false,
  };
  const places = Array.from({ length: options.concurrency }, (): Place => ({ child: null }));
  const pool = createPool(places);
  let isOpen = true;
  const run = async (place: Place, signal: AbortSignal, message: ToChild): Promise<Result> => {
    if (!isOpen) throw new EngineFailure('unavailable', 'the database is closed');
    place.child ??= await startChild(confined, signal);
    const answer = await place.child.ask(message, signal);
    if (answer !== 'gone' && answer !== 'open' && 'result' in answer) return answer.result;
    if (answer === 'gone') place.child = null;
    if (typeof answer === 'object') throw new EngineFailure(answer.failed, answer.message);
    signal.throwIfAborted();
    throw new EngineFailure('exhausted', 'the process of the statement ended');
  };
  return {
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
    close: async () => {
      isOpen = false;
      await Promise.all(places.map(({ child }) => child?.end()));
    },
  };
}

interface Place {
  child: Child | null;
}
interface Child {
  /** `gone`: it has ended, by itself or killed because the signal was aborted. */
  readonly ask: (message: ToChild, signal: AbortSignal) => Promise<FromChild | 'gone'>;
  readonly end: () => Promise<void>;
}

async function startChild(options: DuckDbOptions, signal: AbortSignal): Promise<Child> {
  const process = spawned();
  const ended = new Promise<void>(resolve => {
    process.once('exit', () => resolve()).once('error', () => resolve());
  });
  const unwatch = watched(process);
  void ended.then(unwatch);
  const child: Child = {
    ask: (message, own) => ask(process, message, own),
    end: () => {
      process.kill('SIGKILL');
      return ended;
    },
  };
  const late = AbortSignal.any([signal, AbortSignal.timeout(START_MS)]);
  const answer = await child.ask({ open: options }, late);
  if (answer === 'open') return child;
  await child.end();
  signal.throwIfAborted();
  if (typeof answer === 'object' && 'failed' in answer)
    throw new EngineFailure(answer.failed, answer.message);
  throw new EngineFailure('unavailable', 'the process for statements of callers does not start');
}

/** Addresses are limited by the shell that becomes the process; it is given no environment but the way to its parent. */
function spawned(): ChildProcess {
  const { platform, execPath, execArgv } = process;
  if (platform === 'win32')
    throw new EngineFailure('unavailable', 'a process cannot be confined on Windows');
  const limit = platform === 'linux' ? `ulimit -v ${ADDRESSES_KIB} && ` : '';
  const command = ['-c', `${limit}exec "$@"`, 'confined', execPath, ...execArgv];
  return spawn('/bin/sh', [...command, fileURLToPath(codeFile(CHILD))], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: { MALLOC_ARENA_MAX: '2' },
  });
}

/** Kills the process when it holds too much, where its addresses are not limited. */
function watched(child: ChildProcess): () => void {
  if (process.platform === 'linux') return () => {};
  const timer = setInterval(() => {
    execFile('ps', ['-o', 'rss=', '-p', String(child.pid)], (_, held) => {
      if (Number(held) > RESIDENT_KIB) child.kill('SIGKILL');
    });
  }, WATCH_MS);
  return () => clearInterval(timer);
}

function ask(
  child: ChildProcess,
  message: ToChild,
  signal: AbortSignal,
): Promise<FromChild | 'gone'> {
  return new Promise(resolve => {
    const settle = (answer: FromChild | 'gone') => {
      signal.removeEventListener('abort', kill);
      child.off('message', settle).off('exit', gone).off('error', gone);
      resolve(answer);
    };
    const gone = () => settle('gone');
    const kill = () => child.kill('SIGKILL');
    child.once('message', settle).once('exit', gone).once('error', gone);
    signal.addEventListener('abort', kill, { once: true });
    if (child.exitCode !== null || child.signalCode !== null) gone();
    else child.send(message, error => error !== null && gone());
    if (signal.aborted) kill();
  });
}
