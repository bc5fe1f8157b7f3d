import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GeneratedFile } from '../core/output/statement.ts';
import { isAbsent } from '../system/errors.ts';
import { makeFolder } from '../system/folders.ts';
import { acquire, hasDeadClaims, livingClaim, release } from '../system/lock.ts';
import { refusalsOf } from './check.ts';
import { type AskGit, gitIgnored, gitStored } from './git.ts';
import { type Ledger, type LeftFiles, leftAfterSwap, type WrittenFiles } from './ledger.ts';
import { assertPaths, isPlainPath } from './paths.ts';
import { type Refusal, systemRefusal } from './refusal.ts';
import { hasRemains, recover } from './swap/journal.ts';
import { type OutputPlace, resolveOutputPlace } from './swap/place.ts';
import { swapTree } from './swap/swap.ts';
import { compareTree, type TreeComparison, type Verdict } from './tree/compare.ts';
import type { Difference } from './tree/differences.ts';
import { lookAtTree, type Sight, stampOf } from './tree/quiet.ts';
import { kindAt } from './tree/survey.ts';

export type { Difference, Ledger, LeftFiles, Refusal, WrittenFiles };

/** The wanted content of a directory of generated files. */
interface TreeOptions {
  readonly directory: string;
  /** All files of the compilation, including those that `only` leaves out. */
  readonly files: readonly GeneratedFile[];
  /**
   * Whether a path may be created, changed or removed; all by default. Other paths keep their present version.
   */
  readonly only?: (path: string) => boolean;
  /** Finds the paths that Git ignores; uses `git check-ignore` by default. */
  readonly isIgnored?: AskGit;
  /** Finds the paths whose present content Git has. */
  readonly isStored?: AskGit;
  /** The files as runs on this machine wrote them; none by default. They show which files about several endpoints were edited. */
  readonly written?: WrittenFiles;
  /** How long to wait for another process, in milliseconds; 10 seconds by default. */
  readonly wait?: number;
}

export interface CheckOptions extends TreeOptions {
  /**
   * The directory's name in patches, relative to the folder where they are applied; empty by default, so patches apply in the
   * directory itself.
   */
  readonly shown?: string;
}

export interface WriteOptions extends TreeOptions {
  /**
   * Overwrites edits by hand, foreign files at the paths of generated ones, and a journal that cannot be read. Foreign
   * files elsewhere are still refused.
   */
  readonly force?: boolean;
  /** Reports what a write would do, and writes nothing. */
  readonly dryRun?: boolean;
  /** Checks the files that are about to be created or changed. If it throws, nothing is written. */
  readonly inspect?: (files: readonly GeneratedFile[]) => Promise<void>;
  /** The files as earlier runs left them. Without a ledger, the default, every file is read. */
  readonly ledger?: Ledger | null;
}

interface Refused {
  readonly status: 'refused';
  readonly refusals: readonly Refusal[];
}

/** Paths below the directory, sorted. */
export interface Written {
  readonly status: 'done';
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
  /** Those of them that Git could not merge, with the line of the first conflict. */
  readonly conflicted: readonly { readonly path: string; readonly line: number }[];
  /** Those of them that only had another layout. */
  readonly reformatted: readonly string[];
  /** Only in a dry run: an earlier run was interrupted, and a write would first complete it. */
  readonly isInterrupted: boolean;
}

export type WriteResult = Written | Refused;

/** Either fresh, or the differences and the refusals of a write, or the reason why they are unknown. */
export type CheckResult =
  | { readonly status: 'fresh' }
  | {
      readonly status: 'stale';
      readonly differences: readonly Difference[];
      readonly refusals: readonly Refusal[];
    }
  | Refused;

export type ReadResult =
  | { readonly status: 'read'; readonly text: string }
  | { readonly status: 'missing' }
  | Refused;

export type RecoverResult = { readonly status: 'recovered' } | Refused;

