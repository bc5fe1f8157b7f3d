/** What `logs.all` promises. */
import type { Row } from '../../../reference/language/evaluate.ts';
import type { Case, Told } from '../case.ts';
import { DAY, HOUR, invocation, MICRO, MINUTE, request } from '../entries.ts';
import { NOW } from '../services.ts';

const path = (project: string, rest = '') => `/api/endpoints/logs.all?project=${project}${rest}`;
const of = (...rows: readonly Row[]) => ({ edge_logs: rows });
const ids = (...ids: readonly string[]): Told => ({ column: ['id', ...ids] });

/** Ages of the entries that tell the tiers apart; each entry is named after its own. */
const AGES: Readonly<Record<string, bigint>> = {
  fresh: 0n,
  inFree: DAY - MICRO,
  atFree: DAY,
  inPro: 7n * DAY - MICRO,
  atPro: 7n * DAY,
  inPayg: 90n * DAY - MICRO,
  atPayg: 90n * DAY,
};
const PRO = ['fresh', 'inFree', 'atFree', 'inPro'];
const PAYG = [...PRO, 'atPro', 'inPayg'];
const FREE = ['fresh', 'inFree'];
const TIERS: readonly (readonly [string, readonly string[]])[] = [
  ['&project_tier=FREE', FREE],
  ['&project_tier=PRO', PRO],
  ['&project_tier=PAYG', PAYG],
  ['&project_tier=ENTERPRISE', PAYG],
  ...[
    '',
    '&project_tier=',
    '&project_tier=free',
    '&project_tier=Pro',
    '&project_tier=PRO%20',
    '&project_tier=TEAM',
  ].map(rest => [rest, FREE] as const),
];

const BOUNDS = '2026-01-15T09:00:00.5Z';
const AT_BOUND = BigInt(Date.parse(BOUNDS)) * 1_000n;
/** One instant, in the forms that callers may write it in. */
const SPELLINGS = [
  BOUNDS,
  '2026-01-15%2009:00:00.500',
  '2026-01-15T09:00:00.500000',
  '2026-01-15T11:00:00.5%2B02:00',
  '2026-01-15T03:30:00.50-0530',
];
const WRONG = [
  'yesterday',
  '1768467600',
  '2026-01-15T24:00:00Z',
  '2026-02-30',
  '2026-01-15T09:00:60Z',
  '2026-01-15T09:00:00.1234567Z',
  '2026-01-15t09:00:00z',
  '%202026-01-15',
  '2026-01-15T09:00:00Z%00',
  "2026-01-15'--",
];

