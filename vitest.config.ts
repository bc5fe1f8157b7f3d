import { defineConfig } from 'vitest/config';

// `fast` is the inner loop: pure functions only. `engines` starts real engines and processes.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.engines.test.ts', 'test/**/*.slow.test.ts'],
        },
      },
      {
        test: {
          name: 'engines',
          include: ['test/**/*.engines.test.ts', 'test/**/*.slow.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          pool: 'forks',
        },
      },
    ],
  },
});
