/** Aggregates that may be NULL in an answer. */
import { describe, expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';

const SOURCES = `
sources:
  orders:
    tables: { duckdb: { table: orders } }
    columns:
      at: { type: timestamp, required: true }
      shop: { type: string, required: true }
      items: { type: int64, required: true }
      price: { type: decimal, precision: 10, scale: 2, required: true }
      weight: { type: float64, required: true }
      coupon: string
`;
const SELECT = `select:
  orders: count()
  items: sum(items)
  price: sum(price)
  least: min(price)
  first: arg_min(shop, at)
  median: quantile(items, 0.5)
  mean: avg(items)
  weight: sum(weight)
  heaviest: max(weight)
  mean_weight: avg(weight)
  spread: stddev(items)
  coupon: max(coupon)
  some: sum(items) filter (where coupon = 'a')
  so_far: sum(sum(items)) over (order by count() rows between 2 preceding and 1 preceding)
`;

const WARNINGS: ReadonlySet<string> = new Set(['null-sums', 'ambiguous-order']);

/** The names of the columns that are never NULL. */
function filledColumns(clauses: string): readonly string[] {
  const head = 'endpoint: o\nid: 00000000-0000-4000-8000-000000000001\nfrom: orders\n';
  const { compilation, diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: SOURCES },
      { path: 'endpoints/o.yaml', bytes: `${head}${clauses}` },
    ],
    { dialects: ['duckdb'] },
  );
  expect(diagnostics.filter(({ code }) => !WARNINGS.has(code))).toEqual([]);
  return compilation.endpoints.flatMap(({ endpoint }) =>
    endpoint.body === 'portable'
      ? endpoint.outputs.flatMap(({ name, expr }) =>
          expr.kind !== 'record' && !expr.nullable ? [name] : [],
        )
      : [],
  );
}

const FILLED = 'orders items price least first median mean heaviest'.split(' ');

describe('an aggregate of a column that is never NULL', () => {
  test('is never NULL in a group, unless it has too few values or may be no number', () => {
    expect(filledColumns(`group_by: [shop]\n${SELECT}`)).toEqual(['shop', ...FILLED]);
    const buckets = 'buckets: { of: at, last: 1 day, step: hour }\n';
    expect(filledColumns(`${buckets}${SELECT}`)).toEqual(['at', ...FILLED]);
  });

  test('is NULL of all rows where there are none', () => {
    expect(filledColumns(SELECT)).toEqual(['orders']);
  });

  test('is NULL in an empty bucket, and a count in one that the answer leaves empty', () => {
    const buckets = (gaps: string) =>
      `buckets: { of: at, last: 1 day, step: hour, gaps: ${gaps} }\n`;
    const select = 'select: { orders: count(), items: sum(items), least: min(price) }\n';
    expect(filledColumns(`${buckets('zero')}${select}`)).toEqual(['at', 'orders']);
    expect(filledColumns(`${buckets('{ sums: 0 }')}${select}`)).toEqual(['at', 'orders', 'items']);
    expect(filledColumns(`${buckets('empty')}${select}`)).toEqual(['at']);
  });

  test('is NULL in a period without rows', () => {
    const clauses = `window: { of: at, from: 'now() - interval 1 day', to: now() }
compare: previous
group_by: [shop]
select: { orders: count(), items: sum(items), items_before: previous_items }
`;
    expect(filledColumns(clauses)).toEqual(['shop', 'orders']);
  });
});