export const LOGS_ALL: readonly Case[] = [
  {
    promise:
      'the tier sets the retention, strictly to the microsecond; its name has its letter case, and any other is FREE',
    rows: of(...Object.entries(AGES).map(([id, age]) => request('tiers', NOW - age, { id }))),
    steps: TIERS.map(([rest, wanted]) => [path('tiers', rest), ids(...wanted)]),
  },
  {
    promise:
      'the start is exclusive, the end inclusive, to the microsecond, in every form of ISO 8601 that is taken',
    rows: of(
      request('bounds', AT_BOUND - MICRO, { id: 'before' }),
      request('bounds', AT_BOUND, { id: 'at' }),
      request('bounds', AT_BOUND + MICRO, { id: 'after' }),
    ),
    steps: SPELLINGS.flatMap(at => [
      [path('bounds', `&iso_timestamp_start=${at}`), ids('after')] as const,
      [path('bounds', `&iso_timestamp_end=${at}`), ids('at', 'before')] as const,
      [path('bounds', `&iso_timestamp_start=${at}&iso_timestamp_end=${at}`), ids()] as const,
    ]),
  },
  {
    promise:
      'bounds that are empty are absent, a date is its midnight, and a start after the end is legal and empty',
    rows: of(
      request('empties', '2026-01-15T00:00:00Z', { id: 'midnight' }),
      request('empties', '2026-01-15T00:00:00.000001Z', { id: 'later' }),
    ),
    steps: [
      [path('empties', '&iso_timestamp_start=&iso_timestamp_end='), ids('later', 'midnight')],
      [path('empties', '&iso_timestamp_start=2026-01-15'), ids('later')],
      [path('empties', '&iso_timestamp_end=2026-01-15'), ids('midnight')],
      [
        path('empties', '&iso_timestamp_start=2026-01-15T01:00Z&iso_timestamp_end=2026-01-15'),
        { text: '{"result":[]}' },
      ],
    ],
  },
  {
    promise: 'bounds widen no retention',
    rows: of(
      request('retained', NOW - DAY - HOUR, { id: 'old' }),
      request('retained', NOW, { id: 'new' }),
    ),
    steps: [[path('retained', '&iso_timestamp_start=2020-01-01'), ids('new')]],
  },
  {
    promise: 'an entry of the future is returned',
    rows: of(
      request('future', NOW + 3_000n * DAY, { id: 'far' }),
      request('future', NOW + MICRO, { id: 'near' }),
    ),
    steps: [[path('future'), ids('far', 'near')]],
  },
  ...(['iso_timestamp_start', 'iso_timestamp_end'] as const).map(name => ({
    promise: `${name}: what is no ISO 8601 timestamp is a 400 that names the parameter`,
    steps: WRONG.map(
      text =>
        [
          path('bounds', `&${name}=${text}`),
          {
            problem: {
              code: 'invalid_parameter',
              detail: new RegExp(`^\`${name}\` must be an ISO 8601 timestamp`),
              parameters: [[name, /ISO 8601/]],
            },
          },
        ] as const,
    ),
  })),
  {
    promise: 'a plus sign that came as a space is a 400 that tells how to write it',
    steps: [
      [
        path('bounds', '&iso_timestamp_start=2026-01-15T11:00:00+02:00'),
        { problem: { code: 'invalid_parameter', detail: /`%2B`/ } },
      ],
    ],
  },
  {
    promise: 'at most 100 rows: the newest, then by identifier',
    rows: of(
      ...Array.from({ length: 106 }, (_, index) => {
        // three share each instant
        const at = NOW - BigInt(Math.floor(index / 3)) * MINUTE;
        return request('many', at, { id: `m${String((index * 37) % 106).padStart(3, '0')}` });
      }).toReversed(),
    ),
    steps: [
      [
        path('many'),
        {
          column: [
            'id',
            ...Array.from({ length: 106 }, (_, index) => ({
              at: -Math.floor(index / 3),
              id: `m${String((index * 37) % 106).padStart(3, '0')}`,
            }))
              .sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
              .slice(0, 100)
              .map(({ id }) => id),
          ],
          headers: { 'X-Row-Limit': '100', 'X-Truncated': null },
        },
      ],
    ],
  },
  {
    promise: 'only the edge data set is read, and only entries of the project',
    rows: {
      edge_logs: [
        request('edgeonly', NOW, { id: 'mine' }),
        request('other', NOW, { id: 'theirs', url: 'https://edgeonly.example' }),
        { ...request('edgeonly', NOW, { id: 'none' }), project: null },
      ],
      function_edge_logs: [invocation('edgeonly', NOW)],
    },
    steps: [
      [path('edgeonly'), ids('mine')],
      [path('edgeonl_'), ids()],
      [path('edgeonly%25'), ids()],
      [path('EDGEONLY'), ids()],
    ],
  },
  {
    promise:
      'a row is id, timestamp, message and metadata as an object with all its declared fields, arrays of one unwrapped',
    rows: of({
      ...request('shape', NOW, { id: 'shape', message: 'GET "é" \\ 😀' }),
      metadata: [
        {
          request: [
            { cf: [{ asn: 7n, botManagement: [{ verifiedBot: false }] }], method: 'GET', url: '/' },
          ],
          response: [{ origin_time: 0n, status_code: 200n }],
        },
      ],
    }),
    steps: [
      [
        path('shape'),
        {
          text: new RegExp(
            [
              '^\\{"result":\\[\\{"id":"shape","timestamp":"2026-01-15T10:07:33.123456Z","event_message":"GET \\\\"é\\\\" \\\\\\\\ 😀",',
              '"metadata":\\{"logflare_worker":null,"request":\\{"cf":\\{"asOrganization":null,"asn":7,',
              '"botManagement":\\{"corporateProxy":null,.*"verifiedBot":false\\},.*"tlsClientAuth":null,',
              '.*"headers":null,"host":null,"method":"GET","path":null,"protocol":null,"search":null,"url":"/"\\},',
              '"response":\\{"headers":null,"origin_time":0,"status_code":200\\}\\}\\}\\]\\}$',
            ].join(''),
          ),
        },
      ],
    ],
  },
  {
    promise: 'a record that holds nothing is null, and what is missing is null',
    rows: of(
      { ...request('nulls', NOW, { id: 'a' }), metadata: null },
      { ...request('nulls', NOW, { id: 'b' }), metadata: [] },
      { ...request('nulls', NOW, { id: 'c' }), metadata: { request: { cf: {} }, response: null } },
      { ...request('nulls', NOW, { id: 'd' }), metadata: [{}, { response: { status_code: 1n } }] },
    ),
    steps: [
      [
        path('nulls'),
        {
          rows: ['a', 'b', 'c', 'd'].map(id => ({
            id,
            timestamp: '2026-01-15T10:07:33.123456Z',
            event_message: null,
            metadata: null,
          })),
        },
      ],
    ],
  },
  {
    promise: 'a project is needed, and an empty one is none',
    steps: [
      [path(''), { problem: { code: 'missing_parameter' } }],
      ['/api/endpoints/logs.all?project_tier=PRO', { problem: { code: 'missing_parameter' } }],
    ],
  },
];
