import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { markOwn } from '../../../generator/core/output/marker.ts';
import { acquire, type Lock, release } from '../../../generator/system/lock.ts';
import { writeGenerated } from '../../../generator/write/index.ts';
import { resolveOutputPlace } from '../../../generator/write/swap/place.ts';

// A process for the tests to run, to race and to kill: `write-child.js <what> <directory> <argument>`.

const [, , what, directory = '', argument = ''] = process.argv;

/** About 200 files that all name their version, some of them in no other version. */
export function versionFiles(version: number) {
  const files = Array.from({ length: 200 }, (_, n) => ({
    path: n % 10 === version % 10 ? `of-${version}/${n}.txt` : `folder-${n % 7}/${n}.txt`,
    text: n % 2 === 0 ? `version ${version}\n`.repeat(20) : 'the same in each\n',
  }));
  const all = [...files, { path: 'version.txt', text: String(version) }];
  return all.map(({ path, text }) => ({ path, text: markOwn(path, text) }));
}

async function writeVersion(version: number): Promise<void> {
  const isIgnored = async (paths: readonly string[]) =>
    new Set(paths.filter(path => path === 'node_modules'));
  const files = versionFiles(version);
  const result = await writeGenerated({ directory, files, isIgnored, wait: 60_000 });
  if (result.status === 'refused') throw new Error(JSON.stringify(result.refusals));
}

async function lockHeld(): Promise<Lock> {
  const lock = await acquire(resolveOutputPlace(directory), 60_000);
  if ('kind' in lock) throw new Error(lock.kind);
  return lock;
}

async function takeLock(): Promise<void> {
  const lock = await lockHeld();
  const inside = join(directory, '../inside');
  writeFileSync(inside, '', { flag: 'wx' });
  await sleep(2);
  rmSync(inside);
  release(lock);
}

switch (what) {
  case 'alternate':
    for (let version = 1; ; version = 3 - version) {
      await writeVersion(version);
      process.stdout.write('.');
    }
  case 'repeat':
    for (let round = 0; round < 10; round += 1) await writeVersion(Number(argument));
    break;
  case 'lock':
    while (existsSync(directory)) await takeLock();
    break;
  case 'hold':
    await lockHeld();
    process.stdout.write('.');
    await sleep(60_000);
    break;
  case 'once':
    process.stdout.write(
      JSON.stringify(await writeGenerated({ directory, files: versionFiles(1) })),
    );
}
