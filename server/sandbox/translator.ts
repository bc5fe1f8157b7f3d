/**
 * A process that translates callers' statements, one at a time. Hostile statements may take long to read or need much memory.
 * The service's own process does not read them, and ends this one if it takes too long.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { codeFile } from '../../generator/system/own-code.ts';
import { NoSandbox } from './refused.ts';
import type { TranslatedStatement, TranslationRequest } from './statement.ts';

/** `refused`: the reason for the caller; `failed`: a fault of ours, for the log. */
export type FromTranslator =
  | 'ready'
  | { readonly made: TranslatedStatement }
  | { readonly refused: string }
  | { readonly failed: string };

export interface TranslatorProcess {
  /** `late`: it took too long, so the process was killed. `gone`: the process ended by itself. */
  readonly ask: (asked: TranslationRequest) => Promise<FromTranslator | 'late' | 'gone'>;
  /** Kills the process. */
  readonly end: () => Promise<void>;
  /** Settles when the process has ended. */
  readonly ended: Promise<void>;
}

const CHILD = 'server/sandbox/translator-child';
/** Loading code from disk may be slow on a busy machine. */
const START_MS = 120_000;
/** The analyser itself gives up after 2 s, and may have to be started again before. */
const LONGEST_MS = 5_000;
/** Ten times what the largest statement needs. The process ends if that is not enough. */
const HEAP_MIB = 512;

/** Rejects with `NoSandbox` if the process does not start. `folder` may have packages that quern itself lacks. */
export async function startTranslator(folder: string): Promise<TranslatorProcess> {
  const child = spawned(folder);
  const ended = new Promise<void>(resolve => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  });
  const end = () => {
    child.kill('SIGKILL');
    return ended;
  };
  const within = (ms: number, begin: () => void) => answered(child, ms, begin);
  const first = await within(START_MS, () => {});
  if (first !== 'ready') {
    await end();
    throw new NoSandbox(NOT_STARTED, { cause: new Error(reasonOf(first)) });
  }
  return {
    ask: async asked => {
      const answer = await within(LONGEST_MS, () => child.send(asked, () => {}));
      if (answer === 'late' || answer === 'gone') await ended;
      return answer;
    },
    end,
    ended,
  };
}

const NOT_STARTED =
  'Statements of callers cannot be read: the analyser of GoogleSQL does not start.';

function reasonOf(first: FromTranslator | 'late' | 'gone'): string {
  return typeof first === 'object' && 'failed' in first ? first.failed : `the process is ${first}`;
}

/** The process ends with its parent: it watches the last of its files, a pipe from it. It gets no environment but the path. */
function spawned(folder: string): ChildProcess {
  const { execPath, execArgv, env } = process;
  const code = fileURLToPath(codeFile(CHILD));
  const { PATH } = env;
  return spawn(execPath, [...execArgv, `--max-old-space-size=${HEAP_MIB}`, code, folder], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    env: PATH === undefined ? {} : { PATH },
  });
}

/** The next message. Kills the process if it takes longer than `ms`. */
function answered(
  child: ChildProcess,
  ms: number,
  begin: () => void,
): Promise<FromTranslator | 'late' | 'gone'> {
  return new Promise(resolve => {
    const settle = (answer: FromTranslator | 'late' | 'gone') => {
      clearTimeout(timer);
      child.off('message', settle).off('exit', gone).off('error', gone);
      resolve(answer);
    };
    const gone = () => settle('gone');
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      settle('late');
    }, ms);
    child.once('message', settle).once('exit', gone).once('error', gone);
    if (child.exitCode === null && child.signalCode === null) begin();
    else gone();
  });
}
