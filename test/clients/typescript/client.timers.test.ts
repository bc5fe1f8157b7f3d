import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PROBLEMS } from '../../../server/http/problem.ts';
import {
  type CallOptions,
  type Client,
  type ClientOptions,
  ConnectionError,
  createClient,
  type Endpoint,
  InvalidResponseError,
  QuernError,
  type QueryOptions,
  type Rows,
  responseAs,
  ServiceError,
  TimeoutError,
  validateRows,
} from '../../../templates/typescript/client.js';
import { PAYLOADS } from '../../contracts/client/emission/payloads.ts';
import { readTemplates } from '../../support/templates.ts';

const KEY = 'qk_the-secret-of-a-caller';
const ENDPOINT: Endpoint = {
  name: 'usage.api-counts',
  columns: {
    timestamp: 'timestamp',
    total: 'integer',
    share: 'number?',
    id: 'digits',
    price: 'decimal?',
    day: 'date?',
    any: 'json',
    record: { at: 'timestamp?', flag: 'boolean?', inner: { text: 'string?' } },
  },
  integers: ['least', 'counts'],
  lists: ['names', 'counts', 'status', 'status__ne'],
};
const ROW = {
  timestamp: '2026-01-15T10:07:00.123456Z',
  total: 3,
  share: null,
  id: '9007199254740993',
  price: '-12345678901234567890.123456789',
  day: '2026-01-15',
  any: [{}],
  record: { at: '2026-01-15T10:08:00Z', flag: true, inner: null },
};

type Reply = () => Promise<Response>;
const rows = (result: unknown = [ROW], headers: Record<string, string> = {}): Reply => {
  return async () => new Response(JSON.stringify({ result }), { headers });
};
const problem = (status: number, body: object, headers: Record<string, string> = {}): Reply => {
  return async () => new Response(JSON.stringify(body), { status, headers });
};
const busy = (headers: Record<string, string> = {}) =>
  problem(503, { code: 'overloaded', detail: 'Too much to do.' }, headers);
const broken: Reply = async () => {
  throw new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
};
const hangs: Reply = () => new Promise(() => {});

interface Run {
  readonly queryOptions: (client: Client<string | Date>, params?: object) => QueryOptions<unknown>;
}
interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly redirect: string | undefined;
  /** Milliseconds since the first request. */
  readonly at: number;
}

/** A client whose service gives these replies in turn, the last one again and again, and the requests that it got. */
function clientOf(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  let first: number | null = null;
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    const reply = replies[Math.min(sent.length, replies.length - 1)];
    first ??= Date.now();
    const headers = new Headers(init?.headers);
    sent.push({ url: String(url), headers, redirect: init?.redirect, at: Date.now() - first });
    if (reply === undefined) throw new Error('a client must have a reply');
    return reply();
  };
  const client: Client<string | Date> = createClient({
    baseUrl: 'https://logs.example',
    apiKey: KEY,
    fetch,
    ...options,
  });
  return { client, sent, call: client.call };
}

/** How it ended, however long the clock must run for that. */
async function ended(work: Promise<unknown>): Promise<unknown> {
  const end = work.then(
    value => value,
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  return end;
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-15T10:00:00Z') });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a response in a format', () => {
  const call = (_: Client, params?: object): Rows<unknown> => expect.unreachable(String(params));
  const run = Object.assign(call, { endpoint: ENDPOINT });
  const csv: Reply = async () =>
    new Response('a,b\n', {
      headers: { 'Content-Type': 'text/csv; charset=utf-8', 'X-Truncated': 'true' },
    });

  it('has its whole body, and the headers', async () => {
    const { client, sent } = clientOf([csv], {
      headers: { accept: 'text/html' },
      dates: 'Date',
      validate: validateRows,
    });
    const response = await responseAs('csv', run, client, { names: ['x'] });
    expect([await response.text(), response.headers.get('X-Truncated')]).toEqual(['a,b\n', 'true']);
    expect(sent[0]?.headers.get('accept')).toBe('text/csv');
    expect(sent[0]?.headers.get('x-api-key')).toBe(KEY);
    expect(sent[0]?.url).toBe('https://logs.example/api/endpoints/usage.api-counts?names=x');
  });

  it('is asked for again as rows are, also where its body breaks off', async () => {
    const cut: Reply = async () => {
      const body = new ReadableStream({ start: controller => controller.error(new Error('cut')) });
      return new Response(body, { headers: { 'Content-Type': 'text/csv' } });
    };
    const { client, sent } = clientOf([busy(), cut, csv]);
    expect(await ended(responseAs('csv', run, client))).toBeInstanceOf(Response);
    expect(sent.length).toBe(3);
  });

  it('rejects with the errors of rows, and if another format came', async () => {
    const refused = problem(400, { code: 'invalid_parameter', detail: `with ${KEY}` });
    await expect(responseAs('arrow', run, clientOf([refused]).client)).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'invalid_parameter',
      message: 'with [key]',
    });
    const { client, sent } = clientOf([csv]);
    await expect(responseAs('arrow', run, client)).rejects.toMatchObject({
      name: 'InvalidResponseError',
      message: '`usage.api-counts` gave no arrow (text/csv; charset=utf-8).',
    });
    expect(sent.length).toBe(1);
    await expect(responseAs('xml' as 'csv', run, client)).rejects.toThrow(
      'the format must be one of json, ndjson, csv, arrow, parquet',
    );
    for (const option of [{ format: 'csv' }, { as: { accept: 'text/csv' } }])
      await expect(client.call(ENDPOINT, {}, option as object)).rejects.toThrow('is not an option');
    await expect(responseAs('csv', run, { call: 1 } as never)).rejects.toThrow(
      'the first argument of `usage.api-counts` must be a client from `createClient`',
    );
  });
});

