/** The tables that own statements read, and their data sets. */
import type { TestTable } from '../../engines/test-engine.ts';

export const SOURCES = `
  orders:
    tables: { bigquery: { table: orders }, duckdb: { table: orders }, clickhouse: { table: orders } }
    columns: { id: string, customer: string, placed: timestamp, qty: int64 }
  people:
    tables: { bigquery: { table: people }, duckdb: { table: people }, clickhouse: { table: people } }
    columns: { customer: string, name: string }
`;

const at = (text: string, micros = 0n) => BigInt(Date.parse(text)) * 1_000n + micros;

export const TABLES: readonly TestTable[] = [
  {
    name: 'orders',
    layout: 'repeated',
    columns: {
      id: { type: 'string', required: true },
      customer: { type: 'string' },
      placed: { type: 'timestamp' },
      day: { type: 'date' },
      qty: { type: 'int64' },
      price: { type: { decimal: { precision: 18, scale: 4 } } },
      ratio: { type: 'float64' },
      paid: { type: 'bool' },
      doc: { type: 'json' },
      lines: { type: { record: { sku: 'string', n: 'int64' } } },
    },
    rows: [
      {
        id: 'o1',
        customer: 'ann',
        placed: at('2026-01-10T08:00:00Z'),
        day: '2026-01-10',
        qty: 3n,
        price: '9.5',
        ratio: 0.5,
        paid: true,
        doc: '{"k":"a","n":[1,2],"deep":{"v":1.5}}',
        lines: [
          { sku: 'x', n: 1n },
          { sku: 'y', n: 2n },
        ],
      },
      {
        id: 'o2',
        customer: 'ann',
        placed: at('2026-01-11T09:30:00.123Z', 456n),
        day: '2026-01-11',
        qty: 1n,
        price: '120.0001',
        ratio: 1.25,
        paid: false,
        doc: '{"k":"@x","n":[]}',
        lines: [{ sku: 'x', n: 5n }],
      },
      {
        id: 'o3',
        customer: 'bob',
        placed: at('2026-01-11T23:59:59.999Z'),
        day: '2026-01-11',
        qty: null,
        price: null,
        ratio: null,
        paid: null,
        doc: null,
        lines: [],
      },
      {
        id: 'o4',
        customer: 'bob',
        placed: at('2026-02-01T00:00:00Z'),
        day: '2026-02-01',
        qty: 7n,
        price: '0.1',
        ratio: -2.5,
        paid: true,
        doc: '{"k":null,"n":[3]}',
        lines: [{ sku: null, n: 9n }],
      },
      {
        id: 'o5',
        customer: '@x',
        placed: at('2026-02-28T12:00:00Z'),
        day: '2026-02-28',
        qty: 2n,
        price: '15',
        ratio: 1e20,
        paid: false,
        doc: '{"k":"é 😀","n":[4,5]}',
        lines: [
          { sku: 'y', n: 4n },
          { sku: 'z', n: null },
        ],
      },
      {
        id: 'o6',
        customer: 'o\'hara \\ "q" `b`',
        placed: at('2026-03-01T00:00:00.000Z', 1n),
        day: '2026-03-01',
        qty: 5n,
        price: '-3.25',
        ratio: 0.1,
        paid: true,
        doc: '{"k":"quo\\"te","n":[6]}',
        lines: [{ sku: 'x', n: 6n }],
      },
      {
        id: 'o7',
        customer: null,
        placed: null,
        day: null,
        qty: 4n,
        price: '2',
        ratio: 3,
        paid: null,
        doc: '{}',
        lines: [],
      },
      {
        id: 'o8',
        customer: 'cy',
        placed: at('1969-12-31T23:59:59.500Z'),
        day: '1969-12-31',
        qty: -4n,
        price: '99999999.9999',
        ratio: -0.75,
        paid: false,
        doc: '{"k":"last","n":[7,8,9]}',
        lines: [{ sku: 'z', n: 7n }],
      },
    ],
  },
  {
    name: 'people',
    layout: 'nested',
    columns: { customer: { type: 'string' }, name: { type: 'string' }, region: { type: 'string' } },
    rows: [
      { customer: 'ann', name: 'Ann Lee', region: 'north' },
      { customer: 'bob', name: 'Bob', region: 'south' },
      { customer: '@x', name: '$name ?', region: 'north' },
      { customer: 'dee', name: 'Dée', region: null },
    ],
  },
];
