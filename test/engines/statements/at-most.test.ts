import { expect, test } from 'vitest';
import { eachAtMost } from '../../../engines/support/at-most.ts';

const numbers = Array.from({ length: 20 }, (_, index) => index);
const turn = () => new Promise(resolve => setImmediate(resolve));

test('as many run at once as may, and the results have the order of the items', async () => {
  let running = 0;
  let most = 0;
  const results = await eachAtMost(3, numbers, async number => {
    running += 1;
    most = Math.max(most, running);
    for (let turns = 0; turns < (number * 7) % 5; turns++) await turn();
    running -= 1;
    return number * 2;
  });
  expect(results).toEqual(numbers.map(number => number * 2));
  expect(most).toBe(3);
  expect(await eachAtMost(3, [], turn)).toEqual([]);
});

test('after a failure no other item begins', async () => {
  const begun: number[] = [];
  const work = eachAtMost(2, numbers, async number => {
    begun.push(number);
    await turn();
    if (number === 2) throw new Error('two');
  });
  await expect(work).rejects.toThrow('two');
  for (let turns = 0; turns < 5; turns++) await turn();
  expect(begun).toEqual([0, 1, 2, 3]);
});
