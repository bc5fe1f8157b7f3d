import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { all, type Engines, openEngines } from '../engines/open-engines.ts';
import { canBeJudged } from '../equality/compare.ts';
import { holdsFor, refusesIn } from '../equality/hold.ts';
import { allPortable } from '../support/projects/portable.ts';
import { references } from '../support/projects/specs.ts';
import { amount } from '../support/usually.ts';
import { CONFIG } from './scenario-input.ts';
import { DIAGNOSTICS } from './scenario-output.ts';
import { loadScenarios } from './scenarios.ts';

/** Each scenario is judged over so many sets of rows, and what is refused over so many. */
const [SIZE, REFUSED] = amount({
  part: [
    { runs: 1, rows: 20, requests: 1 },
    { runs: 1, rows: 10, requests: 1 },
  ],
  usual: [
    { runs: 1, rows: 30, requests: 2 },
    { runs: 1, rows: 10, requests: 2 },
  ],
  all: [
    { runs: 5, rows: 40, requests: 4 },
    { runs: 2, rows: 30, requests: 6 },
  ],
});

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

const endpoints = loadScenarios()
  .filter(({ written }) => !written.blocks.some(({ info }) => info === DIAGNOSTICS))
  .flatMap(({ file, inputs, resolved }) => {
    const known = references(inputs.filter(({ path }) => path !== CONFIG));
    return allPortable(resolved.project.endpoints).map(endpoint => {
      const reference = known.get(endpoint.name);
      if (reference === undefined) throw new Error(`${file}: ${endpoint.name} is not read`);
      return [`${file}: ${endpoint.name}`, { endpoint, reference }] as const;
    });
  });
const judged = endpoints.filter(([, { reference }]) => canBeJudged(reference));

describe('every scenario that compiles', () => {
  test('is nearly always executed', () => {
    expect(endpoints.length).toBeGreaterThan(50);
    expect(judged.length).toBeGreaterThan(endpoints.length * 0.9);
  });

  test.each(judged)('%s', async (_, one) => {
    await holdsFor(all(engines), one, SIZE);
    await refusesIn(all(engines), one, REFUSED);
  });
});
