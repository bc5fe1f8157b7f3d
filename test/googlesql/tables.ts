/** The data sets of the corpus and their rows: NULLs in every nullable column, rows that are equal, keys that find none and several. */
import { compile } from '../../generator/compile.ts';
import type { PortableEndpoint } from '../../generator/core/plan/endpoint.ts';
import type { Source } from '../../generator/core/spec/source.ts';
import { isDerived } from '../../generator/core/spec/source.ts';
import type { KnownTable } from '../../generator/googlesql/context.ts';
import type { Row } from '../reference/language/evaluate.ts';
import { allPortable } from '../support/projects/portable.ts';

const SOURCES = `
sources:
  t:
    tables: { bigquery: { table: t }, duckdb: { table: t }, clickhouse: { table: t }, postgres: { table: t } }
    columns:
      id: { type: int64, required: true }
      a: int64
      b: string
      x: float64
      ok: bool
      ts: timestamp
      d: date
      n: { type: decimal, precision: 20, scale: 9 }
      dt: datetime
  u:
    tables: { bigquery: { table: u }, duckdb: { table: u }, clickhouse: { table: u }, postgres: { table: u } }
    columns:
      k: { type: int64, required: true }
      tid: int64
      b: string
      v: int64
  logs:
    tables:
      bigquery: { table: logs, records: repeated }
      duckdb: { table: logs }
      clickhouse: { table: logs }
      postgres: { table: logs }
    columns:
      id: { type: string, required: true }
      timestamp: { type: timestamp, required: true }
      metadata:
        record:
          project: string
          code: int64
          request:
            record: { path: string, method: string }
  deep:
    tables:
      bigquery: { table: deep, records: repeated }
      duckdb: { table: deep, records: repeated }
      clickhouse: { table: deep, records: repeated }
      postgres: { table: deep, records: repeated }
    columns:
      id: { type: string, required: true }
      n: int64
      metadata:
        record:
          project: string
          code: int64
          level: { type: string, required: true }
          labels: { list: string }
          request:
            record: { path: string, ms: int64 }
  tagged:
    tables: { bigquery: { table: tagged }, duckdb: { table: tagged }, clickhouse: { table: tagged }, postgres: { table: tagged } }
    columns:
      id: { type: int64, required: true }
      tags: { list: string }
      nums: { list: int64 }
  visits:
    tables: { bigquery: { table: visits }, duckdb: { table: visits }, clickhouse: { table: visits } }
    columns:
      id: { type: int64, required: true }
      key: string
      params:
        list:
          record:
            key: { type: string, required: true }
            value: { record: { text: string, whole: int64 } }
            at: timestamp
            tags: { list: string }
        by: key
      device:
        record:
          name: string
          steps: { list: { record: { ms: int64, ok: bool } } }
          labels: { list: string }
          os: { record: { version: int64, flags: { list: int64 } } }
  sessions:
    tables: { bigquery: { table: sessions }, duckdb: { table: sessions }, clickhouse: { table: sessions }, postgres: { table: sessions } }
    columns:
      id: { type: int64, required: true }
      source: string
      hits:
        list:
          record:
            n: { type: int64, required: true }
            kind: string
            page: { record: { path: string, marks: { list: { record: { at: int64 } } } } }
            tags: { list: string }
            product:
              list:
                record:
                  sku: { type: string, required: true }
                  price: int64
                  brand: { record: { name: string } }
                  custom: { list: { record: { index: int64, value: string } } }
            custom: { list: { record: { index: int64, value: string } } }
  docs:
    tables: { bigquery: { table: docs }, duckdb: { table: docs }, clickhouse: { table: docs }, postgres: { table: docs } }
    columns:
      id: { type: int64, required: true }
      payload: json
`;

/** Only its parameters matter. */
const ENDPOINT = `
endpoint: corpus
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01
params:
  p: { type: int64, required: true }
  s: { type: string, required: true }
  since: { type: timestamp, required: true }
  ids: { list: int64, required: true }
  words: { list: string, required: true }
  days: { list: date, required: true }
  none: { list: int64, required: true }
  few: { type: int64, required: true, min: 0 }
  zero: { type: int64, required: true, min: 0 }
  most: { type: int64, required: true, min: 0 }
from: t
where: [id = @p, b = @s, ts > @since, id in @ids, b in @words, d in @days, id in @none, id > @few, id > @zero, id < @most]
select: [id]
`;

const HOUR = 3_600_000_000n;
export const NOW = 1_767_312_000_000_000n;

/** The list `none` is as one that a caller leaves out. */
export const VALUES = {
  p: 2n,
  s: 'a',
  since: NOW - 30n * HOUR,
  ids: [2n, 3n, 99n],
  words: ['', 'a', 'ab'],
  days: ['2024-02-29', '2026-01-01'],
  none: [],
  few: 3n,
  zero: 0n,
  most: 9_223_372_036_854_775_807n,
} as const;

