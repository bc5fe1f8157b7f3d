import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Manifest, ManifestEndpoint } from '../../../generator/core/output/manifest.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { createEndpoints } from '../../../server/http/endpoints/endpoints.ts';
import type { Answered, AnyHandler, Call } from '../../../server/http/endpoints/handler.ts';
import { ProblemError } from '../../../server/http/endpoints/handler.ts';
import type { HandlerExtras, HandlerProblem } from '../../../server/http/problem.ts';
import {
  column,
  fakeEngine,
  fixtureApp,
  keyRing,
  MANIFEST,
  madeKey,
  NOW,
  param,
} from '../server-fixture.ts';

const [LOGS] = MANIFEST.endpoints;
if (LOGS === undefined) throw new Error('the fixture has an endpoint');
const PATH = '/api/endpoints/logs.all';

type AnyCall = Call<Readonly<Record<string, unknown>>, unknown>;

/** The fixture with a handler of `logs.all`, and perhaps another definition of it. */
function handled(
  handler: (call: AnyCall) => unknown,
  rest: Partial<ManifestEndpoint> = {},
  options: Parameters<typeof fixtureApp>[2] = {},
) {
  const manifest: Manifest = { ...MANIFEST, endpoints: [{ ...LOGS, ...rest } as ManifestEndpoint] };
  const engine = fakeEngine(({ values }) => [[1, values.length]]);
  const handlers = { 'logs.all': handler as AnyHandler };
  const { app, lines } = fixtureApp(engine, null, {
    manifest: catalogue(manifest),
    handlers,
    ...options,
  });
  return { ...app, engine, lines };
}
/** What `logs.all` answers on the engine alone. */
const plain = () =>
  fixtureApp(
    fakeEngine(({ values }) => [[1, values.length]]),
    null,
  );

describe('the endpoints in another server', () => {
  it.each([
    [{}, 'id,at\r\n=1,\r\n'],
    [{ csv: { formula: 'escape' } }, "id,at\r\n'=1,\r\n"],
  ] as const)('write CSV as the option says: %j', async (options, text) => {
    const columns = [column('id', 'string'), column('at', 'timestamp')];
    const manifest = catalogue({ ...MANIFEST, endpoints: [{ ...LOGS, columns }] });
    const engine = fakeEngine(() => []);
    const handlers = { 'logs.all': () => [{ id: '=1', at: null }] };
    const endpoints = createEndpoints({ manifest, engine, log: () => {}, ...options }, handlers);
    const request = new Request('http://x/?project=abc', { headers: { Accept: 'text/csv' } });
    expect(await (await endpoints.fetch(PATH, request, null)).text()).toBe(text);
    endpoints.close();
  });

  it('refuse a body of a GET by its headers, because the other server may have read it', async () => {
    const manifest = catalogue(MANIFEST);
    const engine = fakeEngine(() => []);
    const endpoints = createEndpoints({ manifest, engine, log: () => {} }, {});
    const asked = async (headers: Record<string, string>) => {
      const request = new Request('http://x/?project=abc', { headers });
      return (await endpoints.fetch(PATH, request, null)).status;
    };
    expect(await asked({ 'Content-Length': '1' })).toBe(400);
    expect(await asked({ 'Transfer-Encoding': 'chunked' })).toBe(400);
    expect(await asked({ 'Content-Length': '0' })).toBe(200);
    endpoints.close();
  });
});

