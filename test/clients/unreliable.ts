/** What becomes of calls where a service, or what stands before it, is not to be relied on. */
import type { ProblemCode } from '../../server/problem.ts';
import type { Answer, Case, Reply } from './case.ts';

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

export const UNRELIABLE_CASES: readonly Case[] = [
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
    client: { timeoutMs: 3_000 },
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
    does: 'repeats no key that an answer repeats',
    on: [
      {
        status: 400,
        headers: { 'X-Request-Id': 'of-{{key}}' },
        body: '{"code":"forbidden","detail":"Not {{key}}.","parameters":[{"name":"a","message":"{{key}}"}]}',
      },
    ],
    asked: 1,
    gives: {
      kind: 'service',
      status: 400,
      code: 'forbidden',
      detail: 'Not [key].',
      parameters: [['a', '[key]']],
      requestId: 'of-[key]',
    },
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
    client: { timeoutMs: 1_000, maxRetries: 0 },
    asked: 1,
    gives: { kind: 'timeout' },
  },
  {
    ...stalls,
    does: 'gives up after the time of the call, each time',
    client: { timeoutMs: 60_000 },
    call: { timeoutMs: 1_000, maxRetries: 1 },
    asked: 2,
    gives: { kind: 'timeout' },
  },
  {
    ...stalls,
    does: 'is given up by its caller',
    call: { cancelAfterMs: 2_000 },
    cannot: CANNOT,
    asked: 1,
    gives: { kind: 'cancelled' },
  },
  {
    ...page,
    does: 'is given up by its caller while it waits to ask again',
    on: [problem(503, 'overloaded', { 'Retry-After': '30' }), fine],
    call: { cancelAfterMs: 2_000 },
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
