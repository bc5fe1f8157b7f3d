/** A project whose endpoints have owners and tags, old names and ends. */

const IDS = '00000000-0000-4000-8000-0000000011';

export const LIFE_TABLES = `CREATE TABLE orders (id INTEGER NOT NULL, shop VARCHAR NOT NULL, price INTEGER NOT NULL);
INSERT INTO orders VALUES (1, 'a', 10), (2, 'a', 20), (3, 'b', 30), (4, 'c', 40)`;

const BODY = `from: orders
params: { shop: { type: string, required: true } }
where: [shop = @shop]
select: [id, price]
order_by: [id]
`;

export const LIFE_FILES = {
  'endpoints/sources.yaml': `sources:
  orders:
    tables: { duckdb: { table: orders } }
    key: [id]
    scope: [shop]
    columns:
      id: { type: int64, required: true }
      shop: { type: string, required: true }
      price: { type: int64, required: true }
`,
  'endpoints/orders.list.yaml': `endpoint: orders.list
id: ${IDS}01
summary: The orders.
aliases: { orders.all: 2026-01-15, all-orders: 2026-02-01 }
owner: 'team shop, #shop'
tags: [shop, billing]
engines: [duckdb]
${BODY}`,
  'endpoints/orders.pages.yaml': `endpoint: orders.pages
id: ${IDS}02
aliases: [orders.paged]
engines: [duckdb]
pages: { size: 1 }
${BODY}`,
  'endpoints/orders.old.yaml': `endpoint: orders.old
id: ${IDS}03
summary: The orders, as before.
aliases: [orders.older]
tags: [billing]
deprecated: 2026-06-01
replaced_by: orders.list
sunset: 2026-12-31
engines: [duckdb]
${BODY}`,
  'endpoints/orders.plain.yaml': `endpoint: orders.plain
id: ${IDS}04
deprecated: 2026-06-01
engines: [duckdb]
${BODY}`,
};
