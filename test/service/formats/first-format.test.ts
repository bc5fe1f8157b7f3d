/** Rows of any columns, written first in one format or another, and beside the plain way. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell, Row } from '../../../engines/engine.ts';
import type { ManifestColumn, ManifestField } from '../../../generator/core/output/manifest.ts';
import { FORMATS, type Format } from '../../../generator/core/types/formats.ts';
import {
  type Encoding,
  held,
  ITEM_TYPES,
  type Scalar,
} from '../../../generator/core/types/scalar.ts';
import { DecodeFailure } from '../../../server/answers/cells/cells.ts';
import { bodyMakers, type RowsBody } from '../../../server/answers/formats/rows-body.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { usually } from '../../support/usually.ts';

const OTHERS = FORMATS.filter(format => format !== 'json');
/** The formats of random rows. Each Parquet file takes a database of its own, so a few rows are written as Parquet instead. */
const CHEAP = FORMATS.filter(format => format !== 'parquet');

/** Without a search for a smaller example, which takes minutes for columns of any depth. */
const runs = (of: number) => ({ numRuns: usually(3_000, of), endOnFailure: true });
const ONCE = runs(60);
const FOR_EACH = runs(100);

/** A value, as an engine returns it in a cell and as `JSON.stringify` gets it. */
interface Pair {
  readonly cell: unknown;
  readonly plain: unknown;
}
const same = (value: unknown): Pair => ({ cell: value, plain: value });

const text = fc.oneof(
  unicodeText({ maxLength: 8 }),
  fc.constantFrom('', 'plain', 'null', '[]', '"', '\\', '\n', '\u007f', '\u2028', 'a'.repeat(99)),
  fc.string({ unit: fc.constantFrom('a', '\ud800', '\udc00', '"'), maxLength: 4 }),
);
const micros = fc.bigInt({ min: -62_135_596_800_000_000n, max: 253_402_300_799_999_999n });
const safe = fc.maxSafeInteger();

/** Values of a scalar in a cell; in JSON, integers of more digits are texts. */
function scalarPair(scalar: Scalar, encode: Encoding): fc.Arbitrary<Pair> {
  switch (scalar) {
    case 'string':
      return text.map(value => ({ cell: value, plain: value.toWellFormed() }));
    case 'bool':
      return fc.boolean().map(same);
    case 'date':
      return fc
        .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
        .map(date => same(date.toISOString().slice(0, 10)));
    case 'json':
      return fc.jsonValue({ maxDepth: 1 }).map(value => {
        return { cell: JSON.stringify(value), plain: JSON.parse(JSON.stringify(value)) };
      });
    case 'float64':
      return fc
        .oneof(fc.double(), fc.double({ noNaN: true, min: -1e6, max: 1e6 }), fc.constant(-0))
        .map(value => ({ cell: value, plain: Number.isFinite(value) ? value : null }));
    case 'decimal':
      return fc
        .tuple(fc.boolean(), fc.nat(10 ** 6), fc.integer({ min: 0, max: 10 ** 6 }))
        .map(([isNegative, whole, part]) => {
          const fraction = part % 10 === 0 ? '' : `.${part}`;
          const isZero = whole === 0 && fraction === '';
          return same(`${isNegative && !isZero ? '-' : ''}${whole}${fraction}`);
        });
    case 'int64':
      if (encode !== 'string') return safe.map(same);
      return fc
        .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
        .map(value => ({ cell: value, plain: String(value) }));
    case 'timestamp':
      return micros.map(value => ({ cell: value, plain: plainInstant(value, encode) }));
    case 'datetime':
      return micros.map(value => {
        return { cell: value, plain: String(plainInstant(value, 'rfc3339')).slice(0, -1) };
      });
  }
}

function plainInstant(value: bigint, encode: Encoding): unknown {
  const millis = (value - (((value % 1_000n) + 1_000n) % 1_000n)) / 1_000n;
  if (encode === 'epoch_millis') return Number(millis);
  const iso = new Date(Number(millis)).toISOString();
  const digits = `${iso.slice(20, 23)}${String(value - millis * 1_000n).padStart(3, '0')}`;
  const fraction = digits.endsWith('000') ? digits.slice(0, 3) : digits;
  return `${iso.slice(0, 19)}${fraction === '000' ? '' : `.${fraction}`}Z`;
}

const maybe = (of: fc.Arbitrary<Pair>) => fc.option(of, { nil: same(null), freq: 5 });