describe('a call', () => {
  it('gives rows, and on request what the service says of them', async () => {
    const headers = {
      'X-Request-Id': 'r1',
      'X-Truncated': 'true',
      'X-Row-Limit': '1000',
      'X-Cache': 'stale',
      Age: '17',
      'X-Step': 'day',
    };
    const { call } = clientOf([rows([ROW], headers)]);
    expect(await call(ENDPOINT)).toEqual([ROW]);
    expect(await call(ENDPOINT).withResponse()).toMatchObject({
      rows: [ROW],
      requestId: 'r1',
      truncated: true,
      rowLimit: 1000,
      cache: 'stale',
      age: 17,
      step: 'day',
      headers: expect.toSatisfy(all => all.get('x-cache') === 'stale'),
    });
    const bare = await clientOf([rows([])])
      .call(ENDPOINT)
      .withResponse();
    expect(bare).toMatchObject({ rows: [], requestId: null, truncated: false, rowLimit: null });
    expect(bare).toMatchObject({ cache: null, age: null, step: null });
    const odd = { Age: '', 'X-Row-Limit': 'many', 'X-Truncated': 'false' };
    const broken = await clientOf([rows([], odd)])
      .call(ENDPOINT)
      .withResponse();
    expect(broken).toMatchObject({ age: null, rowLimit: null, truncated: false });
  });

  it('gives rows as they are, even where they hold what the key is', async () => {
    expect(await clientOf([rows([{ text: `of ${KEY}` }])]).call(ENDPOINT)).toEqual([
      { text: `of ${KEY}` },
    ]);
  });

  it('sends the key, its own name, and headers of the client and of the call, the nearest first', async () => {
    const { call, sent } = clientOf([rows()], { headers: { 'X-A': 'client', 'x-b': 'client' } });
    await call(ENDPOINT, {}, { headers: { 'x-a': 'call', 'X-API-KEY': 'of-another' } });
    const [{ headers, redirect } = { headers: new Headers(), redirect: '' }] = sent;
    expect(Object.fromEntries(headers)).toEqual({
      accept: 'application/json',
      'user-agent': 'quern-typescript',
      'x-api-key': KEY,
      'x-a': 'call',
      'x-b': 'client',
    });
    // a redirect to elsewhere would take the key along
    expect(redirect).toBe('manual');
  });

  it('names itself in Node alone, though a bundler may put a `process` into pages', async () => {
    vi.stubGlobal('process', { env: {} });
    const file = '../../../templates/typescript/client.js?in-a-page';
    const page: { createClient: typeof createClient } = await import(file).finally(() =>
      vi.unstubAllGlobals(),
    );
    let sent: Headers | null = null;
    const fetch: typeof globalThis.fetch = (_, init) => {
      sent = new Headers(init?.headers);
      return rows()();
    };
    await page.createClient({ baseUrl: 'https://logs.example', fetch }).call(ENDPOINT);
    expect(sent).toEqual(new Headers({ Accept: 'application/json' }));
  });

  it.each([
    ['https://logs.example/', 'https://logs.example/api/endpoints/usage.api-counts'],
    ['https://logs.example/a//', 'https://logs.example/a/api/endpoints/usage.api-counts'],
    ['https://logs.example/@a', 'https://logs.example/@a/api/endpoints/usage.api-counts'],
    ['https://logs.example/a/b', 'https://logs.example/a/b/api/endpoints/usage.api-counts'],
    ['', '/api/endpoints/usage.api-counts'],
    ['/a', '/a/api/endpoints/usage.api-counts'],
  ])('of a service at `%s` goes to %s', async (baseUrl, url) => {
    const { call, sent } = clientOf([rows()], { baseUrl });
    await call(ENDPOINT);
    expect(sent[0]?.url).toBe(url);
  });

  it.each([
    '',
    '/a',
    'localhost:8383',
    '127.0.0.1:8383',
    'ftp://logs.example',
    'httpx://a',
    'https://',
  ])('is refused at `%s`, unless a page or a `fetch` makes something of it', baseUrl => {
    expect(() => createClient({ baseUrl })).toThrow(TypeError);
    expect(() => createClient({ baseUrl, fetch: globalThis.fetch })).not.toThrow();
    vi.stubGlobal('location', { href: 'https://app.example/page' });
    const isRelative = /^($|\/|127)/.test(baseUrl);
    if (isRelative) createClient({ baseUrl });
    else expect(() => createClient({ baseUrl })).toThrow(TypeError);
    vi.unstubAllGlobals();
  });

  it.each([{}, { baseUrl: undefined }, { baseUrl: null }, { baseUrl: new URL('http://a') }])(
    'is asked for in words, also in a page: %o',
    options => {
      vi.stubGlobal('location', { href: 'https://app.example/page' });
      expect(() => createClient(options as never)).toThrow('`baseUrl` must be an http(s) address');
      vi.unstubAllGlobals();
    },
  );

  it('is asked for in words where no option is given', () => {
    expect(() => (createClient as () => unknown)()).toThrow('`baseUrl` must be');
  });

  it.each([{ a: 1 }, ['x', 'y'], () => 1, Symbol('x')])('sends no %s', async value => {
    const { call, sent } = clientOf([rows()]);
    await expect(call(ENDPOINT, { project: value })).rejects.toThrow(
      new TypeError('`project` must be a single value'),
    );
    expect(sent).toEqual([]);
  });

  it('sends each item of a list', async () => {
    const { call, sent } = clientOf([rows()]);
    await call(ENDPOINT, { names: ['a,b', 'é'], counts: [1, 9007199254740993n] });
    await call(ENDPOINT, { names: [], counts: 5 });
    expect(sent.map(({ url }) => [...new URL(url).searchParams])).toEqual([
      [
        ['names', 'a,b'],
        ['names', 'é'],
        ['counts', '1'],
        ['counts', '9007199254740993'],
      ],
      [['counts', '5']],
    ]);
  });

  it.each([{ counts: [1, 1.5] }, { names: [['a']] }, { names: ['\ud800'] }])(
    'sends no list %o',
    async params => {
      const { call, sent } = clientOf([rows()]);
      await expect(call(ENDPOINT, params)).rejects.toThrow(/^`(counts|names)` must be/);
      expect(sent).toEqual([]);
    },
  );

  it('is made by its own `fetch`', async () => {
    const { call, sent } = clientOf([rows([])]);
    expect(await call(ENDPOINT, {}, { fetch: rows() })).toEqual([ROW]);
    expect(sent).toEqual([]);
  });

  it('takes headers in every form', async () => {
    const { call, sent } = clientOf([rows()]);
    await call(ENDPOINT, {}, { headers: new Headers({ 'X-A': 'b' }) as never });
    expect(sent[0]?.headers.get('x-a')).toBe('b');
    await call(ENDPOINT, {}, { headers: [['X-A', 'c']] as never });
    expect(sent[1]?.headers.get('x-a')).toBe('c');
  });

  it('sends every text as it is', async () => {
    const { call, sent } = clientOf([rows()]);
    for (const text of Object.values(PAYLOADS)) await call(ENDPOINT, { 'a&b=': text });
    const read = sent.map(({ url }) => [...new URL(url).searchParams]);
    expect(read).toEqual(Object.values(PAYLOADS).map(text => [['a&b=', text]]));
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async text => {
        await call(ENDPOINT, { text });
        expect(new URL(sent.at(-1)?.url ?? '').searchParams.get('text')).toBe(text);
      }),
    );
  });

  it('sends values in the way that the service reads them', async () => {
    const { call, sent } = clientOf([rows()]);
    await call(ENDPOINT, {
      least: 9007199254740993n,
      share: 1e300,
      flag: false,
      since: new Date(Date.UTC(2026, 0, 15)),
      none: undefined,
      nothing: null,
      empty: '',
    });
    expect(new URL(sent[0]?.url ?? '').search).toBe(
      '?least=9007199254740993&share=1e%2B300&flag=false&since=2026-01-15T00%3A00%3A00.000Z&empty=',
    );
  });

  it.each([
    { least: 2 ** 53 },
    { least: 1.5 },
    { share: Number.NaN },
    { share: Infinity },
    { since: new Date(Number.NaN) },
  ])('with %o is an error before anything is sent', async params => {
    const { call, sent } = clientOf([rows()]);
    await expect(call(ENDPOINT, params)).rejects.toThrow(RangeError);
    expect(sent).toEqual([]);
  });

  it.each([
    [{ timeout: 0 }, RangeError],
    [{ timeout: Number.NaN }, RangeError],
    [{ timeout: '30' }, RangeError],
    [{ maxRetries: -1 }, RangeError],
    [{ maxRetries: 1.5 }, RangeError],
    [{ maxRetries: Infinity }, RangeError],
    [{ maxRetries: '2' }, RangeError],
    [{ retries: 2 }, TypeError],
    [{ fetch: null }, TypeError],
    [{ headers: { 'a b': 'c' } }, TypeError],
  ])('or a client with %o is an error', async (given, kind) => {
    // as plain JavaScript gives them
    const options = given as CallOptions;
    const { call, sent } = clientOf([rows()]);
    await expect(call(ENDPOINT, {}, options)).rejects.toThrow(kind);
    expect(() => clientOf([rows()], options)).toThrow(kind);
    expect(sent).toEqual([]);
  });

  it.each([
    { dates: 'date' },
    { dates: null },
    { apiKey: null },
    { apiKey: 'of two' },
    { apiKey: 7 },
    { apikey: KEY },
    { signal: AbortSignal.abort() },
  ])('of a client that is made with %o there is none', options => {
    expect(() => clientOf([rows()], options as Partial<ClientOptions>)).toThrow(TypeError);
  });

  it('has a key that a function gives for each call', async () => {
    let calls = 0;
    const apiKey = async () => {
      calls += 1;
      return `token${calls}`;
    };
    const { call, sent } = clientOf([rows()], { apiKey });
    await ended(call(ENDPOINT));
    await ended(call(ENDPOINT));
    expect(sent.map(({ headers }) => headers.get('X-API-KEY'))).toEqual(['token1', 'token2']);
  });

  it('gives up with its signal while a function looks for the key, and fails as the function does', async () => {
    const controller = new AbortController();
    const { call, sent } = clientOf([rows()], { apiKey: () => new Promise<string>(() => {}) });
    const waiting = ended(call(ENDPOINT, {}, { signal: controller.signal }));
    controller.abort(new Error('enough'));
    expect(String(await waiting)).toBe('Error: enough');
    const failing = clientOf([rows()], { apiKey: () => Promise.reject(new Error('no token')) });
    expect(String(await ended(failing.call(ENDPOINT)))).toBe('Error: no token');
    const wrong = clientOf([rows()], { apiKey: () => 'of two' });
    expect(await ended(wrong.call(ENDPOINT))).toBeInstanceOf(TypeError);
    expect([...sent, ...failing.sent, ...wrong.sent]).toEqual([]);
  });

  it('with half a pair of surrogates is an error, not another text', async () => {
    const { call, sent } = clientOf([rows()]);
    await expect(call(ENDPOINT, { text: '\ud800' })).rejects.toThrow(RangeError);
    expect(sent).toEqual([]);
  });

  it('makes `Date`s of timestamps, nested ones as well, where the client is made so', async () => {
    const { call } = clientOf([rows([ROW, { ...ROW, record: null }])], { dates: 'Date' });
    const at = new Date('2026-01-15T10:07:00.123Z');
    const inner = { ...ROW.record, at: new Date('2026-01-15T10:08:00Z') };
    expect(await call(ENDPOINT)).toEqual([
      { ...ROW, timestamp: at, record: inner },
      { ...ROW, timestamp: at, record: null },
    ]);
  });
});

