/** Rows of own statements on BigQuery: values of every type, in answers written by hand. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openBigQuery } from '../../../engines/bigquery/driver/driver.ts';
import type { Cell, Engine, Result } from '../../../engines/engine.ts';
import { listTypes } from '../../../engines/support/canonical.ts';
import { SCALARS, type Type } from '../../../generator/core/types/scalar.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { runLimits } from '../engine-runs.ts';
import {
  type BigQueryServer,
  type Fault,
  startBigQueryServer,
} from '../servers/bigquery-server.ts';
import { answerOf, type RestField } from './rest-answers.ts';

let server: BigQueryServer;
let engine: Engine;

beforeAll(async () => {
  server = await startBigQueryServer({ project: 'acme', dataset: 'logs' });
  engine = await openBigQuery({
    project: 'acme',
    dataset: 'logs',
    location: null,
    maximumBytesBilled: null,
    apiEndpoint: server.url,
    concurrency: 2,
  });
});
afterAll(async () => {
  await engine.close();
  await server.close();
});
afterEach(() => {
  server.fault = null;
});

/** Runs a statement whose answer is replaced by this one. */
function answered(fault: Fault, isOwn = true): Promise<Result> {
  server.fault = ({ call }) => (call === 'jobs.query' ? fault : null);
  const statement = { sql: 'SELECT 1', values: [] };
  return engine.run(isOwn ? { ...statement, isOwn } : statement, runLimits());
}

/** The one cell of an answer with this field and value. */
async function cellOf(field: Omit<RestField, 'name'>, value: unknown): Promise<Cell | undefined> {
  const { rows } = await answered(answerOf([{ name: 'x', ...field }], [[value]]));
  return rows[0]?.[0];
}

const INT = 'int64 float64 decimal';
const range = (type: string) => ({ type: 'RANGE', rangeElementType: { type } });

