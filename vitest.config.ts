import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { lateOptimising } from './cli/optimising.ts';
import { leftOut } from './test/support/left-out.ts';

// `npm test` installs them, `npx vitest` does not
if (!existsSync(join(import.meta.dirname, 'test/node_modules/.installed'))) {
  throw new Error(
    'The packages of the tests are not installed. `npm run install:test` installs them.',
  );
}

const results = process.env['QUERN_TEST_RESULTS'];

const json = (outputFile: string): ['json', { outputFile: string }] => ['json', { outputFile }];

/** For processes of short tests: most code runs too seldom for V8 to optimise it in time, and most memory is soon free. */
const SHORT = [lateOptimising(process.versions.v8), '--max-semi-space-size=64'].filter(
  flag => flag !== null,
);

const common = {
  // one result for one commit
  setupFiles: ['test/support/seed.ts'],
  // A busy machine takes ten times as long as an idle one. A test that never ends still fails.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
};

/** Suites on engines and processes that `npm test` runs. It leaves all others to `npm run test:rest`. */
const ENGINES = [
  'test/cli/cli.engines.test.ts',
  'test/cli/cli.slow.test.ts',
  'test/compiler/language/language.engines.test.ts',
  'test/compiler/write/output.slow.test.ts',
  'test/contracts/dialect/plans.engines.test.ts',
  'test/engines/duckdb/cut-steps.engines.test.ts',
  'test/service/answers/pages.engines.test.ts',
  'test/stored/attacks.engines.test.ts',
  'test/stored/cases.engines.test.ts',
];

/** Suites of which `npm test` tries a part, and `npm run test:rest` as much as usual. */
const PART = [
  'test/contracts/client/clients.slow.test.ts',
  'test/contracts/dialect/dialect.engines.test.ts',
  'test/equality/random.engines.test.ts',
  'test/equality/rollups/rollups.engines.test.ts',
  'test/googlesql/googlesql.engines.test.ts',
  'test/scenarios/scenarios.engines.test.ts',
  'test/service/conformance/conformance.engines.test.ts',
  'test/service/sandbox/attacks.engines.test.ts',
  'test/stored/matrix.engines.test.ts',
];

// Suites that replace modules, globals or timers, load modules again, or change the folder or the environment of their process.
const ALONE = [
  'test/build/vite.slow.test.ts',
  'test/cli/warnings.engines.test.ts',
  'test/compiler/write/faults.slow.test.ts',
  'test/contracts/dialect/engines.engines.test.ts',
  'test/contracts/param-type/renamed.slow.test.ts',
  'test/engines/analysts/clickhouse.engines.test.ts',
  'test/engines/bigquery/driver.engines.test.ts',
  'test/linear-patterns.slow.test.ts',
  'test/pages/examples.slow.test.ts',
  'test/service/answers/cache/model.slow.test.ts',
  'test/service/answers/cache/replicas-model.slow.test.ts',
  'test/service/conformance/conformance.engines.test.ts',
];

// Suites that take minutes. Without a cache Vitest goes by the size of a file, and one that starts last runs alone.
const LONG = [
  'equality/random',
  'scenarios/scenarios',
  'cli/cli',
  'service/injection/injection',
  'service/faults/faults',
  'service/socket/service-process',
  'service/conformance/conformance',
  'clients/python/client',
  'service/tenants/tenants',
  'contracts/client/clients',
  'service/sandbox/attacks',
  'contracts/dialect/dialect',
  'mutants/sample',
  'clients/go/client',
];
// Suites of one project run one after another, since a process is shared by suites of one project alone.
const PROJECTS = ['part', 'engines', 'rest', 'alone', 'fast', 'timers'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex(name => moduleId.includes(`/test/${name}.`));
      return found === -1 ? LONG.length : found;
    };
    const place = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name);
    return usual.sort((a, b) => place(a) - place(b) || rank(a) - rank(b));
  }
}

const engines = {
  ...common,
  pool: 'forks' as const,
  // processes that the sources fork take it over
  execArgv: [...SHORT, '--import', join(import.meta.dirname, 'test/support/typescript.mjs')],
};

/** The compiler is loaded once a process: each time would take 2.5 s of CPU. */
const shared = { ...engines, isolate: false };

// `fast` and `timers` are the inner loop: pure functions only.
export default defineConfig({
  test: {
    // many suites wait for the processes that they start
    maxWorkers: availableParallelism() + 1,
    // a second run takes what the first has compiled
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    reporters: [
      'default',
      leftOut(ENGINES, PART),
      ...(results === undefined ? [] : [json(results)]),
    ],
    projects: [
      {
        test: {
          ...common,
          name: 'fast',
          // one process for all: pure functions leave nothing behind
          isolate: false,
          pool: 'forks',
          execArgv: SHORT,
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.{engines,slow,timers}.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...common,
          // as fast, but fake timers must not reach other files; these put the real ones back
          name: 'timers',
          isolate: false,
          include: ['test/**/*.timers.test.ts'],
          pool: 'forks',
          execArgv: SHORT,
        },
      },
      { test: { ...shared, name: 'engines', include: ENGINES } },
      { test: { ...engines, name: 'part', include: PART, env: { QUERN_PART: '1' } } },
      {
        test: {
          ...shared,
          name: 'rest',
          include: ['test/**/*.{engines,slow}.test.ts'],
          exclude: [...ENGINES, ...ALONE, '**/node_modules/**'],
        },
      },
      { test: { ...engines, name: 'alone', include: ALONE } },
    ],
  },
});
