/** One question to a process that may be killed. */
import type { ChildProcess } from 'node:child_process';

/** Resolves to the next message. `gone`: the process has ended, by itself or killed because the signal was aborted. */
export function askChild<To extends object, From>(
  child: ChildProcess,
  message: To,
  signal: AbortSignal,
): Promise<From | 'gone'> {
  return new Promise(resolve => {
    const settle = (answer: From | 'gone') => {
      signal.removeEventListener('abort', kill);
      child.off('message', settle).off('exit', gone).off('error', gone);
      resolve(answer);
    };
    const gone = () => settle('gone');
    const kill = () => child.kill('SIGKILL');
    child.once('message', settle).once('exit', gone).once('error', gone);
    signal.addEventListener('abort', kill, { once: true });
    if (child.exitCode !== null || child.signalCode !== null) gone();
    else child.send(message, error => error !== null && gone());
    if (signal.aborted) kill();
  });
}
