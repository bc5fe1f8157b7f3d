import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { chunksOf } from '../../core/output/content.ts';
import type { GeneratedFile } from '../../core/output/statement.ts';
import { isLinkRefused } from '../../system/whole-file.ts';
import { allFolders, placeIn } from '../paths.ts';
import { attempt, type Refusal } from '../refusal.ts';
import type { TreeComparison } from '../tree/compare.ts';
import { kindAt } from '../tree/survey.ts';
import { exists, finish, type Journal, treeDigest, undo, writeJournal } from './journal.ts';
import type { OutputPlace } from './place.ts';

/**
 * Replaces the current tree by a new one. Call it while holding the lock, with nothing left to recover. If the system refuses a
 * step before the new tree is in place, the old one stays.
 */
export function swapTree(place: OutputPlace, comparison: TreeComparison): Refusal[] {
  const { carried } = comparison;
  let journal: Journal = { staged: '', carried };
  const failures = attempt(place.next, () => {
    assertWritable(place, comparison);
    stage(place, comparison);
    journal = { staged: treeDigest(place.next), carried };
    writeJournal(place, journal);
    if (exists(place.current)) renameSync(place.current, place.previous);
    renameSync(place.next, place.current);
  });
  if (failures.length > 0) return [...failures, ...attempt(place.current, () => undo(place))];
  return attempt(place.current, () => finish(place, journal));
}

// Without write access to its folder, a path can be neither moved nor removed. This is checked before any change.
function assertWritable(place: OutputPlace, { folders, carried }: TreeComparison): void {
  const moved = carried.filter(path => kindAt(join(place.current, path)) === 'folder');
  for (const folder of [...folders, ...moved]) {
    accessSync(join(place.current, folder), constants.W_OK);
  }
}

function stage(place: OutputPlace, { verdicts, carried }: TreeComparison): void {
  const staying = verdicts.filter(verdict => verdict.state !== 'removed');
  mkdirSync(place.next);
  const paths = [...staying.map(verdict => verdict.path), ...carried];
  // A folder sorts before its content.
  for (const folder of [...allFolders(paths)].sort()) mkdirSync(join(place.next, folder));
  for (const { path, wanted } of staying) {
    if (wanted === null) keep(placeIn(place.current, path), placeIn(place.next, path));
    else write(placeIn(place.next, path), wanted);
  }
}

/** Writes a new file part by part, so that a large one is never in memory as a whole. */
function write(to: string, file: GeneratedFile): void {
  const handle = openSync(to, 'wx');
  try {
    for (const chunk of chunksOf(file)) writeFileSync(handle, chunk);
  } finally {
    closeSync(handle);
  }
}

// Links the same file into both trees, so watchers see no change.
function keep(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!isLinkRefused(error)) throw error;
    const { atimeMs, mtimeMs } = statSync(from);
    copyFileSync(from, to);
    utimesSync(to, atimeMs / 1000, mtimeMs / 1000);
  }
}
