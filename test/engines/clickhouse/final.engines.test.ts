/** `final: true` on ClickHouse: rows that newer ones replaced are not read, in the table that `schema.sql` makes. */
import { Session } from 'chdb';
import { expect, test } from 'vitest';
import { DIALECTS } from '../../../engines/index.ts';
import { compile } from '../../../generator/compile.ts';
import { printSchema } from '../../../generator/sql/schema.ts';
import { execute } from './session.ts';

const sources = (final: boolean) => `
sources:
  orders:
    tables: { clickhouse: { table: shop.orders, final: ${final} } }
    key: [shop, id]
    columns:
      id: { type: string, required: true }
      shop: { type: int64, required: true }
      customer: string
      total: int64
  customers:
    tables: { clickhouse: { table: shop.customers, final: ${final} } }
    key: [id]
    columns: { id: { type: string, required: true }, country: string }
`;
const ENDPOINT = `
endpoint: orders
id: 00000000-0000-4000-8000-0000000008f2
from: orders
join: { buyer: { of: customers, on: customer = buyer.id } }
select: { id: id, total: total, country: buyer.country }
order_by: [total]
`;
const ALONE = `
endpoint: alone
id: 00000000-0000-4000-8000-0000000008f4
from: orders
select: { total: total }
order_by: [total]
`;
const DATA = [
  "INSERT INTO shop.orders (id, shop, customer, total) VALUES ('a', 1, 'x', 1), ('a', 2, NULL, 2)",
  "INSERT INTO shop.orders (id, shop, customer, total) VALUES ('a', 1, 'x', 3), ('b', 1, 'y', 4)",
  "INSERT INTO shop.customers (id, country) VALUES ('x', 'de')",
  "INSERT INTO shop.customers (id, country) VALUES ('x', 'fr')",
];

function compiled(final: boolean) {
  const { compilation, diagnostics } = compile(
    [
      { path: 'endpoints/sources.yaml', bytes: sources(final) },
      { path: 'endpoints/orders.yaml', bytes: ENDPOINT },
      { path: 'endpoints/alone.yaml', bytes: ALONE },
    ],
    { dialects: ['clickhouse'] },
  );
  expect(diagnostics).toEqual([]);
  const dialect = DIALECTS.get('clickhouse');
  if (dialect === undefined) throw new Error('no dialect');
  const statements = (name: string) =>
    compilation.endpoints
      .filter(({ endpoint }) => endpoint.name === name)
      .flatMap(({ engines }) => engines)
      .flatMap(({ saved, statements }) => [saved, ...statements.values()])
      .map(({ sql }) => sql.join(''));
  return { statements, schema: printSchema(compilation.project.sources, dialect) };
}

test('reads the newest row of each key, of the table itself and of a joined one', async () => {
  const session = new Session();
  const { statements, schema } = compiled(true);
  for (const statement of schema.split(';\n').slice(0, -1)) await execute(session, statement);
  await execute(session, 'SYSTEM STOP MERGES');
  for (const statement of DATA) await execute(session, statement);
  const rowsOf = async (sql: string) =>
    (await execute(session, `${sql.trim().replace(/;$/, '')} FORMAT CSV`))
      .text()
      .trim()
      .split('\n');
  const joined = ['"a",2,\\N', '"a",3,"fr"', '"b",4,\\N'];
  for (const statement of statements('orders')) expect(await rowsOf(statement)).toEqual(joined);
  for (const statement of statements('alone'))
    expect(await rowsOf(statement)).toEqual(['2', '3', '4']);
  for (const statement of compiled(false).statements('alone'))
    expect(await rowsOf(statement)).toEqual(['1', '2', '3', '4']);
  session.close();
});
