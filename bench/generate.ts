/**
 * Measures the cost of commands: `--help`, `check` of the three endpoints, and `generate` in projects of many, from nothing, with
 * one changed file, and with nothing to do. It prints the CPU of the whole process, and its ratio to a Node that only starts
 * and ends; of one project also its ratio to `openapi-typescript`, which writes the types of the same document.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../server/pages/templates.ts';
import { inputs } from './support/projects.ts';
import { table, writeSection } from './support/results.ts';
import { OPENAPI_TYPESCRIPT } from './support/test-packages.ts';
import { leastUsed, nodeAlone, type Used, used } from './support/used.ts';

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

/** Its time in proportion is that of a thousand; its memory is not. */
const HUGE: readonly Run[] = [
  { what: '`generate` from nothing', words: ['generate'], runs: 1, before: clear },
];
/** By the number of endpoints. */
const KINDS: ReadonlyMap<number, readonly Run[]> = new Map([
  [3, SMALL],
  [100, LARGE],
  [1_000, LARGE],
  [5_000, HUGE],
]);

interface Measured extends Used {
  readonly size: number;
  readonly what: string;
}

function main(): void {
  const floors = [nodeAlone()];
  const measured = [...KINDS].flatMap(([size, kinds]) => {
    const found = measuredOver(size, kinds);
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
  const alone = `Node alone takes ${floor.toFixed(3)} s of CPU.`;
  const text = `${alone}\n\n${table(head, rows)}\n\n${besideTypes()}`;
  process.stdout.write(`${text}\n`);
  writeSection('Commands', text);
}

function measuredOver(size: number, kinds: readonly Run[]): readonly Measured[] {
  return inProject(size, project =>
    kinds.map(({ what, words, runs, before }) => {
      const least = leastUsed(runs, () => {
        before(project);
        return used(project.folder, [BIN, ...words]);
      });
      return { size, what, ...least };
    }),
  );
}

const COMPARED = 300;

/** A sentence about `generate` beside `openapi-typescript`. They take turns. */
function besideTypes(): string {
  return inProject(COMPARED, project => {
    const turns = Array.from({ length: 3 }, () => {
      clear(project);
      const ours = used(project.folder, [BIN, 'generate']);
      const words = ['generated/openapi.json', '-o', 'types.ts'];
      return { ours: ours.cpu, types: used(project.folder, [OPENAPI_TYPESCRIPT, ...words]).cpu };
    });
    const ours = Math.min(...turns.map(turn => turn.ours));
    const types = Math.min(...turns.map(turn => turn.types));
    const ratio = (ours / types).toFixed(2);
    return `\`generate\` of ${COMPARED} endpoints from nothing takes ${ours.toFixed(2)} s, ${ratio} of \`openapi-typescript\` over its document, which writes types alone.`;
  });
}

function inProject<T>(size: number, work: (project: Project) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  try {
    const files = inputs(size);
    for (const { path, bytes } of files) put(join(folder, path), String(bytes));
    const [, changed] = files;
    if (changed === undefined) throw new Error('there are endpoints');
    return work({ folder, one: join(folder, changed.path) });
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
