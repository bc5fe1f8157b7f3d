/** The service's handlers of signals. Without a handler, each signal would end the process. */
import type { Log } from '../http/context.ts';

/** The effect of SIGHUP: a line in the log alone, an end, or that of the function. */
export type Hangup = 'ignore' | 'stop' | (() => unknown);

export interface SignalOptions {
  readonly stop: () => unknown;
  readonly log: Log;
  readonly hangup: Hangup;
}

const ENDING = ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const;

/**
 * Stops at the signals that ask for an end. SIGHUP asks daemons to read their files again, or follows a rotated log: its
 * sender wants a service that runs, and so does the sender of SIGUSR2. Gives what stops listening.
 */
export function heedSignals({ stop, log, hangup }: SignalOptions): () => void {
  const pass = (event: string) => () => log('warn', { event });
  const acts = { stop, ignore: pass('SIGHUP is ignored') };
  const onHangup = typeof hangup === 'function' ? hangup : acts[hangup];
  const heard = [
    ...ENDING.map(signal => [signal, stop] as const),
    ['SIGHUP', onHangup] as const,
    ['SIGUSR2', pass('SIGUSR2 is ignored')] as const,
  ];
  for (const [signal, act] of heard) process.on(signal, act);
  return () => {
    for (const [signal, act] of heard) process.off(signal, act);
  };
}
