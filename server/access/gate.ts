/** Admits callers with a valid key or token, within their rates. */

import type { Answer, ReceivedRequest } from '../http/context.ts';
import type { AnswerHeaders } from '../http/headers.ts';
import { CHALLENGE, problem } from '../http/problem.ts';
import type { RouteHandler } from '../http/route.ts';
import type { SharedRates } from '../shared/contract.ts';
import { type Authentication, authenticate } from './authenticate.ts';
import type { JwtReader } from './jwt.ts';
import type { KeyRing } from './keys/key-ring.ts';
import {
  createRateLimiter,
  type RateDecision,
  type RateLimit,
  rateLimitHeaders,
} from './rate-limit.ts';

export interface GateOptions {
  /** `null`: everybody may run everything. */
  readonly keys: KeyRing | null;
  /** Also accepts tokens of an identity service; by default, no tokens are accepted. */
  readonly jwt?: JwtReader | null;
  /** Requests a second and at once, for each key; `null`: unlimited. */
  readonly rateLimit?: RateLimit | null;
  /** Rates that other processes share; by default there are only those of this process. */
  readonly shared?: { readonly rates?: SharedRates };
}

export type Gate = (handler: RouteHandler) => RouteHandler;

/** A key with a rate of its own may send the requests of a second at once. */
function ownLimit(rate: number): RateLimit {
  return { perKey: rate, burst: Math.ceil(rate) };
}

/** Calls the handler for requests with a valid key, within the key's rate, and records the key. */
export function createGate(options: GateOptions, nowMs: () => number): Gate {
  const { rateLimit = null } = options;
  const rates = options.shared?.rates ?? createRateLimiter(nowMs);
  const withinRate = (handler: RouteHandler, request: ReceivedRequest) => {
    const { key } = request;
    const limit = key?.rate === undefined ? rateLimit : ownLimit(key.rate);
    if (limit === null) return handler(request);
    const taken = rates.take(key?.id ?? '', limit);
    if (taken instanceof Promise) return taken.then(rate => admitted(handler, request, rate));
    return admitted(handler, request, taken);
  };
  const admitted = (handler: RouteHandler, request: ReceivedRequest, rate: RateDecision) => {
    const headers = rateLimitHeaders(rate);
    if (!rate.allowed)
      return problem('rate_limited', 'The key sends too many requests.', { headers });
    return withHeaders(handler(request), headers);
  };
  const identify = identifier(options);
  return handler => request => {
    const refusal = identify(request);
    // A key, unlike a token, is found without waiting for a turn of the event loop.
    if (refusal instanceof Promise)
      return refusal.then(found => found ?? withinRate(handler, request));
    return refusal ?? withinRate(handler, request);
  };
}

/**
 * Records the key of the request, if it is valid. Returns whether the caller is known; without keys, every caller is.
 */
export function identifying(
  options: GateOptions,
): (request: ReceivedRequest) => boolean | Promise<boolean> {
  const identify = identifier(options);
  return request => {
    const refusal = identify(request);
    return refusal instanceof Promise ? refusal.then(found => found === null) : refusal === null;
  };
}

/** Records a known caller, or returns the answer to an unknown one. */
function identifier({ keys, jwt = null }: GateOptions) {
  const found = (request: ReceivedRequest, who: Authentication): Answer | null => {
    if (!who.ok) return refused(request, who, jwt !== null);
    request.key = who.key;
    // a token of an identity service has no digest here
    if ('sha256' in who.key) keys?.used?.(who.key.id, request.receivedMs);
    request.entry.key = who.key.id;
    return null;
  };
  return (request: ReceivedRequest): Answer | null | Promise<Answer | null> => {
    if (keys === null) return null;
    const known = { keys: keys.current(), jwt };
    const who = authenticate(request.incoming.header, known, request.receivedMs);
    return who instanceof Promise
      ? who.then(settled => found(request, settled))
      : found(request, who);
  };
}

function refused(
  { entry }: ReceivedRequest,
  { reason, why }: Extract<Authentication, { ok: false }>,
  takesTokens: boolean,
): Answer {
  if (why !== undefined) entry.failure = `token: ${why}`;
  if (reason === 'forbidden')
    return problem(
      'forbidden',
      'A claim that this service needs is missing in the token, or wrong.',
    );
  const error = reason === 'refused' ? ', error="invalid_token"' : '';
  const token = takesTokens ? ', or a valid token in `Authorization: Bearer`' : '';
  return problem('unauthorized', `A valid key is needed in the header \`X-API-KEY\`${token}.`, {
    headers: { 'WWW-Authenticate': `${CHALLENGE}${error}` },
  });
}

function withHeaders(
  answer: Answer | Promise<Answer>,
  headers: Readonly<AnswerHeaders>,
): Answer | Promise<Answer> {
  if (answer instanceof Promise) return answer.then(settled => withHeaders(settled, headers));
  Object.assign(answer.headers, headers);
  return answer;
}
