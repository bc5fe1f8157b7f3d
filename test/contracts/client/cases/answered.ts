/**
 * What is answered: every endpoint, every parameter, every kind of value.
 *
 * Times of rows are whole seconds or have six digits that do not end in zero, so that each language writes them alike.
 */
import { type Answer, type Case, ODD_TEXT, UUID, type Value } from '../case.ts';

const FULL = {
  at: '2026-01-15T10:07:00.120001Z',
  micros: 1768471620120001,
  millis: 1768471620120,
  number: 7,
  large: '9223372036854775807',
  ratio: 0.1,
  price: '-12345678901234567890123456789.123456789',
  cents: 12.5,
  flag: false,
  day: '2024-02-29',
  text: ODD_TEXT,
  doc: { a: [1, null, '\u2028'], b: {} },
  meta: {
    text: '',
    number: -9_007_199_254_740_991,
    seen: '1969-12-31T23:59:59.999999Z',
    inner: { flag: true, ratio: -2.5, day: '1900-01-01' },
  },
};
const NULLS = {
  at: '2026-01-15T10:00:00Z',
  micros: 1768471200000000,
  millis: 1768471200000,
  number: null,
  large: null,
  ratio: null,
  price: null,
  cents: null,
  flag: null,
  day: null,
  text: null,
  doc: null,
  meta: { text: null, number: null, seen: null, inner: { flag: false, ratio: null, day: null } },
};

const COUNTED = ['full', ODD_TEXT, 'key', 'null', 'unsafe', 'unstored'].map(id => ({
  id,
  entries: 1,
}));

const values = (...rows: readonly unknown[]): Answer => ({ rows, rowLimit: 1000, cache: 'bypass' });
const logs = (...rows: readonly unknown[]): Answer => ({ rows, rowLimit: 100, cache: 'bypass' });
const kept = (...rows: readonly unknown[]): Answer => ({ rows, rowLimit: 1000, cache: 'kept' });
const partly = (answer: Answer): Answer => ({ ...answer, partly: true });

/** By name, with a value that finds `full`, and one that does not. */
const PARAMS: readonly (readonly [name: string, finds: Value, misses: Value | null])[] = [
  ['number', 7, -8],
  ['number', { $integer: '7' }, { $integer: '8' }],
  ['large', { $integer: '9223372036854775807' }, { $integer: '-9223372036854775808' }],
  ['ratio', 0.1, 1e300],
  ['ratio', 0.1, 5e-324],
  ['ratio', 0.1, { $number: '-0' }],
  ['flag', false, true],
  ['at', '2026-01-15T12:07:00.120001+02:00', '2026-01-15T12:07:00.12+02:00'],
  ['day', '2024-02-29', '2024-02-28'],
  ['day', { $day: '2024-02-29' }, { $day: '1900-01-01' }],
  ['pattern', '^it.s .*[日本]{2}', '^$'],
  ['pattern', '', null],
  ['name', ODD_TEXT, 'full'],
  ['name', ' a\r\n\tb\n', 'full'],
  ['kind', 'é', null],
  ['kind', 'anything', null],
  ['strict', '<b>', null],
  ['names', ['full', ODD_TEXT], ['other', 'full ']],
  ['names', ['', 'full'], null],
  ['names', [], null],
  ['amount', [7, 9], [8]],
  ['amount__gte', 7, 8],
  ['numbers', [7, 8], [8, { $integer: '-9223372036854775808' }]],
];

/** Names that take more than an address can hold. */
const MANY = Array.from({ length: 1_500 }, (_, index) => `${ODD_TEXT} ${index}`);

export const PARAM_CASES: readonly Case[] = PARAMS.flatMap(([name, finds, misses]) => {
  const given = (value: Value) => JSON.stringify(value);
  const asks = { endpoint: 'values.all' };
  const found: Case = {
    ...asks,
    does: `finds by ${name} ${given(finds)}`,
    params: { id: 'full', [name]: finds },
    gives: values(FULL),
  };
  if (misses === null) return [found];
  const params = { id: 'full', [name]: misses };
  return [
    found,
    { ...asks, does: `finds none by ${name} ${given(misses)}`, params, gives: values() },
  ];
});

const LONG_CASES: readonly Case[] = [
  {
    does: 'sends a list that is too long for an address',
    endpoint: 'values.all',
    params: { id: 'full', number: 7, names: [...MANY, 'full'] },
    gives: values(FULL),
  },
  {
    does: 'finds none by a list that is too long for an address',
    endpoint: 'values.all',
    params: { id: 'full', names: MANY },
    gives: values(),
  },
  {
    does: 'sends a text that is too long for an address',
    endpoint: 'values.all',
    params: { id: 'full', name: ODD_TEXT.repeat(1_000), numbers: [7] },
    gives: values(FULL),
  },
  {
    does: 'is refused what is too long for an address as it is otherwise',
    endpoint: 'values.all',
    params: { id: 'full', names: [...MANY, ...MANY.map(name => `${name}!`)] },
    gives: {
      kind: 'service',
      status: 400,
      code: 'invalid_parameter',
      parameters: [['names', '`names` must be a list of at most 2,000 items, not 3000.']],
    },
  },
];

