import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, partsDigest, readParts } from '../core/output/content.ts';
import type { GeneratedFile } from '../core/output/statement.ts';
import { stateOf } from '../system/state.ts';
import type { Left, LeftFiles } from './ledger.ts';
import { allFolders, recordName } from './paths.ts';
import { type Owned, parseRecord, printOwned, sha256 } from './record.ts';
import type { PathRefusal, Refusal } from './refusal.ts';
import { type IsIgnored, sortStrange } from './strange.ts';
import { type EntryKind, kindAt, surveyTree } from './survey.ts';

/** The content wanted in a tree, and how to compare the tree with it. */
export interface Wanted {
  readonly files: readonly GeneratedFile[];
  /** Whether a path may change. If not, the file and its line in the record keep their present version. */
  readonly only: (path: string) => boolean;
  readonly isIgnored: IsIgnored;
  /** The files as an earlier run left them. They are read only if they have changed since. `null`: every file is read. */
  readonly before: LeftFiles | null;
}

/** One path of the tree: its present content, its wanted content, and any conflict. */
export interface Verdict {
  readonly path: string;
  readonly state: 'created' | 'changed' | 'removed' | 'unchanged';
  /** Reads the present bytes; null if there is no file, or if it stays unchanged. */
  readonly present: (() => Buffer) | null;
  /** The wanted file; null if none is wanted, or if it stays unchanged. Its bytes are made when they are written. */
  readonly wanted: GeneratedFile | null;
  /** The path's content would be lost although quern did not write it; `--force` overwrites it. */
  readonly conflict: Refusal | null;
}

/** How a tree differs from the wanted content. */
export interface TreeComparison {
  readonly verdicts: readonly Verdict[];
  /** Files and folders that Git ignores. They move to the new tree. */
  readonly carried: readonly string[];
  /** Refusals that even `--force` does not override. */
  readonly refusals: readonly Refusal[];
  /** Set if the record cannot be read. The record then counts as empty. */
  readonly garbled: Refusal | null;
  readonly folders: readonly string[];
  /** The SHA-256 of the wanted record. */
  readonly record: string;
  /** The wanted files except the record, in the states in which they were compared. */
  readonly left: LeftFiles;
}

/**
 * Compares a tree with its wanted content and changes nothing. Compares every byte of a file unless its bytes are known to be
 * unchanged.
 */
export async function compareTree(
  tree: string,
  options: Wanted,
): Promise<TreeComparison | Refusal> {
  const { owned, garbled } = readRecord(tree);
  const wanted = wantedFiles(tree, options);
  const kept = [...owned.keys()].filter(path => !options.only(path));
  const orphans = [...owned.keys()].filter(path => options.only(path) && !wanted.has(path));
  const left = new Map([...wanted].flatMap(([path, { left }]) => (left ? [[path, left]] : [])));
  const record = newRecord(wanted, owned, kept);
  const recordDigest = sha256(Buffer.from(record));
  wanted.set(recordName, {
    file: { path: recordName, text: record },
    sha256: recordDigest,
    left: null,
    present: null,
  });

  const paths = new Set([...wanted.keys(), ...owned.keys()]);
  const survey = surveyTree(tree, paths, allFolders(paths));
  const staying = new Set([...wanted.keys(), ...kept]);
  const strange = await sortStrange(tree, survey.strange, staying, options.isIgnored);
  if ('kind' in strange) return strange;
  const known = { tree, owned, standing: survey.known };
  const verdicts = [
    ...[...wanted].map(([path, file]) => judgeWanted(known, path, file)),
    ...kept.flatMap(path => judgeKept(known, path)),
    ...orphans.flatMap(path => judgeOrphan(known, path)),
    ...strange.inTheWay.map(conflict => removed(conflict.path, null, conflict)),
  ];
  return {
    verdicts: verdicts.sort((a, b) => (a.path < b.path ? -1 : 1)),
    carried: strange.carried,
    refusals: [...strange.refusals, ...kept.flatMap(path => oddKept(known, path))],
    garbled,
    folders: survey.folders,
    record: recordDigest,
    left,
  };
}

interface Known {
  readonly tree: string;
  readonly owned: Owned;
  readonly standing: ReadonlyMap<string, EntryKind>;
}

