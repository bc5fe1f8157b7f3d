import { expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';

const SOURCES = `sources:
  orders:
    tables: { duckdb: { table: orders } }
    key: [id]
    columns:
      id: { type: string, required: true }
      price: float64
`;

/** The first line of the saved query of an endpoint with these clauses. */
function titleOf(clauses: string): string {
  const head = 'endpoint: orders.some\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\nfrom: orders\n';
  const { compilation } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: SOURCES },
      { path: 'endpoints/orders.some.yaml', bytes: head + clauses },
    ],
    { dialects: ['duckdb'] },
  );
  const [engine] = compilation.endpoints[0]?.engines ?? [];
  return JSON.stringify(engine?.saved.sql).split(String.raw`\n`)[0] ?? '';
}

const CAP = 'at most 1,000 rows, the default of max_rows';

test.each([
  ['neither limit nor max_rows', 'select: [id]\norder_by: [id]\n', true],
  ['max_rows', 'select: [id]\norder_by: [id]\nmax_rows: 1000\n', false],
  ['a limit', 'select: [id]\norder_by: [id]\nlimit: 10\n', false],
  [
    'a limit of callers',
    'params: { n: { type: int64, min: 1, max: 9, default: 5 } }\nselect: [id]\norder_by: [id]\nlimit: "@n"\n',
    false,
  ],
  ['an aggregate of all rows', 'select: { sold: sum(price) }\n', false],
])(
  'with %s, the first line of a saved query names the default cap or not',
  (_, clauses, isNamed) => {
    const title = titleOf(clauses);
    expect(title).toContain('orders.some, saved query for DuckDB');
    expect(title.includes(CAP)).toBe(isNamed);
  },
);
