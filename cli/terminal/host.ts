/** Everything outside a command that it uses; tests supply their own. */
import type { Environment } from '../../generator/config/config.ts';
import { systemCode } from '../../generator/system/errors.ts';

export interface Output {
  /** Never throws: text that cannot be written is lost, and `written` reports it. */
  readonly write: (text: string) => void;
  /** Settles after everything is written, with the first error or `null`. It never rejects. */
  readonly written: () => Promise<Error | null>;
  readonly isTerminal: boolean;
}
export interface Host {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Asks the user at a terminal; the text is empty if the input ends. `null` without a terminal, and after an interrupt. */
  readonly ask?: (question: string) => Promise<string | null>;
  readonly environment: Environment;
  readonly cwd: string;
  /** Microseconds since 1970 UTC. */
  readonly clock: () => bigint;
  /** Aborted when the user interrupts. */
  readonly interrupted: AbortSignal;
}

/** This process. A second interrupt ends it at once, even before everything is closed. */
export function processHost(): Host {
  // Otherwise, Node opens its inspector: any user of this machine could then read tokens and passwords, and run code.
  process.on('SIGUSR1', () => {});
  const interruption = new AbortController();
  process.on('SIGINT', () => {
    if (interruption.signal.aborted) endAtOnce();
    interruption.abort();
  });
  return {
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    ask: question => answer(question, interruption.signal),
    environment: process.env,
    cwd: process.cwd(),
    clock: () => BigInt(Date.now()) * 1_000n,
    interrupted: interruption.signal,
  };
}

async function answer(question: string, signal: AbortSignal): Promise<string | null> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return null;
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>(done => lines.once('close', () => done('')));
  try {
    return await Promise.race([lines.question(question, { signal }), ended]);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    lines.close();
  }
}

/** Ends the process by the signal itself: a normal exit waits for threads, and a statement may keep one busy for hours. */
function endAtOnce(): void {
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
}

function output(stream: NodeJS.WriteStream): Output {
  let fault: NodeJS.ErrnoException | null = null;
  const keep = (error: NodeJS.ErrnoException | null | undefined) => {
    fault ??= error ?? null;
  };
  stream.on('error', keep);
  // A closed pipe stays closed; a full disk may have room again.
  const isLeft = () => fault !== null && hasNoReader(fault);
  return {
    write: text => {
      if (!isLeft()) stream.write(text, keep);
    },
    written: () =>
      new Promise(done => {
        if (isLeft()) done(fault);
        else stream.write('', () => done(fault));
      }),
    isTerminal: stream.isTTY === true,
  };
}

/** Whether the reader has closed its end, as `head` does. */
export function hasNoReader(fault: Error): boolean {
  return systemCode(fault) === 'EPIPE';
}