export const ROW_CASES: readonly Case[] = [
  ...LONG_CASES,
  {
    does: 'reads a value of every kind',
    endpoint: 'values.all',
    params: { id: 'full' },
    gives: values(FULL),
  },
  {
    does: 'reads what is null at every level',
    endpoint: 'values.all',
    params: { id: 'null' },
    gives: values(NULLS),
  },
  {
    does: 'hands over text of every kind',
    endpoint: 'values.all',
    params: { id: ODD_TEXT },
    gives: values({ ...NULLS, number: 0, flag: true, meta: null }),
  },
  {
    does: 'hands over a UUID and an instant of its language',
    endpoint: 'values.all',
    params: { id: 'key', key: UUID, at: { $instant: '2026-01-15T10:00:00Z' } },
    gives: partly(values({ text: UUID })),
  },
  {
    does: 'knows no rows from none that came',
    endpoint: 'values.all',
    params: { id: 'nobody' },
    call: { headers: { 'X-Request-Id': 'of-the-caller' } },
    gives: { ...values(), requestId: 'of-the-caller' },
  },
  {
    does: 'tells that there were more rows',
    endpoint: 'values.page',
    gives: {
      rows: [{ id: 'full' }, { id: ODD_TEXT }],
      truncated: true,
      rowLimit: 2,
      cache: 'kept',
    },
  },
  {
    does: 'answers a page, and that there is another',
    endpoint: 'values.pages',
    params: { cursor: '' },
    gives: { rows: COUNTED.slice(0, 2), leadsOn: true, rowLimit: 2, cache: 'bypass' },
  },
  {
    does: 'goes through all pages',
    endpoint: 'values.pages',
    pages: true,
    gives: { rows: COUNTED, rowLimit: null, cache: null },
  },
  {
    does: 'goes through all pages of a size',
    endpoint: 'values.pages',
    params: { page_size: 3 },
    pages: true,
    gives: { rows: COUNTED, rowLimit: null, cache: null },
  },
  {
    does: 'counts by day',
    endpoint: 'usage.api-counts',
    params: { project: 'abc', interval: 'daily' },
    gives: kept({
      timestamp: '2026-01-15T00:00:00Z',
      total_rest_requests: 2,
      total_storage_requests: 0,
      total_auth_requests: 1,
      total_realtime_requests: 0,
    }),
  },
  {
    does: 'counts by minute',
    endpoint: 'usage.api-counts',
    params: { project: '^https://abc[.]', interval: 'minutely' },
    gives: partly(
      kept(
        { timestamp: '2026-01-15T10:05:00Z', total_auth_requests: 1 },
        { timestamp: '2026-01-15T10:06:00Z', total_rest_requests: 1 },
      ),
    ),
  },
  {
    does: 'counts by hour',
    endpoint: 'usage.api-counts',
    params: { project: 'abc', interval: 'hourly' },
    gives: partly(kept({ timestamp: '2026-01-15T10:00:00Z', total_rest_requests: 1 })),
  },
  {
    does: 'fills days without entries',
    endpoint: 'usage.statuses',
    params: { project: 'none', interval: '7day' },
    gives: {
      rows: [8, 9, 10, 11, 12, 13, 14, 15].map(day => ({
        timestamp: `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`,
        answered: 0,
        refused: 0,
        failed: 0,
      })),
      rowLimit: 1000,
      cache: 'bypass',
    },
  },
  {
    does: 'reads records in rows',
    endpoint: 'logs.all',
    params: {
      project: 'abc',
      project_tier: 'PRO',
      iso_timestamp_start: { $instant: '2026-01-15T10:00:00Z' },
      iso_timestamp_end: '2026-01-15T11:06:33.123456+01:00',
    },
    gives: partly(
      logs(
        {
          id: 'e1',
          timestamp: '2026-01-15T10:06:33.123456Z',
          event_message: ODD_TEXT,
          metadata: {
            logflare_worker: null,
            request: { path: '/rest/v1', method: null, url: 'https://abc.example/rest/v1' },
            response: null,
          },
        },
        { id: 'e2', event_message: null },
      ),
    ),
  },
  {
    does: 'reads records that are not there',
    endpoint: 'logs.all',
    params: { project: ODD_TEXT },
    gives: logs({
      id: 'e4',
      timestamp: '2026-01-15T10:06:33.123456Z',
      event_message: null,
      metadata: null,
    }),
  },
  {
    does: 'asks with a key that fixes a parameter',
    endpoint: 'logs.all',
    params: { project: 'abc' },
    key: 'tenant',
    gives: partly(logs({ id: 'e1' }, { id: 'e2' }, { id: 'e3' })),
  },
  {
    does: 'reads numbers that are no numbers as null',
    endpoint: 'functions.invocation-stats',
    params: { project: 'abc', function_id: 'f1', interval: '1day' },
    gives: partly(
      kept(
        {
          timestamp: '2026-01-15T09:00:00Z',
          min_execution_time: null,
          avg_execution_time: null,
          p95_execution_time: null,
          count: 1,
          error_count: 0,
        },
        { timestamp: '2026-01-15T10:00:00Z', min_execution_time: 12.5, count: 2, error_count: 1 },
      ),
    ),
  },
];
