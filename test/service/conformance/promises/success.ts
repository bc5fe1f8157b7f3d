/** What stands in the headers of an answer. */
import { expect } from 'vitest';
import { type Case, hold, type Told } from '../case.ts';
import { invocation, request, SECOND, sample } from '../entries.ts';
import { type Ask, NOW, type Service } from '../services.ts';

const stats = (project: string, rest = '') =>
  `/api/endpoints/functions.invocation-stats?project=${project}${rest}`;
const logs = (project: string) => `/api/endpoints/logs.all?project=${project}`;
const page = (text: string) => `/api/endpoints/values.page?text=${text}`;
const after = (seconds: bigint, path: string): Ask => ({ path, at: NOW + seconds * SECOND });
const told = (headers: NonNullable<Told['headers']>): Told => ({ headers });
const VARY = 'X-API-KEY, Authorization, Accept, Accept-Encoding';
const one = (project: string) => ({ function_edge_logs: [invocation(project, NOW)] });
const LARGE = stats('large', '&interval=5min');
const TIMING = /^queue;dur=\d+\.\d, engine;dur=\d+\.\d, encode;dur=\d+\.\d$/;

const ENCODINGS: readonly (readonly [accepted: string | null, encoding: string | null])[] = [
  [null, null],
  ['', null],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, br', 'br'],
  ['br;q=0.5, gzip;q=1.0', 'gzip'],
  ['gzip;q=0.5, br;q=1.0', 'br'],
  ['GZip', 'gzip'],
  ['gzip ; q=0.1', 'gzip'],
  ['gzip;q=0', null],
  ['gzip;q=0.000', null],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['*, br;q=0', 'gzip'],
  ['gzip;q=0, *', 'br'],
  ['identity', null],
  ['identity;q=0, gzip', 'gzip'],
  ['identity;q=0', null],
  ['deflate, zstd', null],
  ['gzip;q=x', null],
  [',,;=', null],
];

async function etagOf(on: Service, path: string, accepted: string): Promise<string> {
  const { headers } = await on.ask({ path, headers: { 'Accept-Encoding': accepted } });
  return headers['etag'] ?? '';
}

