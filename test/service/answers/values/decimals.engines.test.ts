/** Decimals over HTTP: from a table, Parquet and NDJSON to the digits of the answer. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DuckDbSource } from '../../../../engines/duckdb/driver/driver.ts';
import { manifestOf, type SpecService, serviceOf } from '../spec-service.ts';

const SOURCES = `
  orders:
    tables: { duckdb: { table: orders } }
    columns:
      id: { type: string, required: true }
      price: { type: decimal, precision: 18, scale: 2 }
      exact: { type: decimal, precision: 38, scale: 9 }
      bill: { record: { total: { type: decimal, precision: 18, scale: 2 } } }
`;
const MANIFEST = manifestOf(SOURCES, {
  'orders.total': `
from: orders
where: [price < 1]
select: { sum: sum(price), number: { value: sum(price), encode: number }, mean: avg(price), least: min(exact) }`,
  'orders.all': `
from: orders
where: [exact is not null or bill.total is not null]
select: [id, price, exact, bill]
order_by: [exact desc, id]`,
  'orders.priced': `
params: { above: { type: decimal, default: -0.00, max: 10000000000000000 } }
from: orders
where: [price > @above, id != 'small']
select: [id]
order_by: [id]
filters: { exact: exact }`,
  'orders.sum': 'from: orders\nselect: { sum: sum(exact) }',
  'orders.product': 'from: orders\nselect: { most: max(exact * 10) }',
});
const columns = MANIFEST.sources['orders']?.columns ?? [];

const folder = mkdtempSync(join(tmpdir(), 'decimals-'));
const at = (name: string) => join(folder, name);
const closing: (() => Promise<void>)[] = [];
let connection: DuckDBConnection;

beforeAll(async () => {
  const instance = await DuckDBInstance.create(at('orders.duckdb'));
  connection = await instance.connect();
  await connection.run(
    `CREATE TABLE orders (id VARCHAR NOT NULL, price DECIMAL(18, 2), exact DECIMAL(38, 9), bill STRUCT(total DECIMAL(18, 2)))`,
  );
  await connection.run(`INSERT INTO orders SELECT 'small', 0.10, NULL, NULL FROM range(10)`);
  await connection.run(`INSERT INTO orders VALUES
    ('a', 9999999999999999.99, 99999999999999999999999999999.999999999, {total: 1.50}),
    ('b', 12.00, -0.000000001, {total: NULL}), ('c', NULL, 9.100000000, NULL)`);
  await connection.run(`COPY orders TO '${at('orders.parquet')}'`);
  // A number of JSON with so many digits is none that DuckDB keeps; a text is.
  await connection.run(`COPY (SELECT id, price::VARCHAR AS price, exact::VARCHAR AS exact, {total: bill.total::VARCHAR} AS bill
    FROM orders) TO '${at('orders.ndjson')}' (FORMAT json)`);
  await connection.run('CHECKPOINT');
  connection.closeSync();
  instance.closeSync();
});
afterAll(async () => {
  for (const close of closing) await close();
  rmSync(folder, { recursive: true });
});

const files = (glob: string): DuckDbSource => ({
  files: [{ table: ['orders'], glob: at(glob), columns, records: 'nested' }],
});
async function open(source: DuckDbSource): Promise<SpecService['ask']> {
  const service = await serviceOf(MANIFEST, source);
  closing.push(service.close);
  return service.ask;
}

describe.each([
  ['a table', () => ({ database: at('orders.duckdb') })],
  ['Parquet', () => files('*.parquet')],
  ['NDJSON', () => files('*.ndjson')],
] as const)('from %s', (_, source) => {
  it('a sum of ten times 0.10 is 1', async () => {
    const ask = await open(source());
    expect(await ask('/api/endpoints/orders.total')).toEqual({
      status: 200,
      body: { result: [{ sum: '1', number: 1, mean: expect.closeTo(0.1, 12), least: null }] },
    });
  });

  it('every digit is answered, records included, in the order of the values', async () => {
    const ask = await open(source());
    expect(await ask('/api/endpoints/orders.all')).toEqual({
      status: 200,
      body: {
        result: [
          {
            id: 'a',
            price: '9999999999999999.99',
            exact: '99999999999999999999999999999.999999999',
            bill: { total: '1.5' },
          },
          { id: 'c', price: null, exact: '9.1', bill: null },
          { id: 'b', price: '12', exact: '-0.000000001', bill: null },
        ],
      },
    });
  });

  it('callers compare exactly', async () => {
    const ask = await open(source());
    const idsOf = async (query: string) =>
      (
        (await ask(`/api/endpoints/orders.priced?${query}`)).body as { result: { id: string }[] }
      ).result.map(({ id }) => id);
    expect(await idsOf('')).toEqual(['a', 'b']);
    expect(await idsOf('above=9999999999999999.985')).toEqual(['a']);
    expect(await idsOf('above=9999999999999999.99')).toEqual([]);
    expect(await idsOf('exact=99999999999999999999999999999.999999999&exact=1')).toEqual(['a']);
    expect(await idsOf('exact[lt]=0')).toEqual(['b']);
    expect(await idsOf('exact[ne]=-0.000000001')).toEqual(['a']);
  });

  it('too many digits are an error', async () => {
    const ask = await open(source());
    for (const name of ['orders.sum', 'orders.product']) {
      const { status } = await ask(`/api/endpoints/${name}`);
      expect([name, status]).toEqual([name, expect.toSatisfy((code: number) => code >= 500)]);
    }
  });
});

describe('numbers of files', () => {
  const all = async (glob: string) => {
    const { body } = await (await open(files(glob)))('/api/endpoints/orders.all');
    return (body as { result: { id: string; exact: string }[] }).result.map(row => row.exact);
  };

  it('keep their digits, whatever they are written as', async () => {
    const texts = [
      '1e-7',
      '12E3',
      '"0.10"',
      '-0',
      '1.500000000000',
      '0.000000001',
      '7',
      '99999999999999999999',
      '999999.123456789',
    ];
    const lines = texts.map(
      (text, i) => `{"id":"${i}","exact":${text},"price":null,"bill":{"total":null}}\n`,
    );
    writeFileSync(at('texts.jsonl'), lines.join(''));
    expect(await all('texts.jsonl')).toEqual([
      '99999999999999999999',
      '999999.123456789',
      '12000',
      '7',
      '1.5',
      '0.1',
      '0.0000001',
      '0.000000001',
      '0',
    ]);
  });

  it('are never rounded to a decimal', async () => {
    const texts = [
      '0.0000000001',
      '1.0000000005',
      '1e-10',
      '1.5e-9',
      '"0x1F"',
      '"x"',
      '1e30',
      '123456789.123456789',
      '100000000.000000001',
      '12345678901234567.5',
      '10000000000000000.01',
      'true',
      '{}',
    ];
    for (const [i, text] of texts.entries()) {
      writeFileSync(at(`bad${i}.jsonl`), `{"id":"a","exact":${text},"bill":{"total":1}}\n`);
      const { status, body } = await (await open(files(`bad${i}.jsonl`)))(
        '/api/endpoints/orders.all',
      );
      const [row] = (body as { result?: { exact: unknown }[] }).result ?? [];
      expect([text, status === 200 ? row?.exact : null]).toEqual([text, null]);
    }
  });
});
