import { defineConfig } from 'vitest/config';

/** One bug at a time, with the tests that have to find it. */
export default defineConfig({
  test: {
    include: ['test/mutants/all.mutants.ts'],
    testTimeout: 900_000,
    hookTimeout: 300_000,
    pool: 'forks',
    reporters: ['verbose'],
  },
});
