import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import type { CallExpr, PlainExpr } from '../../../generator/core/expr/expr.ts';
import type { Constraints, Param } from '../../../generator/core/plan/param.ts';
import type { Scalar, Type, Value } from '../../../generator/core/types/scalar.ts';
import { checkConstraints } from '../../../generator/params/constraints.ts';
import { wholePattern } from '../../../generator/params/expressions.ts';
import { PARAM_TYPES, paramType } from '../../../generator/params/index.ts';
import type { ParamShape } from '../../../generator/params/param-type.ts';
import { patternFault, wholePatternFault } from '../../../generator/params/patterns/pattern.ts';
import { readParam } from '../../../generator/params/read-param.ts';
import { saved } from '../../../generator/params/saved.ts';
import { formatScalar } from '../../../generator/params/scalar-text.ts';
import { INSTANT_PATTERN } from '../../../generator/params/time/instant.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { usuallySome } from '../../support/usually.ts';

const NONE: Constraints = { min: null, max: null, minLength: null, maxLength: null, pattern: null };
const ENUM: ParamShape = { values: ['FREE', 'PRO', 'päid', 'constructor'], constraints: NONE };
const shapeOf = (type: string): ParamShape =>
  type === 'enum' ? ENUM : { values: null, constraints: NONE };
const parse = (type: string, text: string) => paramType(type).parse(text, shapeOf(type));
const meaning = (type: string, text: string): Value | null => {
  const parsed = parse(type, text);
  return parsed.ok ? parsed.value : null;
};

function param(type: string, over: Partial<Param> = {}): Param {
  return {
    name: 'p',
    type,
    scalar: paramType(type).scalar,
    list: null,
    values: shapeOf(type).values,
    required: false,
    default: null,
    otherwise: 'reject',
    constraints: NONE,
    description: null,
    example: null,
    deprecated: false,
    ...over,
  };
}
const typeNames = [...PARAM_TYPES.keys()];
const anyText = fc.oneof(
  unicodeText(),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map(units => String.fromCharCode(...units)),
  fc.string({ unit: fc.constantFrom(...'0123456789-:TZ+. eE') }),
  fc.string({ unit: fc.constantFrom(...'()[]{}?*+|^$\\.,-:PQE<>=!imsnpLa0é'.split('')) }),
);

/** Every type with texts that it accepts and what they mean. */
const ACCEPTED: Readonly<Record<string, readonly (readonly [string, Value])[]>> = {
  string: [
    [' a ', ' a '],
    ["' OR 1=1 --", "' OR 1=1 --"],
    ['😀\n\u202e', '😀\n\u202e'],
  ],
  int64: [
    ['0', 0n],
    ['-0', 0n],
    ['007', 7n],
    ['-007', -7n],
    [`${'0'.repeat(5000)}5`, 5n],
    ['9223372036854775807', 9223372036854775807n],
    ['-9223372036854775808', -9223372036854775808n],
  ],
  float64: [
    ['0.25', 0.25],
    ['-0', 0],
    ['1e6', 1e6],
    ['1E+6', 1e6],
    ['00.5', 0.5],
    ['1e-999', 0],
    ['1.7976931348623157e308', Number.MAX_VALUE],
  ],
  decimal: [
    ['12.50', '12.5'],
    ['0', '0'],
    ['-0.000', '0'],
    ['007', '7'],
    ['-00.10', '-0.1'],
    ['0.000000001', '0.000000001'],
    ['9007199254740993.1', '9007199254740993.1'],
    [`${'9'.repeat(29)}.${'9'.repeat(9)}`, `${'9'.repeat(29)}.${'9'.repeat(9)}`],
    [`-${'9'.repeat(29)}.${'9'.repeat(9)}`, `-${'9'.repeat(29)}.${'9'.repeat(9)}`],
  ],
  bool: [
    ['true', true],
    ['false', false],
  ],
  timestamp: [
    ['2026-01-15', 1768435200000000n],
    ['2026-01-15T10:07', 1768471620000000n],
    ['2026-01-15 10:07:09', 1768471629000000n],
    ['2026-01-15T10:07:09Z', 1768471629000000n],
    ['2026-01-15T10:07:09.1Z', 1768471629100000n],
    ['2026-01-15T10:07:09.123456', 1768471629123456n],
    ['2026-01-15T10:07Z', 1768471620000000n],
    ['2026-01-15T10:07+02:00', 1768464420000000n],
    ['2026-01-15T10:07:09-0330', 1768484229000000n],
    ['2026-01-15T10:07:09-00:00', 1768471629000000n],
    ['2026-01-15T00:00:00+14:00', 1768384800000000n],
    ['1969-12-31T23:59:59.999999Z', -1n],
    ['2024-02-29', 1709164800000000n],
    ['2000-02-29', 951782400000000n],
    ['1900-01-01', -2208988800000000n],
    ['1900-01-01T00:00:00-14:00', -2208938400000000n],
    ['2299-12-31T23:59:59.999999Z', 10413791999999999n],
  ],
  duration: [
    ['1s', 1_000_000n],
    ['90s', 90_000_000n],
    ['15m', 900_000_000n],
    ['0024h', 86_400_000_000n],
    ['7d', 604_800_000_000n],
    ['2w', 1_209_600_000_000n],
    ['PT15M', 900_000_000n],
    ['P7D', 604_800_000_000n],
    ['P2W', 1_209_600_000_000n],
    ['P1DT2H3M4S', 93_784_000_000n],
    ['PT1H30S', 3_630_000_000n],
    ['36500d', 3_153_600_000_000_000n],
    ['3153600000s', 3_153_600_000_000_000n],
  ],
  date: [
    ['2026-01-15', '2026-01-15'],
    ['2024-02-29', '2024-02-29'],
    ['2000-02-29', '2000-02-29'],
    ['1900-01-01', '1900-01-01'],
    ['2299-12-31', '2299-12-31'],
  ],
  timezone: [
    ['UTC', 'UTC'],
    ['Europe/Berlin', 'Europe/Berlin'],
    ['America/Argentina/La_Rioja', 'America/Argentina/La_Rioja'],
    ['Etc/GMT+12', 'Etc/GMT+12'],
  ],
  uuid: [['6F1D1B0E-7f0a-4f6e-9a55-1f0e7c3b8a01', '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01']],
  regex: [
    ['abc', 'abc'],
    ['(?i)^a.*b$', '(?i)^a.*b$'],
    ['(?P<n>a)(b|$)c', '(?P<n>a)(b|$)c'],
    ['[[:alpha:]\\]^$]$', '[[:alpha:]\\]^$]$'],
    ['\\Q^$(?<\\E', '\\Q^$(?<\\E'],
    ['\\p{Greek}\\PL[^\\p{^Lu}]', '\\p{Greek}\\PL[^\\p{^Lu}]'],
    ['a\\$b\\^', 'a\\$b\\^'],
    ['caf(?:é)?', 'caf(?:é)?'],
    ['é+', 'é+'],
    ['.*(^|/)rest', '.*(^|/)rest'],
  ],
  enum: [
    ['FREE', 'FREE'],
    ['päid', 'päid'],
    ['constructor', 'constructor'],
  ],
};

