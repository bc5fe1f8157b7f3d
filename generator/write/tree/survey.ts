import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export type EntryKind = 'file' | 'folder' | 'link' | 'special';

export interface TreeEntry {
  readonly path: string;
  readonly kind: EntryKind;
}

/** The entries of a tree, sorted into known and unknown ones. */
interface Survey {
  /** The entries at the known paths. Folders are not listed. */
  readonly known: ReadonlyMap<string, EntryKind>;
  /** All other entries. A folder without known paths is one entry, and its content is not listed. */
  readonly strange: readonly TreeEntry[];
  /** The folders that were read, starting with the tree itself as ''. */
  readonly folders: readonly string[];
}

/** Lists a tree without following links. A missing tree is empty. */
export function surveyTree(
  tree: string,
  paths: ReadonlySet<string>,
  inner: ReadonlySet<string>,
): Survey {
  const known = new Map<string, EntryKind>();
  const strange: TreeEntry[] = [];
  const folders: string[] = [];
  const look = (folder: string, entries: readonly TreeEntry[]): void => {
    folders.push(folder);
    for (const entry of entries) {
      if (entry.kind === 'folder' && inner.has(entry.path)) {
        look(entry.path, listEntries(tree, entry.path));
      } else if (entry.kind !== 'folder' && paths.has(entry.path))
        known.set(entry.path, entry.kind);
      else strange.push(entry);
    }
  };
  if (kindAt(tree) === 'folder') look('', listEntries(tree, ''));
  return { known, strange, folders };
}

/** Returns the kind of the entry of that name, or null if there is none. */
export function kindAt(file: string): EntryKind | null {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found === undefined ? null : kindOf(found);
}

/** The entries of a folder of a tree, by name. */
export function listEntries(tree: string, folder: string): TreeEntry[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  return readdirSync(join(tree, folder), { withFileTypes: true }).map(found => ({
    path: prefix + found.name,
    kind: kindOf(found),
  }));
}

function kindOf(found: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): EntryKind {
  if (found.isFile()) return 'file';
  if (found.isDirectory()) return 'folder';
  return found.isSymbolicLink() ? 'link' : 'special';
}
