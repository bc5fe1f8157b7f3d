/** What the service refuses or cannot do: every error that a caller can provoke. */
import { type Case, ODD_TEXT } from '../case.ts';

const required = (name: string) => [name, `\`${name}\` must be given and not empty.`] as const;

export const REFUSED_CASES: readonly Case[] = [
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
    does: 'sends more headers than fit into a request',
    endpoint: 'values.all',
    params: { id: 'full' },
    call: { headers: { 'X-Long': 'x'.repeat(20_000) } },
    gives: { kind: 'service', status: 431, code: 'invalid_request', requestId: null },
  },
  {
    does: 'has a cursor that nobody has sealed, of which no page is read',
    endpoint: 'values.pages',
    params: { cursor: 'AbX3' },
    pages: true,
    gives: {
      kind: 'service',
      status: 400,
      code: 'invalid_parameter',
      parameters: [
        [
          'cursor',
          '`cursor` is not a cursor of this service. Take it from the `X-Next-Cursor` of an answer, unchanged.',
        ],
      ],
    },
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
      detail: '`number` contains an integer beyond 2^53-1.',
    },
  },
  {
    does: 'is given no time that its type lacks',
    endpoint: 'values.all',
    params: { id: 'unstored' },
    gives: {
      kind: 'service',
      status: 502,
      code: 'stored_value',
      detail: '`at` contains a value that is not between the years 1 and 9999.',
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
