/** What `functions.invocation-stats` promises. */
import { expect } from 'vitest';
import type { Row } from '../../../reference/language/evaluate.ts';
import type { Case } from '../case.ts';
import { DAY, HOUR, invocation, MICRO, MINUTE, SECOND } from '../entries.ts';

const path = (project: string, rest = '') =>
  `/api/endpoints/functions.invocation-stats?project=${project}${rest}`;
const of = (...rows: readonly Row[]) => ({ function_edge_logs: rows });

/** For each interval, the first bucket's start, the end of the last one, both as they stand on the clock, and the step. */
const WINDOWS = [
  ['5min', '2026-01-15T10:02:33Z', '2026-01-15T10:07:34Z', SECOND, 301],
  ['15min', '2026-01-15T09:52:00Z', '2026-01-15T10:08:00Z', MINUTE, 16],
  ['1hr', '2026-01-15T09:07:00Z', '2026-01-15T10:08:00Z', MINUTE, 61],
  ['1day', '2026-01-14T10:00:00Z', '2026-01-15T11:00:00Z', HOUR, 25],
  ['7day', '2026-01-08T00:00:00Z', '2026-01-16T00:00:00Z', DAY, 8],
] as const;
const micros = (iso: string) => BigInt(Date.parse(iso)) * 1_000n;
const iso = (at: bigint) => new Date(Number(at / 1_000n)).toISOString().replace('.000Z', 'Z');

const windows: readonly Case[] = WINDOWS.flatMap(([interval, first, end, step, buckets]) => {
  const [from, to] = [micros(first), micros(end)];
  const edge = `edge-${interval}`;
  const full = `full-${interval}`;
  const starts = Array.from({ length: buckets }, (_, index) => from + BigInt(index) * step);
  return [
    {
      promise: `${interval}: in from the first bucket's start to the current one's end, to the microsecond`,
      rows: of(
        ...[from - MICRO, from, from + step - MICRO, to - MICRO, to, to + 1_000n * DAY].map(at =>
          invocation(edge, at),
        ),
      ),
      steps: [
        [path(edge, `&interval=${interval}`), { column: ['timestamp', first, iso(to - step)] }],
        [path(edge, `&interval=${interval}`), { column: ['count', 2, 1] }],
      ],
    },
    {
      promise: `${interval}: ${buckets} buckets fit in the window, and rows ascend by timestamp`,
      rows: of(
        ...[from - step, ...starts, to].toReversed().map(at => invocation(full, at + step / 2n)),
      ),
      steps: [
        [
          path(full, `&interval=${interval}`),
          { column: ['timestamp', ...starts.map(iso)], headers: { 'X-Truncated': null } },
        ],
      ],
    },
  ] satisfies readonly Case[];
});

const DEFAULTED = [
  '',
  '&interval=',
  '&interval=bogus',
  '&interval=1DAY',
  '&interval=%201day',
  '&interval=;--',
];
const NOTHING = { text: '{"result":[]}' } as const;
const AT = '2026-01-15T10:07:30Z';

