/**
 * Compiled endpoints that runs which write keep in `.quern/`, for all runs. Each has a file, whose name is a digest of the endpoint's
 * key and of our own code: another release compiles everything again. Files that cannot be read or written are passed over. While
 * the store is open, it gives the same objects again.
 */
import { hash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Kept, Store } from '../../generator/compile-kept.ts';
import { unlessUnreadable } from './stamp.ts';

export interface DiskStore extends Store {
  /** Removes the endpoints that were neither read nor written since the last call. */
  readonly sweep: () => void;
}

export interface StoreOptions {
  /** The configuration of the project, which need not be there. */
  readonly file: string;
  /** A digest of our own code; `null` where it cannot be read: then nothing is kept. */
  readonly build: string | null;
  /** Whether the run may write; another one reads alone. */
  readonly isWriting: boolean;
}

export function openStore({ file, build, isWriting }: StoreOptions): DiskStore {
  const folder = join(dirname(file), '.quern', `endpoints-of-${basename(file)}`);
  const known = new Map<string, Kept>();
  const used = new Set<string>();
  const nameOf = (key: string) => {
    const name = hash('sha256', `${build} ${key}`);
    used.add(name);
    return name;
  };
  return {
    get: key => {
      const name = nameOf(key);
      const kept = known.get(name) ?? (build === null ? null : readKept(join(folder, name)));
      if (kept !== null) known.set(name, kept);
      return kept;
    },
    put: (key, kept) => {
      const name = nameOf(key);
      known.set(name, kept);
      if (build === null || !isWriting) return;
      unlessUnreadable(() => {
        mkdirSync(folder, { recursive: true });
        writeWhole(join(folder, name), serialize(kept));
        return null;
      });
    },
    sweep: () => {
      const isUnused = (name: string) => !used.has(name);
      for (const name of [...known.keys()].filter(isUnused)) known.delete(name);
      if (isWriting)
        unlessUnreadable(() => {
          const names = readdirSync(folder).filter(isUnused);
          for (const name of names) rmSync(join(folder, name), { force: true });
          return null;
        });
      used.clear();
    },
  };
}

/** Bytes that a broken disk or another hand has changed are no endpoint. */
function readKept(path: string): Kept | null {
  const bytes = unlessUnreadable(() => readFileSync(path));
  if (bytes === null) return null;
  const end = bytes.length - DIGEST_LENGTH;
  const text = bytes.subarray(0, Math.max(end, 0));
  return hash('sha256', text, 'buffer').equals(bytes.subarray(text.length))
    ? deserialize(text)
    : null;
}

const DIGEST_LENGTH = 32;

/** With a digest behind them. Another run may read the file at any time. */
function writeWhole(path: string, bytes: Buffer): void {
  const fresh = `${path}.${randomUUID()}`;
  writeFileSync(fresh, Buffer.concat([bytes, hash('sha256', bytes, 'buffer')]), { mode: 0o600 });
  renameSync(fresh, path);
}
