/** Commands that are killed while they write: each file is the old one or the new one, and the same command completes the work. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textsIn } from '../../compiler/write/fixture.ts';
import { builtScripts } from '../../support/processes/built.ts';
import {
  LOGS,
  type Project,
  project,
  quern,
  removeFolders,
  temporaryFolder,
} from '../cli-fixture.ts';

/** Code that kills its process at a call of a function of `node:fs`; a file that is being written is empty then. */
const killing = (call: string, at: number) => `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const real = fs.${call};
let calls = 0;
fs.${call} = (...given) => {
  calls += 1;
  if (calls === ${at}) {
    if ('${call}' === 'writeFileSync') fs.closeSync(fs.openSync(given[0], 'w'));
    process.kill(process.pid, 'SIGKILL');
  }
  return real(...given);
};
syncBuiltinESMExports();
`;

/** Whether the command was killed before it ended. */
function wasKilled(folder: string, call: string, at: number, words: readonly string[]): boolean {
  const code = `data:text/javascript,${encodeURIComponent(killing(call, at))}`;
  const all = ['--import', code, join(builtScripts(), 'cli/bin.js'), ...words];
  const { status, signal, stderr } = spawnSync(process.execPath, all, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([status, signal], stderr).toEqual(signal === null ? [0, null] : [null, 'SIGKILL']);
  return signal === 'SIGKILL';
}

function copyOf(folder: string): string {
  const copy = join(temporaryFolder(), 'copy');
  cpSync(folder, copy, { recursive: true });
  return copy;
}

beforeAll(() => {
  builtScripts();
});
afterAll(removeFolders);

describe('`quern generate`, killed at a rename', () => {
  const CHANGED = LOGS.replace('max_rows: 3', 'max_rows: 9');
  const generated = (folder: string) => {
    const path = join(folder, 'generated');
    return existsSync(path) ? JSON.stringify(textsIn(path)) : 'absent';
  };
  let before: Project;

  beforeAll(async () => {
    const clients = '{ typescript: null, python: null, go: null }';
    before = project({ 'quern.yaml': `dialects: [duckdb]\nclients: ${clients}\n` });
    expect(await before.quern(['generate'])).toMatchObject({ exit: 0 });
  });

  it.each(['generate', 'dev --write --port 0'])('`quern %s` leaves one tree', async words => {
    const old = generated(before.folder);
    before.put('endpoints/logs.yaml', CHANGED);
    const after = copyOf(before.folder);
    expect(await quern(after, ['generate'])).toMatchObject({ exit: 0 });
    const found: string[] = [];
    const isOnce = words === 'generate';
    // `dev` does not end by itself
    for (let at = 1; isOnce || !found.includes('absent'); at += 1) {
      const folder = copyOf(before.folder);
      if (!wasKilled(folder, 'renameSync', at, words.split(' '))) break;
      const state = generated(folder);
      expect([old, generated(after), 'absent']).toContain(state);
      found.push(state);
      const { exit, stderr } = await quern(folder, ['generate', '--check']);
      expect([exit, stderr.includes('interrupted')]).toEqual([
        state === generated(after) ? 0 : 1,
        state === 'absent',
      ]);
      expect(await quern(folder, ['generate'])).toMatchObject({ exit: 0 });
      expect(generated(folder)).toEqual(generated(after));
    }
    expect(found).toContain('absent');
  });
});

describe('`quern import`, killed at a write or a rename', () => {
  const FILES = ['quern.yaml', 'endpoints/sources.yaml'];
  const WORDS = ['import', '--from', 'data.csv', '--as', 'data'];
  const textsOf = (folder: string) => FILES.map(file => readFileSync(join(folder, file), 'utf8'));
  let before: Project;
  let after: readonly string[];

  beforeAll(async () => {
    before = project({ 'data.csv': 'id,n\na,1\n' });
    const done = copyOf(before.folder);
    expect(await quern(done, WORDS)).toMatchObject({ exit: 0 });
    after = textsOf(done);
  });

  it.each(['writeFileSync', 'renameSync'])('%s leaves each file whole', async call => {
    const old = textsOf(before.folder);
    const states = new Set<string>();
    for (let at = 1; ; at += 1) {
      const folder = copyOf(before.folder);
      if (!wasKilled(folder, call, at, WORDS)) break;
      const state = textsOf(folder).map(
        (text, i) => ['old', 'new'][[old[i], after[i]].indexOf(text)],
      );
      expect(state).not.toContain(undefined);
      states.add(state.join());
      expect(await quern(folder, WORDS)).toMatchObject({ exit: 0 });
      expect(textsOf(folder)).toEqual(after);
    }
    expect([...states]).toEqual(call === 'renameSync' ? ['old,old', 'new,old'] : ['old,old']);
  });
});

describe('`quern init`, killed at a write or a rename', () => {
  const WORDS = ['init'];
  const FILES = ['.gitignore', '.vscode', 'endpoints', 'package.json', 'quern.yaml'];
  /** Ids of endpoints differ in each run. */
  const textsOf = (folder: string) =>
    Object.entries(textsIn(folder))
      .filter(([path]) => !path.includes('.next'))
      .map(([path, text]) => [path, text.replace(/^id: .*$/m, 'id')])
      .sort();
  const before = () => {
    const folder = join(temporaryFolder(), 'shop');
    mkdirSync(folder);
    return folder;
  };

  it.each(['writeFileSync', 'renameSync'])('%s leaves what the next one completes', async call => {
    const after = before();
    expect(await quern(after, WORDS)).toMatchObject({ exit: 0 });
    let kills = 0;
    for (; ; kills += 1) {
      const folder = before();
      if (!wasKilled(folder, call, kills + 1, WORDS)) break;
      // whole or absent
      const whole = new Map(textsOf(after).map(([path, text]) => [path, text]));
      for (const [path, text] of textsOf(folder)) expect(text, path).toBe(whole.get(path ?? ''));
      const { exit, stderr } = await quern(folder, WORDS);
      expect([exit, stderr]).toEqual([0, expect.not.stringContaining('error')]);
      expect(textsOf(folder)).toEqual(textsOf(after));
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(FILES));
    }
    expect(kills).toBe(call === 'writeFileSync' ? 7 : 1);
  });

  it('leaves no project that another start would overwrite', async () => {
    const folder = before();
    writeFileSync(join(folder, 'quern.yaml'), 'dialects: [duckdb]\n');
    expect(await quern(folder, WORDS)).toMatchObject({ exit: 2 });
  });
});

describe('`quern new`, killed at a write', () => {
  it('makes the endpoint the next time', async () => {
    const { folder } = project();
    const words = ['new', 'other', '--from', 'edge_logs'];
    expect(wasKilled(folder, 'writeFileSync', 1, words)).toBe(true);
    expect(await quern(folder, words)).toMatchObject({ exit: 0 });
  });
});
