import { expect, it } from 'vitest';
import { counted, sentences } from '../../generator/core/report/words.ts';

it.each([
  [0, '0 rows'],
  [1, '1 row'],
  [2, '2 rows'],
  [999, '999 rows'],
  [1_000, '1,000 rows'],
  [12_345, '12,345 rows'],
  [1_234_567, '1,234,567 rows'],
])('%d is told as %s', (count, told) => {
  expect(counted(count, 'row')).toBe(told);
});

it('puts sentences in a row, with the ends that they lack between them', () => {
  expect(sentences('One', null, '', ' ', 'Two.', 'Three')).toBe('One. Two. Three');
});

it.each([
  ['One of these:', 'a, b', 'One of these: a, b'],
  ['One?', 'Two!', 'One? Two!'],
  ['One.\n', 'Two', 'One.\nTwo'],
])('between %o and %o stands no more than is missing', (one, other, told) => {
  expect(sentences(one, other)).toBe(told);
});
