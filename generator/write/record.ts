import { hash } from 'node:crypto';
import { isPlainPath, recordName } from './paths.ts';

/** Quern's files: for each path, the SHA-256 of what quern wrote there. */
export type Owned = ReadonlyMap<string, string>;

/** The SHA-256 of bytes, in lower-case hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return hash('sha256', bytes);
}

/** Prints the record as text. It contains nothing about the clock, the machine or quern's version. */
export function printOwned(owned: Owned): string {
  const files = Object.fromEntries([...owned].sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ format: 1, files }, null, 2)}\n`;
}

/** Parses a record's text, or returns the reason why it is not a record. */
export function parseRecord(text: string): { owned: Owned } | { reason: string } {
  const value = parseObject(text);
  if (value === null) return { reason: 'it is not a JSON object' };
  if (value['format'] !== 1) return { reason: '`format` is not 1' };
  const files = value['files'];
  if (!isObject(files)) return { reason: '`files` is not an object' };
  const owned = new Map<string, string>();
  for (const [path, digest] of Object.entries(files)) {
    if (!isPlainPath(path) || path === recordName)
      return { reason: `\`files\` names ${JSON.stringify(path)}` };
    if (!isDigest(digest)) return { reason: `\`files\` has no SHA-256 for \`${path}\`` };
    owned.set(path, digest);
  }
  return { owned };
}

/** Parses a JSON object; returns null for anything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether a value is 64 lower-case hexadecimal digits. */
export function isDigest(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
