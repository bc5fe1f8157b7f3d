/** What callers are told when there are no rows, and what they are not. */
import { expect } from 'vitest';
import { type Case, hold, type Told } from '../case.ts';
import { request, sample } from '../entries.ts';
import { TOKENS } from '../keys-of-callers.ts';
import { NOW } from '../services.ts';

const logs = (rest: string) => `/api/endpoints/logs.all?${rest}`;
const typed = (rest: string) => `/api/endpoints/values.typed?id=typed&${rest}`;
/** What is told to nobody: SQL, paths, stacks, words of engines, keys. */
const SECRETS =
  /select|from samples|the_secret|duckdb|clickhouse|bigquery|chdb|\/work|\/tmp|node_modules|\.ts\b| {4}at |qk_/i;
const ENGINE_ERROR: Told = {
  problem: { code: 'engine_error', detail: 'The engine could not run the statement.' },
  lacks: SECRETS,
};

/** A text that is refused, under its parameter, with what it must be. */
const INVALID: readonly (readonly [name: string, text: string, must: RegExp])[] = [
  ['number', '0', /at least 1/],
  ['number', '10', /at most 9/],
  ['number', '1.5', /integer|whole/],
  ['number', '9223372036854775808', /./],
  ['number', '+5', /./],
  ['number', '%205', /./],
  ['ratio', 'NaN', /./],
  ['ratio', '1e999', /./],
  ['ratio', '0x10', /./],
  ['flag', 'TRUE', /true or false|true.*false/],
  ['flag', '1', /true.*false/],
  ['at', 'now', /ISO 8601/],
  ['day', '2026-02-30', /date/],
  ['day', '2026-1-5', /date/],
  ['key', '123', /UUID/i],
  ['name', 'UPPER', /./],
  ['name', 'a'.repeat(21), /20/],
  ['strict', 'z', /one of x, y/],
  ['strict', 'X', /one of x, y/],
];
/** What no text of a caller may hold; a parameter that takes anything takes none of it either. */
const NO_TEXT = ['%FF', '%C3', '%ED%A0%80', '%', '%2', '%ZZ', 'a%00b', '%00'];

