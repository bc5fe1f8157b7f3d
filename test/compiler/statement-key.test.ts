import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statementKey } from '../../generator/core/output/statement-key.ts';
import { usually } from '../support/usually.ts';

/** Close to what the encoding makes of them, so that collisions would be met. */
const value = fc.oneof(
  fc.string({ unit: fc.constantFrom('|', '%', '7', 'C', '2', '5', 'c', 'a', '='), maxLength: 5 }),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);

test('two lists of values have one key only where they are equal', () => {
  const lists = fc
    .integer({ min: 1, max: 3 })
    .chain(count =>
      fc.tuple(...[0, 1].map(() => fc.array(value, { minLength: count, maxLength: count }))),
    );
  fc.assert(
    fc.property(lists, ([one = [], other = []]) => {
      const isEqual = JSON.stringify(one) === JSON.stringify(other);
      expect(statementKey(one) === statementKey(other)).toBe(isEqual);
    }),
    {
      numRuns: usually(20_000, 10),
      examples: [
        [
          [
            ['a', 'b|c'],
            ['a|b', 'c'],
          ],
        ],
        [[['|'], ['%7C']]],
      ],
    },
  );
});

test('a key reads as its values do', () => {
  expect(statementKey([])).toBe('');
  expect(statementKey(['hourly', 'FREE'])).toBe('hourly|FREE');
  expect(statementKey(['日本 =&+', "it's"])).toBe("日本 =&+|it's");
  expect(statementKey(['a|b', '100%'])).toBe('a%7Cb|100%25');
});
