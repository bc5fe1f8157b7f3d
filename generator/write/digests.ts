/** Digests of files. */
import { hash } from 'node:crypto';

/** The SHA-256 of bytes, in lower-case hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return hash('sha256', bytes);
}

/** Whether a value is 64 lower-case hexadecimal digits. */
export function isDigest(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
