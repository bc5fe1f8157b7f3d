/** What the service does at signals, each of which would end the process where nobody listens. */
import type { Log } from '../http/context.ts';

export interface SignalOptions {
  readonly stop: () => unknown;
  readonly log: Log;
  readonly hangup: 'ignore' | 'stop';
}

const ENDING = ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const;

/**
 * Stops at the signals that ask for an end. SIGHUP is what daemons are told to read their configuration anew with, or what is sent
 * after a log was rotated: whoever sends it wants a service that runs, and so does the sender of SIGUSR2. Gives what stops
 * listening.
 */
export function heedSignals({ stop, log, hangup }: SignalOptions): () => void {
  const pass = (event: string) => () => log('warn', { event });
  const onHangup =
    hangup === 'stop'
      ? stop
      : pass('SIGHUP is ignored: the manifest and the configuration are read at the start');
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
