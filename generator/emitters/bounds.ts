/** What readers of any output are told of the rows of an endpoint. */
import type { ManifestEndpoint } from '../core/manifest.ts';
import { counted, sentences } from '../core/words.ts';

type Bounded = Pick<ManifestEndpoint, 'limit' | 'maxRows' | 'cache'>;

/** How many rows there are at most, and how old they may be where they are kept. */
export function boundsOf({ limit, maxRows, cache }: Bounded): string {
  const most = limit ?? maxRows;
  const subject = most === 1 ? 'It' : 'They';
  return sentences(
    `At most ${counted(most, 'row')}.`,
    cache === null ? null : `${subject} may be up to ${counted(cache.ttl, 'second')} old.`,
  );
}
