/** Columns and cells of authors' own statements: from a server, and from the engine of tests. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedEngine } from '../../../engines/embedded.ts';
import type { Engine, Result } from '../../../engines/engine.ts';
import embedded from '../../../engines/postgres/embedded.ts';
import { ROOT } from '../../support/root.ts';
import { runLimits } from '../engine-runs.ts';
import { LACKING } from './cluster.ts';
import { openService } from './service.ts';

/** An expression, its type, what it may be declared as, and its cell. */
const CASES: readonly (readonly [sql: string, type: string, readAs: string, cell: unknown])[] = [
  ['true', 'boolean', 'bool', true],
  ['1::smallint', 'smallint', 'int64 float64 decimal', 1],
  ['9007199254740993', 'bigint', 'int64 float64 decimal', 9007199254740993n],
  ['1.5::real', 'real', 'float64', 1.5],
  ["'NaN'::float8", 'double precision', 'float64', Number.NaN],
  ["'-0'::float8", 'double precision', 'float64', -0],
  ['1.50', 'numeric', 'decimal', '1.50'],
  ['7::numeric(10, 0)', 'numeric(10,0)', 'decimal int64 float64', '7'],
  ['7::numeric(30, 2)', 'numeric(30,2)', 'decimal', '7.00'],
  ["'x'::char(3)", 'character(3)', 'string json', 'x  '],
  ["'x'::varchar(3)", 'character varying(3)', 'string json', 'x'],
  ["'x'::name", 'name', 'string json', 'x'],
  ['\'{"a": 1}\'::json', 'json', 'json string', '{"a": 1}'],
  [
    "'6F1D1B0E-7f0a-4f6e-9a55-1f0e7c3b8a07'::uuid",
    'uuid',
    'string',
    '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a07',
  ],
  ["interval '1 day 2 hours'", 'interval', 'string', '1 day 02:00:00'],
  ["time '10:00'", 'time without time zone', 'string', '10:00:00'],
  ["'10.0.0.1'::inet", 'inet', 'string', '10.0.0.1'],
  ["'\\x00ff'::bytea", 'bytea', 'string', 'AP8='],
  ["date '0001-01-01'", 'date', 'date', '0001-01-01'],
  [
    "timestamp '1969-12-31 23:59:59.999999'",
    'timestamp without time zone',
    'timestamp datetime',
    -1n,
  ],
  [
    "timestamptz '2026-01-01 02:00:00+02'",
    'timestamp with time zone',
    'timestamp',
    1_767_225_600_000_000n,
  ],
  ['int4range(1, 3)', 'int4range', 'string', '[1,3)'],
  ["ROW(1, 'x')", 'record', 'string', '(1,x)'],
  ['ARRAY[1, NULL, 3]', 'integer[]', 'json list<int64> list<float64>', '[1,null,3]'],
  ['ARRAY[[1, 2], [3, 4]]', 'integer[]', 'json list<int64> list<float64>', '[[1,2],[3,4]]'],
  [
    `ARRAY['a"b', 'NULL', NULL, '{x},', 'back\\slash', '', E'\\n']`,
    'text[]',
    'json list<string>',
    '["a\\"b","NULL",null,"{x},","back\\\\slash","","\\n"]',
  ],
  ['ARRAY[1.5, 2]', 'numeric[]', 'json', '["1.5","2"]'],
  ["ARRAY['NaN'::numeric]", 'numeric[]', 'json', '[null]'],
  ["ARRAY['Infinity'::float8, 0.5]", 'double precision[]', 'json list<float64>', '[null,0.5]'],
  ['ARRAY[true, false]', 'boolean[]', 'json list<bool>', '[true,false]'],
  [
    "ARRAY[timestamp '2026-01-01 10:00:00.5']",
    'timestamp without time zone[]',
    'json list<timestamp>',
    '["2026-01-01T10:00:00.500Z"]',
  ],
  ['ARRAY[\'{"a": [1]}\'::jsonb]', 'jsonb[]', 'json', '[{"a": [1]}]'],
  ["ARRAY['\\x00'::bytea]", 'bytea[]', 'json list<string>', '["AA=="]'],
  ["'[0:1]={a,b}'::text[]", 'text[]', 'json list<string>', '["a","b"]'],
  [
    "ARRAY[box '((0,0),(1,1))', box '((2,2),(3,3))']",
    'box[]',
    'json list<string>',
    '["(1,1),(0,0)","(3,3),(2,2)"]',
  ],
  ['ARRAY[]::text[]', 'text[]', 'json list<string>', '[]'],
  ['NULL::int[]', 'integer[]', 'json list<int64> list<float64>', null],
];

const INFINITE = '`x` holds a timestamp or a date that is infinite';
const NO_YEAR = '`x` holds a timestamp or a date outside the years 1 to 9999';
const UNREADABLE: readonly (readonly [sql: string, message: string])[] = [
  ["timestamp 'infinity'", INFINITE],
  ["timestamptz '-infinity'", INFINITE],
  ["date 'infinity'", INFINITE],
  ["timestamp '0044-03-15 10:00:00 BC'", NO_YEAR],
  ["date '0044-03-15 BC'", NO_YEAR],
  ["date '10000-01-01'", NO_YEAR],
  ["ARRAY[date 'infinity']", INFINITE],
];

interface Opened {
  readonly run: (sql: string) => Promise<Result>;
  readonly close: () => Promise<void>;
}

async function openServer(): Promise<Opened> {
  const served = await openService([], { concurrency: 1 });
  const engine: Engine = served.engine;
  return {
    run: sql => engine.run({ sql, values: [], isOwn: true }, runLimits()),
    close: served.close,
  };
}

async function openEmbedded(): Promise<Opened> {
  const engine: EmbeddedEngine = await embedded.open(join(ROOT, 'test'));
  return {
    run: sql => engine.run([], { sql, values: [], isOwn: true }, { ...runLimits(), now: 0n }),
    close: engine.close,
  };
}

describe.each([
  ['a server', openServer, LACKING],
  ['the engine of tests', openEmbedded, null],
])('%s answers', (_, open, lacking) => {
  let opened: Opened;
  beforeAll(async () => {
    if (lacking === null) opened = await open();
  });
  afterAll(() => opened?.close());

  test.skipIf(lacking !== null).each(CASES)('%s', async (sql, type, readAs, cell) => {
    const { rows, columns } = await opened.run(`SELECT ${sql} AS x`);
    expect(columns?.map(column => [column.name, column.type, column.readAs.join(' ')])).toEqual([
      ['x', type, readAs],
    ]);
    expect(rows).toEqual([[cell]]);
  });

  test.skipIf(lacking !== null).each(UNREADABLE)('no %s', async (sql, message) => {
    await expect(opened.run(`SELECT 1 AS y, ${sql} AS x`)).rejects.toMatchObject({
      kind: 'failed',
      message,
    });
    expect((await opened.run('SELECT 1 AS y')).rows).toEqual([[1]]);
  });
});