/** The field, its type for people, the scalars it is read as, the value in the answer, the cell, and its JSON inside a list. */
type Case = readonly [Omit<RestField, 'name'>, string, string, string, Cell, string];
const CASES: readonly Case[] = [
  [
    { type: 'STRING' },
    'STRING',
    'string json',
    'a"\\\n\u{1F600}',
    'a"\\\n\u{1F600}',
    String.raw`"a\"\\\n😀"`,
  ],
  [{ type: 'STRING' }, 'STRING', 'string json', '', '', '""'],
  [{ type: 'BYTES' }, 'BYTES', 'string', '/wBh', '/wBh', '"/wBh"'],
  [
    { type: 'INTEGER' },
    'INTEGER',
    INT,
    '-9223372036854775808',
    '-9223372036854775808',
    '-9223372036854775808',
  ],
  [{ type: 'INT64' }, 'INT64', INT, '9007199254740993', '9007199254740993', '9007199254740993'],
  [{ type: 'FLOAT' }, 'FLOAT', 'float64', '1.0E308', 1e308, '1e+308'],
  [{ type: 'FLOAT64' }, 'FLOAT64', 'float64', '-0.5', -0.5, '-0.5'],
  [{ type: 'FLOAT' }, 'FLOAT', 'float64', 'NaN', Number.NaN, 'null'],
  [{ type: 'FLOAT' }, 'FLOAT', 'float64', 'Infinity', Number.POSITIVE_INFINITY, 'null'],
  [{ type: 'FLOAT' }, 'FLOAT', 'float64', '-Infinity', Number.NEGATIVE_INFINITY, 'null'],
  [
    { type: 'NUMERIC' },
    'NUMERIC',
    'decimal',
    '-99999999999999999999999999999.999999999',
    '-99999999999999999999999999999.999999999',
    '"-99999999999999999999999999999.999999999"',
  ],
  [
    { type: 'BIGNUMERIC' },
    'BIGNUMERIC',
    'decimal',
    `0.${'0'.repeat(37)}1`,
    `0.${'0'.repeat(37)}1`,
    `"0.${'0'.repeat(37)}1"`,
  ],
  [{ type: 'BOOLEAN' }, 'BOOLEAN', 'bool', 'true', true, 'true'],
  [{ type: 'BOOL' }, 'BOOL', 'bool', 'false', false, 'false'],
  [
    { type: 'TIMESTAMP' },
    'TIMESTAMP',
    'timestamp',
    '1767323045123456',
    '1767323045123456',
    '"2026-01-02T03:04:05.123456Z"',
  ],
  [
    { type: 'TIMESTAMP', timestampPrecision: '6' },
    'TIMESTAMP',
    'timestamp',
    '-62135596800000000',
    '-62135596800000000',
    '"0001-01-01T00:00:00Z"',
  ],
  [{ type: 'TIMESTAMP' }, 'TIMESTAMP', 'timestamp', '-1000', '-1000', '"1969-12-31T23:59:59.999Z"'],
  [{ type: 'DATE' }, 'DATE', 'date', '0001-01-01', '0001-01-01', '"0001-01-01"'],
  [
    { type: 'DATETIME' },
    'DATETIME',
    'string datetime',
    '2026-01-02T03:04:05.123456',
    '2026-01-02T03:04:05.123456',
    '"2026-01-02T03:04:05.123456"',
  ],
  [{ type: 'TIME' }, 'TIME', 'string', '23:59:59.000001', '23:59:59.000001', '"23:59:59.000001"'],
  [
    { type: 'INTERVAL' },
    'INTERVAL',
    'string',
    '-1-2 3 -4:5:6.789',
    '-1-2 3 -4:5:6.789',
    '"-1-2 3 -4:5:6.789"',
  ],
  [{ type: 'GEOGRAPHY' }, 'GEOGRAPHY', 'string', 'POINT(1 2.5)', 'POINT(1 2.5)', '"POINT(1 2.5)"'],
  [
    { type: 'JSON' },
    'JSON',
    'json string',
    '{"a":[1.50,12345678901234567890],"b":null}',
    '{"a":[1.50,12345678901234567890],"b":null}',
    '{"a":[1.50,12345678901234567890],"b":null}',
  ],
  [{ type: 'JSON' }, 'JSON', 'json string', 'null', 'null', 'null'],
  [
    range('DATE'),
    'RANGE<DATE>',
    'string',
    '[2026-01-02, UNBOUNDED)',
    '[2026-01-02, UNBOUNDED)',
    '"[2026-01-02, UNBOUNDED)"',
  ],
  [
    range('DATETIME'),
    'RANGE<DATETIME>',
    'string',
    '[UNBOUNDED, 2026-01-02T03:04:05)',
    '[UNBOUNDED, 2026-01-02T03:04:05)',
    '"[UNBOUNDED, 2026-01-02T03:04:05)"',
  ],
  [
    range('TIMESTAMP'),
    'RANGE<TIMESTAMP>',
    'string',
    '[1767323045123456, 1767323046000000)',
    '[2026-01-02T03:04:05.123456Z, 2026-01-02T03:04:06Z)',
    '"[2026-01-02T03:04:05.123456Z, 2026-01-02T03:04:06Z)"',
  ],
];

