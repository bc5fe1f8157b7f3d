import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GeneratedFile } from '../../../generator/core/output/statement.ts';
import { acquire, release } from '../../../generator/system/lock.ts';
import {
  checkGenerated,
  readGenerated,
  recoverGenerated,
  writeGenerated,
} from '../../../generator/write/index.ts';
import { resolveOutputPlace } from '../../../generator/write/swap/place.ts';
import { compileChild } from '../../support/processes/compiled-child.ts';
import { amount } from '../../support/usually.ts';
import { versionFiles } from './child.ts';
import {
  filesOf,
  holds,
  ignoring,
  put,
  stampsIn,
  temporaryFolder,
  textsIn,
  unmarked,
} from './fixture.ts';

let built: string;
let child: string;
let parent: string;
let directory: string;

beforeAll(() => {
  built = temporaryFolder('disk');
  chmodSync(built, 0o755);
  child = compileChild('compiler/write/child', built);
});

afterAll(() => rmSync(built, { recursive: true }));

beforeEach(() => {
  parent = temporaryFolder('disk');
  directory = join(parent, 'generated');
});

afterEach(() => rmSync(parent, { recursive: true, force: true }));

function start(what: string, argument = ''): ChildProcess {
  return spawn(process.execPath, [child, what, directory, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function exitOf(child: ChildProcess): Promise<unknown> {
  const [code] = await once(child, 'exit');
  return code;
}

const beside = () => readdirSync(parent).filter(name => name !== 'generated');
const textsOf = (files: readonly GeneratedFile[]) =>
  Object.fromEntries(files.map(({ path, text }) => [path, unmarked(path, text)]));
const versions = [1, 2, 3, 4].map(version => textsOf(versionFiles(version)));
const isIgnored = ignoring('node_modules');

/** How often a process is killed while the next version is half written, and four times as often with the lock. */
const MET = amount({ usual: 5, all: 10 });

describe('a process that is killed', () => {
  it('leaves one whole version, wherever it was, and the lock to the next', async () => {
    await writeGenerated({ directory, files: versionFiles(1) });
    put(directory, { 'node_modules/x': 'kept' });
    const remains: string[] = [];
    const left = (what: string) => remains.filter(names => names.includes(what)).length;
    // Or else the test would not have met what it is for.
    const isMet = () => left('quern-lock') > 4 * MET && left('quern-next') > MET;
    while (!isMet()) {
      const child = start('alternate');
      // Somewhere in the write that comes next, which takes about as long as this one.
      await once(child.stdout ?? child, 'data');
      const begun = performance.now();
      await once(child.stdout ?? child, 'data');
      await sleep(Math.random() * (performance.now() - begun));
      child.kill('SIGKILL');
      await once(child, 'exit');
      remains.push(beside().join(' '));
      const checks = [1, 2].map(version =>
        checkGenerated({ directory, files: versionFiles(version), isIgnored }),
      );
      const held = (await Promise.all(checks)).map(holds);
      expect(await recoverGenerated(directory)).toEqual({ status: 'recovered' });
      const { 'node_modules/x': mine, ...found } = textsIn(directory);
      expect(mine).toBe('kept');
      expect(versions.slice(0, 2)).toContainEqual(found);
      expect(held).toEqual([found['version.txt'] === '1', found['version.txt'] === '2']);
      expect(beside()).toEqual([]);
    }
  }, 600_000);
});

describe('processes at the same time', () => {
  it('end in one whole version, and readers always see one', async () => {
    const writers = [1, 2, 3, 4].map(version => start('repeat', String(version)));
    const ends = Promise.all(writers.map(exitOf));
    let running = true;
    void ends.then(() => {
      running = false;
    });
    const seen = new Set<string>();
    while (running) {
      const result = await readGenerated(directory, 'version.txt');
      if (existsSync(directory) || seen.size > 0) expect(result.status).not.toBe('refused');
      if (seen.size > 0) expect(result.status).toBe('read');
      if (result.status === 'read') seen.add(result.text);
      await sleep(1);
    }
    expect(await ends).toEqual([0, 0, 0, 0]);
    expect(versions).toContainEqual(textsIn(directory));
    expect(beside()).toEqual([]);
    expect(seen.size).toBeGreaterThan(1);
  });

  it('never hold the lock together', async () => {
    mkdirSync(directory);
    // They take it again and again until the folder is gone.
    const ends = Promise.all([1, 2, 3, 4].map(() => exitOf(start('lock'))));
    // One that is killed leaves a claim that the others take over.
    const killed = start('hold');
    await once(killed.stdout ?? killed, 'data');
    killed.kill('SIGKILL');
    const claims = () => beside().some(name => name.includes(`-${killed.pid}-`));
    await expect.poll(claims).toBe(false);
    await sleep(1000);
    rmSync(directory, { recursive: true });
    expect(await ends).toEqual([0, 0, 0, 0]);
  });
});

describe('the lock of a process that has ended', () => {
  it.runIf(process.platform === 'linux')('is free while its parent has not noticed', async () => {
    // The shell becomes another program, which never asks how its child ended. The child ends after that.
    const script = '{ read -r _ <&3; } & echo $!; exec sleep 60';
    const shell = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
    const [pid] = await once(shell.stdout ?? shell, 'data');
    const statOf = (of: string) => readFileSync(`/proc/${of}/stat`, 'latin1');
    await expect.poll(() => statOf(String(shell.pid))).toContain('(sleep)');
    shell.stdio[3]?.destroy();
    await expect.poll(() => statOf(String(pid).trim())).toContain(') Z ');
    const place = resolveOutputPlace(directory);
    const lock = await acquire(place, 0);
    if ('kind' in lock) throw new Error(lock.kind);
    release(lock);
    const zombie = lock.file.replace(/-\d+-\d+-/, `-${String(pid).trim()}-0-`);
    writeFileSync(zombie, '');
    const result = await acquire(place, 0);
    shell.kill();
    expect('kind' in result).toBe(false);
    expect(existsSync(zombie)).toBe(false);
  });
});

describe('git', () => {
  const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: parent });
  const files = filesOf({ 'a.json': '{}' });

  it('is asked what it ignores, also from within a hook', async () => {
    git('init', '-q');
    directory = join(parent, 'packages/generated');
    put(parent, { '.gitignore': 'node_modules/\n*.log\n!kept.log\n' });
    await writeGenerated({ directory, files });
    put(directory, { 'node_modules/x/y': '', 'd/a.log': '', ':(top)*': '', 'd/kept.log': '' });
    put(directory, { 'tracked.log': '' });
    git('add', '-f', 'packages/generated/tracked.log');
    vi.stubEnv('GIT_DIR', '.git');
    const result = await writeGenerated({ directory, files: filesOf({ 'a.json': '[]' }) });
    vi.unstubAllEnvs();
    expect(result).toEqual({
      status: 'refused',
      refusals: [':(top)*', 'tracked.log', 'd/kept.log'].map(path => ({ kind: 'foreign', path })),
    });
    for (const path of [':(top)*', 'tracked.log', 'd/kept.log']) rmSync(join(directory, path));
    await writeGenerated({ directory, files: filesOf({ 'b.json': '' }) });
    expect(textsIn(directory)).toEqual({ 'b.json': '', 'node_modules/x/y': '', 'd/a.log': '' });
  });

  it('ignores nothing outside of a repository', async () => {
    put(directory, { 'a.log': '' });
    const result = await writeGenerated({ directory, files });
    expect(result).toMatchObject({ refusals: [{ kind: 'foreign', path: 'a.log' }] });
  });

  it('is heard when it fails', async () => {
    git('init', '-q');
    put(parent, { '.git/config': '[core' });
    put(directory, { 'a.log': '' });
    const result = await writeGenerated({ directory, files });
    expect(result).toMatchObject({
      refusals: [{ kind: 'git', reason: expect.stringContaining('.git/config') }],
    });
  });
});

describe('a folder that may not be written', () => {
  // Nothing is forbidden to root, so there the process runs as somebody else.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

  it.each(['generated/folder-0', 'generated', '.'])('is refused: `%s`', async folder => {
    await writeGenerated({ directory, files: versionFiles(2) });
    for (const path of ['.', ...readdirSync(parent, { recursive: true, encoding: 'utf8' })]) {
      if (nobody.uid !== undefined) chownSync(join(parent, path), nobody.uid, nobody.gid);
    }
    chmodSync(join(parent, folder), 0o555);
    const before = stampsIn(parent, 'without status');
    const { stdout } = spawnSync(process.execPath, [child, 'once', directory], {
      ...nobody,
      encoding: 'utf8',
    });
    chmodSync(join(parent, folder), 0o755);
    const after = stampsIn(parent, 'without status');
    expect(JSON.parse(stdout)).toMatchObject({ refusals: [{ kind: 'system', code: 'EACCES' }] });
    // The lock may have come and gone in the parent.
    expect({ ...after, '': '' }).toEqual({ ...before, '': '' });
  });
});