describe('a handler', () => {
  it('is given values after defaults, of the types that they are declared with', async () => {
    const seen: unknown[] = [];
    const { request } = handled(
      call => {
        seen.push(call.params);
        return [];
      },
      { params: [...LOGS.params, param('tier', 'enum', { values: ['A', 'B'], default: 'B' })] },
    );
    await request(`${PATH}?project=abc&after=1970-01-01T00:00:01Z&least=3`);
    await request(`${PATH}?project=abc`);
    expect(seen).toEqual([
      { project: 'abc', after: 1_000_000n, least: 3n, tier: 'B' },
      { project: 'abc', tier: 'B' },
    ]);
  });

  it('is not asked where the request is at fault, which is told as ever', async () => {
    const { request } = handled(() => {
      throw new Error('asked');
    });
    const path = `${PATH}?least=10&x=1`;
    const [answer, expected] = [await request(path), await plain().app.request(path)];
    expect(answer.status).toBe(400);
    expect(await answer.text()).toBe(await expected.text());
  });

  it('gives rows of its own, which are written as the columns say and are not kept', async () => {
    const at = new Date('2026-01-15T10:07:00.5Z');
    const { request, engine, lines } = handled(() => [
      { at, id: 7n, extra: 1 },
      { id: 8, at: 1n },
    ]);
    const answer = await request(`${PATH}?project=abc`);
    expect(await answer.text()).toBe(
      '{"result":[{"id":7,"at":"2026-01-15T10:07:00.500Z"},{"id":8,"at":"1970-01-01T00:00:00.000001Z"}]}',
    );
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-cache': 'bypass',
      'x-row-limit': '3',
      vary: 'X-API-KEY, Authorization, Accept, Accept-Encoding',
    });
    expect(answer.headers.has('ETag') || answer.headers.has('X-Truncated')).toBe(false);
    expect(engine.asked).toEqual([]);
    expect(lines.at(-1)).toMatchObject({
      endpoint: 'logs.all',
      status: 200,
      cache: 'bypass',
      rows: 2,
    });
  });

  it('gives values of every type', async () => {
    const fields = (
      ['string', 'int64', 'float64', 'bool', 'timestamp', 'date', 'json'] as const
    ).map(type => ({ name: type, type, nullable: true }));
    const row = {
      string: '\ud800 "é"',
      int64: 2n ** 53n - 1n,
      float64: Number.NaN,
      bool: false,
      timestamp: new Date(-1),
      date: '2026-01-15',
      json: { a: [1, null, 'x'] },
    };
    const { request } = handled(
      () => [{ ...row, record: { ...row, inner: row } }, {}, { record: {} }],
      {
        columns: [
          ...fields.map(({ name, type }) => column(name, type)),
          {
            ...column('record', 'record'),
            fields: [...fields, { name: 'inner', type: 'record', nullable: true, fields }],
          },
        ],
      },
    );
    const { result } = (await (await request(`${PATH}?project=a`)).json()) as { result: unknown[] };
    const written = {
      string: '\ufffd "é"',
      int64: 2 ** 53 - 1,
      float64: null,
      bool: false,
      timestamp: '1969-12-31T23:59:59.999Z',
      date: '2026-01-15',
      json: { a: [1, null, 'x'] },
    };
    const nothing = Object.fromEntries([
      ...fields.map(({ name }) => [name, null]),
      ['record', null],
    ]);
    expect(result).toEqual([
      { ...written, record: { ...written, inner: written } },
      nothing,
      nothing,
    ]);
  });

  it('gives no more rows than the endpoint has', async () => {
    const { request } = handled(() => Array.from({ length: 5 }, (_, id) => ({ id })));
    const answer = await request(`${PATH}?project=abc`);
    expect(answer.headers.get('X-Truncated')).toBe('true');
    expect(((await answer.json()) as { result: unknown[] }).result).toHaveLength(3);
  });

  it('gives no more rows than its limit, and none are missing then', async () => {
    const rows = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }];
    const { request } = handled(() => rows, { limit: 2 });
    const answer = await request(`${PATH}?project=abc`);
    expect(answer.headers.get('X-Row-Limit')).toBe('2');
    expect(answer.headers.has('X-Truncated')).toBe(false);
    expect(await answer.json()).toEqual({
      result: [
        { id: 1, at: null },
        { id: 2, at: null },
      ],
    });
  });

  it.each<[string, unknown, string]>([
    ['an integer that JSON cannot hold', [{ id: 2n ** 53n }], 'unsafe_integer'],
    ['a value of another type', [{ id: 'x' }], 'internal'],
    ['an invalid date', [{ at: new Date('x') }], 'internal'],
    ['more bytes than one answer may have', [{ id: 1, at: 10n ** 15n }], 'result_too_large'],
    ['what is no row', [null], 'internal'],
    ['nothing', undefined, 'internal'],
  ])('that gives %s fails, which the log explains', async (_, given, expected) => {
    const { request, lines } = handled(() => given, {}, { limits: { maxBytes: 40 } });
    const answer = await request(`${PATH}?project=abc`);
    const { code } = (await answer.json()) as { code: string };
    expect([answer.status, code]).toEqual([500, expected]);
    expect(lines.at(-1)?.['failure']).toEqual(expect.any(String));
  });

  const required = { ...column('total', 'int64'), nullable: false };
  const record = {
    ...column('of', 'record'),
    fields: [{ name: 'total', type: 'int64', nullable: false }],
  } as const;
  it.each<[string, unknown, string]>([
    ['lacks a column', { id: 1 }, 'total'],
    ['has null in a column', { id: 1, total: null }, 'total'],
    ['lacks a field', { total: 1, of: { other: 1 } }, 'of.total'],
    ['has null in a field', { total: 1, of: { total: null } }, 'of.total'],
    ['is of another kind', new Map([['total', 1]]), 'total'],
  ])('whose row %s that may not be null fails, which the log explains', async (_, row, place) => {
    const { request, lines } = handled(() => [row], { columns: [required, record] });
    const answer = await request(`${PATH}?project=abc`);
    expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'internal' }]);
    expect(lines.at(-1)).toMatchObject({
      endpoint: 'logs.all',
      failure: `handler: \`${place}\` is missing or null, but must have a value`,
    });
  });

  it('gives null where a value that is never absent is answered so', async () => {
    const columns = (['float64', 'json'] as const).map(type => ({
      ...column(type, type),
      nullable: false,
    }));
    const { request } = handled(() => [{ float64: null, json: null }], { columns });
    const answer = await request(`${PATH}?project=abc`);
    expect(await answer.text()).toBe('{"result":[{"float64":null,"json":null}]}');
    const absent = handled(() => [{ float64: 1 }], { columns });
    expect((await absent.request(`${PATH}?project=abc`)).status).toBe(500);
  });

  it('gives objects of classes, of which nothing is read that every object has', async () => {
    class Total {
      readonly #total: number;
      constructor(total: number) {
        this.#total = total;
      }
      get total() {
        return this.#total;
      }
    }
    class Whole extends Total {
      get of() {
        return new Total(2);
      }
    }
    const columns = [required, record, column('constructor', 'string'), column('x', 'string')];
    const own = { total: 3, constructor: 'own' };
    const { request } = handled(() => [new Whole(1), own], { columns });
    expect(await (await request(`${PATH}?project=abc`)).json()).toEqual({
      result: [
        { total: 1, of: { total: 2 }, constructor: null, x: null },
        { total: 3, of: null, constructor: 'own', x: null },
      ],
    });
  });

  it('may refuse, or fail without telling its caller why', async () => {
    const refusing = handled(() => {
      throw new ProblemError('forbidden', 'The caller may not see this project.');
    });
    const refused = await refusing.request(`${PATH}?project=abc`);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      code: 'forbidden',
      detail: 'The caller may not see this project.',
    });
    const failing = handled(async () => {
      throw new Error('the secret');
    });
    const failed = await failing.request(`${PATH}?project=abc`);
    expect(failed.status).toBe(500);
    expect(await failed.text()).not.toContain('secret');
    expect(failing.lines.at(-1)?.['failure']).toContain('the secret');
  });

  it.each<[HandlerProblem, HandlerExtras, number, object]>([
    ['unauthorized', {}, 401, { 'www-authenticate': 'Bearer realm="quern"' }],
    ['rate_limited', {}, 429, { 'retry-after': '5' }],
    ['rate_limited', { retryAfterS: 29.5 }, 429, { 'retry-after': '30' }],
    ['overloaded', { retryAfterS: 1 }, 503, { 'retry-after': '1' }],
    ['engine_unavailable', {}, 503, { 'retry-after': '5' }],
    ['engine_timeout', {}, 504, {}],
    ['unknown_endpoint', {}, 404, {}],
  ])('tells %s %j with all that callers rely on', async (code, extras, status, headers) => {
    const { request } = handled(() => {
      throw new ProblemError(code, 'No.', extras);
    });
    const answer = await request(`${PATH}?project=abc`);
    expect([answer.status, await answer.json()]).toMatchObject([status, { code, detail: 'No.' }]);
    const told = [...answer.headers].filter(([name]) => /^(www-auth|retry-after)/.test(name));
    expect(Object.fromEntries(told)).toEqual(headers);
  });

  it('may find fault with a parameter', async () => {
    const told = async (extras: HandlerExtras) => {
      const { request } = handled(() => {
        throw new ProblemError('invalid_parameter', 'No.', extras);
      });
      const answer = await request(`${PATH}?project=abc`);
      return [answer.status, ((await answer.json()) as { parameters: unknown }).parameters];
    };
    expect(await told({ parameter: 'project' })).toEqual([
      400,
      [{ name: 'project', message: 'No.' }],
    ]);
    expect(await told({})).toEqual([400, []]);
  });

  it.each(['cancelled', 'method_not_allowed', 'result_too_large', 'none'])(
    'may not tell %s',
    async code => {
      const { request, lines } = handled(() => {
        throw new ProblemError(code as HandlerProblem, 'No.');
      });
      const answer = await request(`${PATH}?project=abc`);
      expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'internal' }]);
      expect(lines.at(-1)?.['failure']).toContain(`handlers may not use \`${code}\``);
    },
  );

  it('may answer as quern does: kept rows, headers and problems', async () => {
    const { request, engine } = handled(({ run }) => run());
    const { app } = plain();
    for (const path of [`${PATH}?project=abc`, `${PATH}?project=abc`]) {
      const [answer, expected] = [await request(path), await app.request(path)];
      expect(await answer.text()).toBe(await expected.text());
      const told = (headers: Headers) =>
        [...headers].filter(([name]) => !/^(server-timing|x-request-id)$/.test(name));
      expect(told(answer.headers)).toEqual(told(expected.headers));
    }
    expect(engine.asked).toHaveLength(1);
  });

  it('may run with other values, which are checked and kept as if they were asked for', async () => {
    const { request, engine } = handled(({ run, params }) =>
      run({ ...params, project: 'b&c', after: 1_000_001n, least: undefined }),
    );
    await request(`${PATH}?project=abc&least=4`);
    await request(`${PATH}?project=xyz`);
    expect(
      engine.asked.map(({ values }) => values.map(({ name, value }) => [name, value])),
    ).toEqual([
      [
        ['project', 'b&c'],
        ['now', NOW],
        ['after', 1_000_001n],
      ],
    ]);
  });

  it('that runs with values at fault has failed, and its caller is not told of them', async () => {
    const { request, lines, engine } = handled(({ run }) => run({ least: 10n }));
    const answer = await request(`${PATH}?project=abc`);
    expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'internal' }]);
    expect(lines.at(-1)?.['failure']).toMatch(
      /^Error: `run` was called with missing_parameter `project`, invalid_parameter `least`\n/,
    );
    expect(engine.asked).toEqual([]);
  });

  it('may not run what the key of its caller does not let it', async () => {
    const { key, token } = madeKey({ params: { project: 'abc' } });
    const { request } = handled(({ run }) => run({ project: 'xyz' }), {}, { keys: keyRing([key]) });
    const answer = await request(PATH, { headers: { 'X-API-KEY': token } });
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'forbidden' }]);
  });

  it('may run with the pattern that it was given, or with the text that the key fixes', async () => {
    const { key, token } = madeKey({ params: { project: 'abc.example' } });
    const engine = fakeEngine(() => [[1]]);
    const seen: unknown[] = [];
    const runs = async (project?: string) => {
      const handler = (({ params, run }: AnyCall) => {
        seen.push(params['project']);
        return run({ ...params, interval: 'daily', ...(project && { project }) });
      }) as AnyHandler;
      const { app } = fixtureApp(engine, [key], { handlers: { 'usage.api-counts': handler } });
      const asked = { headers: { 'X-API-KEY': token } };
      return (await app.request('/api/endpoints/usage.api-counts?interval=hourly', asked)).status;
    };
    expect([await runs(), await runs('abc.example')]).toEqual([200, 200]);
    const projects = engine.asked.map(({ values: [project] }) => project?.value);
    expect([seen, projects]).toEqual(Array(2).fill(Array(2).fill('abc\\.example')));
    expect([await runs('abc'), await runs('abcxexample')]).toEqual([403, 403]);
  });

  it('may give the same answer twice, and each request has its own headers', async () => {
    let kept: Promise<Answered> | undefined;
    const { request } = handled(({ run }) => (kept ??= run()));
    const ids = [];
    for (const id of ['one', 'two']) {
      const answer = await request(`${PATH}?project=abc`, { headers: { 'X-Request-Id': id } });
      ids.push(answer.headers.get('X-Request-Id'));
    }
    expect(ids).toEqual(['one', 'two']);
  });

  it('is told when its caller is gone', async () => {
    const gone = new AbortController();
    const { request, lines } = handled(({ signal }) => {
      gone.abort();
      signal.throwIfAborted();
    });
    await request(`${PATH}?project=abc`, { signal: gone.signal });
    expect(lines.at(-1)).toMatchObject({ status: 499 });
  });
});