describe('answers written by hand', () => {
  test.each(CASES)('%j is %s', async (field, type, readAs, value, cell, json) => {
    const list = { ...field, mode: 'REPEATED' };
    const part = { name: 'p', ...field };
    const fields: readonly RestField[] = [
      { name: 'x', ...field, mode: 'NULLABLE' },
      { name: 'none', ...field },
      { name: 'many', ...list },
      { name: 'r', type: 'RECORD', fields: [part, { ...part, name: 'q' }] },
    ];
    const result = await answered(
      answerOf(fields, [
        [value, null, [{ v: value }, { v: null }], { f: [{ v: value }, { v: null }] }],
      ]),
    );
    expect(result.rows).toEqual([[cell, null, `[${json},null]`, `{"p":${json},"q":null}`]]);
    const told = { type, readAs: readAs.split(' '), nullable: null, isList: false, fields: null };
    const nested = { readAs: ['json'], nullable: null };
    expect(result.columns).toMatchObject([
      { name: 'x', ...told },
      { name: 'none', ...told },
      {
        name: 'many',
        ...told,
        readAs: listTypes(told.readAs as Type[]),
        type: `${type} (REPEATED)`,
        isList: true,
      },
      {
        name: 'r',
        type: 'RECORD',
        ...nested,
        isList: false,
        fields: [
          { name: 'p', ...told },
          { name: 'q', ...told },
        ],
      },
    ]);
    for (const scalar of readAs.split(' ')) expect(SCALARS).toContain(scalar);
  });

  test('lists of records of lists, empty ones and NULL', async () => {
    const leaf = { name: 'n', type: 'INTEGER', mode: 'REPEATED' };
    const inner = { name: 'in "quotes"', type: 'STRUCT', mode: 'REPEATED', fields: [leaf] };
    const outer = {
      name: 'x',
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [inner, { name: 'none', type: 'RECORD', fields: [leaf] }],
    };
    const numbers = (...all: readonly string[]) => ({ f: [{ v: all.map(v => ({ v })) }] });
    const value = [
      { v: { f: [{ v: [{ v: numbers('1', '2') }, { v: numbers() }, { v: null }] }, { v: null }] } },
      { v: { f: [{ v: [] }, { v: numbers('-3') }] } },
      { v: null },
    ];
    const { rows } = await answered(answerOf([outer], [[value], [[]], [null]]));
    expect(rows).toEqual([
      [
        '[{"in \\"quotes\\"":[{"n":[1,2]},{"n":[]},null],"none":null},{"in \\"quotes\\"":[],"none":{"n":[-3]}},null]',
      ],
      ['[]'],
      [null],
    ]);
  });

  test('JSON of any records is what JSON.parse reads', async () => {
    const values = fc.record({
      s: fc.option(unicodeText().filter(text => text.isWellFormed())),
      i: fc.bigInt({ min: -(2n ** 53n) + 1n, max: 2n ** 53n - 1n }),
      f: fc.double({ noNaN: true, noDefaultInfinity: true }),
      j: fc.jsonValue(),
      b: fc.array(fc.boolean(), { maxLength: 3 }),
    });
    const name = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 5, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(values, name, async ({ s, i, f, j, b }, names) => {
        const types = ['STRING', 'INTEGER', 'FLOAT', 'JSON', 'BOOLEAN'];
        const fields = names.map((own, at) => ({
          name: own,
          type: types[at] ?? '',
          mode: at === 4 ? 'REPEATED' : 'NULLABLE',
        }));
        const json = JSON.stringify(j);
        const cells = [s, String(i), String(f), json, b.map(v => ({ v: String(v) }))];
        const cell = await cellOf({ type: 'RECORD', fields }, { f: cells.map(v => ({ v })) });
        const expected = [s, Number(i), f === 0 ? 0 : f, JSON.parse(json), b];
        const read = JSON.parse(String(cell));
        expect(names.map(own => read[own])).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  const wrong: readonly (readonly [string, Omit<RestField, 'name'>, unknown, string])[] = [
    [
      'an integer with a fraction',
      { type: 'INTEGER' },
      '1.5',
      "the answer's `x` is not an integer",
    ],
    ['a number that is none', { type: 'FLOAT' }, '', "the answer's `x` is not a number"],
    ['a decimal with an exponent', { type: 'NUMERIC' }, '1E9', "the answer's `x` is not a decimal"],
    ['a bool in capitals', { type: 'BOOL' }, 'TRUE', "the answer's `x` is not a bool"],
    ['a date of another form', { type: 'DATE' }, '2026-1-2', "the answer's `x` is not a date"],
    [
      'a timestamp in seconds',
      { type: 'TIMESTAMP' },
      '1.7E9',
      "the answer's `x` is not an integer",
    ],
    ['a range without bounds', range('DATE'), '2026-01-01', "the answer's `x` is not a range"],
    [
      'a range before the first year',
      range('TIMESTAMP'),
      '[-99999999999999999, UNBOUNDED)',
      '`x` holds a timestamp or a date outside the years 1 to 9999',
    ],
    ['a text that is none', { type: 'STRING' }, { f: [] }, "the answer's `x` is not a text"],
    [
      'a value in place of a list',
      { type: 'STRING', mode: 'REPEATED' },
      'a',
      "the answer's `x` is not a list",
    ],
    [
      'a list in place of a record',
      { type: 'RECORD', fields: [] },
      [],
      "the answer's `x` is not an object",
    ],
    [
      'a record with too few values',
      { type: 'RECORD', fields: [{ name: 'a', type: 'STRING' }] },
      { f: [] },
      "the answer's `x` is not 1 values",
    ],
    [
      'an integer inside a record',
      { type: 'RECORD', fields: [{ name: 'a', type: 'INTEGER', mode: 'REPEATED' }] },
      { f: [{ v: [{ v: 'one' }] }] },
      "the answer's `x.a` is not an integer",
    ],
    [
      'JSON that is none',
      { type: 'JSON', mode: 'REPEATED' },
      [{ v: '{"a"' }],
      "the answer's `x` is not JSON",
    ],
    [
      'two fields of one name',
      {
        type: 'RECORD',
        fields: [
          { name: 'a', type: 'STRING' },
          { name: 'a', type: 'DATE' },
        ],
      },
      { f: [{ v: 'b' }, { v: null }] },
      '`x` has two fields `a`',
    ],
    [
      'a type that nobody knows',
      { type: 'FOREIGN' },
      'b',
      '`x` is of type FOREIGN, which is not read: convert it in the statement, to a text for instance',
    ],
    [
      'digits beyond microseconds',
      { type: 'TIMESTAMP', timestampPrecision: '12' },
      '1767323045123456',
      '`x` is of type TIMESTAMP(12), which is not read: convert it in the statement, to a text for instance',
    ],
    [
      'digits beyond microseconds in a list',
      { type: 'TIMESTAMP', timestampPrecision: '12', mode: 'REPEATED' },
      [],
      '`x` is of type TIMESTAMP(12), which is not read: convert it in the statement, to a text for instance',
    ],
  ];
  test.each(wrong)('%s is a failure that names the column', async (_, field, value, message) => {
    await expect(cellOf(field, value)).rejects.toMatchObject({ kind: 'failed', message });
  });

  test('a schema of endless levels is a failure', async () => {
    let field: RestField = { name: 'x', type: 'STRING' };
    for (let n = 0; n < 200; n++) field = { name: 'x', type: 'RECORD', fields: [field] };
    await expect(answered(answerOf([field], []))).rejects.toMatchObject({
      kind: 'failed',
      message: "the answer's `schema` is not of at most 100 levels",
    });
  });

  test.each([{ numDmlAffectedRows: '0' }, { dmlStats: { deletedRowCount: '1' } }])(
    'of a statement that changed rows are a failure: %j',
    async members => {
      await expect(answered(answerOf([], [], members))).rejects.toMatchObject({
        kind: 'failed',
        message: 'the statement changed rows: it is not a SELECT',
      });
    },
  );

  test('a compiled statement answers neither lists and records nor its columns', async () => {
    const list = answerOf([{ name: 'x', type: 'STRING', mode: 'REPEATED' }], []);
    await expect(answered(list, false)).rejects.toMatchObject({ kind: 'failed' });
    const plain = await answered(answerOf([{ name: 'x', type: 'STRING' }], [['a']]), false);
    expect(plain).toEqual({ rows: [['a']], scannedBytes: 0 });
  });
});
