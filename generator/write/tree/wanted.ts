/** The wanted files of a tree, with what is known about their present versions. */
import { digestOf, partsDigest, readParts } from '../../core/output/content.ts';
import type { GeneratedFile } from '../../core/output/statement.ts';
import { stateOf } from '../../system/state.ts';
import type { Left, LeftFiles } from '../ledger.ts';
import { wantedDigests } from '../meaning.ts';
import { placeIn } from '../paths.ts';

export interface WantedFile {
  /** `null` if the tree has the file already, unchanged since an earlier run. */
  readonly file: GeneratedFile | null;
  readonly sha256: string;
  readonly left: Left | null;
  /** The SHA-256 of the present file, if an earlier run left it as it is; `null` if it is not known. */
  readonly present: string | null;
}

interface Chosen {
  readonly files: readonly GeneratedFile[];
  readonly only: (path: string) => boolean;
  readonly before: LeftFiles | null;
}

/** Digests the files that `only` selects. */
export function wantedFiles(
  tree: string,
  { files, only, before }: Chosen,
): Map<string, WantedFile> {
  const chosen = files.filter(file => only(file.path));
  return new Map(chosen.map(file => [file.path, wantedFile(tree, file, before)]));
}

function wantedFile(tree: string, file: GeneratedFile, before: LeftFiles | null): WantedFile {
  if (before === null) return { file, sha256: digestOf(file), left: null, present: null };
  // taken before the file is read
  const state = stateOf(placeIn(tree, file.path));
  const of = partsDigest(readParts(file));
  const found = before.get(file.path);
  const left = found?.state === state ? found : null;
  if (left?.of === of) return { file: null, sha256: left.sha256, left, present: left.sha256 };
  const wanted = { of, state, ...wantedDigests(file) };
  return { file, sha256: wanted.sha256, left: wanted, present: left?.sha256 ?? null };
}

/** The wanted files as they are left. A kept path stays as it was left, so the next whole run still finds an edit of it. */
export function leftFiles(
  wanted: ReadonlyMap<string, WantedFile>,
  kept: readonly string[],
  before: LeftFiles | null,
): LeftFiles {
  const left = new Map<string, Left>();
  for (const [path, one] of wanted) if (one.left !== null) left.set(path, one.left);
  for (const path of kept) {
    const one = before?.get(path);
    if (one !== undefined) left.set(path, one);
  }
  return left;
}
