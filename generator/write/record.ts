import { hash } from 'node:crypto';
import { isPlainPath, recordName } from './paths.ts';

/** The files that are quern's: path to the SHA-256 of what it wrote there. */
export type Owned = ReadonlyMap<string, string>;

/** The SHA-256 of bytes, in lower-case hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return hash('sha256', bytes);
}

/** The record as text. It holds nothing of the clock, the machine or quern's own version. */
export function printRecord(owned: Owned): string {
  const files = Object.fromEntries([...owned].sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ format: 1, files }, null, 2)}\n`;
}

/** A record's text as path to SHA-256, or the reason why it is not one. */
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

/** A JSON text's object, or null when it is not JSON or no object. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** True for 64 lower-case hexadecimal digits. */
export function isDigest(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