/**
 * Makes the directory contain exactly these files, or leaves it unchanged if anything is refused. First finishes or undoes what
 * an interrupted run left behind. If the files are already up to date, touches nothing, not even a file's times. Throws if the
 * paths could not all be in one directory, which is a bug of an emitter.
 */
export async function writeGenerated(options: WriteOptions): Promise<WriteResult> {
  const task = taskOf(options);
  return guarded(options.directory, async () => {
    if (!task.dryRun) {
      const recovery = await recoverPlace(task);
      if (recovery !== null) return refused(recovery);
    }
    const sight = await lookAtTree(task.place, task, tree => judge(task, tree));
    if ('kind' in sight) return refused(sight);
    const answer = answerOf(task, sight.seen);
    if (answer.status === 'refused') return answer;
    if (task.dryRun) return { ...answer, isInterrupted: sight.isInterrupted };
    if (isNothing(answer)) {
      if (!('kind' in sight.seen)) task.ledger?.keep(sight.seen.left);
      return answer;
    }
    const fresh = new Set([...answer.created, ...answer.changed]);
    await task.inspect(task.files.filter(({ path }) => fresh.has(path)));
    return writeUnderLock(task, sight);
  });
}

/**
 * Compares the directory with the files. Writes nothing and takes no lock. If a run was interrupted, compares the tree that the
 * next write would recover. That tree never counts as fresh, because readers do not find it in the directory.
 */
export async function checkGenerated({ shown, ...options }: CheckOptions): Promise<CheckResult> {
  const task = taskOf(options);
  return guarded<CheckResult>(options.directory, async () => {
    const sight = await lookAtTree(task.place, task, tree => judge(task, tree));
    if ('kind' in sight) return refused(sight);
    if ('kind' in sight.seen) return refused(sight.seen);
    // loaded here, because a start of the service needs no patches
    const { differencesOf } = await import('./tree/differences.ts');
    const differences = differencesOf(sight.seen, shown === undefined ? '' : `${shown}/`);
    // The differences already include edited files.
    const refusals = [
      ...(sight.isInterrupted ? [interrupted(task.place)] : []),
      ...refusalsOf(sight.seen).filter(refusal => refusal.kind !== 'edited'),
    ];
    if (differences.length + refusals.length === 0) return { status: 'fresh' };
    return { status: 'stale', differences, refusals };
  });
}

/**
 * Reads one generated file as text. Waits at most `wait` milliseconds for the end of a swap. If the swapping process has died,
 * looks where recovery would find the tree.
 */
export async function readGenerated(
  directory: string,
  path: string,
  wait = 10_000,
): Promise<ReadResult> {
  if (!isPlainPath(path)) throw new Error(`not a path of a generated file: ${path}`);
  const look = (tree: string) => readOrNull(join(tree, path));
  const sight = await seeGenerated(directory, look, wait);
  if (sight.status === 'refused') return sight;
  return sight.seen === null ? { status: 'missing' } : { status: 'read', text: sight.seen };
}

/** Returns what `look` finds in the tree, whose files all come from one run. Calls `look` again if the tree was swapped meanwhile. */
export async function seeGenerated<T>(
  directory: string,
  look: (tree: string) => T | Promise<T>,
  wait = 10_000,
): Promise<Refused | { readonly status: 'seen'; readonly seen: T }> {
  return guarded<{ readonly status: 'seen'; readonly seen: T }>(directory, async () => {
    const sight = await lookAtTree(resolveOutputPlace(directory), { wait, force: false }, look);
    return 'kind' in sight ? refused(sight) : { status: 'seen', seen: sight.seen };
  });
}

/** Finishes or undoes what an interrupted run left beside a directory. Call it before reading the directory. */
export async function recoverGenerated(
  directory: string,
  { force = false, wait = 10_000 }: { readonly force?: boolean; readonly wait?: number } = {},
): Promise<RecoverResult> {
  return guarded<RecoverResult>(directory, async () => {
    const refusal = await recoverPlace({ place: resolveOutputPlace(directory), force, wait });
    return refusal === null ? { status: 'recovered' } : refused(refusal);
  });
}

