/** The data sets that the name of a table means, by the rules of its engine. */
import { describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import { compile } from '../../../generator/compile.ts';
import { asciiLower, findSources } from '../../../generator/own/tables.ts';

const { compilation } = compile(
  [
    {
      path: 'endpoints/sources.yaml',
      bytes: `sources:
  plain: { tables: { duckdb: { table: events }, clickhouse: { table: events }, bigquery: { table: a.b.events } }, columns: { id: string } }
  deep: { tables: { duckdb: { table: main.events }, clickhouse: { table: main.events } }, columns: { id: string } }
  kelvin: { tables: { duckdb: { table: kevents } }, columns: { id: string } }
`,
    },
  ],
  { dialects: [] },
);
const { sources } = compilation.project;

function meant(engine: string, parts: readonly string[]): readonly string[] {
  const own = DIALECTS.get(engine)?.own;
  if (own === undefined) throw new Error(`no dialect is named ${engine}`);
  return findSources(parts, sources, engine, own).map(({ name }) => name);
}

describe('the name of a table', () => {
  test.each([
    ['duckdb', ['events'], ['plain']],
    ['duckdb', ['EVENTS'], ['plain']],
    ['duckdb', ['main', 'events'], ['deep']],
    ['duckdb', ['Main', 'Events'], ['deep']],
    ['duckdb', ['main.events'], []],
    ['duckdb', ['d2', 'main', 'events'], []],
    ['duckdb', ['\u212Aevents'], []],
    ['duckdb', ['KEVENTS'], ['kelvin']],
    ['clickhouse', ['events'], ['plain']],
    ['clickhouse', ['Events'], []],
    ['clickhouse', ['main', 'events'], ['deep']],
    ['clickhouse', ['main.events'], []],
    ['bigquery', ['a', 'b', 'events'], ['plain']],
    ['bigquery', ['a', 'b', 'Events'], []],
    ['bigquery', ['b', 'events'], []],
  ])('on %s, %j means %j', (engine, parts, names) => {
    expect(meant(engine, parts)).toEqual(names);
  });

  test('only ASCII letters are folded', () => {
    expect(asciiLower('\u212AELVIN \u0130 \u00c9')).toBe('\u212Aelvin \u0130 \u00c9');
  });
});
