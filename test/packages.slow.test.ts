/** What is installed, and by whom: `npm ci` what quern is made of, `npm test` what only tests need besides. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from './support/root.ts';

const MOST_MEBIBYTES = 375;
const BLOCK = 4096;

interface Lock {
  readonly packages: Readonly<Record<string, Locked>>;
}
interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const lockOf = (folder: string): Lock => parsed(join(ROOT, folder, 'package-lock.json'));
const manifest: Manifest = parsed(join(ROOT, 'package.json'));
const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });

describe('what `npm ci` installs', () => {
  it(`takes at most ${MOST_MEBIBYTES} MB`, () => {
    const places = Object.keys(lockOf('.').packages).filter(place => place !== '');
    // packages of other platforms are not
    const there = places.map(place => join(ROOT, place)).filter(place => existsSync(place));
    expect(there.length).toBeGreaterThan(100);
    const bytes = there.reduce((sum, place) => sum + sizeOf(place), 0);
    expect(bytes / 2 ** 20).toBeLessThan(MOST_MEBIBYTES);
  });

  it('has no package that only tests import', () => {
    const programs = ['@biomejs/biome', 'esbuild', 'typescript'];
    const used = new Set([...programs, ...sources(ROOT).flatMap(importsOf)]);
    const isUsed = (name: string) => used.has(name.replace(/^@types\//, '')) || name === TYPES;
    expect(declared.filter(name => !isUsed(name))).toEqual([]);
  });

  it('has the versions that the tests have', () => {
    const [ours, theirs] = [lockOf('.').packages, lockOf('test').packages];
    const places = declared.map(name => `node_modules/${name}`);
    const both = places.filter(place => place in ours && place in theirs);
    expect(both).toContain(`node_modules/${TYPES}`);
    const differ = both.filter(place => ours[place]?.version !== theirs[place]?.version);
    // other generators have the API of TypeScript 5
    expect(differ).toEqual(['node_modules/typescript']);
  });
});

describe.each(['.', 'test', 'editors/vscode'])('the lock in %s', folder => {
  const { packages } = lockOf(folder);

  it('lists the packages of every platform', () => {
    const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter(name => !lookups(place, name).some(other => other in packages))
        .map(name => `${place} > ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('names no registry', () => {
    const named = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined);
    expect(named).toEqual([]);
  });
});

describe('test/install.mjs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quern-install-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  /** A package that is a folder beside, and one that is not there. */
  const put = (version: string, absent = false) => {
    const dependencies = { local: 'file:local', ...(absent && { absent: 'file:absent.tgz' }) };
    const root = { name: 'some', version, dependencies };
    const packages = {
      '': root,
      local: { version: '1.0.0' },
      'node_modules/local': { resolved: 'local', link: true },
      ...(absent && { 'node_modules/absent': { version: '1.0.0', resolved: 'file:absent.tgz' } }),
    };
    write('package.json', root);
    write('package-lock.json', { name: 'some', version, lockfileVersion: 3, packages });
    write('local/package.json', { name: 'local', version: '1.0.0' });
  };
  const write = (file: string, value: unknown) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), JSON.stringify(value));
  };
  const install = (environment = {}) =>
    spawnSync(process.execPath, [join(ROOT, 'test/install.mjs'), folder], {
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    });
  const INSTALLING = expect.stringMatching(/^Installing the packages of \//);
  beforeEach(() => {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    put('1.0.0');
  });

  it('installs once', () => {
    expect(install()).toMatchObject({ status: 0, stderr: INSTALLING });
    expect(install()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it('installs again when the lock has changed', () => {
    expect(install()).toMatchObject({ status: 0, stderr: INSTALLING });
    put('1.0.1');
    expect(install()).toMatchObject({ status: 0, stderr: INSTALLING });
    expect(install()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it('says what npm says, and what failed; and tries again', () => {
    put('1.0.0', true);
    // as a silent script passes it on
    const { status, stderr } = install({ npm_config_loglevel: 'silent' });
    expect(status).toBe(1);
    expect(stderr).toMatch(/absent\.tgz/);
    expect(stderr).toMatch(/^`npm ci` failed in .+ \(exit code \d+\): its packages are not/m);
    put('1.0.0');
    expect(install()).toMatchObject({ status: 0, stderr: INSTALLING });
  });

  it('says so where there is no npm', () => {
    const { status, stderr } = install({ PATH: folder });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^`npm ci` failed in .+ \(.*ENOENT.*\): its packages are not/m);
  });
});

const TYPES = '@types/node';

function parsed(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Of the package alone, as a disk holds it. */
function sizeOf(place: string): number {
  const stat = lstatSync(place);
  const own = Math.ceil(stat.size / BLOCK) * BLOCK;
  if (!stat.isDirectory()) return own;
  const names = readdirSync(place).filter(name => name !== 'node_modules');
  return names.reduce((sum, name) => sum + sizeOf(join(place, name)), own);
}

/** Where Node looks for what a package needs: `node_modules` in its folder, and in those above. */
function lookups(place: string, name: string): readonly string[] {
  const folders = place.split('/').map((_, i, parts) => `${parts.slice(0, i + 1).join('/')}/`);
  return ['', ...folders].map(folder => `${folder}node_modules/${name}`);
}

/** Files of TypeScript beside the tests. */
function sources(folder: string): readonly string[] {
  const isOther = /^(\..*|node_modules|dist|generated|test)$/;
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => !isOther.test(entry.name))
    .flatMap(entry => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sources(path);
      return path.endsWith('.ts') ? [path] : [];
    });
}

/** Packages that a file names. */
function importsOf(file: string): readonly string[] {
  const found = readFileSync(file, 'utf8').matchAll(/\b(?:from |import |import\()'([^'.][^']*)'/g);
  return [...found].map(([, name = '']) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
}
