import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDecimal } from '../../generator/core/types/decimal.ts';

const LIMIT = 10n ** 38n - 1n;
const units = fc.bigInt({ min: -LIMIT, max: LIMIT });

/** A decimal of so many billionths, in the one way that it is held. */
function held(value: bigint): string {
  const size = value < 0n ? -value : value;
  const fraction = String(size % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${size / 1_000_000_000n}${fraction && `.${fraction}`}`;
}

describe('a decimal of a text', () => {
  test('is held in one way, whichever it is written in', () => {
    fc.assert(
      fc.property(
        units,
        fc.nat(12),
        fc.nat(12),
        fc.integer({ min: -30, max: 30 }),
        (value, lead, trail, shift) => {
          const text = held(value);
          expect(parseDecimal(text)).toBe(text);
          const [, sign, whole = '', fraction = ''] =
            /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text) ?? [];
          const zeros = '0'.repeat(lead);
          expect(parseDecimal(`${sign}${zeros}${whole}.${fraction}${'0'.repeat(trail)}`)).toBe(
            text,
          );
          expect(parseDecimal(`${value}e-9`)).toBe(text);
          expect(
            parseDecimal(`${value}${'0'.repeat(Math.max(0, shift))}e${-9 - Math.max(0, shift)}`),
          ).toBe(text);
        },
      ),
    );
  });

  test.each([
    ['-0', '0'],
    ['+1.50', '1.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1e28', `1${'0'.repeat(28)}`],
    ['1E-9', '0.000000001'],
    ['0.0000000000', '0'],
    ['0e999', '0'],
  ])('%s', (text, value) => {
    expect(parseDecimal(text)).toBe(value);
  });

  test.each([
    ...['', '.', '-', 'e5', 'x', '1,5', ' 1', '1 ', '0x1', 'NaN', 'inf', '1e1000', '1_000'],
    ...['1e29', '-1e29', '0.0000000001', '1e-10', '9'.repeat(30), '1'.repeat(81)],
  ])('%s is none', text => {
    expect(parseDecimal(text)).toBe(null);
  });
});
