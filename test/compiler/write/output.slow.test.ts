import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { applyPatch } from 'diff';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { madeText, planFile } from '../../../generator/core/output/content.ts';
import type { GeneratedFile } from '../../../generator/core/output/statement.ts';
import { sha256 } from '../../../generator/write/digests.ts';
import { checkGenerated, type LeftFiles, writeGenerated } from '../../../generator/write/index.ts';
import {
  edit,
  filesOf,
  ignoring,
  marked,
  pathsIn,
  put,
  stampsIn,
  temporaryFolder,
  textsIn,
} from './fixture.ts';

const first = { 'a.json': '{}\n', 'sql/one.sql': 'SELECT 1;\n', 'sql/two.sql': 'SELECT 2;\n' };
const second = { 'a.json': '{}\n', 'sql/one.sql': 'SELECT 10;\n', 'ts/three.ts': 'export {};\n' };

let parent: string;
let directory: string;

beforeEach(() => {
  parent = temporaryFolder();
  directory = join(parent, 'generated');
});

afterEach(() => rmSync(parent, { recursive: true, force: true }));

interface Extra {
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly only?: (path: string) => boolean;
  readonly inspect?: (files: readonly GeneratedFile[]) => Promise<void>;
  readonly ignored?: readonly string[];
}

function write(texts: Readonly<Record<string, string>>, { ignored = [], ...extra }: Extra = {}) {
  const isIgnored = ignoring(...ignored);
  return writeGenerated({ directory, files: filesOf(texts), isIgnored, ...extra });
}

function check(texts: Readonly<Record<string, string>>) {
  return checkGenerated({ directory, files: filesOf(texts), isIgnored: ignoring() });
}

/** Runs a step that must leave everything as it is, and gives its result. */
async function untouched<T>(step: () => Promise<T>): Promise<T> {
  const before = stampsIn(parent);
  const result = await step();
  expect(stampsIn(parent)).toEqual(before);
  return result;
}

const refusal = (...refusals: readonly object[]) => ({ status: 'refused', refusals });

describe('a ledger', () => {
  /** Files of which one counts how often its text is asked for. */
  function counted(texts: Readonly<Record<string, string>>) {
    let asked = 0;
    const files = Object.entries(texts).map(([path, text]) => {
      const made = madeText(marked(path, text));
      const bytes = () => {
        if (path === 'sql/two.sql') asked += 1;
        return made.bytes();
      };
      return planFile(path, { digest: made.digest, bytes });
    });
    return { files, asked: () => asked };
  }

  /** Writes again and again with what the runs before have left. */
  function writer() {
    let before: LeftFiles = new Map();
    return async (texts: Readonly<Record<string, string>>) => {
      const { files, asked } = counted(texts);
      const keep = (left: LeftFiles) => {
        before = left;
      };
      const ledger = { before, keep };
      const written = await writeGenerated({ directory, files, ledger, isIgnored: ignoring() });
      return { written, asked: asked() };
    };
  }

  it('spares texts whose files are as a run has left them', async () => {
    const write = writer();
    expect((await write(first)).asked).toBe(1);
    expect((await write(first)).asked).toBe(0);
    // the other files get another time of status
    const { written, asked } = await write({ ...first, 'a.json': '[]\n' });
    expect(written).toMatchObject({ changed: ['a.json'], created: [] });
    expect(asked).toBe(0);
    expect((await write({ ...first, 'a.json': '[]\n' })).asked).toBe(0);
    expect(textsIn(directory)['sql/two.sql']).toBe(first['sql/two.sql']);
  });

  it('spares none that may have changed', async () => {
    const write = writer();
    await write(first);
    const path = join(directory, 'sql/two.sql');
    put(directory, { 'sql/two.sql': marked('sql/two.sql', first['sql/two.sql']) });
    expect(await write(first)).toMatchObject({ asked: 0, written: { status: 'done' } });
    edit(directory, 'sql/two.sql');
    const edited = refusal({ kind: 'edited', path: 'sql/two.sql' });
    expect((await write(first)).written).toEqual(edited);
    expect((await write({ ...first, 'sql/two.sql': 'SELECT 4;\n' })).written).toEqual(edited);
    rmSync(path);
    expect(await write(first)).toMatchObject({ asked: 1, written: { created: ['sql/two.sql'] } });
    expect(await write({ ...first, 'sql/two.sql': 'SELECT 4;\n' })).toMatchObject({
      asked: 1,
      written: { changed: ['sql/two.sql'] },
    });
    expect(readFileSync(path, 'utf8')).toBe(marked('sql/two.sql', 'SELECT 4;\n'));
  });
});

