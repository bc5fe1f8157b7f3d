/** Windows that requests give: the step that is chosen, and what is answered with 400, next to an independent reading. */

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { emit } from '../../../generator/compile.ts';
import { createBinder } from '../../../server/answers/bind.ts';
import {
  type Catalogue,
  catalogue,
  type WholeEndpoint,
} from '../../../server/answers/manifest/manifest.ts';
import { createReader } from '../../../server/answers/reading.ts';
import { WindowFault } from '../../../server/answers/windows.ts';
import { answer } from '../../reference/answer.ts';
import { Refused } from '../../reference/params.ts';
import { instant } from '../../reference/values.ts';
import { compiled } from '../../support/openapi-fixture.ts';
import { manifestFrom } from '../../support/projects/manifest-files.ts';
import { references } from '../../support/projects/specs.ts';
import { usually } from '../../support/usually.ts';
import { fakeEngine, fixtureApp } from '../server-fixture.ts';

const NOW = instant('2026-01-15T10:07:33.123456Z');
const ENDS =
  'since: { type: timestamp, required: true }, until: { type: timestamp, required: true }';
const ZONE = 'zone: { type: timezone, default: UTC }';
const STEPS = ['minute', '6 hours', 'day', '3 days', 'week', 'month', 'quarter', 'year'];

/** Parameters and buckets by endpoint. */
const CLAUSES: Readonly<Record<string, readonly [params: string, buckets: string]>> = {
  lengths: [
    `${ENDS}, ${ZONE}`,
    "from: '@since', to: '@until', steps: { 5 minutes: 2 hours, hour: 2 days, day: 60 days, month: }, zone: '@zone', gaps: zero",
  ],
  listed: [
    `${ENDS}, ${ZONE}, step: { enum: [${STEPS.join(', ')}], default: day }`,
    "from: '@since', to: '@until', step: '@step', zone: '@zone', gaps: empty",
  ],
  any: [
    `${ENDS}, step: { type: duration, default: 1h }`,
    "from: '@since - interval 1 month', to: '@until', step: '@step', gaps: previous",
  ],
  short: [
    `${ENDS}, step: { type: duration, default: 1h, max: 3h }`,
    "from: '@since', to: '@until', step: '@step', gaps: zero",
  ],
  moving: [
    'since: { type: timestamp, required: true }, day: { type: date, required: true }',
    "from: 'greatest(@since, now() - interval 90 day)', to: 'timestamp(@day) + interval 1 day', step: hour, gaps: zero",
  ],
  open: [
    `${ENDS}, step: { enum: [second, day], default: day }`,
    "from: '@since', to: '@until', step: '@step'",
  ],
};

const inputs = [
  {
    path: 'endpoints/sources.yaml',
    bytes:
      'sources: { entries: { tables: { duckdb: { table: entries } }, columns: { at: { type: timestamp, required: true } } } }',
  },
  ...Object.entries(CLAUSES).map(([name, [params, buckets]], index) => ({
    path: `endpoints/${name}.yaml`,
    bytes: `endpoint: ${name}
id: 00000000-0000-4000-8000-00000000e1${index}0
params: { ${params} }
from: entries
buckets: { of: at, ${buckets} }
select: { entries: count() }
order_by: [at]
cache: { ttl: 60 seconds }
max_rows: 300
`,
  })),
  {
    path: 'endpoints/calendar.yaml',
    bytes: `endpoint: calendar
id: 00000000-0000-4000-8000-00000000e1a0
params: { ${ENDS} }
from: { series: { of: hour, from: '@since', to: '@until' } }
select: [hour]
order_by: [hour]
`,
  },
];

let made: Catalogue<WholeEndpoint>;
beforeAll(() => {
  made = catalogue(manifestFrom(emit(compiled(inputs))));
});

function app() {
  const engine = fakeEngine(() => [[NOW, 3n]]);
  return { engine, ...fixtureApp(engine, null, { manifest: made, clock: () => NOW }) };
}