describe('rows that are no records', () => {
  it.each(['string', 'Date'] as const)('are no answer where dates are %s', async dates => {
    for (const row of [null, 3, 'x', true]) {
      const error = await ended(clientOf([rows([ROW, row])], { dates }).call(ENDPOINT));
      expect(error).toBeInstanceOf(InvalidResponseError);
    }
  });

  it('stay as they are inside of others, and so do values that are no timestamps', async () => {
    const lengthy: Endpoint = { name: 'a', columns: { record: { length: 'timestamp' } } };
    for (const record of [null, 3, 'x', true, [], { length: 3 }]) {
      const { call } = clientOf([rows([{ record }])], { dates: 'Date' });
      expect(await ended(call(lengthy))).toEqual([{ record }]);
    }
  });
});

describe('numbers that JavaScript would round', () => {
  const answer = (json: string): Reply => {
    return async () => new Response(`{"result":[{"any":1},{"any":{"a":[${json}]}}]}`);
  };
  const read = (json: string, options: Partial<ClientOptions> = {}) =>
    ended(clientOf([answer(json)], options).call(ENDPOINT));
  const given = (value: unknown) => [{ any: 1 }, { any: { a: [value] } }];
  const ROUNDED = [
    '9007199254740993',
    '-9007199254740993',
    '18446744073709551615',
    '1e400',
    '-1E+999',
  ];
  const KEPT = [
    ...['9007199254740991', '9007199254740992', '123456789012345680000', '1768467600000000'],
    ...['0.1234567890123456789', '1e300', '1.5E-400', '-0', '"1e400"'],
    ...['"9007199254740993"', '"\\" 9007199254740993"', '"\\\\", 17', '{"\\" 1e999":" 1e999\\""}'],
  ];

  it.each(ROUNDED)('are an error: %s', async json => {
    const error = await read(json);
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(error).toMatchObject({
      message: expect.stringMatching(/^`any` in row 1 of `usage.api-counts` has a number that /),
      status: 200,
    });
  });

  it.each(ROUNDED)('are texts for a client that wants them: %s', async json => {
    expect(await read(json, { largeNumbers: 'string' })).toEqual(given(json));
  });

  it.each(KEPT)('are few: %s', async json => {
    const rows = [{ any: 1 }, { any: { a: JSON.parse(`[${json}]`) } }];
    expect(await read(json)).toEqual(rows);
    expect(await read(json, { largeNumbers: 'string' })).toEqual(rows);
  });

  it('do not matter beside rows', async () => {
    const reply: Reply = async () =>
      new Response('{"result":[{"any":7}],"other":9007199254740993}');
    expect(await ended(clientOf([reply]).call(ENDPOINT))).toEqual([{ any: 7 }]);
  });
});

