/** A new UUID for an endpoint without one, for its author to paste. */
import { createHash } from 'node:crypto';
import type { SourceText } from '../../core/report/diagnostics.ts';

/** A UUID of version 8 (RFC 9562). The same file always gets the same UUID, so that the output depends only on the input. */
export function freshId({ file, text }: SourceText): string {
  const digest = createHash('sha256').update(file).update('\0').update(text).digest('hex');
  const variant = ((Number.parseInt(digest[16] ?? '0', 16) & 0b0011) | 0b1000).toString(16);
  const groups = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`];
  return [...groups, `${variant}${digest.slice(17, 20)}`, digest.slice(20, 32)].join('-');
}