export const INVOCATION_STATS: readonly Case[] = [
  ...windows,
  {
    promise: 'an interval that is absent, empty or none of the five is one day by hour',
    rows: of(invocation('defaulted', AT), invocation('defaulted', '2026-01-14T10:00:00Z')),
    steps: DEFAULTED.map(rest => [
      path('defaulted', rest),
      { column: ['timestamp', '2026-01-14T10:00:00Z', '2026-01-15T10:00:00Z'] },
    ]),
  },
  {
    promise: 'buckets without an entry are not returned, and no entry at all is an empty list',
    rows: of(invocation('gaps', AT), invocation('gaps', '2026-01-15T10:05:00Z')),
    steps: [
      [
        path('gaps', '&interval=15min'),
        { column: ['timestamp', '2026-01-15T10:05:00Z', '2026-01-15T10:07:00Z'] },
      ],
      [path('nobody'), NOTHING],
      [path('gaps', '&function_id=other'), NOTHING],
      [path('gap'), NOTHING],
      [path('GAPS'), NOTHING],
      [path("gaps'%20OR%20'1'='1"), NOTHING],
    ],
  },
  {
    promise: 'without a function all count, with one only its own',
    rows: of(
      invocation('functions', AT, { fn: 'one' }),
      invocation('functions', AT, { fn: 'two' }),
      invocation('functions', AT, { fn: 'two' }),
    ),
    steps: [
      [path('functions'), { column: ['count', 3] }],
      [path('functions', '&function_id='), { column: ['count', 3] }],
      [path('functions', '&function_id=two'), { column: ['count', 2] }],
      [path('functions', '&function_id=TWO'), NOTHING],
    ],
  },
  {
    promise: 'an entry without a status counts, but is no error; 399 is none, 400 is',
    rows: of(
      ...[null, 100n, 200n, 399n, 400n, 404n, 500n, 599n].map(status =>
        invocation('errors', AT, { status }),
      ),
    ),
    steps: [
      [path('errors'), { column: ['count', 8] }],
      [path('errors'), { column: ['error_count', 4] }],
    ],
  },
  {
    promise: 'an entry counts once, whatever its array of metadata holds',
    rows: of(
      { ...invocation('arrays', AT), metadata: [{ project_ref: 'arrays' }] },
      {
        ...invocation('arrays', AT),
        metadata: [
          {
            project_ref: 'arrays',
            execution_time_ms: 1,
            response: [{ status_code: 500n }, { status_code: 501n }],
          },
          { project_ref: 'arrays', execution_time_ms: 99, response: { status_code: 500n } },
        ],
      },
      { ...invocation('arrays', AT), metadata: [] },
      {
        ...invocation('arrays', AT),
        metadata: [{ project_ref: 'other' }, { project_ref: 'arrays' }],
      },
    ),
    steps: [
      [path('arrays'), { column: ['count', 2] }],
      [path('arrays'), { column: ['error_count', 1] }],
      [path('arrays'), { column: ['max_execution_time', 1] }],
    ],
  },
  {
    promise:
      'execution times that are missing are left out of minimum, maximum, mean and quantiles',
    rows: of(...[null, 10, null, 20, 30].map(ms => invocation('times', AT, { ms, status: 200n }))),
    steps: [
      [
        path('times'),
        {
          text: `{"result":[{"timestamp":"2026-01-15T10:00:00Z","min_execution_time":10,"max_execution_time":30,${''}"avg_execution_time":20,"p95_execution_time":30,"p99_execution_time":30,"count":5,"error_count":0}]}`,
        },
      ],
    ],
  },
  {
    promise: 'where no entry of a bucket has an execution time they are null',
    rows: of(invocation('timeless', AT)),
    steps: [
      [
        path('timeless'),
        {
          rows: [
            {
              timestamp: '2026-01-15T10:00:00Z',
              min_execution_time: null,
              max_execution_time: null,
              avg_execution_time: null,
              p95_execution_time: null,
              p99_execution_time: null,
              count: 1,
              error_count: 0,
            },
          ],
        },
      ],
    ],
  },
  {
    promise: 'p95 and p99 are values that occur, whose rank is within a hundredth',
    rows: of(
      ...Array.from({ length: 400 }, (_, index) =>
        invocation('quantiles', AT, { ms: ((index * 7) % 400) + 1 }),
      ),
    ),
    holds: async service => {
      const { text } = await service.ask({ path: path('quantiles') });
      const [row] = JSON.parse(text).result;
      for (const [name, p] of [
        ['p95_execution_time', 0.95],
        ['p99_execution_time', 0.99],
      ] as const) {
        const value = row[name];
        expect(Number.isInteger(value)).toBe(true);
        expect(value / 400).toBeGreaterThanOrEqual(p - 0.01);
        expect((value - 1) / 400).toBeLessThanOrEqual(p + 0.01);
      }
    },
  },
  {
    promise: 'now is the instant at which the request arrived',
    rows: of(invocation('moving', '2026-01-15T10:05:00Z')),
    steps: [
      [
        { path: path('moving', '&interval=5min'), at: micros('2026-01-15T10:10:00Z') + 999_999n },
        { column: ['count', 1] },
      ],
      [
        {
          path: path('moving', '&interval=5min&function_id=f1'),
          at: micros('2026-01-15T10:10:01Z'),
        },
        NOTHING,
      ],
      [
        {
          path: path('moving', '&interval=5min&function_id=f1'),
          at: micros('2026-01-15T10:04:59Z'),
        },
        NOTHING,
      ],
    ],
  },
  {
    promise: 'a project is needed, and an empty one is none',
    steps: [
      ...['', '&interval=1hr'].map(
        rest =>
          [
            path('', rest),
            {
              problem: {
                code: 'missing_parameter',
                detail: '`project` must be given and not empty.',
                parameters: [['project', '`project` must be given and not empty.']],
              },
            },
          ] as const,
      ),
      ['/api/endpoints/functions.invocation-stats', { problem: { code: 'missing_parameter' } }],
    ],
  },
];
