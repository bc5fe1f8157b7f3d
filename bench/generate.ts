/**
 * Measures the cost of commands: `--help`, `check` of the three endpoints, and `generate` in projects of many, from nothing, with
 * one changed file, and with nothing to do. It prints the CPU of the whole process, and its ratio to a Node that only starts
 * and ends.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../server/pages/templates.ts';
import { inputs } from './support/projects.ts';
import { table, writeSection } from './support/results.ts';
import { leastUsed, nodeAlone, type Used, used } from './support/used.ts';

const SIZES = [100, 1_000];
const BIN = fileURLToPath(new URL('dist/cli/bin.js', packageRoot()));

/** A command, and what happens to the project before each of its runs. */
interface Run {
  readonly what: string;
  readonly words: readonly string[];
  readonly runs: number;
  readonly before: (project: Project) => void;
}
interface Project {
  readonly folder: string;
  /** The path of one endpoint. */
  readonly one: string;
}

const SMALL: readonly Run[] = [
  { what: '`--help`', words: ['--help'], runs: 9, before: () => {} },
  { what: '`check`, nothing kept', words: ['check'], runs: 9, before: clear },
  { what: '`generate` from nothing', words: ['generate'], runs: 5, before: clear },
  { what: '`check`, all kept', words: ['check'], runs: 9, before: () => {} },
];
const LARGE: readonly Run[] = [
  { what: '`generate` from nothing', words: ['generate'], runs: 2, before: clear },
  {
    what: 'a comment changed',
    words: ['generate'],
    runs: 5,
    before: changing(text => `${text}# more\n`),
  },
  {
    what: 'a summary changed',
    words: ['generate'],
    runs: 5,
    before: changing(text => text.replace(/^summary: /m, 'summary: More ')),
  },
  { what: 'nothing to do', words: ['generate'], runs: 5, before: () => {} },
];

interface Measured extends Used {
  readonly size: number;
  readonly what: string;
}

function main(): void {
  const floors = [nodeAlone()];
  const measured = [3, ...SIZES].flatMap(size => {
    const found = measuredOver(size, size === 3 ? SMALL : LARGE);
    floors.push(nodeAlone());
    return found;
  });
  const floor = Math.min(...floors.map(({ cpu }) => cpu));
  const rows = measured.map(({ size, what, cpu, mebibytes }) => [
    String(size),
    what,
    `${cpu.toFixed(2)} s`,
    (cpu / floor).toFixed(1),
    `${mebibytes.toFixed(0)} MiB`,
  ]);
  const head = ['endpoints', 'run', 'CPU', 'of Node alone', 'memory'];
  const text = `Node alone takes ${floor.toFixed(3)} s of CPU.\n\n${table(head, rows)}`;
  process.stdout.write(`${text}\n`);
  writeSection('Commands', text);
}

function measuredOver(size: number, kinds: readonly Run[]): readonly Measured[] {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  try {
    const files = inputs(size);
    for (const { path, bytes } of files) put(join(folder, path), String(bytes));
    const [, changed] = files;
    if (changed === undefined) throw new Error('there are endpoints');
    const project = { folder, one: join(folder, changed.path) };
    return kinds.map(({ what, words, runs, before }) => {
      const least = leastUsed(runs, () => {
        before(project);
        return used(folder, [BIN, ...words]);
      });
      return { size, what, ...least };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function clear({ folder }: Project): void {
  for (const name of ['generated', '.quern'])
    rmSync(join(folder, name), { recursive: true, force: true });
}

function changing(change: (text: string) => string): Run['before'] {
  return ({ one }) => writeFileSync(one, change(readFileSync(one, 'utf8')));
}

main();