export const ROWS: Readonly<Record<string, readonly Row[]>> = {
  t: [
    { id: 1n, a: 1n, b: 'a', x: 1.5, ok: true, ts: NOW, d: '2026-01-01', n: '1.5', dt: NOW + 1n },
    {
      id: 2n,
      a: 2n,
      b: 'b',
      x: -2.25,
      ok: false,
      ts: NOW - HOUR / 2n,
      d: '2026-01-02',
      n: '-2.25',
    },
    { id: 3n, a: null, b: 'a', x: 0, ok: null, ts: NOW - 25n * HOUR, d: null, n: '0' },
    { id: 4n, a: 2n, b: null, x: null, ok: true, ts: null, d: '2025-12-31', n: null },
    {
      id: 5n,
      a: 3n,
      b: 'ab',
      x: 1e10,
      ok: false,
      ts: NOW - 50n * HOUR,
      d: '2026-01-01',
      n: '10',
      dt: -1n,
    },
    { id: 6n, a: -4n, b: 'Éa', x: 0.1, ok: true, ts: NOW - 26n * HOUR, d: '2024-02-29', n: '0.1' },
    { id: 7n, a: null, b: null, x: null, ok: null, ts: null, d: null, n: null },
    {
      id: 8n,
      a: 2n,
      b: 'b',
      x: -2.25,
      ok: false,
      ts: NOW - HOUR / 2n,
      d: '2026-01-02',
      n: '-2.25',
    },
    { id: 9n, a: 0n, b: '', x: -0, ok: true, ts: NOW - 30n * HOUR, d: '1969-12-31', n: '3' },
  ],
  u: [
    { k: 1n, tid: 1n, b: 'a', v: 10n },
    { k: 2n, tid: 1n, b: 'b', v: 20n },
    { k: 3n, tid: 2n, b: null, v: 30n },
    { k: 4n, tid: null, b: 'a', v: null },
    { k: 5n, tid: 99n, b: 'x', v: 50n },
    { k: 6n, tid: 4n, b: 'ab', v: null },
  ],
  logs: [
    log('l1', 0n, 'one', 200n, '/rest/v1', 'GET'),
    log('l2', 1n, 'one', 404n, '/rest/v1', 'POST'),
    log('l3', 2n, 'two', 500n, '/auth/v1', null),
    log('l4', 30n, null, null, null, 'GET'),
    log('l5', 31n, 'one', 503n, '/storage', 'GET'),
    // an array without items, and one in a record
    { id: 'l6', timestamp: NOW - 32n * HOUR, metadata: null },
    { id: 'l7', timestamp: NOW - HOUR, metadata: { project: 'one', code: 404n, request: null } },
  ],
  deep: [
    { id: 'd1', n: 1n, metadata: [item('one', 200n, [['/a', 1n]])] },
    { id: 'd2', n: 2n, metadata: [] },
    {
      id: 'd3',
      n: null,
      metadata: [
        item('one', 404n, [
          ['/a', 2n],
          ['/b', null],
        ]),
        item('two', 500n, []),
      ],
    },
    { id: 'd4', n: 4n, metadata: [item(null, null, [[null, 3n]])] },
    { id: 'd5', n: 5n, metadata: [item('two', 200n, []), item('two', 200n, [['/c', 9n]])] },
  ],
  tagged: [
    { id: 1n, tags: ['a'], nums: [1n, 2n] },
    { id: 2n, tags: [], nums: [] },
    { id: 3n, tags: ['b', 'a'], nums: [3n] },
    { id: 4n, tags: ['a', 'a', ''], nums: [7n, 7n, 1n] },
    { id: 5n, tags: ['c'], nums: [] },
  ],
  visits: [
    {
      id: 1n,
      key: 'page',
      params: [
        { key: 'page', value: { text: '/a', whole: null }, at: NOW, tags: ['x', 'y'] },
        { key: 'n', value: { text: null, whole: 7n }, at: null, tags: [] },
      ],
      device: {
        name: 'd1',
        steps: [
          { ms: 5n, ok: true },
          { ms: 20n, ok: false },
        ],
        labels: ['a', 'b'],
        os: { version: null, flags: [1n, 2n] },
      },
    },
    { id: 2n, key: null, params: [], device: null },
    {
      id: 3n,
      key: 'n',
      params: [
        { key: 'n', value: { text: null, whole: 9n }, at: NOW - HOUR, tags: ['x'] },
        { key: 'page', value: null, at: null, tags: [] },
        { key: 'other', value: { text: '/b', whole: 1n }, at: NOW, tags: [] },
      ],
      device: { name: null, steps: [{ ms: null, ok: null }], labels: ['c'], os: null },
    },
    {
      id: 4n,
      key: 'page',
      params: [{ key: 'page', value: { text: '', whole: 0n }, at: null, tags: [] }],
      device: { name: 'd1', steps: [], labels: [], os: { version: 3n, flags: [] } },
    },
  ],
  sessions: [
    {
      id: 1n,
      source: 'search',
      hits: [
        {
          n: 1n,
          kind: 'view',
          page: { path: '/a', marks: [{ at: 1n }, { at: null }] },
          tags: ['x', 'y'],
          product: [
            product('p1', 10n, 'one', [
              [1n, 'red'],
              [2n, null],
            ]),
            product('p2', null, null, []),
          ],
          custom: customs([[4n, 'member']]),
        },
        {
          n: 2n,
          kind: 'buy',
          page: null,
          tags: [],
          product: [product('p1', 7n, 'two', [[2n, 'blue']])],
          custom: [],
        },
      ],
    },
    // no list, no items, no inner items
    { id: 2n, source: null, hits: [] },
    {
      id: 3n,
      source: 'search',
      hits: [
        {
          n: 1n,
          kind: null,
          page: { path: null, marks: [] },
          tags: ['x'],
          product: [],
          custom: customs([
            [4n, null],
            [1n, 'z'],
          ]),
        },
      ],
    },
    {
      id: 4n,
      source: 'mail',
      hits: [
        {
          n: 3n,
          kind: 'view',
          page: { path: '/b', marks: [{ at: 9n }] },
          tags: [],
          product: [
            product('p2', 0n, 'one', [
              [1n, 'x'],
              [1n, 'y'],
            ]),
          ],
          custom: [],
        },
        {
          n: 4n,
          kind: 'view',
          page: { path: '/a', marks: [] },
          tags: ['y'],
          product: [],
          custom: customs([[1n, '']]),
        },
        {
          n: 5n,
          kind: 'buy',
          page: null,
          tags: [],
          product: [product('p1', 5n, null, []), product('p3', -2n, 'one', [[3n, null]])],
          custom: [],
        },
      ],
    },
  ],
  docs: [
    '{"user":{"id":"u1","age":41},"n":5,"ok":true,"list":["a",2,null]}',
    '{"user":{"id":7,"age":"41"},"n":5.0,"ok":"true","list":[]}',
    '{"user":null,"n":1e3,"ok":null,"list":{"0":"b"}}',
    '{"user":"u4","n":-0.25,"ok":false,"odd key":"k","list":[["x"],true,2.5]}',
    '{"n":9007199254740993,"ok":0}',
    '{"n":"12","user":{"id":"Éa😀","age":1.5}}',
    '[{"id":"first"},"second"]',
    '"a text"',
    '12',
    'true',
    'null',
    null,
    // whole numbers beyond 64 bits beside values that every engine reads
    '{"user":{"id":"u12","age":18446744073709551616},"n":7,"ok":true,"list":["b",-98765432109876543210]}',
    '{"user":{"id":"18446744073709551616, {","age":1.5},"n":1.25,"big":123456789012345678901234567890}',
  ].map((payload, i) => ({ id: BigInt(i), payload })),
};

