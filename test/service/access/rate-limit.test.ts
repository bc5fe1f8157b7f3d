import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RateLimit } from '../../../server/access/rate-limit.ts';
import { createRateLimiter, rateLimitHeaders } from '../../../server/access/rate-limit.ts';

describe('rate limit', () => {
  test('a burst is allowed, then one for each token that flows in', () => {
    const { allowed, pass } = setUp({ perKey: 2, burst: 3 });
    expect(allowed(4)).toEqual([true, true, true, false]);
    pass(499);
    expect(allowed(1)).toEqual([false]);
    pass(1);
    expect(allowed(2)).toEqual([true, false]);
    pass(60_000);
    expect(allowed(4)).toEqual([true, true, true, false]);
  });

  test('a decision tells what is left, when all is back, and when to come again', () => {
    const { limiter, pass } = setUp({ perKey: 2, burst: 3 });
    const always = { limit: 3, windowS: 2 };
    const take = () => limiter.take('a');
    const granted = { ...always, allowed: true };
    expect(take()).toEqual({ ...granted, remaining: 2, resetS: 1, retryAfterS: 0 });
    expect(take()).toEqual({ ...granted, remaining: 1, resetS: 1, retryAfterS: 0 });
    expect(take()).toEqual({ ...granted, remaining: 0, resetS: 2, retryAfterS: 1 });
    const refused = { ...always, allowed: false, remaining: 0 };
    expect(take()).toEqual({ ...refused, resetS: 2, retryAfterS: 1 });
    pass(499);
    expect(take()).toEqual({ ...refused, resetS: 2, retryAfterS: 1 });
    pass(1);
    expect(take()).toEqual({ ...granted, remaining: 0, resetS: 2, retryAfterS: 1 });
  });

  test.each([
    ['one in two seconds', { perKey: 0.5, burst: 1 }, 2_000],
    ['one in a minute', { perKey: 1 / 60, burst: 1 }, 60_000],
    ['seven in ten seconds', { perKey: 0.7, burst: 1 }, 1_429],
  ])('a part of a token each second: %s', (_, rate, apartMs) => {
    const { allowed, pass } = setUp(rate);
    for (let at = 0; at < 5; at += 1) {
      expect(allowed(1)).toEqual([true]);
      pass(apartMs - 1);
      expect(allowed(1)).toEqual([false]);
      pass(1);
    }
  });

  test('a rate that is not a whole number of microseconds is rounded to the slower one', () => {
    const { allowed, pass } = setUp({ perKey: 600_000, burst: 1_000 });
    allowed(1_000);
    pass(1);
    expect(allowed(1_000).filter(one => one)).toHaveLength(500);
  });

  test('keys share nothing', () => {
    const { limiter } = setUp({ perKey: 1, burst: 1 });
    const takes = ['a', 'b', 'a', 'b'].map(key => limiter.take(key).allowed);
    expect(takes).toEqual([true, true, false, false]);
  });

  test('a key may have a rate of its own', () => {
    const { limiter, pass } = setUp({ perKey: 1, burst: 1 });
    const own = { perKey: 2, burst: 3 };
    const takes = [1, 2, 3, 4].map(() => limiter.take('a', own).allowed);
    expect(takes).toEqual([true, true, true, false]);
    expect([1, 2].map(() => limiter.take('b').allowed)).toEqual([true, false]);
    pass(500);
    expect([limiter.take('a', own).allowed, limiter.take('b').allowed]).toEqual([true, false]);
  });

  test('a key that gets another rate waits no longer than that rate says', () => {
    const { limiter, pass } = setUp({ perKey: 1, burst: 1 });
    const slow = { perKey: 0.01, burst: 1 };
    const fast = { perKey: 100, burst: 100 };
    expect([limiter.take('a', slow).allowed, limiter.take('a', slow).allowed]).toEqual([
      true,
      false,
    ]);
    const refused = { allowed: false, remaining: 0, resetS: 1, retryAfterS: 1 };
    expect(limiter.take('a', fast)).toMatchObject(refused);
    pass(10);
    expect(limiter.take('a', fast).allowed).toBe(true);
  });

  test('buckets that are full again leave memory', () => {
    const { limiter, pass } = setUp({ perKey: 1, burst: 10 });
    for (let key = 0; key < 1_000; key += 1) limiter.take(`k${key}`);
    for (let at = 0; at < 5; at += 1) limiter.take('k0');
    expect(limiter.stats().buckets).toBe(1_000);
    pass(1_000);
    limiter.take('a');
    expect(limiter.stats().buckets).toBe(2);
    expect(limiter.take('k0').remaining).toBe(4);
    pass(11_000);
    limiter.take('a');
    expect(limiter.stats().buckets).toBe(1);
  });

  test('a bucket that is full again, behind one that is not, holds no more than its burst', () => {
    const { limiter, pass } = setUp({ perKey: 1, burst: 3 });
    for (let at = 0; at < 3; at += 1) limiter.take('busy');
    limiter.take('idle');
    pass(2_500);
    expect(limiter.stats().buckets).toBe(2);
    expect(limiter.take('idle').remaining).toBe(2);
    const takes = [1, 2, 3].map(() => limiter.take('idle').allowed);
    expect(takes).toEqual([true, true, false]);
  });

  test('a refused key is remembered by its last request allowed', () => {
    const { limiter, pass } = setUp({ perKey: 0.001, burst: 1 });
    for (let at = 0; at < 100; at += 1) {
      limiter.take('greedy');
      pass(1);
    }
    expect(limiter.stats().buckets).toBe(1);
    pass(999_900);
    expect(limiter.take('greedy').allowed).toBe(true);
  });

  test('a clock that goes back neither locks out nor lets in', () => {
    const { allowed, pass, limiter } = setUp({ perKey: 1, burst: 2 });
    expect(allowed(3)).toEqual([true, true, false]);
    pass(-86_400_000);
    expect(allowed(1)).toEqual([false]);
    pass(999);
    expect(allowed(1)).toEqual([false]);
    pass(1);
    expect(allowed(2)).toEqual([true, false]);
    pass(2_000);
    limiter.take('b');
    expect(limiter.stats().buckets).toBe(1);
  });

  test('the clock of the process is the one that goes by itself', () => {
    const limiter = createRateLimiter();
    const rate = { perKey: 0.000_1, burst: 1 };
    expect(limiter.take('a', rate).allowed).toBe(true);
    expect(limiter.take('a', rate)).toMatchObject({ allowed: false, retryAfterS: 10_000 });
  });

  const rates = fc.record({
    perKey: fc.oneof(
      fc.double({ min: 0.01, max: 200, noNaN: true }),
      fc.integer({ min: 1, max: 1_000 }),
      // Buckets that fill in about the time that the steps take.
      fc.double({ min: 0.5, max: 4, noNaN: true }),
    ),
    burst: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 4 })),
  });
  const bursts = fc.array(
    fc.record({
      key: fc.nat(2),
      apartMs: fc.oneof(fc.nat(3_000), fc.integer({ min: -500, max: 40 })),
      times: fc.integer({ min: 1, max: 5 }),
    }),
    { maxLength: 40 },
  );
  const steps = bursts.map(all =>
    all.flatMap(({ key, apartMs, times }) =>
      Array.from({ length: times }, (_, turn) => ({ key, apartMs: turn === 0 ? apartMs : 0 })),
    ),
  );

  test('no span allows more than the burst and what flows in', () => {
    fc.assert(
      fc.property(rates, steps, (rate, requests) => {
        const { limiter, pass } = setUp(rate);
        const allowed = new Map<number, number[]>();
        let elapsedMs = 0;
        for (const { key, apartMs } of requests) {
          pass(apartMs);
          elapsedMs += Math.max(0, apartMs);
          const times = allowed.get(key) ?? [];
          if (limiter.take(String(key)).allowed) allowed.set(key, [...times, elapsedMs]);
        }
        for (const times of allowed.values()) {
          for (const [first, from] of times.entries()) {
            for (const [count, to] of times.slice(first).entries()) {
              const most = rate.burst + (rate.perKey * (to - from)) / 1_000;
              expect(count + 1).toBeLessThanOrEqual(most * (1 + 1e-9));
            }
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test('what a decision says comes true', () => {
    fc.assert(
      fc.property(rates, steps, fc.boolean(), (rate, requests, toFull) => {
        const { limiter, pass } = setUp(rate);
        let last = limiter.take('0');
        for (const { key, apartMs } of requests) {
          pass(apartMs);
          const decision = limiter.take(String(key));
          if (key === 0) last = decision;
        }
        pass(1_000 * (toFull ? last.resetS : last.retryAfterS));
        const next = limiter.take('0');
        expect(next.allowed).toBe(true);
        if (toFull) expect(next.remaining).toBe(rate.burst - 1);
      }),
      { numRuns: 200 },
    );
  });

  test('as many as remain are allowed now', () => {
    fc.assert(
      fc.property(rates, steps, (rate, requests) => {
        const { limiter, pass } = setUp(rate);
        let { remaining } = limiter.take('0');
        for (const { apartMs } of requests) {
          pass(Math.max(0, apartMs));
          ({ remaining } = limiter.take('0'));
        }
        const next = Array.from({ length: remaining + 1 }, () => limiter.take('0').allowed);
        expect(next).toEqual([...Array(remaining).fill(true), false]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('rate limit headers', () => {
  const decision = { limit: 50, windowS: 25, remaining: 49, resetS: 1, retryAfterS: 0 };
  test.each([
    [
      'allowed',
      { ...decision, allowed: true },
      { 'RateLimit-Policy': '"default";q=50;w=25', RateLimit: '"default";r=49;t=1' },
    ],
    [
      'refused',
      { ...decision, allowed: false, remaining: 0, resetS: 25, retryAfterS: 3 },
      {
        'RateLimit-Policy': '"default";q=50;w=25',
        RateLimit: '"default";r=0;t=25',
        'Retry-After': '3',
      },
    ],
  ])('%s', (_, given, headers) => {
    expect(rateLimitHeaders(given)).toEqual(headers);
  });
});

/** A limiter on a clock that the test sets, and how often the key `a` is allowed in a row. */
function setUp(rate: RateLimit) {
  let nowMs = 1_900_000_000_000;
  const { take, stats } = createRateLimiter(() => nowMs);
  const limiter = { stats, take: (key: string, own = rate) => take(key, own) };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  const allowed = (count: number) => Array.from({ length: count }, () => limiter.take('a').allowed);
  return { limiter, pass, allowed };
}