describe('writing', () => {
  it('creates the directory and its parents', async () => {
    directory = join(parent, 'deep/er/generated');
    expect(await write(first)).toEqual({
      status: 'done',
      created: ['a.json', 'sql/one.sql', 'sql/two.sql'],
      changed: [],
      removed: [],
      unchanged: [],
      conflicted: [],
      reformatted: [],
      isInterrupted: false,
    });
    expect(textsIn(directory)).toEqual(first);
    expect(pathsIn(join(parent, 'deep/er'))).toContain('generated/');
    expect(pathsIn(join(parent, 'deep/er')).filter(path => path.startsWith('.'))).toEqual([]);
  });

  it('touches nothing when nothing changed', async () => {
    await write(first);
    const result = await untouched(() => write(first));
    expect(result).toMatchObject({ status: 'done', created: [], changed: [], removed: [] });
    expect(result).toHaveProperty('unchanged.length', 3);
  });

  it('keeps unchanged files themselves, and removes what is no longer wanted', async () => {
    await write(first);
    const before = lstatSync(join(directory, 'a.json'), { bigint: true });
    expect(await write(second)).toEqual({
      status: 'done',
      created: ['ts/three.ts'],
      changed: ['sql/one.sql'],
      removed: ['sql/two.sql'],
      unchanged: ['a.json'],
      conflicted: [],
      reformatted: [],
      isInterrupted: false,
    });
    const after = lstatSync(join(directory, 'a.json'), { bigint: true });
    expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
    expect(textsIn(directory)).toEqual(second);
    expect(pathsIn(parent).filter(path => path.startsWith('.'))).toEqual([]);
  });

  it('leaves no empty folder behind', async () => {
    await write(first);
    await write({ 'a.json': '{}\n' });
    expect(pathsIn(directory)).toEqual(['a.json']);
  });

  it('turns a file into a folder and back', async () => {
    await write({ a: '1', 'b/c': '2' });
    await write({ 'a/x': '1', b: '2' });
    expect(textsIn(directory)).toEqual({ 'a/x': '1', b: '2' });
    await write({ a: '1', 'b/c': '2' });
    expect(textsIn(directory)).toEqual({ a: '1', 'b/c': '2' });
  });

  it('creates anew what was deleted by hand', async () => {
    await write(first);
    rmSync(join(directory, 'sql'), { recursive: true });
    expect(await write(first)).toMatchObject({ created: ['sql/one.sql', 'sql/two.sql'] });
    expect(textsIn(directory)).toEqual(first);
  });

  it('tells in a dry run what it would do, and does nothing', async () => {
    await write(first);
    const dry = await untouched(() => write(second, { dryRun: true }));
    expect(await write(second)).toEqual(dry);
  });

  it('shows what it will create or change, and writes nothing where that is refused', async () => {
    const shown: string[][] = [];
    const inspect = async (fresh: readonly GeneratedFile[]) => {
      shown.push(fresh.map(({ path }) => path));
      if (fresh.some(({ text }) => text.includes('SELECT 10'))) throw new Error('refused');
    };
    await write(first, { inspect });
    await expect(untouched(() => write(second, { inspect }))).rejects.toThrow('refused');
    await write(first, { inspect });
    expect(shown).toEqual([Object.keys(first), ['sql/one.sql', 'ts/three.ts']]);
  });

  it('ends in one whole version when several write at once', async () => {
    const versions = [1, 2, 3, 4].map(n => ({ 'x/a': `a${n}`, 'x/b': `b${n}`, [`only/${n}`]: '' }));
    const results = await Promise.all(versions.map(texts => write(texts)));
    expect(results.map(result => result.status)).toEqual(['done', 'done', 'done', 'done']);
    expect(versions).toContainEqual(textsIn(directory));
  });
});

