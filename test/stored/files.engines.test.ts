/**
 * Parquet files that pandas and Spark wrote, from `quern init` to rows: nanoseconds, unsigned numbers, categories, nullable numbers and
 * an index of texts; INT96 instants, maps, records and lists of records. `files/make.py` wrote the files, and computed the rows with pandas.
 */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolders, temporaryFolder } from '../cli/cli-fixture.ts';
import { expectDeclared, expectRows, initialise } from './first-endpoints.ts';

const FILES = fileURLToPath(new URL('files/', import.meta.url));

const COLUMNS_OF_ORDERS = `      order_id: { type: decimal, precision: 20, scale: 0, required: true }     # \`Order ID\` in the files
      placed: { type: timestamp, required: true }
      shipped: { type: timestamp }
      status: { type: string, required: true }
      price: { type: float64 }
      pieces: { type: int64 }
      gift: { type: bool }
      cost: { type: decimal, precision: 4, scale: 2, required: true }
      day: { type: date, required: true }
      tags: { list: string, required: true }
      weight: { type: float64, required: true }
      shelf: { type: int64, required: true }
      __index_level_0__: { type: string, required: true }
`;

const COLUMNS_OF_TRIPS = `      id: { type: int64, required: true }
      started: { type: timestamp, required: true }
      day: { type: date, required: true }
      fare: { type: decimal, precision: 10, scale: 2, required: true }
      zone: { type: string, required: true }
      labels: { map: string, required: true }
      place:
        record:
          lat: { type: float64 }
          lon: { type: float64 }
      stops:
        list:
          record:
            name: { type: string }
            waited: { type: int64 }
      seats: { type: int64, required: true }
      shared: { type: bool }
      local: { type: timestamp, required: true }
`;

const ORDERS: Readonly<Record<string, string>> = {
  newest: `
where: ["placed >= '2026-01-05T00:00:00Z'"]
select: [order_id, placed, status, price, day]
order_by: [placed desc, order_id]`,
  statuses: `
group_by: [status]
select: { orders: count(), cost: sum(cost), price: avg(price), first: min(placed) }
order_by: [status]`,
  days: `
group_by: { placed_on: date(placed) }
select: { pieces: sum(pieces), weight: max(weight) }
order_by: [placed_on]`,
  twins: `
where: ["placed = '2026-01-01T21:00:00Z'"]
select: [order_id, gift]
order_by: [order_id]`,
  unshipped: `
where: [shipped is null]
select: [order_id, pieces, shipped]
order_by: [order_id]`,
  one: `
params: { order: { type: string, required: true } }
where: ["order_id = cast_decimal(@order)"]
select: [order_id, shipped, shelf, tags]`,
  tagged: `
where: ["'t1' in tags"]
select: { orders: count(), shelves: count_distinct(shelf) }`,
  gifts: `
group_by: [gift]
select: { orders: count(), shipped: count(shipped) }
order_by: [orders desc, gift]`,
};

const TRIPS: Readonly<Record<string, string>> = {
  started: `
params: { from: { type: timestamp, required: true }, to: { type: timestamp, required: true } }
where: ["started >= @from", "started < @to"]
select: [id, started, fare]
order_by: [id]`,
  zones: `
group_by: [zone]
select: { fare: sum(fare), seats: sum(seats), last: max(started) }
order_by: [zone]`,
  drivers: `
group_by: { driver: "labels['driver']" }
select: { trips: count() }
order_by: [driver]`,
  north: `
where: [place.lat > 54]
select: { id: id, lat: place.lat, lon: place.lon }
order_by: [id]`,
  stops: `
join: { stop: { each: stops } }
group_by: { stop: stop.name }
select: { trips: count(), waited: sum(stop.waited) }
order_by: [stop]`,
  waits: `
where: ["any(stops, .waited > 40)"]
select: { id: id, stops: count_items(stops), first: stops }
order_by: [id]`,
  nights: `
where: ["local < '2026-03-29T06:00:00Z'"]
select: [id, local]
order_by: [id]`,
  shares: `
join: { stop: { each: stops, kind: left } }
group_by: [shared]
select: { trips: count_distinct(id), waited: "coalesce(sum(stop.waited), 0)" }
order_by: [trips desc, shared]`,
};

const ASKED: Readonly<Record<string, readonly string[]>> = {
  one: ['order=18446744073709551608'],
  started: ['from=2026-03-29T00:00:00Z', 'to=2026-03-29T06:00:00Z'],
};

const ANSWERS = JSON.parse(readFileSync(join(FILES, 'answers.json'), 'utf8'));

afterAll(removeFolders);

describe.each([
  { name: 'orders', by: 'pandas', columns: COLUMNS_OF_ORDERS, endpoints: ORDERS },
  { name: 'trips', by: 'Spark', columns: COLUMNS_OF_TRIPS, endpoints: TRIPS },
])('$name of $by', ({ name, columns, endpoints }) => {
  const folder = temporaryFolder();

  beforeAll(async () => {
    copyFileSync(join(FILES, `${name}.parquet`), join(folder, `${name}.parquet`));
    await initialise(folder, `${name}.parquet`, { [name]: endpoints });
  });

  test('are declared under the types of their values', () => {
    const file = readFileSync(join(folder, 'endpoints/sources.yaml'), 'utf8');
    expect(file.split('columns:\n')[1]).toBe(columns);
  });

  test('are as declared', async () => {
    await expectDeclared(folder);
  });

  test.each(Object.keys(endpoints))('%s answers the rows of pandas', async endpoint => {
    await expectRows(folder, endpoint, ASKED[endpoint] ?? [], ANSWERS[name][endpoint]);
  });
});
