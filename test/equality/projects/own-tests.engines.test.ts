/** The tests of this repository's endpoints, which `quern test` runs on DuckDB alone, on every engine. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areSameRows } from '../../../cli/tests/same-rows.ts';
import type { Cell } from '../../../engines/engine.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { rowsWriter } from '../../../server/answers/cells/decode.ts';
import { quern } from '../../cli/cli-fixture.ts';
import { all, type Engines, openEngines } from '../../engines/open-engines.ts';
import { rowsOf } from '../../support/entries.ts';
import { compiled, ownInputs } from '../../support/openapi-fixture.ts';
import { allPortable, onlySource } from '../../support/projects/portable.ts';
import { prepare, resultOf } from '../execute.ts';
import { lent } from '../lend.ts';
import { tablesOf } from '../tables.ts';

const compilation = compiled(ownInputs());
const manifest = manifestOf(compilation);
const tests = allPortable(compilation.project.endpoints).flatMap(endpoint =>
  endpoint.tests.map(test => [endpoint.name, test.name, endpoint, test] as const),
);

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

describe('the tests of the endpoints', () => {
  it('are there for each, and pass', async () => {
    expect(compilation.project.endpoints.every(endpoint => endpoint.tests.length > 0)).toBe(true);
    const { exit, stderr } = await quern('.', ['test']);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: `${tests.length} passed, 0 failed\n` });
  });

  it.each(tests)('%s: %s, on every engine', async (name, _, written, test) => {
    const endpoint = lent(written);
    const { columns = [] } = manifest.endpoints.find(each => each.name === name) ?? {};
    const entries = test.given.flatMap(one => one.entries);
    const given = rowsOf(entries, onlySource(endpoint).columns);
    for (const engine of all(engines).filter(one => endpoint.engines.includes(one.name))) {
      await engine.load(tablesOf(endpoint, engine.name, given));
      const { rows } = await resultOf(
        prepare(endpoint, engine.name),
        engine,
        test.params,
        test.now,
      );
      const answered = JSON.parse(rowsWriter(columns)(rows as readonly (readonly Cell[])[]));
      expect(areSameRows(columns, test.expect ?? [], answered), engine.name).toBe(true);
    }
  });
});
