import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquire, type Lock, release } from '../../../generator/system/lock.ts';
import {
  checkGenerated,
  readGenerated,
  recoverGenerated,
  writeGenerated,
} from '../../../generator/write/index.ts';
import { treeDigest, writeJournal } from '../../../generator/write/swap/journal.ts';
import { type OutputPlace, resolveOutputPlace } from '../../../generator/write/swap/place.ts';
import {
  LOGS,
  type Project,
  project,
  removeFolders,
  SOURCES,
  start,
} from '../../cli/cli-fixture.ts';
import {
  filesOf,
  ignoring,
  marked,
  pathsIn,
  put,
  stampsIn,
  temporaryFolder,
  textsIn,
} from './fixture.ts';

const texts = { 'a.json': '{}\n', 'sql/one.sql': 'SELECT 1;\n' };

let parent: string;
let directory: string;
let place: OutputPlace;

beforeEach(async () => {
  parent = temporaryFolder();
  directory = join(parent, 'generated');
  place = resolveOutputPlace(directory);
  await write();
});

afterEach(() => rmSync(parent, { recursive: true, force: true }));

const options = () => ({ directory, files: filesOf(texts), isIgnored: ignoring(), wait: 20 });
const write = (extra = {}) => writeGenerated({ ...options(), ...extra });
const check = () => checkGenerated(options());
const read = (path = 'a.json') => readGenerated(directory, path, 20);
const beside = () => pathsIn(parent).filter(path => path.startsWith('.'));
const journal = (text: string) => put(parent, { [basename(place.journal)]: text });
const locked = (lock: { file: string; pid: number }) => ({
  status: 'refused',
  refusals: [{ kind: 'locked', ...lock }],
});

async function held(): Promise<Lock> {
  const lock = await acquire(place, 0);
  if ('kind' in lock) throw new Error(lock.kind);
  return lock;
}

/** Puts a claim there as another process would have made it. */
function claim(change: { machine?: string; pid?: number; start?: string }, own: Lock): string {
  const name = basename(own.file).slice(place.claims.length);
  const [machine, pid, start] = name.split('-');
  const parts = { machine, pid, start, ...change };
  const file = `${place.claims}${parts.machine}-${parts.pid}-${parts.start}-00000000`;
  put(parent, { [file]: '' });
  return file;
}

