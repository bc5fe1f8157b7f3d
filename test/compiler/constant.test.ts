import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile } from '../../generator/compile.ts';
import { type Constant, valueOfConstant } from '../../generator/core/expr/constant.ts';
import { renderDiagnostics } from '../../generator/core/report/diagnostics.ts';
import { readParams } from '../reference/answer.ts';
import { instant } from '../reference/values.ts';
import { referenceOf } from '../support/projects/specs.ts';
import { usually } from '../support/usually.ts';

const SOURCES = `
sources:
  logs: { tables: { duckdb: { table: logs } }, columns: { at: { type: timestamp, required: true }, day: date } }
`;

/** Zones with summer time, without whole hours, and with midnights that occur twice or never. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'America/Havana',
  'Africa/Cairo',
];
const UNITS = ['day', 'week', 'month', 'quarter', 'year'];

/** Texts of defaults, and the types of their values. */
const DEFAULTS: readonly (readonly [type: 'timestamp' | 'date', text: string])[] = [
  ['timestamp', 'now()'],
  ['timestamp', 'now() - interval 7 day + interval 90 second'],
  ['timestamp', 'trunc(now(), minute) - interval 1 second'],
  ['timestamp', 'trunc(now(), hour) + interval 1 month - interval 1 quarter'],
  ['timestamp', 'least(now() - interval 13 month, trunc(now(), year))'],
  ['timestamp', 'greatest(now() - interval 1 month, trunc(now(), month))'],
  ['timestamp', 'timestamp(date(now()) - interval 31 day)'],
  ['date', 'date(now()) + interval 1 month - interval 1 day'],
  ['date', 'least(date(now()) - interval 1 year, trunc(date(now()), quarter))'],
  ...UNITS.map(unit => ['timestamp', `trunc(now(), ${unit})`] as const),
  ...UNITS.map(unit => ['date', `trunc(date(now()), ${unit}) - interval 2 ${unit}`] as const),
  ...ZONES.flatMap(zone => [
    ...UNITS.map(unit => ['timestamp', `trunc(now(), ${unit}, '${zone}')`] as const),
    ['date', `date(now(), '${zone}')`] as const,
    ['timestamp', `timestamp(date(now(), '${zone}') - interval 1 month, '${zone}')`] as const,
  ]),
];

const params = DEFAULTS.map(
  ([type, text], i) => `  p${i}: { type: ${type}, default: ${JSON.stringify(text)} }`,
);
const used = DEFAULTS.map(([type], i) => `  - ${type === 'date' ? 'day' : 'at'} > @p${i}`);
const inputs = [
  { path: 'endpoints/sources.yaml', bytes: SOURCES },
  {
    path: 'endpoints/moving.yaml',
    bytes: `
endpoint: moving
id: 00000000-0000-4000-8000-000000000001
from: logs
params:
${params.join('\n')}
where:
${used.join('\n')}
select: [at]
`,
  },
];

/** Where local days begin oddly, and where months end. */
const EDGES = [
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2025-11-02T04:59:59.999999Z',
  '2025-11-02T05:00:00Z',
  '2026-04-23T22:00:00Z',
  '2026-03-31T23:30:00Z',
  '2024-02-29T12:00:00Z',
  '2025-12-31T23:59:59.999999Z',
];

describe('a value that the service computes from the clock', () => {
  const { compilation, diagnostics } = compile(inputs, { dialects: null });
  const [endpoint] = compilation.project.endpoints;
  const reference = referenceOf(inputs, 'moving');
  const computed = (now: bigint) => {
    const known = { now, value: () => 0n };
    const valueIn = (constant: Constant | undefined) =>
      constant === undefined ? null : valueOfConstant(constant, known);
    return new Map(
      endpoint?.params.map(({ name, moving }) => [name, valueIn(moving?.constant)] as const),
    );
  };

  test('is what the reference evaluates', () => {
    expect(renderDiagnostics(diagnostics)).toBe('');
    const anywhere = fc.bigInt({
      min: instant('2020-01-01T00:00:00Z'),
      max: instant('2037-01-01T00:00:00Z'),
    });
    const edge = fc
      .tuple(fc.constantFrom(...EDGES), fc.constantFrom(-3_600_000_000n, -1n, 0n, 1n))
      .map(([text, by]) => instant(text) + by);
    fc.assert(
      fc.property(fc.oneof(anywhere, edge), now => {
        expect(computed(now)).toEqual(readParams(reference, {}, now));
      }),
      { numRuns: usually(200, 4) },
    );
  });

  test('survives the way through the manifest', () => {
    for (const param of endpoint?.params ?? [])
      expect(JSON.parse(JSON.stringify(param.moving?.constant))).toEqual(param.moving?.constant);
  });
});
