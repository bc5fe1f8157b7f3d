/** Strangers' texts against the whole service on each engine. */
import { describe, test } from 'vitest';
import { KITS } from '../../engines/index.ts';
import type { ServiceKit } from '../../engines/kit.ts';
import { isAll } from '../../support/usually.ts';
import { ENGINES, LACKING } from './service.ts';
import { injectionSuite, type SuiteOptions } from './suite.ts';

/** With `QUERN_ALL=1` every attack is tried in each place on every engine. */
const ALL: Partial<SuiteOptions> = isAll ? { every: 1 } : {};
const OPTIONS: Readonly<Record<ServiceKit['pace'], SuiteOptions>> = {
  fast: { runs: 120 },
  usual: { runs: 30, logsEvery: 8, every: 8, ...ALL },
  slow: { runs: 15, logsEvery: 16, every: 12, ...ALL },
};

test.skip.each(LACKING)('%s: %s', () => {});

describe.each(ENGINES)('%s', name => {
  const { pace = 'usual' } = KITS.get(name)?.service ?? {};
  injectionSuite(name, OPTIONS[pace]);
});
