/** Requests of clients that were written for the original service, and what each of them reads. */
import { foreignTable, type Read, type Reader, script, studio, tool } from './readers.ts';

export interface Case {
  readonly client: string;
  readonly asks: string;
  readonly path: string;
  /** `null`: no key is sent. */
  readonly key?: 'all' | 'wrong' | null;
  readonly body?: string;
  readonly status?: number;
  readonly reader: Reader;
  readonly reads: Read;
}

const LOGS = '/api/endpoints/query/logs.all';
const LOGS_BY_ID = '/api/endpoints/query/C2A7D5E4-93B1-4C0F-8D26-5B7E40F91A02';
const STATS = '/api/endpoints/query/functions.inv-stats';
const COUNTS = '/api/endpoints/query/usage.api-counts';
const SQL = encodeURIComponent('select id, event_message from postgres_logs limit 5');
const table = foreignTable({ id: 'text', timestamp: 'bigint', event_message: 'text' });

const NEWEST = ['r2', '2026-01-15T10:06:00.000Z', 'GET'];
const OLDER = ['r1', '2026-01-15T09:30:00.500Z', null];
const AT_2 = 1_768_471_560_000_000;
const AT_1 = 1_768_469_400_500_000;
const NO_SQL = '`sql` is not accepted here: the endpoint runs its own query.';
const KEY = 'A valid key is needed in the header `X-API-KEY`.';
const cell = (text: string) => encodeURIComponent(text);
const INSTANT =
  'an ISO 8601 timestamp such as `2026-01-15T10:00:00Z`, of the years 1900 to 2299 in UTC';