interface Task extends Required<Omit<WriteOptions, 'directory'>> {
  readonly place: OutputPlace;
}

function taskOf({ directory, files, ...given }: WriteOptions): Task {
  assertPaths(files);
  const place = resolveOutputPlace(directory);
  const inspect = async () => {};
  const git = { isIgnored: gitIgnored(place), isStored: gitStored(place), written: new Map() };
  const defaults = { only: () => true, ...git, wait: 10_000, inspect, ledger: null };
  return { place, files, force: false, dryRun: false, ...defaults, ...given };
}

async function guarded<T>(
  directory: string,
  step: () => Promise<T | Refused>,
): Promise<T | Refused> {
  try {
    return await step();
  } catch (error) {
    return refused(systemRefusal(error, directory));
  }
}

const interrupted = ({ journal }: OutputPlace): Refusal => ({ kind: 'interrupted', file: journal });

const refused = (...refusals: readonly Refusal[]): Refused => ({ status: 'refused', refusals });

type Recovery = Pick<Task, 'place' | 'force' | 'wait'>;

// A living process that holds the lock has already recovered. The remaining files are its own.
async function recoverPlace({ place, force, wait }: Recovery): Promise<Refusal | null> {
  if (!hasRemains(place) && !hasDeadClaims(place)) return null;
  if (livingClaim(place) !== undefined) return null;
  const lock = await acquire(place, wait);
  if ('kind' in lock) return lock;
  try {
    return recover(place, force);
  } finally {
    release(lock);
  }
}

async function writeUnderLock(
  task: Task,
  sight: Sight<TreeComparison | Refusal>,
): Promise<WriteResult> {
  const { place, force, wait } = task;
  makeFolder(place.parent);
  const lock = await acquire(place, wait);
  if ('kind' in lock) return refused(lock);
  try {
    const recovery = recover(place, force);
    if (recovery !== null) return refused(recovery);
    const seen = stampOf(place) === sight.stamp ? sight.seen : await judge(task, place.current);
    const answer = answerOf(task, seen);
    if (answer.status === 'refused' || isNothing(answer) || 'kind' in seen) return answer;
    const failures = swapTree(place, seen);
    if (failures.length > 0) return refused(...failures);
    const written = new Set([...answer.created, ...answer.changed]);
    task.ledger?.keep(leftAfterSwap(place.current, seen.left, written));
    return answer;
  } finally {
    release(lock);
  }
}

async function judge(task: Task, tree: string): Promise<TreeComparison | Refusal> {
  const kind = kindAt(tree);
  if (kind === null || kind === 'folder')
    return compareTree(tree, { ...task, before: task.ledger?.before ?? null });
  const found = kind === 'link' ? 'link' : 'file';
  return { kind: 'not-a-directory', file: task.place.current, found };
}

function answerOf(task: Task, seen: TreeComparison | Refusal): WriteResult {
  if ('kind' in seen) return refused(seen);
  const refusals = task.force ? seen.refusals : refusalsOf(seen);
  if (refusals.length > 0) return refused(...refusals);
  const pathsOf = (state: Verdict['state']) =>
    seen.verdicts.filter(verdict => verdict.state === state).map(({ path }) => path);
  return {
    status: 'done',
    created: pathsOf('created'),
    changed: pathsOf('changed'),
    removed: pathsOf('removed'),
    unchanged: pathsOf('unchanged'),
    conflicted: seen.verdicts.flatMap(({ path, claim }) =>
      claim?.kind === 'conflicted' ? [{ path, line: claim.line }] : [],
    ),
    reformatted: seen.verdicts.flatMap(({ path, claim }) =>
      claim?.kind === 'reformatted' ? [path] : [],
    ),
    isInterrupted: false,
  };
}

function isNothing({ created, changed, removed }: Written): boolean {
  return created.length + changed.length + removed.length === 0;
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
