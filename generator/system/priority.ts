/** The priority of a process that works on statements of callers. */
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

const LOWEST = 19;

/**
 * Lets the system run this process after the one that started it, by so many steps. Threads and processes that it starts later inherit
 * its priority. On Linux each thread has one of its own.
 */
export function stepBehind(steps: number): void {
  const priority = Math.min(getPriority() + steps, LOWEST);
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task') : [process.pid];
  for (const thread of threads) setPriority(Number(thread), priority);
}