describe('what was edited by hand', () => {
  it('is refused by name, together with everything else that is refused', async () => {
    await write(first);
    edit(directory, 'sql/one.sql', 'sql/two.sql');
    put(directory, { 'notes.txt': '', 'd/e': '' });
    expect(await untouched(() => write(second))).toEqual(
      refusal(
        { kind: 'edited', path: 'sql/one.sql' },
        { kind: 'edited', path: 'sql/two.sql' },
        { kind: 'foreign', path: 'notes.txt' },
        { kind: 'foreign', path: 'd/e' },
      ),
    );
  });

  it('is overwritten by force, also where the file goes', async () => {
    await write(first);
    edit(directory, 'sql/one.sql', 'sql/two.sql');
    await write(second, { force: true });
    expect(textsIn(directory)).toEqual(second);
  });

  it('is seen in a file that is wanted unchanged', async () => {
    await write(first);
    edit(directory, 'a.json');
    expect(await write(first)).toEqual(refusal({ kind: 'edited', path: 'a.json' }));
  });

  it('is no edit when it is what would be written', async () => {
    await write(first);
    put(directory, { 'sql/one.sql': marked('sql/one.sql', second['sql/one.sql']) });
    expect(await write(second)).toMatchObject({
      status: 'done',
      unchanged: ['a.json', 'sql/one.sql'],
    });
  });
});

describe('what quern does not own', () => {
  it('moves to the new tree when git ignores it, links and all', async () => {
    await write(first);
    put(directory, { 'sql/node_modules/x/y': 'y', 'tmp/a.log': 'log', 'sql/.env': 'secret' });
    symlinkSync('nowhere', join(directory, 'sql/node_modules/link'));
    const ignored = ['sql/node_modules', 'tmp/a.log', 'sql/.env'];
    const inode = lstatSync(join(directory, 'sql/node_modules')).ino;
    expect(await write({ 'a.json': 'new' }, { ignored })).toMatchObject({ status: 'done' });
    expect(pathsIn(directory)).toEqual(
      ['a.json', 'sql/', 'sql/.env', 'sql/node_modules/', 'sql/node_modules/link']
        .concat(['sql/node_modules/x/', 'sql/node_modules/x/y', 'tmp/', 'tmp/a.log'])
        .sort(),
    );
    expect(lstatSync(join(directory, 'sql/node_modules')).ino).toBe(inode);
  });

  it('is refused even so where a generated file must go', async () => {
    put(directory, { 'a.json': 'mine', sql: 'a file', 'x/y/z': '' });
    const wanted = { ...first, x: 'a file where a folder is' };
    const result = await untouched(() => write(wanted, { ignored: ['a.json', 'sql', 'x/y'] }));
    expect(result).toEqual(
      refusal(
        { kind: 'occupied', path: 'a.json' },
        { kind: 'occupied', path: 'sql' },
        { kind: 'foreign', path: 'x/y' },
      ),
    );
  });

  it('is overwritten by force only where a generated file must go', async () => {
    put(directory, { 'a.json': 'mine', sql: 'a file' });
    expect(await write(first, { force: true })).toMatchObject({ removed: ['sql'] });
    expect(textsIn(directory)).toEqual(first);
    put(directory, { 'mine.txt': 'mine' });
    const refused = refusal({ kind: 'foreign', path: 'mine.txt' });
    expect(await untouched(() => write(second, { force: true }))).toEqual(refused);
  });

  it('does not count as an empty folder', async () => {
    await write(first);
    mkdirSync(join(directory, 'empty/er'), { recursive: true });
    await untouched(() => write(first));
    await write(second);
    expect(textsIn(directory)).toEqual(second);
    expect(pathsIn(directory)).not.toContain('empty/');
  });

  it('passes on what git has to say', async () => {
    put(directory, { 'mine.txt': '' });
    const isIgnored = async () => ({ kind: 'git', reason: 'fatal: dubious ownership' }) as const;
    const result = await writeGenerated({ directory, files: filesOf(first), isIgnored });
    expect(result).toEqual(refusal({ kind: 'git', reason: 'fatal: dubious ownership' }));
  });
});

describe('links and other things that are no files', () => {
  it('are refused wherever they stand', async () => {
    await write(first);
    put(parent, { 'outside/one.sql': first['sql/one.sql'], 'outside/two.sql': 'x' });
    rmSync(join(directory, 'sql'), { recursive: true });
    symlinkSync('../outside', join(directory, 'sql'));
    rmSync(join(directory, 'a.json'));
    symlinkSync('../outside/two.sql', join(directory, 'a.json'));
    symlinkSync('nowhere', join(directory, 'stray'));
    const links = ['a.json', 'sql', 'stray'].map(path => ({ kind: 'link', path }));
    expect(await untouched(() => write(first))).toEqual(refusal(...links));

    rmSync(join(directory, 'stray'));
    await write(first, { force: true });
    expect(textsIn(directory)).toEqual(first);
    expect(textsIn(join(parent, 'outside'))).toEqual({ 'one.sql': 'SELECT 1;\n', 'two.sql': 'x' });
  });

  it('cannot be the directory itself', async () => {
    put(parent, { 'elsewhere/x': 'x' });
    symlinkSync('elsewhere', directory);
    const link = refusal({ kind: 'not-a-directory', file: directory, found: 'link' });
    expect(await untouched(() => write(first, { force: true }))).toEqual(link);
    rmSync(directory);
    writeFileSync(directory, '');
    const file = refusal({ kind: 'not-a-directory', file: directory, found: 'file' });
    expect(await untouched(() => write(first, { force: true }))).toEqual(file);
    expect(await untouched(() => check(first))).toEqual(file);
  });
});

