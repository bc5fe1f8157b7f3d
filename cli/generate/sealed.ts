/** Data that one run leaves for the next: a file that ends in a digest of its data. */
import { hash, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { unlessUnreadable } from './stamp.ts';

/** Returns the data; `null` if there is none, or if a broken disk or another program has changed the bytes. */
export function readSealed(path: string): unknown {
  const bytes = unlessUnreadable(() => readFileSync(path));
  if (bytes === null) return null;
  const data = bytes.subarray(0, Math.max(bytes.length - DIGEST_LENGTH, 0));
  if (!hash('sha256', data, 'buffer').equals(bytes.subarray(data.length))) return null;
  return deserialize(data);
}

const DIGEST_LENGTH = 32;

export function writeSealed(path: string, value: unknown): void {
  const data = serialize(value);
  writeWhole(path, Buffer.concat([data, hash('sha256', data, 'buffer')]));
}

/** Writes the file in one step, because another run may read it at any time. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const fresh = `${path}.${randomUUID()}`;
  writeFileSync(fresh, bytes, { mode: 0o600 });
  renameSync(fresh, path);
}
