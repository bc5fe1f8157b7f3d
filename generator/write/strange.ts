import { spawnSync } from 'node:child_process';
import { systemCode } from '../system/errors.ts';
import { allFolders, foldersOf } from './paths.ts';
import type { OutputPlace } from './place.ts';
import type { PathRefusal, Refusal } from './refusal.ts';
import { listEntries, type TreeEntry } from './survey.ts';

/** Returns the paths below the directory that Git ignores, or the reason why they are unknown. */
export type IsIgnored = (paths: readonly string[]) => Promise<ReadonlySet<string> | Refusal>;

/** The entries of a tree that quern did not make, sorted by what happens to them. */
export interface Strange {
  /** To be moved to the new tree. */
  readonly carried: string[];
  /** Files and links at the path of a wanted folder. */
  readonly inTheWay: PathRefusal[];
  readonly refusals: PathRefusal[];
}

interface Staying {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

/**
 * Sorts unknown entries. A folder that Git ignores is one entry. In any other folder each entry is sorted by itself, so an
 * empty folder is removed. `files`: the paths that the new tree will contain.
 */
export async function sortStrange(
  tree: string,
  entries: readonly TreeEntry[],
  files: ReadonlySet<string>,
  isIgnored: IsIgnored,
): Promise<Strange | Refusal> {
  const staying = { files, folders: allFolders(files) };
  const sorted: Strange = { carried: [], inTheWay: [], refusals: [] };
  for (let queue = entries; queue.length > 0; ) {
    const ignored = await isIgnored(queue.map(entry => entry.path));
    if ('kind' in ignored) return ignored;
    queue = queue.flatMap(entry => {
      if (entry.kind === 'folder' && !ignored.has(entry.path)) return listEntries(tree, entry.path);
      sortOne(sorted, staying, entry, ignored.has(entry.path));
      return [];
    });
  }
  return sorted;
}

function sortOne(sorted: Strange, staying: Staying, entry: TreeEntry, ignored: boolean): void {
  const { path, kind } = entry;
  const refused = (as: PathRefusal['kind']) => ({ kind: kind === 'link' ? 'link' : as, path });
  if (kind !== 'folder' && staying.folders.has(path)) sorted.inTheWay.push(refused('occupied'));
  else if (ignored && !collides(staying, path)) sorted.carried.push(path);
  else sorted.refusals.push(refused('foreign'));
}

function collides({ files, folders }: Staying, path: string): boolean {
  return files.has(path) || folders.has(path) || foldersOf(path).some(folder => files.has(folder));
}

/** Asks Git about all paths in one call. Without Git, or outside a repository, nothing is ignored. */
export function gitIgnored(place: OutputPlace): IsIgnored {
  return async paths => {
    const { error, status, stdout, stderr } = spawnSync('git', ['check-ignore', '--stdin', '-z'], {
      cwd: place.parent,
      env: gitEnvironment(),
      input: paths.map(path => `${place.name}/${path}`).join('\0'),
      encoding: 'utf8',
      maxBuffer: Number.POSITIVE_INFINITY,
    });
    if (systemCode(error) === 'ENOENT' || /not a git repository/.test(stderr)) return new Set();
    // Status 1 means that none of them is ignored.
    if (error !== undefined || (status !== 0 && status !== 1)) {
      // If Git fails before it reads the paths, `error` only says that nobody read them, so prefer `stderr`.
      return { kind: 'git', reason: stderr.trim() || (error?.message ?? `status ${status}`) };
    }
    const ignored = stdout.split('\0').filter(path => path !== '');
    return new Set(ignored.map(path => path.slice(place.name.length + 1)));
  };
}

// Inside a Git hook the first variables name the hook's repository, relative to another folder. The others would change the
// meaning of a path.
const misleading = /^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|(LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS)$/;

function gitEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !misleading.test(name));
  // Git's messages are matched in English.
  return { ...Object.fromEntries(inherited), LC_ALL: 'C' };
}
