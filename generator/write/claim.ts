/** Decides whether quern may replace the present content of a file: whether it wrote the content, or somebody else did. */
import { contentDigest, readMarker } from '../core/output/marker.ts';
import type { GeneratedFile } from '../core/output/statement.ts';
import { conflictLine } from './conflict.ts';
import { sha256 } from './digests.ts';
import type { EarlierRecord } from './earlier-record.ts';
import type { WrittenFiles } from './ledger.ts';
import { meaningOf } from './meaning.ts';

/** Facts about the files of a tree, besides the files themselves. */
export interface Evidence {
  /** The files as runs on this machine wrote them. */
  readonly written: WrittenFiles;
  readonly earlier: EarlierRecord;
}

export type Claim =
  /** Quern wrote it, and no change is known. */
  | { readonly kind: 'own' }
  /** It means what quern wrote: a formatter has changed it. */
  | { readonly kind: 'reformatted' }
  /** Git could not merge it; `line` is where the first conflict begins. */
  | { readonly kind: 'conflicted'; readonly line: number }
  /** It is not what quern wrote on this machine: either Git has brought it, or it was edited. */
  | { readonly kind: 'unsure' }
  | { readonly kind: 'edited' }
  /** Quern did not make the file. */
  | { readonly kind: 'foreign' };

/** Judges the present content of a file. `wanted`: what quern would write there; `null` for a file that is no longer generated. */
export function claimOn(
  path: string,
  bytes: Buffer,
  wanted: GeneratedFile | null,
  { written, earlier }: Evidence,
): Claim {
  const digest = sha256(bytes);
  const here = written.get(path);
  if (here?.sha256 === digest || earlier.get(path)?.has(digest)) return { kind: 'own' };
  const text = bytes.toString();
  const marker = readMarker(text);
  if (marker === null && here === undefined && !earlier.has(path)) return { kind: 'foreign' };
  const line = conflictLine(text);
  if (line !== null) return { kind: 'conflicted', line };
  if (marker === null) return { kind: 'edited' };
  const meaning = meaningOf(path, text);
  if (meaning !== null && wanted !== null && contentDigest(path, wanted.text) === meaning)
    return { kind: 'reformatted' };
  if (marker.digest !== null) return { kind: meaning === marker.digest ? 'own' : 'edited' };
  if (here === undefined) return { kind: 'own' };
  return { kind: meaning !== null && meaning === here.meaning ? 'reformatted' : 'unsure' };
}
