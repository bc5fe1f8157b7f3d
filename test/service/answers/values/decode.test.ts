import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../engines/engine.ts';
import type { ManifestColumn, ManifestField } from '../../../../generator/core/output/manifest.ts';
import { DecodeFailure } from '../../../../server/answers/cells/cells.ts';
import { rowsWriter } from '../../../../server/answers/cells/decode.ts';
import { unicodeText } from '../../../support/unicode-text.ts';

const field = (
  name: string,
  type: ManifestField['type'],
  fields?: readonly ManifestField[],
): ManifestField => ({
  name,
  type,
  nullable: true,
  ...(fields === undefined ? {} : { fields }),
});

const column = (
  type: ManifestField['type'],
  encode: ManifestColumn['encode'] = 'plain',
  fields?: readonly ManifestField[],
): ManifestColumn => ({ ...field('x', type, fields), encode });

const one = (of: ManifestColumn, cell: Cell) => {
  const text = rowsWriter([of])([[cell]]);
  JSON.parse(text);
  return text.slice('[{"x":'.length, -'}]'.length);
};
const codeOf = (work: () => unknown) => {
  try {
    work();
  } catch (failure) {
    return failure instanceof DecodeFailure ? failure.code : failure;
  }
  return null;
};

describe('scalars', () => {
  it.each([
    [0n, '1970-01-01T00:00:00Z'],
    [1_768_471_620_000_000n, '2026-01-15T10:07:00Z'],
    [1_768_471_620_123_000n, '2026-01-15T10:07:00.123Z'],
    [1_768_471_620_100_000n, '2026-01-15T10:07:00.100Z'],
    [1_768_471_620_000_001n, '2026-01-15T10:07:00.000001Z'],
    [-1n, '1969-12-31T23:59:59.999999Z'],
    [-62_135_596_800_000_000n, '0001-01-01T00:00:00Z'],
    [253_402_300_799_999_999n, '9999-12-31T23:59:59.999999Z'],
  ])('writes %d µs as %s', (micros, text) => {
    expect(one(column('timestamp', 'rfc3339'), micros)).toBe(`"${text}"`);
    expect(one(column('timestamp', 'rfc3339'), String(micros))).toBe(`"${text}"`);
  });

  it('writes every decimal with all its digits, as text or as a number', () => {
    const most = 10n ** 38n - 1n;
    fc.assert(
      fc.property(fc.bigInt({ min: -most, max: most }), fc.nat(9), (units, scale) => {
        const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
        const whole = digits.slice(0, digits.length - scale);
        fc.pre(whole.length <= 29);
        const sign = units < 0n ? '-' : '';
        const cell = `${sign}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`;
        const text = one(column('decimal'), cell);
        expect(text).toBe(`"${one(column('decimal', 'number'), cell)}"`);
        // The same number, and no zero at its end.
        const [, found = '', fraction = ''] = /^"(-?[0-9]+)(?:\.([0-9]*[1-9]))?"$/.exec(text) ?? [];
        expect(BigInt(found + fraction.padEnd(9, '0'))).toBe(units * 10n ** BigInt(9 - scale));
      }),
    );
  });

  it.each([
    [0.1, '0.1'],
    [-12, '-12'],
    [12n, '12'],
    [1e22, '10000000000000000000000'],
  ])('writes the decimal %s of a handler as %s', (cell, text) => {
    expect(one(column('decimal'), cell)).toBe(`"${text}"`);
    expect(one(column('decimal', 'number'), cell)).toBe(text);
  });

  it.each([
    ...['', 'x', '1,5', 'NaN', 'Infinity', '1e29', '0.0000000001', '9'.repeat(30), true],
    ...[0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY, 10n ** 29n],
  ])('refuses %s, which is no decimal, and cuts nothing', cell => {
    expect(codeOf(() => one(column('decimal'), cell))).toBe('stored_value');
    expect(codeOf(() => one(column('decimal', 'number'), cell))).toBe('stored_value');
  });

  it('writes decimals in records as text', () => {
    const record = column('record', 'plain', [field('price', 'decimal'), field('id', 'string')]);
    expect(one(record, '{"price":"0.100","id":null}')).toBe('{"price":"0.1","id":null}');
    expect(one(record, '{"price":null,"id":null}')).toBe('null');
  });

  it('writes timestamps as epochs, towards the past', () => {
    expect(one(column('timestamp', 'epoch_micros'), 1_500n)).toBe('1500');
    expect(one(column('timestamp', 'epoch_millis'), 1_500n)).toBe('1');
    expect(one(column('timestamp', 'epoch_millis'), -1n)).toBe('-1');
  });

  it.each([-62_135_596_800_000_001n, 253_402_300_800_000_000n, 9_223_372_036_854_775_807n])(
    'refuses %d µs, a year that RFC 3339 does not have',
    micros => {
      expect(codeOf(() => one(column('timestamp', 'rfc3339'), micros))).toBe('stored_value');
    },
  );

  it('agrees with Date on every millisecond', () => {
    const range = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z') };
    fc.assert(
      fc.property(fc.date({ ...range, noInvalidDate: true }), date => {
        const text = one(column('timestamp', 'rfc3339'), BigInt(date.getTime()) * 1_000n);
        expect(text).toBe(`"${date.toISOString().replace('.000Z', 'Z')}"`);
      }),
    );
  });

  it('writes integers up to 2^53-1 and says so beyond', () => {
    expect(one(column('int64'), 9_007_199_254_740_991n)).toBe('9007199254740991');
    expect(one(column('int64'), '-9007199254740991')).toBe('-9007199254740991');
    expect(one(column('int64'), 7)).toBe('7');
    for (const beyond of [9_007_199_254_740_992n, -9_007_199_254_740_992n, '9007199254740993']) {
      expect(codeOf(() => one(column('int64'), beyond))).toBe('unsafe_integer');
    }
    expect(one(column('int64', 'string'), 9_223_372_036_854_775_807n)).toBe(
      '"9223372036854775807"',
    );
  });

  it.each([
    ['int64', 1.5],
    ['int64', 'abc'],
    ['int64', true],
    ['int64', ''],
    ['bool', 1],
    ['string', 1],
    ['float64', 'abc'],
    ['float64', ''],
    ['json', '{'],
    ['json', 'NaN'],
    ['record', '[]'],
    ['record', '1'],
    ['record', '{'],
  ] as const)('refuses what is no %s: %j', (type, cell) => {
    expect(codeOf(() => one(column(type, 'plain', []), cell))).toBe('stored_value');
  });

  it('writes floats; what is not finite is null', () => {
    expect(one(column('float64'), 0.1)).toBe('0.1');
    expect(one(column('float64'), '2.50')).toBe('2.5');
    for (const cell of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(one(column('float64'), cell)).toBe('null');
    }
    expect(one(column('float64'), '-inf')).toBe('null');
  });

  it('embeds json text as it is stored, digits included', () => {
    expect(one(column('json'), '{"n": 12345678901234567890, "a":[1.10]}')).toBe(
      '{"n": 12345678901234567890, "a":[1.10]}',
    );
  });

  it('writes NULL as null, whatever the type', () => {
    for (const type of [
      'string',
      'int64',
      'float64',
      'decimal',
      'bool',
      'timestamp',
      'date',
      'json',
    ] as const)
      expect(one(column(type), null)).toBe('null');
    expect(one(column('record', 'plain', [field('a', 'string')]), null)).toBe('null');
  });

  it('gives any text back, a byte order mark and NUL included, lone surrogates replaced', () => {
    fc.assert(
      fc.property(unicodeText(), text => {
        expect(JSON.parse(one(column('string'), text))).toBe(text);
      }),
    );
    expect(one(column('string'), 'a\ud800b')).toBe('"a\ufffdb"');
    expect(one(column('string'), '\ufeffa\0"\\')).toBe('"\ufeffa\\u0000\\"\\\\"');
  });

  it('writes maps in the order of their keys, with NULL where a value is', () => {
    const map = (type: 'string' | 'int64' | 'timestamp' | 'float64') => column(`map<${type}>`);
    expect(one(map('string'), '{"b":"x","":null,"__proto__":"y","10":"z","9":"w"}')).toBe(
      '{"":null,"10":"z","9":"w","__proto__":"y","b":"x"}',
    );
    expect(one(map('int64'), '{"9007199254740993":9007199254740991}')).toBe(
      '{"9007199254740993":9007199254740991}',
    );
    expect(codeOf(() => one(map('int64'), '{"a":9007199254740993}'))).toBe('unsafe_integer');
    expect(one(map('timestamp'), '{"at":"1768471620000000"}')).toBe(
      '{"at":"2026-01-15T10:07:00Z"}',
    );
    expect(one(map('float64'), '{"a":"NaN","b":0.5}')).toBe('{"a":null,"b":0.5}');
    for (const wrong of ['[]', '"x"', '7', '{"a":{}}', '{"a":7}', 'x'])
      expect([wrong, codeOf(() => one(map('string'), wrong))]).toEqual([wrong, 'stored_value']);
  });

  it('keeps keys in the columns’ order and refuses a row of another width', () => {
    const write = rowsWriter([
      { ...column('int64'), name: 'b' },
      { ...column('int64'), name: '__proto__' },
    ]);
    expect(write([[1n, 2n]])).toBe('[{"b":1,"__proto__":2}]');
    expect(write([])).toBe('[]');
    expect(codeOf(() => write([[1n]]))).toBe('internal');
  });
});

