/** What is asked for where. */
import { expect } from 'vitest';
import { type Case, hold, type Told } from '../case.ts';
import { request } from '../entries.ts';
import { MANIFEST, savedQueryOf } from '../project.ts';
import { type Ask, NOW } from '../services.ts';

const idOf = (name: string): string =>
  MANIFEST.endpoints.find(endpoint => endpoint.name === name)?.id ?? '';
const ID = idOf('logs.all');
const mixed = ID.replace(/[a-f]/g, (digit, at: number) =>
  at % 2 === 0 ? digit.toUpperCase() : digit,
);

const BODY = `{"result":[{"id":"routes","timestamp":"2026-01-15T10:07:33.123456Z","event_message":null,${''}"metadata":null}]}`;
const same: Told = { text: BODY, headers: { 'Content-Type': 'application/json; charset=utf-8' } };
const asked = (reference: string) => `/api/endpoints/${reference}?project=routes`;
const UNKNOWN: Told = {
  problem: { code: 'unknown_endpoint', detail: /^There is no such endpoint\./ },
};

/** Every route, and whether it is open to callers without a key. */
const ROUTES: readonly (readonly [path: string, isOpen: boolean])[] = [
  ['/healthz', true],
  ['/health', true],
  ['/readyz', true],
  ['/', true],
  ['/docs/scalar.js', true],
  ['/docs', true],
  ['/openapi.json', false],
  ['/metrics', false],
  ['/api/endpoints', false],
  [asked('logs.all'), false],
  [asked(`query/${ID}`), false],
  ['/api/endpoints/functions.invocation-stats?project=routes', false],
  ['/api/endpoints/logs.all', false],
  ['/api/endpoints/none', false],
  ['/nothing', false],
];
const METHODS = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'];
/** Those that take POST too. */
const RUNNING = /^\/api\/endpoints\/./;
/** They tell of the one answer, not of what is answered. */
const PASSING = ['date', 'x-request-id', 'server-timing', 'age', 'x-cache', 'content-length'];

const named = (name: string, rest: object = {}) => expect.objectContaining({ name, ...rest });
const listed = (key: Ask['key'], names: readonly string[]) =>
  [{ path: '/api/endpoints', key: key ?? null }, { column: ['name', ...names] }] as const;
const ALL = MANIFEST.endpoints.map(({ name }) => name).filter(name => name !== 'values.gone');

