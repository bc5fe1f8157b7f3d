/** The process that runs tests: WebAssembly cannot be interrupted, so a statement that is given up ends with its process. */
import { fork } from 'node:child_process';
import { askChild } from '../../../generator/system/ask-child.ts';
import { codeFile } from '../../../generator/system/own-code.ts';
import type { FromEmbedded, ToEmbedded } from './protocol.ts';

export interface Child {
  /** `gone`: the process has ended, by itself or because the signal was aborted. */
  readonly ask: (message: ToEmbedded, signal: AbortSignal) => Promise<FromEmbedded | 'gone'>;
  readonly end: () => Promise<void>;
}

const CHILD = 'engines/postgres/embedded/embedded-child';
/** Loading WebAssembly may be slow on a busy machine. */
const START_MS = 120_000;

/** `folder`: where the package may be. */
export async function startChild(folder: string): Promise<Child> {
  const child = fork(codeFile(CHILD), [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    // it needs no credentials
    env: {},
  });
  const ended = new Promise<void>(resolve => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  });
  const end = () => {
    child.kill('SIGKILL');
    return ended;
  };
  const ask: Child['ask'] = (message, signal) => askChild(child, message, signal);
  const answer = await ask({ open: folder }, AbortSignal.timeout(START_MS));
  if (answer === 'open') return { ask, end };
  await end();
  throw new Error(`the process of PGlite did not open: ${JSON.stringify(answer)}`);
}
