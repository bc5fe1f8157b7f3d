/** DuckDB 1.5 filters the rows of a step for a join before it cuts them short, in some runs of the same statement. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';
import { NOW } from '../../equality/cases.ts';
import { prepare, runSpecialized } from '../../equality/execute.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import { allPortable } from '../../support/projects/portable.ts';
import type { TestEngine } from '../test-engine.ts';
import { openDuckDb } from './open-duckdb.ts';

const SOURCES = `
sources:
  visits:
    tables: { duckdb: { table: visits } }
    columns: { steps: int64, day: date }
`;
/** The five groups that come first have no steps; the last one without a day is joined with nothing. */
const ENDPOINT = (from: string) => `
endpoint: visits.first
id: 00000000-0000-4000-8000-0000000008f7
steps:
  first:
    from: visits
    group_by: { steps: 'nullif(steps, 0)', day: day }
    select: {}
    order_by: [steps, day]
    limit: 5
  few: { from: first, where: ['steps is null or steps > -5'], select: { steps: steps, day: day } }
${from}
`;
const JOINED = [
  'from: few\njoin: { other: { of: visits, on: day = other.day, kind: inner, many: true } }\ngroup_by: { steps: steps }\nselect: {}',
  'from: few\nwhere: [day in days.day]\ngroup_by: { steps: steps }\nselect: {}',
].map((from, i) =>
  i === 0
    ? ENDPOINT(from)
    : ENDPOINT(from).replace(
        'steps:\n',
        'steps:\n  days: { from: visits, select: { day: day } }\n',
      ),
);

const DAYS = ['2025-01-31', '2025-03-30', '2025-12-31', '2026-01-14', null];
const rows = [
  ...DAYS.map(day => ({ steps: 0n, day })),
  { steps: -1n, day: '2025-01-31' },
  { steps: 4n, day: null },
  { steps: 297n, day: '1999-12-31' },
];

let duckdb: TestEngine;
beforeAll(async () => {
  duckdb = await openDuckDb();
});
afterAll(() => duckdb.close());

test.each(JOINED)('a step is cut before a join reads it', async text => {
  const { compilation, diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: SOURCES },
      { path: 'endpoints/visits.first.yaml', bytes: text },
    ],
    { dialects: ['duckdb'] },
  );
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  const [endpoint] = allPortable(compilation.project.endpoints);
  if (endpoint === undefined) throw new Error('not compiled');
  await duckdb.load(tablesOfSources(compilation.project, 'duckdb', { visits: rows }));
  const prepared = prepare(endpoint, 'duckdb');
  const seen = new Set<string>();
  for (let run = 0; run < 60; run++)
    seen.add(JSON.stringify(await runSpecialized(prepared, duckdb, {}, NOW)));
  expect([...seen]).toEqual(['[[null]]']);
});
