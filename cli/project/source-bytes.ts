/** Reads files that people write. These are small, so an endless file is not read to its end. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { MAX_BYTES } from '../../generator/load/load.ts';
import { systemFailure } from '../session.ts';
import { EXIT, Failure } from '../terminal/exit.ts';

/**
 * Files are read into this buffer and copied: a new buffer for each of 1,000 files would cost 1 GiB of memory to clear
 * and collect.
 */
let buffer: Buffer | null = null;

/**
 * The bytes of a file; for one that is too large, only enough to show this. Throws the system's error where it cannot
 * be read.
 */
export function sourceBytes(file: string): Uint8Array {
  buffer ??= Buffer.allocUnsafe(MAX_BYTES + 1);
  const descriptor = openSync(file, 'r');
  try {
    let [length, read] = [0, -1];
    while (read !== 0 && length < buffer.length) {
      read = readSync(descriptor, buffer, length, buffer.length - length, null);
      length += read;
    }
    return new Uint8Array(buffer.subarray(0, length));
  } finally {
    closeSync(descriptor);
  }
}

/** The bytes of a regular file; a pipe may have no writer, and a device no end. Throws `Failure` where it cannot be read. */
export function regularFileBytes(file: string, shown: string): Uint8Array {
  const what = `\`${shown}\` cannot be read`;
  try {
    if (statSync(file).isFile()) return sourceBytes(file);
  } catch (error) {
    throw systemFailure(error, what);
  }
  throw new Failure(EXIT.environment, `${what}: it is not a regular file`);
}
