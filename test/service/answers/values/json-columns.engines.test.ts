import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manifestOf, type SpecService, serviceOf } from '../spec-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'json-'));
const database = join(folder, 'shop.duckdb');
const services: SpecService[] = [];

/** What a column declared `json` holds in the engine, and what it must answer. */
const VALUES: readonly (readonly [string, unknown])[] = [
  ["['1', '2', 'true']", ['1', '2', 'true']],
  ["['sku7']", ['sku7']],
  ["['a', NULL, 'say \"no\"']", ['a', null, 'say "no"']],
  ['[1, NULL, 3]', [1, null, 3]],
  ['[[1, 2], []]', [[1, 2], []]],
  ["{'a': 1, 'b': ['x'], 'c': NULL}", { a: 1, b: ['x'], c: null }],
  ["MAP {'a': 1, 'b': 2}", { a: 1, b: 2 }],
  ["[{'at': DATE '2026-01-15'}]", [{ at: '2026-01-15' }]],
  ['\'{"a":[1]}\'', { a: [1] }],
  ['\'{"a":[1]}\'::JSON', { a: [1] }],
  ['\'"text"\'::JSON', 'text'],
  ['NULL::JSON', null],
  ['NULL::VARCHAR[]', null],
];
const names = VALUES.map((_, index) => `v${index}`);
const list = VALUES.map(([sql], index) => `${sql} AS v${index}`).join(', ');
const declared = names.map(name => `      ${name}: json`).join('\n');

describe('a column declared as json', () => {
  const manifest = manifestOf(
    `  shop:\n    tables: { duckdb: { table: shop } }\n    columns:\n${declared}
      inside: { record: { list: json, text: json } }`,
    {
      'shop.all': `from: shop\nselect: [${names.join(', ')}]\ncache: off`,
      'shop.first': `from: shop\nselect: { v0: any_value(v0), v5: any_value(v5) }\ncache: off`,
      'shop.inside': 'from: shop\nselect: [inside]\ncache: off',
    },
  );
  beforeAll(async () => {
    const instance = await DuckDBInstance.create(database);
    const connection = await instance.connect();
    const inside = `{'list': ['1', 'x'], 'text': '{"a":1}'} AS inside`;
    await connection.run(`CREATE TABLE shop AS SELECT ${list}, ${inside}`);
    await connection.run(`COPY shop TO '${join(folder, 'shop.parquet')}'`);
    connection.closeSync();
    instance.closeSync();
  });
  afterAll(async () => {
    for (const { close } of services) await close();
    rmSync(folder, { recursive: true });
  });

  const columns = manifest.sources['shop']?.columns ?? [];
  const files = [
    { table: ['shop'], glob: join(folder, 'shop.parquet'), columns, records: 'nested' as const },
  ];
  it.each([
    ['a database', { database }],
    ['Parquet', { files }],
  ])('answers lists, maps and structs as JSON, from %s', async (_, source) => {
    const service = await serviceOf(manifest, source);
    services.push(service);
    const row = Object.fromEntries(VALUES.map(([, value], index) => [`v${index}`, value]));
    expect(await service.ask('/api/endpoints/shop.all')).toEqual({
      status: 200,
      body: { result: [row] },
    });
    expect(await service.ask('/api/endpoints/shop.first')).toEqual({
      status: 200,
      body: { result: [{ v0: row['v0'], v5: row['v5'] }] },
    });
    expect(await service.ask('/api/endpoints/shop.inside')).toEqual({
      status: 200,
      body: { result: [{ inside: { list: ['1', 'x'], text: { a: 1 } } }] },
    });
  });
});