describe('records', () => {
  const record = column('record', 'plain', [
    field('id', 'int64'),
    field('at', 'timestamp'),
    field('ratio', 'float64'),
    field('note', 'string'),
    field('tags', 'json'),
    field('inner', 'record', [field('a', 'string'), field('deep', 'record', [field('b', 'bool')])]),
  ]);

  it('writes declared fields in declared order and nothing else', () => {
    const text = `{"extra":1,"inner":{"deep":{"b":true},"a":null},"tags":"[1, 2]","note":"n","ratio":1.50,
      "at":1768471620000000,"id":7}`;
    expect(one(record, text)).toBe(
      '{"id":7,"at":"2026-01-15T10:07:00Z","ratio":1.5,"note":"n","tags":[1, 2],"inner":{"a":null,"deep":{"b":true}}}',
    );
  });

  it('is null where all leaves are, at every level', () => {
    expect(one(record, '{}')).toBe('null');
    expect(one(record, 'null')).toBe('null');
    expect(one(record, '{"id":null,"inner":{"a":null,"deep":{"b":null}}}')).toBe('null');
    expect(one(record, '{"id":1,"inner":{"deep":{"b":null}}}')).toContain('"inner":null');
    expect(one(record, '{"inner":{"a":"x","deep":{}}}')).toContain('"deep":null');
  });

  it('takes no field from what every object has', () => {
    const odd = column('record', 'plain', [
      field('toString', 'string'),
      field('__proto__', 'json'),
    ]);
    expect(one(odd, '{}')).toBe('null');
    expect(one(odd, '{"__proto__":"[1]","toString":"x"}')).toBe('{"toString":"x","__proto__":[1]}');
  });

  it('does not round digits', () => {
    expect(codeOf(() => one(record, '{"id":9007199254740993}'))).toBe('unsafe_integer');
    expect(one(record, '{"id":"9007199254740991"}')).toContain('"id":9007199254740991');
    expect(one(record, '{"at":9223372036854775,"note":"NaN 12345678901234567890"}')).toBe(
      '{"id":null,"at":"2262-04-11T23:47:16.854775Z","ratio":null,"note":"NaN 12345678901234567890","tags":null,"inner":null}',
    );
    expect(one(record, '{"at":200000000000000001}')).toContain('"8307-10-01T19:33:20.000001Z"');
    expect(one(record, '{"id":1,"ratio":"NaN"}')).toContain('"ratio":null');
    expect(one(record, '{"id":1,"ratio":"-Infinity"}')).toContain('"ratio":null');
    expect(codeOf(() => one(record, '{"id":1,"ratio":NaN}'))).toBe('stored_value');
    expect(one(record, '{"id":1,"ratio":0.12345678901234567890}')).toContain(
      '"ratio":0.12345678901234568',
    );
    expect(one(record, '{"id":1,"ratio":12345678901234567890}')).toContain(
      '"ratio":12345678901234567000',
    );
  });

  it('keeps any text of a leaf, whatever else the record holds', () => {
    fc.assert(
      fc.property(
        unicodeText(),
        fc.bigInt({ min: -(2n ** 53n) + 1n, max: 2n ** 53n - 1n }),
        (note, id) => {
          const engineText = `{"note":${JSON.stringify(note)},"at":99999999999999999,"id":${id}}`;
          const answer: unknown = JSON.parse(one(record, engineText));
          expect(answer).toMatchObject({ id: Number(id), note });
        },
      ),
    );
  });

  it('reads long and hostile texts in linear time', () => {
    const note = '\\"NaN12345678901234567890{'.repeat(200_000);
    const answer = one(record, JSON.stringify({ note }));
    expect(JSON.parse(answer)).toMatchObject({ note });
  });
});