describe('filters', async () => {
  // It has no types of its own either.
  const file = '../../../templates/typescript/filters.js';
  type Filtered = Run &
    ((client: Client<string | Date>, params?: object) => Promise<readonly unknown[]>);
  const { filtered }: { filtered: (descriptor: Endpoint, filters: readonly string[]) => Filtered } =
    await import(file);

  it('sends the operators of a filter as parameters', async () => {
    const { client, sent } = clientOf([rows()]);
    const call = filtered(ENDPOINT, ['status', 'tag']);
    const status = { eq: [200, 404], ne: 500, gte: undefined, lt: null, is_null: false };
    await call(client, { status, tag: { has: 'a', contains: 'b' }, status__gt: 7 });
    await call(client, { status: [200], tag: 'x' });
    await call(client, { status: {} });
    await call(client);
    expect(sent.map(({ url }) => [...new URL(url).searchParams].join(' '))).toEqual([
      'status,200 status,404 status__ne,500 status__is_null,false tag,a tag__contains,b status__gt,7',
      'status,200 tag,x',
      '',
      '',
    ]);
    const { queryKey } = call.queryOptions(client, { status: { lt: 5 } });
    expect(queryKey[1]).toEqual({ status__lt: '5' });
  });

  it.each([{ status: { gte: {} } }, { names: { eq: 'a' } }, { status: { lt: [1] } }])(
    'sends no operators %o',
    async params => {
      const { client, sent } = clientOf([rows()]);
      const call = filtered(ENDPOINT, ['status', 'tag']);
      await expect(call(client, params)).rejects.toThrow(/ must be a single value$/);
      expect(sent).toEqual([]);
    },
  );
});

describe('a query of pages', async () => {
  const file = '../../../templates/typescript/endpoint.js';
  const { endpoint, paged } = await import(file);

  it('leads from cursor to cursor, under a key of its own', async () => {
    const run = paged(endpoint(ENDPOINT));
    const replies = [rows([ROW], { 'X-Next-Cursor': 'next' }), rows([ROW])];
    const { client, sent } = clientOf(replies);
    const options = run.infiniteQueryOptions(client, { least: 1 });
    const { signal } = new AbortController();
    const first = await ended(options.queryFn({ signal, pageParam: options.initialPageParam }));
    const pageParam = options.getNextPageParam(first);
    const second = await ended(options.queryFn({ signal, pageParam }));
    expect(options.getNextPageParam(second)).toBe(null);
    expect(sent.map(({ url }) => url.split('?')[1])).toEqual(['least=1', 'least=1&cursor=next']);
    expect(options.queryKey).toEqual([...run.queryOptions(client, { least: 1 }).queryKey, 'pages']);
  });

  it.each([undefined, null, {}, { project: 'abc' }, createClient, 'https://logs.example.com'])(
    'refuse %s in place of a client',
    async other => {
      const run = paged(endpoint(ENDPOINT));
      const words = `the first argument of \`${ENDPOINT.name}\` must be a client from \`createClient\``;
      expect(() => run(other as never)).toThrow(new TypeError(words));
      expect(() => run.queryOptions(other as never)).toThrow(words);
      expect(() => run.infiniteQueryOptions(other as never)).toThrow(words);
      await expect(run.pages(other as never).next()).rejects.toThrow(words);
    },
  );
});