async function asked(path: string) {
  const { app: service } = app();
  const response = await service.request(`/api/endpoints/${path}`);
  const body = JSON.parse(await response.text());
  return { status: response.status, step: response.headers.get('X-Step'), body };
}

const SPAN = 'since=2026-01-01&until=';

describe('a step by the length of the window', () => {
  it.each([
    ['2026-01-01T02:00', '5 minutes'],
    ['2026-01-01T02:00:00.000001', 'hour'],
    ['2026-01-03', 'hour'],
    ['2026-01-03T00:01', 'day'],
    ['2026-03-02', 'day'],
    ['2026-03-02T00:00:01', 'month'],
    ['2026-01-01', '5 minutes'],
  ])('until %s is %s', async (until, step) => {
    expect(await asked(`lengths?${SPAN}${until}`)).toMatchObject({ status: 200, step });
  });

  it('stands beside kept rows too, and nowhere else', async () => {
    const { app: service } = app();
    const told = [];
    for (let i = 0; i < 2; i += 1) {
      const { headers } = await service.request(`/api/endpoints/lengths?${SPAN}2026-01-02`);
      told.push([headers.get('X-Cache'), headers.get('X-Step')]);
    }
    expect(told).toEqual([
      ['miss', 'hour'],
      ['hit', 'hour'],
    ]);
    expect((await asked(`listed?${SPAN}2026-01-02`)).step).toBeNull();
  });
});

describe('a window that is not answered', () => {
  it.each([
    [
      `lengths?since=2026-01-02&until=2026-01-01`,
      'The window of time ends before it begins: `until` is before `since`.',
      ['since', 'until'],
    ],
    [
      `listed?${SPAN}2026-01-02&step=minute`,
      'The window of time has 1440 buckets of `minute`, and an answer has at most 300. Use `step=6 hours`, or a shorter window.',
      ['since', 'until', 'step'],
    ],
    [
      `listed?since=1900-01-01&until=2299-12-31&step=year`,
      'The window of time has 400 buckets of `year`, and an answer has at most 300. Use a shorter window.',
      ['since', 'until', 'step'],
    ],
    [
      `any?${SPAN}2026-01-15&step=1h`,
      'The window of time has 1080 buckets, and an answer has at most 300. Use `step=4h`, or a shorter window.',
      ['since', 'until', 'step'],
    ],
    [
      `short?since=2025-12-01&until=2026-01-20&step=1h`,
      'The window of time has 1200 buckets, and an answer has at most 300. Use a shorter window.',
      ['since', 'until', 'step'],
    ],
    [
      `moving?since=2000-01-01&day=2026-01-15`,
      'The window of time has 2174 buckets, and an answer has at most 300. Use a shorter window.',
      ['since', 'day'],
    ],
    [
      `moving?since=2026-01-01&day=2025-01-15`,
      'The window of time ends before it begins: it begins at 2026-01-01T00:00:00Z and ends at 2025-01-16T00:00:00Z.',
      ['since', 'day'],
    ],
    [
      `calendar?since=2025-01-01&until=2026-03-01`,
      'The window of time has 10176 buckets, and an answer has at most 10000. Use a shorter window.',
      ['since', 'until'],
    ],
    [
      `calendar?since=2026-01-02&until=2026-01-01`,
      'The window of time ends before it begins: `until` is before `since`.',
      ['since', 'until'],
    ],
  ])('%s', async (path, message, names) => {
    const { app: service, engine } = app();
    const response = await service.request(`/api/endpoints/${path}`);
    expect(response.status).toBe(400);
    expect(JSON.parse(await response.text())).toMatchObject({
      code: 'invalid_parameter',
      detail: message,
      parameters: names.map(name => ({ name, message })),
    });
    expect(engine.asked).toEqual([]);
  });

  it('may have any number of buckets where gaps are left', async () => {
    expect(await asked('open?since=1900-01-01&until=2299-12-31&step=second')).toMatchObject({
      status: 200,
    });
  });
});

