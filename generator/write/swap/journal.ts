import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseObject } from '../../core/types/json-object.ts';
import { renameDurably } from '../../system/durable.ts';
import { systemCode } from '../../system/errors.ts';
import { isDigest, sha256 } from '../digests.ts';
import { isPlainPath } from '../paths.ts';
import type { Refusal } from '../refusal.ts';
import type { OutputPlace } from './place.ts';

// A swap is: stage `next`; write the journal; rename `current` to `previous` and `next` to `current`; move what Git ignores
// from `previous` to `current`; remove the journal; remove `previous`. The journal's presence means that `next` is complete.
// The remains of an interrupted run show how far it got, and the next holder of the lock completes or undoes it.

/** The facts needed to continue a swap. */
export interface Journal {
  /** A digest of the paths in the staged tree. */
  readonly staged: string;
  /** Files and folders that Git ignores, to be moved from the previous tree. */
  readonly carried: readonly string[];
}

/** How to recover from an interrupted run. `tree` is the folder whose content remains after recovery. */
export type Remedy =
  /** No journal: at most a half-staged or half-removed tree is left. */
  | { readonly kind: 'sweep'; readonly tree: string }
  /** The current tree never moved. */
  | { readonly kind: 'undo'; readonly tree: string }
  /** The previous tree was moved away. The staged one is complete; move it in unless that has been done. */
  | { readonly kind: 'finish'; readonly tree: string; readonly journal: Journal }
  /** The previous tree was moved away, and the staged one is lost. */
  | { readonly kind: 'restore'; readonly tree: string };

/** Reads the remains at a place and decides how to recover; changes nothing. With `force` the journal may be unreadable. */
export function remedyFor(place: OutputPlace, force: boolean): Remedy | Refusal {
  const { current, next, previous } = place;
  const text = readJournal(place);
  if (text === null) return { kind: 'sweep', tree: current };
  const journal = parseJournal(text) ?? (force ? { staged: '', carried: [] } : null);
  if (journal === null) return unclear(place, 'it is not a journal of a swap');
  if (!exists(next)) {
    if (exists(current)) return { kind: 'finish', tree: current, journal };
    return exists(previous) ? { kind: 'restore', tree: previous } : { kind: 'undo', tree: current };
  }
  if (exists(current)) {
    if (!exists(previous) || force) return { kind: 'undo', tree: current };
    return unclear(place, 'the directory, the staged tree and the previous one are all there');
  }
  if (isWhole(next, journal) || force) return { kind: 'finish', tree: next, journal };
  return unclear(place, 'the staged tree is not the one that it speaks of');
}

/** Whether, until recovery, the directory is missing or lacks files that Git ignores. */
export function isHalfSwapped(place: OutputPlace, remedy: Remedy): boolean {
  if (remedy.tree !== place.current) return true;
  return (
    remedy.kind === 'finish' &&
    remedy.journal.carried.some(path => exists(join(place.previous, path)))
  );
}

/** Recovers a place after an interrupted run. Call it while holding the lock. */
export function recover(place: OutputPlace, force: boolean): Refusal | null {
  const remedy = remedyFor(place, force);
  switch (remedy.kind) {
    case 'sweep':
      sweep(place);
      return null;
    case 'undo':
    case 'restore':
      undo(place);
      return null;
    case 'finish':
      if (remedy.tree === place.next) renameSync(place.next, place.current);
      finish(place, remedy.journal);
      return null;
    default:
      return remedy;
  }
}

/** Writes the journal to the disk before anything moves. */
export function writeJournal(place: OutputPlace, journal: Journal): void {
  // Writes to another name first, so that no reader finds half a journal.
  writeFileSync(place.draft, `${JSON.stringify({ format: 2, ...journal })}\n`);
  renameDurably(place.draft, place.journal);
}

/** Restores the old tree. Any of the steps may already have been done. */
export function undo(place: OutputPlace): void {
  if (!exists(place.current) && exists(place.previous)) renameSync(place.previous, place.current);
  rmSync(place.journal, { force: true });
  sweep(place);
}

/** Ends a swap once the new tree is in place. Any of the steps may already have been done. */
export function finish(place: OutputPlace, journal: Journal): void {
  for (const path of journal.carried) {
    const from = join(place.previous, path);
    if (exists(from)) renameSync(from, join(place.current, path));
  }
  rmSync(place.journal, { force: true });
  sweep(place);
}

/** Whether an interrupted or a running swap left something at a place. */
export function hasRemains(place: OutputPlace): boolean {
  return [place.journal, place.draft, place.next, place.previous].some(exists);
}

/** Whether anything has that name, even a broken link. */
export function exists(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function sweep(place: OutputPlace): void {
  for (const file of [place.draft, place.next, place.previous]) {
    rmSync(file, { recursive: true, force: true });
  }
}

function readJournal(place: OutputPlace): string | null {
  try {
    return readFileSync(place.journal, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function parseJournal(text: string): Journal | null {
  const value = parseObject(text);
  const { format, staged, carried } = value ?? {};
  if (format !== 2 || !isDigest(staged) || !Array.isArray(carried)) return null;
  const paths = carried.filter(path => typeof path === 'string' && isPlainPath(path));
  return paths.length === carried.length ? { staged, carried: paths } : null;
}

function isWhole(tree: string, journal: Journal): boolean {
  return treeDigest(tree) === journal.staged;
}

/** A digest of the paths of all files and folders of a tree. */
export function treeDigest(tree: string): string {
  const paths = readdirSync(tree, { recursive: true, encoding: 'utf8' }).sort();
  return sha256(Buffer.from(paths.join('\0')));
}

function unclear(place: OutputPlace, reason: string): Refusal {
  return { kind: 'journal', file: place.journal, reason };
}