describe('paths', () => {
  const bad = ['', '.', '..', '../x', 'a/../b', 'a//b', 'a/', '/a', './a', 'a\\b', 'a\0', 'C:/a'];
  it.each([...bad, '.quern.json', '.Quern.json', 'a\ud800'])('%j is a bug of ours', async path => {
    await expect(write({ [path]: '' })).rejects.toThrow(/path of a generated file/);
    expect(pathsIn(parent)).toEqual([]);
  });

  it.each([
    ['a/B', 'a/b'],
    ['a', 'a/b'],
    ['x/a', 'X/b'],
    ['caf\u00e9', 'cafe\u0301'],
  ])('%j and %j would fall together', async (one, other) => {
    await expect(write({ [one]: '', [other]: '' })).rejects.toThrow(/fall together/);
  });

  it('are not written twice', async () => {
    const file: GeneratedFile = { path: 'a', text: '' };
    await expect(writeGenerated({ directory, files: [file, file] })).rejects.toThrow(/together/);
    const root = writeGenerated({ directory: '/', files: [] });
    await expect(root).rejects.toThrow(/directory/);
  });
});

describe('writing a part', () => {
  const sql = (path: string) => path.startsWith('sql/');

  it('creates, changes and removes only what is asked for', async () => {
    await write({ ...first, 'ts/old.ts': '' });
    const wanted = { 'a.json': 'new', 'sql/one.sql': 'new', 'ts/three.ts': '' };
    const result = await write(wanted, { only: sql });
    expect(result).toMatchObject({
      changed: ['sql/one.sql'],
      removed: ['sql/two.sql'],
    });
    expect(textsIn(directory)).toEqual({ 'a.json': '{}\n', 'sql/one.sql': 'new', 'ts/old.ts': '' });
    expect(await write(wanted)).toMatchObject({ status: 'done', removed: ['ts/old.ts'] });
    expect(textsIn(directory)).toEqual(wanted);
  });

  it('keeps an edit that is not asked for, and still knows it for one', async () => {
    await write(first);
    edit(directory, 'a.json');
    const edited = readFileSync(join(directory, 'a.json'), 'utf8');
    await write({ ...first, 'sql/one.sql': 'new' }, { only: sql });
    expect(readFileSync(join(directory, 'a.json'), 'utf8')).toBe(edited);
    expect(await write(first)).toEqual(refusal({ kind: 'edited', path: 'a.json' }));
  });

  it('does not carry a link over', async () => {
    await write(first);
    rmSync(join(directory, 'a.json'));
    symlinkSync('sql/one.sql', join(directory, 'a.json'));
    const part = { only: sql, force: true };
    expect(await write(second, part)).toEqual(refusal({ kind: 'link', path: 'a.json' }));
  });
});

