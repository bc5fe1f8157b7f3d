/** What a command meets outside of itself; tests bring their own. */
import type { Environment } from '../config.ts';

export interface Output {
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
}
export interface Host {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly environment: Environment;
  readonly cwd: string;
  /** Microseconds since 1970 UTC. */
  readonly clock: () => bigint;
  /** Aborted when the user interrupts. */
  readonly interrupted: AbortSignal;
}

/** This process. A second interrupt ends it at once, whatever still winds down. */
export function processHost(): Host {
  const interruption = new AbortController();
  process.on('SIGINT', () => {
    if (interruption.signal.aborted) endAtOnce();
    interruption.abort();
  });
  return {
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    environment: process.env,
    cwd: process.cwd(),
    clock: () => BigInt(Date.now()) * 1_000n,
    interrupted: interruption.signal,
  };
}

/** By the signal itself: a process that exits waits for its threads, and a statement may hold one of them for hours. */
function endAtOnce(): void {
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
}

function output(stream: NodeJS.WriteStream): Output {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads has seen enough, as `head` does.
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  return { write: text => void stream.write(text), isTerminal: stream.isTTY === true };
}
