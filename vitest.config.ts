import { defineConfig } from 'vitest/config';

const results = process.env['QUERN_TEST_RESULTS'];

// `fast` and `timers` are the inner loop: pure functions only. `engines` starts real engines and processes.
export default defineConfig({
  test: {
    // vitest would leave one of two cores idle
    maxWorkers: 2,
    // a second run takes what the first has compiled
    experimental: { fsModuleCache: true },
    reporters: results === undefined ? ['default'] : ['default', ['json', { outputFile: results }]],
    projects: [
      {
        test: {
          name: 'fast',
          // one process for all: pure functions leave nothing behind
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.{engines,slow,timers}.test.ts'],
        },
      },
      {
        test: {
          // as fast, but fake timers must not reach other files; these put the real ones back
          name: 'timers',
          isolate: false,
          include: ['test/**/*.timers.test.ts'],
          pool: 'forks',
        },
      },
      {
        test: {
          name: 'engines',
          include: ['test/**/*.{engines,slow}.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          pool: 'forks',
        },
      },
    ],
  },
});
