import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile, resolveInputs } from '../../generator/compile.ts';
import { isError, renderDiagnostics } from '../../generator/core/report/diagnostics.ts';
import { all, type Engines, openEngines } from '../engines/open-engines.ts';
import { allPortable } from '../support/projects/portable.ts';
import { referenceOf } from '../support/projects/specs.ts';
import { amount } from '../support/usually.ts';
import { canBeJudged } from './compare.ts';
import { holdsFor, type Judged, refusesIn } from './hold.ts';
import { DRAWS, withOtherStorages } from './storages.ts';

/** Of the storages of columns that a test tries: the draws for each endpoint, and the sets of rows for each. */
const [DRAWN, STORED_RUNS] = amount({ usual: [1, 2], all: [DRAWS, 4] });
/** Sets of rows, each asked six times, and sets of wrong requests. */
const [RUNS, REFUSED] = amount({ usual: [6, 2], all: [30, 10] });

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

const folder = new URL('../../endpoints/', import.meta.url);
const inputs = readdirSync(folder).map(name => ({
  path: `endpoints/${name}`,
  bytes: readFileSync(new URL(name, folder)),
}));
const { compilation, diagnostics } = compile(inputs, { dialects: null });
const endpoints = compilation.project.endpoints.map(
  endpoint =>
    [endpoint.name, { endpoint, reference: referenceOf(inputs, endpoint.name) } as Judged] as const,
);

describe('the endpoints of this repository', () => {
  test('compile', () => {
    expect(renderDiagnostics(diagnostics)).toBe('');
    expect(endpoints.length).toBeGreaterThanOrEqual(3);
  });

  test.each(endpoints)(
    '%s: both forms give the rows of the reference on every engine',
    async (_, judged) => {
      expect(canBeJudged(judged.reference)).toBe(true);
      const answered = await holdsFor(all(engines), judged, { runs: RUNS, rows: 80, requests: 6 });
      // cases that answer nothing prove little
      expect(answered).toBeGreaterThan(RUNS * 1.3);
    },
  );

  test.each(endpoints)(
    '%s: the saved query finds nothing where the service refuses',
    async (_, judged) => {
      const size = { runs: REFUSED, rows: 30, requests: 12 };
      const refused = await refusesIn(all(engines), judged, size);
      expect(refused).toBeGreaterThan(REFUSED * 6);
    },
  );
});

describe('over tables that store each column as another type', () => {
  const drawn = endpoints.flatMap(([name, { reference }], i) =>
    // other storages for each endpoint
    Array.from({ length: DRAWN }, (_, n) => [name, (4 * i + n) % DRAWS, reference] as const),
  );

  test.each(drawn)(
    '%s, draw %i: both forms give the rows of the reference',
    async (name, draw, reference) => {
      const stored = inputs.map(({ path, bytes }) => ({
        path,
        bytes: path.endsWith('sources.yaml') ? withOtherStorages(bytes.toString(), draw) : bytes,
      }));
      const { project, diagnostics } = resolveInputs(stored, { dialects: null });
      expect(renderDiagnostics(diagnostics.filter(isError))).toBe('');
      const endpoint = allPortable(project.endpoints).find(one => one.name === name);
      if (endpoint === undefined) throw new Error(`no endpoint is named ${name}`);
      const size = { runs: STORED_RUNS, rows: 60, requests: 6 };
      expect(await holdsFor(all(engines), { endpoint, reference }, size)).toBeGreaterThan(0);
    },
  );
});