export const SUCCESS_CASES: readonly Case[] = [
  {
    promise:
      'what may be kept says how long, by its caller alone, and has a tag; what may not is no-store, without',
    rows: one('kept'),
    steps: [
      [
        stats('kept'),
        told({ 'Cache-Control': 'private, max-age=900', ETag: /^"[\w-]{20,}"$/, Age: '0' }),
      ],
      [page('kept'), told({ 'Cache-Control': 'private, max-age=60', ETag: /^"/ })],
      [logs('kept'), told({ 'Cache-Control': 'no-store', ETag: null })],
      ['/api/endpoints', told({ 'Cache-Control': 'no-store', ETag: null })],
    ],
  },
  {
    promise: 'Vary names keys and encodings on every answer, whatever it is',
    steps: [
      [stats('kept'), told({ Vary: VARY })],
      [
        { path: stats('kept'), headers: { 'If-None-Match': '*' } },
        { status: 304, headers: { Vary: VARY } },
      ],
      [logs('kept'), told({ Vary: VARY })],
      [
        { path: logs('kept'), key: null },
        { problem: { code: 'unauthorized' }, headers: { Vary: VARY } },
      ],
      [
        { path: logs('kept'), key: 'ending' },
        { problem: { code: 'forbidden' }, headers: { Vary: VARY } },
      ],
      [logs(''), { problem: { code: 'missing_parameter' }, headers: { Vary: VARY } }],
      ['/nothing', { problem: { code: 'unknown_endpoint' }, headers: { Vary: VARY } }],
      [
        { path: logs('kept'), method: 'PUT' },
        { problem: { code: 'method_not_allowed' }, headers: { Vary: VARY } },
      ],
      [
        { path: '/api/endpoints/values.refused?id=hush-hush' },
        { problem: { code: 'engine_error' }, headers: { Vary: VARY } },
      ],
      ...['/', '/healthz', '/readyz', '/metrics', '/docs', '/openapi.json', '/api/endpoints'].map(
        path => [path, told({ Vary: VARY })] as const,
      ),
    ],
  },
  {
    promise: 'the age is that of the rows in whole seconds, and the life ends with the ttl',
    rows: one('aging'),
    steps: [
      [stats('aging'), told({ Age: '0', 'X-Cache': 'miss' })],
      [{ path: stats('aging'), at: NOW + 999_000n }, told({ Age: '0', 'X-Cache': 'hit' })],
      [after(1n, stats('aging')), told({ Age: '1', 'X-Cache': 'hit' })],
      [
        after(899n, stats('aging')),
        told({ Age: '899', 'X-Cache': 'hit', 'Cache-Control': 'private, max-age=900' }),
      ],
      [after(900n, stats('aging')), told({ Age: '0', 'X-Cache': 'miss' })],
    ],
  },
  {
    promise:
      'If-None-Match with the tag, in a list, weakly or as a star gives 304 without a body; with another it does not',
    rows: one('tagged'),
    holds: async on => {
      const path = stats('tagged');
      const etag = await etagOf(on, path, 'identity');
      for (const tag of [
        etag,
        `W/${etag}`,
        `"other", ${etag}`,
        `${etag},"other"`,
        '*',
        ` ${etag} `,
      ]) {
        const reply = await on.ask({ path, headers: { 'If-None-Match': tag } });
        const headers = {
          ETag: etag,
          'Cache-Control': 'private, max-age=900',
          'Content-Encoding': null,
        };
        hold(reply, { status: 304, text: '', headers }, tag);
      }
      const head = await on.ask({ path, method: 'HEAD', headers: { 'If-None-Match': etag } });
      hold(head, { status: 304, headers: { ETag: etag } }, 'HEAD');
      for (const tag of [
        '"other"',
        etag.replaceAll('"', ''),
        etag.slice(0, -2),
        '',
        etag.toUpperCase(),
      ]) {
        hold(
          await on.ask({ path, headers: { 'If-None-Match': tag } }),
          { column: ['count', 1] },
          tag,
        );
      }
      const bare = await on.ask({ path: logs('tagged'), headers: { 'If-None-Match': '*' } });
      hold(bare, { text: '{"result":[]}' }, 'what may not be kept');
    },
  },
  {
    promise: 'each encoding has a tag of its own, and the tag is the rows’',
    rows: {
      function_edge_logs: Array.from({ length: 200 }, (_, second) =>
        invocation('large', NOW - BigInt(second) * SECOND, { ms: second }),
      ),
    },
    holds: async on => {
      const tags = await Promise.all(['identity', 'gzip', 'br'].map(one => etagOf(on, LARGE, one)));
      expect(new Set(tags).size).toBe(3);
      const [identity = '', gzip = ''] = tags;
      const asked = (accepted: string, tag: string) =>
        on.ask({ path: LARGE, headers: { 'Accept-Encoding': accepted, 'If-None-Match': tag } });
      expect((await asked('gzip', gzip)).status).toBe(304);
      expect((await asked('gzip', identity)).status).toBe(200);
      expect((await asked('br', gzip)).status).toBe(200);
      expect(await etagOf(on, stats('large', '&interval=15min'), 'gzip')).not.toBe(gzip);
      // run anew, the same rows have the same tag
      const anew = await on.ask({ path: `${LARGE}&function_id=f1` });
      expect([anew.headers['x-cache'], anew.headers['etag']]).toEqual(['miss', identity]);
    },
  },
  {
    once: true,
    promise:
      'gzip and br are sent where they are accepted, by weight, and never where they are refused',
    holds: async on => {
      const plain = await on.ask({ path: LARGE });
      for (const [accepted, encoding] of ENCODINGS) {
        const headers = accepted === null ? {} : { 'Accept-Encoding': accepted };
        const reply = await on.ask({ path: LARGE, headers });
        const what = String(accepted);
        hold(
          reply,
          { text: plain.text, headers: { 'Content-Encoding': encoding, Vary: VARY } },
          what,
        );
        expect(reply.headers['content-length']).toBe(String(reply.bytes.length));
        if (encoding !== null) expect(reply.bytes.length).toBeLessThan(plain.bytes.length / 2);
      }
    },
  },
  {
    promise: 'X-Cache tells a run, what was kept, and what is never kept',
    rows: one('cached'),
    steps: [
      [stats('cached'), told({ 'X-Cache': 'miss' })],
      [stats('cached'), told({ 'X-Cache': 'hit' })],
      [logs('cached'), told({ 'X-Cache': 'bypass' })],
      [logs('cached'), told({ 'X-Cache': 'bypass', Age: null })],
      [
        stats(''),
        { problem: { code: 'missing_parameter' }, headers: { 'X-Cache': null, Age: null } },
      ],
    ],
  },
  {
    promise: 'X-Row-Limit is the effective one: the limit where there is one, else max_rows',
    steps: [
      [stats('cached'), told({ 'X-Row-Limit': '1000' })],
      [logs('cached'), told({ 'X-Row-Limit': '100' })],
      [page('none'), told({ 'X-Row-Limit': '3' })],
      ['/api/endpoints/values.first?text=four', told({ 'X-Row-Limit': '2' })],
    ],
  },
  {
    promise: 'X-Truncated says that rows were cut at max_rows, exactly then',
    rows: {
      samples: [
        ...['a', 'b'].map(id => sample(`two-${id}`, { text: 'two' })),
        ...['a', 'b', 'c'].map(id => sample(`three-${id}`, { text: 'three' })),
        ...['d', 'a', 'c', 'b'].map(id => sample(`four-${id}`, { text: 'four' })),
      ],
    },
    steps: [
      [page('two'), { column: ['id', 'two-a', 'two-b'], headers: { 'X-Truncated': null } }],
      [
        page('three'),
        { column: ['id', 'three-a', 'three-b', 'three-c'], headers: { 'X-Truncated': null } },
      ],
      [
        page('four'),
        {
          column: ['id', 'four-a', 'four-b', 'four-c'],
          headers: { 'X-Truncated': 'true', 'X-Cache': 'miss' },
        },
      ],
      [
        page('four'),
        {
          column: ['id', 'four-a', 'four-b', 'four-c'],
          headers: { 'X-Truncated': 'true', 'X-Cache': 'hit' },
        },
      ],
      [
        '/api/endpoints/values.first?text=four',
        { column: ['id', 'four-a', 'four-b'], headers: { 'X-Truncated': null } },
      ],
    ],
  },
  {
    promise: 'Server-Timing tells the times of queue, engine and encoding of a run',
    rows: one('timed'),
    steps: [
      [stats('timed'), told({ 'Server-Timing': TIMING })],
      [logs('timed'), told({ 'Server-Timing': TIMING })],
    ],
  },
  {
    promise: 'an answer says what it is, and is not to be taken for anything else',
    rows: { edge_logs: [request('typed', NOW)] },
    steps: [
      [
        logs('typed'),
        told({
          'Content-Type': 'application/json; charset=utf-8',
          'X-Content-Type-Options': 'nosniff',
        }),
      ],
      [
        logs(''),
        {
          problem: { code: 'missing_parameter' },
          headers: { 'X-Content-Type-Options': 'nosniff' },
        },
      ],
    ],
  },
  {
    once: true,
    promise:
      'every answer has a request identifier: the caller’s where it is plain, else one of its own; the log has it',
    holds: async on => {
      const OWN = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
      const given: readonly (readonly [string | null, string | RegExp])[] = [
        [null, OWN],
        ['trace-1.A_b', 'trace-1.A_b'],
        ['has space', OWN],
        ['x'.repeat(65), OWN],
        ['<script>', OWN],
        ['', OWN],
      ];
      for (const path of [logs('typed'), logs(''), '/nothing', '/healthz']) {
        for (const [id, wanted] of given) {
          const reply = await on.ask({ path, headers: id === null ? {} : { 'X-Request-Id': id } });
          const headers = { 'X-Request-Id': wanted };
          hold(reply, { status: reply.status, headers }, path);
          expect(on.log.at(-1)).toMatchObject({
            id: reply.headers['x-request-id'],
            status: reply.status,
          });
        }
      }
    },
  },
];
