/** The resources that a run of Node uses. */
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

export interface Used {
  /** User and system seconds. */
  readonly cpu: number;
  readonly mebibytes: number;
}

/** Writes the resources that the process has used when it ends. */
const TELLING = `data:text/javascript,${encodeURIComponent(
  "import { writeSync } from 'node:fs'; process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())));",
)}`;

/** Runs Node in `cwd`. Throws if the run fails. */
export function used(cwd: string, words: readonly string[]): Used {
  const { status, output } = spawnSync(process.execPath, ['--import', TELLING, ...words], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(String(output[2]));
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(output[3] ?? '');
  return { cpu: (userCPUTime + systemCPUTime) / 1e6, mebibytes: maxRSS / 1024 };
}

/** The run of least CPU, of several. */
export function leastUsed(runs: number, run: () => Used): Used {
  const [first, ...more] = Array.from({ length: runs }, run);
  if (first === undefined) throw new Error('there is a run');
  return more.reduce((a, b) => (b.cpu < a.cpu ? b : a), first);
}

/** A Node that only starts and ends: the unit of other runs, because machines differ. */
export function nodeAlone(): Used {
  return leastUsed(9, () => used(tmpdir(), ['-e', '0']));
}
