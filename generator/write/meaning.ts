/** Digests of the meaning of files: an edit changes it, another layout does not. */
import { digestOf, encodeFile, readParts } from '../core/output/content.ts';
import { contentDigest } from '../core/output/marker.ts';
import type { GeneratedFile } from '../core/output/statement.ts';
import { sha256 } from './digests.ts';
import type { Left } from './ledger.ts';

/** The most characters of a text, and the most parts of a file, that are compared by their meaning. */
const MOST_CHARACTERS = 16 * 1024 ** 2;
const MOST_PARTS = 5_000;

/** A digest of what a text means; `null` if it is too long, or broken. */
export function meaningOf(path: string, text: string): string | null {
  return text.length > MOST_CHARACTERS ? null : contentDigest(path, text);
}

/** The digests of a file that quern is about to write: of its bytes, and of its meaning unless the file carries that itself. */
export function wantedDigests(file: GeneratedFile): Pick<Left, 'sha256' | 'meaning'> {
  const parts = readParts(file);
  const isOwn = typeof parts[0] !== 'string';
  if (isOwn || parts.length > MOST_PARTS) return { sha256: digestOf(file) };
  const bytes = encodeFile(file);
  const meaning = meaningOf(file.path, bytes.toString());
  return { sha256: sha256(bytes), ...(meaning === null ? {} : { meaning }) };
}
