/** Processes below another one, on Linux. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  /** Seconds of computing, of its own and of its children that ended and were waited for. */
  readonly cpuS: number;
}

const TICKS_A_SECOND = 100;

function processOf(pid: number): readonly Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the name may contain spaces and brackets
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return [];
    const ticks = rest.slice(9, 13).map(Number);
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    const cpuS = ticks.reduce((sum, each) => sum + each, 0) / TICKS_A_SECOND;
    return [{ pid, parent: Number(parent), command, cpuS }];
  } catch {
    return [];
  }
}

/** A running process; `null` if it is gone. */
export function processAt(pid: number): Process | null {
  return processOf(pid)[0] ?? null;
}

/** The processes that `pid` and its descendants have started. */
export function processesBelow(pid: number): readonly Process[] {
  const all = readdirSync('/proc').flatMap(name =>
    /^\d+$/.test(name) ? processOf(Number(name)) : [],
  );
  const below = (of: number): readonly Process[] =>
    all.filter(({ parent }) => parent === of).flatMap(one => [one, ...below(one.pid)]);
  return below(pid);
}
