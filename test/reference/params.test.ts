import { describe, expect, test } from 'vitest';
import { referenceOf } from '../support/projects/specs.ts';
import { Refused } from './params.ts';
import { instant, type Value } from './values.ts';

const SOURCES =
  'sources: { logs: { tables: { duckdb: { table: logs } }, columns: { id: string } } }';

/** What a parameter that is so declared makes of a text. */
function accepted(declared: string, sent: string | readonly string[] | undefined): Value {
  const text = [
    'endpoint: one',
    'id: 00000000-0000-4000-8000-000000000000',
    'from: logs',
    `params: { p: ${declared} }`,
    'select: [id]',
  ].join('\n');
  const inputs = [
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    { path: 'endpoints/one.yaml', bytes: text },
  ];
  const [param] = referenceOf(inputs, 'one').params;
  if (param === undefined) throw new Error('no parameter');
  return param.accept(sent);
}

const ENUM = '{ enum: [a, b, 7], default: b, otherwise: default }';

describe('accepts', () => {
  test.each<readonly [declared: string, sent: string | undefined, value: Value]>([
    ['{ type: string }', undefined, null],
    ['{ type: string }', '', null],
    ['{ type: string }', ' a', ' a'],
    ['{ type: string, default: x }', '', 'x'],
    ['{ type: string, required: true, min_length: 2, max_length: 2 }', '😀é', '😀é'],
    ["{ type: string, pattern: 'a|ab' }", 'ab', 'ab'],
    ['{ type: int64 }', '-007', -7n],
    ['{ type: int64 }', '9223372036854775807', 9223372036854775807n],
    ['{ type: int64, default: 9007199254740993 }', undefined, 9007199254740993n],
    ['{ type: int64, min: -5, max: 5 }', '-5', -5n],
    ['{ type: float64 }', '-2.5e1', -25],
    ['{ type: float64, default: 1e300 }', '', 1e300],
    ['{ type: bool, default: true }', undefined, true],
    ['{ type: bool, default: true }', 'false', false],
    ['{ type: date }', '2000-02-29', '2000-02-29'],
    ['{ type: timestamp }', '2026-01-15', instant('2026-01-15T00:00:00Z')],
    ['{ type: timestamp }', '2026-01-15 10:07+02:00', instant('2026-01-15T08:07:00Z')],
    ["{ type: timestamp, max: '2026-01-15' }", '2026-01-15', instant('2026-01-15')],
    [
      '{ type: uuid }',
      '3F2B8C1E-9D4A-4C7E-8A55-0B1E7C3B8A01',
      '3f2b8c1e-9d4a-4c7e-8a55-0b1e7c3b8a01',
    ],
    ['{ type: regex }', '(?i)a|b$', '(?i)a|b$'],
    [ENUM, '7', '7'],
    [ENUM, 'A', 'b'],
    [ENUM, undefined, 'b'],
  ])('%s, sent %j', (declared, sent, value) => {
    expect(accepted(declared, sent)).toEqual(value);
  });

  test('there is one zero', () => {
    expect(Object.is(accepted('{ type: float64 }', '-0'), 0)).toBe(true);
  });
});

describe('refuses', () => {
  test.each([
    ['{ type: string, required: true }', undefined],
    ['{ type: string, required: true }', ''],
    ['{ type: string }', 'a\0'],
    ['{ type: string }', '\ud800'],
    ['{ type: string, min_length: 2 }', '😀'],
    ['{ type: string, max_length: 1 }', 'ab'],
    ["{ type: string, pattern: 'a|b' }", 'ab'],
    ['{ type: int64 }', '+5'],
    ['{ type: int64 }', '1.0'],
    ['{ type: int64 }', '9223372036854775808'],
    ['{ type: int64, min: -5 }', '-6'],
    ['{ type: float64 }', '1e999'],
    ['{ type: float64 }', '.5'],
    ['{ type: float64 }', 'NaN'],
    ['{ type: float64, max: 0.5 }', '0.6'],
    ['{ type: bool }', 'TRUE'],
    ['{ type: date }', '2026-02-30'],
    ['{ type: timestamp }', '2026-01-15T24:00:00Z'],
    ['{ type: timestamp }', '1900-01-01T00:00:00+00:01'],
    ["{ type: timestamp, min: '2026-01-15T00:00:00.000001Z' }", '2026-01-15'],
    ['{ type: uuid }', '3f2b8c1e9d4a4c7e8a550b1e7c3b8a01'],
    ['{ type: regex }', '('],
    ['{ enum: [a, b], required: true }', ''],
    ['{ enum: [a, b] }', 'A'],
    [ENUM, '\0'],
  ])('%s, sent %j', (declared, sent) => {
    expect(() => accepted(declared, sent)).toThrow(Refused);
  });
});
