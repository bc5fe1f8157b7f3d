/** Every endpoint of the gallery answers what its tests expect, in both forms, on three engines. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quern } from '../../cli/cli-fixture.ts';
import { all, type Engines, openEngines } from '../../engines/open-engines.ts';
import { compiledFolder, testsOf, wrongOn } from './project-tests.ts';

const FOLDER = 'examples/gallery';
const compilation = compiledFolder(`${FOLDER}/endpoints`, ['bigquery', 'clickhouse', 'duckdb']);
const tests = testsOf(compilation);

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

describe('the gallery', () => {
  it('has a test for each endpoint, and `quern test` passes', async () => {
    const { endpoints } = compilation.project;
    expect(endpoints.filter(endpoint => endpoint.tests.length === 0)).toEqual([]);
    const { exit, stderr } = await quern(FOLDER, ['test']);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: `${tests.length} passed, 0 failed\n` });
  });

  it.each(tests.map(one => [one.endpoint.name, one.test.name, one] as const))(
    '%s: %s, on every engine',
    async (_, __, one) => {
      expect(one.test.expect).not.toBeNull();
      const own = all(engines).filter(({ name }) => one.endpoint.engines.includes(name));
      expect(own.length).toBeGreaterThan(0);
      for (const engine of own) expect(await wrongOn(engine, one), engine.name).toEqual([]);
    },
  );
});