export const ROUTE_CASES: readonly Case[] = [
  {
    promise:
      'an endpoint runs by its name, by its identifier in any letter case, and by its name below query/',
    rows: { edge_logs: [{ ...request('routes', NOW, { id: 'routes' }), metadata: null }] },
    steps: [
      'logs.all',
      `query/${ID}`,
      `query/${ID.toUpperCase()}`,
      `query/${mixed}`,
      'query/logs.all',
    ].map(reference => [asked(reference), same]),
  },
  {
    once: true,
    promise: 'a name may come percent-encoded',
    steps: [
      'logs%2Eall',
      'logs%2eall',
      '%6Cogs.all',
      'query/logs%2Eall',
      `query/%${ID.charCodeAt(0).toString(16)}${ID.slice(1)}`,
    ].map(reference => [asked(reference), same]),
  },
  {
    promise: 'names hold dots: a dot is never the suffix of a format',
    steps: [
      'logs',
      'logs.json',
      'logs.all.json',
      'logs.all.csv',
      'functions',
      `query/${ID}.json`,
    ].map(reference => [asked(reference), UNKNOWN]),
  },
  {
    once: true,
    promise:
      'nothing else is an endpoint: other letters, slashes, identifiers elsewhere, names of objects, SQL',
    steps: [
      ...[
        'LOGS.ALL',
        'logs.all/',
        '/logs.all',
        ID,
        'query',
        'query/',
        `query/${ID}/`,
        `query/${ID.slice(1)}`,
      ],
      ...[
        'query/00000000-0000-4000-8000-000000000000',
        'query/query/logs.all',
        `other/${ID}`,
        'values.gone',
      ],
      ...[
        '__proto__',
        'constructor',
        'toString',
        "logs.all'--",
        'logs.all%00',
        '%E0%A4%A',
        '..%2Fetc%2Fpasswd',
      ],
    ].map(reference => [asked(reference), UNKNOWN]),
  },
  {
    once: true,
    promise:
      'paths beside the routes are unknown to callers with a key, and tell nothing to others',
    steps: [
      '/api',
      '/api/',
      '/apis/endpoints',
      '/generated/manifest/index.json',
      '/healthz/',
      '/openapi.json/',
      '/.env',
    ].flatMap(path => [
      [path, UNKNOWN] as const,
      [{ path, key: null }, { problem: { code: 'unauthorized' } }] as const,
    ]),
  },
  {
    promise:
      'the list has a record of each saved query, by name, with the text that the running engine takes',
    holds: async on => {
      const { text } = await on.ask({ path: '/api/endpoints' });
      const { result } = JSON.parse(text);
      expect(result.map(({ name }: { name: string }) => name)).toEqual(ALL.toSorted());
      const members = [
        'id',
        'name',
        'query',
        'query_engine',
        'max_rows',
        'caching',
        'cache_warming',
        'query_sandboxing',
        'parameters',
        'fixed',
        'columns',
      ];
      const optional = ['summary', 'description', 'range', 'pages', 'views'];
      for (const record of result) {
        expect(Object.keys(record).filter(name => !optional.includes(name))).toEqual(members);
        expect(record.query).toBe(savedQueryOf(record.name, on.name));
        expect(record.query_engine).toBe(on.name);
        expect(record.id).toBe(idOf(record.name));
      }
      const cached = { max_rows: 1000, caching: 900, cache_warming: 300, query_sandboxing: false };
      expect(result).toContainEqual(named('functions.invocation-stats', cached));
      expect(result).toContainEqual(
        named('logs.all', { ...cached, caching: null, cache_warming: null }),
      );
      expect(result).toContainEqual(
        named('values.page', { max_rows: 3, caching: 60, cache_warming: null }),
      );
      const stats = result.find(
        ({ name }: { name: string }) => name === 'functions.invocation-stats',
      );
      expect(stats.parameters.map(({ name }: { name: string }) => name)).toEqual([
        'project',
        'function_id',
        'interval',
      ]);
      expect(stats.columns.map(({ name }: { name: string }) => name)).toEqual([
        'timestamp',
        'min_execution_time',
        'max_execution_time',
        'avg_execution_time',
        'p95_execution_time',
        'p99_execution_time',
        'count',
        'error_count',
      ]);
    },
  },
  {
    promise: 'the list holds what the caller’s key may run, and nothing else',
    steps: [
      listed('logs', ['logs.all']),
      listed('ending', ['usage.api-counts', 'values.warm']),
      listed('nothing', []),
      listed('tenantA', [
        'functions.invocation-stats',
        'logs.all',
        'usage.api-counts',
        'usage.statuses',
      ]),
      listed('typed', ['values.typed']),
      [{ path: '/api/endpoints', key: null }, { problem: { code: 'unauthorized' } }],
      [{ path: '/api/endpoints', key: null, on: 'open' }, { column: ['name', ...ALL.toSorted()] }],
    ],
  },
  {
    promise: 'HEAD works where GET does, with the same status and headers and no body',
    holds: async on => {
      for (const [path, isOpen] of ROUTES) {
        for (const key of ['all', null] as const) {
          const got = await on.ask({ path, key });
          const head = await on.ask({ path, key, method: 'HEAD' });
          const kept = ({ headers }: typeof got) =>
            Object.fromEntries(Object.entries(headers).filter(([name]) => !PASSING.includes(name)));
          expect([path, head.status, kept(head)]).toEqual([path, got.status, kept(got)]);
          expect([path, head.bytes.length, got.bytes.length > 0]).toEqual([path, 0, true]);
          if (path !== '/metrics')
            expect(head.headers['content-length']).toBe(got.headers['content-length']);
          if (key === null) expect([path, got.status]).toEqual([path, isOpen ? 200 : 401]);
        }
      }
    },
  },
  ...METHODS.map(method => ({
    once: true as const,
    promise: `${method} is a 405 that says what is allowed, on every route`,
    steps: ROUTES.map(
      ([path]) =>
        [
          { path, method },
          {
            problem: { code: 'method_not_allowed' },
            headers: { Allow: RUNNING.test(path) ? 'GET, HEAD, POST' : 'GET, HEAD' },
          },
        ] as const,
    ),
  })),
  {
    once: true,
    promise: 'POST is a 405 on every route that runs no endpoint',
    steps: ROUTES.filter(([path]) => !RUNNING.test(path)).map(([path]) => [
      { path, method: 'POST' },
      { problem: { code: 'method_not_allowed' }, headers: { Allow: 'GET, HEAD' } },
    ]),
  },
  {
    promise: 'POST with the parameters as JSON answers what GET does, and is never kept by others',
    steps: ['logs.all', `query/${ID}`, 'query/logs.all'].map(reference => [
      {
        path: `/api/endpoints/${reference}`,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"project":"routes"}',
      },
      { ...same, headers: { 'Cache-Control': 'no-store', ETag: null } },
    ]),
  },
  {
    once: true,
    promise: 'the content type that callers send is accepted, and a body is refused',
    steps: [undefined, '{"project":"other"}', '{broken', 'project=other', '\u0000'].map(body => [
      {
        path: asked('logs.all'),
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
        },
        ...(body !== undefined && { body }),
      },
      body === undefined ? same : { problem: { code: 'invalid_request' } },
    ]),
  },
  {
    once: true,
    promise: 'a caller that accepts JSON gets it, and one that accepts no format of ours a 406',
    steps: [
      ...['application/json', '*/*', 'application/xml, */*;q=0.1'].map(
        Accept => [{ path: asked('logs.all'), headers: { Accept } }, same] as const,
      ),
      [
        { path: asked('logs.all'), headers: { Accept: 'application/xml' } },
        { problem: { code: 'not_acceptable' } },
      ],
    ],
  },
  {
    promise: 'health is open and does not ask the engine',
    holds: async on => {
      on.trouble('refuse');
      hold(await on.ask({ path: '/healthz', key: null }), { text: '{"status":"ok"}' }, 'health');
    },
  },
  {
    promise: 'readiness is open: all endpoints can run, some, or none, and never which',
    steps: [
      [{ path: '/readyz', key: null }, { text: '{"status":"ready"}' }],
      [
        { path: '/readyz', key: null, on: 'missing' },
        { text: '{"status":"degraded","unavailable":1}', lacks: /gone/ },
      ],
      [
        { path: '/readyz', key: null, on: 'lost' },
        {
          problem: { code: 'engine_unavailable' },
          headers: { 'Retry-After': /^\d+$/ },
          lacks: /gone/,
        },
      ],
      [{ path: '/api/endpoints/logs.all?project=routes', on: 'missing' }, same],
      [
        { path: '/api/endpoints/values.gone', on: 'missing' },
        {
          problem: { code: 'engine_unavailable', detail: 'The engine or a table is unavailable.' },
          headers: { 'Retry-After': /^\d+$/, 'Cache-Control': 'no-store' },
          lacks: /gone/,
        },
      ],
    ],
  },
  {
    promise: 'the document and the metrics need a key, unless they are public',
    steps: ['/openapi.json', '/metrics'].flatMap(path => [
      [{ path, key: null }, { problem: { code: 'unauthorized' } }] as const,
      [{ path, key: 'expired' }, { problem: { code: 'unauthorized' } }] as const,
      [{ path, key: 'nothing' }, {}] as const,
      [{ path, key: null, on: 'public' }, {}] as const,
    ]),
  },
  {
    once: true,
    promise: 'what is public does not open what is not',
    steps: ['/api/endpoints', asked('logs.all'), '/nothing'].map(path => [
      { path, key: null, on: 'public' },
      { problem: { code: 'unauthorized' } },
    ]),
  },
  {
    promise: 'the document is OpenAPI 3.1 and has both paths of each endpoint',
    holds: async on => {
      const reply = await on.ask({ path: '/openapi.json' });
      const { openapi, paths } = JSON.parse(reply.text);
      expect(openapi).toMatch(/^3\.1\./);
      expect(Object.keys(paths)).toContain('/api/endpoints/logs.all');
      expect(Object.keys(paths)).toContain(`/api/endpoints/query/${ID}`);
      const { content } = paths['/openapi.json'].get.responses[200];
      expect(reply.headers['content-type']).toBe(`${Object.keys(content)}; charset=utf-8`);
    },
  },
  {
    once: true,
    promise: 'the page names nobody but this service',
    steps: ['/docs', '/'].map(path => [
      path,
      {
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': /^default-src 'none';.*connect-src 'self'/,
        },
        lacks: /(?:src|href)=["']?(?:https?:)?\/\//,
      },
    ]),
  },
  {
    once: true,
    promise: 'without a document there is no page',
    steps: ['/openapi.json', '/docs', '/docs/scalar.js'].map(path => [
      { path, on: 'undocumented' },
      UNKNOWN,
    ]),
  },
  {
    promise:
      'the metrics are Prometheus text, by endpoint, status and cache, without what callers sent',
    steps: [
      [asked('logs.all'), same],
      [
        '/metrics',
        {
          headers: { 'Content-Type': /^text\/plain; version=0\.0\.4/, 'Cache-Control': 'no-store' },
          text: /^quern_requests_total\{endpoint="logs\.all",status="200",cache="bypass"\} [1-9]/m,
          lacks: /routes"|qk_|key_all/,
        },
      ],
    ],
  },
  {
    once: true,
    promise: 'CORS is off by default',
    steps: [
      [
        { path: asked('logs.all'), headers: { Origin: 'https://app.example' } },
        {
          ...same,
          headers: {
            'Access-Control-Allow-Origin': null,
            Vary: 'X-API-KEY, Authorization, Accept, Accept-Encoding',
          },
        },
      ],
      [
        {
          path: asked('logs.all'),
          method: 'OPTIONS',
          headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' },
        },
        {
          problem: { code: 'method_not_allowed' },
          headers: { 'Access-Control-Allow-Origin': null },
        },
      ],
    ],
  },
  {
    once: true,
    promise: 'CORS lets the pages of the listed origins call, and no others; Origin is in Vary',
    steps: [
      [
        { path: asked('logs.all'), on: 'cors', headers: { Origin: 'https://app.example' } },
        {
          ...same,
          headers: {
            'Access-Control-Allow-Origin': 'https://app.example',
            Vary: /, Origin$/,
            'Access-Control-Allow-Credentials': null,
          },
        },
      ],
      ...['https://app.example.evil', 'https://evil', 'null', 'http://app.example'].map(
        Origin =>
          [
            { path: asked('logs.all'), on: 'cors', headers: { Origin } },
            { ...same, headers: { 'Access-Control-Allow-Origin': null, Vary: /, Origin$/ } },
          ] as const,
      ),
      [
        {
          path: asked('logs.all'),
          on: 'cors',
          key: null,
          method: 'OPTIONS',
          headers: {
            Origin: 'https://app.example',
            'Access-Control-Request-Method': 'GET',
            'Access-Control-Request-Headers': 'x-api-key',
          },
        },
        {
          status: 204,
          text: '',
          headers: {
            'Access-Control-Allow-Origin': 'https://app.example',
            'Access-Control-Allow-Methods': 'GET, HEAD, POST',
            'Access-Control-Allow-Headers': /X-API-KEY/,
          },
        },
      ],
      [
        { path: asked('none'), on: 'cors', key: null, headers: { Origin: 'https://app.example' } },
        {
          problem: { code: 'unauthorized' },
          headers: { 'Access-Control-Allow-Origin': 'https://app.example', Vary: /, Origin$/ },
        },
      ],
    ],
  },
];
