/** Commands in a folder on a read-only file system: those that only read work, the others name the reason. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reach } from '../../engines/duckdb/reach.ts';
import { builtScripts } from '../../support/processes/built.ts';
import { project, removeFolders } from '../cli-fixture.ts';

/** A mount of its own, which needs no rights but in the namespaces of the process. */
const MOUNT = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" && exec "$@"';
const canMount =
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status === 0;
const EROFS = 'read-only file system (EROFS)';
const TABLE = {
  name: 'edge_logs',
  layout: 'nested',
  columns: {
    id: { type: 'string', required: true },
    timestamp: { type: 'timestamp', required: true },
    project: { type: 'string' },
    size: { type: 'int64' },
  },
  rows: [{ id: 'e0', timestamp: 0n, project: 'abc', size: 1n }],
} as const;

let folder: string;
let database: string;
let close: () => Promise<void>;
let service: ChildProcess | null = null;

beforeAll(async () => {
  builtScripts();
  const made = project({ 'data.csv': 'id,n\na,1\n', 'other.yaml': 'output: other\n' });
  folder = made.folder;
  expect(await made.quern(['generate'])).toMatchObject({ exit: 0 });
  ({ database, close } = await reach([TABLE]));
});
afterAll(async () => {
  service?.kill('SIGKILL');
  await close();
  removeFolders();
});

/** `quern` and its words, in the folder, which is read-only for this process. */
function command(words: readonly string[]): readonly string[] {
  const quern = [process.execPath, join(builtScripts(), 'cli/bin.js'), ...words];
  return ['-rm', 'sh', '-c', MOUNT, folder, ...quern];
}

describe.runIf(canMount)('in a read-only folder', () => {
  it.each([
    ['keys create --name a', 'error: The directory `', EROFS],
    ['keys create --name a --keys new/keys.json', 'error: The directory `', EROFS],
    ['init new', 'error: `new/quern.yaml` cannot be written', EROFS],
    ['init new/folder --from data.csv', 'error: `new/folder/quern.yaml` cannot be written', EROFS],
    ['import --from data.csv --as data', 'error: `quern.yaml` cannot be written', EROFS],
    [
      'new counts.all --from edge_logs',
      'error: `endpoints/counts.all.yaml` cannot be written',
      EROFS,
    ],
    ['generate --config other.yaml', 'error: The directory `', EROFS],
    ['demo --port 0', 'error: The demo', 'Read-only file system'],
  ])('`quern %s` ends with 3 and the reason', (words, what, why) => {
    const { status, stderr } = spawnSync('unshare', command(words.split(' ')), {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([3, expect.stringContaining(why)]);
    expect(stderr).toContain(what);
  });

  it.each(['check', 'generate', 'generate --check', 'test', 'keys list'])(
    '`quern %s` works',
    words => {
      const { status } = spawnSync('unshare', command(words.split(' ')), { encoding: 'utf8' });
      expect(status).toBe(0);
    },
  );

  it('`quern serve` answers', async () => {
    const words = ['serve', '--port', '0', '--insecure-no-auth', '--database', database];
    service = spawn('unshare', [...command(words)], { stdio: ['ignore', 'ignore', 'pipe'] });
    let told = '';
    service.stderr?.on('data', more => {
      told += more;
    });
    const url = () => /on (http:\S+)\n/.exec(told)?.[1] ?? '';
    await expect.poll(url, { timeout: 20_000 }).not.toBe('');
    const answer = await fetch(`${url()}/api/endpoints/logs?project=abc`);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"e0"')]);
  });
});
