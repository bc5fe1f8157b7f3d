import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { MARKER_BYTES, readMarker } from '../../core/output/marker.ts';
import type { GeneratedFile } from '../../core/output/statement.ts';
import { type Claim, claimOn, type Evidence } from '../claim.ts';
import { sha256 } from '../digests.ts';
import { readEarlierRecord } from '../earlier-record.ts';
import type { AskGit } from '../git.ts';
import type { LeftFiles, WrittenFiles } from '../ledger.ts';
import { allFolders, recordName } from '../paths.ts';
import type { PathRefusal, Refusal } from '../refusal.ts';
import { sortStrange } from './strange.ts';
import { type EntryKind, surveyTree } from './survey.ts';
import { leftFiles, type WantedFile, wantedFiles } from './wanted.ts';

/** The content wanted in a tree, and how to compare the tree with it. */
export interface WantedTree {
  readonly files: readonly GeneratedFile[];
  /** Whether a path may change. If not, the file keeps its present version. */
  readonly only: (path: string) => boolean;
  readonly isIgnored: AskGit;
  readonly isStored: AskGit;
  /** The files as runs on this machine wrote them. */
  readonly written: WrittenFiles;
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
  /** The maker of the present content; null if there is none, or if it stays unchanged. */
  readonly claim: Claim | null;
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
  readonly folders: readonly string[];
  /** The wanted files, in the states in which they were compared, and those that keep their version. */
  readonly left: LeftFiles;
}

/**
 * Compares a tree with its wanted content and changes nothing. Compares every byte of a file unless its bytes are known to be
 * unchanged. A file that is not wanted is quern's if it has a marker, or if a run wrote it.
 */
export async function compareTree(
  tree: string,
  options: WantedTree,
): Promise<TreeComparison | Refusal> {
  const { files, only, written } = options;
  const evidence = { written, earlier: readEarlierRecord(tree) };
  const planned = new Set(files.map(({ path }) => path));
  const listed = evidence.earlier.size === 0 ? [] : [recordName];
  const remembered = [...written.keys(), ...evidence.earlier.keys(), ...listed];
  const paths = new Set([...planned, ...remembered]);
  const survey = surveyTree(tree, paths, allFolders(paths));
  const wanted = wantedFiles(tree, options);
  const kept = [...paths].filter(path => !only(path) && survey.known.has(path));
  const staying = new Set([...wanted.keys(), ...kept]);
  const isMarked = (path: string) => readMarker(headOf(join(tree, path))) !== null;
  const strange = await sortStrange(tree, survey.strange, staying, { ...options, isMarked });
  if ('kind' in strange) return strange;

  const found = strange.marked.map(path => [path, 'file'] as const);
  const known = { tree, evidence, standing: new Map([...survey.known, ...found]) };
  const unwanted = [...paths, ...strange.marked].filter(path => !planned.has(path));
  const judged = [
    ...[...wanted].map(([path, file]) => judgeWanted(known, path, file)),
    ...[...kept, ...strange.marked.filter(path => !only(path))].map(unchanged),
    ...unwanted.filter(only).flatMap(path => judgeOrphan(known, path)),
    ...strange.inTheWay.map(conflict => removed(conflict.path, null, null, conflict)),
  ];
  const verdicts = await withoutStored(judged, options.isStored);
  if ('kind' in verdicts) return verdicts;
  return {
    verdicts: verdicts.sort((a, b) => (a.path < b.path ? -1 : 1)),
    carried: strange.carried,
    refusals: [...strange.refusals, ...kept.flatMap(path => oddKept(known, path))],
    folders: [...new Set([...survey.folders, ...allFolders(strange.marked)])],
    left: leftFiles(wanted, kept, options.before),
  };
}

interface Known {
  readonly tree: string;
  readonly evidence: Evidence;
  readonly standing: ReadonlyMap<string, EntryKind>;
}

function headOf(file: string): string {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(MARKER_BYTES);
    return bytes.toString('utf8', 0, readSync(handle, bytes));
  } finally {
    closeSync(handle);
  }
}

function judgeWanted(known: Known, path: string, wanted: WantedFile): Verdict {
  const { file } = wanted;
  if (file === null) return unchanged(path);
  const kind = known.standing.get(path);
  const none = { present: null, wanted: file, claim: null, conflict: null };
  // whole literals, because V8 gives each object that begins with a copy a layout of its own
  if (kind === undefined) return { path, state: 'created', ...none };
  if (kind !== 'file') return { path, state: 'changed', ...none, conflict: notAFile(path, kind) };
  const present = () => readFileSync(join(known.tree, path));
  if (wanted.present === wanted.sha256) return unchanged(path);
  // its bytes are those that a run wrote
  if (wanted.present !== null)
    return { path, state: 'changed', ...none, present, claim: { kind: 'own' } };
  const bytes = present();
  if (sha256(bytes) === wanted.sha256) return unchanged(path);
  const claim = claimOn(path, bytes, file, known.evidence);
  return { path, state: 'changed', ...none, present, claim, conflict: conflictOf(path, claim) };
}

function judgeOrphan(known: Known, path: string): Verdict[] {
  const kind = known.standing.get(path);
  if (kind === undefined) return [];
  if (kind !== 'file') return [removed(path, null, null, notAFile(path, kind))];
  const present = () => readFileSync(join(known.tree, path));
  const own: Claim = { kind: 'own' };
  const claim = path === recordName ? own : claimOn(path, present(), null, known.evidence);
  return [removed(path, present, claim, conflictOf(path, claim))];
}

/** Clears the files of doubt whose content Git has: nothing is lost with them. The others were edited. */
async function withoutStored(
  verdicts: readonly Verdict[],
  isStored: AskGit,
): Promise<Verdict[] | Refusal> {
  const unsure = verdicts.filter(({ claim }) => claim?.kind === 'unsure').map(({ path }) => path);
  if (unsure.length === 0) return [...verdicts];
  const stored = await isStored(unsure);
  if ('kind' in stored) return stored;
  return verdicts.map(verdict => {
    if (verdict.claim?.kind !== 'unsure') return verdict;
    const kind = stored.has(verdict.path) ? 'own' : 'edited';
    return { ...verdict, claim: { kind }, conflict: conflictOf(verdict.path, { kind }) };
  });
}

function conflictOf(path: string, { kind }: Claim): Refusal | null {
  if (kind === 'foreign') return { kind: 'occupied', path };
  return kind === 'edited' ? { kind, path } : null;
}

// A path that stays must be a file: a link would move into the new tree.
function oddKept(known: Known, path: string): Refusal[] {
  const kind = known.standing.get(path);
  return kind === undefined || kind === 'file' ? [] : [notAFile(path, kind)];
}

function unchanged(path: string): Verdict {
  return { path, state: 'unchanged', present: null, wanted: null, claim: null, conflict: null };
}

function removed(
  path: string,
  present: Verdict['present'],
  claim: Claim | null,
  conflict: Refusal | null,
): Verdict {
  return { path, state: 'removed', present, wanted: null, claim, conflict };
}

function notAFile(path: string, kind: EntryKind): PathRefusal {
  return { kind: kind === 'link' ? 'link' : 'occupied', path };
}
