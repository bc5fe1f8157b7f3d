/** The headers of answers. Each is a component under its own name. */
import { componentReference, type Reference, type ResponseHeader } from './document-types.ts';

const text = { type: 'string' } as const;
const seconds = { type: 'integer', minimum: 0 } as const;

const HEADERS = {
  'X-Row-Limit': {
    description: 'The maximum number of rows in an answer of the endpoint.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-Truncated': {
    description:
      'Rows are missing, because the answer reached its maximum number of rows. Absent otherwise.',
    schema: { type: 'string', enum: ['true'] },
  },
  'X-Step': {
    description: 'The length of a bucket: the step that the length of the window selects.',
    schema: text,
  },
  'X-Columns': {
    description:
      'Only for a statement in `sql`: the name, type and nullability of each column, and `encode` of timestamps in microseconds, as percent-encoded JSON; `omitted` if that is longer than 4 KiB.',
    schema: text,
  },
  'X-Next-Cursor': {
    description: 'The value of the parameter `cursor` for the next page. Absent on the last page.',
    schema: text,
  },
  Link: {
    description:
      'The next page: this query with another cursor, as `<?…>; rel="next"`. The endpoint to use instead, as `<…>; rel="successor-version"`.',
    schema: text,
  },
  Deprecation: {
    description:
      'Since when callers should no longer use the endpoint, or the name that they used, as `@` and seconds since 1970 (RFC 9745). Absent otherwise.',
    schema: text,
  },
  Sunset: {
    description: 'When the endpoint may be gone (RFC 8594).',
    schema: text,
  },
  'X-Stale': {
    description:
      'The data sets of the endpoint in which no new entries arrive, separated by `, `. Absent otherwise.',
    schema: text,
  },
  'X-Cache': {
    description:
      '`hit`: cached rows; `miss`: rows read for this request; `stale`: cached rows whose last refresh failed; `bypass`: the endpoint has no cache.',
    schema: { type: 'string', enum: ['hit', 'miss', 'stale', 'bypass'] },
  },
  Age: { description: 'Seconds since the rows were produced.', schema: seconds },
  ETag: {
    description:
      'Identifies this body. If a later request sends it in `If-None-Match`, an unchanged answer has no body.',
    schema: text,
  },
  'Server-Timing': {
    description:
      'Milliseconds spent in the queue, in the engine and on encoding; `rollup` if the statement read a copy of a rollup.',
    schema: text,
  },
  'Cache-Control': {
    description: '`private, max-age=…` if rows are cached, otherwise `no-store`.',
    schema: text,
  },
  Vary: { description: 'The request headers that the answer depends on.', schema: text },
  'X-Request-Id': {
    description:
      'The identifier of the request in the log. A caller can send its own: 1 to 64 letters, digits, `.`, `_` or `-`.',
    schema: text,
  },
  'Retry-After': { description: 'After how many seconds to retry.', schema: seconds },
  RateLimit: {
    description: 'How many requests the limit still allows, and for how long.',
    schema: text,
  },
  'RateLimit-Policy': { description: 'The rate limit of the key.', schema: text },
  'X-Budget-Reset': {
    description:
      'When the next day of the budget begins, in RFC 3339; only for `budget_exhausted`.',
    schema: text,
  },
  'WWW-Authenticate': {
    description: 'The authentication scheme in which a key is sent.',
    schema: text,
  },
  Allow: { description: 'The allowed methods; only on a 405.', schema: text },
} as const satisfies Readonly<Record<string, ResponseHeader>>;
export type HeaderName = keyof typeof HEADERS;

/** The headers of every answer. */
const COMMON: readonly HeaderName[] = ['Cache-Control', 'Vary', 'X-Request-Id'];

/** Returns references to the headers of an answer: its own, then the common ones. */
export function headers(...own: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(
    [...own, ...COMMON].map(name => [name, componentReference('headers', name)] as const),
  );
}

/** Returns the headers among `used`, in the order of `HEADERS`. */
export function headerComponents(used: ReadonlySet<string>): Record<string, ResponseHeader> {
  return Object.fromEntries(Object.entries(HEADERS).filter(([name]) => used.has(name)));
}
