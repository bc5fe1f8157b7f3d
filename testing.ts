/** Runs the tests of endpoints, which are in their specifications, in the user's own test runner. */
import { openTestBench, type TestBenchOptions } from './cli/tests/test-bench.ts';

export {
  type BenchRequest,
  openTestBench,
  type SpecifiedTest,
  type TestBench,
  type TestBenchOptions,
} from './cli/tests/test-bench.ts';

/** The functions of a test runner, as named by Vitest and Jest. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it: (name: string, body: () => Promise<void>) => unknown;
  readonly afterAll: (body: () => Promise<void>) => unknown;
}

/**
 * Adds a suite for each endpoint, and a case for each of its tests, to the file that calls it with `await` at the top level. Rejects with
 * `Failure` if the project has a mistake, or the machine lacks a package of the engine.
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
