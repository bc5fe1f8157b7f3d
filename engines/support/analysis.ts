/**
 * Opens an engine's analyst in its own child process. An engine's parser is not built for hostile text: it may crash or
 * never end. Then the child is killed, only that statement is refused, and the next one gets a new child.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemCode } from '../../generator/system/errors.ts';
import { takingTurns } from '../../generator/system/in-turn.ts';
import { codeFile } from '../../generator/system/own-code.ts';
import type { Analysis, Analyst, Declarations, Question, StatementRefused } from '../analyst.ts';
import { NotInstalled } from '../analyst.ts';
import type { FromAnalyst, ToAnalyst } from './analyst-child.ts';

export interface AnalysisOptions {
  /** Its packages may be used as well as quern's own. */
  readonly folder?: string;
  /** The deadline of one statement, in milliseconds. */
  readonly deadlineMs?: number;
  /** The module that runs in the child. */
  readonly child?: URL;
}

const DEADLINE_MS = 5_000;
/** Loading an engine's library from disk may be slow on a busy machine. */
const START_MS = 60_000;
/** After this, the child is killed without closing anything itself. */
const CLOSE_MS = 2_000;
const CHILD = 'engines/support/analyst-child';

/**
 * Opens the analyst of `engine`, which must have one. Rejects with `NotInstalled`, or with an `Error` if the engine
 * refuses the schema. Questions run one after another. The deadline of each begins when its turn does.
 */
export async function openAnalyst(
  engine: string,
  declared: Declarations,
  {
    folder = process.cwd(),
    deadlineMs = DEADLINE_MS,
    child: module = codeFile(CHILD),
  }: AnalysisOptions = {},
): Promise<Analyst> {
  const start = () => startChild({ module, engine, folder, declared });
  let child: Child | null = await start();
  const inTurn = takingTurns();
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
        await child?.ask('close', CLOSE_MS);
        await child?.end();
        child = null;
      }),
  };
}

function refused(message: string): StatementRefused {
  const hint = 'Make the statement simpler.';
  return { kind: 'refused', message, hint, at: null };
}

function shown(ms: number): string {
  return ms % 1_000 === 0 ? `${ms / 1_000} s` : `${ms} ms`;
}

interface Child {
  /** Accepts one message at a time. `gone`: the child ended before it answered. */
  readonly ask: (message: ToAnalyst, ms: number) => Promise<FromAnalyst | 'late' | 'gone'>;
  /** Resolves when the process has ended. */
  readonly end: () => Promise<void>;
}

interface Start {
  readonly module: URL;
  readonly engine: string;
  readonly folder: string;
  readonly declared: Declarations;
}

async function startChild({ module, engine, folder, declared }: Start): Promise<Child> {
  // Engines write files of their own, and a killed engine leaves them behind.
  const scratch = mkdtempSync(join(tmpdir(), 'quern-analyst-'));
  const child = fork(module, [engine, scratch], {
    cwd: folder,
    // An engine reads settings and credentials from the environment; a parser needs neither.
    env: { TMPDIR: scratch },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // JSON has no bigint, which the literals of computed columns and the steps of rollups are
    serialization: 'advanced',
    // its own group, so that the processes that it starts are killed with it
    detached: true,
  });
  const end = async () => {
    await ended(child);
    rmSync(scratch, { recursive: true, force: true });
  };
  const answer = await ask(child, { declared }, START_MS);
  if (answer === 'ready') return { ask: (message, ms) => ask(child, message, ms), end };
  await end();
  if (typeof answer === 'object' && 'notInstalled' in answer) {
    throw new NotInstalled(answer.notInstalled);
  }
  const why = typeof answer === 'object' && 'failed' in answer ? answer.failed : answer;
  throw new Error(`the analyst of ${engine} did not open: ${why}`);
}

function ask(
  child: ChildProcess,
  message: ToAnalyst,
  ms: number,
): Promise<FromAnalyst | 'late' | 'gone'> {
  return new Promise(resolve => {
    const settle = (answer: FromAnalyst | 'late' | 'gone') => {
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

/** Kills the child and the processes that it started, and waits for its end. Nobody waits for its answer. */
function ended(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    if (hasEnded(child)) resolve();
    else child.once('exit', () => resolve());
    killGroup(child);
  });
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // the group no longer exists
    if (systemCode(error) !== 'ESRCH') throw error;
  }
}