export const CASES: readonly Case[] = [
  // a dashboard that its team hosts
  {
    client: 'Studio',
    asks: 'for logs, with the reference of the page',
    path: `${LOGS}?project=demo&ref=default`,
    reader: studio,
    reads: { rows: [NEWEST, OLDER] },
  },
  {
    client: 'Studio',
    asks: 'for logs between two moments of a browser',
    path: `${LOGS}?project=demo&iso_timestamp_start=${cell('2026-01-15T10:00:00.000Z')}&iso_timestamp_end=${cell('2026-01-15T10:07:00.000Z')}`,
    reader: studio,
    reads: { rows: [NEWEST] },
  },
  {
    client: 'Studio',
    asks: 'with empty bounds, which are none',
    path: `${LOGS}?project=demo&iso_timestamp_start=&iso_timestamp_end=`,
    reader: studio,
    reads: { rows: [NEWEST, OLDER] },
  },
  {
    client: 'Studio',
    asks: 'for statistics of functions by the old name and interval',
    path: `${STATS}?project=demo&interval=1hr&_=1768471653123`,
    reader: studio,
    reads: {
      rows: [
        [
          '2026-01-15T10:05:00.000Z',
          {
            min_execution_time: 20,
            max_execution_time: 40,
            avg_execution_time: 30,
            p95_execution_time: 40,
            p99_execution_time: 40,
            count: 2,
            error_count: 1,
          },
        ],
      ],
    },
  },
  {
    client: 'Studio',
    asks: 'for counts by an interval that has another name by now',
    path: `${COUNTS}?project=counted&interval=1hr`,
    reader: studio,
    reads: {
      rows: [
        [
          '2026-01-15T09:00:00.000Z',
          {
            total_rest_requests: 1,
            total_storage_requests: 0,
            total_auth_requests: 0,
            total_realtime_requests: 0,
          },
        ],
        [
          '2026-01-15T10:00:00.000Z',
          {
            total_rest_requests: 0,
            total_storage_requests: 0,
            total_auth_requests: 1,
            total_realtime_requests: 0,
          },
        ],
      ],
    },
  },
  {
    client: 'Studio',
    asks: 'for rows of SQL, and never takes others for them',
    path: `${LOGS}?project=demo&sql=${SQL}`,
    status: 400,
    reader: studio,
    reads: { error: `Failed: ${NO_SQL}` },
  },
  {
    client: 'Studio',
    asks: 'by an identifier in capitals',
    path: `${LOGS_BY_ID}?project=demo`,
    reader: studio,
    reads: { rows: [NEWEST, OLDER] },
  },
  // a foreign table of PostgreSQL, whose parameters PostgreSQL prints
  {
    client: 'foreign table',
    asks: 'for rows since a timestamptz',
    path: `${LOGS_BY_ID}?project=demo&iso_timestamp_start=${cell('2026-01-15 10:00:00+00')}`,
    reader: table,
    reads: {
      rows: [['r2', BigInt(AT_2), 'GET | 200']],
    },
  },
  {
    client: 'foreign table',
    asks: 'for rows since a timestamptz of a zone west of Greenwich',
    path: `${LOGS}?project=demo&iso_timestamp_start=${cell('2026-01-15 05:06:30-05')}`,
    reader: table,
    reads: { rows: [] },
  },
  {
    client: 'foreign table',
    asks: 'with bounds that are infinite',
    path: `${LOGS}?project=demo&iso_timestamp_start=-infinity&iso_timestamp_end=infinity`,
    reader: foreignTable({ id: 'text', timestamp: 'bigint' }),
    reads: {
      rows: [
        ['r2', BigInt(AT_2)],
        ['r1', BigInt(AT_1)],
      ],
    },
  },
  {
    client: 'foreign table',
    asks: 'for a record that is NULL',
    path: `${LOGS}?project=demo&iso_timestamp_end=${cell('2026-01-15 09:30:00.5+00')}`,
    reader: foreignTable({ id: 'text', _result: 'text' }),
    reads: {
      rows: [['r1', `{"id":"r1","timestamp":${AT_1},"event_message":null,"metadata":[]}`]],
    },
  },
  {
    client: 'foreign table',
    asks: 'without what is required, and beside that wrongly',
    path: `${LOGS}?iso_timestamp_start=yesterday&tier=PRO`,
    status: 400,
    reader: script,
    reads: {
      error: `\`project\` must be given and not empty. \`iso_timestamp_start\` must be ${INSTANT}, not \`yesterday\`. \`tier\` is not a parameter; there are \`project\`, \`project_tier\`, \`iso_timestamp_start\`, \`iso_timestamp_end\`.\n`,
    },
  },
  {
    client: 'foreign table',
    asks: 'without what is required, and shows the status alone',
    path: LOGS,
    status: 400,
    reader: table,
    reads: { error: 'HTTP status 400' },
  },
  {
    client: 'foreign table',
    asks: 'for counts whose column is a timestamp without a zone',
    path: `${COUNTS}?project=counted&interval=hourly`,
    reader: foreignTable({ timestamp: 'timestamp', total_rest_requests: 'bigint' }),
    reads: {
      rows: [
        ['2026-01-15 09:00:00', 1n],
        ['2026-01-15 10:00:00', 0n],
      ],
    },
  },
  {
    client: 'foreign table',
    asks: 'for counts whose column is a timestamptz',
    path: `${COUNTS}?project=counted&interval=hourly`,
    reader: foreignTable({ timestamp: 'timestamptz', total_auth_requests: 'bigint' }),
    reads: {
      rows: [
        ['2026-01-15 09:00:00+00', 0n],
        ['2026-01-15 10:00:00+00', 1n],
      ],
    },
  },
  // a tool of a language model
  {
    client: 'tool',
    asks: 'for the last minutes',
    path: `${LOGS}?project=demo&iso_timestamp_start=${cell('2026-01-15T10:07:00.000Z')}`,
    reader: tool,
    reads: { rows: [] },
  },
  {
    client: 'tool',
    asks: 'with SQL, and is told that it is not taken',
    path: `${LOGS}?project=demo&sql=${SQL}&iso_timestamp_start=${cell('2026-01-15T10:07:00.000Z')}`,
    status: 400,
    reader: tool,
    reads: { error: `Failed to fetch logs: ${NO_SQL}` },
  },
  {
    client: 'tool',
    asks: 'with SQL in a body',
    path: LOGS,
    body: '{"project":"demo","sql":"select 1"}',
    status: 400,
    reader: tool,
    reads: { error: `Failed to fetch logs: ${NO_SQL}` },
  },
  {
    client: 'tool',
    asks: 'for an endpoint that is not there',
    path: '/api/endpoints/query/logs.none?project=demo',
    status: 404,
    reader: tool,
    reads: { error: 'Failed to fetch logs: There is no such endpoint.' },
  },
  // scripts
  {
    client: 'script',
    asks: 'by name, from the first of all days to the last',
    path: `/api/endpoints/logs.all?project=demo&iso_timestamp_start=0001-01-01T00:00:00Z&iso_timestamp_end=9999-12-31t23:59:59z`,
    reader: script,
    reads: { rows: [`${AT_2}\t200`, `${AT_1}\t`] },
  },
  {
    client: 'script',
    asks: 'with an instant in small letters',
    path: `/api/endpoints/logs.all?project=demo&iso_timestamp_start=2026-01-15t10:00:00z`,
    reader: script,
    reads: { rows: [`${AT_2}\t200`] },
  },
  {
    client: 'script',
    asks: 'with a plus that nobody encoded',
    path: `/api/endpoints/logs.all?project=demo&iso_timestamp_start=2026-01-15T10:00:00+02`,
    status: 400,
    reader: script,
    reads: {
      error: `\`iso_timestamp_start\` must be ${INSTANT}; the \`+\` of an offset is written \`%2B\` in a URL, not \`2026-01-15T10:00:00 02\`.\n`,
    },
  },
  {
    client: 'script',
    asks: 'without a key',
    path: `${LOGS}?project=demo`,
    key: null,
    status: 401,
    reader: script,
    reads: { error: `${KEY}\n` },
  },
  {
    client: 'script',
    asks: 'with a key that is none',
    path: `${LOGS}?project=demo`,
    key: 'wrong',
    status: 401,
    reader: script,
    reads: { error: `${KEY}\n` },
  },
];
