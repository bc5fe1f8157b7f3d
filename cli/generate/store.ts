/**
 * The compiled endpoints that writing runs keep in `.quern/` for all runs. One index contains the heads of all endpoints, and a
 * digest of our own code: another release compiles everything again. Each body is a file named after the digest of its bytes.
 * Files that cannot be read or written are skipped. While the store is open, it returns the same object for the same key.
 */
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Kept, Store } from '../../generator/compile-kept.ts';
import { type Head, packed, unpacked } from './kept-file.ts';
import { readSealed, writeSealed, writeWhole } from './sealed.ts';
import { unlessUnreadable } from './stamp.ts';

export interface DiskStore extends Store {
  /** Removes the endpoints that were neither read nor written since the last call, and saves the others. */
  readonly sweep: () => void;
}

export interface StoreOptions {
  /** The configuration of the project, which may not exist. */
  readonly file: string;
  /** A digest of quern's code. `null` if the code cannot be read; nothing is kept then. */
  readonly build: string | null;
  /** Whether the run may write; if not, it only reads. */
  readonly isWriting: boolean;
}

interface Entry {
  /** A serialized `Head`, so that saving the index does not serialize unchanged heads again. */
  readonly head: Uint8Array;
  /** The name of its file. */
  readonly body: string;
}

export interface Index {
  /** A digest of the code that compiled the entries. */
  readonly build: string;
  /** By key. */
  readonly entries: ReadonlyMap<string, Entry>;
}

/** The body of a kept endpoint is missing or has changed. */
class Damaged extends Error {
  override readonly message = 'a kept endpoint is damaged';
}

/** Opens a store that reads each endpoint as a whole. */
export function openStore(options: StoreOptions): DiskStore {
  return storeOf(options, entriesIn(options), (entry, path) => {
    const body = readBody(path);
    return body === null || hash('sha256', body) !== entry.body
      ? null
      : unpacked(headOf(entry), () => body, damaged);
  });
}

/**
 * Runs `work` with a store that reads bodies only when they are needed, at any time during the work. If a body is damaged, runs
 * `work` again with an empty store.
 */
export async function withStore<T>(
  options: StoreOptions,
  work: (store: DiskStore) => Promise<T>,
): Promise<T> {
  const open = (entries: Index['entries']) =>
    storeOf(options, entries, (entry, path) =>
      unpacked(headOf(entry), () => readBody(path) ?? damaged(), damaged),
    );
  try {
    return await work(open(entriesIn(options)));
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    return work(open(new Map()));
  }
}

function headOf({ head }: Entry): Head {
  return deserialize(head);
}

function damaged(): never {
  throw new Damaged();
}

function readBody(path: string): Buffer | null {
  return unlessUnreadable(() => readFileSync(path));
}

function storeOf(
  { file, build, isWriting }: StoreOptions,
  before: Index['entries'],
  read: (entry: Entry, path: string) => Kept | null,
): DiskStore {
  const folder = folderOf(file);
  const entries = new Map(before);
  const known = new Map<string, Kept>();
  const used = new Set<string>();
  let isSaved = true;
  const save = () => {
    if (isSaved || build === null) return;
    unlessUnreadable(() => {
      writeSealed(join(folder, INDEX), { build, entries } satisfies Index);
      isSaved = true;
      return null;
    });
  };
  return {
    get: key => {
      used.add(key);
      const entry = entries.get(key);
      const kept = known.get(key) ?? (entry ? read(entry, join(folder, entry.body)) : null);
      if (kept !== null) known.set(key, kept);
      return kept;
    },
    put: (key, kept) => {
      used.add(key);
      known.set(key, kept);
      if (build === null || !isWriting) return;
      const { head, body } = packed(kept);
      const name = hash('sha256', body);
      unlessUnreadable(() => {
        mkdirSync(folder, { recursive: true });
        writeWhole(join(folder, name), body);
        entries.set(key, { head: serialize(head), body: name });
        isSaved = false;
        return null;
      });
    },
    save,
    sweep: () => {
      const isUnused = (key: string) => !used.has(key);
      for (const key of [...known.keys()].filter(isUnused)) known.delete(key);
      if (isWriting) {
        for (const key of [...entries.keys()].filter(isUnused)) isSaved = !entries.delete(key);
        save();
        const bodies = new Set([INDEX, ...[...entries.values()].map(({ body }) => body)]);
        unlessUnreadable(() => {
          const names = readdirSync(folder).filter(name => !bodies.has(name));
          for (const name of names) rmSync(join(folder, name), { force: true });
          return null;
        });
      }
      used.clear();
    },
  };
}

const INDEX = 'index';

function folderOf(file: string): string {
  return join(dirname(file), '.quern', `endpoints-of-${basename(file)}`);
}

function entriesIn({ file, build }: StoreOptions): Index['entries'] {
  const path = join(folderOf(file), INDEX);
  const index = build === null ? null : (readSealed(path) as Index | null);
  return index?.build === build ? index.entries : new Map();
}