export const PROBLEM_CASES: readonly Case[] = [
  {
    promise:
      'each value that a type does not take is a 400 that names its parameter and says what it must be',
    rows: {
      samples: [
        sample('typed', { text: 'full', number: 5n, ratio: 0.5, flag: true, day: '2026-01-15' }),
      ],
    },
    steps: INVALID.map(([name, text, must]) => [
      typed(`${name}=${text}`),
      {
        problem: {
          code: 'invalid_parameter',
          detail: must,
          parameters: [[name, new RegExp(`^\`${name}\` must be `)]],
        },
      },
    ]),
  },
  {
    once: true,
    promise:
      'text that is no Unicode, NUL and broken percent-encoding are a 400, in values and in names',
    steps: [
      ...['project', 'project_tier', 'iso_timestamp_start'].flatMap(name =>
        NO_TEXT.map(
          text =>
            [
              logs(`${name === 'project' ? '' : 'project=a&'}${name}=${text}`),
              { problem: { code: 'invalid_parameter' } },
            ] as const,
        ),
      ),
      ...NO_TEXT.slice(0, 6).map(
        text => [logs(`project=a&${text}=1`), { problem: { code: 'invalid_parameter' } }] as const,
      ),
      [logs('project=a&%00=1'), { problem: { code: 'unknown_parameter' } }],
    ],
  },
  {
    promise: 'a text is decoded once: an encoded percent sign stays one, a plus sign is a space',
    rows: { edge_logs: [request('50% + 2 %41', NOW, { id: 'decoded' })] },
    steps: [
      [logs('project=50%25%20%2B%202+%2541'), { column: ['id', 'decoded'] }],
      [logs('project=50%25%20%2B%202%20%2541&&'), { column: ['id', 'decoded'] }],
      [logs('project=50%2525+%2B+2+%2541'), { column: ['id'] }],
    ],
  },
  {
    promise:
      'a parameter that is not declared is a 400 that tells those that are; a service may be told to ignore it',
    steps: [
      [
        logs('project=a&Project=b&tier=PRO'),
        {
          problem: {
            code: 'unknown_parameter',
            parameters: [
              [
                'Project',
                '`Project` is not a parameter; there are `project`, `project_tier`, `iso_timestamp_start`, `iso_timestamp_end`.',
              ],
              ['tier', '`tier` is not a parameter.'],
            ],
          },
        },
      ],
      [{ path: logs('project=a&tier=PRO'), on: 'lenient' }, { rows: [] }],
      [{ path: logs('tier=PRO'), on: 'lenient' }, { problem: { code: 'missing_parameter' } }],
    ],
  },
  {
    promise: 'a parameter that is given twice is a 400, also with one value',
    steps: [
      [
        logs('project=a&project=b'),
        {
          problem: {
            code: 'repeated_parameter',
            detail: '`project` is given more than once.',
            parameters: [['project', /once/]],
          },
        },
      ],
      [logs('project=a&project=a'), { problem: { code: 'repeated_parameter' } }],
      [logs('project=a&project='), { problem: { code: 'repeated_parameter' } }],
    ],
  },
  {
    once: true,
    promise:
      'all faults of a request are told in one answer: what cannot be read, then the parameters in their order, then others',
    steps: [
      [
        logs('colour=red&iso_timestamp_end=x&%FF=1&iso_timestamp_start=1&iso_timestamp_start=2'),
        {
          problem: {
            code: 'invalid_parameter',
            detail:
              /^`%FF` must be .*`project` must be .*`iso_timestamp_start` is given .*`iso_timestamp_end` must be .*`colour` is no/,
            parameters: [
              ['%FF', '`%FF` must be percent-encoded UTF-8.'],
              ['project', '`project` must be given and not empty.'],
              ['iso_timestamp_start', '`iso_timestamp_start` is given more than once.'],
              ['iso_timestamp_end', /ISO 8601.*, not `x`\.$/],
              ['colour', /^`colour` is not a parameter/],
            ],
          },
        },
      ],
      [
        '/api/endpoints/usage.api-counts',
        {
          problem: {
            code: 'missing_parameter',
            parameters: [
              ['project', /given and not empty/],
              ['interval', /one of hourly, daily, minutely/],
            ],
          },
        },
      ],
    ],
  },
  {
    promise: 'the answer of the contract’s example, to the letter',
    steps: [
      [
        '/api/endpoints/usage.api-counts?project=abc&interval=weekly',
        {
          status: 400,
          text:
            '{"type":"about:blank","title":"Invalid parameter","status":400,' +
            '"detail":"`interval` must be one of hourly, daily, minutely, not `weekly`.","code":"invalid_parameter",' +
            '"parameters":[{"name":"interval","message":"`interval` must be one of hourly, daily, minutely, not `weekly`."}],' +
            '"error":{"code":"invalid_parameter","message":"`interval` must be one of hourly, daily, minutely, not `weekly`."}}',
        },
      ],
    ],
  },
  {
    once: true,
    promise: 'a message repeats only the beginning of a caller’s text',
    holds: async on => {
      const { status, text } = await on.ask({
        path: typed(`number=${'9'.repeat(4_000)}&${'x'.repeat(4_000)}=1`),
      });
      expect([status, text.length < 1_500]).toEqual([400, true]);
    },
  },
  {
    promise:
      'an engine that refuses is a 502 without its words; the log has them, by the request identifier',
    rows: { samples: [sample('hush-hush')] },
    holds: async on => {
      const path = '/api/endpoints/values.refused?id=hush-hush';
      // the engine meets the fault only where there is a row
      for (const id of ['first', 'second']) {
        const reply = await on.ask({ path, headers: { 'X-Request-Id': id } });
        hold(reply, { ...ENGINE_ERROR, headers: { 'X-Cache': null, 'X-Request-Id': id } }, path);
        const line = on.log.at(-1);
        expect(line).toMatchObject({ id, status: 502, level: 'error', endpoint: 'values.refused' });
        expect(line?.['failure']).toContain('the_secret');
        expect(line?.['sql']).toMatch(/SELECT/);
        // parameters' values are for the log only where the operator asks for them
        expect(JSON.stringify(line)).not.toContain('hush-hush');
      }
    },
  },
  {
    promise: 'a failure is never an empty result, and is not kept',
    rows: { samples: [sample('failing')] },
    holds: async on => {
      const path = '/api/endpoints/values.page?text=failing';
      on.trouble('refuse');
      hold(await on.ask({ path }), ENGINE_ERROR, 'refused');
      hold(await on.ask({ path }), ENGINE_ERROR, 'refused again');
      on.trouble('none');
      hold(await on.ask({ path }), { rows: [], headers: { 'X-Cache': 'miss' } }, 'afterwards');
    },
  },
  {
    promise: 'an answer beyond the byte cap is a 500, not a part of the rows',
    rows: {
      edge_logs: [0, 1, 2, 3].map(id =>
        request('bulky', NOW, { id: `${id}`, message: 'x'.repeat(100) }),
      ),
    },
    steps: [
      [
        { path: logs('project=bulky'), on: 'small' },
        {
          problem: {
            code: 'result_too_large',
            detail: 'The rows take more bytes than an answer may have.',
          },
          lacks: SECRETS,
        },
      ],
      [{ path: logs('project=not-bulky'), on: 'small' }, { rows: [] }],
    ],
  },
  {
    promise: 'a failure of the service itself is a 500 that tells nothing; the log has it',
    holds: async on => {
      const reply = await on.ask({
        path: logs('project=a'),
        on: 'faulty',
        headers: { 'X-Request-Id': 'own-fault' },
      });
      hold(
        reply,
        {
          problem: { code: 'internal', detail: 'The log has details under the request id.' },
          lacks: SECRETS,
        },
        'internal',
      );
      expect(on.log.at(-1)).toMatchObject({ id: 'own-fault', status: 500, level: 'error' });
      expect(on.log.at(-1)?.['failure']).toContain('the_secret');
    },
  },
  {
    promise: 'a key that asks too often is told to wait, and for how long; others are not',
    steps: [
      [
        { path: logs('project=a'), on: 'limited', key: 'logs' },
        {
          headers: {
            RateLimit: '"default";r=1;t=2',
            'RateLimit-Policy': '"default";q=2;w=4',
            'Retry-After': null,
          },
        },
      ],
      [
        { path: logs('project=a'), on: 'limited', key: 'logs' },
        { headers: { RateLimit: '"default";r=0;t=4' } },
      ],
      [
        { path: logs('project=a'), on: 'limited', key: 'logs' },
        {
          problem: { code: 'rate_limited' },
          headers: { 'Retry-After': '2', RateLimit: '"default";r=0;t=4' },
        },
      ],
      [{ path: logs('project=a'), on: 'limited', key: 'all' }, {}],
      [{ path: logs('project=a'), on: 'limited', key: 'logs', at: NOW + 2_000_000n }, {}],
      [
        { path: logs('project=a'), on: 'limited', key: 'logs', at: NOW + 2_000_000n },
        { problem: { code: 'rate_limited' } },
      ],
    ],
  },
  {
    once: true,
    promise: 'bytes that are not an HTTP request are told so, and the connection ends',
    holds: async on => {
      const host = 'Host: 127.0.0.1\r\n';
      const wrong: readonly (readonly [string, number])[] = [
        ['NO HTTP\r\n\r\n', 400],
        [`GET / HTTP/9.9\r\n${host}\r\n`, 400],
        [`GET / HTTP/1.1\r\n${host}Content-Length: x\r\n\r\n`, 400],
        [`GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
        ['GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
        [`GET / HTTP/1.1\r\n${host}Expect: the impossible\r\n\r\n`, 417],
      ];
      for (const [text, status] of wrong) {
        const answer = await on.askRaw(text);
        expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
        expect(answer).toMatch(/^Content-Type: application\/problem\+json\r$/im);
        expect(answer).toMatch(/^Cache-Control: no-store\r$/im);
        expect(answer).toMatch(/^Vary: X-API-KEY, Authorization, Accept, Accept-Encoding\r$/im);
        expect(answer).toContain(`"status":${status},`);
        expect(answer).toContain('"code":"invalid_request"');
      }
    },
  },
  {
    once: true,
    promise: 'the log has values of parameters where the operator asks for them',
    holds: async on => {
      await on.ask({ path: logs('project=a&project_tier=bogus'), on: 'telling' });
      expect(on.log.at(-1)).toMatchObject({ params: { project: 'a', project_tier: 'FREE' } });
    },
  },
  {
    once: true,
    promise: 'no answer and no line of the log holds a key',
    holds: async on => {
      const token = TOKENS.all;
      const asks = [
        logs(`project=${token}`),
        logs(`${token}=1&project=a`),
        `/api/endpoints/${token}`,
        `/${token}`,
      ];
      for (const path of asks) {
        await on.ask({ path });
        await on.ask({ path, key: null, headers: { Authorization: `Bearer ${token}x` } });
        const { headers } = await on.ask({ path, headers: { 'X-Request-Id': token } });
        expect(headers['x-request-id']).not.toContain('qk_');
      }
      expect(JSON.stringify([on.log, on.events])).not.toMatch(/qk_/);
    },
  },
];
