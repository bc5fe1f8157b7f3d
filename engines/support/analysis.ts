/**
 * Opens an engine's analyst in a child process of its own. An engine's parser is not made for hostile text: it may crash, or
 * take for ever. Then the child is killed, that one statement is refused, and the next one gets a new child.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { Analysis, Analyst, Declared, Question, Refused } from '../analyst.ts';
import { NotInstalled } from '../analyst.ts';
import type { FromChild, ToChild } from './analyst-child.ts';

export interface AnalysisOptions {
  /** Milliseconds for one statement. */
  readonly deadlineMs?: number;
  /** The module that runs in the child. */
  readonly child?: URL;
}

const DEADLINE_MS = 5_000;
/** An engine's library is read from the disk, and a busy machine takes its time. */
const START_MS = 60_000;
/** In sources this file ends in `.ts`, as the child's does. */
const CHILD = new URL(import.meta.url.replace(/analysis(\.\w+)$/, 'analyst-child$1'));

/**
 * `engine` is a key of `ANALYSTS`. Rejects with `NotInstalled`, and with an `Error` where the engine refuses the schema. Questions
 * take turns; the deadline of each begins with its turn.
 */
export async function openAnalyst(
  engine: string,
  declared: Declared,
  { deadlineMs = DEADLINE_MS, child: module = CHILD }: AnalysisOptions = {},
): Promise<Analyst> {
  const start = () => startChild(module, engine, declared);
  let child: Child | null = await start();
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
  const analyse = async (question: Question): Promise<Analysis> => {
    child ??= await start();
    const answer = await child.ask({ question }, deadlineMs);
    if (typeof answer === 'object' && 'analysis' in answer) return answer.analysis;
    await child.end();
    child = null;
    if (answer === 'late')
      return refused(`The statement was not analysed within ${shown(deadlineMs)}`);
    if (answer === 'gone') return refused('The statement made its analyst crash');
    throw new Error(`the analyst of ${engine} failed: ${JSON.stringify(answer)}`);
  };
  return {
    analyse: question => inTurn(() => analyse(question)),
    close: () =>
      inTurn(async () => {
        await child?.end();
        child = null;
      }),
  };
}

function refused(message: string): Refused {
  const hint = 'Make the statement simpler';
  return { kind: 'refused', message, hint, at: null };
}

function shown(ms: number): string {
  return ms % 1_000 === 0 ? `${ms / 1_000} s` : `${ms} ms`;
}

interface Child {
  /** One at a time. `gone`: it ended before it answered. */
  readonly ask: (message: ToChild, ms: number) => Promise<FromChild | 'late' | 'gone'>;
  /** Resolves when the process has ended. */
  readonly end: () => Promise<void>;
}

async function startChild(module: URL, engine: string, declared: Declared): Promise<Child> {
  // An engine takes settings and credentials from the environment; a parser needs neither.
  const process = fork(module, [engine], { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const child: Child = {
    ask: (message, ms) => ask(process, message, ms),
    end: () => end(process),
  };
  const answer = await child.ask({ declared }, START_MS);
  if (answer === 'ready') return child;
  await child.end();
  if (typeof answer === 'object' && 'notInstalled' in answer) {
    throw new NotInstalled(answer.notInstalled);
  }
  const why = typeof answer === 'object' && 'failed' in answer ? answer.failed : answer;
  throw new Error(`the analyst of ${engine} did not open: ${why}`);
}

function ask(
  child: ChildProcess,
  message: ToChild,
  ms: number,
): Promise<FromChild | 'late' | 'gone'> {
  return new Promise(resolve => {
    const settle = (answer: FromChild | 'late' | 'gone') => {
      clearTimeout(timer);
      child.off('message', settle).off('exit', gone).off('error', gone);
      resolve(answer);
    };
    const gone = () => settle('gone');
    const timer = setTimeout(() => settle('late'), ms);
    child.once('message', settle).once('exit', gone).once('error', gone);
    if (hasEnded(child)) gone();
    else child.send(message, error => error !== null && gone());
  });
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** What it works on is of no use to anyone. */
function end(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    if (hasEnded(child)) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
