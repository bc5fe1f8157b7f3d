/** Compares 100,000 trees of random texts, behind those of CI. It may be stopped at any time, and goes on where it was. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { randomText } from './random-texts.ts';
import { compared } from './trees.ts';

interface Results {
  /** The number of the next text. */
  readonly next: number;
  /** Texts for which both trees are the same; the library alone reads the others. */
  readonly same: number;
  /** Numbers of texts that the library reads differently: they are compared again. */
  readonly faulty: readonly number[];
}

const FILE = join(import.meta.dirname, 'results.json');
const WANTED = 100_000;
const BATCH = 1_000;

/** Whether both trees are the same, with a message if they are not. */
function outcomeOf(number: number): 'same' | 'library' | 'faulty' {
  const outcome = compared(randomText(number));
  if (outcome === 'same' || outcome === 'library') return outcome;
  process.stderr.write(`${number}: ${JSON.stringify(randomText(number))}\n${outcome}\n`);
  return 'faulty';
}

test(`${WANTED} texts give the tree of the YAML library`, () => {
  let results = JSON.parse(readFileSync(FILE, 'utf8')) as Results;
  const keep = (changed: Partial<Results>) => {
    results = { ...results, ...changed };
    writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);
  };
  keep({ faulty: results.faulty.filter(number => outcomeOf(number) === 'faulty') });
  while (results.same < WANTED) {
    const { next, same, faulty } = results;
    const outcomes = Array.from({ length: BATCH }, (_, i) => outcomeOf(next + i));
    const found = outcomes.flatMap((outcome, i) => (outcome === 'faulty' ? [next + i] : []));
    const equal = outcomes.filter(outcome => outcome === 'same').length;
    keep({ next: next + BATCH, same: same + equal, faulty: [...faulty, ...found] });
  }
  expect(results.faulty).toEqual([]);
});
