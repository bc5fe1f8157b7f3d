/** Exact decimals on every engine that has them: what is promised of sums, and of results with too many digits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DIALECTS } from '../../engines/index.ts';
import { compile } from '../../generator/compile.ts';
import type { PortableEndpoint } from '../../generator/core/plan/endpoint.ts';
import { rowsWriter } from '../../server/answers/cells/decode.ts';
import { type Engines, engineFor, openEngines } from '../engines/open-engines.ts';
import type { Row } from '../reference/language/evaluate.ts';
import { allPortable } from '../support/projects/portable.ts';
import { NOW } from './cases.ts';
import { prepare, runSaved, runSpecialized } from './execute.ts';
import { tablesOf } from './tables.ts';

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

const dialects = [...DIALECTS.values()]
  .filter(({ decimal }) => decimal !== null)
  .map(({ name }) => name);
const tables = dialects.map(name => `${name}: { table: orders }`).join(', ');
const SOURCES = `sources:
  orders:
    tables: { ${tables} }
    columns:
      price: { type: decimal, precision: 18, scale: 2 }
      exact: { type: decimal, precision: 38, scale: 9 }
      count: int64
`;

function endpointOf(expression: string): PortableEndpoint {
  const endpoint = `endpoint: orders\nid: 00000000-0000-4000-8000-000000000001\nfrom: orders\nselect: { x: '${expression}' }\n`;
  const { compilation, diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: SOURCES },
      { path: 'endpoints/orders.yaml', bytes: endpoint },
    ],
    { dialects },
  );
  const [only] = allPortable(compilation.project.endpoints);
  if (only === undefined) throw new Error(diagnostics[0]?.message ?? 'nothing was compiled');
  return only;
}

const write = rowsWriter([{ name: 'x', type: 'decimal', nullable: true, encode: 'plain' }]);

/** What the service answers for the one row, from both forms; throws as it would. */
async function answered(name: string, expression: string, rows: readonly Row[]) {
  const endpoint = endpointOf(expression);
  const engine = engineFor(engines, name);
  await engine.load(tablesOf(endpoint, name, rows));
  const prepared = prepare(endpoint, name);
  const special = await runSpecialized(prepared, engine, {}, NOW);
  const saved = await runSaved(prepared, engine, {}, NOW);
  const cells = [special, saved].map(([[cell = null] = []]) => write([[cell as string | null]]));
  expect(cells[0]).toBe(cells[1]);
  return cells[0];
}

const MOST = '99999999999999999999999999999.999999999';
const HALF = '60000000000000000000000000000';

describe.each(dialects)('%s', name => {
  test.each([
    ['sum(price)', Array.from({ length: 10 }, () => ({ price: '0.1' })), '1'],
    ['sum(price) * 3 - 0.000000001', [{ price: '0.1' }, { price: '0.2' }], '0.899999999'],
    ['sum(exact)', [{ exact: MOST }, { exact: '-0.000000001' }], MOST.replace(/9$/, '8')],
    [
      'max(exact * count)',
      [
        { exact: HALF, count: 1n },
        { exact: '-1.5', count: -4n },
      ],
      HALF,
    ],
    ['coalesce(sum(price), 0.123456789)', [], '0.123456789'],
    ['if(count() > 1, sum(price), 0.000000001)', [{ price: '0.5' }], '0.000000001'],
  ])('%s is exact', async (expression, rows, value) => {
    expect(await answered(name, expression, rows)).toBe(`[{"x":"${value}"}]`);
  });

  test.each([
    ['sum(exact)', [{ exact: MOST }, { exact: '0.000000001' }]],
    ['sum(exact)', [{ exact: MOST }, { exact: MOST }]],
    ['sum(exact)', Array.from({ length: 6 }, () => ({ exact: HALF }))],
    ['sum(exact)', Array.from({ length: 6 }, () => ({ exact: `-${HALF}` }))],
    ['max(exact + exact)', [{ exact: HALF }]],
    ['min(-exact - exact - exact)', [{ exact: HALF }]],
    ['max(exact * count)', [{ exact: HALF, count: 3n }]],
    ['max(exact * count)', [{ exact: HALF, count: 30n }]],
    ['max(count * exact)', [{ exact: HALF, count: -9_000_000_000_000_000_000n }]],
  ])('%s with too many digits is an error', async (expression, rows) => {
    await expect(answered(name, expression, rows)).rejects.toThrow();
  });
});
