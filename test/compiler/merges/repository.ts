/** A repository without a working tree, whose branches are merged as Git merges them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Texts by path. */
export type Tree = ReadonlyMap<string, string>;

export interface Merged {
  /** The paths that Git could not merge. */
  readonly conflicts: readonly string[];
  /** Writes the merged tree into a new folder, with the lines of conflicts. */
  readonly checkOut: () => string;
}

export interface Repository {
  readonly merge: (base: Tree, one: Tree, other: Tree) => Merged;
  readonly remove: () => void;
}

/** Each write of a tree flushes its journal, which takes as long as a disk is busy. */
const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export function createRepository(): Repository {
  const folder = mkdtempSync(join(inMemory, 'quern-merges-'));
  const git = (args: readonly string[], input = '', more: NodeJS.ProcessEnv = {}) =>
    execFileSync('git', ['-C', folder, ...args], {
      input,
      encoding: 'utf8',
      env: { ...process.env, ...IDENTITY, ...more },
      maxBuffer: 1 << 28,
    });
  git(['init', '-q', '--bare', '.']);
  let marks = 0;
  const commits = new Map<Tree, string>();
  /** Commits a tree on top of another one, of which it changes some files. */
  const commitOf = (tree: Tree, base: Tree, parent: string | null): string => {
    const known = commits.get(tree);
    if (known !== undefined) return known;
    marks += 1;
    const branch = `refs/heads/branch-${marks}`;
    const head = `commit ${branch}\ncommitter a <a@example.com> 0 +0000\ndata 0\n`;
    const from = parent === null ? '' : `from ${parent}\n`;
    const changed = [...tree].filter(([path, text]) => parent === null || base.get(path) !== text);
    const files = [
      ...[...base.keys()].filter(path => !tree.has(path)).map(path => `D ${path}\n`),
      ...changed.map(
        ([path, text]) => `M 644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
      ),
    ];
    git(['fast-import', '--quiet'], `${head}${from}${files.join('')}\n`);
    const commit = readFileSync(join(folder, branch), 'utf8').trim();
    commits.set(tree, commit);
    return commit;
  };
  return {
    merge: (base, one, other) => {
      const root = commitOf(base, base, null);
      const sides = [one, other].map(tree => commitOf(tree, base, root));
      const args = ['-C', folder, 'merge-tree', '--write-tree', '--name-only', '--no-messages'];
      const { stdout, status, stderr } = spawnSync('git', [...args, ...sides], {
        encoding: 'utf8',
      });
      if (status !== 0 && status !== 1) throw new Error(stderr);
      const [tree = '', ...conflicts] = stdout.split('\n').filter(line => line !== '');
      const checkOut = () => {
        const target = mkdtempSync(join(inMemory, 'quern-merged-'));
        mkdirSync(join(target, 'work'));
        const index = { GIT_INDEX_FILE: join(target, 'index') };
        git(['read-tree', tree], '', index);
        git(['--work-tree', join(target, 'work'), 'checkout-index', '-a', '-q'], '', index);
        return join(target, 'work');
      };
      return { conflicts, checkOut };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const IDENTITY = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};
