import { expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';
import { renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';

const SOURCES = `
sources:
  orders:
    tables: { duckdb: { table: orders } }
    columns:
      id: { type: string, required: true }
      at: { type: timestamp, required: true }
      country: { type: string, required: true }
      price: { type: float64, required: true }
      micros: { type: int64, required: true }
    measures:
      biggest: max(price)
      own: { type: float64, duckdb: sum(price) }
`;

function columnsOf(clauses: string) {
  const head = 'endpoint: orders.some\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\n';
  const files = [
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    { path: 'endpoints/orders.some.yaml', bytes: head + clauses },
  ];
  const { compilation, diagnostics } = compile(files, { dialects: ['duckdb'] });
  expect(renderDiagnostics(diagnostics)).toBe('');
  return manifestOf(compilation).endpoints[0]?.columns ?? [];
}

const GROUPED = 'from: orders\ngroup_by: [country]\nlimit: 10\norder_by: [country]\nselect:\n';

test.each([
  ['count()', 'sum'],
  ['count_distinct(id)', 'mean'],
  ['sum(price)', 'sum'],
  ['round(sum(price), 2)', 'sum'],
  ['sum(micros) / 1000', 'sum'],
  ['100 * sum(price)', 'sum'],
  ['coalesce(sum(price), 0)', 'sum'],
  ['sum(price) - sum(micros)', 'sum'],
  ['sum(price) / count()', 'mean'],
  ['count() + 1', 'mean'],
  ['avg(price)', 'mean'],
  ['quantile(price, 0.9)', 'mean'],
  ['min(price)', 'min'],
  ['max(price) / 1000', 'max'],
  ['-max(price)', 'mean'],
  ['biggest', 'max'],
  ['own', undefined],
  ['own * 2', undefined],
  ['sum(count()) over (order by country)', 'last'],
  ['count() / sum(count()) over ()', 'mean'],
  ['lag(sum(price)) over (order by country)', 'sum'],
  ['rank() over (order by count() desc)', undefined],
  ['max(at)', undefined],
  ["'1'", undefined],
])('the value that stands for those of %s is %s', (value, expected) => {
  const [, column] = columnsOf(`${GROUPED}  x: ${value}\n`);
  expect(column?.overall).toBe(expected);
});

test('the value that stands for those of a step is the one of its own body', () => {
  const steps =
    'steps:\n  daily:\n    from: orders\n    group_by: [country]\n    select: { sold: sum(price), mean: avg(price) }\n';
  const rest =
    'from: daily\nselect: [country, sold, mean]\norder_by: [sold desc, country]\nlimit: 10\n';
  expect(columnsOf(steps + rest).map(({ name, overall, order }) => [name, overall, order])).toEqual(
    [
      ['country', undefined, 1],
      ['sold', 'sum', 0],
      ['mean', 'mean', undefined],
    ],
  );
});

test('no value stands for those of single rows', () => {
  const columns = columnsOf('from: orders\nselect: [id, price]\norder_by: [id]\nlimit: 10\n');
  expect(columns.map(({ overall, order }) => [overall, order])).toEqual([
    [undefined, 0],
    [undefined, undefined],
  ]);
});

test('a column names the one whose value of the period before it shows', () => {
  const params =
    'params:\n  from: { type: timestamp, required: true }\n  to: { type: timestamp, required: true }\n';
  const rest = `from: orders
buckets: { of: at, from: '@from', to: '@to', step: 1 day }
compare: previous
select:
  sold: sum(price)
  orders: count()
  lately: previous_orders
  change: orders - previous_orders
  before: sum(micros)
order_by: [at]
`;
  const named = columnsOf(params + rest).map(({ name, previous }) => [name, previous]);
  expect(Object.fromEntries(named)).toEqual({
    ...{ at: undefined, sold: undefined, orders: undefined, change: undefined, before: undefined },
    lately: 'orders',
  });
});

test('a parameter chooses the place of a column in the order', () => {
  const params = 'params:\n  sort: { enum: [sales, name], default: sales }\n';
  const rest = `from: orders
group_by: [country]
select: { orders: count(), sold: sum(price) }
order_by:
  - by: sort
    cases: { sales: [sold desc, orders desc], name: [country] }
  - country
limit: 10
`;
  expect(columnsOf(params + rest).map(({ name, order }) => [name, order])).toEqual([
    ['country', 1],
    ['orders', { by: 'sort', places: { sales: 1 } }],
    ['sold', { by: 'sort', places: { sales: 0 } }],
  ]);
});
