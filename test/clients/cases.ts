/**
 * What every client does, whatever its language: one table, which each of them is driven by.
 *
 * Times of rows are whole seconds or have six digits that do not end in zero, so that each language writes them alike.
 */
import type { ProblemCode } from '../../server/problem.ts';

export const NOW = '2026-01-15T10:07:33.123456Z';
export const ODD_TEXT = 'it\'s "a+b&c=d" é日本🎈\u2028%2F\\';
export const UUID = '3f2b8c1e-9d4a-4c7e-8a55-0b1e7c3b8a01';

export type ClientName = 'typescript' | 'python' | 'python asyncio' | 'go';
export type KeyName = 'all' | 'logs' | 'tenant' | 'stranger';
export type ServiceName =
  | 'usual'
  | 'older'
  | 'limited'
  | 'small'
  | 'hasty'
  | 'busy'
  | 'faulty'
  | 'nobody';

/** `half`: the beginning of an answer, and a reset. */
export type Reply =
  | 'reset'
  | 'half'
  | 'hang'
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

/** A value as it is given: `$integer`, `$instant` and `$day` as what the language has for it. */
export type Value =
  | string
  | number
  | boolean
  | { readonly $integer: string }
  | { readonly $instant: string }
  | { readonly $day: string };

export interface Options {
  readonly timeoutMs?: number;
  readonly maxRetries?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What went wrong. A time-out and a call that is given up are no faults of the connection, whatever a language calls them. */
export type Kind = 'service' | 'connection' | 'timeout' | 'cancelled' | 'invalid';

export interface Case {
  readonly does: string;
  readonly endpoint: string;
  readonly params?: Readonly<Record<string, Value>>;
  /** One of the services, or what a service answers in turn. */
  readonly on?: ServiceName | readonly Reply[];
  readonly key?: KeyName | null;
  readonly client?: Options;
  readonly call?: Options & { readonly cancelAfterMs?: number };
  /** How often the client calls; what comes of the last call counts. */
  readonly times?: number;
  /** How often a script is asked. */
  readonly asked?: number;
  /** Clients that cannot do it, and why. */
  readonly cannot?: Partial<Readonly<Record<ClientName, string>>>;
  readonly gives: Answer | Failure;
}

export interface Answer {
  readonly rows: readonly unknown[];
  /** Rows and their records hold more than stands here. */
  readonly partly?: true;
  readonly truncated?: true;
  readonly rowLimit: number | null;
  /** `kept`: `hit` or `miss`, as it happens. */
  readonly cache: 'kept' | 'stale' | 'bypass' | null;
  readonly age?: number;
  /** Some by default. */
  readonly requestId?: string | null;
}

export interface Failure {
  readonly kind: Kind;
  readonly status?: number;
  readonly code?: ProblemCode | null;
  readonly detail?: string;
  readonly parameters?: readonly (readonly [name: string, message: string])[];
  readonly retryAfter?: number;
  /** Some by default where the service answers. */
  readonly requestId?: string | null;
}

// ---- answers --------------------------------------------------------------------------------------------------------

const FULL = {
  at: '2026-01-15T10:07:00.120001Z',
  micros: 1768471620120001,
  millis: 1768471620120,
  number: 7,
  large: '9223372036854775807',
  ratio: 0.1,
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
  flag: null,
  day: null,
  text: null,
  doc: null,
  meta: { text: null, number: null, seen: null, inner: { flag: false, ratio: null, day: null } },
};

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
  ['flag', false, true],
  ['at', '2026-01-15T12:07:00.120001+02:00', '2026-01-15T12:07:00.12+02:00'],
  ['day', '2024-02-29', '2024-02-28'],
  ['day', { $day: '2024-02-29' }, { $day: '1900-01-01' }],
  ['pattern', '^it.s .*[日本]{2}', '^$'],
  ['pattern', '', null],
  ['name', ODD_TEXT, 'full'],
  ['kind', 'é', null],
  ['kind', 'anything', null],
  ['strict', '<b>', null],
];

