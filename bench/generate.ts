/**
 * Measures the cost of commands: `--help`, `check` of the three endpoints, and `generate` in projects of many, from nothing, with
 * one changed file, and with nothing to do. It prints the CPU of the whole process, and its ratio to a Node that only starts
 * and ends; of one project also its ratio to `openapi-typescript`, which writes the types of the same document.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../server/pages/templates.ts';
import { inputs, putFiles } from './support/projects.ts';
import { table, writeSection } from './support/results.ts';
import { OPENAPI_TYPESCRIPT } from './support/test-packages.ts';
import { leastUsed, nodeAlone, type Used, used } from './support/used.ts';

const BIN = fileURLToPath(new URL('dist/cli/bin.js', packageRoot()));

interface Project {
  readonly folder: string;
  /** The path of one endpoint. */
  readonly one: string;
}

type Change = (project: Project) => void;

/** A command, and what happens to the project before each of its runs. */
interface Run {
  readonly what: string;
  readonly words: readonly string[];
  readonly runs: number;
  /** Each run has a project of its own; without it, all runs have the last one. */
  readonly isNew?: true;
  readonly change?: Change;
}

const FROM_NOTHING = '`generate` from nothing';

const SMALL: readonly Run[] = [
  { what: '`--help`', words: ['--help'], runs: 9, isNew: true },
  { what: '`check`, nothing kept', words: ['check'], runs: 9, isNew: true },
  { what: FROM_NOTHING, words: ['generate'], runs: 5, isNew: true },
  { what: '`check`, all kept', words: ['check'], runs: 9 },
];
const LARGE: readonly Run[] = [
  { what: FROM_NOTHING, words: ['generate'], runs: 2, isNew: true },
  {
    what: 'a comment changed',
    words: ['generate'],
    runs: 5,
    change: changing(text => `${text}# more\n`),
  },
  {
    what: 'a summary changed',
    words: ['generate'],
    runs: 5,
    change: changing(text => text.replace(/^summary: /m, 'summary: More ')),
  },
  { what: 'nothing to do', words: ['generate'], runs: 5 },
];

/** Its time in proportion is that of a thousand; its memory is not. */
const HUGE: readonly Run[] = [{ what: FROM_NOTHING, words: ['generate'], runs: 1, isNew: true }];
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
  const text = `${alone} ${furtherOne(measured)}\n\n${table(head, rows)}\n\n${besideTypes()}`;
  process.stdout.write(`${text}\n`);
  writeSection('Commands', text);
}

/** A sentence about the CPU of a further endpoint, by the difference of two projects. */
function furtherOne(measured: readonly Measured[]): string {
  const [few, many] = [100, 1_000];
  const cpuOf = (of: number): number => {
    const found = measured.find(({ size, what }) => size === of && what === FROM_NOTHING);
    if (found === undefined) throw new Error(`${of} endpoints were not generated`);
    return found.cpu;
  };
  const milliseconds = ((cpuOf(many) - cpuOf(few)) / (many - few)) * 1000;
  return `A further endpoint of ${many} takes ${milliseconds.toFixed(1)} ms of \`generate\` from nothing.`;
}

function measuredOver(size: number, kinds: readonly Run[]): readonly Measured[] {
  let project = newProject(size);
  return kinds.map(({ what, words, runs, isNew, change }) => {
    const least = leastUsed(runs, () => {
      if (isNew) project = newProject(size);
      change?.(project);
      return used(project.folder, [BIN, ...words]);
    });
    return { size, what, ...least };
  });
}

const COMPARED = 300;

/** A sentence about `generate` beside `openapi-typescript`. They take turns. */
function besideTypes(): string {
  const turns = Array.from({ length: 3 }, () => {
    const { folder } = newProject(COMPARED);
    const ours = used(folder, [BIN, 'generate']);
    const words = ['generated/openapi.json', '-o', 'types.ts'];
    return { ours: ours.cpu, types: used(folder, [OPENAPI_TYPESCRIPT, ...words]).cpu };
  });
  const ours = Math.min(...turns.map(turn => turn.ours));
  const types = Math.min(...turns.map(turn => turn.types));
  const ratio = (ours / types).toFixed(2);
  return `\`generate\` of ${COMPARED} endpoints from nothing takes ${ours.toFixed(2)} s, ${ratio} of \`openapi-typescript\` over its document, which writes types alone.`;
}

const folders: string[] = [];

/** Its folder stays until the end: for some seconds after many files were removed, a new one takes the system ten times as long. */
function newProject(size: number): Project {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  folders.push(folder);
  const files = inputs(size);
  const [, one] = files;
  if (one === undefined) throw new Error('there are endpoints');
  putFiles(folder, files);
  return { folder, one: join(folder, one.path) };
}

function changing(change: (text: string) => string): Change {
  return ({ one }) => writeFileSync(one, change(readFileSync(one, 'utf8')));
}

try {
  main();
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
