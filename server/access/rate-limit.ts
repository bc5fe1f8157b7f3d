/** Limits the requests of a key: each key has a bucket of tokens, filled at a steady rate. */
import type { AnswerHeaders } from '../http/headers.ts';

export interface RateLimit {
  /** Tokens that are added to a key's bucket each second, more than 0; fractions are allowed. */
  readonly perKey: number;
  /** The size of a bucket: a whole number, at least 1. */
  readonly burst: number;
}
export interface RateDecision {
  readonly allowed: boolean;
  /** Requests that a full bucket allows at once. */
  readonly limit: number;
  /** Seconds that an empty bucket takes to fill, a whole number. */
  readonly windowS: number;
  /** Requests that are left right now. */
  readonly remaining: number;
  /** Whole seconds until the bucket is full. */
  readonly resetS: number;
  /** Whole seconds until the next request is allowed; 0 if there are requests left. */
  readonly retryAfterS: number;
}
export interface RateLimiter {
  /** Takes a token from the key's bucket of this rate, if there is one; a rejected request takes no token. */
  readonly take: (keyId: string, limit: RateLimit) => RateDecision;
  readonly stats: () => { readonly buckets: number };
}

/**
 * Creates a limiter with full buckets. In any `s` seconds it allows a key at most `burst + perKey * s` requests.
 * `nowMs` returns milliseconds of any clock. While the clock goes backwards, no time passes.
 */
export function createRateLimiter(nowMs: () => number = () => performance.now()): RateLimiter {
  const elapsed = stopwatch(nowMs);
  // A bucket is stored as the instant at which it will be full. A full bucket need not be stored, but may be.
  const fullAt = new Map<string, number>();

  const take: RateLimiter['take'] = (keyId, limit) => {
    const { perToken, capacity } = bucketSize(limit);
    const now = elapsed();
    forgetFull(fullAt, now);
    const known = fullAt.get(keyId) ?? now;
    // A bucket of a slower rate before would be full later than an empty one of this rate.
    const full = Math.min(known, now + capacity);
    if (full < known) fullAt.set(keyId, full);
    const missing = Math.max(0, full - now);
    const allowed = missing + perToken <= capacity;
    const left = capacity - missing - (allowed ? perToken : 0);
    if (allowed) {
      // Keeps the map in the order of the last allowed request, in which `forgetFull` removes buckets.
      fullAt.delete(keyId);
      fullAt.set(keyId, now + capacity - left);
    }
    return decisionOf(limit, { allowed, left });
  };
  return { take, stats: () => ({ buckets: fullAt.size }) };
}

/** Microseconds for a token, and for a full bucket. */
export function bucketSize({ perKey, burst }: RateLimit) {
  // Whole microseconds can be added exactly. They are rounded up, so the rate is never exceeded; subtracting 1e-6 ignores
  // the error of the division.
  const perToken = Math.ceil(1_000_000 / perKey - 1e-6);
  return { perToken, capacity: burst * perToken };
}

/** Returns the decision that leaves `left` microseconds of tokens in a bucket. */
export function decisionOf(
  limit: RateLimit,
  { allowed, left }: { readonly allowed: boolean; readonly left: number },
): RateDecision {
  const { perToken, capacity } = bucketSize(limit);
  return {
    allowed,
    limit: limit.burst,
    windowS: seconds(capacity),
    remaining: Math.floor(left / perToken),
    resetS: seconds(capacity - left),
    retryAfterS: seconds(Math.max(0, perToken - left)),
  };
}

/** Removes the buckets of idle keys: a bucket that was not used for as long as it takes to fill is full. */
function forgetFull(fullAt: Map<string, number>, now: number): void {
  for (const [key, at] of fullAt) {
    if (at > now) return;
    fullAt.delete(key);
  }
}

/** Microseconds since the first call; backward steps of the clock do not count. */
function stopwatch(nowMs: () => number): () => number {
  let last = Math.floor(nowMs() * 1_000);
  let elapsed = 0;
  return () => {
    const now = Math.floor(nowMs() * 1_000);
    elapsed += Math.max(0, now - last);
    last = now;
    return elapsed;
  };
}

function seconds(micros: number): number {
  return Math.ceil(micros / 1_000_000);
}

/**
 * Returns the header fields of a decision, by draft-ietf-httpapi-ratelimit-headers-10: the policy's quota and its window in
 * seconds, the remaining quota, and the seconds until the quota is full again. Adds `Retry-After` for a rejected
 * request.
 */
export function rateLimitHeaders(decision: RateDecision): Readonly<AnswerHeaders> {
  const { allowed, limit, windowS, remaining, resetS, retryAfterS } = decision;
  const headers = {
    'RateLimit-Policy': `"default";q=${limit};w=${windowS}`,
    RateLimit: `"default";r=${remaining};t=${resetS}`,
  };
  return allowed ? headers : { ...headers, 'Retry-After': String(retryAfterS) };
}