describe('a query', async () => {
  // It has no types of its own: each endpoint declares those of its function.
  const file = '../../../templates/typescript/endpoint.js';
  const { endpoint }: { endpoint: (descriptor: Endpoint) => Run } = await import(file);
  const { queryOptions } = endpoint(ENDPOINT);

  it.each([{ since: new Date(Number.NaN) }, { least: 1.5 }, { any: [1] }])(
    'with %o fails as a call does, and only when it is made',
    async params => {
      const { client, sent } = clientOf([rows()]);
      const { queryKey, queryFn } = queryOptions(client, params);
      expect(queryOptions(client, { ...params }).queryKey).toEqual(queryKey);
      expect(JSON.parse(JSON.stringify(queryKey))).toEqual(queryKey);
      const context = { signal: new AbortController().signal };
      const error = await ended(client.call(ENDPOINT, params));
      expect(error).toBeInstanceOf(Error);
      await expect(queryFn(context)).rejects.toEqual(error);
      expect(sent).toEqual([]);
    },
  );

  it('has a key of its own for what cannot be sent', () => {
    const { client } = clientOf([rows()]);
    const keys = [{}, { any: '1,2' }, { any: [1, 2] }, { least: 1.5 }].map(params =>
      JSON.stringify(queryOptions(client, params).queryKey),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has a key of what is asked, where, and in which form', () => {
    const { client } = clientOf([rows()], { dates: 'Date', headers: { a: 'b' } });
    const params = { since: new Date(0), least: 2n ** 60n, none: undefined, nothing: null };
    expect(queryOptions(client, params).queryKey).toEqual([
      ENDPOINT.name,
      { since: '1970-01-01T00:00:00.000Z', least: '1152921504606846976' },
      { baseUrl: 'https://logs.example', dates: 'Date' },
    ]);
    expect(queryOptions(client).queryKey[1]).toEqual({});
  });

  it('asks as a call does, gives up when it is told to, and leaves retries to the client', async () => {
    const { client, sent } = clientOf([rows([ROW]), hangs]);
    const { queryFn, retry } = queryOptions(client, { least: 3 });
    const controller = new AbortController();
    expect(retry).toBe(false);
    expect(await queryFn(controller)).toEqual([ROW]);
    expect(sent[0]?.url).toMatch(/\?least=3$/);
    const second = ended(queryFn(controller));
    controller.abort(new Error('enough'));
    expect(await second).toEqual(new Error('enough'));
  });
});

describe('failures', () => {
  it('have the code, the parameters and the request of the service’s answer', async () => {
    const parameters = [{ name: 'interval', message: 'no' }];
    const body = { code: 'invalid_parameter', detail: '`interval` must be …', parameters };
    const { call, sent } = clientOf([problem(400, body, { 'X-Request-Id': 'r2' })]);
    const error = await ended(call(ENDPOINT));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toBeInstanceOf(QuernError);
    expect(error).toMatchObject({
      name: 'ServiceError',
      message: '`interval` must be …',
      code: 'invalid_parameter',
      status: 400,
      parameters,
      requestId: 'r2',
      retryAfter: null,
    });
    expect(sent).toHaveLength(1);
  });

  it('have no code where something else answered', async () => {
    const page: Reply = async () => new Response('<html>', { status: 413 });
    expect(await ended(clientOf([page]).call(ENDPOINT))).toMatchObject({
      code: null,
      status: 413,
      parameters: [],
    });
    const bare = clientOf([problem(400, { code: 'forbidden' })]);
    expect(await ended(bare.call(ENDPOINT))).toMatchObject({
      code: 'forbidden',
      message: '`usage.api-counts` gave status 400.',
    });
    const odd = clientOf([problem(400, { code: 7, detail: [], parameters: 'interval' })]);
    expect(await ended(odd.call(ENDPOINT))).toMatchObject({
      code: null,
      message: '`usage.api-counts` gave status 400.',
      parameters: [],
    });
    const accepted = clientOf([problem(202, { result: [] })]);
    expect(await ended(accepted.call(ENDPOINT))).toMatchObject({ code: null, status: 202 });
    const moved: Reply = async () => new Response(null, { status: 302 });
    expect(await ended(clientOf([moved]).call(ENDPOINT))).toMatchObject({
      code: null,
      status: 302,
    });
  });

  it.each(['<html>', '', '{"result":{}}', 'null', '[]'])(
    'are what is no answer: %s',
    async text => {
      const { call, sent } = clientOf([async () => new Response(text)]);
      const error = await ended(call(ENDPOINT));
      expect(error).toBeInstanceOf(InvalidResponseError);
      expect(error).toMatchObject({ code: 'invalid_response', status: 200 });
      expect(sent).toHaveLength(1);
    },
  );

  it.each([
    ['text/html', '<html>', 'text/html'],
    ['application/json', '{"result":[', 'application/json'],
    ['application/json', '{"result":[7]}', 'application/json'],
    [KEY, '{}', '[key]'],
    [null, '', 'no type'],
  ])('say what came in place of rows: %s', async (type, text, told) => {
    const body = new TextEncoder().encode(text);
    const headers = type === null ? {} : { 'Content-Type': type };
    const { call } = clientOf([async () => new Response(body, { headers })]);
    expect(await ended(call(ENDPOINT))).toMatchObject({
      message: `\`usage.api-counts\` gave no JSON of rows (${told}).`,
    });
  });

  const wrapped = (cause: unknown) => new TypeError('fetch failed', { cause });
  const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });

  it.each([
    [wrapped(new Error('getaddrinfo ENOTFOUND a')), 'getaddrinfo ENOTFOUND a'],
    // of a host with several addresses
    [wrapped(refused), 'ECONNREFUSED'],
    [wrapped(wrapped(new Error('read ECONNRESET'))), 'read ECONNRESET'],
    [new TypeError('Failed to fetch'), 'Failed to fetch'],
    ['down', 'down'],
    [undefined, 'undefined'],
    [wrapped(new Error(`no header ${KEY}`)), 'no header [key]'],
  ])('say why there is no answer: %s', async (cause, told) => {
    const { call } = clientOf([() => Promise.reject(cause)], { maxRetries: 0 });
    const error = await ended(call(ENDPOINT));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      message: `\`usage.api-counts\` gave no answer (${told}).`,
      status: null,
      requestId: null,
    });
  });

  it.each([200, 503])(
    'have what the headers said, after a part of an answer of %d',
    async status => {
      const started = (start: (controller: ReadableStreamDefaultController) => void): Reply => {
        const headers = { 'X-Request-Id': `r4 ${KEY}` };
        return async () => new Response(new ReadableStream({ start }), { status, headers });
      };
      const cut = started(controller => controller.error(wrapped(new Error('other side closed'))));
      const stalled = started(() => {});
      const told = { status, requestId: 'r4 [key]', endpoint: ENDPOINT.name };
      const options = { maxRetries: 0, timeout: 20 };
      expect(await ended(clientOf([cut], options).call(ENDPOINT))).toMatchObject({
        ...told,
        name: 'ConnectionError',
        message: '`usage.api-counts` gave no answer (other side closed).',
      });
      expect(await ended(clientOf([stalled], options).call(ENDPOINT))).toMatchObject({
        ...told,
        name: 'TimeoutError',
      });
    },
  );

  it('have nothing of the answer before theirs', async () => {
    const { call } = clientOf([busy({ 'X-Request-Id': 'r5' }), broken], { maxRetries: 1 });
    expect(await ended(call(ENDPOINT))).toMatchObject({ status: null, requestId: null });
  });

  it('name a header that cannot be sent, and not its value', async () => {
    const headers = { 'X-Fine': 'a', 'X-Token': `${KEY}\n7` };
    const told = new TypeError('`X-Token` must be a valid header');
    const { call, sent } = clientOf([rows()]);
    expect(await ended(call(ENDPOINT, {}, { headers }))).toEqual(told);
    expect(() => clientOf([rows()], { headers })).toThrow(told);
    const odd = 7 as unknown as Record<string, string>;
    expect(() => clientOf([rows()], { headers: odd })).toThrow('`headers` must be a valid header');
    expect(sent).toEqual([]);
  });

  it('do not come of names of fixed parameters', async () => {
    const { call, sent } = clientOf([rows()], { fixed: ['project'] });
    await expect(call(ENDPOINT)).resolves.toHaveLength(1);
    expect(sent).toHaveLength(1);
  });

  it('never hold the key', async () => {
    const echo = problem(401, { code: 'unauthorized', detail: `no key ${KEY}, ${KEY}` });
    for (const reply of [echo, broken, busy(), hangs]) {
      const error = await ended(clientOf([reply]).call(ENDPOINT));
      expect(error).toBeInstanceOf(QuernError);
      const told = JSON.stringify([String(error), error, (error as QuernError).stack]);
      expect(told).not.toContain(KEY);
    }
    const { client } = clientOf([rows()]);
    expect(JSON.stringify(client)).not.toContain(KEY);
    for (const options of [
      { baseUrl: 'https://a', apiKey: `${KEY}\n` },
      { baseUrl: `https://x:${KEY}@a` },
      { baseUrl: `https://a?key=${KEY}` },
      { baseUrl: `https://a#${KEY}` },
    ]) {
      expect(() => createClient(options)).toThrow(TypeError);
      expect(() => createClient(options)).not.toThrow(KEY);
    }
  });

  it('know every code of the service that a caller can be told', () => {
    const types = readTemplates().get('typescript/errors.d.ts') ?? '';
    const [, union = ''] = /type ServiceCode =([^;]+);/.exec(types) ?? [];
    expect([...union.matchAll(/'(\w+)'/g)].map(([, code]) => code)).toEqual(
      Object.keys(PROBLEMS).filter(code => code !== 'cancelled'),
    );
  });

  it('that nobody waits for are told once, where they are asked for', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const { call } = clientOf([problem(400, { code: 'invalid_parameter' })]);
    await expect(call(ENDPOINT).withResponse()).rejects.toThrow(ServiceError);
    // Node tells of them once the turn is over.
    await turn();
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('retries', () => {
  it.each([
    ['a broken connection', broken],
    ['408', problem(408, {})],
    ['429', problem(429, { code: 'rate_limited' })],
    ['500', problem(500, { code: 'internal' })],
    ['502', async () => new Response('<html>', { status: 502 })],
    ['503', busy()],
    ['504', problem(504, { code: 'engine_timeout' })],
    [
      'an answer that breaks off',
      async () =>
        new Response(
          new ReadableStream({
            start: controller => controller.error(new TypeError('terminated')),
          }),
        ),
    ],
  ] satisfies [string, Reply][])('follow %s', async (_, reply) => {
    const { call, sent } = clientOf([reply, reply, rows()]);
    expect(await ended(call(ENDPOINT))).toEqual([ROW]);
    // 250 and 500 of 500 and 1,000, by the random draws
    expect(sent.map(({ at }) => at)).toEqual([0, 250, 750]);
  });

  it.each([
    ...[400, 401, 403, 404, 405].map(status => [status, 'forbidden'] as const),
    [500, 'unsafe_integer'],
    [500, 'result_too_large'],
    [502, 'stored_value'],
  ] as const)('do not follow %d with %s', async (status, code) => {
    const { call, sent } = clientOf([problem(status, { code })]);
    expect(await ended(call(ENDPOINT))).toMatchObject({ status });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'of another host'],
    ['INVALID_PURPOSE', 'unsupported certificate purpose'],
    ['HOSTNAME_MISMATCH', 'hostname mismatch'],
    ['CRL_HAS_EXPIRED', 'the list of what is revoked is old'],
    ['PATH_LENGTH_EXCEEDED', 'path length constraint exceeded'],
    [undefined, 'client error (Connect): invalid peer certificate: UnknownIssuer'],
  ])('do not follow a fault of the certificate, such as %s: %s', async (code, message) => {
    const cause = Object.assign(new Error(message), { code });
    const { call, sent } = clientOf([
      () => Promise.reject(new TypeError('fetch failed', { cause })),
    ]);
    expect(await ended(call(ENDPOINT))).toMatchObject({ code: 'connection_failed' });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['ENOTFOUND', 'certificates.example'],
    [undefined, 'error sending request for url (https://logs.example/?project=CERT): reset'],
  ])('follow what only names a certificate: %s, %s', async (code, message) => {
    const cause = Object.assign(new Error(message), { code });
    const { call, sent } = clientOf([
      () => Promise.reject(new TypeError('fetch failed', { cause })),
    ]);
    await ended(call(ENDPOINT));
    expect(sent).toHaveLength(3);
  });

  it('end with the last failure', async () => {
    const { call, sent } = clientOf([broken, busy()]);
    expect(await ended(call(ENDPOINT))).toMatchObject({ code: 'overloaded' });
    expect(sent).toHaveLength(3);
    const none = clientOf([broken], { maxRetries: 0 });
    const error = await ended(none.call(ENDPOINT));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: 'connection_failed', status: null });
    expect(none.sent).toHaveLength(1);
  });

  it('wait longer each time, up to eight seconds, and never the same', async () => {
    const { call, sent } = clientOf([broken], { maxRetries: 7, timeout: 600_000 });
    vi.mocked(Math.random).mockReturnValue(0.999999);
    await ended(call(ENDPOINT));
    const pauses = sent.map(({ at }, index) => Math.round((at - (sent[index - 1]?.at ?? 0)) / 100));
    expect(pauses).toEqual([0, 5, 10, 20, 40, 80, 80, 80]);
    const quick = clientOf([broken]);
    vi.mocked(Math.random).mockReturnValue(0);
    await ended(quick.call(ENDPOINT));
    expect(quick.sent.map(({ at }) => at)).toEqual([0, 0, 0]);
  });

  it.each([
    ['3', 3_000],
    ['0', 0],
    ['Thu, 15 Jan 2026 10:00:07 GMT', 7_000],
    ['Thursday, 15-Jan-26 10:00:07 GMT', 7_000],
    ['Thu Jan 15 10:00:07 2026', 7_000],
    ['60', 60_000],
    ['Thu, 15 Jan 2026 09:00:00 GMT', 0],
    ['Mon Jan  5 10:00:00 2026', 0],
    ['soon', 250],
    ['-1', 250],
  ])('wait as long as the service asks: %s', async (retryAfter, ms) => {
    const { call, sent } = clientOf([busy({ 'Retry-After': retryAfter }), rows()]);
    expect(await ended(call(ENDPOINT))).toEqual([ROW]);
    expect(sent[1]?.at).toBe(ms);
  });

  it('know no time to wait for that is over', async () => {
    const past = busy({ 'Retry-After': 'Thu, 15 Jan 2026 09:00:00 GMT' });
    const error = await ended(clientOf([past], { maxRetries: 0 }).call(ENDPOINT));
    expect(error).toMatchObject({ retryAfter: 0 });
  });

  it.each(['61', 'Fri, 16 Jan 2026 10:00:00 GMT'])(
    'do not follow where the service asks for too long a pause: %s',
    async retryAfter => {
      const { call, sent } = clientOf([busy({ 'Retry-After': retryAfter }), rows()]);
      const error = await ended(call(ENDPOINT));
      expect(error).toMatchObject({ code: 'overloaded' });
      expect((error as QuernError).retryAfter).toBeGreaterThan(60);
      expect(sent).toHaveLength(1);
    },
  );

  it('are bounded for all calls of a client, and earned by success', async () => {
    let isUp = false;
    const { call, sent } = clientOf([() => (isUp ? rows()() : broken())], { maxRetries: 2 });
    for (let turn = 0; turn < 20; turn++) await ended(call(ENDPOINT));
    expect(sent).toHaveLength(20 + 10);
    isUp = true;
    for (let turn = 0; turn < 25; turn++) await ended(call(ENDPOINT));
    isUp = false;
    const before = sent.length;
    for (let turn = 0; turn < 5; turn++) await ended(call(ENDPOINT));
    expect(sent.length - before).toBe(5 + 2);
  });

  it('are ten at most, however many calls succeeded before', async () => {
    let isUp = true;
    const { call, sent } = clientOf([() => (isUp ? rows()() : broken())], { maxRetries: 2 });
    for (let turn = 0; turn < 25; turn++) await ended(call(ENDPOINT));
    isUp = false;
    for (let turn = 0; turn < 10; turn++) await ended(call(ENDPOINT));
    expect(sent).toHaveLength(25 + 10 + 10);
  });

  it('are never more than ten and a tenth of what succeeded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 60 }), async fortunes => {
        let asked = 0;
        let good = 0;
        const reply: Reply = () => {
          const isGood = fortunes[asked++ % fortunes.length] === true;
          if (isGood) good++;
          return isGood ? rows()() : broken();
        };
        const { call } = clientOf([reply], { maxRetries: 5, timeout: 600_000 });
        for (let turn = 0; turn < fortunes.length; turn++) await ended(call(ENDPOINT));
        expect(asked - fortunes.length).toBeLessThanOrEqual(10 + good / 10);
      }),
      { numRuns: 25 },
    );
  });
});

