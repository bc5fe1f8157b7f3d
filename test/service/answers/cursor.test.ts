import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LONGEST_CURSOR } from '../../../generator/core/plan/pages.ts';
import { createCursors, type Sealed } from '../../../server/answers/cursor.ts';
import { unicodeText } from '../../support/unicode-text.ts';

const secret = (letter: string) => letter.repeat(32);
const NEW = createCursors([secret('n')]);

const sealed: fc.Arbitrary<Sealed> = fc.record({
  question: unicodeText({ maxLength: 60 }),
  expires: fc.integer({ min: 0, max: 4_102_444_800 }),
  instant: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }),
  after: fc.array(unicodeText({ maxLength: 40 }), { maxLength: 5 }),
});

/** The cursor of what is short enough for one. */
function sealOf(what: Sealed): string {
  const text = NEW.seal(what);
  if (text === null) throw new Error('too long');
  return text;
}

describe('a cursor', () => {
  test('says what was sealed, in characters that an address takes as they are', () => {
    fc.assert(
      fc.property(sealed, what => {
        const text = sealOf(what);
        expect(NEW.open(text)).toEqual(what);
        expect(text).toMatch(/^[\w-]+$/);
      }),
    );
  });

  test('shows nothing of what it says, and no two are alike', () => {
    const what = { question: 'q', expires: 1, instant: 2n, after: ['tenant-of-somebody'] };
    const [one, other] = [sealOf(what), sealOf(what)];
    expect(one).not.toBe(other);
    // not even what stands between salt and tag
    expect(one.slice(30, 50)).not.toBe(other.slice(30, 50));
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('tenant');
  });

  test('is refused once any bit of it is changed', () => {
    const bytes = Buffer.from(
      sealOf({ question: 'q', expires: 9, instant: 1n, after: ['a'] }),
      'base64url',
    );
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect([bit, NEW.open(changed.toString('base64url'))]).toEqual([bit, null]);
    }
  });

  test('is cut, lengthened, joined with another or written otherwise for nothing', () => {
    fc.assert(
      fc.property(sealed, sealed, fc.nat(400), (one, other, at) => {
        const [a, b] = [sealOf(one), sealOf(other)];
        const cut = 12 + (at % (a.length - 12));
        const forged = [
          a.slice(0, cut),
          `${a}A`,
          a + b,
          a.slice(0, cut) + b.slice(cut, -1),
          `${a}=`,
        ];
        for (const text of forged) expect(NEW.open(text)).toBeNull();
        expect(NEW.open(`${a.slice(0, 8)} ${a.slice(8)}`)).toBeNull();
        expect(NEW.open(a.replaceAll('-', '+'))).toEqual(a.includes('-') ? null : one);
      }),
    );
  });

  test('is not what somebody without the secret makes of any text', () => {
    fc.assert(
      fc.property(unicodeText({ maxLength: 300 }), text => {
        expect(NEW.open(text)).toBeNull();
        expect(NEW.open(Buffer.from(text).toString('base64url'))).toBeNull();
        const shaped = Buffer.concat([Buffer.of(1), Buffer.alloc(48), Buffer.from(text)]);
        expect(NEW.open(shaped.toString('base64url'))).toBeNull();
      }),
    );
  });

  test('is at most as long as callers may send', () => {
    for (const length of [1_400, 1_488, 1_489, 1_490, 3_000]) {
      const text = NEW.seal({
        question: 'q',
        expires: 1,
        instant: 1n,
        after: ['x'.repeat(length)],
      });
      expect(text === null || text.length <= LONGEST_CURSOR).toBe(true);
      expect(text === null).toBe(length > 1_489);
    }
  });
});

describe('secrets', () => {
  const what: Sealed = { question: 'q', expires: 1, instant: 2n, after: ['a'] };

  test('are changed without a break: the first seals, both open', () => {
    const both = createCursors([secret('n'), secret('o')]);
    const old = createCursors([secret('o')]);
    const [before, after] = [old.seal(what) ?? '', both.seal(what) ?? ''];
    expect([both.open(before), both.open(after)]).toEqual([what, what]);
    expect([old.open(after), NEW.open(after), NEW.open(before)]).toEqual([null, what, null]);
  });

  test('that are too short to keep anything are refused', () => {
    expect(() => createCursors(['x'.repeat(31)])).toThrow('at least 32 characters');
    expect(() => createCursors([secret('n'), ''])).toThrow('at least 32 characters');
    expect(() => createCursors([])).toThrow('at least 32 characters');
  });
});
