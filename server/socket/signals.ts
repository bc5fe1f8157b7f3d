/** The service's handlers of signals. Without a handler, each signal would end the process. */
import type { Log } from '../http/context.ts';
import type { Leave } from './leave.ts';

/** The effect of SIGHUP: only a log line, a stop, or a call of the function. */
export type Hangup = 'ignore' | 'stop' | (() => unknown);

export interface SignalOptions extends Pick<Leave, 'drain' | 'stop' | 'drainMs'> {
  readonly log: Log;
  readonly hangup: Hangup;
}

const ENDING = ['SIGINT', 'SIGQUIT'] as const;

/**
 * Keeps SIGHUP from ending a process that does not heed signals yet. Returns a function that no longer does, and says whether the signal has
 * arrived.
 */
export function holdHangup(): () => boolean {
  let hasArrived = false;
  const hold = () => {
    hasArrived = true;
  };
  process.on('SIGHUP', hold);
  return () => {
    process.off('SIGHUP', hold);
    return hasArrived;
  };
}

/**
 * Ends the service at signals that ask for an end: at SIGTERM, which supervisors send, it drains first. SIGHUP asks a daemon to read its files again, also after log rotation, so
 * its sender wants the service to keep running. The same is true for SIGUSR2. Returns a function that removes the handlers.
 */
export function heedSignals({ drain, stop, drainMs, log, hangup }: SignalOptions): () => void {
  const pass = (event: string) => () => log('warn', { event });
  const acts = { stop, ignore: pass('SIGHUP is ignored') };
  const onHangup = typeof hangup === 'function' ? hangup : acts[hangup];
  const end = (signal: string) => () => {
    log('info', { event: `${signal}: accepts no more requests` });
    stop();
  };
  const terminate = () => {
    if (drainMs === 0) return end('SIGTERM')();
    log('info', { event: `SIGTERM: accepts requests for another ${drainMs / 1_000} s` });
    drain();
  };
  const heard = [
    ['SIGTERM', terminate] as const,
    ...ENDING.map(signal => [signal, end(signal)] as const),
    ['SIGHUP', onHangup] as const,
    ['SIGUSR2', pass('SIGUSR2 is ignored')] as const,
  ];
  for (const [signal, act] of heard) process.on(signal, act);
  return () => {
    for (const [signal, act] of heard) process.off(signal, act);
  };
}
