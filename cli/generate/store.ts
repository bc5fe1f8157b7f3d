/**
 * The compiled endpoints that writing runs keep in `.quern/` for all runs. One index contains the heads of all endpoints, and a
 * digest of our own code: another release compiles everything again. Each body is a file named after the digest of its bytes.
 * Files that cannot be read or written are skipped.
 */
import { hash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { KeptEndpoint, Store } from '../../generator/compile-kept.ts';
import { type KeptHead, packed, type ReadPart, unpacked } from './kept-file.ts';
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
  /** A serialized `KeptHead`, so that saving the index does not serialize unchanged heads again. */
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

/** Opens a store that reads each endpoint as a whole, and always returns the same object for the same key. */
export function openStore(options: StoreOptions): DiskStore {
  const read: Read = (entry, path) => {
    const body = unlessUnreadable(() => readFileSync(path));
    return body === null || hash('sha256', body) !== entry.body
      ? null
      : unpacked(headOf(entry), (at, length) => body.subarray(at, at + length), damaged);
  };
  return storeOf(options, entriesIn(options), read, { isLasting: true });
}

/**
 * Runs `work` with a store that reads parts of bodies when they are needed, at any time during the work, and that keeps no
 * endpoint in memory once it is written. If a body is damaged, runs `work` again with an empty store, which reads no bodies.
 */
export async function withStore<T>(
  options: StoreOptions,
  work: (store: DiskStore) => Promise<T>,
): Promise<T> {
  const read: Read = (entry, path) => unpacked(headOf(entry), partsOf(path), damaged);
  try {
    return await work(storeOf(options, entriesIn(options), read, { isLasting: false }));
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    return work(storeOf(options, new Map(), read, { isLasting: true }));
  }
}

function headOf({ head }: Entry): KeptHead {
  return deserialize(head);
}

function damaged(): never {
  throw new Damaged();
}

function partsOf(path: string): ReadPart {
  return (at, length) => unlessUnreadable(() => readPart(path, at, length)) ?? damaged();
}

function readPart(path: string, at: number, length: number): Buffer {
  const handle = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    readSync(handle, bytes, 0, length, at);
    return bytes;
  } finally {
    closeSync(handle);
  }
}

type Read = (entry: Entry, path: string) => KeptEndpoint | null;

/** `isLasting`: whether an endpoint stays in memory once it is written. */
function storeOf(
  { file, build, isWriting }: StoreOptions,
  before: Index['entries'],
  read: Read,
  { isLasting }: { readonly isLasting: boolean },
): DiskStore {
  const folder = folderOf(file);
  const entries = new Map(before);
  const known = new Map<string, KeptEndpoint>();
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
        if (!isLasting) known.delete(key);
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