const PARAM_CASES: readonly Case[] = PARAMS.flatMap(([name, finds, misses]) => {
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

const ROW_CASES: readonly Case[] = [
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

// ---- errors of the service ------------------------------------------------------------------------------------------

const required = (name: string) => [name, `\`${name}\` must be given and not empty.`] as const;

const ERROR_CASES: readonly Case[] = [
  {
    does: 'leaves out a required parameter that is empty',
    endpoint: 'values.all',
    params: { id: '' },
    gives: {
      kind: 'service',
      status: 400,
      code: 'missing_parameter',
      detail: '`id` must be given and not empty.',
      parameters: [required('id')],
    },
  },
  {
    does: 'is told of every parameter at fault',
    endpoint: 'values.all',
    params: { id: '', number: 10, pattern: '(', strict: ODD_TEXT },
    gives: {
      kind: 'service',
      status: 400,
      code: 'missing_parameter',
      parameters: [
        required('id'),
        ['number', ''],
        ['pattern', ''],
        ['strict', `\`strict\` must be one of 15, <b>, not \`${ODD_TEXT}\`.`],
      ],
    },
  },
  {
    does: 'gives a value that an enum does not have',
    endpoint: 'usage.api-counts',
    params: { project: 'abc', interval: 'weekly' },
    gives: {
      kind: 'service',
      status: 400,
      code: 'invalid_parameter',
      detail: '`interval` must be one of hourly, daily, minutely, not `weekly`.',
      parameters: [
        ['interval', '`interval` must be one of hourly, daily, minutely, not `weekly`.'],
      ],
    },
  },
  {
    does: 'gives a parameter that the service does not know yet',
    endpoint: 'logs.all',
    params: { project: 'abc', project_tier: 'PRO' },
    on: 'older',
    gives: {
      kind: 'service',
      status: 400,
      code: 'unknown_parameter',
      parameters: [['project_tier', '']],
    },
  },
  {
    does: 'asks for more than fits into a request',
    endpoint: 'values.all',
    params: { id: 'x'.repeat(20_000) },
    gives: { kind: 'service', status: 431, code: 'invalid_request', requestId: null },
  },
  {
    does: 'comes without a key',
    endpoint: 'values.page',
    key: null,
    gives: { kind: 'service', status: 401, code: 'unauthorized' },
  },
  {
    does: 'comes with a key of nobody',
    endpoint: 'values.page',
    key: 'stranger',
    gives: { kind: 'service', status: 401, code: 'unauthorized' },
  },
  {
    does: 'comes with a key of other endpoints',
    endpoint: 'values.page',
    key: 'logs',
    gives: { kind: 'service', status: 403, code: 'forbidden' },
  },
  {
    does: 'comes with a key of another tenant',
    endpoint: 'logs.all',
    params: { project: 'other' },
    key: 'tenant',
    gives: { kind: 'service', status: 403, code: 'forbidden' },
  },
  {
    does: 'asks for an endpoint that the service does not have yet',
    endpoint: 'values.page',
    on: 'older',
    gives: { kind: 'service', status: 404, code: 'unknown_endpoint' },
  },
  {
    does: 'asks too often, and is asked to wait for too long',
    endpoint: 'values.page',
    on: 'limited',
    gives: { kind: 'service', status: 429, code: 'rate_limited' },
  },
  {
    does: 'meets a fault of the service',
    endpoint: 'values.page',
    on: 'faulty',
    client: { maxRetries: 0 },
    gives: { kind: 'service', status: 500, code: 'internal' },
  },
  {
    does: 'is given no integer that JSON would round',
    endpoint: 'values.all',
    params: { id: 'unsafe' },
    gives: {
      kind: 'service',
      status: 500,
      code: 'unsafe_integer',
      detail: '`number` holds an integer beyond 2^53-1.',
    },
  },
  {
    does: 'asks for more than an answer may hold',
    endpoint: 'values.all',
    params: { id: 'full' },
    on: 'small',
    gives: { kind: 'service', status: 500, code: 'result_too_large' },
  },
  {
    does: 'meets an engine that refuses the statement',
    endpoint: 'values.refused',
    client: { maxRetries: 0 },
    gives: { kind: 'service', status: 502, code: 'engine_error' },
  },
  {
    does: 'meets an engine without the table',
    endpoint: 'values.gone',
    client: { maxRetries: 0 },
    gives: { kind: 'service', status: 503, code: 'engine_unavailable', retryAfter: 5 },
  },
  {
    does: 'meets a service with too much to do',
    endpoint: 'values.all',
    params: { id: 'full' },
    on: 'busy',
    client: { maxRetries: 0 },
    gives: { kind: 'service', status: 503, code: 'overloaded' },
  },
  {
    does: 'meets an engine that takes too long',
    endpoint: 'values.page',
    on: 'hasty',
    client: { maxRetries: 0 },
    gives: { kind: 'service', status: 504, code: 'engine_timeout' },
  },
  {
    does: 'finds nobody there',
    endpoint: 'values.page',
    on: 'nobody',
    client: { maxRetries: 0 },
    gives: { kind: 'connection' },
  },
];

// ---- a service that is not to be relied on ----------------------------------------------------------------------------

const json = { 'Content-Type': 'application/json' };
const fine: Reply = { status: 200, headers: json, body: '{"result":[{"id":"a"}]}' };
const fineAnswer: Answer = { rows: [{ id: 'a' }], rowLimit: null, cache: null, requestId: null };
const problem = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers: { 'Content-Type': 'application/problem+json', ...headers },
  body: JSON.stringify({ status, code, detail: `Of ${code}.`, error: { code } }),
});
const page = { endpoint: 'values.page' } as const;
const stalls = { ...page, on: ['hang'] } as const;
const html = '<html><h1>Bad Gateway</h1></html>';
const ofProxy = { kind: 'service', code: null, parameters: [], requestId: null } as const;
const CANNOT = { python: 'a call that blocks its thread cannot be given up' };

const FLAKY_CASES: readonly Case[] = [
  {
    ...page,
    does: 'asks again after 503',
    on: [problem(503, 'overloaded'), fine],
    asked: 2,
    gives: fineAnswer,
  },
  {
    ...page,
    does: 'asks again after 429, at once where it may',
    on: [problem(429, 'rate_limited', { 'Retry-After': '0' }), fine],
    asked: 2,
    gives: fineAnswer,
  },
  {
    ...page,
    does: 'asks again after 429, when it may',
    on: [problem(429, 'rate_limited', { 'Retry-After': '1' }), fine],
    asked: 2,
    gives: fineAnswer,
  },
  {
    ...page,
    does: 'asks again after 408',
    on: [problem(408, 'invalid_request'), fine],
    asked: 2,
    gives: fineAnswer,
  },
  {
    ...page,
    does: 'asks again after a broken connection',
    on: ['reset', fine],
    asked: 2,
    gives: fineAnswer,
  },
  {
    ...page,
    does: 'asks again after half an answer',
    on: ['half', fine],
    asked: 2,
    gives: fineAnswer,
  },
  {
    ...page,
    does: 'asks again after a time-out, with as much time',
    on: ['hang', fine],
    client: { timeoutMs: 2_000 },
    asked: 2,
    gives: fineAnswer,
  },
  {
    ...page,
    does: 'tells what went wrong last',
    on: ['reset', problem(503, 'overloaded', { 'X-Request-Id': 'r1' }), problem(500, 'internal')],
    asked: 3,
    gives: {
      kind: 'service',
      status: 500,
      code: 'internal',
      detail: 'Of internal.',
      requestId: null,
    },
  },
  {
    ...page,
    does: 'asks as often as the client says',
    on: [problem(500, 'internal', { 'Retry-After': '0', 'X-Request-Id': 'r1' })],
    client: { maxRetries: 4 },
    asked: 5,
    gives: { kind: 'service', status: 500, code: 'internal', requestId: 'r1', retryAfter: 0 },
  },
  {
    ...page,
    does: 'asks as often as the call says',
    on: [problem(500, 'internal')],
    client: { maxRetries: 4 },
    call: { maxRetries: 0 },
    asked: 1,
    gives: { kind: 'service', status: 500, code: 'internal', requestId: null },
  },
  {
    ...page,
    does: 'spends ten retries, and no more',
    on: [problem(503, 'overloaded', { 'Retry-After': '0' })],
    client: { maxRetries: 2 },
    times: 8,
    asked: 18,
    gives: { kind: 'service', status: 503, code: 'overloaded', requestId: null, retryAfter: 0 },
  },
  {
    ...page,
    does: 'does not wait for longer than a minute',
    on: [problem(503, 'overloaded', { 'Retry-After': '61' }), fine],
    asked: 1,
    gives: { kind: 'service', status: 503, code: 'overloaded', requestId: null, retryAfter: 61 },
  },
  ...['unsafe_integer', 'result_too_large'].map(code => ({
    ...page,
    does: `does not ask again after ${code}`,
    on: [problem(500, code), fine],
    asked: 1,
    gives: { kind: 'service', status: 500, code: code as ProblemCode, requestId: null } as const,
  })),
  ...[400, 401, 403, 404, 405].map(status => ({
    ...page,
    does: `does not ask again after ${status}`,
    on: [problem(status, 'forbidden'), fine],
    asked: 1,
    gives: { kind: 'service', status, code: 'forbidden', requestId: null } as const,
  })),
  {
    ...page,
    does: 'is told by a proxy that the service is away',
    on: [{ status: 502, headers: { 'Content-Type': 'text/html' }, body: html }],
    asked: 3,
    gives: { ...ofProxy, status: 502 },
  },
  {
    ...page,
    does: 'does not follow where a proxy leads, for the key would go along',
    on: [{ status: 307, headers: { Location: '/elsewhere' } }, fine],
    asked: 1,
    gives: { ...ofProxy, status: 307 },
  },
  {
    ...page,
    does: 'makes no code of a problem that is none of ours',
    on: [{ status: 404, body: '{"code":7,"parameters":{},"detail":[]}' }],
    asked: 1,
    gives: { ...ofProxy, status: 404 },
  },
  ...['', html, '{"result":', '[]', '{"result":null}', '{"result":{}}', '"text"'].map(body => ({
    ...page,
    does: `takes no rows from ${JSON.stringify(body)}`,
    on: [{ status: 200, headers: { ...json, 'X-Request-Id': 'r1' }, body }, fine],
    asked: 1,
    gives: { kind: 'invalid', requestId: 'r1' } as const,
  })),
  {
    ...page,
    does: 'takes no rows from a success of another kind',
    on: [{ status: 204 }, fine],
    asked: 1,
    gives: { ...ofProxy, status: 204 },
  },
  {
    ...stalls,
    does: 'gives up after the time of the client',
    client: { timeoutMs: 300, maxRetries: 0 },
    asked: 1,
    gives: { kind: 'timeout' },
  },
  {
    ...stalls,
    does: 'gives up after the time of the call, each time',
    client: { timeoutMs: 60_000 },
    call: { timeoutMs: 200, maxRetries: 1 },
    asked: 2,
    gives: { kind: 'timeout' },
  },
  {
    ...stalls,
    does: 'is given up by its caller',
    call: { cancelAfterMs: 500 },
    cannot: CANNOT,
    asked: 1,
    gives: { kind: 'cancelled' },
  },
  {
    ...page,
    does: 'is given up by its caller while it waits to ask again',
    on: [problem(503, 'overloaded', { 'Retry-After': '30' }), fine],
    call: { cancelAfterMs: 500 },
    cannot: CANNOT,
    asked: 1,
    gives: { kind: 'cancelled' },
  },
  {
    ...stalls,
    does: 'is given up by its caller whatever retries are left',
    client: { timeoutMs: 100, maxRetries: 8 },
    call: { cancelAfterMs: 1_000 },
    cannot: CANNOT,
    gives: { kind: 'cancelled' },
  },
  {
    ...page,
    does: 'reads what an answer says of itself',
    on: [
      {
        status: 200,
        headers: {
          ...json,
          'X-Truncated': 'true',
          'X-Row-Limit': '1',
          'X-Cache': 'stale',
          Age: '71',
          'X-Request-Id': 'r1',
        },
        body: '{"further":1,"result":[{"id":"\\u2028\\ud83c\\udf88","further":{"a":1}}]}',
      },
    ],
    asked: 1,
    gives: {
      rows: [{ id: '\u2028🎈' }],
      partly: true,
      truncated: true,
      rowLimit: 1,
      cache: 'stale',
      age: 71,
      requestId: 'r1',
    },
  },
];

export const CASES: readonly Case[] = [
  ...ROW_CASES,
  ...PARAM_CASES,
  ...ERROR_CASES,
  ...FLAKY_CASES,
];
