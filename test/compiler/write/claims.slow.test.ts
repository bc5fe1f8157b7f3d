/** Files in a tree that are not as quern would write them: other layouts, conflicts of Git, and edits. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planFile } from '../../../generator/core/output/content.ts';
import { markJoint, markOwn, printMarked } from '../../../generator/core/output/marker.ts';
import {
  checkGenerated,
  type LeftFiles,
  type WrittenFiles,
  writeGenerated,
} from '../../../generator/write/index.ts';
import { put, temporaryFolder } from './fixture.ts';

const OWN = 'endpoints/a.js';
const JOINT = 'index.js';
const DATA = 'index.json';

let parent: string;
let directory: string;

beforeEach(() => {
  parent = temporaryFolder();
  directory = join(parent, 'generated');
});

afterEach(() => rmSync(parent, { recursive: true, force: true }));

function files(what: string) {
  const joint = planFile(JOINT, ...markJoint(planFile(JOINT, `export * from "./${what}";\n`)));
  const data = planFile(DATA, ...markJoint(planFile(DATA, `{\n "of": ["${what}", 1]\n}\n`)));
  const own = markOwn(OWN, `export const a = call('${what}', 1);\n`);
  return [{ path: OWN, text: own }, joint, data];
}

/** Writes with what earlier runs on this machine left. */
function machine() {
  let left: LeftFiles = new Map();
  const written = (): WrittenFiles => left;
  const keep = (now: LeftFiles) => {
    left = now;
  };
  return (what: string) =>
    writeGenerated({
      directory,
      files: files(what),
      written: written(),
      ledger: { before: left, keep },
    });
}

const textOf = (path: string) => readFileSync(join(directory, path), 'utf8');
const change = (path: string, by: (text: string) => string) =>
  writeFileSync(join(directory, path), by(textOf(path)));
const git = (...args: readonly string[]) =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: parent,
  });

/** Changes these files as formatters do. */
function reformat(): void {
  change(OWN, text => text.replace("call('x', 1);", 'call(\n  "x",\n  1,\n)'));
  change(JOINT, text => text.replaceAll('"', "'").replace(';', ''));
  change(DATA, text => JSON.stringify(JSON.parse(text), null, 4));
}

const edited = (path: string) => ({ status: 'refused', refusals: [{ kind: 'edited', path }] });

describe('another layout', () => {
  it('is no edit, whatever else changes', async () => {
    const write = machine();
    await write('x');
    reformat();
    const paths = [OWN, JOINT, DATA].sort();
    expect(await checkGenerated({ directory, files: files('x') })).toMatchObject({
      status: 'stale',
      differences: paths.map(path => ({ kind: 'reformatted', path })),
      refusals: [],
    });
    expect(await write('x')).toMatchObject({ status: 'done', changed: paths, reformatted: paths });
    reformat();
    expect(await write('y')).toMatchObject({ status: 'done', changed: paths });
    expect(textOf(OWN)).toBe(files('y')[0]?.text);
  });
});

describe('a conflict of Git', () => {
  const conflict = (text: string) =>
    text.replace(/^.*export.*\n/m, '<<<<<<< HEAD\n$&=======\nother\n>>>>>>> branch\n');

  it('is written over, and reported with its line', async () => {
    const write = machine();
    await write('x');
    for (const path of [OWN, JOINT]) change(path, conflict);
    expect(await checkGenerated({ directory, files: files('x') })).toMatchObject({
      differences: [OWN, JOINT].map(path => ({ kind: 'conflicted', path, line: 2 })),
      refusals: [],
    });
    expect(await write('x')).toMatchObject({
      status: 'done',
      conflicted: [OWN, JOINT].map(path => ({ path, line: 2 })),
    });
    expect(textOf(OWN)).toBe(files('x')[0]?.text);
  });

  it('is removed with a file that is no longer generated', async () => {
    const write = machine();
    await write('x');
    const head = `<<<<<<< HEAD\n${markOwn('b.js', '1;\n')}=======\n2\n>>>>>>> branch\n`;
    put(directory, { 'endpoints/b.js': head, 'endpoints/b.js~HEAD': markOwn('b.js', '3;\n') });
    expect(await write('x')).toMatchObject({
      status: 'done',
      removed: ['endpoints/b.js', 'endpoints/b.js~HEAD'],
    });
  });
});

describe('an edit by hand', () => {
  it('is known in a file of one endpoint by its digest', async () => {
    await machine()('x');
    change(OWN, text => text.replace('1', '2'));
    expect(await machine()('x')).toEqual(edited(OWN));
  });

  it('is known in printed data of one endpoint by their digest', async () => {
    const path = 'endpoints/a.json';
    const write = (what: string) => {
      const text = printMarked(path, { name: 'a', of: [what, undefined, -0] });
      return writeGenerated({ directory, files: [{ path, text }] });
    };
    await write('x');
    change(path, text => JSON.stringify(JSON.parse(text), null, 4));
    expect(await write('other')).toMatchObject({ status: 'done', changed: [path] });
    change(path, text => text.replace('other', 'mine'));
    expect(await write('x')).toEqual(edited(path));
  });

  it.each([JOINT, DATA])('is known in %s where it was written', async path => {
    const write = machine();
    await write('x');
    change(path, text => text.replace('x', 'mine'));
    expect(await write('y')).toEqual(edited(path));
    expect(await machine()('y')).toMatchObject({ status: 'done' });
  });

  it('is not what Git has brought', async () => {
    git('init', '-q');
    const write = machine();
    await write('x');
    change(JOINT, text => text.replace('x', 'theirs'));
    expect(await write('y')).toEqual(edited(JOINT));
    git('add', '-A');
    git('commit', '-qm', 'merged');
    expect(await write('y')).toMatchObject({ status: 'done', conflicted: [], reformatted: [] });
  });
});

describe('the output of another project', () => {
  it('is not taken for files that are no longer generated', async () => {
    const other = join(directory, 'other');
    await writeGenerated({
      directory: other,
      files: [{ path: 'manifest/index.json', text: markOwn('a.json', '{}\n') }],
    });
    expect(await machine()('x')).toEqual({
      status: 'refused',
      refusals: [{ kind: 'foreign', path: 'other' }],
    });
  });
});
