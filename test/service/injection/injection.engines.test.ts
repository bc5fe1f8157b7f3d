/** Strangers' texts against the whole service on each engine. */
import { describe, test } from 'vitest';
import { KITS } from '../../engines/index.ts';
import type { ServiceKit } from '../../engines/kit.ts';
import { ENGINES, LACKING } from './service.ts';
import { injectionSuite, type SuiteOptions } from './suite.ts';

const OPTIONS: Readonly<Record<ServiceKit['pace'], SuiteOptions>> = {
  fast: { runs: 400 },
  usual: { runs: 100 },
  slow: { runs: 100, logsEvery: 6 },
};

test.skip.each(LACKING)('%s: %s', () => {});

describe.each(ENGINES)('%s', name => {
  const { pace = 'usual' } = KITS.get(name)?.service ?? {};
  injectionSuite(name, OPTIONS[pace]);
});
