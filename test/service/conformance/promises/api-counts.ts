/** What `usage.api-counts` promises. */
import type { Row } from '../../../reference/language/evaluate.ts';
import type { Case, Told } from '../case.ts';
import { DAY, HOUR, MICRO, MINUTE, request } from '../entries.ts';
import { NOW } from '../services.ts';

const path = (project: string, rest = '&interval=minutely') =>
  `/api/endpoints/usage.api-counts?project=${project}${rest}`;
const of = (...rows: readonly Row[]) => ({ edge_logs: rows });
const NOTHING = { text: '{"result":[]}' } as const;
const rest = (...counts: readonly number[]): Told => ({
  column: ['total_rest_requests', ...counts],
});

const iso = (at: bigint) => new Date(Number(at / 1_000n)).toISOString().replace('.000Z', 'Z');
/** For each interval its span and step, and how many buckets it reaches into. */
const SPANS = [
  ['minutely', 60n * MINUTE, MINUTE, 61],
  ['hourly', HOUR, HOUR, 2],
  ['daily', 7n * DAY, DAY, 8],
] as const;

const spans: readonly Case[] = SPANS.flatMap(([interval, last, step, buckets]) => {
  const edge = `slide-${interval}`;
  const full = `slidefull-${interval}`;
  const bucket = (at: bigint) => at - (at % step);
  const starts = Array.from(
    { length: buckets },
    (_, index) => bucket(NOW) - BigInt(buckets - 1 - index) * step,
  );
  return [
    {
      promise: `${interval}: in from exactly the span before now; entries of the future are in too`,
      rows: of(
        ...[NOW - last - MICRO, NOW - last, NOW, NOW + 400n * DAY].map(at => request(edge, at)),
      ),
      steps: [
        [
          path(edge, `&interval=${interval}`),
          {
            rows: [NOW - last, NOW, NOW + 400n * DAY].map(at => ({
              timestamp: iso(bucket(at)),
              total_rest_requests: 1,
              total_storage_requests: 0,
              total_auth_requests: 0,
              total_realtime_requests: 0,
            })),
          },
        ],
      ],
    },
    {
      promise: `${interval}: at most ${buckets} buckets up to now, the first of them partial`,
      rows: of(
        ...starts.flatMap(start => [
          request(full, start),
          request(full, start === bucket(NOW) ? NOW : start + step - MICRO),
        ]),
      ),
      steps: [
        [path(full, `&interval=${interval}`), { column: ['timestamp', ...starts.map(iso)] }],
        [path(full, `&interval=${interval}`), rest(1, ...starts.slice(1).map(() => 2))],
      ],
    },
  ] satisfies readonly Case[];
});

const interval = (text: string, code: 'missing_parameter' | 'invalid_parameter') =>
  [
    path('tenant', text),
    {
      problem: {
        code,
        detail: /^`interval` must be .*one of hourly, daily, minutely/,
        parameters: [['interval', /hourly, daily, minutely/]],
      },
    },
  ] as const;

export const API_COUNTS: readonly Case[] = [
  ...spans,
  {
    promise:
      'a request counts in each area that its path holds; in none, its bucket appears with noughts',
    rows: of(
      request('areas', '2026-01-15T10:07:00Z', { path: '/storage/rest/auth' }),
      request('areas', '2026-01-15T10:07:01Z', { path: '/realtime/v1' }),
      request('areas', '2026-01-15T10:07:02Z', { path: '/a/restful' }),
      request('areas', '2026-01-15T10:05:00Z', { path: '/REST/rest' }),
      request('areas', '2026-01-15T10:04:00Z', {
        path: '/Rest',
        url: 'https://areas.example/rest',
      }),
      request('areas', '2026-01-15T10:03:00Z', { path: null, url: 'https://areas.example/auth' }),
    ),
    steps: [
      [
        path('areas'),
        {
          text: `{"result":[${[
            ['03', 0, 0, 0, 0],
            ['04', 0, 0, 0, 0],
            ['05', 1, 0, 0, 0],
            ['07', 2, 1, 1, 1],
          ]
            .map(
              ([minute, ...[a, b, c, d]]) =>
                `{"timestamp":"2026-01-15T10:${minute}:00Z","total_rest_requests":${a},"total_storage_requests":${b},${''}"total_auth_requests":${c},"total_realtime_requests":${d}}`,
            )
            .join(',')}]}`,
        },
      ],
    ],
  },
  {
    promise: 'the project is an RE2 search in the URL',
    rows: of(
      request('srch-a1', NOW),
      request('srch-b2', NOW),
      request('srch', NOW, { url: 'http://x/SRCH-C3\nend' }),
    ),
    steps: [
      [path('srch-a1'), rest(1)],
      [path('srch-'), rest(2)],
      [path('https://srch-[ab]'), rest(2)],
      [path('%5Ehttps://srch-(a1%7Cb2)%5C.'), rest(2)],
      [path('(%3Fi)srch-%5Cw%5Cd'), rest(3)],
      [path('%5Esrch'), NOTHING],
      [path('srch-%5Cd'), NOTHING],
      [path('SRCH-C3.end'), NOTHING],
      [path('(%3Fs)SRCH-C3.end'), rest(1)],
      [path('SRCH-C3%5Cnend$'), rest(1)],
      [path('srch_a1'), NOTHING],
      [path("srch-a1'%20OR%20true%20--"), NOTHING],
    ],
  },
  {
    promise: 'an entry without URL does not match',
    rows: of(
      request('urlless', NOW, { url: null }),
      { ...request('urlless', NOW), metadata: [] },
      request('urlless', NOW, { path: '/auth', url: 'urlless' }),
    ),
    steps: [
      [path('urlless'), { column: ['total_auth_requests', 1] }],
      [path('urlless'), rest(0)],
    ],
  },
  {
    promise:
      'a project that is absent or empty is a 400: an empty pattern would match every tenant',
    steps: [
      path('', '&interval=daily'),
      '/api/endpoints/usage.api-counts?interval=daily',
      '/api/endpoints/usage.api-counts?project&interval=daily',
    ].map(asked => [
      asked,
      {
        problem: {
          code: 'missing_parameter',
          detail: '`project` must be given and not empty.',
          parameters: [['project', '`project` must be given and not empty.']],
        },
      },
    ]),
  },
  {
    promise: 'a pattern that is none is a 400 that says why; one that is too dear is a 400',
    steps: [
      ['(', /missing/],
      ['a)', /has no/],
      ['%5B', /missing/],
      ['*', /nothing to repeat/],
      ['a%7B1001%7D', /1000|1,000/],
      ['(%3F%3Da)', /./],
      ['%5C1', /./],
      ['(%5CpL%7C%5CpN%7C%5CpP)%7B300%7D$', /./],
      ['abcdefghij'.repeat(13), /128/],
      ['a%00b', /./],
    ].map(([pattern, why]) => [
      path(String(pattern)),
      {
        problem: {
          code: 'invalid_parameter',
          detail: why as RegExp,
          parameters: [['project', why as RegExp]],
        },
      },
    ]),
  },
  {
    promise: 'an interval that is absent, empty or another is a 400 that names the three',
    steps: [
      interval('', 'missing_parameter'),
      interval('&interval=', 'missing_parameter'),
      interval('&interval=weekly', 'invalid_parameter'),
      interval('&interval=DAILY', 'invalid_parameter'),
      interval('&interval=daily%20', 'invalid_parameter'),
    ],
  },
];
