/**
 * Events of an analytics export, as BigQuery's schema has them: lists of records with keys, records in records, items that have a list of
 * records, and instants as microseconds. From `quern init` to rows, which are computed here from the same events.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolders, temporaryFolder } from '../cli/cli-fixture.ts';
import { expectDeclared, expectRows, initialise } from './first-endpoints.ts';

afterAll(removeFolders);

const VALUE =
  'STRUCT(string_value VARCHAR, int_value BIGINT, float_value DOUBLE, double_value DOUBLE)';
const TABLE = `CREATE TABLE events (
  event_date VARCHAR NOT NULL, event_timestamp BIGINT NOT NULL, event_name VARCHAR NOT NULL,
  event_params STRUCT("key" VARCHAR, "value" ${VALUE})[],
  event_bundle_sequence_id BIGINT PRIMARY KEY, user_id VARCHAR, user_pseudo_id VARCHAR,
  user_properties STRUCT("key" VARCHAR, "value" STRUCT(string_value VARCHAR, int_value BIGINT, set_timestamp_micros BIGINT))[],
  device STRUCT(category VARCHAR, operating_system VARCHAR, web_info STRUCT(browser VARCHAR, hostname VARCHAR)),
  geo STRUCT(continent VARCHAR, country VARCHAR),
  ecommerce STRUCT(purchase_revenue DOUBLE, transaction_id VARCHAR),
  items STRUCT(item_id VARCHAR, item_name VARCHAR, price DOUBLE, quantity BIGINT, item_params STRUCT("key" VARCHAR, "value" ${VALUE})[])[]
)`;

const COLUMNS = `      event_date: { type: string, required: true }
      event_timestamp: { type: int64, required: true }
      event_name: { type: string, required: true }
      event_params:
        by: key
        list:
          record:
            key: { type: string }
            value:
              record:
                string_value: { type: string }
                int_value: { type: int64 }
                float_value: { type: float64 }
                double_value: { type: float64 }
      event_bundle_sequence_id: { type: int64, required: true }
      user_id: { type: string }
      user_pseudo_id: { type: string }
      user_properties:
        by: key
        list:
          record:
            key: { type: string }
            value:
              record:
                string_value: { type: string }
                int_value: { type: int64 }
                set_timestamp_micros: { type: int64 }
      device:
        record:
          category: { type: string }
          operating_system: { type: string }
          web_info:
            record:
              browser: { type: string }
              hostname: { type: string }
      geo:
        record:
          continent: { type: string }
          country: { type: string }
      ecommerce:
        record:
          purchase_revenue: { type: float64 }
          transaction_id: { type: string }
      items:
        list:
          record:
            item_id: { type: string }
            item_name: { type: string }
            price: { type: float64 }
            quantity: { type: int64 }
            item_params:
              by: key
              list:
                record:
                  key: { type: string }
                  value:
                    record:
                      string_value: { type: string }
                      int_value: { type: int64 }
                      float_value: { type: float64 }
                      double_value: { type: float64 }
`;

const ENDPOINTS: Readonly<Record<string, string>> = {
  pages: `
where: ["event_name = 'page_view'"]
group_by: { page: "event_params['page_location'].value.string_value" }
select: { views: count(), users: count_distinct(user_pseudo_id) }
order_by: [views desc, page]`,
  sessions: `
group_by: { day: event_date }
select: { sessions: "count_distinct(event_params['ga_session_id'].value.int_value)", events: count() }
order_by: [day]`,
  newest: `
params: { from: { type: timestamp, required: true } }
where: ["from_epoch_micros(event_timestamp) >= @from"]
select: { at: from_epoch_micros(event_timestamp), event: event_name, id: event_bundle_sequence_id }
order_by: [at desc, id]
limit: 5`,
  products: `
join: { item: { each: items } }
where: ["event_name = 'purchase'"]
group_by: { product: item.item_id }
select: { sold: sum(item.quantity), revenue: sum(item.price * item.quantity) }
order_by: [product]`,
  countries: `
group_by: { country: geo.country, browser: device.web_info.browser }
select: { users: count_distinct(user_pseudo_id), revenue: sum(ecommerce.purchase_revenue) }
order_by: [country, browser]`,
  bulk: `
where: ["any(items, .quantity >= 3)"]
select: { id: event_bundle_sequence_id, items: count_items(items), first: "item(items, .quantity >= 3).item_id", all: items, params: "item(items, .quantity >= 3).item_params" }
order_by: [id]`,
  plans: `
group_by: { plan: "user_properties['plan'].value.string_value" }
select: { events: count() }
order_by: [events desc, plan]`,
  params: `
join: { param: { each: event_params } }
group_by: { key: param.key }
select: { events: count(), texts: count(param.value.string_value), sum: sum(param.value.int_value) }
order_by: [key]`,
  dear: `
join: { param: { each: "item(items, .price > 3).item_params" } }
select: { id: event_bundle_sequence_id, key: param.key, place: param_index }
order_by: [id, place]`,
  colours: `
join: { item: { each: items }, param: { each: item.item_params, kind: left } }
where: ["param.key != 'size' or param.key is null"]
group_by: { product: item.item_id, colour: param.value.string_value }
select: { items: count(), places: sum(param_index), sizes: "sum(item.item_params['size'].value.int_value)" }
order_by: [product, colour]`,
};

// ---- events ---------------------------------------------------------------------------------------------------------

const param = (key: string, string_value: string | null, int_value: number | null) => ({
  key,
  value: { string_value, int_value, float_value: null, double_value: null },
});

const START = Date.UTC(2026, 0, 15, 23, 50) * 1000;

const EVENTS = Array.from({ length: 60 }, (_, i) => ({
  id: i,
  micros: START + i * 37_000_123,
  name: ['page_view', 'purchase', 'session_start'][i % 3] ?? '',
  page: i % 4 === 0 ? null : `https://shop.example/p${i % 5}`,
  session: Math.floor(i / 7),
  user: `u${i % 11}`,
  plan: i % 6 === 0 ? null : ['free', 'paid'][i % 2],
  browser: i % 9 === 0 ? null : ['Firefox', 'Chrome'][i % 2],
  country: ['Chile', 'Ghana', 'Japan'][i % 3] ?? '',
  revenue: i % 3 === 1 ? i * 1.5 : null,
  items: Array.from({ length: i % 3 === 1 ? i % 4 : 0 }, (_, n) => ({
    item_id: `i${(i + n) % 5}`,
    item_name: n === 0 ? null : `Item ${n}`,
    price: 2.5 * (n + 1),
    quantity: (i + n) % 5,
    item_params: [
      ...(n === 1 ? [param('size', null, i)] : []),
      ...(i % 2 === 0 ? [param('colour', ['red', 'blue'][n % 2] ?? null, null)] : []),
    ],
  })),
}));
type Event = (typeof EVENTS)[number];

const text = (value: string | null | undefined) => (value == null ? 'NULL' : `'${value}'`);
const valued = (string: string | null, int: number | null) =>
  `{ string_value: ${text(string)}, int_value: ${int ?? 'NULL'}, float_value: NULL, double_value: NULL }`;
const dayOf = ({ micros }: Event) =>
  new Date(micros / 1000).toISOString().slice(0, 10).replaceAll('-', '');

function rowOf(event: Event): string {
  const { id, micros, name, page, session, user, plan, browser, country, revenue, items } = event;
  const session_ = `{ "key": 'ga_session_id', "value": ${valued(null, session)} }`;
  const params =
    page === null
      ? `[${session_}]`
      : `[{ "key": 'page_location', "value": ${valued(page, null)} }, ${session_}]`;
  const properties =
    plan === null
      ? 'NULL'
      : `[{ "key": 'plan', "value": { string_value: ${text(plan)}, int_value: NULL, set_timestamp_micros: ${micros} } }]`;
  const sold = items.map(item => {
    const params = item.item_params.map(
      ({ key, value }) =>
        `{ "key": '${key}', "value": ${valued(value.string_value, value.int_value)} }`,
    );
    return `{ item_id: '${item.item_id}', item_name: ${text(item.item_name)}, price: ${item.price}, quantity: ${item.quantity}, item_params: [${params.join(', ')}] }`;
  });
  const device = `{ category: 'desktop', operating_system: NULL, web_info: { browser: ${text(browser)}, hostname: NULL } }`;
  const sale =
    revenue === null ? 'NULL' : `{ purchase_revenue: ${revenue}, transaction_id: 't${id}' }`;
  return `('${dayOf(event)}', ${micros}, '${name}', ${params}, ${id}, NULL, '${user}', ${properties}, ${device}, { continent: NULL, country: '${country}' }, ${sale}, [${sold.join(', ')}])`;
}

// ---- what is answered -----------------------------------------------------------------------------------------------

type Row = Readonly<Record<string, unknown>>;
const FROM = '2026-01-16T00:20:00Z';
const instant = (micros: number) => {
  const digits = String(micros % 1_000_000)
    .padStart(6, '0')
    .replace(/000$/, '');
  return `${new Date(micros / 1000).toISOString().slice(0, 19)}.${digits}Z`;
};

function grouped<T>(rows: readonly T[], ...keys: readonly ((row: T) => string | null)[]) {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    // null is before any text
    const key = keys.map(keyOf => (keyOf(row) === null ? '' : `-${keyOf(row)}`)).join('\u0000');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

const first = <T>(rows: readonly T[]): T => {
  const [row] = rows;
  if (row === undefined) throw new Error('a group has a row');
  return row;
};
const users = (rows: readonly Event[]) => new Set(rows.map(({ user }) => user)).size;
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const sumOrNull = (values: readonly (number | null)[]) => {
  const known = values.filter(value => value !== null);
  return known.length === 0 ? null : sum(known);
};
const largestFirst = (rows: readonly Row[], key: string) =>
  rows.toSorted((a, b) => Number(b[key]) - Number(a[key]));
const sold = EVENTS.flatMap(({ items }) => items);
const pages = EVENTS.filter(({ page }) => page !== null);

const ANSWERS: Readonly<Record<string, readonly Row[]>> = {
  pages: largestFirst(
    grouped(
      EVENTS.filter(({ name }) => name === 'page_view'),
      ({ page }) => page,
    ).map(group => ({ page: first(group).page, views: group.length, users: users(group) })),
    'views',
  ),
  sessions: grouped(EVENTS, dayOf).map(group => ({
    day: dayOf(first(group)),
    sessions: new Set(group.map(({ session }) => session)).size,
    events: group.length,
  })),
  newest: EVENTS.filter(({ micros }) => micros >= Date.parse(FROM) * 1000)
    .reverse()
    .slice(0, 5)
    .map(({ micros, name, id }) => ({ at: instant(micros), event: name, id })),
  products: grouped(sold, ({ item_id }) => item_id).map(group => ({
    product: first(group).item_id,
    sold: sum(group.map(({ quantity }) => quantity)),
    revenue: sum(group.map(({ price, quantity }) => price * quantity)),
  })),
  countries: grouped(
    EVENTS,
    ({ country }) => country,
    ({ browser }) => browser ?? null,
  ).map(group => ({
    country: first(group).country,
    browser: first(group).browser,
    users: users(group),
    revenue: sumOrNull(group.map(({ revenue }) => revenue)),
  })),
  bulk: EVENTS.flatMap(({ id, items }) => {
    const found = items.find(({ quantity }) => quantity >= 3);
    return found === undefined
      ? []
      : [{ id, items: items.length, first: found.item_id, all: items, params: found.item_params }];
  }),
  plans: largestFirst(
    grouped(EVENTS, ({ plan }) => plan ?? null).map(group => ({
      plan: first(group).plan,
      events: group.length,
    })),
    'events',
  ),
  dear: EVENTS.flatMap(({ id, items }) =>
    (items.find(({ price }) => price > 3)?.item_params ?? []).map(({ key }, place) => {
      return { id, key, place };
    }),
  ),
  colours: grouped(
    sold.flatMap(item => {
      const size = item.item_params.find(({ key }) => key === 'size')?.value.int_value ?? null;
      const all = item.item_params.map((one, place) => ({ ...one, place }));
      const known = all.filter(({ key }) => key !== 'size');
      const none = all.length === 0 ? [{ value: null, place: null }] : [];
      return [...known, ...none].map(({ value, place }) => ({
        product: item.item_id,
        colour: value?.string_value ?? null,
        place,
        size,
      }));
    }),
    ({ product }) => product,
    ({ colour }) => colour,
  ).map(group => ({
    product: first(group).product,
    colour: first(group).colour,
    items: group.length,
    places: sumOrNull(group.map(({ place }) => place)),
    sizes: sumOrNull(group.map(({ size }) => size)),
  })),
  params: [
    {
      key: 'ga_session_id',
      events: EVENTS.length,
      texts: 0,
      sum: sum(EVENTS.map(({ session }) => session)),
    },
    { key: 'page_location', events: pages.length, texts: pages.length, sum: null },
  ],
};

describe('events of an analytics export', () => {
  const folder = temporaryFolder();

  beforeAll(async () => {
    const instance = await DuckDBInstance.create(join(folder, 'analytics.duckdb'));
    const connection = await instance.connect();
    await connection.run(TABLE);
    await connection.run(`INSERT INTO events VALUES ${EVENTS.map(rowOf).join(', ')}`);
    connection.closeSync();
    instance.closeSync();
    await initialise(folder, 'analytics.duckdb', { events: ENDPOINTS });
  });

  test('are declared with the lists of records, also those in others', () => {
    const file = readFileSync(join(folder, 'endpoints/sources.yaml'), 'utf8');
    expect(file.split('columns:\n')[1]).toBe(COLUMNS);
  });

  test('are as declared', async () => {
    await expectDeclared(folder);
  });

  test.each(Object.keys(ENDPOINTS))('%s answers what its events say', async endpoint => {
    const sent = endpoint === 'newest' ? [`from=${FROM}`] : [];
    await expectRows(folder, endpoint, sent, ANSWERS[endpoint]);
  });
});
