/** UUIDs of endpoints that have none, or that have another one's. */
import { createHash } from 'node:crypto';
import type { SourceText } from '../../core/report/diagnostics.ts';

/** A new UUID for the author of a file to paste. The same file always gets the same one, so that the output depends only on the input. */
export function freshId({ file, text }: SourceText): string {
  return idFrom(file, text);
}

/** The UUID of an endpoint that declares none: the same in each project, as long as the endpoint keeps its name. */
export function idOfName(name: string): string {
  return idFrom('endpoint', name);
}

/** A UUID of version 8 (RFC 9562). */
function idFrom(kind: string, text: string): string {
  const digest = createHash('sha256').update(kind).update('\0').update(text).digest('hex');
  const variant = ((Number.parseInt(digest[16] ?? '0', 16) & 0b0011) | 0b1000).toString(16);
  const groups = [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`];
  return [...groups, `${variant}${digest.slice(17, 20)}`, digest.slice(20, 32)].join('-');
}
