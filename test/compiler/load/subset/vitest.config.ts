import { defineConfig } from 'vitest/config';

/** Many random texts, once. */
export default defineConfig({
  test: {
    include: ['test/compiler/load/subset/many.random.ts'],
    testTimeout: 24 * 3_600_000,
    pool: 'forks',
    reporters: ['verbose'],
  },
});
