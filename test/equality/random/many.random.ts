/** Judges 200,000 endpoints over several relations, behind those of CI. It may be stopped at any time, and goes on where it was. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { all, type Engines, openEngines } from '../../engines/open-engines.ts';
import { BATCH, judge, numbersFrom } from './judge.ts';

interface Results {
  /** The number of the next endpoint to judge. */
  readonly next: number;
  readonly judged: number;
  /** Of those, the endpoints for which some request found rows. */
  readonly answered: number;
  readonly refused: number;
  /** First numbers of the batches in which a fault was found: they are judged again. */
  readonly faulty: readonly number[];
}

const FILE = join(import.meta.dirname, 'results.json');
const WANTED = 200_000;

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines({ settings: { max_threads: 1 } });
});
afterAll(() => engines.close());

async function faultsFrom(first: number) {
  const outcome = await judge(all(engines), numbersFrom(first, BATCH));
  for (const fault of outcome.faults) process.stderr.write(`${fault}\n`);
  return outcome;
}

test(`${WANTED} endpoints give the rows of the reference on every engine`, async () => {
  let results = JSON.parse(readFileSync(FILE, 'utf8')) as Results;
  const keep = (changed: Partial<Results>) => {
    results = { ...results, ...changed };
    writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);
  };
  for (const first of results.faulty) {
    const { faults } = await faultsFrom(first);
    if (faults.length === 0) keep({ faulty: results.faulty.filter(other => other !== first) });
  }
  while (results.judged < WANTED) {
    const { next, judged, answered, refused, faulty } = results;
    const found = await faultsFrom(next);
    keep({
      next: next + BATCH,
      judged: judged + found.texts.size,
      answered: answered + found.answered,
      refused: refused + found.refused.length,
      faulty: found.faults.length > 0 ? [...faulty, next] : faulty,
    });
  }
  expect(results.faulty).toEqual([]);
});
