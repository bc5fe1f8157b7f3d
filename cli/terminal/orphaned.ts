/** Services that npm started: it does not pass signals on, so they would outlive it. */
import type { Environment } from '../../generator/config/config.ts';

const EVERY_MS = 500;

/** Sends SIGTERM to this process once its parent is gone, if npm started it. Any other parent may leave a service running. */
export function endWithNpm(environment: Environment): void {
  if (environment['npm_command'] === undefined) return;
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, EVERY_MS);
  timer.unref();
}
