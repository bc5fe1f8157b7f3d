/** An engine without exact decimals: one of ours, without its decimals. */
import { describe, expect, test } from 'vitest';
import duckdb from '../../engines/duckdb/dialect.ts';
import type { PortableEndpoint } from '../../generator/core/plan/endpoint.ts';
import { lower } from '../../generator/lower/lower.ts';
import { planEndpoint } from '../../generator/plan/plan.ts';
import type { ResolveOptions } from '../../generator/resolve/resolve.ts';
import { savedPlan } from '../../generator/saved/saved.ts';
import { type Dialect, hasType, spells } from '../../generator/sql/dialect.ts';
import { print } from '../../generator/sql/print.ts';
import { printSchema } from '../../generator/sql/schema.ts';
import { allPortable } from '../support/projects/portable.ts';
import { DIALECTS, resolve } from './resolve/support.ts';

const functions = {
  ...duckdb.functions,
  string_from_decimal: null,
  int64_from_decimal: null,
  float64_from_decimal: null,
  decimal_from_string: null,
  decimal_from_int64: null,
};
const plain: Dialect = {
  ...duckdb,
  decimal: null,
  functions,
  aggregates: { ...duckdb.aggregates, sum_decimal: null },
};

const ON_ALL = 'bigquery: { table: t }, duckdb: { table: t }, clickhouse: { table: t }';
const sources = (columns: string, tables = ON_ALL) =>
  `sources:\n  s:\n    tables: { ${tables} }\n    columns:\n      id: { type: string, required: true }\n      n: int64\n${columns}`;
const endpoint = (select: string) =>
  `endpoint: e\nid: 00000000-0000-4000-8000-00000000dec1\nfrom: s\nselect: ${select}\n`;

/** With DuckDB as the engine without decimals. */
function resolved(
  files: Readonly<Record<string, string>>,
  options: Pick<Partial<ResolveOptions>, 'dialects' | 'known'> = {},
) {
  return resolve(files, {
    ...options,
    abilities: {
      canSpell: (name, fn) => name !== 'duckdb' || spells(plain, fn),
      hasType: (name, scalar) => name !== 'duckdb' || hasType(plain, scalar),
      canSearch: () => true,
    },
  });
}

const PRICES = `      price: { type: decimal, precision: 18, scale: 2 }
      most: { type: decimal, precision: 38, scale: 9, is: deep.price }
      deep: { record: { name: string, price: { type: decimal, precision: 38, scale: 9 } } }
`;

describe('a data set that stores decimals', () => {
  test('is reported at each stored column, for that engine alone, and its uses are not', () => {
    const { found, diagnostics, project } = resolved({
      'sources.yaml': sources(PRICES),
      'e.yaml': endpoint('{ x: sum(price), y: max(most) + 0.5 }'),
    });
    expect(found).toEqual([
      'sources.yaml:7:22 unsupported-type',
      'sources.yaml:9:54 unsupported-type',
    ]);
    expect(diagnostics.map(({ message }) => message)).toEqual(
      Array(2).fill('The type `decimal` cannot be stored on `duckdb`'),
    );
    expect(project).toEqual({ sources: [], endpoints: [] });
  });

  test('is reported at each column that is computed with them', () => {
    const { found, diagnostics } = resolved({
      'sources.yaml': sources(
        '      exact: { is: cast_decimal(id) }\n      more: { is: exact + 1 }\n',
      ),
      'e.yaml': endpoint('{ x: more }'),
    });
    const places = ['sources.yaml:7:20', 'sources.yaml:8:19'];
    expect(found).toEqual(places.map(place => `${place} unsupported-function`));
    const hint = 'Use another function, or leave out the table of the data set on that engine.';
    expect(new Set(diagnostics.map(diagnostic => diagnostic.hint))).toEqual(new Set([hint]));
  });

  test('is sound where the engine has none of its tables, or the project does not compile for it', () => {
    const select = endpoint('{ x: sum(price) }');
    const elsewhere = sources(PRICES, 'bigquery: { table: t }, clickhouse: { table: t }');
    const others = ['bigquery', 'clickhouse'];
    const files = { 'sources.yaml': sources(PRICES), 'e.yaml': select };
    expect(resolved(files, { dialects: others, known: DIALECTS }).found).toEqual([]);
    const narrowed = `engines: [${others.join(', ')}]\n${select}`;
    expect(resolved({ 'sources.yaml': elsewhere, 'e.yaml': narrowed }).found).toEqual([]);
  });
});

describe('an endpoint over other columns', () => {
  test('is reported where it makes a decimal', () => {
    const { found, diagnostics } = resolved({
      'sources.yaml': sources(''),
      'e.yaml': endpoint('{ x: cast_decimal(id) + 1, y: n * cast_decimal(n) }'),
    });
    expect(new Set(found)).toEqual(
      new Set(['e.yaml:4:14 unsupported-function', 'e.yaml:4:39 unsupported-function']),
    );
    expect(new Set(diagnostics.map(({ message }) => message))).toEqual(
      new Set(['`cast_decimal` cannot be written for `duckdb`']),
    );
  });

  test('has the same statements and tables as with decimals', () => {
    const { project, found } = resolved({
      'sources.yaml': sources(''),
      'e.yaml': endpoint('{ id: id, n: n + 1, r: n / 2 }'),
    });
    expect(found).toEqual([]);
    const [only] = allPortable(project.endpoints);
    expect(savedText(only, plain)).toBe(savedText(only, duckdb));
    expect(printSchema(project.sources, plain)).toBe(printSchema(project.sources, duckdb));
  });
});

test('a decimal that gets as far as the printer is a bug, and throws', () => {
  const { project } = resolve({
    'sources.yaml': sources(PRICES),
    'e.yaml': endpoint('{ x: max(price) }'),
  });
  const [only] = allPortable(project.endpoints);
  expect(savedText(only, duckdb)).toContain('DECIMAL(38, 9)');
  expect(() => savedText(only, plain)).toThrow('duckdb has no decimals');
  expect(() => printSchema(project.sources, plain)).toThrow('duckdb has no decimals');
});

function savedText(endpoint: PortableEndpoint | undefined, dialect: Dialect): string {
  if (endpoint === undefined) throw new Error('no endpoint');
  return print(
    lower(savedPlan(planEndpoint(endpoint), endpoint), dialect),
    dialect,
    'test',
  ).sql.join('');
}