/** Values of a field, as they are in the JSON of a record. */
function fieldPair(field: ManifestField): fc.Arbitrary<Pair> {
  const { type, fields = [], encode = 'plain' } = field;
  if (type === 'record') return recordPair(fields, field.array === true);
  const { as, of } = held(type);
  const one = scalarPair(of, encode);
  if (as === 'one') return one;
  if (as === 'list') {
    const item = of === 'float64' ? maybe(one) : one;
    return fc.array(item, { maxLength: 3 }).map(items => ({
      cell: items.map(({ cell }) => cell),
      plain: items.map(({ plain }) => plain),
    }));
  }
  // the order of keys of digits is tested with the writer of maps
  const key = unicodeText({ maxLength: 4 }).map(name => `k${name}`);
  return fc.dictionary(key, maybe(one), { maxKeys: 3 }).map(entries => {
    const sorted = Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1));
    const of = (member: keyof Pair) =>
      Object.fromEntries(sorted.map(([name, pair]) => [name, pair[member]]));
    return { cell: of('cell'), plain: of('plain') };
  });
}

const isLeafless = (value: unknown) =>
  value === null || (Array.isArray(value) && value.length === 0);

function recordPair(fields: readonly ManifestField[], isArray: boolean): fc.Arbitrary<Pair> {
  const members = fields.map(field => {
    const nothing = field.array === true ? { cell: null, plain: [] } : same(null);
    return fc.option(fc.option(fieldPair(field), { nil: nothing, freq: 3 }), { freq: 8 });
  });
  const order = fc.shuffledSubarray([...fields.keys()], { minLength: fields.length });
  return fc
    .tuple(fc.tuple(...members), fc.oneof(fc.constant([...fields.keys()]), order))
    .map(([pairs, order]) => {
      const there = order.filter(index => pairs[index] !== null);
      const cell = Object.fromEntries(there.map(i => [fields[i]?.name, pairs[i]?.cell]));
      const plain = fields.map((field, i) => [field.name, pairs[i]?.plain ?? null] as const);
      const isNull = plain.every(([, value]) => isLeafless(value));
      const record = isNull ? null : Object.fromEntries(plain);
      if (!isArray) return { cell, plain: record };
      return { cell, plain: record === null ? [] : [record] };
    });
}

/** Values of a column, as an engine returns them. */
function columnPair(column: ManifestColumn): fc.Arbitrary<Pair> {
  const isText = column.type === 'record' || held(column.type).as !== 'one';
  const nothing = column.array === true ? { cell: null, plain: [] } : same(null);
  const pair = fieldPair(column).map(({ cell, plain }) => {
    return { cell: isText ? JSON.stringify(cell, inJson) : cell, plain };
  });
  return fc.option(pair, { nil: nothing, freq: 6 });
}

/** Engines write integers of any length, and NaN as a text. */
function inJson(_: string, value: unknown): unknown {
  const isText =
    typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value));
  return isText ? String(value) : value;
}

const scalar = fc.constantFrom<Scalar>(
  'string',
  'int64',
  'float64',
  'decimal',
  'bool',
  'timestamp',
  'date',
  'json',
);
const item = fc.constantFrom(...ITEM_TYPES);
const type = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: item.map(of => `list<${of}>` as const) },
  { weight: 1, arbitrary: item.map(of => `map<${of}>` as const) },
);
const { field } = fc.letrec<{ field: ManifestField }>(tie => {
  const plain = type.map((type): ManifestField => ({ name: '', type, nullable: true }));
  const record = fc
    .tuple(fc.array(tie('field'), { minLength: 1, maxLength: 4 }), fc.boolean())
    .map(([fields, array]): ManifestField => {
      const named = fields.map((one, index) => ({ ...one, name: `f${index}` }));
      return {
        name: '',
        type: 'record',
        nullable: true,
        fields: named,
        ...(array ? { array } : {}),
      };
    });
  return { field: fc.oneof({ depthSize: 'small', withCrossShrink: true }, plain, record) };
});
const ENCODINGS: Readonly<Partial<Record<string, readonly Encoding[]>>> = {
  timestamp: ['rfc3339', 'plain', 'epoch_millis'],
  int64: ['plain', 'string'],
};
const columns = fc.array(fc.tuple(field, fc.nat(2)), { minLength: 1, maxLength: 4 }).map(fields =>
  fields.map(([one, at], index): ManifestColumn => {
    const encodings = ENCODINGS[one.type] ?? ['plain'];
    return { ...one, name: `c"${index}`, encode: encodings[at % encodings.length] ?? 'plain' };
  }),
);
const answers = columns.chain(columns =>
  fc.record({
    columns: fc.constant(columns),
    pairs: fc.array(fc.tuple(...columns.map(columnPair)), { maxLength: 11 }),
  }),
);
const cellsOf = (pairs: readonly (readonly Pair[])[]) =>
  pairs.map(row => row.map(({ cell }) => cell as Cell));

