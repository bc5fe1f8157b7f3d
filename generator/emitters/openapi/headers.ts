/** The headers of answers. Each is a component under its own name. */
import { type Header, type Reference, reference } from './document-types.ts';

const text = { type: 'string' } as const;
const seconds = { type: 'integer', minimum: 0 } as const;

const HEADERS = {
  'X-Row-Limit': {
    description: 'How many rows the endpoint answers at most.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-Truncated': {
    description:
      'Rows are missing, because the answer reached its maximum number of rows. Absent otherwise.',
    schema: { type: 'string', enum: ['true'] },
  },
  'X-Step': {
    description: 'How long a bucket is: the step that the length of the window chose.',
    schema: text,
  },
  'X-Columns': {
    description:
      'Of a statement in `sql`: name, type and nullability of each column, and `encode` of timestamps that are microseconds, as percent-encoded JSON; `omitted` where that is longer than 4 KiB.',
    schema: text,
  },
  'X-Next-Cursor': {
    description: 'Where the next page begins, for the parameter `cursor`. Absent on the last page.',
    schema: text,
  },
  Link: {
    description: 'The next page: this query with another cursor, as `<?…>; rel="next"`.',
    schema: text,
  },
  'X-Cache': {
    description:
      '`hit`: kept rows; `miss`: rows of this moment; `stale`: kept rows whose last refresh failed; `bypass`: the endpoint keeps none.',
    schema: { type: 'string', enum: ['hit', 'miss', 'stale', 'bypass'] },
  },
  Age: { description: 'Seconds since the rows were produced.', schema: seconds },
  ETag: {
    description: 'Names this body; sent back in `If-None-Match`, it saves the body.',
    schema: text,
  },
  'Server-Timing': {
    description: 'Milliseconds in the queue, in the engine and of encoding.',
    schema: text,
  },
  'Cache-Control': {
    description: '`private, max-age=…` where rows are kept, else `no-store`.',
    schema: text,
  },
  Vary: { description: 'The headers of requests that an answer depends on.', schema: text },
  'X-Request-Id': {
    description:
      "The request's name in the log: the caller's own, where it sent one of 1 to 64 letters, digits, `.`, `_` or `-`.",
    schema: text,
  },
  'Retry-After': { description: 'Seconds after which to ask again.', schema: seconds },
  RateLimit: {
    description: 'The requests that are left of the limit, and for how long.',
    schema: text,
  },
  'RateLimit-Policy': { description: 'The limit that the key is under.', schema: text },
  'WWW-Authenticate': { description: 'The scheme that a key is sent by.', schema: text },
  Allow: { description: 'The methods that are answered; on a 405.', schema: text },
} as const satisfies Readonly<Record<string, Header>>;
export type HeaderName = keyof typeof HEADERS;

/** The headers of every answer. */
const COMMON: readonly HeaderName[] = ['Cache-Control', 'Vary', 'X-Request-Id'];

/** Returns references to the headers of an answer: its own, then the common ones. */
export function headers(...own: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(
    [...own, ...COMMON].map(name => [name, reference('headers', name)] as const),
  );
}

/** Returns the headers among `used`, in the order of `HEADERS`. */
export function headerComponents(used: ReadonlySet<string>): Record<string, Header> {
  return Object.fromEntries(Object.entries(HEADERS).filter(([name]) => used.has(name)));
}
