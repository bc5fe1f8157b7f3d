/**
 * `.quern.json`: the list of files with which earlier releases recognised their own, which had no markers. A run that finds one believes it
 * and removes it. Two branches would both change the list, so it may hold the lines of a conflict: those of both sides count.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPlainPath, recordName } from './paths.ts';
import { kindAt } from './tree/survey.ts';

/** By path, the SHA-256 of the bytes that quern may have written there. */
export type EarlierRecord = ReadonlyMap<string, ReadonlySet<string>>;

const LINE = /^ *("(?:[^"\\\n]|\\.)+"): "([0-9a-f]{64})",?$/gm;

/** Reads the list in a tree; empty if there is none. */
export function readEarlierRecord(tree: string): EarlierRecord {
  const file = join(tree, recordName);
  // a link or a folder of that name is found again, and refused, among the other files
  if (kindAt(file) !== 'file') return new Map();
  const known = new Map<string, Set<string>>();
  for (const [, name = '', digest = ''] of readFileSync(file, 'utf8').matchAll(LINE)) {
    const path: unknown = JSON.parse(name);
    if (typeof path !== 'string' || !isPlainPath(path)) continue;
    known.set(path, (known.get(path) ?? new Set()).add(digest));
  }
  return known;
}
