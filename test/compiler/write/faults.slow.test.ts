import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  checkGenerated,
  readGenerated,
  recoverGenerated,
  writeGenerated,
} from '../../../generator/write/index.ts';
import { filesOf, holds, ignoring, marked, put, temporaryFolder, textsIn } from './fixture.ts';

// Each call of the system that changes something can be made to fail, or to be the last one that a
// process makes. The tests try every moment of a write, not random ones.
type Fault = { readonly at: number; readonly kind: 'fail' | 'die' } | { readonly refuse: string };

const faults = vi.hoisted(() => ({
  fault: null as Fault | null,
  calls: [] as string[],
  enter: (_name: string, _args: readonly unknown[], _real: (...args: never[]) => unknown) => {},
}));

const changing = vi.hoisted(() => [
  'accessSync',
  'copyFileSync',
  'fsyncSync',
  'linkSync',
  'mkdirSync',
  'openSync',
  'renameSync',
  'rmSync',
  'utimesSync',
  'writeFileSync',
]);

vi.mock('node:fs', async importOriginal => {
  const real = await importOriginal<Record<string, (...args: unknown[]) => unknown>>();
  const wrapped = changing.map(name => {
    const call = real[name] ?? (() => undefined);
    const guarded = (...args: unknown[]) => {
      faults.enter(name, args, call);
      return call(...args);
    };
    return [name, guarded];
  });
  return { ...real, ...Object.fromEntries(wrapped) };
});

class Death extends Error {}

function systemError(code: string, syscall: string): Error {
  const [errno] = [...getSystemErrorMap()].find(([, [name]]) => name === code) ?? [];
  return Object.assign(new Error(code), { code, syscall, errno });
}

faults.enter = (name, args, real) => {
  const { fault } = faults;
  if (fault === null) return;
  faults.calls.push(`${name} ${basename(String(args[0]))}`);
  if ('refuse' in fault) {
    if (fault.refuse === name) throw systemError('EPERM', name);
  } else if (fault.kind === 'fail') {
    if (faults.calls.length === fault.at) throw systemError('ENOSPC', name);
  } else if (faults.calls.length >= fault.at) {
    if (faults.calls.length === fault.at) halfDone(name, args, real);
    throw new Death(name);
  }
};

// A process may die in the middle of a call that has many steps.
function halfDone(name: string, args: readonly unknown[], real: (...args: never[]) => unknown) {
  const call = real as (...args: unknown[]) => unknown;
  const [file, content, ...rest] = args;
  if (name === 'writeFileSync') call(file, String(content).slice(0, 5), ...rest);
  if (name === 'rmSync' && fs.existsSync(String(file)) && fs.statSync(String(file)).isDirectory()) {
    for (const entry of fs.readdirSync(String(file)).slice(0, 2)) {
      call(join(String(file), entry), { recursive: true });
    }
  }
}

const before = { 'a.json': '{}\n', 'sql/one.sql': 'SELECT 1;\n', 'sql/two.sql': 'SELECT 2;\n' };
const after = { 'a.json': '{}\n', 'sql/one.sql': 'SELECT 10;\n', 'ts/three.ts': 'export {};\n' };
const mine = { 'sql/.env': 'secret', 'tmp/x/y': 'kept' };
const isIgnored = ignoring('sql/.env', 'tmp');

let parent: string;
let directory: string;

const write = (texts: Readonly<Record<string, string>>) =>
  writeGenerated({ directory, files: filesOf(texts), isIgnored, wait: 50 });
const check = (texts: Readonly<Record<string, string>>) =>
  checkGenerated({ directory, files: filesOf(texts), isIgnored, wait: 50 });
const beside = () => fs.readdirSync(parent).filter(name => name !== 'generated');

/** Runs a step with a fault; gives its result, or null when the process died of it. */
async function withFault<T>(fault: Fault, step: () => Promise<T>): Promise<T | null> {
  faults.fault = fault;
  faults.calls = [];
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof Death)) throw error;
    return null;
  } finally {
    faults.fault = null;
  }
}

/** The claim names this process, which lives on; that of a dead one counts for nothing. */
function buryClaims(): void {
  for (const name of beside().filter(name => name.includes('quern-lock-'))) {
    fs.rmSync(join(parent, name));
  }
}

async function start(from: Readonly<Record<string, string>> | null): Promise<void> {
  parent = temporaryFolder();
  directory = join(parent, 'generated');
  if (from === null) return;
  await write(from);
  put(directory, mine);
}

const withoutMine = () =>
  Object.fromEntries(Object.entries(textsIn(directory)).filter(([path]) => !(path in mine)));

beforeEach(() => start(before));

afterEach(() => fs.rmSync(parent, { recursive: true, force: true }));

/** Tries a fault at each call of a write, on a new directory each time. */
async function atEveryCall(
  kind: 'fail' | 'die',
  from: Readonly<Record<string, string>> | null,
  then: (result: Awaited<ReturnType<typeof write>> | null, at: number) => Promise<void>,
): Promise<number> {
  for (let at = 1; ; at += 1) {
    fs.rmSync(parent, { recursive: true, force: true });
    await start(from);
    const result = await withFault({ at, kind }, () => write(after));
    if (faults.calls.length < at) return at - 1;
    await then(result, at);
  }
}

