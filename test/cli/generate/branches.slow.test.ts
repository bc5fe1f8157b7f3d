/** A day of two developers: each edits endpoints on a branch and generates, and Git merges the branches every hour. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  applied,
  areApart,
  BASE,
  drawEdit,
  type Edit,
  type Endpoints,
  fileOf,
  numbersFrom,
} from '../../compiler/merges/edits.ts';
import { quern, removeFolders, SOURCES, temporaryProject } from '../cli-fixture.ts';

afterAll(removeFolders);

const HOURS = 5;
/** Of each developer, between two merges. */
const EDITS_AN_HOUR = 3;

const first = temporaryProject({
  'package.json': '{ "name": "logs" }',
  '.gitignore': '.quern/\n',
  'quern.yaml': 'dialects: [duckdb]\n',
  'endpoints/sources.yaml': SOURCES.replace('    tables:', '    key: [id]\n    tables:'),
});
const second = join(temporaryProject({}), 'work');

function git(folder: string, ...words: readonly string[]): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, ...words], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

async function generated(folder: string): Promise<void> {
  const { exit, stderr } = await quern(folder, ['generate']);
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.stringMatching(/^(?!error)/) });
}

function put(folder: string, name: string, variant: number): void {
  writeFileSync(join(folder, `endpoints/${name}.yaml`), fileOf(name, variant));
}

function make(folder: string, { from, to, variant }: Edit): void {
  if (from !== null && from !== to) rmSync(join(folder, `endpoints/${from}.yaml`));
  if (to !== null) put(folder, to, variant);
}

/** Whether the edit can be made where the endpoints are these. */
function fits({ from, to }: Edit, endpoints: Endpoints): boolean {
  return (
    (from === null || endpoints.has(from)) && (to === null || to === from || !endpoints.has(to))
  );
}

const random = numbersFrom(20_261_128);

/** Edits of one hour by both, each of another endpoint: two people who edit one file resolve that by hand. */
function drawHour(start: Endpoints): readonly [readonly Edit[], readonly Edit[]] {
  const edits: Edit[] = [];
  while (edits.length < 2 * EDITS_AN_HOUR) {
    const drawn = drawEdit(random);
    // a rename alone changes nothing else
    const variant = drawn.kind === 'rename' ? (start.get(drawn.from ?? '') ?? 0) : drawn.variant;
    const edit = { ...drawn, variant };
    if (fits(edit, start) && edits.every(one => areApart(one, edit))) edits.push(edit);
  }
  return [edits.slice(0, EDITS_AN_HOUR), edits.slice(EDITS_AN_HOUR)];
}

it('two branches with thirty edits merge every hour, and generate completes each merge', async () => {
  let endpoints = BASE;
  for (const [name, variant] of BASE) put(first, name, variant);
  git(first, 'init', '-q', '-b', 'main');
  await generated(first);
  git(first, 'add', '-A');
  git(first, 'commit', '-qm', 'start');
  git(first, 'worktree', 'add', '-q', '-b', 'other', second);
  const conflicts: string[] = [];
  for (let hour = 0; hour < HOURS; hour += 1) {
    const hours = drawHour(endpoints);
    for (const [i, folder] of [first, second].entries()) {
      for (const edit of hours[i] ?? []) make(folder, edit);
      await generated(folder);
      git(folder, 'add', '-A');
      git(folder, 'commit', '-qm', `hour ${hour}`);
    }
    for (const edit of hours.flat()) endpoints = applied(endpoints, edit);

    spawnSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'merge', '-q', 'other'],
      { cwd: first },
    );
    conflicts.push(
      ...git(first, 'diff', '--name-only', '--diff-filter=U')
        .split('\n')
        .filter(path => path !== ''),
    );
    expect(conflicts.filter(path => !path.startsWith('generated/'))).toEqual([]);
    await generated(first);
    git(first, 'add', '-A');
    git(first, 'commit', '-q', '--allow-empty', '-m', `merge ${hour}`);
    git(second, 'merge', '-q', '--ff-only', 'main');
    for (const folder of [first, second]) {
      const { exit, stdout } = await quern(folder, ['generate', '--check']);
      expect({ exit, stdout }).toEqual({ exit: 0, stdout: '' });
    }
  }
  const index = JSON.parse(readFileSync(join(second, 'generated/manifest/index.json'), 'utf8'));
  const names = index.endpoints.map(({ name }: { readonly name: string }) => name);
  expect(names).toEqual([...endpoints.keys()].sort());
  // names that are neighbours: two lines at one place of a list
  expect(conflicts).toContain('generated/manifest/index.json');
});
