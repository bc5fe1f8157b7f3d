/** Sentences about the rows of an endpoint, for every output. */

import type { ManifestEndpoint } from '../../core/output/manifest.ts';
import { PAGE_SIZE } from '../../core/plan/pages.ts';
import { counted, sentences } from '../../core/report/words.ts';
import type { Compat } from '../../core/types/compat.ts';

type Bounded = Pick<ManifestEndpoint, 'limit' | 'maxRows' | 'cache'> &
  Partial<Pick<ManifestEndpoint, 'pages' | 'params' | 'compat' | 'windows'>>;

/** Describes the maximum number of rows, their maximum age if they are cached, and the window that a request may set. */
export function describeBounds(endpoint: Bounded): string {
  const { pages, cache, compat, windows = [] } = endpoint;
  const most = maximumRows(endpoint);
  const subject = most === 1 ? 'It' : 'They';
  return sentences(
    pages === undefined ? null : 'The answer is a page.',
    `At most ${counted(most, 'row')}.`,
    cache === null ? null : `${subject} may be up to ${counted(cache.ttl, 'second')} old.`,
    windows.length === 0 ? null : 'A window of time that ends before it begins is a 400.',
    compat === undefined ? null : FORMS[compat],
  );
}

/** Describes how values are written when the endpoint replaces another service whose forms differ from ours. */
const FORMS: Readonly<Record<Compat, string>> = {
  logflare:
    'Values have the format of Logflare: a record is an array with one item, or an empty array for NULL. An instant is a number of microseconds since 1970, unless its column states another format.',
};

/** Returns the maximum number of rows; for a paged endpoint, the largest page size. */
export function maximumRows({ limit, maxRows, pages, params = [] }: Bounded): number {
  const size = params.find(({ name }) => name === PAGE_SIZE);
  return pages === undefined ? (limit ?? maxRows) : Number(size?.constraints.max ?? maxRows);
}