function bodyOf(
  columns: readonly ManifestColumn[],
  rows: readonly Row[],
  first: Format,
  maxBytes = Number.POSITIVE_INFINITY,
): { readonly body: RowsBody; readonly length: number } {
  const maker = bodyMakers(columns, { maxBytes, formula: 'keep' })(first);
  const half = Math.floor(rows.length / 2);
  for (const part of [rows.slice(0, half), rows.slice(half)]) maker.add(part);
  return { length: maker.length(), body: maker.end() };
}
const bytesIn = async (body: RowsBody, format: Format) =>
  Buffer.from((await body.in(format)).identity.bytes);

describe('the JSON of rows', () => {
  it('is that of `JSON.stringify`', async () => {
    await fc.assert(
      fc.asyncProperty(answers, async ({ columns, pairs }) => {
        const { body, length } = bodyOf(columns, cellsOf(pairs), 'json');
        const names = columns.map(({ name }) => name);
        const result = pairs.map(row =>
          Object.fromEntries(row.map(({ plain }, index) => [names[index], plain])),
        );
        const json = JSON.stringify({ result });
        expect((await bytesIn(body, 'json')).toString()).toBe(json);
        expect(length).toBe(json.length);
      }),
      ONCE,
    );
  });
});

/** Whether rows are first collected as columns, whose length as JSON is only bounded. */
const isOfColumns = (first: Format) => first === 'arrow' || first === 'parquet';

describe.each(OTHERS)('rows that are first written as %s', first => {
  it('have the same bytes in each format as rows that are first written as JSON', async () => {
    await fc.assert(
      fc.asyncProperty(
        answers,
        fc.shuffledSubarray([...CHEAP], { minLength: CHEAP.length }),
        async ({ columns, pairs }, order) => {
          const rows = cellsOf(pairs);
          const [json, other] = [bodyOf(columns, rows, 'json'), bodyOf(columns, rows, first)];
          for (const format of order) {
            const [expected, found] = [
              await bytesIn(json.body, format),
              await bytesIn(other.body, format),
            ];
            expect([format, found.toString('latin1')]).toEqual([
              format,
              expected.toString('latin1'),
            ]);
          }
          if (isOfColumns(first)) expect(other.length).toBeGreaterThanOrEqual(json.length);
          else expect(other.length).toBe(json.length);
        },
      ),
      FOR_EACH,
    );
  });

  it('have the faults of JSON', () => {
    const wrong = fc.oneof(
      fc.constantFrom<Cell>(
        '',
        'x',
        1.5,
        true,
        7,
        '{',
        '[]',
        '{}',
        'null',
        '[null]',
        '{"f0":{}}',
        2n ** 60n,
      ),
      fc.constantFrom<Cell>(
        '[12345678901234567890]',
        '{"f0":12345678901234567890}',
        '{"f0":[1]}',
        '{"k":[]}',
      ),
      fc.constantFrom<Cell>(10n ** 19n, -(10n ** 19n), 253_402_300_800_000_000n, '1e99', '[true]'),
    );
    fc.assert(
      fc.property(answers, fc.nat(10), fc.nat(3), wrong, ({ columns, pairs }, at, column, cell) => {
        const rows = cellsOf(pairs).map((row, index) =>
          index === at % pairs.length ? row.with(column % row.length, cell) : row,
        );
        // dates of other years are faults in columns alone
        fc.pre(!isOfColumns(first) || !JSON.stringify(columns).includes('date'));
        expect(faultOf(columns, rows, first)).toEqual(faultOf(columns, rows, 'json'));
      }),
      FOR_EACH,
    );
  });
});

