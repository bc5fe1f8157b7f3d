/** Sentences about the rows of an endpoint, for every output. */
import type { Compat } from '../core/compat.ts';
import type { ManifestEndpoint } from '../core/manifest.ts';
import { PAGE_SIZE } from '../core/pages.ts';
import { counted, sentences } from '../core/words.ts';

type Bounded = Pick<ManifestEndpoint, 'limit' | 'maxRows' | 'cache'> &
  Partial<Pick<ManifestEndpoint, 'pages' | 'params' | 'compat'>>;

/** How many rows there are at most, and how old they may be where they are kept. */
export function boundsOf(endpoint: Bounded): string {
  const { pages, cache, compat } = endpoint;
  const most = mostRows(endpoint);
  const subject = most === 1 ? 'It' : 'They';
  return sentences(
    pages === undefined ? null : 'The answer is a page.',
    `At most ${counted(most, 'row')}.`,
    cache === null ? null : `${subject} may be up to ${counted(cache.ttl, 'second')} old.`,
    compat === undefined ? null : FORMS[compat],
  );
}

/** How the service that the endpoint stands in for writes values, where others write them differently. */
const FORMS: Readonly<Record<Compat, string>> = {
  logflare:
    'In the form of Logflare: a record is an array of one, or empty without a record, and an instant microseconds since 1970 unless its column says otherwise.',
};

/** Those of a page, the most that its size may be. */
export function mostRows({ limit, maxRows, pages, params = [] }: Bounded): number {
  const size = params.find(({ name }) => name === PAGE_SIZE);
  return pages === undefined ? (limit ?? maxRows) : Number(size?.constraints.max ?? maxRows);
}