describe('endpoints in another server', () => {
  const options = {
    manifest: catalogue(MANIFEST),
    engine: fakeEngine(() => [[1, 2]]),
    log: () => {},
    clock: () => NOW,
  };

  it('are given what that server knows, and the caller as it is', async () => {
    const seen: unknown[] = [];
    const handler = (({ context, request }: AnyCall) => {
      seen.push(context, request.headers.get('X-Tenant'), request.url);
      return [];
    }) as AnyHandler;
    const { fetch, close } = createEndpoints<object>(options, { 'logs.all': handler });
    const context = { user: 'ada' };
    const request = new Request('https://api.example.com/v1/logs?project=a%20b&after=', {
      headers: { 'X-Tenant': 't' },
    });
    const answer = await fetch(PATH, request, context);
    close();
    expect(answer.status).toBe(200);
    expect(seen).toEqual([context, 't', `http://localhost${PATH}?project=a%20b&after=`]);
  });

  describe('on messages of Node', () => {
    const asked = (rest: Partial<IncomingMessage>) =>
      ({ method: 'GET', url: '/?project=abc', rawHeaders: [], ...rest }) as IncomingMessage;
    const response = () => new EventEmitter() as ServerResponse;
    const run = (({ run }) => run()) as AnyHandler;

    it('answer with bytes, or none', async () => {
      const { reply, close } = createEndpoints(options, { 'logs.all': run });
      const found = await reply(PATH, asked({}), response(), {});
      expect(String(found.body)).toBe('{"result":[{"id":1,"at":"1970-01-01T00:00:00.000002Z"}]}');
      expect(found.headers).toMatchObject({ 'content-length': '56', 'x-cache': 'miss' });
      const head = await reply(PATH, asked({ method: 'HEAD' }), response(), {});
      expect(head).toMatchObject({ status: 200, body: null, headers: { 'content-length': '56' } });
      for (const method of ['PUT', 'TRACE', 'CONNECT']) {
        expect((await reply(PATH, asked({ method }), response(), {})).status).toBe(405);
      }
      close();
    });

    it('read the body of a POST, or what a parser before has made of it', async () => {
      const { reply, close } = createEndpoints(options, { 'logs.all': run });
      const text = '{"project":"abc"}';
      const post = async (body: object) => {
        const head = { method: 'POST', url: '/', rawHeaders: ['Content-Type', 'application/json'] };
        const { status } = await reply(
          PATH,
          Object.assign(body, head) as IncomingMessage,
          response(),
          {},
        );
        return status;
      };
      const read = (body: unknown) => ({ readableDidRead: true, body });
      expect(await post(Readable.from([Buffer.from(text)]))).toBe(200);
      for (const body of [text, Buffer.from(text), { project: 'abc' }])
        expect(await post(read(body))).toBe(200);
      for (const body of [undefined, null, 1, '[]', { project: false }, { other: 'abc' }])
        expect(await post(read(body))).toBe(400);
      close();
    });

    it('see all keys that are given', async () => {
      const { key, token } = madeKey();
      const withKeys = { ...options, keys: keyRing([key]) };
      const { reply, close } = createEndpoints(withKeys, { 'logs.all': run });
      const status = async (...rawHeaders: string[]) =>
        (await reply(PATH, asked({ rawHeaders }), response(), {})).status;
      expect(await status('X-API-KEY', token)).toBe(200);
      expect(await status('X-Api-Key', token, 'X-API-KEY', token)).toBe(401);
      expect(await status('Authorization', `Bearer ${token}`, 'authorization', 'Bearer x')).toBe(
        401,
      );
      expect(await status(':path', '/', 'x-api-key', token)).toBe(200);
      expect(await status()).toBe(401);
      close();
    });

    it('end when the caller is gone', async () => {
      const waiting = (({ signal }: AnyCall) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        })) as unknown as AnyHandler;
      const { reply, close } = createEndpoints(options, { 'logs.all': waiting });
      const connection = response();
      const answer = reply(PATH, asked({}), connection, {});
      connection.emit('close');
      expect((await answer).status).toBe(499);
      close();
    });
  });

  it('must be in the manifest', () => {
    const handler = (() => []) as AnyHandler;
    expect(() => createEndpoints(options, { 'logs.none': handler })).toThrow(
      'no endpoint logs.none',
    );
  });
});
