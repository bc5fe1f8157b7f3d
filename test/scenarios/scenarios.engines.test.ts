import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engines, openEngines } from '../engines/open-engines.ts';
import { canBeJudged } from '../equality/compare.ts';
import { holdsFor, refusesIn } from '../equality/hold.ts';
import { loadScenarios } from './scenarios.ts';

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

const endpoints = loadScenarios().flatMap(({ file, compiled }) =>
  compiled.diagnostics.length > 0
    ? []
    : compiled.compilation.project.endpoints.map(
        endpoint => [`${file}: ${endpoint.name}`, endpoint] as const,
      ),
);
const judged = endpoints.filter(([, endpoint]) => canBeJudged(endpoint));

describe('every scenario that compiles', () => {
  test('is nearly always executed', () => {
    expect(endpoints.length).toBeGreaterThan(50);
    expect(judged.length).toBeGreaterThan(endpoints.length * 0.9);
  });

  test.each(judged)('%s', async (_, endpoint) => {
    await holdsFor(engines, endpoint, { runs: 5, rows: 40, requests: 4 });
    await refusesIn(engines, endpoint, { runs: 2, rows: 30, requests: 6 });
  });
});
