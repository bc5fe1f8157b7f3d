/** Digests of the meaning of files: an edit changes it, another layout does not. */
import { readParts } from '../core/output/content.ts';
import { contentDigest } from '../core/output/marker.ts';
import type { GeneratedFile } from '../core/output/statement.ts';

/** The most characters of a text, and the most parts of a file, that are compared by their meaning. */
const MOST_CHARACTERS = 16 * 1024 ** 2;
const MOST_PARTS = 5_000;

/** A digest of what a text means; `null` if it is too long, or broken. */
export function meaningOf(path: string, text: string): string | null {
  return text.length > MOST_CHARACTERS ? null : contentDigest(path, text);
}

/** The same for a file that quern is about to write; `null` also if the file carries the digest itself. */
export function wantedMeaning(file: GeneratedFile): string | null {
  const parts = readParts(file);
  const isOwn = typeof parts[0] !== 'string';
  return isOwn || parts.length > MOST_PARTS ? null : meaningOf(file.path, file.text);
}
