import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell, Row } from '../../../engines/engine.ts';
import type { ManifestColumn, ManifestField } from '../../../generator/core/output/manifest.ts';
import type { Format, Formula } from '../../../generator/core/types/formats.ts';
import { bodyMakers } from '../../../server/answers/formats/rows-body.ts';
import { arrowRows, csvCells } from '../../support/formats.ts';
import { unicodeText } from '../../support/unicode-text.ts';

const field = (
  name: string,
  type: ManifestField['type'],
  rest: Partial<ManifestField> = {},
): ManifestField => ({ name, type, nullable: true, ...rest });
const column = (
  name: string,
  type: ManifestField['type'],
  rest: Partial<ManifestColumn> = {},
): ManifestColumn => ({ ...field(name, type), encode: 'plain', ...rest });

/** Of rows that come in two parts. */
const bodyOf = (
  columns: readonly ManifestColumn[],
  rows: readonly Row[],
  formula: Formula = 'keep',
) => {
  const maxBytes = Number.POSITIVE_INFINITY;
  const body = bodyMakers(columns, { maxBytes, formula })('json');
  const half = Math.floor(rows.length / 2);
  for (const part of [rows.slice(0, half), rows.slice(half)]) body.add(part);
  return body.end();
};
const bytesOf = async (
  format: Format,
  columns: readonly ManifestColumn[],
  rows: readonly Row[],
  formula: Formula = 'keep',
) => (await bodyOf(columns, rows, formula).in(format)).identity.bytes;
const textOf = async (...given: Parameters<typeof bytesOf>) =>
  Buffer.from(await bytesOf(...given)).toString();

const INNER = [
  field('x', 'string'),
  field('n', 'int64'),
  field('deep', 'record', { fields: [field('d', 'decimal')] }),
  field('many', 'record', { array: true, fields: [field('q', 'bool')] }),
];
const COLUMNS = [
  column('s', 'string', { nullable: false }),
  column('i', 'int64', { encode: 'string', nullable: false }),
  column('n', 'int64'),
  column('f', 'float64'),
  column('d', 'decimal'),
  column('e', 'decimal', { encode: 'number' }),
  column('b', 'bool'),
  column('t', 'timestamp', { encode: 'rfc3339' }),
  column('u', 'timestamp', { encode: 'epoch_micros' }),
  column('v', 'timestamp', { encode: 'epoch_millis' }),
  column('y', 'date'),
  column('j', 'json'),
  column('l', 'list<int64>', { nullable: false }),
  column('m', 'map<timestamp>', { nullable: false }),
  column('r', 'record', { fields: INNER }),
];
const FULL: Row = [
  'a"b,\r\né\u{1f600}',
  -(2n ** 63n),
  7,
  1.5e-7,
  '-99999999999999999999999999999.999999999',
  '0.5',
  true,
  -1n,
  1_768_471_620_000_001n,
  1_768_471_620_123_000n,
  '0001-01-01',
  ' {"b": 12345678901234567890,\n"t":"},{" } ',
  '[1,-2]',
  '{"k\\"}":1768471620000001,"z":null}',
  '{"x":"y","n":"9007199254740991","deep":{"d":"1.5"},"many":{"q":false}}',
];
const NULLS: Row = ['', 0n, ...Array<null>(10).fill(null), '[]', '{}', null];

describe('NDJSON', () => {
  it('has the objects of the JSON, each on a line', async () => {
    const json = await textOf('json', COLUMNS, [FULL, NULLS]);
    const lines = (await textOf('ndjson', COLUMNS, [FULL, NULLS])).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines).toHaveLength(2);
    expect(`{"result":[${lines.join(',')}]}`).toBe(json.replace(',\n"t"', ', "t"'));
    expect(lines[0]).toContain('12345678901234567890');
  });

  it('is empty without rows', async () => {
    expect(await textOf('ndjson', COLUMNS, [])).toBe('');
  });
});

