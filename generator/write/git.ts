/** Questions to Git about files of the output. */
import { spawnSync } from 'node:child_process';
import { systemCode } from '../system/errors.ts';
import type { Refusal } from './refusal.ts';
import type { OutputPlace } from './swap/place.ts';

/** Returns some of the paths below the directory, or the reason why they are unknown. */
export type AskGit = (paths: readonly string[]) => Promise<ReadonlySet<string> | Refusal>;

/** Finds the paths that Git ignores, with one call. Without Git, or outside a repository, nothing is ignored. */
export function gitIgnored(place: OutputPlace): AskGit {
  return async paths => {
    // Status 1 means that none of them is ignored.
    const found = listed(place, paths, ['check-ignore', '--stdin', '-z'], [0, 1]);
    return found ?? new Set();
  };
}

/**
 * Finds the paths whose content Git has: in its index, as after a merge or a checkout, or in the commits of a merge that is not yet
 * finished. Without Git, or outside a repository, there are none.
 */
export function gitStored(place: OutputPlace): AskGit {
  return async paths => {
    const own = named(place, paths);
    const tracked = listed(place, [], [LITERAL, 'ls-files', '-z', '--', ...own], [0]);
    if (tracked === null || 'kind' in tracked) return tracked ?? new Set();
    const run = git(
      place,
      [LITERAL, 'status', '--porcelain', '-z', '--no-renames', '--', ...own],
      '',
    );
    if (typeof run !== 'string') return run ?? new Set();
    const changed = run.split('\0').filter(entry => /^(.[MDT]|\?\?)/.test(entry));
    // of a file in a conflict, Git has all sides
    const edited = new Set(
      changed.filter(entry => !isUnmerged(entry)).map(entry => entry.slice(3)),
    );
    const prefix = prefixOf(place);
    if (typeof prefix !== 'string') return prefix ?? new Set();
    return new Set([...tracked].filter(path => !edited.has(`${prefix}${place.name}/${path}`)));
  };
}

/** The names of endpoints' files are no patterns. */
const LITERAL = '--literal-pathspecs';

function isUnmerged(entry: string): boolean {
  return /^(U.|.U|AA|DD)/.test(entry);
}

/** The path of the output's parent in the repository, by which `git status` names files; it ends with `/` unless it is empty. */
function prefixOf(place: OutputPlace): string | Refusal | null {
  const found = git(place, ['rev-parse', '--show-prefix'], '');
  return typeof found === 'string' ? found.trimEnd() : found;
}

function named({ name }: OutputPlace, paths: readonly string[]): readonly string[] {
  return paths.map(path => `${name}/${path}`);
}

function listed(
  place: OutputPlace,
  input: readonly string[],
  args: readonly string[],
  statuses: readonly number[],
): ReadonlySet<string> | Refusal | null {
  const found = git(place, args, named(place, input).join('\0'), statuses);
  if (typeof found !== 'string') return found;
  const paths = found.split('\0').filter(path => path !== '');
  return new Set(paths.map(path => path.slice(place.name.length + 1)));
}

/** Runs Git beside the output. Returns `null` without Git, or outside a repository. */
function git(
  place: OutputPlace,
  args: readonly string[],
  input: string,
  statuses: readonly number[] = [0],
): string | Refusal | null {
  const { error, status, stdout, stderr } = spawnSync('git', [...args], {
    cwd: place.parent,
    env: gitEnvironment(),
    input,
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (systemCode(error) === 'ENOENT' || /not a git repository/.test(stderr)) return null;
  if (error === undefined && status !== null && statuses.includes(status)) return stdout;
  // If Git fails before it reads the paths, `error` only says that nobody read them, so prefer `stderr`.
  return { kind: 'git', reason: stderr.trim() || (error?.message ?? `status ${status}`) };
}

// Inside a Git hook the first variables name the hook's repository, relative to another folder. The others would change the
// meaning of a path.
const misleading = /^GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|(LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS)$/;

function gitEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !misleading.test(name));
  // Git's messages are matched in English, and looking takes no lock.
  const own = { LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' };
  return { ...Object.fromEntries(inherited), ...own };
}
