import { expect, test } from 'vitest';
import { counted, sentences } from '../generator/words.ts';

test('things are counted as people do', () => {
  expect([0, 1, 2, 10_000].map(count => counted(count, 'row'))).toEqual([
    '0 rows',
    '1 row',
    '2 rows',
    '10,000 rows',
  ]);
});

test.each([
  [['One', 'two'], 'One. two'],
  [['One.', null, 'Two.'], 'One. Two.'],
  [['One', '', ' \n', 'Two'], 'One. Two'],
  [['One of these:', 'a, b'], 'One of these: a, b'],
  [['One?', 'Two!', 'Three'], 'One? Two! Three'],
  [['One.\n', 'Two'], 'One.\nTwo'],
  [[null, ''], ''],
])('sentences of %o', (parts, text) => {
  expect(sentences(...parts)).toBe(text);
});