// ---- next to the reference ------------------------------------------------------------------------------------------

const AROUND = [
  '2026-01-15T10:07:33.123456Z',
  '2026-03-29T00:00:00Z',
  '2025-10-26T01:00:00Z',
  '2025-11-02T04:00:00Z',
  '2024-02-29T12:00:00Z',
  '2026-01-01T00:00:00Z',
];
const QUARTER = 900_000_000n;
/** Rather close to each other, and close to starts of buckets. */
const time = fc
  .tuple(
    fc.constantFrom(...AROUND),
    fc.oneof(fc.integer({ min: -200, max: 200 }), fc.integer({ min: -40_000, max: 40_000 })),
    fc.constantFrom(0n, 0n, -1n, 1n),
  )
  .map(([at, quarters, by]) => instant(at) + BigInt(quarters) * QUARTER + by);

function rfc3339(micros: bigint): string {
  const rest = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const seconds = new Date(Number((micros - rest) / 1_000n)).toISOString().slice(0, 19);
  return `${seconds}.${String(rest).padStart(6, '0')}Z`;
}

const request = fc.record({
  name: fc.constantFrom(...Object.keys(CLAUSES)),
  since: time.map(rfc3339),
  until: time.map(rfc3339),
  day: time.map(at => rfc3339(at).slice(0, 10)),
  zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/Havana', 'Asia/Kathmandu', 'Pacific/Apia'),
  step: fc.constantFrom(...STEPS, 'second', '15m', '2h', '1d', '10d'),
});

/** `null` where it is refused, else the chosen step, or an empty text. */
function bound(name: string, sent: Readonly<Record<string, string>>): string | null {
  const endpoint = made.endpoints.find(one => one.name === name);
  if (endpoint?.engines['duckdb'] === undefined) throw new Error(`no endpoint ${name}`);
  const options = { engine: 'duckdb', unknown: 'ignore', cursors: null, nowMs: Date.now } as const;
  const reading = createReader(endpoint, options)(null, String(new URLSearchParams(sent)));
  if (!('values' in reading)) return null;
  try {
    return createBinder(endpoint.engines['duckdb'], endpoint)(reading.values, NOW).step ?? '';
  } catch (error) {
    if (error instanceof WindowFault) return null;
    throw error;
  }
}

const TRIED = usually(480, 4);

it('windows are answered where the reference answers them, with the same step', () => {
  const known = references(inputs);
  const counts = { answered: 0, refused: 0 };
  fc.assert(
    fc.property(request, ({ name, ...sent }) => {
      const reference = known.get(name);
      if (reference === undefined) throw new Error(`no endpoint ${name}`);
      let expected: bigint[] | null;
      try {
        const { rows } = answer(reference, [{ at: instant(sent.since) }], sent, NOW);
        expected = rows.map(([at]) => BigInt(String(at)));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        expected = null;
      }
      const step = bound(name, sent);
      expect(step === null).toBe(expected === null);
      counts[expected === null ? 'refused' : 'answered'] += 1;
      const [first, second] = expected ?? [];
      if (name !== 'lengths' || first === undefined || second === undefined) return;
      const least = { '5 minutes': 300, hour: 3_600, day: 82_800, month: 28 * 82_800 }[step ?? ''];
      expect(Number((second - first) / 1_000_000n)).toBeGreaterThanOrEqual(least ?? Infinity);
      expect(Number((second - first) / 1_000_000n)).toBeLessThan(2 * (least ?? 0));
    }),
    { numRuns: TRIED, seed: 20260115 },
  );
  expect(counts.answered).toBeGreaterThan(TRIED / 8);
  expect(counts.refused).toBeGreaterThan(TRIED / 8);
});