describe('time', () => {
  it('ends each attempt, and is whole for the next', async () => {
    const { call, sent } = clientOf([busy(), hangs], { timeout: 5_000 });
    const error = await ended(call(ENDPOINT));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      code: 'timeout',
      endpoint: ENDPOINT.name,
      message: `\`${ENDPOINT.name}\` gave no answer within 5000 ms.`,
    });
    // pauses of 250 and 500
    expect(sent.map(({ at }) => at)).toEqual([0, 250, 5_750]);
    const late = clientOf([hangs, rows()], { timeout: 5_000 });
    expect(await ended(late.call(ENDPOINT))).toEqual([ROW]);
  });

  it('ends an attempt whose body does not come', async () => {
    const { call, sent } = clientOf([async () => new Response(new ReadableStream())]);
    expect(await ended(call(ENDPOINT, {}, { timeout: 20 }))).toMatchObject({ code: 'timeout' });
    expect(sent).toHaveLength(3);
  });

  it('is not that of pauses', async () => {
    const { call } = clientOf([busy({ 'Retry-After': '3' }), rows()], { timeout: 2_000 });
    expect(await ended(call(ENDPOINT))).toEqual([ROW]);
  });

  it('may be without end', async () => {
    const late: Reply = () => new Promise(resolve => setTimeout(() => resolve(rows()()), 9e7));
    const { call } = clientOf([late]);
    expect(await ended(call(ENDPOINT, {}, { timeout: Infinity }))).toEqual([ROW]);
  });
});

