/** Statements that read rollups answer what the entries do, on every engine. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { all, type Engines, openEngines } from '../../engines/open-engines.ts';
import type { OpenTestEngine } from '../../engines/test-engine.ts';
import type { Sent } from '../../reference/answer.ts';
import type { ReferenceEndpoint } from '../../reference/endpoint.ts';
import type { Row } from '../../reference/language/evaluate.ts';
import { Refused } from '../../reference/params.ts';
import { amount } from '../../support/usually.ts';
import { NOW } from '../cases.ts';
import { difference, type Expected, expected } from '../compare.ts';
import { prepare, runSpecialized } from '../execute.ts';
import { tablesOf } from '../tables.ts';
import { COUNTED, loadWithCopies } from './copies.ts';
import { entries, requests, rolledEndpoints } from './rollup-cases.ts';

const [RUNS, REQUESTS] = amount({ part: [2, 10], usual: [4, 20], all: [170, 20] });

let engines: Engines;
beforeAll(async () => {
  // small tables: threads would wait for one another
  engines = await openEngines({ settings: { max_threads: 1 } });
});
afterAll(() => engines.close());

const known = rolledEndpoints();

test('there are endpoints', () => {
  expect(known.length).toBeGreaterThan(5);
});

/** `null` for a request that the service refuses, such as one with too many buckets. */
function answerTo(reference: ReferenceEndpoint, rows: readonly Row[], sent: Sent): Expected | null {
  try {
    return expected(reference, rows, sent, NOW);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

test.each(known.map(one => [one.endpoint.name, one] as const))(
  '%s',
  async (_, { endpoint, reference }) => {
    const targets = all(engines)
      .filter(({ name }) => endpoint.engines.includes(name))
      .map(engine => ({
        engine,
        prepared: prepare(endpoint, engine.name),
      }));
    const property = fc.asyncProperty(
      entries(60),
      requests(endpoint, REQUESTS),
      COUNTED,
      async (rows, asked, counted) => {
        const wanted = asked.flatMap(sent => {
          const due = answerTo(reference, rows, sent);
          return due === null ? [] : [{ sent, rows: due }];
        });
        for (const { engine, prepared } of targets) {
          if (engine.name === 'duckdb')
            await loadWithCopies(engine as OpenTestEngine, endpoint, rows, counted);
          else await engine.load(tablesOf(endpoint, engine.name, rows));
          for (const { sent, rows: due } of wanted) {
            const wrong = difference(
              due,
              await runSpecialized(prepared, engine, sent, NOW),
              engine.name,
            );
            if (wrong !== null)
              throw new Error(
                `${engine.name}, ${JSON.stringify(sent)}, ${counted.until}, ${counted.late}: ${wrong}`,
              );
          }
        }
      },
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  },
);
