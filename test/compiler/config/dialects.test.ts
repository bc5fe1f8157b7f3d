/** The engines of a project whose configuration names none. */
import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import { compile } from '../../../generator/compile.ts';
import { renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';

const ALL = [...DIALECTS.keys()];

function dataSet(name: string, engines: readonly string[]): string {
  const tables = engines.map(engine => `${engine}: { table: ${name} }`);
  return `  ${name}:\n    tables: { ${tables.join(', ')} }\n    columns: { id: string }\n`;
}

const ENDPOINT = `endpoint: a
id: 00000000-0000-4000-8000-00000000ab01
from: one
select: [id]
`;

function compiled(sets: readonly string[], dialects: readonly string[] | null = null) {
  const sources = { path: 'endpoints/sources.yaml', bytes: `sources:\n${sets.join('')}` };
  const endpoint = { path: 'endpoints/a.yaml', bytes: ENDPOINT };
  const { compilation, ruledOut, diagnostics } = compile([sources, endpoint], { dialects });
  return { dialects: compilation.dialects, ruledOut, told: renderDiagnostics(diagnostics) };
}

describe('without `dialects`, the engines', () => {
  it('are all where each data set has a table on each', () => {
    expect(compiled([dataSet('one', ALL)])).toEqual({ dialects: ALL, ruledOut: [], told: '' });
  });

  it('are those that every data set has a table on, in the order of the list', () => {
    const found = compiled([
      dataSet('one', ['duckdb', 'clickhouse', 'bigquery']),
      dataSet('two', ['clickhouse', 'duckdb']),
    ]);
    expect(found).toMatchObject({ dialects: ['duckdb', 'clickhouse'], told: '' });
    expect(found.ruledOut).toContainEqual({ dialect: 'bigquery', source: 'two' });
  });

  it('name the first data set that rules out one', () => {
    const sets = ['one', 'two', 'three'].map((name, i) =>
      dataSet(name, i === 0 ? ALL : ALL.slice(1)),
    );
    expect(compiled(sets).ruledOut).toEqual([{ dialect: ALL[0], source: 'two' }]);
  });

  it('are not ruled out by a data set whose table is at fault', () => {
    const { dialects, told } = compiled([
      dataSet('one', ALL),
      dataSet('two', [...ALL.slice(1), 'bigqery']),
    ]);
    expect(dialects).toEqual(ALL);
    expect(told).toContain('unknown-engine');
    expect(told).not.toContain('missing-table');
  });

  it('are an error where none is left', () => {
    const { dialects, told } = compiled([dataSet('one', ['bigquery']), dataSet('two', ['duckdb'])]);
    expect(dialects).toEqual([]);
    expect(told).toContain(
      'error[missing-table] No engine has a table for every data set: `two` has none on `bigquery`',
    );
  });
});

it('engines that are asked for by name are ruled out by nothing', () => {
  const found = compiled([dataSet('one', ['duckdb'])], ['bigquery', 'duckdb']);
  expect(found).toMatchObject({ dialects: ['bigquery', 'duckdb'], ruledOut: [] });
  expect(found.told).toContain('The data set `one` has no table on `bigquery`');
});