describe('CSV', () => {
  it('has a line of names, and lines that end with CRLF', async () => {
    const text = await textOf('csv', COLUMNS, [FULL, NULLS]);
    const [names, full, nulls, ...others] = csvCells(text);
    expect(others).toEqual([]);
    expect(names).toEqual(COLUMNS.map(({ name }) => name));
    expect(full).toEqual([
      'a"b,\r\né\u{1f600}',
      '-9223372036854775808',
      '7',
      '1.5e-7',
      '-99999999999999999999999999999.999999999',
      '0.5',
      'true',
      '1969-12-31T23:59:59.999999Z',
      '1768471620000001',
      '1768471620123',
      '0001-01-01',
      ' {"b": 12345678901234567890,\n"t":"},{" } ',
      '[1,-2]',
      '{"k\\"}":"2026-01-15T10:07:00.000001Z","z":null}',
      '{"x":"y","n":9007199254740991,"deep":{"d":"1.5"},"many":[{"q":false}]}',
    ]);
    expect(nulls).toEqual(['', '0', ...Array<null>(10).fill(null), '[]', '{}', null]);
    expect(text.endsWith('\r\n"",0,,,,,,,,,,,[],{},\r\n')).toBe(true);
  });

  it('is the line of names without rows', async () => {
    expect(await textOf('csv', [column('a,b', 'string'), column('c', 'json')], [])).toBe(
      '"a,b",c\r\n',
    );
  });

  it('says the null of JSON as NULL, and texts of JSON as JSON', async () => {
    const rows = ['null', ' null ', '"null"', '""', '"a"', '[]'].map(value => [value, 1n]);
    const columns = [column('j', 'json'), column('n', 'int64')];
    const [, ...lines] = csvCells(await textOf('csv', columns, rows));
    expect(lines.map(([json]) => json)).toEqual([null, null, '"null"', '""', '"a"', '[]']);
  });

  it('has no empty line, which programs skip: NULL alone is an empty text', async () => {
    expect(await textOf('csv', [column('s', 'string')], [['a'], [null], [''], ['b']])).toBe(
      's\r\na\r\n""\r\n""\r\nb\r\n',
    );
  });

  it('gives every text back, apart from NULL', async () => {
    const awkward = fc.constantFrom(
      '',
      '"',
      '""',
      ',',
      '\r',
      '\n',
      '\r\n',
      ' ',
      'null',
      '\\',
      '=1',
    );
    const cell = fc.option(fc.oneof(unicodeText({ maxLength: 12 }), awkward), { nil: null });
    const columns = [column('a', 'string'), column('"b"', 'string'), column('', 'string')];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { maxLength: 5 }), async rows => {
        const lines = csvCells(await textOf('csv', columns, rows));
        expect(lines).toEqual([columns.map(({ name }) => name), ...rows]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('CSV whose formulas are escaped', () => {
  const BEGINNINGS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

  it('has an apostrophe before a text or a name that a spreadsheet would run, and no other change', async () => {
    const beginning = fc.oneof(fc.constantFrom(...BEGINNINGS), fc.constantFrom("'", ' ', '"', ''));
    const text = fc.tuple(beginning, unicodeText({ maxLength: 8 })).map(parts => parts.join(''));
    const number = fc.bigInt({ min: -(2n ** 53n) + 1n, max: 2n ** 53n - 1n });
    const safe = (one: string) => (BEGINNINGS.some(of => one.startsWith(of)) ? `'${one}` : one);
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.array(fc.tuple(text, number), { maxLength: 5 }),
        async (name, rows) => {
          const columns = [column(name, 'string'), column('n', 'int64')];
          const cells = rows.map(([one, n]): Row => [one, n]);
          const lines = csvCells(await textOf('csv', columns, cells, 'escape'));
          expect(lines).toEqual([
            [safe(name), 'n'],
            ...rows.map(([one, n]) => [safe(one), String(n)]),
          ]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keeps numbers, times and documents', async () => {
    const plain = COLUMNS.filter(({ type }) => type !== 'string');
    const rows = [FULL, NULLS].map(row => row.slice(1));
    const kept = await textOf('csv', plain, rows);
    expect(kept).toContain('-9223372036854775808');
    expect(kept).toContain('-99999999999999999999999999999.999999999');
    expect(await textOf('csv', plain, rows, 'escape')).toBe(kept);
  });

  it('leaves the other formats as they are', async () => {
    for (const format of ['json', 'ndjson', 'arrow'] as const) {
      const given = [format, [column('s', 'string')], [['=1+1']]] as const;
      expect(await bytesOf(...given, 'escape')).toEqual(await bytesOf(...given));
    }
  });
});

describe('Arrow', () => {
  const SCHEMA = {
    s: 'Utf8!',
    i: 'Int64!',
    n: 'Int64',
    f: 'Float64',
    d: 'Decimal[38e+9]',
    e: 'Decimal[38e+9]',
    b: 'Bool',
    t: 'Timestamp<MICROSECOND, UTC>',
    u: 'Timestamp<MICROSECOND, UTC>',
    v: 'Timestamp<MICROSECOND, UTC>',
    y: 'Date32<DAY>',
    j: 'Utf8',
    l: 'List<Int64>!',
    m: 'Map<{key:Utf8, value:Timestamp<MICROSECOND, UTC>}>!',
    r: 'Struct<{x:Utf8, n:Int64, deep:Struct<{d:Decimal[38e+9]}>, many:List<Struct<{q:Bool}>>}>',
  };

  it('has typed columns', async () => {
    const { schema, rows } = arrowRows(await bytesOf('arrow', COLUMNS, [FULL, NULLS]));
    expect(schema).toEqual(SCHEMA);
    expect(rows).toEqual([
      {
        s: 'a"b,\r\né\u{1f600}',
        i: -(2n ** 63n),
        n: 7n,
        f: 1.5e-7,
        d: -(10n ** 38n - 1n),
        e: 500_000_000n,
        b: true,
        t: -1n,
        u: 1_768_471_620_000_001n,
        v: 1_768_471_620_123_000n,
        y: -719_162,
        j: ' {"b": 12345678901234567890,\n"t":"},{" } ',
        l: [1n, -2n],
        m: new Map([
          ['k"}', 1_768_471_620_000_001n],
          ['z', null],
        ]),
        r: { x: 'y', n: 2n ** 53n - 1n, deep: { d: 1_500_000_000n }, many: [{ q: false }] },
      },
      {
        ...Object.fromEntries(COLUMNS.map(({ name }) => [name, null])),
        ...{ s: '', i: 0n, l: [], m: new Map() },
      },
    ]);
  });

  it('has a schema without rows', async () => {
    const { schema, rows } = arrowRows(await bytesOf('arrow', COLUMNS, []));
    expect(schema).toEqual(SCHEMA);
    expect(rows).toEqual([]);
  });

  it('keeps all digits of every instant, integer and decimal', async () => {
    const most = 10n ** 38n - 1n;
    const row = fc.tuple(
      fc.bigInt({ min: -62_135_596_800_000_000n, max: 253_402_300_799_999_999n }),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.bigInt({ min: -most, max: most }),
      fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: null }),
    );
    const columns = [
      column('t', 'timestamp', { encode: 'rfc3339' }),
      column('i', 'int64', { encode: 'string' }),
      column('d', 'decimal'),
      column('f', 'float64'),
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async given => {
        const rows = given.map(([t, i, d, f]): Cell[] => [t, i, decimalText(d), f]);
        const read = arrowRows(await bytesOf('arrow', columns, rows)).rows;
        const plus = (f: number | null) => (f === 0 ? 0 : f);
        expect(read).toEqual(given.map(([t, i, d, f]) => ({ t, i, d, f: plus(f) })));
      }),
      { numRuns: 100 },
    );
  });
});

describe('the body of rows', () => {
  it('makes each format once, and weighs what it has made', async () => {
    const body = bodyOf(COLUMNS, [FULL]);
    const before = body.bytes;
    expect(body.in('json')).toBe(body.in('json'));
    const [one, same] = await Promise.all([body.in('csv'), body.in('csv')]);
    expect(one).toBe(same);
    expect(body.in('csv')).toBe(one);
    expect(body.bytes).toBe(before + one.bytes);
  });
});

function decimalText(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(10, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`;
}
