/**
 * Measures the cost of `quern generate` in projects of many endpoints: from nothing, with one changed file, and with nothing to
 * do. It prints the CPU of the whole process, and its ratio to a Node that only starts and ends.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../server/pages/templates.ts';
import { inputs } from './projects.ts';
import { table, writeSection } from './results.ts';

const SIZES = [100, 1_000];
const RUNS = 2;
const BIN = fileURLToPath(new URL('dist/cli/bin.js', packageRoot()));
/** Writes the resources that the process has used when it ends. */
const TELLING = `data:text/javascript,${encodeURIComponent(
  "import { writeSync } from 'node:fs'; process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())));",
)}`;

interface Used {
  /** In seconds. */
  readonly cpu: number;
  readonly mebibytes: number;
}

function main(): void {
  const floor = used(tmpdir(), ['-e', '0']);
  const rows = SIZES.flatMap(size => rowsOf(size, floor));
  const head = ['endpoints', 'run', 'CPU', 'of Node alone', 'memory'];
  const text = `${table(head, rows)}\n`;
  process.stdout.write(text);
  writeSection('`quern generate`', text);
}

function rowsOf(size: number, floor: Used): readonly (readonly string[])[] {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  try {
    const files = inputs(size);
    for (const { path, bytes } of files) put(join(folder, path), String(bytes));
    const [, changed] = files;
    if (changed === undefined) throw new Error('there are endpoints');
    const kinds: readonly (readonly [string, () => void])[] = [
      ['from nothing', () => clear(folder)],
      ['one file changed', () => appendFileSync(join(folder, changed.path), '# more\n')],
      ['nothing to do', () => {}],
    ];
    return kinds.map(([kind, change]) => {
      const runs = Array.from({ length: RUNS }, () => {
        change();
        return used(folder, [BIN, 'generate']);
      });
      const { cpu, mebibytes } = runs.reduce((a, b) => (b.cpu < a.cpu ? b : a));
      const ratio = (cpu / floor.cpu).toFixed(1);
      return [String(size), kind, `${cpu.toFixed(2)} s`, ratio, `${mebibytes.toFixed(0)} MiB`];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function clear(folder: string): void {
  for (const name of ['generated', '.quern'])
    rmSync(join(folder, name), { recursive: true, force: true });
}

/** The resources that a run of Node uses. Throws if the run fails. */
function used(cwd: string, words: readonly string[]): Used {
  const { status, output } = spawnSync(process.execPath, ['--import', TELLING, ...words], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(String(output[2]));
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(output[3] ?? '');
  return { cpu: (userCPUTime + systemCPUTime) / 1e6, mebibytes: maxRSS / 1024 };
}

main();