describe('a process that dies at any call', () => {
  it('leaves the old tree or the new one, whole, with what git ignores', async () => {
    const outcomes = new Set<string>();
    const calls = await atEveryCall('die', before, async () => {
      buryClaims();
      const checks = [await check(before), await check(after)];
      const standing = fs.existsSync(directory) ? textsIn(directory) : {};
      // A tree that is reported fresh is there before any recovery.
      for (const [i, texts] of [before, after].entries()) {
        if (checks[i]?.status === 'fresh') expect(standing).toEqual({ ...texts, ...mine });
      }
      const reads = await readGenerated(directory, 'sql/one.sql', 50);
      expect(await recoverGenerated(directory)).toEqual({ status: 'recovered' });
      const found = withoutMine();
      expect([before, after]).toContainEqual(found);
      expect(textsIn(directory)).toMatchObject(mine);
      expect(beside()).toEqual([]);
      // The tree that was judged and read before the recovery is the one that the recovery gave.
      expect(checks.map(holds)).toEqual([
        found['sql/one.sql'] === before['sql/one.sql'],
        found['sql/one.sql'] === after['sql/one.sql'],
      ]);
      const text = marked('sql/one.sql', found['sql/one.sql'] ?? '');
      expect(reads).toEqual({ status: 'read', text });
      outcomes.add(found['sql/one.sql'] ?? '');
    });
    expect(calls).toBeGreaterThan(20);
    expect(outcomes.size).toBe(2);
  });

  it('leaves nothing or the whole tree the first time', async () => {
    await atEveryCall('die', null, async () => {
      buryClaims();
      await recoverGenerated(directory);
      if (fs.existsSync(directory)) expect(textsIn(directory)).toEqual(after);
      expect(beside()).toEqual([]);
    });
  });

  it('may be followed by one that dies as it recovers', async () => {
    await atEveryCall('die', before, async () => {
      buryClaims();
      const remains = join(parent, '..', `${basename(parent)}-copy`);
      fs.cpSync(parent, remains, { recursive: true });
      for (let at = 1; ; at += 1) {
        fs.rmSync(parent, { recursive: true });
        fs.cpSync(remains, parent, { recursive: true });
        await withFault({ at, kind: 'die' }, () => recoverGenerated(directory));
        if (faults.calls.length < at) break;
        buryClaims();
        await recoverGenerated(directory);
        expect([before, after]).toContainEqual(withoutMine());
        expect(textsIn(directory)).toMatchObject(mine);
        expect(beside()).toEqual([]);
      }
      fs.rmSync(remains, { recursive: true });
    });
  });
});

describe('a call that the system refuses', () => {
  it('leaves the old tree and nothing else, or the new tree', async () => {
    await atEveryCall('fail', before, async (result, at) => {
      const failed = faults.calls[at - 1] ?? '';
      expect(result, failed).toMatchObject({
        status: 'refused',
        refusals: [
          {
            kind: 'system',
            code: 'ENOSPC',
            reason: 'no space left on device',
            file: expect.any(String),
          },
        ],
      });
      // The lock is all that can be left when it cannot be given back.
      if (failed.includes('quern-lock-')) buryClaims();
      expect(beside().filter(name => name.includes('quern-lock-'))).toEqual([]);
      const placed = faults.calls.indexOf('renameSync .generated.quern-next');
      if (placed === -1 || placed >= at - 1) {
        expect(textsIn(directory)).toEqual({ ...before, ...mine });
        expect(beside()).toEqual([]);
      }
      await recoverGenerated(directory);
      expect([before, after]).toContainEqual(withoutMine());
      expect(textsIn(directory)).toMatchObject(mine);
      expect(beside()).toEqual([]);
    });
  });

  it('may be the link of an unchanged file, which is copied then with its time', async () => {
    const { mtimeMs, ino } = fs.statSync(join(directory, 'a.json'));
    expect(await withFault({ refuse: 'linkSync' }, () => write(after))).toMatchObject({
      status: 'done',
    });
    expect(withoutMine()).toEqual(after);
    const copy = fs.statSync(join(directory, 'a.json'));
    expect(Math.abs(copy.mtimeMs - mtimeMs)).toBeLessThan(0.01);
    expect(copy.ino).not.toBe(ino);
  });

  it('is found out before anything moves when a folder may not be written', async () => {
    const result = await withFault({ refuse: 'accessSync' }, () => write(after));
    expect(result).toMatchObject({ refusals: [{ kind: 'system', code: 'EPERM' }] });
    expect(faults.calls.filter(call => /^(link|rename|mkdir)Sync \.?gen/.test(call))).toEqual([]);
    expect(textsIn(directory)).toEqual({ ...before, ...mine });
    expect(beside()).toEqual([]);
  });
});
