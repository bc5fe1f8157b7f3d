/** A bug of two categories is planted and found: the whole is `npm run test:mutants`. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMutants } from './mutants.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

/** Those whose tests take seconds. */
const SAMPLE = ['An empty text is a value', 'A key runs what lacks a parameter that it fixes'];
const mutants = readMutants().filter(({ what }) => SAMPLE.includes(what));

let workshop: Workshop;
beforeAll(() => {
  workshop = openWorkshop();
});
afterAll(() => workshop.close());

test('the sample is there', () => {
  expect(mutants.length).toBe(SAMPLE.length);
});

test.each(mutants)('$what', async mutant => {
  expect(await workshop.find(mutant)).not.toBe(null);
});

test('nothing is found where nothing is planted', async () => {
  const [first] = mutants.filter(({ only }) => only === null);
  if (first === undefined) throw new Error('no mutant');
  expect(await workshop.runUnchanged(first)).toBe(null);
});