/** Every type with texts that it refuses. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  string: ['a\0b', '\ud800', 'a\udc00b'],
  int64: ['+1', ' 1', '1 ', '1.0', '1e3', '0x1F', '--1', '-', '1_000', '٣', '1\n'].concat([
    '9223372036854775808',
    '-9223372036854775809',
    '9'.repeat(100_000),
  ]),
  float64: [
    '1e999',
    '-1e999',
    'NaN',
    'Infinity',
    'inf',
    '.5',
    '5.',
    '1e',
    '+1',
    '1,5',
    ' 1',
    '1\n',
  ].concat(['0x10', '1e5.0', '1.7976931348623159e308', '1 e5']),
  decimal: ['1e3', '+1', '.5', '5.', '1,5', ' 1', '1\n', '--1', '-', '0x10', 'NaN', '٣'].concat([
    '0.0000000001',
    `1${'0'.repeat(29)}`,
    `0${'9'.repeat(29)}`,
    '9'.repeat(100_000),
  ]),
  bool: ['True', 'TRUE', '1', '0', 'yes', 't', ' true', 'true\n'],
  timestamp: ['now', '2026', '2026-01', '2026-1-5', '20260115', '1768471629', '2026-W03-4']
    .concat([
      '2026-01-15T',
      '2026-01-15Z',
      '2026-01-15T10',
      '2026-01-15T10:07:09.',
      '2026-01-15T1:07',
    ])
    .concat([
      '2026-01-15t10:07:09Z',
      '2026-01-15T10:07:09z',
      '2026-01-15  10:07',
      '2026-01-15T10:07 Z',
    ])
    .concat([' 2026-01-15', '2026-01-15 ', '2026-01-15\n', '2026-01-15T10:07:09Z\n', '+2026-01-15'])
    .concat(['2026-01-15T10:07:60Z', '2026-01-15T24:00:00Z', '2026-01-15T10:60', '2026-00-10'])
    .concat([
      '2026-01-15T10:07:09.1234567Z',
      '2026-01-15T10:07:09,5Z',
      '2026-01-15T10:07:09 Europe/Rome',
    ])
    .concat(['2026-13-01', '2026-01-32', '2026-01-00', '2026-02-30', '2026-02-29', '2026-04-31'])
    .concat([
      '1900-02-29',
      '2100-02-29',
      '2200-02-29',
      '1899-12-31',
      '2300-01-01',
      '0000-01-01',
      '9999-12-31',
    ])
    .concat([
      '2026-01-15T10:07+14:01',
      '2026-01-15T10:07+15:00',
      '2026-01-15T10:07+02',
      '2026-01-15T10:07+2:00',
    ])
    .concat([
      '2026-01-15T10:07+02:60',
      '2026-01-15+02:00',
      '2026-01-15T10:07:09+02:00Z',
      '２０２６-01-15',
    ])
    .concat(['1900-01-01T00:00:00+00:01', '2299-12-31T23:59:59-00:01', '2026-01-15T10:07−02:00']),
  duration: [
    '0s',
    '15',
    'm',
    '15M',
    '1.5h',
    '-1h',
    '+1h',
    ' 1h',
    '1h ',
    '1h30m',
    '1y',
    '36501d',
    '5215w',
    '99999999999s',
    '１h',
    'P',
    'PT',
    'P1DT',
    'P1M',
    'P1Y',
    'P1W2D',
    'PT1S1M',
    'pt15m',
    'PT0S',
    'PT1.5S',
    'P36500DT1S',
    '1h\n',
    '1 hour',
  ],
  date: [
    '2026-02-30',
    '2026-01-15T00:00',
    '2026-1-5',
    '1899-12-31',
    '2300-01-01',
    ' 2026-01-15',
    '1900-02-29',
  ].concat(['2026-06-31', '2026-01-15\n']),
  timezone: [
    'europe/berlin',
    'Europe/Atlantis',
    'Berlin',
    '+02:00',
    'UTC+1',
    ' UTC',
    'UTC\n',
    '__proto__',
    "UTC' or 1=1",
  ],
  uuid: ['6f1d1b0e7f0a4f6e9a551f0e7c3b8a01', '{6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01}']
    .concat(['6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a0', '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a0g'])
    .concat([
      '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\n',
      'urn:uuid:6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01',
    ]),
  regex: [
    '(',
    ')',
    '\\',
    '[',
    '*',
    'a**',
    '(?=a)',
    '(?<=a)b',
    '(?!a)',
    '\\1',
    'a{1001}',
    'a{2,1}',
    '\\Z',
    '\\C',
  ]
    .concat(['(?P<n>a)(?P<n>b)', '(?>a)', 'a\0', '\ud800', '[z-a]', '\\p{Foo}', '(?P<é>a)', '\\e'])
    // Read in different ways by the engines.
    .concat([
      '(?<n>a)',
      '\\p{Lowercase}',
      '[\\p{LC}]',
      '\\p{Garay}',
      '^^',
      '$$',
      '$a',
      'a^',
      '\\z\\z',
      '(?:a$)b',
    ])
    .concat([
      '(?:)b',
      'b(?i:)',
      'a(?i)b',
      '(?s)a(?-s)',
      'a\\Q\\E',
      'a\\Q',
      'café?',
      'é*',
      'bé{0,2}',
      '[ab]$a',
    ]),
  enum: ['free', 'FREE ', 'PRO,FREE', '__proto__', 'toString', 'a\0', '\ud800'],
};

/** Types of which an engine takes any text: only the service knows what they refuse. */
const UNJUDGED = ['string', 'regex', 'timezone'];