describe('giving up', () => {
  it.each(['enough', new Error('enough'), undefined])(
    'for %o is told as such, not as a failure or an answer',
    async reason => {
      const controller = new AbortController();
      const { call } = clientOf([hangs], { maxRetries: 0 });
      const told = call(ENDPOINT, {}, { signal: controller.signal }).withResponse();
      controller.abort(reason);
      await expect(told).rejects.toBe(controller.signal.reason);
    },
  );

  it('gives up the request too, as the end of its time does', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch: typeof globalThis.fetch = (_, init) => {
      signals.push(init?.signal);
      return hangs();
    };
    const { call } = clientOf([], { fetch, maxRetries: 0 });
    const controller = new AbortController();
    const told = ended(call(ENDPOINT, {}, { signal: controller.signal }));
    controller.abort(new Error('enough'));
    await told;
    await ended(call(ENDPOINT, {}, { timeout: 20 }));
    expect(signals.map(signal => signal?.aborted)).toEqual([true, true]);
    expect(signals[0]?.reason).toBe(controller.signal.reason);
  });

  it.each([
    ['before', [rows()], 0],
    ['while it waits for an answer', [hangs], 1],
    ['while it pauses', [busy({ 'Retry-After': '20' })], 1],
  ] satisfies [string, Reply[], number][])(
    '%s rejects with the reason of the signal',
    async (when, replies, requests) => {
      const { call, sent } = clientOf(replies);
      const controller = new AbortController();
      if (when === 'before') controller.abort(new Error('enough'));
      else setTimeout(() => controller.abort(new Error('enough')), 100);
      const before = Date.now();
      const error = await ended(call(ENDPOINT, {}, { signal: controller.signal }));
      expect(error).toEqual(new Error('enough'));
      expect(error).toBe(controller.signal.reason);
      expect(Date.now() - before).toBe(when === 'before' ? 0 : 100);
      expect(sent).toHaveLength(requests);
    },
  );

  it('leaves nothing on a signal that outlives the call', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    await ended(clientOf([broken, rows()]).call(ENDPOINT, {}, { signal }));
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
  });
});