describe('checking', () => {
  it('finds nothing when everything is fresh, and touches nothing', async () => {
    await write(first);
    expect(await untouched(() => check(first))).toEqual({ status: 'fresh' });
  });

  it('finds everything missing when nothing was generated', async () => {
    const result = await untouched(() => check({ 'a.txt': 'one\n' }));
    const lines = marked('a.txt', 'one\n').replaceAll(/^(?=.)/gm, '+');
    const patch = `--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,2 @@\n${lines}`;
    expect(result).toMatchObject({ status: 'stale', refusals: [] });
    expect(result).toHaveProperty('differences.0', { kind: 'missing', path: 'a.txt', patch });
  });

  it('tells stale, missing, orphaned, edited and foreign apart', async () => {
    await write({ ...first, 'b.txt': 'b' });
    edit(directory, 'b.txt');
    put(directory, { 'stray.txt': '' });
    const result = await untouched(() => check({ ...second, 'b.txt': 'b' }));
    if (result.status !== 'stale') throw new Error(result.status);
    expect(result.differences.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'edited b.txt',
      'stale sql/one.sql',
      'orphaned sql/two.sql',
      'missing ts/three.ts',
    ]);
    expect(result.refusals).toEqual([{ kind: 'foreign', path: 'stray.txt' }]);
  });

  async function patched(before: string, after: string): Promise<string | false> {
    rmSync(directory, { recursive: true, force: true });
    await write({ x: before });
    const result = await check({ x: after });
    if (result.status !== 'stale') return result.status === 'fresh' && marked('x', before);
    const difference = result.differences.find(({ path }) => path === 'x');
    const patch = difference?.patch ?? '';
    return applyPatch(marked('x', before), patch, { autoConvertLineEndings: false });
  }

  it('gives a patch that leads to what is wanted', async () => {
    const line = fc.constantFrom('a', 'b', 'c', '', '\r', '\\ No newline at end of file', '--- a');
    const text = fc.array(line, { maxLength: 12 }).map(all => all.join('\n'));
    await fc.assert(
      fc.asyncProperty(text, text, async (before, after) => {
        expect(await patched(before, after)).toBe(marked('x', after));
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['', '\n'],
    ['\n', ''],
  ])('gives a patch of two long texts that have nothing in common', async (one, other) => {
    const text = (word: string) => Array.from({ length: 2000 }, (_, i) => word + i).join('\n');
    expect(await patched(text('x') + one, text('y') + other)).toBe(marked('x', text('y') + other));
  });
});

describe('a record of an earlier release', () => {
  /** Files without markers, and the list of them. */
  const earlier = (texts: Readonly<Record<string, string>>) => {
    const files = Object.entries(texts).map(([path, text]) => [path, sha256(Buffer.from(text))]);
    const record = { format: 1, files: Object.fromEntries(files) };
    return { ...texts, '.quern.json': `${JSON.stringify(record, null, 2)}\n` };
  };

  it('shows which files are quern’s, and is removed', async () => {
    put(directory, earlier(first));
    expect(await write(second)).toMatchObject({
      created: ['ts/three.ts'],
      changed: ['a.json', 'sql/one.sql'],
      removed: ['.quern.json', 'sql/two.sql'],
    });
    expect(textsIn(directory)).toEqual(second);
  });

  it('shows edits', async () => {
    put(directory, { ...earlier(first), 'sql/one.sql': 'mine' });
    const edited = refusal({ kind: 'edited', path: 'sql/one.sql' });
    expect(await untouched(() => write(second))).toEqual(edited);
  });

  it('counts with both sides of a conflict', async () => {
    const [ours, theirs] = [earlier(first), earlier(second)].map(one => one['.quern.json']);
    const record = `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> other\n`;
    put(directory, { ...first, 'ts/three.ts': second['ts/three.ts'], '.quern.json': record });
    expect(await write(second)).toMatchObject({ status: 'done' });
    expect(textsIn(directory)).toEqual(second);
  });
});

describe('what the system refuses', () => {
  it('leaves the old tree and nothing beside it', async () => {
    await write(first);
    // A link to a file changes the status of the file, but neither it nor its time.
    const before = stampsIn(directory, 'without status');
    const result = await write({ ...second, ['n'.repeat(300)]: '' });
    expect(result).toMatchObject(
      refusal({ kind: 'system', code: 'ENAMETOOLONG', reason: 'name too long' }),
    );
    expect(stampsIn(directory, 'without status')).toEqual(before);
    expect(pathsIn(parent).filter(path => path.startsWith('.'))).toEqual([]);
  });
});

describe('any sequence of file sets', () => {
  const name = fc.constantFrom('a', 'b', 'c d', 'é', '-x', '__proto__');
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map(names => names.join('/'));
  const set = fc.dictionary(path, fc.constantFrom('', '1', '2\n'), {
    maxKeys: 6,
    noNullPrototype: true,
  });
  const isPossible = (texts: object) =>
    Object.keys(texts).every(one => !Object.keys(texts).some(two => two.startsWith(`${one}/`)));

  it('leaves the last one, and says what it did', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(set.filter(isPossible), { maxLength: 6 }), async sets => {
        rmSync(directory, { recursive: true, force: true });
        let before: Record<string, string> = {};
        for (const texts of sets) {
          const result = await write(texts);
          if (result.status !== 'done') throw new Error(JSON.stringify(result));
          // without files there is no directory
          expect(existsSync(directory) ? textsIn(directory) : {}).toEqual(texts);
          const gone = Object.keys(before).filter(path => !Object.hasOwn(texts, path));
          expect(result.removed).toEqual(gone.sort());
          expect(await check(texts)).toEqual({ status: 'fresh' });
          before = texts;
        }
      }),
      { numRuns: 40 },
    );
  });
});
