/** Tries every planted bug that has no result yet, or all of them anew with `QUERN_AGAIN=1`. It may be stopped at any time. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf, type Mutant, readMutants } from './mutants.ts';
import { keepResult, readResults } from './results.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

type Judge = Pick<Mutant, 'tests' | 'only'>;
const known = new Set(
  readResults()
    .filter(({ foundBy }) => foundBy !== null)
    .map(({ digest }) => digest),
);
const isDue = (digest: string) => process.env['QUERN_AGAIN'] === '1' || !known.has(digest);
const due = readMutants().filter(mutant => isDue(digestOf(mutant)));

let workshop: Workshop;
beforeAll(() => {
  workshop = openWorkshop();
});
afterAll(() => workshop.close());

/** Judges that pass where there is no bug: what others say of one means nothing. */
const sound = new Set<string>();
const judgeOf = ({ tests, only }: Judge) => JSON.stringify([tests, only]);
const judges = new Map(due.map(({ tests, only }) => [judgeOf({ tests, only }), { tests, only }]));

describe.skipIf(due.length === 0)('without a bug', () => {
  test.each([...judges.values()])('nothing fails in $tests', async judge => {
    expect(await workshop.runUnchanged(judge)).toBe(null);
    sound.add(judgeOf(judge));
  });
});

describe('is found', () => {
  test.each(due)('$category: $what', async mutant => {
    expect(sound).toContain(judgeOf(mutant));
    const found = await workshop.find(mutant);
    keepResult(mutant, found);
    expect(found).not.toBe(null);
  });

  test('all that is due', () => {
    expect(readResults().length).toBe(readMutants().length);
  });
});