describe('looking at rows', () => {
  const faults = (row: unknown) => () => validateRows([ROW, row], ENDPOINT);

  it('finds rows sound that are what the endpoint declares, or more', async () => {
    expect(faults({ ...ROW, record: null, share: 0.5, day: null, further: 1 })).not.toThrow();
    expect(faults({ ...ROW, id: '-9007199254740993' })).not.toThrow();
    expect(faults({ ...ROW, any: null })).not.toThrow();
    const { call } = clientOf([rows()], { dates: 'Date', validate: validateRows });
    expect(await call(ENDPOINT)).toHaveLength(1);
  });

  it.each([
    [{ timestamp: '2026-01-15' }, '`timestamp` in row 1 of `usage.api-counts` is no timestamp.'],
    [{ timestamp: '2026-01-15T10:07:00' }, 'is no timestamp.'],
    [{ timestamp: '2026-01-15T10:07:00+02:00' }, 'is no timestamp.'],
    [{ timestamp: null }, 'is no timestamp.'],
    [{ timestamp: undefined }, '`timestamp` in row 1 of `usage.api-counts` is missing.'],
    [{ share: undefined }, 'is missing.'],
    [{ total: 2 ** 53 }, '`total` in row 1 of `usage.api-counts` is no safe integer.'],
    [{ total: '3' }, 'is no integer.'],
    [{ total: 1.5 }, 'is no integer.'],
    [{ share: '0.5' }, 'is no number.'],
    // `JSON.parse` makes this of 1e999
    [{ share: Infinity }, 'is no number.'],
    [{ timestamp: 'at 2026-01-15T10:07:00Z' }, 'is no timestamp.'],
    [{ id: 9 }, 'is no digits.'],
    [{ price: 12.5 }, 'is no decimal.'],
    [{ price: '1e5' }, 'is no decimal.'],
    [{ day: '15.1.2026' }, 'is no date.'],
    [{ any: undefined }, 'is missing.'],
    [{ record: undefined }, '`record` in row 1 of `usage.api-counts` is missing.'],
    [{ record: 7 }, '`record` in row 1 of `usage.api-counts` is no record.'],
    [{ record: '' }, '`record` in row 1 of `usage.api-counts` is no record.'],
    [{ record: [] }, '`at` in `record` in row 1'],
    [{ record: { ...ROW.record, flag: 1 } }, '`flag` in `record` in row 1'],
    [{ record: { ...ROW.record, inner: { text: 1 } } }, '`text` in `inner` in `record` in row 1'],
  ])('says where %o is not', (fault, message) => {
    expect(faults({ ...ROW, ...fault })).toThrow(InvalidResponseError);
    expect(faults({ ...ROW, ...fault })).toThrow(message);
  });

  it('finds no row in what is none, or in what each object has', () => {
    for (const row of [null, undefined, 'a', 7]) {
      expect(faults(row)).toThrow('row 1 of `usage.api-counts` is no record.');
    }
    const inherited = { name: 'a', columns: { valueOf: 'json', toString: 'json' } } as const;
    expect(() => validateRows([{}], inherited)).toThrow('`valueOf` in row 0 of `a` is missing.');
    expect(faults({})).toThrow(
      expect.objectContaining({ code: 'invalid_response', endpoint: ENDPOINT.name }),
    );
  });

  it('rejects the call', async () => {
    const { call } = clientOf([rows([{}], { 'X-Request-Id': 'r6' })], { validate: validateRows });
    expect(await ended(call(ENDPOINT))).toMatchObject({
      code: 'invalid_response',
      status: 200,
      requestId: 'r6',
    });
  });

  it('is told of no answer where there is none', () => {
    expect(faults({})).toThrow(expect.objectContaining({ status: null, requestId: null }));
  });

  it('is what another function may do, which has the whole answer', async () => {
    const validate = vi.fn();
    const { call } = clientOf([rows([ROW], { 'X-Request-Id': 'r7' })], { validate });
    const answer = await call(ENDPOINT).withResponse();
    expect(answer.requestId).toBe('r7');
    expect(validate.mock.calls).toEqual([[[ROW], ENDPOINT, answer]]);
  });
});