/** Rows of every type. */
function samples(length: number) {
  const cells: Readonly<Record<string, (row: number) => Cell>> = {
    string: row => `text ${row}`,
    json: row => `[${row}]`,
    bool: row => row % 2 === 0,
    int64: row => -row,
    float64: row => row / 4,
    date: row => new Date(row * 86_400_000).toISOString().slice(0, 10),
    timestamp: row => BigInt(row) * 1_000_003n,
    decimal: row => `${row}.5`,
    'list<int64>': row => `[${row},${row + 1}]`,
    'map<string>': row => `{"k":"${row}"}`,
  };
  const types = Object.keys(cells) as ManifestColumn['type'][];
  const columns = types.map(
    (type): ManifestColumn => ({ name: type, type, nullable: true, encode: 'plain' }),
  );
  const rows = Array.from(
    { length },
    (_, row): Row =>
      types.map((type, at) => (row % 7 === at ? null : (cells[type]?.(row) ?? null))),
  );
  return { columns, rows };
}

describe('a Parquet file', () => {
  it('has the same bytes whichever format the rows are first written in, and leaves the others complete', async () => {
    const { columns, rows } = samples(9);
    const plain = bodyOf(columns, rows, 'json').body;
    const expected = await Promise.all(CHEAP.map(format => bytesIn(plain, format)));
    const parquet = await bytesIn(plain, 'parquet');
    expect(parquet.toString('latin1')).toMatch(/^PAR1.*PAR1$/s);
    for (const first of ['arrow', 'parquet'] as const) {
      const { body } = bodyOf(columns, rows, first);
      expect((await bytesIn(body, 'parquet')).equals(parquet)).toBe(true);
      const found = await Promise.all(CHEAP.map(format => bytesIn(body, format)));
      expect(found).toEqual(expected);
    }
  });

  it('is not what the rows are read from: packed, they are Arrow', async () => {
    const { columns, rows } = samples(9);
    const { body } = bodyOf(columns, rows, 'parquet');
    await body.in('parquet');
    const { format, bytes } = await body.packed();
    expect(format).toBe('arrow');
    expect(Buffer.from(bytes)).toEqual(await bytesIn(body, 'arrow'));
  });
});

describe('rows that are first written as Arrow', () => {
  it('are written as JSON where this may be longer than an answer, with its exact length', async () => {
    await fc.assert(
      fc.asyncProperty(
        answers,
        fc.integer({ min: -1, max: 60 }),
        async ({ columns, pairs }, more) => {
          const rows = cellsOf(pairs);
          const json = bodyOf(columns, rows, 'json');
          const most = json.length + more;
          const arrow = bodyOf(columns, rows, 'arrow', most);
          expect(arrow.length > most).toBe(json.length > most);
          expect(
            (await bytesIn(arrow.body, 'arrow')).equals(await bytesIn(json.body, 'arrow')),
          ).toBe(true);
        },
      ),
      ONCE,
    );
  });

  it('are complete however many they are', async () => {
    const { columns, rows } = samples(700);
    const { body } = bodyOf(columns, rows, 'arrow');
    // the columns are dropped, so that JSON is made from the bytes
    await body.in('arrow');
    const json = await bytesIn(bodyOf(columns, rows, 'json').body, 'json');
    expect((await bytesIn(body, 'json')).toString()).toBe(json.toString());
  });

  it('are kept once: as columns until a format is made of them', async () => {
    const column: ManifestColumn = { name: 'x', type: 'string', nullable: true, encode: 'plain' };
    const rows = Array.from({ length: 1_000 }, (): Row => ['a text of some length']);
    const { body } = bodyOf([column], rows, 'arrow');
    const before = body.bytes;
    expect(before).toBeGreaterThan(20_000);
    const { bytes } = await body.in('arrow');
    expect(body.bytes).toBe(bytes);
    const json = await body.in('json');
    expect(body.bytes).toBe(bytes + json.bytes);
  });

  it('refuse a date that Arrow would read as another', () => {
    const column: ManifestColumn = { name: 'x', type: 'date', nullable: true, encode: 'plain' };
    for (const date of ['12026-01-01', 'x', '2026-02-31x', '']) {
      expect(faultOf([column], [[date]], 'arrow')).toEqual([
        'stored_value',
        '`x` contains a value that is not a date of the years 1 to 9999',
      ]);
    }
    expect(faultOf([column], [['0001-01-01'], ['9999-12-31']], 'arrow')).toBeNull();
  });
});

function faultOf(columns: readonly ManifestColumn[], rows: readonly Row[], first: Format) {
  try {
    bodyOf(columns, rows, first);
    return null;
  } catch (failure) {
    if (!(failure instanceof DecodeFailure)) throw failure;
    return [failure.code, failure.message];
  }
}
