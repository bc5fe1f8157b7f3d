/** The example of the language's page for aggregates of an engine, on every engine. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';
import { renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';
import { all, type Engines, openEngines } from '../../engines/open-engines.ts';
import { fences } from '../../pages/docs-markdown.ts';
import { allPortable } from '../../support/projects/portable.ts';
import { NOW } from '../cases.ts';
import { prepare, runSaved, runSpecialized } from '../execute.ts';
import { tablesOf } from '../tables.ts';

const ENDPOINT = `endpoint: downloads.days
id: 00000000-0000-4000-8000-00000000e022
from: downloads
group_by: { day: day }
select: { correlation: correlation, checksum: checksum, rounded: 'round(correlation * 10)' }
having: [checksum > 0]
order_by: [checksum desc]
`;

const ROWS = [
  { day: '2026-01-15', bytes: 1n, ms: 10 },
  { day: '2026-01-15', bytes: 2n, ms: 20 },
  { day: '2026-01-15', bytes: 4n, ms: 40 },
  { day: '2026-01-16', bytes: 5n, ms: 3 },
  { day: '2026-01-16', bytes: 6n, ms: 2 },
  { day: '2026-01-16', bytes: null, ms: 1 },
  { day: '2026-01-17', bytes: 9n, ms: 1 },
  { day: '2026-01-17', bytes: 9n, ms: 2 },
];

let engines: Engines;
beforeAll(async () => {
  engines = await openEngines();
});
afterAll(() => engines.close());

test('the measures of the page answer on every engine', async () => {
  const [sources] = fences(readFileSync('docs/language.md', 'utf8')).filter(
    ({ text }) => text.includes('checksum:') && text.startsWith('# endpoints/sources.yaml'),
  );
  const inputs = [
    { path: 'endpoints/sources.yaml', bytes: sources?.text ?? '' },
    { path: 'endpoints/downloads.days.yaml', bytes: ENDPOINT },
  ];
  const dialects = ['bigquery', 'clickhouse', 'duckdb'];
  const { compilation, diagnostics } = compile(inputs, { dialects });
  expect(renderDiagnostics(diagnostics)).toBe('');
  const [endpoint] = allPortable(compilation.project.endpoints);
  if (endpoint === undefined) throw new Error('no endpoint');
  for (const engine of all(engines).filter(({ name }) => dialects.includes(name))) {
    await engine.load(tablesOf(endpoint, engine.name, new Map([['downloads', ROWS]])));
    const prepared = prepare(endpoint, engine.name);
    for (const run of [runSpecialized, runSaved]) {
      const rows = await run(prepared, engine, {}, NOW);
      const shown = rows.map(([, correlation, ...others]) => [
        Math.round(Number(correlation) * 1e9) / 1e9,
        ...others.map(Number),
      ]);
      expect([engine.name, shown]).toEqual([
        engine.name,
        [
          [1, 7, 10],
          [-1, 3, -10],
        ],
      ]);
    }
  }
});
