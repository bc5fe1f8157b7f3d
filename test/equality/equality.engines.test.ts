import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../../generator/compile.ts';
import { renderDiagnostics } from '../../generator/core/report/diagnostics.ts';
import { all, type Engines, openEngines } from '../engines/open-engines.ts';
import { referenceOf } from '../support/specs.ts';
import { amount } from '../support/usually.ts';
import { canBeJudged } from './compare.ts';
import { holdsFor, type Judged, refusesIn } from './hold.ts';

/** Sets of rows, each asked six times, and sets of wrong requests. */
const [RUNS, REFUSED] = amount({ usual: [12, 4], all: [30, 10] });

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