describe('the lock', () => {
  it('is held by one, who is named to the others, until it is given back', async () => {
    const lock = await held();
    expect(await acquire(place, 20)).toMatchObject({ kind: 'locked', pid: process.pid });
    const changed = { files: filesOf({ ...texts, 'a.json': 'new' }) };
    expect(await write(changed)).toEqual(locked({ file: lock.file, pid: process.pid }));
    expect(textsIn(directory)).toEqual(texts);
    setTimeout(() => release(lock), 30);
    expect(await write({ ...changed, wait: 5000 })).toMatchObject({ status: 'done' });
    expect(beside()).toEqual([]);
  });

  it('is not needed to find that nothing changed, to check and to read', async () => {
    release(await held());
    const lock = await held();
    expect(await write()).toMatchObject({ status: 'done' });
    expect(await check()).toEqual({ status: 'fresh' });
    expect(await read()).toEqual({ status: 'read', text: marked('a.json', '{}\n') });
    release(lock);
  });

  it('is taken over from a process that is no more', async () => {
    const own = await held();
    release(own);
    claim({ pid: 99_999_999 }, own);
    release(await held());
    expect(beside()).toEqual([]);
    claim({ pid: 99_999_999 }, own);
    expect(await write()).toMatchObject({ status: 'done' });
    expect(beside()).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('knows a number that was given again', async () => {
    const own = await held();
    release(own);
    claim({ start: '1' }, own);
    release(await held());
    expect(beside()).toEqual([]);
  });

  it('is not taken over from a process that cannot be judged', async () => {
    const own = await held();
    release(own);
    const elsewhere = claim({ machine: '00000000', pid: 99_999_999 }, own);
    const refusal = { kind: 'locked', file: join(parent, elsewhere), pid: 99_999_999 };
    expect(await acquire(place, 20)).toEqual(refusal);
    rmSync(join(parent, elsewhere));
    const unknownStart = claim({ start: '0' }, own);
    expect(await acquire(place, 20)).toMatchObject({ file: join(parent, unknownStart) });
  });

  it('does not mistake other files for claims', async () => {
    const file = `${place.claims}notes`;
    put(parent, { [file]: '' });
    release(await held());
    expect(beside()).toEqual([file]);
  });
});

describe('a journal', () => {
  const refused = { status: 'refused', refusals: [{ kind: 'journal' }] };

  it('that cannot be read is refused by every command, and gone over by force', async () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constant('{"format":2,"staged":"x","carried":[]}'),
      fc.constant(`{"format":2,"staged":"${'0'.repeat(64)}","carried":["../x"]}`),
    );
    await fc.assert(
      fc.asyncProperty(texts, async text => {
        journal(text);
        const before = stampsIn(parent);
        expect(await check()).toMatchObject(refused);
        expect(await read()).toMatchObject(refused);
        expect(await write({ dryRun: true })).toMatchObject(refused);
        expect(stampsIn(parent)).toEqual(before);
        expect(await recoverGenerated(directory)).toMatchObject(refused);
        expect(await write()).toMatchObject(refused);
        expect(await write({ force: true })).toMatchObject({ status: 'done' });
        expect(beside()).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('is refused when the directory was made anew beside both trees', async () => {
    journal(`{"format":2,"staged":"${'0'.repeat(64)}","carried":[]}`);
    for (const tree of [place.next, place.previous]) mkdirSync(tree);
    expect(await write()).toMatchObject(refused);
    expect(await write({ force: true })).toMatchObject({ status: 'done', changed: [] });
    expect(beside()).toEqual([]);
    expect(textsIn(directory)).toEqual(texts);
  });

  it('is refused when the staged tree is not the one it speaks of', async () => {
    journal(`{"format":2,"staged":"${'0'.repeat(64)}","carried":[]}`);
    renameSync(directory, place.previous);
    mkdirSync(place.next);
    expect(await write()).toMatchObject(refused);
    put(place.next, { 'a.json': '{}' });
    expect(await read()).toMatchObject(refused);
    expect(await write({ force: true })).toMatchObject({ status: 'done' });
    expect(textsIn(directory)).toEqual(texts);
  });

  it('gives the previous tree back when the staged one is lost', async () => {
    journal(`{"format":2,"staged":"${'0'.repeat(64)}","carried":[]}`);
    renameSync(directory, place.previous);
    expect(await read()).toEqual({ status: 'read', text: marked('a.json', '{}\n') });
    expect(await check()).toMatchObject({
      status: 'stale',
      differences: [],
      refusals: [{ kind: 'interrupted' }],
    });
    expect(await recoverGenerated(directory)).toEqual({ status: 'recovered' });
    expect(await check()).toEqual({ status: 'fresh' });
    expect(textsIn(directory)).toEqual(texts);
    expect(beside()).toEqual([]);
  });
});

const TEST = `tests:
  none:
    now: 2026-01-15T10:07:00Z
    params: { project: abc }
    given: []
    expect: []
`;

/** How far a swap came before its process was killed: what it left is brought there from a staged and a current tree. */
const KILLED: readonly {
  readonly when: string;
  readonly rename: (place: OutputPlace) => void;
  readonly isThere: boolean;
}[] = [
  { when: 'before the first rename', rename: () => {}, isThere: true },
  {
    when: 'between the renames',
    rename: ({ current, previous }) => renameSync(current, previous),
    isThere: false,
  },
  {
    when: 'after the second rename',
    rename: ({ current, previous, next }) => {
      renameSync(current, previous);
      renameSync(next, current);
    },
    isThere: true,
  },
  {
    when: 'between the renames, and the staged tree was removed',
    rename: ({ current, previous, next }) => {
      renameSync(current, previous);
      rmSync(next, { recursive: true });
    },
    isThere: false,
  },
];

describe.each(KILLED)('the command line after a kill $when', ({ rename, isThere }) => {
  let killed: Project;
  let generated: string;
  const isPresent = () => existsSync(join(generated, 'manifest/index.json'));
  const remains = () => pathsIn(killed.folder).filter(path => path.includes('.quern-'));

  // Both trees are those of the specifications, so the tree that recovery gives back is never stale.
  beforeEach(async () => {
    killed = project({
      'endpoints/logs.yaml': `${LOGS}${TEST}`,
      // Without `dialects`, the manifest is read to see that no engine is lost: that recovers nothing where nothing is written.
      'endpoints/sources.yaml': SOURCES.replace('      clickhouse: { table: edge_logs }\n', ''),
      'quern.yaml': 'engines:\n  duckdb:\n    tables: { edge_logs: logs.ndjson }\n',
      'logs.ndjson': '{"id":"a","timestamp":"2026-01-15T10:00:00Z","project":"abc","size":1}\n',
    });
    generated = join(killed.folder, 'generated');
    expect(await killed.quern(['generate'])).toMatchObject({ exit: 0 });
    const left = resolveOutputPlace(generated);
    cpSync(left.current, left.next, { recursive: true });
    writeJournal(left, { staged: treeDigest(left.next), carried: [] });
    rename(left);
    expect(isPresent()).toBe(isThere);
  });

  afterEach(removeFolders);

  it('generate completes it', async () => {
    expect(await killed.quern(['generate'])).toMatchObject({
      exit: 0,
      stderr: expect.stringMatching(/^nothing to do: \d+ files up to date\n$/m),
    });
    expect([isPresent(), remains()]).toEqual([true, []]);
  });

  it('generate --check and --dry-run write nothing, and tell where the directory is missing', async () => {
    const before = stampsIn(killed.folder);
    const check = await killed.quern(['generate', '--check']);
    if (isThere) expect(check).toMatchObject({ exit: 0, stdout: '' });
    else {
      expect(check).toMatchObject({ exit: 1, stdout: '' });
      expect(check.stderr).toContain(
        'error: An earlier run was interrupted before `generated` was in place\n' +
          '  hint: Run `quern generate`, which completes it.\n',
      );
    }
    const plan = await killed.quern(['generate', '--dry-run']);
    expect(plan).toMatchObject({ exit: 0, stdout: '' });
    expect(plan.stderr.includes('would first complete an earlier, interrupted run')).toBe(!isThere);
    expect(stampsIn(killed.folder)).toEqual(before);
  });

  it.each(['check', 'run logs --param project=abc', 'explain logs', 'test'])(
    '%s answers, for it reads the specifications alone',
    async command => {
      expect(await killed.quern(command.split(' '))).toMatchObject({ exit: 0 });
    },
  );

  it('keys create compares the key with the endpoints, and recovers', async () => {
    const words = ['keys', 'create', '--name', 'a', '--endpoint', 'lgos'];
    expect(await killed.quern(words)).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('no endpoint matches `lgos`'),
    });
    expect([isPresent(), remains()]).toEqual([true, []]);
  });

  it('serve answers, and recovers', async () => {
    const words = ['serve', '--insecure-no-auth', '--port', '0'];
    const { found, stop } = await start(killed.folder, words, /on (http:\S+)/);
    const response = await fetch(`${found[1]}/api/endpoints/logs?project=abc`);
    expect([response.status, Object(await response.json()).result.length]).toEqual([200, 1]);
    expect((await fetch(`${found[1]}/openapi.json`)).status).toBe(200);
    await stop();
    expect([isPresent(), remains()]).toEqual([true, []]);
  });
});

describe('a tree that is swapped', () => {
  const newer = { 'a.json': 'newer', 'sql/two.sql': '' };

  it('while it is looked through is looked through again', async () => {
    put(directory, { ignored: '' });
    let swap = async () => {
      await write({ files: filesOf(newer), isIgnored: ignoring('ignored') });
    };
    const isIgnored = async (paths: readonly string[]) => {
      await swap();
      swap = async () => undefined;
      return new Set(paths);
    };
    const patient = { ...options(), isIgnored, wait: 5000 };
    expect(await checkGenerated({ ...patient, files: filesOf(newer) })).toEqual({
      status: 'fresh',
    });
  });

  it('while a writer waits is judged again', async () => {
    const other = join(parent, 'other');
    await writeGenerated({ directory: other, files: filesOf(newer) });
    const lock = await held();
    const wanted = { 'a.json': '{}\n', 'b.json': '' };
    const result = write({ files: filesOf(wanted), wait: 5000 });
    await sleep(30);
    rmSync(directory, { recursive: true });
    renameSync(other, directory);
    release(lock);
    expect(await result).toMatchObject({ status: 'done', changed: ['a.json'] });
    expect(textsIn(directory)).toEqual(wanted);
  });
});

describe('reading', () => {
  it('gives a file, tells that there is none, and never leaves the directory', async () => {
    expect(await read()).toEqual({ status: 'read', text: marked('a.json', '{}\n') });
    expect(await read('b.json')).toEqual({ status: 'missing' });
    expect(await read('a.json/b')).toEqual({ status: 'missing' });
    expect(await read('sql')).toMatchObject({ refusals: [{ kind: 'system', code: 'EISDIR' }] });
    await expect(read('../x')).rejects.toThrow(/path/);
    rmSync(directory, { recursive: true });
    expect(await read()).toEqual({ status: 'missing' });
  });

  it('waits for a swap that is under way, but not for ever', async () => {
    const lock = await held();
    journal('{}');
    renameSync(directory, place.previous);
    expect(await read()).toEqual(locked({ file: lock.file, pid: process.pid }));
    expect(await check()).toEqual(locked({ file: lock.file, pid: process.pid }));
    setTimeout(() => {
      renameSync(place.previous, directory);
      rmSync(place.journal);
    }, 30);
    expect(await readGenerated(directory, 'a.json')).toEqual({
      status: 'read',
      text: marked('a.json', '{}\n'),
    });
    release(lock);
  });
});
