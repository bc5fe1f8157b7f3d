/** Keys: a join that finds at most one row is taken as it is, any other one says `many: true`. */
import { describe, expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';

const SOURCES = `
sources:
  orders:
    tables: { duckdb: { table: orders } }
    key: [id]
    columns: { id: { type: string, required: true }, customer: string, line: int64, region: string }
  customers:
    tables: { duckdb: { table: customers } }
    key: [id]
    columns: { id: { type: string, required: true }, region: string }
  lines:
    tables: { duckdb: { table: lines } }
    key: [order, line]
    columns: { order: { type: string, required: true }, line: { type: int64, required: true }, amount: int64 }
  visits:
    tables: { duckdb: { table: visits } }
    columns: { customer: string, page: string }
`;

/** Codes of the faults of a body. One of its parameters may be absent, the other is required. */
function faultsOf(body: string): readonly string[] {
  const head = 'endpoint: e\nid: 00000000-0000-4000-8000-000000000001\n';
  const params = 'params: { maybe: { type: int64 }, one: { type: int64, required: true } }\n';
  const { diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: SOURCES },
      { path: 'endpoints/e.yaml', bytes: head + params + body },
    ],
    { dialects: ['duckdb'] },
  );
  return [...new Set(diagnostics.map(({ code }) => code))].filter(
    code => code !== 'unused-parameter' && code !== 'unused-step',
  );
}

const body = (steps: string, join: string, from = 'orders', shown = 'id') =>
  `${steps === '' ? '' : `steps:\n${steps}\n`}from: ${from}\njoin: { j: { ${join} } }\nselect: { x: ${shown} }`;

/** Steps, and the relation joined to \`orders\`. */
const ONE: readonly (readonly [string, string])[] = [
  ['', 'of: customers, on: customer = j.id'],
  ['', 'of: customers, on: j.id = customer and j.region = region'],
  ['', 'of: lines, on: id = j.order and line = j.line'],
  ['', 'of: lines, on: id = j.order and j.line = 1'],
  ['', 'of: lines, on: id = j.order and j.line = @one'],
  ['  s: { from: lines, group_by: { order: order }, select: {} }', 'of: s, on: id = j.order'],
  ['  s: { from: visits, distinct: true, select: [page] }', 'of: s, on: id = j.page'],
  ['  s: { from: lines, where: [line = 1], select: [order] }', 'of: s, on: id = j.order'],
  ['  s: { from: lines, where: [line = @one], select: [order] }', 'of: s, on: id = j.order'],
  ['  s: { from: visits, select: { n: count() } }', 'of: s'],
  [
    '  s: { from: orders, join: { c: { of: customers, on: customer = c.id } }, select: { id: id, at: c.region } }',
    'of: s, on: id = j.id',
  ],
  [
    '  a: { from: customers, select: [id] }\n  b: { from: customers, select: [id] }\n  s: { union: [a, b], label: part, select: [id, part] }',
    "of: s, on: customer = j.id and j.part = 'a'",
  ],
];

const MANY: readonly (readonly [string, string])[] = [
  ['', 'of: customers, on: region = j.region'],
  ['', 'of: visits, on: customer = j.customer'],
  ['', 'of: lines, on: id = j.order'],
  ['', 'of: lines, on: id = j.order and j.line > 1'],
  ['', 'of: lines, on: id = j.order and j.line = j.amount'],
  ['', 'of: customers, on: customer = lower(j.id)'],
  [
    '  s: { from: lines, group_by: { order: order, line: line }, select: {} }',
    'of: s, on: id = j.order',
  ],
  [
    '  s: { from: lines, where: [{ when: maybe, filter: line = @maybe }], select: [order] }',
    'of: s, on: id = j.order',
  ],
  [
    '  s: { from: lines, where: [{ any: [{ when: maybe, filter: line = @maybe }] }], select: [order] }',
    'of: s, on: id = j.order',
  ],
  [
    '  s: { from: lines, where: [line = 1 or line = 2], select: [order] }',
    'of: s, on: id = j.order',
  ],
  [
    '  s: { from: orders, join: { v: { of: visits, on: customer = v.customer, many: true } }, select: [id] }',
    'of: s, on: id = j.id',
  ],
  [
    '  a: { from: customers, select: [id] }\n  b: { from: customers, select: [id] }\n  s: { union: [a, b], select: [id] }',
    'of: s, on: customer = j.id',
  ],
  [
    '  a: { from: customers, select: [id] }\n  b: { from: customers, select: [id] }\n  s: { union: [a, b], label: part, select: [id, part] }',
    'of: s, on: customer = j.id',
  ],
  ['  s: { from: customers, select: { id: lower(id) } }', 'of: s, on: customer = j.id'],
];

describe('a join', () => {
  test.each(ONE)('%s finds one row: %s', (steps, join) => {
    expect(faultsOf(body(steps, join))).toEqual([]);
  });

  test.each(MANY)('%s may find several rows: %s', (steps, join) => {
    expect(faultsOf(body(steps, join))).toEqual(['join-multiplies']);
    expect(faultsOf(body(steps, `${join}, many: true`))).toEqual([]);
  });
});
