/** Reading files that people write: they are small, so an endless file in their place is not read to its end. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { MAX_BYTES } from '../../generator/load/load.ts';
import { systemFailure } from '../session.ts';
import { EXIT, Failure } from '../terminal/exit.ts';

/** Each file is read into it and copied: a new one for each of 1,000 files costs 1 GiB of memory to clear and to collect. */
let buffer: Buffer | null = null;

/** A file's bytes; of one that is too large as many as show that it is. Throws the system's error where it cannot be read. */
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

/** The bytes of a regular file: a pipe may have no writer, and a device no end. Throws `Failure` where they cannot be had. */
export function regularFileBytes(file: string, shown: string): Uint8Array {
  const what = `\`${shown}\` cannot be read`;
  try {
    if (statSync(file).isFile()) return sourceBytes(file);
  } catch (error) {
    throw systemFailure(error, what);
  }
  throw new Failure(EXIT.environment, `${what}: it is not a regular file`);
}
