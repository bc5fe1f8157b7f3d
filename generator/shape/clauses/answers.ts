/** Settings of an answer: `pages`, `max_rows` and `cache`. */
import type { Place, Report } from '../../core/report/diagnostics.ts';
import type { Located } from '../../core/spec/located.ts';
import { reference } from '../emission.ts';
import { needed, object, optional } from '../kinds/object.ts';
import { scalar } from '../kinds/scalar.ts';
import { whole } from '../kinds/texts.ts';
import { union } from '../kinds/union.ts';
import { part } from '../parts.ts';
import { as, type Of } from '../shape.ts';
import { MAX_DURATION, parseDuration } from '../time.ts';
import { duration } from './duration.ts';
import { MAX_ROWS } from './order.ts';

export const maxRows = whole({
  minimum: 1,
  maximum: MAX_ROWS,
  default: 1000,
  description: 'The maximum number of rows, which the service always enforces.',
});

export const pages = as(
  object(
    {
      size: needed(
        whole({
          minimum: 1,
          maximum: MAX_ROWS,
          description: 'How many rows a page has if the caller does not send `page_size`.',
        }),
      ),
      max_size: optional(
        whole({
          minimum: 1,
          maximum: MAX_ROWS,
          description: 'The maximum `page_size` of a caller; `max_rows` by default.',
        }),
      ),
      expires: optional(duration('How long a cursor is valid; `1 hour` by default.')),
    },
    { description: 'Returns the rows in pages, in the order of `order_by`.' },
  ),
  (of, _, place) => ({ place, ...of }),
);
/** The settings of an answer in pages, with the place of the key. */
export type PagesSpec = Of<typeof pages>;

// ---- cache ----------------------------------------------------------------------------------------------------------

/** Seconds, or `off`. */
export type CacheSpec = Located<{ readonly ttl: number; readonly refresh: number } | 'off'>;

const off = scalar(
  ['string'],
  { pattern: '^off$' },
  {
    code: 'invalid-value',
    what: 'not a cache setting',
    hint: 'Use `off`, or a mapping as in `{ ttl: 15m, refresh: 5m }`.',
  },
);

const lasting = object(
  {
    ttl: needed(duration('How long rows may be cached.')),
    refresh: optional(
      as(
        part('refresh', 'After how long cached rows are refreshed; 0 for never.'),
        ({ value, place }) => ({ value: value === '0' ? 0n : lengthOf(value), place }),
      ),
    ),
  },
  { title: 'Cache' },
);

function lengthOf(text: string): bigint {
  return parseDuration(text) ?? 0n;
}

const MICROS = 1_000_000n;

export const cache = reference(
  'cache',
  union<CacheSpec, CacheSpec>(
    '`off`, or how long rows are cached and when they are refreshed.',
    as(off, (_, { place }) => ({ value: 'off', place })),
    as(lasting, ({ ttl, refresh }, { place }, _, report) => {
      if (refresh !== null) checkRefresh(refresh, ttl.value, report);
      const seconds = (micros: bigint) => Number(micros / MICROS);
      const value = { ttl: seconds(ttl.value), refresh: seconds(refresh?.value ?? 0n) };
      return { value, place };
    }),
  ),
);

function checkRefresh(
  { value, place }: { readonly value: bigint; readonly place: Place },
  ttl: bigint,
  report: Report,
): void {
  // a `ttl` that is too long is reported elsewhere
  if (value < ttl || ttl > MAX_DURATION) return;
  const message = '`refresh` must be shorter than `ttl`, or rows expire before they are refreshed';
  report('clause-conflict', place, message, 'Use a shorter `refresh`, or 0 for none.');
}
