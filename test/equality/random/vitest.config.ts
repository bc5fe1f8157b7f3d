import { defineConfig } from 'vitest/config';

/** Many random endpoints, once. */
export default defineConfig({
  test: {
    include: ['test/equality/random/many.random.ts'],
    testTimeout: 24 * 3_600_000,
    hookTimeout: 300_000,
    pool: 'forks',
    reporters: ['verbose'],
  },
});