/** A record of an array, and those of an array of its own. */
function item(
  project: string | null,
  code: bigint | null,
  requests: readonly (readonly [string | null, bigint | null])[],
) {
  const request = requests.map(([path, ms]) => ({ path, ms }));
  const labels = requests.map(([path]) => path ?? 'none');
  return { project, code, level: code === 500n ? 'error' : 'log', labels, request };
}

function product(
  sku: string,
  price: bigint | null,
  brand: string | null,
  custom: Parameters<typeof customs>[0],
) {
  return { sku, price, brand: brand === null ? null : { name: brand }, custom: customs(custom) };
}

function customs(pairs: readonly (readonly [index: bigint, value: string | null])[]) {
  return pairs.map(([index, value]) => ({ index, value }));
}

function log(
  id: string,
  hours: bigint,
  project: string | null,
  code: bigint | null,
  path: string | null,
  method: string | null,
): Row {
  return {
    id,
    timestamp: NOW - hours * HOUR,
    metadata: { project, code, request: { path, method } },
  };
}

const { compilation, diagnostics } = compile(
  [
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    { path: 'endpoints/corpus.yaml', bytes: ENDPOINT },
  ],
  { dialects: ['bigquery', 'duckdb', 'clickhouse', 'postgres'] },
);
for (const { message } of diagnostics) throw new Error(message);

export const PROJECT = compilation.project;
export const [CORPUS] = allPortable(PROJECT.endpoints) as [PortableEndpoint];

export const TABLES: ReadonlyMap<string, KnownTable> = new Map(
  PROJECT.sources.map(source => [source.name, { source, columns: stored(source) }] as const),
);

function stored({ columns }: Source) {
  return columns.filter(column => !isDerived(column));
}
