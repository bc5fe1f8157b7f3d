/** The tests of endpoints, which stand in their specifications, in a test runner of the user's own. */
import { openTestBench, type TestBenchOptions } from './cli/tests/test-bench.ts';

export {
  type BenchRequest,
  openTestBench,
  type SpecifiedTest,
  type TestBench,
  type TestBenchOptions,
} from './cli/tests/test-bench.ts';

/** The functions of a test runner; those of Vitest and Jest have these names. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => Promise<void>) => unknown;
  readonly afterAll: (body: () => Promise<void>) => unknown;
}

/**
 * Adds a suite for each endpoint and a case for each of its tests to the file that calls it, with `await` at the top level. Rejects
 * with `Failure` where the project has a mistake, or the machine lacks a package of the engine.
 */
export async function endpointTests(
  { describe, it, afterAll }: TestRunner,
  options: TestBenchOptions = {},
): Promise<void> {
  const bench = await openTestBench(options);
  afterAll(bench.close);
  for (const endpoint of new Set(bench.tests.map(test => test.endpoint))) {
    describe(endpoint, () => {
      const own = bench.tests.filter(test => test.endpoint === endpoint);
      for (const { name, run } of own) it(name, run);
    });
  }
}
