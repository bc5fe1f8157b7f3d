/** Reads files that people write. They are small, so reading stops at a limit, even for an endless file. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { MAX_BYTES } from '../../../generator/load/load.ts';
import { systemFailure } from '../../session.ts';
import { EXIT, Failure } from '../../terminal/exit.ts';

/**
 * Files are read into this buffer and copied. A new buffer for each of 1,000 files would make the runtime clear and collect 1
 * GiB of memory.
 */
let buffer: Buffer | null = null;

/**
 * Returns the bytes of a file; of a file that is too large, only as many bytes as show that. Throws the system's error if the
 * file cannot be read.
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

/**
 * Returns the bytes of a regular file. Rejects other kinds: a pipe may have no writer, and a device no end. Throws `Failure` if
 * the file cannot be read.
 */
export function regularFileBytes(file: string, shown: string): Uint8Array {
  const what = `\`${shown}\` cannot be read`;
  try {
    if (statSync(file).isFile()) return sourceBytes(file);
  } catch (error) {
    throw systemFailure(error, what);
  }
  throw new Failure(EXIT.environment, `${what}: it is not a regular file`);
}
