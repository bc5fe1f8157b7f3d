/** An engine without lists, maps or lambdas: one of ours, without its own. */
import { describe, expect, test } from 'vitest';
import { ENGINES } from '../../engines/index.ts';
import { type Dialect, hasType, spells } from '../../generator/sql/dialect.ts';
import { resolve } from './resolve/support.ts';

const plain: Dialect = {
  ...ENGINES.duckdb.dialect,
  each: null,
  several: { list: null, map: null },
};

const TABLES = 'bigquery: { table: t }, duckdb: { table: t }, clickhouse: { table: t }';
const sources = (columns: string) =>
  `sources:\n  s:\n    tables: { ${TABLES} }\n    columns:\n      id: { type: string, required: true }\n${columns}`;
const endpoint = (clauses: string) =>
  `endpoint: e\nid: 00000000-0000-4000-8000-00000000dec2\nfrom: s\nselect: [id]\n${clauses}`;

/** With DuckDB as the engine without lists. */
function resolved(files: Readonly<Record<string, string>>) {
  return resolve(files, {
    abilities: {
      canSpell: (name, ability) => name !== 'duckdb' || spells(plain, ability),
      hasType: (name, type) => name !== 'duckdb' || hasType(plain, type),
      canSearch: () => true,
    },
  });
}

describe('on an engine without lists and maps', () => {
  test('a data set that stores one is reported at each column, and its uses are not', () => {
    const columns = `      tags: { list: string }
      labels: { map: string }
`;
    const { found, diagnostics } = resolved({
      'sources.yaml': sources(columns),
      'e.yaml': endpoint('where: ["\'a\' in tags"]\n'),
    });
    expect(found).toEqual([
      'sources.yaml:6:21 unsupported-type',
      'sources.yaml:7:22 unsupported-type',
    ]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'The type `list<string>` cannot be stored on `duckdb`',
      'The type `map<string>` cannot be stored on `duckdb`',
    ]);
  });
});

describe('on an engine without lambdas', () => {
  test('a parameter is reported whose items are read one by one', () => {
    const { found, diagnostics } = resolved({
      'sources.yaml': sources('      n: int64\n'),
      'e.yaml': endpoint(
        'params: { ns: { list: int64 } }\nwhere: [{ when: ns, filter: n in @ns }]\n',
      ),
    });
    expect(new Set(found)).toEqual(new Set(['e.yaml:5:11 unsupported-function']));
    expect(new Set(diagnostics.map(({ message }) => message))).toEqual(
      new Set(['An expression over each item of a list cannot be written for `duckdb`']),
    );
  });

  test('an endpoint without lists is sound', () => {
    const { found } = resolved({
      'sources.yaml': sources('      n: int64\n'),
      'e.yaml': endpoint('where: [n > 1]\n'),
    });
    expect(found).toEqual([]);
  });
});
