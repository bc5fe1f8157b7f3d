/** Admits callers with a valid key, within the rate of that key. */

import type { Answer, Exchange } from '../http/context.ts';
import type { Handler } from '../http/exchange.ts';
import { CHALLENGE, problem } from '../http/problem.ts';
import { authenticate } from './authenticate.ts';
import type { KeyRing } from './key-ring.ts';
import { createRateLimiter, type RateLimit, rateLimitHeaders } from './rate-limit.ts';

export interface GateOptions {
  /** `null`: everybody may run everything. */
  readonly keys: KeyRing | null;
  /** Requests a second and at once, for each key; `null`: any number. */
  readonly rateLimit?: RateLimit | null;
}

export type Gate = (handler: Handler) => Handler;

/** Lets requests with a valid key pass, as often as the key may ask, and notes whose they are. */
export function createGate({ keys, rateLimit }: GateOptions, nowMs: () => number): Gate {
  const rates = rateLimit ? createRateLimiter(rateLimit, nowMs) : null;
  return handler => exchange => {
    const refusal = keys === null ? null : identify(keys, exchange);
    if (refusal !== null) return refusal;
    if (rates === null) return handler(exchange);
    const rate = rates.take(exchange.key?.id ?? '');
    const headers = rateLimitHeaders(rate);
    if (!rate.allowed)
      return problem('rate_limited', 'The key sends too many requests.', { headers });
    return withHeaders(handler(exchange), headers);
  };
}

/**
 * Records the key of the request, if it is valid. Returns whether the caller is known; without keys, every caller is.
 */
export function identifying(keys: KeyRing | null): (exchange: Exchange) => boolean {
  return exchange => keys === null || identify(keys, exchange) === null;
}

function identify(keys: KeyRing, exchange: Exchange): Answer | null {
  const { headers } = exchange.request;
  const found = authenticate(name => headers.get(name), keys.current(), exchange.receivedMs);
  if (!found.ok) return unauthorized(found.reason);
  exchange.key = found.key;
  exchange.entry.key = found.key.id;
  return null;
}

function unauthorized(reason: 'absent' | 'refused'): Answer {
  const error = reason === 'refused' ? ', error="invalid_token"' : '';
  return problem('unauthorized', 'A valid key is needed in the header `X-API-KEY`.', {
    headers: { 'WWW-Authenticate': `${CHALLENGE}${error}` },
  });
}

function withHeaders(
  answer: Answer | Promise<Answer>,
  headers: Readonly<Record<string, string>>,
): Answer | Promise<Answer> {
  if (answer instanceof Promise) return answer.then(settled => withHeaders(settled, headers));
  Object.assign(answer.headers, headers);
  return answer;
}