describe('the list', () => {
  it('holds exactly the files that have a default export', async () => {
    const folder = new URL('../../../generator/params/types/', import.meta.url);
    const names: string[] = [];
    for (const file of readdirSync(folder).filter(name => name.endsWith('.ts'))) {
      const module: Record<string, unknown> = await import(new URL(file, folder).href);
      const found = module['default'];
      if (found === undefined) continue;
      expect(PARAM_TYPES.get(file.replace(/\.ts$/, ''))).toBe(found);
      names.push(file.replace(/\.ts$/, ''));
    }
    expect(names.sort()).toEqual([...typeNames].sort());
  });

  it('has texts that each type accepts, and some that it refuses', () => {
    const lacking = (table: Readonly<Record<string, readonly unknown[]>>) =>
      typeNames.filter(name => (table[name] ?? []).length === 0);
    expect(lacking(ACCEPTED)).toEqual([]);
    expect(lacking(REFUSED)).toEqual([]);
  });

  it('throws for a name that no type has', () => {
    expect(() => paramType('toString')).toThrow('toString');
  });
});

describe.each(typeNames)('%s', type => {
  it.each(ACCEPTED[type] ?? [])('accepts %j', (text, value) => {
    expect(parse(type, text)).toEqual({ ok: true, value });
  });

  it.each(REFUSED[type] ?? [])('refuses %j', text => {
    expect(parse(type, text)).toMatchObject({ ok: false });
    expect(readParam(param(type), text)).toMatchObject({ ok: false, code: 'invalid_parameter' });
  });

  it('gives a value back from its own text, and answers every text', () => {
    const known = (ACCEPTED[type] ?? []).map(([text]) => text);
    fc.assert(
      fc.property(fc.oneof(anyText, fc.constantFrom(...known)), text => {
        const parsed = parse(type, text);
        if (parsed.ok) {
          expect(parse(type, paramType(type).format(parsed.value))).toEqual(parsed);
        } else {
          expect(parsed.expected).not.toBe('');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('writes a value as clients do, which know its scalar alone', () => {
    const { scalar, wire, format } = paramType(type);
    for (const [, value] of ACCEPTED[type] ?? []) {
      if (wire === undefined) expect(format(value)).toBe(formatScalar(scalar, value));
    }
  });

  it('has a sample that it takes, and says what it takes in sentences', () => {
    const { sample, written, note } = paramType(type);
    expect(parse(type, sample(shapeOf(type)))).toMatchObject({ ok: true });
    expect(written).toMatch(/\.$/);
    if (note !== null) expect(note).toMatch(/^[A-Z][^`*[\]<>]*\.$/);
  });

  it('decodes inside a saved query what it parses, and nothing else', () => {
    const known = [...(ACCEPTED[type] ?? []).map(([text]) => text), ...(REFUSED[type] ?? [])];
    for (const text of known) {
      const { decode, accepts } = paramType(type);
      const value = decode(RAW, shapeOf(type));
      const conditions = accepts(RAW, value, shapeOf(type));
      const isAccepted = conditions.every(condition => evaluate(condition, text) === true);
      const decoded = isAccepted ? evaluate(value, text) : null;
      expect([text, decoded]).toEqual([text, UNJUDGED.includes(type) ? text : meaning(type, text)]);
    }
    for (const absent of [null, '']) {
      expect(evaluate(paramType(type).decode(RAW, shapeOf(type)), absent)).toBe(null);
    }
  });
});

const RAW: PlainExpr = { kind: 'param', name: 'p', form: 'text', scalar: 'string', nullable: true };

describe('values round-trip', () => {
  const values: Readonly<Record<string, fc.Arbitrary<Value>>> = {
    string: fc.string({ unit: 'grapheme', minLength: 1 }).filter(text => !text.includes('\0')),
    int64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    float64: fc.double({ noNaN: true, noDefaultInfinity: true }).map(n => n + 0),
    decimal: fc.bigInt({ min: -(10n ** 38n) + 1n, max: 10n ** 38n - 1n }).map(units =>
      String(units).replace(
        /^(-?)(\d*)$/,
        (_, sign, digits) =>
          `${sign}${digits
            .padStart(10, '0')
            .replace(/^0*(\d+)(\d{9})$/, '$1.$2')
            .replace(/\.?0+$/, '')}`,
      ),
    ),
    bool: fc.boolean(),
    timestamp: fc.bigInt({ min: -2208988800000000n, max: 10413791999999999n }),
    date: fc
      .integer({ min: Date.UTC(1900, 0) / 864e5, max: Date.UTC(2300, 0) / 864e5 - 1 })
      .map(day => new Date(day * 864e5).toISOString().slice(0, 10)),
    duration: fc.bigInt({ min: 1n, max: 3_153_600_000n }).map(seconds => seconds * 1_000_000n),
    uuid: fc.uuid(),
    timezone: fc.constantFrom('UTC', 'Asia/Kathmandu', 'Pacific/Apia'),
    regex: fc.constantFrom('a|b', '^x$', '(?i)é+'),
    enum: fc.constantFrom('FREE', 'PRO', 'päid', 'constructor'),
  };
  it.each(typeNames)('%s', type => {
    const arbitrary = values[type];
    if (arbitrary === undefined) throw new Error(`no values of ${type}`);
    fc.assert(
      fc.property(arbitrary, value => {
        expect(parse(type, paramType(type).format(value))).toEqual({ ok: true, value });
      }),
    );
  });
});

describe('timestamp with `accept: epoch_millis`', () => {
  const type = paramType('timestamp');
  const shape: ParamShape = { values: null, constraints: { ...NONE, accept: 'epoch_millis' } };
  const read = (text: string) => {
    const parsed = type.parse(text, shape);
    return parsed.ok ? parsed.value : null;
  };

  it.each<readonly [string, bigint | null]>([
    ['1768471653123', 1768471653123000n],
    ['0', 0n],
    ['-1', -1000n],
    ['0000000000007', 7000n],
    ['-2208988800000', -2208988800000000n],
    ['-2208988800001', null],
    ['10413791999999', 10413791999999000n],
    ['10413792000000', null],
    ['00000000000007', null],
    ['1768471653.5', null],
    ['+1', null],
    ['1e3', null],
    ['2026-01-15', 1768435200000000n],
    ['2026-02-30', null],
  ])('reads `%s` as %s', (text, value) => {
    expect(read(text)).toBe(value);
  });

  it('names both forms, in messages and in the schema, and without it takes no digits', () => {
    const refused = type.parse('now', shape);
    expect(refused.ok || refused.expected).toMatch(
      /ISO 8601.*, or whole milliseconds since 1970 UTC$/,
    );
    expect(type.schema(shape)).not.toHaveProperty('format');
    expect(String(type.schema(shape)['description'])).toContain('milliseconds');
    expect(parse('timestamp', '1768471653123').ok).toBe(false);
  });
});

describe('timestamp', () => {
  const pad = (value: number, size = 2) => String(value).padStart(size, '0');
  const written = fc.record({
    year: fc.integer({ min: 1898, max: 2301 }),
    month: fc.integer({ min: 0, max: 13 }),
    day: fc.oneof(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 0, max: 32 })),
    separator: fc.constantFrom('T', ' '),
    hour: fc.integer({ min: 0, max: 24 }),
    minute: fc.integer({ min: 0, max: 60 }),
    second: fc.option(fc.integer({ min: 0, max: 60 })),
    fraction: fc.option(fc.stringMatching(/^[0-9]{1,7}$/)),
    offset: fc.option(
      fc.record({
        sign: fc.constantFrom('+', '-'),
        hour: fc.integer({ min: 0, max: 15 }),
        minute: fc.constantFrom(0, 1, 30, 59),
        colon: fc.constantFrom('', ':'),
      }),
    ),
  });

  it('agrees with `Date.parse` wherever it accepts, and accepts wherever the parts are in range', () => {
    fc.assert(
      fc.property(written, t => {
        const day = `${t.year}-${pad(t.month)}-${pad(t.day)}`;
        const fraction = t.second === null ? null : t.fraction;
        const clock = `${pad(t.hour)}:${pad(t.minute)}${t.second === null ? '' : `:${pad(t.second)}`}`;
        const tail = fraction === null ? '' : `.${fraction}`;
        const o = t.offset;
        const offset = o === null ? '' : `${o.sign}${pad(o.hour)}${o.colon}${pad(o.minute)}`;
        const zone = o === null ? 'Z' : `${o.sign}${pad(o.hour)}:${pad(o.minute)}`;
        // V8 rolls 02-30 over to March and takes hour 24: the day is checked by writing it back.
        const midnight = Date.parse(`${day}T00:00:00Z`);
        const real = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
        const millis = Date.parse(`${day}T${clock}${zone}`);
        const micros = Number.isNaN(millis)
          ? null
          : BigInt(millis) * 1000n + BigInt((fraction ?? '').padEnd(6, '0'));
        const fits =
          real &&
          micros !== null &&
          t.hour < 24 &&
          (fraction ?? '').length <= 6 &&
          (o === null || o.hour * 60 + o.minute <= 840) &&
          t.year >= 1900 &&
          t.year <= 2299 &&
          micros >= -2208988800000000n &&
          micros < 10413792000000000n;
        const text = `${day}${t.separator}${clock}${tail}${offset}`;
        expect([text, meaning('timestamp', text)]).toEqual([text, fits ? micros : null]);
      }),
      { numRuns: 3000 },
    );
  });

  it('accepts exactly the days of the calendar', () => {
    const years = Array.from({ length: 420 }, (_, at) => 1890 + at);
    const first = Date.UTC(1890, 0) / 864e5;
    const days = new Set<string>();
    for (let day = first; day < Date.UTC(2310, 0) / 864e5; day += 1) {
      days.add(new Date(day * 864e5).toISOString().slice(0, 10));
    }
    for (const year of [...usuallySome(years, 5), 1899, 2024, 2299]) {
      for (let month = 1; month <= 12; month += 1) {
        for (let day = 1; day <= 31; day += 1) {
          const text = `${year}-${pad(month)}-${pad(day)}`;
          const known = days.has(text) && year >= 1900 && year < 2300;
          if (parse('date', text).ok !== known) expect.fail(text);
          if (parse('timestamp', text).ok !== known) expect.fail(text);
        }
      }
    }
  });

  it('says how far an offset may be where it is too far, and only there', () => {
    const saysSo = (text: string) => {
      const parsed = parse('timestamp', text);
      return !parsed.ok && parsed.expected.endsWith('; an offset is at most 14:00');
    };
    const far = ['+14:01', '-14:01', '+1430', '+15:00', '-23:59'].map(
      offset => `2026-01-15T10:07:12${offset}`,
    );
    expect(far.filter(text => !saysSo(text))).toEqual([]);
    const others = [
      '2026-01-15T10:07+14:00',
      '2026-01-15T10:07+24:00',
      '2026-02-30T10:07+15:00',
      '2026-01-15+15:00',
      'x+15:00',
    ];
    expect(others.filter(saysSo)).toEqual([]);
  });

  it('says `%2B` where the plus of an offset was lost, and only there', () => {
    const said = (text: string) => {
      const parsed = parse('timestamp', text);
      return !parsed.ok && parsed.expected.includes('%2B');
    };
    expect(said('2026-01-01T00:00:00 02:00')).toBe(true);
    expect(said('2026-01-01T00:00 0200')).toBe(true);
    expect(said('2026-01-01 00:00:00.5 02:00')).toBe(true);
    expect(said('2026-01-01T00:00:00 15:00')).toBe(false);
    expect(said('2026-02-30T00:00:00 02:00')).toBe(false);
    expect(said('nonsense')).toBe(false);
    expect(parse('timestamp', '2026-01-01 02:00')).toMatchObject({ ok: true });
  });

  it('writes a fraction of 3 or 6 digits, or none', () => {
    const { format } = paramType('timestamp');
    expect(format(1768471629000000n)).toBe('2026-01-15T10:07:09Z');
    expect(format(1768471629120000n)).toBe('2026-01-15T10:07:09.120Z');
    expect(format(1768471629120001n)).toBe('2026-01-15T10:07:09.120001Z');
    expect(format(-1n)).toBe('1969-12-31T23:59:59.999999Z');
    expect(() => format('2026')).toThrow('bigint');
  });
});

describe('patterns', () => {
  it('are said to be wrong in words', () => {
    expect(patternFault('[a')).toBe('a `]` is missing in `[a`');
    expect(patternFault('(?<n>a)')).toBe('`(?<n>` is written `(?P<n>` in RE2');
    expect(patternFault('a$b')).toBe(
      '`^` is only allowed at the beginning of the pattern, and `$` only at its end',
    );
    expect(patternFault(`[${'a'.repeat(5000)}`)).toBe('a `]` is missing');
    expect(patternFault('xa|x(?i:a)')).toBe(
      'an alternative must ignore case in all of its parts or in none',
    );
    expect(patternFault('a|(?i:a)')).toBe(
      'alternatives that ignore case must come before those that do not',
    );
    expect(patternFault('(\u202e')).toBe('a `)` is missing in `(\ufffd`');
  });

  it.each([
    ...['(?i:a|b)c', '(?:a|b)(?i:c)', '(?i)a|(?i:b)', '(?s:a)|b', 'a|\\Q(?i:\\E', '[(?i:]|a'],
    ...['(?i)a|(?i-s:b)', '(?i:a|(?s:b))', '(?:a|b)|(c)', '(?i:a)[|]'],
    ...['(?i:a|x+)|a', '(?i)a|(?-i:b)', '(?is:a)|b', '(?i-s:a)|b', '^|(?i:a)', '(?:|(?i:a)|b)'],
  ])('may have alternatives that ignore case first: %s', pattern => {
    expect(patternFault(pattern)).toBe(null);
  });

  it.each([
    ...[
      'a|(?i:a)',
      '(?i:(?-i:b)|a)',
      '(?:a|(?i:b))(?i:c)',
      '(?i:a)|b|(?i:c)',
      '(?:(?:a|b)|(?i:c))d',
    ],
    ...['(?:x|y(?i:a))', '(?:a(?:b(?i:c))|d)e', '(?i)a(?-i:b)|c', '(?:|x(?i:a))'],
  ])('must not have them later, nor in a part of one: %s', pattern => {
    expect(patternFault(pattern)).toMatch(/ignores? case/);
  });

  it('never surface a message of the library that has no words of ours', () => {
    fc.assert(
      fc.property(anyText, text => {
        expect(patternFault(text) ?? '').not.toMatch(/^(its syntax|error|invalid)/);
      }),
      { numRuns: 2000 },
    );
  });

  it('that match a whole text can stand inside a group', () => {
    expect(wholePatternFault('[a-z]+')).toBe(null);
    expect(wholePatternFault('a|b')).toBe(null);
    expect(wholePatternFault('a)|(?:b')).toBe('a `)` has no `(` in `a)|(?:b`');
    expect(wholePatternFault('\\Qabc')).toBe('a `\\Q` has no `\\E`');
    expect(patternFault('\\Qabc')).toBe(null);
  });

  it('of the grammars are RE2 that every engine reads alike', () => {
    expect(wholePatternFault(INSTANT_PATTERN)).toBe(null);
    for (const type of typeNames) {
      const sql = JSON.stringify(paramType(type).decode(RAW, shapeOf(type)), (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      for (const [, text] of sql.matchAll(/"value":("\^(?:[^"\\]|\\.)*")/g)) {
        expect(patternFault(JSON.parse(text ?? '""'))).toBe(null);
      }
    }
  });
});

describe('constraints', () => {
  const check = (value: Value, scalar: Scalar, over: Partial<Constraints>) =>
    checkConstraints(
      value,
      { scalar, format: of => formatScalar(scalar, of) },
      { ...NONE, ...over },
    );

  it('are phrases after "must be", or null', () => {
    expect(check(1n, 'int64', { min: 1n, max: 1n })).toBe(null);
    expect(check(0n, 'int64', { min: 1n })).toBe('at least 1');
    expect(check(0.5, 'float64', { max: 0.25 })).toBe('at most 0.25');
    expect(check('9', 'decimal', { max: '10' })).toBe(null);
    expect(check('-10', 'decimal', { min: '-9.5' })).toBe('at least -9.5');
    expect(check('2026-01-02', 'date', { max: '2026-01-01' })).toBe('at most 2026-01-01');
    expect(check(-1n, 'timestamp', { min: 0n })).toBe('at least 1970-01-01T00:00:00Z');
    expect(check('', 'string', { minLength: 1 })).toBe('at least 1 character long');
    expect(check('a'.repeat(129), 'string', { maxLength: 128 })).toBe(
      'at most 128 characters long',
    );
    expect(check('ab', 'string', { pattern: 'a' })).toBe('text that matches `a` as a whole');
  });

  it('count code points and match the whole text', () => {
    expect(check('😀😀', 'string', { minLength: 2, maxLength: 2 })).toBe(null);
    expect(check('ab', 'string', { pattern: 'a|ab' })).toBe(null);
    expect(check('ab\n', 'string', { pattern: 'ab' })).not.toBe(null);
    expect(check('a\nb', 'string', { pattern: 'a.b' })).not.toBe(null);
  });
});

describe('readParam', () => {
  const invalid = (expected: string) => {
    return expect.objectContaining({ ok: false, code: 'invalid_parameter', expected });
  };

  it('takes an empty text for an absent one', () => {
    for (const text of [undefined, '']) {
      for (const type of typeNames) {
        expect(readParam(param(type), text)).toEqual({ ok: true, value: null });
        expect(readParam(param(type, { required: true }), text)).toMatchObject({
          ok: false,
          code: 'missing_parameter',
        });
      }
      expect(readParam(param('int64', { default: 5n }), text)).toEqual({ ok: true, value: 5n });
    }
  });

  it('names the values of an enum, missing or wrong', () => {
    const interval = param('enum', { values: ['hourly', 'daily'], required: true });
    expect(readParam(interval, '')).toMatchObject({ expected: 'given, as one of hourly, daily' });
    expect(readParam(interval, 'weekly')).toEqual(invalid('one of hourly, daily'));
  });

  it('lets any other text mean the default where the enum says so', () => {
    const tier = param('enum', { default: 'FREE', otherwise: 'default' });
    expect(readParam(tier, 'GOLD')).toEqual({ ok: true, value: 'FREE' });
    expect(readParam(tier, 'PRO')).toEqual({ ok: true, value: 'PRO' });
    expect(readParam(tier, 'a\0')).toMatchObject({ ok: false });
    expect(readParam(tier, '\ud800')).toMatchObject({ ok: false });
  });

  it('checks constraints on what was parsed', () => {
    const count = param('int64', { constraints: { ...NONE, max: 10n } });
    expect(readParam(count, '0010')).toEqual({ ok: true, value: 10n });
    expect(readParam(count, '11')).toEqual(invalid('at most 10'));
    const text = param('regex', { constraints: { ...NONE, maxLength: 2 } });
    expect(readParam(text, 'a|b')).toEqual(invalid('at most 2 characters long'));
  });

  it('names the bounds of a whole number where they are declared', () => {
    const status = param('int64', { constraints: { ...NONE, min: 100n, max: 599n } });
    expect(readParam(status, '42.0')).toEqual(invalid('a whole number from 100 to 599'));
    const least = param('int64', { constraints: { ...NONE, min: 0n } });
    const most = 2n ** 63n;
    const bounded = invalid(`a whole number from 0 to ${most - 1n}`);
    expect(readParam(least, `${most}`)).toEqual(bounded);
    const any = invalid(`a whole number from -${most} to ${most - 1n}`);
    expect(readParam(param('int64'), 'few')).toEqual(any);
  });
});

describe('saved', () => {
  const bounds: Readonly<Record<string, Partial<Constraints>>> = {
    string: { minLength: 2, maxLength: 4, pattern: '[a-z😀]+' },
    int64: { min: -7n, max: 10n },
    float64: { min: 0, max: 0.5 },
    decimal: { min: '-9.5', max: '10' },
    timestamp: { min: 0n, max: 1768471629000000n },
    date: { min: '2000-02-29', max: '2026-01-01' },
  };
  const variants = typeNames.flatMap(type => {
    const sample = meaning(type, ACCEPTED[type]?.[0]?.[0] ?? '');
    const constraints = { ...NONE, ...bounds[type] };
    return [
      param(type),
      param(type, { required: true }),
      param(type, { default: sample }),
      param(type, { constraints }),
      param(type, { constraints, required: true }),
      ...(type === 'enum' ? [param(type, { default: 'FREE', otherwise: 'default' })] : []),
    ];
  });
  const textsOf = (type: string) => [
    ...(ACCEPTED[type] ?? []).map(([text]) => text),
    ...(REFUSED[type] ?? []),
  ];
  const usual = [null, '', 'ab', 'abcde', '😀😀', '11', '0.75', '1', 'a\nb'];
  /** All of the type, and some of those of other types. */
  const textsFor = (type: string) => {
    const others = typeNames.filter(name => name !== type).flatMap(textsOf);
    return [...usual, ...textsOf(type), ...usuallySome(others, 4)];
  };

  it('is valid exactly where the service accepts, with the same value', () => {
    // One comparison for each variant: there are thousands of texts.
    for (const one of variants) {
      const { value, valid } = saved(one);
      const read = textsFor(one.type).map(
        text => [text, readParam(one, text ?? undefined)] as const,
      );
      // Texts that look like valid ones to every engine: only the service refuses them.
      const told = read.filter(([text, { ok }]) => ok || !isOnlyOurs(one, text));
      const found = told.map(([text]) => {
        const isValid = valid === null || evaluate(valid, text) === true;
        return [one.type, text, isValid ? evaluate(value, text) : 'refused'];
      });
      const expected = told.map(([text, at]) => [one.type, text, at.ok ? at.value : 'refused']);
      expect(found).toEqual(expected);
    }
  });

  it('has no condition where every text is acceptable', () => {
    expect(saved(param('string')).valid).toBe(null);
    expect(saved(param('regex')).valid).toBe(null);
    expect(saved(param('enum', { default: 'FREE', otherwise: 'default' })).valid).toBe(null);
    expect(saved(param('int64')).valid).not.toBe(null);
    expect(saved(param('string', { required: true })).valid).not.toBe(null);
  });

  it('knows what may be NULL', () => {
    for (const one of variants) {
      const { value } = saved(one);
      expect(value.nullable).toBe(one.default === null);
    }
  });

  function isOnlyOurs(one: Param, text: string | null): boolean {
    const textual = UNJUDGED.includes(one.type) || one.otherwise === 'default';
    if (!textual || text === null || text === '') return false;
    return checkConstraints(text, paramType(one.type), one.constraints) === null;
  }
});

describe('schema', () => {
  const schema = (type: string, over: Partial<Constraints> = {}) =>
    paramType(type).schema({ ...shapeOf(type), constraints: { ...NONE, ...over } });

  it('is JSON Schema of the value in a query string', () => {
    expect(schema('string', { minLength: 1, maxLength: 9, pattern: '[a-z]+' })).toEqual({
      type: 'string',
      minLength: 1,
      maxLength: 9,
      pattern: wholePattern('[a-z]+'),
    });
    expect(schema('int64', { min: 1n })).toEqual({ type: 'integer', format: 'int64', minimum: 1 });
    expect(schema('float64', { max: 0.5 })).toEqual({
      type: 'number',
      format: 'double',
      maximum: 0.5,
    });
    expect(schema('bool')).toEqual({ type: 'boolean' });
    expect(schema('timestamp')).toMatchObject({ type: 'string', format: 'date-time' });
    expect(schema('date')).toEqual({
      type: 'string',
      format: 'date',
      description: 'Of the years 1900 to 2299.',
    });
    expect(schema('uuid')).toEqual({ type: 'string', format: 'uuid' });
    expect(schema('regex', { maxLength: 128 })).toEqual({ type: 'string', maxLength: 128 });
    expect(schema('enum')).toEqual({ type: 'string', enum: ENUM.values });
  });

  it('has patterns that can stand between slashes', () => {
    const said = 'a/b [/\n] \\/ \\\\/ \\n\r\u2028\u2029';
    const { pattern } = schema('string', { pattern: said });
    expect(pattern).toBe('^(?:a\\/b [\\/\\n] \\/ \\\\\\/ \\n\\r\\u2028\\u2029)$');
    const text = 'a/b \n / \\/ \n\r\u2028\u2029';
    expect(new RegExp(String(pattern), 'u').test(text)).toBe(true);
    expect(patternFault(said)).toBe(null);
  });

  it('leaves out what JSON Schema cannot say exactly', () => {
    expect(schema('int64', { max: 2n ** 63n - 1n })).toEqual({ type: 'integer', format: 'int64' });
    expect(schema('string', { pattern: '(?i)a\\z' })).toEqual({ type: 'string' });
  });
});

// ---- the portable functions that decoding uses, with SQL's three-valued logic, by code of their own ------------------

type Result = Value | null;

/** The value of `expr` where the one text parameter in it is `raw`. */
function evaluate(expr: PlainExpr, raw: string | null): Result {
  if (expr.kind === 'literal') return expr.value;
  if (expr.kind === 'param') return raw;
  if (expr.kind !== 'call') throw new Error(`no ${expr.kind} is expected here`);
  return apply(
    expr,
    expr.args.map(arg => evaluate(arg, raw)),
  );
}

function apply({ fn, args: [first] }: CallExpr, args: readonly Result[]): Result {
  const [a = null, b = null, c = null] = args;
  switch (fn) {
    case 'if':
      return a === true ? b : c;
    case 'coalesce':
      return args.find(arg => arg !== null) ?? null;
    case 'is_null':
      return a === null;
    case 'is_not_null':
      return a !== null;
    case 'and':
      return args.includes(false) ? false : args.includes(null) ? null : true;
    case 'or':
      return args.includes(true) ? true : args.includes(null) ? null : false;
    case 'nullif':
      return a === b ? null : a;
    default:
      return args.includes(null)
        ? null
        : strict(fn, comparable(args as readonly Value[], first?.scalar));
  }
}

/** Decimals as whole numbers of their last digit. */
function comparable(values: readonly Value[], type: Type | undefined): readonly Value[] {
  if (type !== 'decimal') return values;
  return values.map(value => {
    const [whole = '', fraction = ''] = String(value).split('.');
    return BigInt(`${whole}${fraction.padEnd(9, '0')}`);
  });
}

function strict(fn: CallExpr['fn'], args: readonly Value[]): Result {
  const [a = '', b = '', c = ''] = args;
  switch (fn) {
    case 'eq':
      return a === b;
    case 'ge':
      return a >= b;
    case 'le':
      return a <= b;
    case 'between':
      return a >= b && a <= c;
    case 'in':
      return args.slice(1).includes(a);
    case 'abs':
      return Math.abs(Number(a));
    case 'lower':
      return String(a).toLowerCase();
    case 'length':
      return BigInt([...String(a)].length);
    case 'matches':
    case 'fits':
      return compiled(String(b)).test(String(a));
    case 'count_before':
      return BigInt(compiled(String(b)).exec(String(a))?.[1] ?? 0);
    case 'multiply':
      return BigInt(a) * BigInt(b);
    case 'add':
      return args.reduce<bigint>((sum, part) => sum + BigInt(part), 0n);
    case 'int64_from_string':
      return integer(String(a));
    case 'decimal_from_string':
      return plainDecimal(String(a));
    case 'float64_from_string':
      return a !== '' && Number.isFinite(Number(a)) ? Number(a) + 0 : null;
    case 'date_from_string':
      return day(String(a));
    case 'timestamp_from_string':
      return castInstant(String(a));
    default:
      throw new Error(`${fn} is not expected here`);
  }
}

/** Without zeros that say nothing, and without the minus sign of zero. */
function plainDecimal(text: string): Result {
  const found = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text);
  if (found === null) return null;
  const [, sign = '', whole = '', fraction = ''] = found;
  const value = fraction === '' ? whole : `${whole}.${fraction}`;
  return value === '0' ? value : `${sign}${value}`;
}

function integer(text: string): Result {
  if (!/^-?\d+$/.test(text)) return null;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : null;
}

/** As the engines' casts are wrapped: what is no day of the years 1900 to 2299 is NULL. */
function day(text: string): Result {
  const known = /^(?:19|2[0-2])\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  return known && new Date(text).toISOString().startsWith(text) ? text : null;
}

/** As the engines' casts are wrapped: what is not of the grammar is NULL. */
function castInstant(text: string): Result {
  const isOfGrammar = new RegExp(`^(?:${INSTANT_PATTERN})$`).test(text);
  return isOfGrammar && day(text.slice(0, 10)) !== null ? instant(text) : null;
}

/** By way of `Date.parse`, which keeps milliseconds alone. */
function instant(text: string): Result {
  const [, date, clock = '00:00', fraction = '', offset = 'Z'] =
    /^([^T ]+)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?(.+)?)?$/.exec(text) ?? [];
  const zone = offset.replace(/(\d\d)(\d\d)$/, '$1:$2');
  const millis = Date.parse(`${date}T${clock}${zone}`);
  if (Number.isNaN(millis)) return null;
  return BigInt(millis) * 1000n + BigInt(fraction.padEnd(6, '0'));
}

const patterns = new Map<string, RE2JS>();

function compiled(pattern: string): RE2JS {
  const found = patterns.get(pattern) ?? RE2JS.compile(pattern);
  patterns.set(pattern, found);
  return found;
}
