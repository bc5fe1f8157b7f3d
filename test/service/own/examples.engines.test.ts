/** `examples/saved-sql`: its checks and tests pass, and every engine it has a text for answers what its tests expect. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compile } from '../../../generator/compile.ts';
import type { EndpointTest } from '../../../generator/core/plan/endpoint.ts';
import { renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { createApp } from '../../../server/http/app.ts';
import { quern } from '../../cli/cli-fixture.ts';
import { filledBigQuery, filledClickHouse, filledDuckDb } from '../../engines/filled-engines.ts';
import type { TestTable } from '../../engines/test-engine.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import { rowsOf } from '../../support/entries.ts';
import { asking } from '../server-fixture.ts';

const FOLDER = 'examples/saved-sql';
const inputs = readdirSync(join(FOLDER, 'endpoints'), { recursive: true, encoding: 'utf8' })
  .filter(file => /\.(yaml|sql)$/.test(file))
  .map(file => {
    const path = join(FOLDER, 'endpoints', file);
    return { path, bytes: readFileSync(path) };
  });
const { compilation, diagnostics } = compile(inputs, {
  dialects: ['bigquery', 'clickhouse', 'duckdb'],
});
const { endpoints, sources } = compilation.project;
const tests = endpoints.flatMap(endpoint =>
  endpoint.tests.map((test, i) => ({ endpoint, test, project: `${endpoint.name}.${i}` })),
);
const manifest = catalogue(manifestOf(compilation));

/** The entries of all tests, those of each under a project of its own. */
function tablesOn(engine: string): readonly TestTable[] {
  const held = sources.map(source => {
    const rows = tests.flatMap(({ test, project }) => {
      const given = test.given.filter(one => one.source === source.name);
      const all = rowsOf(
        given.flatMap(({ entries }) => entries),
        source.columns,
      );
      return all.map(row => ({ ...row, project: row['project'] === 'shop' ? project : 'another' }));
    });
    return [source.name, rows] as const;
  });
  type Held = Parameters<typeof tablesOfSources>[2];
  return tablesOfSources(compilation.project, engine, Object.fromEntries(held) as Held);
}

const OPEN = { bigquery: filledBigQuery, clickhouse: filledClickHouse, duckdb: filledDuckDb };
const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

function queryOf({ params }: EndpointTest, project: string): string {
  const sent = Object.entries({ ...params, project }).flatMap(([name, given]) =>
    [given].flat().map((text): [string, string] => [name, text]),
  );
  return new URLSearchParams(sent).toString();
}

describe.each(Object.entries(OPEN))('on %s', (name, open) => {
  it('the tests of the example pass over HTTP', async () => {
    expect(renderDiagnostics(diagnostics)).toBe('');
    const { engine, close } = await open(tablesOn(name));
    const now = tests[0]?.test.now ?? 0n;
    const app = createApp({ manifest, engine, keys: null, log: () => {}, clock: () => now });
    closing.push(async () => {
      app.close();
      await close();
    });
    const mine = tests.filter(({ endpoint }) => endpoint.engines.includes(name));
    expect(mine.length).toBeGreaterThan(1);
    for (const { endpoint, test, project } of mine) {
      const response = await asking(app).request(
        `/api/endpoints/${endpoint.name}?${queryOf(test, project)}`,
      );
      const answered = await response.json();
      expect([endpoint.name, test.name, answered]).toEqual([
        endpoint.name,
        test.name,
        { result: test.expect },
      ]);
    }
  });
});

it.each(['check', 'test'])('`quern %s` passes', async verb => {
  const { exit, stderr } = await quern(FOLDER, [verb]);
  expect({ exit, stderr }).toMatchObject({ exit: 0 });
});
