/** Decides which origins' pages may call, by the CORS protocol of the Fetch standard. */

import type { Answer } from './context.ts';
import { ALLOWED_HEADERS, type AnswerHeaders, EXPOSED_HEADERS } from './headers.ts';
import type { Incoming } from './incoming.ts';

export interface Cors {
  /** Answers a preflight request from an allowed origin; `null` for any other request. */
  readonly preflight: (incoming: Incoming) => Answer | null;
  /** Adds the headers that let an allowed origin's page read the answer. */
  readonly mark: (incoming: Incoming, headers: AnswerHeaders) => void;
}

/** Seconds for which a browser may reuse a preflight answer. */
const MAX_AGE_S = 600;

/** `origins` are as in `Origin` headers, or `*` for all. With an empty list, no page of another origin may call. */
export function createCors(origins: readonly string[]): Cors {
  if (origins.length === 0) return { preflight: () => null, mark: () => {} };
  const allowed = new Set(origins);
  const allowedOrigin = (incoming: Incoming): string | null => {
    const origin = incoming.header('origin');
    if (origin === null) return null;
    if (allowed.has('*')) return '*';
    return allowed.has(origin) ? origin : null;
  };
  return {
    preflight: incoming => {
      if (incoming.method !== 'OPTIONS') return null;
      if (allowedOrigin(incoming) === null) return null;
      if (incoming.header('access-control-request-method') === null) return null;
      const headers = {
        'Access-Control-Allow-Methods': 'GET, HEAD, POST',
        'Access-Control-Allow-Headers': ALLOWED_HEADERS,
        'Access-Control-Max-Age': String(MAX_AGE_S),
      };
      return { status: 204, headers, body: null };
    },
    mark: (incoming, headers) => {
      headers['Vary'] = `${headers['Vary']}, Origin`;
      const origin = allowedOrigin(incoming);
      if (origin === null) return;
      headers['Access-Control-Allow-Origin'] = origin;
      headers['Access-Control-Expose-Headers'] = EXPOSED_HEADERS;
    },
  };
}