function readRecord(tree: string): { owned: Owned; garbled: Refusal | null } {
  const file = join(tree, recordName);
  // A link or a folder of that name is found again, and refused, among the other files.
  if (kindAt(file) !== 'file') return { owned: new Map(), garbled: null };
  const parsed = parseRecord(readFileSync(file, 'utf8'));
  if ('owned' in parsed) return { owned: parsed.owned, garbled: null };
  return { owned: new Map(), garbled: { kind: 'record', file, reason: parsed.reason } };
}

interface WantedFile {
  /** `null` if the tree has the file already, unchanged since an earlier run. */
  readonly file: GeneratedFile | null;
  readonly sha256: string;
  readonly left: Left | null;
  /** The SHA-256 of the present file, if an earlier run left it as it is; `null` if it is not known. */
  readonly present: string | null;
}

function wantedFiles(tree: string, { files, only, before }: Wanted): Map<string, WantedFile> {
  const chosen = files.filter(file => only(file.path));
  return new Map(chosen.map(file => [file.path, wantedFile(tree, file, before)]));
}

function wantedFile(tree: string, file: GeneratedFile, before: LeftFiles | null): WantedFile {
  if (before === null) return { file, sha256: digestOf(file), left: null, present: null };
  // taken before the file is read
  const state = stateOf(join(tree, file.path));
  const of = partsDigest(readParts(file));
  const found = before.get(file.path);
  const left = found?.state === state ? found : null;
  if (left?.of === of) return { file: null, sha256: left.sha256, left, present: left.sha256 };
  const digest = digestOf(file);
  const present = left?.sha256 ?? null;
  return { file, sha256: digest, left: { of, sha256: digest, state }, present };
}

// A kept path stays owned with its old hash, so the next whole run still finds an edit of it.
function newRecord(
  wanted: ReadonlyMap<string, WantedFile>,
  owned: Owned,
  kept: readonly string[],
): string {
  const lines = new Map<string, string>();
  for (const [path, file] of wanted) lines.set(path, file.sha256);
  for (const path of kept) lines.set(path, owned.get(path) ?? '');
  return printOwned(lines);
}

function judgeWanted(known: Known, path: string, wanted: WantedFile): Verdict {
  const { file } = wanted;
  if (file === null) return unchanged(path);
  const kind = known.standing.get(path);
  if (kind === undefined)
    return { path, state: 'created', present: null, wanted: file, conflict: null };
  if (kind !== 'file') {
    return { path, state: 'changed', present: null, wanted: file, conflict: notAFile(path, kind) };
  }
  const present = () => readFileSync(join(known.tree, path));
  const found = wanted.present ?? sha256(present());
  if (found === wanted.sha256) return unchanged(path);
  const conflict = path === recordName ? null : claimOn(known, path, found);
  return { path, state: 'changed', present, wanted: file, conflict };
}

function judgeOrphan(known: Known, path: string): Verdict[] {
  const kind = known.standing.get(path);
  if (kind === undefined) return [];
  if (kind !== 'file') return [removed(path, null, notAFile(path, kind))];
  const present = () => readFileSync(join(known.tree, path));
  return [removed(path, present, claimOn(known, path, sha256(present())))];
}

function judgeKept(known: Known, path: string): Verdict[] {
  const kind = known.standing.get(path);
  if (kind === undefined) return [];
  return [unchanged(path)];
}

// A path that stays must be a file: a link would move into the new tree.
function oddKept(known: Known, path: string): Refusal[] {
  const kind = known.standing.get(path);
  return kind === undefined || kind === 'file' ? [] : [notAFile(path, kind)];
}

function unchanged(path: string): Verdict {
  return { path, state: 'unchanged', present: null, wanted: null, conflict: null };
}

function removed(path: string, present: Verdict['present'], conflict: Refusal | null): Verdict {
  return { path, state: 'removed', present, wanted: null, conflict };
}

/** Returns a conflict if quern did not write the file's present content, whose digest is `present`. */
function claimOn(known: Known, path: string, present: string): Refusal | null {
  const digest = known.owned.get(path);
  if (digest === undefined) return { kind: 'occupied', path };
  return digest === present ? null : { kind: 'edited', path };
}

function notAFile(path: string, kind: EntryKind): PathRefusal {
  return { kind: kind === 'link' ? 'link' : 'occupied', path };
}
