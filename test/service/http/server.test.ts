import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EngineFailure, type Row } from '../../../engines/engine.ts';
import { OLD_FORMAT } from '../../../generator/core/output/manifest.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { ManifestError, parseManifest } from '../../../server/answers/manifest/manifest-text.ts';
import { createApp } from '../../../server/http/app.ts';
import { createNewsroom } from '../../../server/pages/news.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { fakeEngine, fixtureApp, MANIFEST, madeKey, NOW, param } from '../server-fixture.ts';

const ROWS = [[1n, NOW]];
const OPEN = '/api/endpoints/logs.all?project=abc';
const COUNTS = '/api/endpoints/usage.api-counts?project=abc&interval=hourly';

const setUp = (rows = ROWS, rest = {}) => {
  const engine = fakeEngine(() => rows);
  return { engine, ...fixtureApp(engine, null, rest) };
};
const problemOf = async (response: Response) => {
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  const body = JSON.parse(await response.text());
  expect(body).toMatchObject({ type: 'about:blank', status: response.status });
  expect(body.error).toEqual({ code: body.code, message: body.detail });
  return body;
};

describe('routes', () => {
  it('answer by name, by identifier in any case, and by name in place of the identifier', async () => {
    const { app, engine } = setUp();
    const id = '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01';
    for (const reference of [
      'logs.all',
      `query/${id}`,
      `query/${id.toUpperCase()}`,
      'query/logs.all',
      'logs%2Eall',
    ]) {
      const response = await app.request(`/api/endpoints/${reference}?project=abc`);
      expect(response.status).toBe(200);
      expect(await response.text()).toBe('{"result":[{"id":1,"at":"2026-01-15T10:07:00Z"}]}');
    }
    expect(new Set(engine.asked.map(({ sql }) => sql)).size).toBe(1);
  });

  it('answer by an alias wherever they answer by the name', async () => {
    const [logs, counts] = MANIFEST.endpoints;
    if (logs === undefined || counts === undefined) throw new Error('the fixture has two');
    const aliases = ['logs.old', 'logs-all'];
    const manifest = catalogue({ ...MANIFEST, endpoints: [{ ...logs, aliases }, counts] });
    const { app, lines } = setUp(ROWS, { manifest });
    for (const reference of ['logs.all', ...aliases, 'query/logs.old', 'query/logs-all']) {
      const response = await app.request(`/api/endpoints/${reference}?project=abc`);
      expect([reference, response.status]).toEqual([reference, 200]);
    }
    // one endpoint: the first answer is kept for all
    expect(lines.map(({ endpoint, cache }) => [endpoint, cache])).toEqual([
      ['logs.all', 'miss'],
      ...Array(4).fill(['logs.all', 'hit']),
    ]);
    const { result } = JSON.parse(await (await app.request('/api/endpoints')).text());
    expect(result.map(({ aliases }: { aliases?: unknown }) => aliases)).toEqual([
      aliases,
      undefined,
    ]);
  });

  it('carry the common headers on every answer', async () => {
    const { app } = setUp();
    const kept: Record<string, string> = { [OPEN]: 'private, max-age=900', '/': 'no-cache' };
    for (const path of [OPEN, '/api/endpoints/none', '/api/endpoints/logs.all', '/healthz', '/']) {
      const { headers } = await app.request(path);
      expect(headers.get('Cache-Control')).toBe(kept[path] ?? 'no-store');
      expect(headers.get('Vary')).toBe('X-API-KEY, Authorization, Accept, Accept-Encoding');
      expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('ETag') !== null).toBe(path in kept);
    }
    const given = await app.request(OPEN, { headers: { 'X-Request-Id': 'abc.1' } });
    expect(given.headers.get('X-Request-Id')).toBe('abc.1');
    const hostile = await app.request(OPEN, { headers: { 'X-Request-Id': 'a b' } });
    expect(hostile.headers.get('X-Request-Id')).not.toBe('a b');
  });

  it('tell the limit and whether rows were cut', async () => {
    const rows = [1n, 2n, 3n].map(id => [id, NOW]);
    const full = await setUp(rows).app.request(OPEN);
    expect(full.headers.get('X-Row-Limit')).toBe('3');
    expect(full.headers.get('X-Truncated')).toBe(null);
    const { app, engine } = setUp([...rows, [4n, NOW]]);
    const cut = await app.request(OPEN);
    expect(cut.headers.get('X-Truncated')).toBe('true');
    expect(JSON.parse(await cut.text()).result).toHaveLength(3);
    expect(engine.limits[0]).toMatchObject({ maxRows: 4, timeoutMs: 25_000 });
    const limited = await setUp([[7n]]).app.request(COUNTS);
    expect(limited.headers.get('X-Row-Limit')).toBe('2');
  });

  it('answer HEAD like GET without a body', async () => {
    const { app } = setUp();
    const response = await app.request(OPEN, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('X-Row-Limit')).toBe('3');
    expect(await response.text()).toBe('');
    expect((await app.request('/api/endpoints/none', { method: 'HEAD' })).status).toBe(404);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('refuse %s', async method => {
    const response = await setUp().app.request(OPEN, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('GET, HEAD, POST');
    expect(await problemOf(response)).toMatchObject({ code: 'method_not_allowed' });
  });

  it.each([
    '/api/endpoints/none',
    '/api/endpoints/LOGS.ALL',
    '/api/endpoints/logs',
    '/api/endpoints/query',
    '/api/endpoints/query/',
    '/api/endpoints/query/6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a02',
    '/api/endpoints/6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01',
    '/api/endpoints/logs.all/',
    '/api/endpoints/__proto__',
    '/api/endpoints/%E0%A4%A',
    '/api',
    '/nothing',
  ])('know nothing of %s', async path => {
    const { app, engine } = setUp();
    expect(await problemOf(await app.request(path))).toMatchObject({
      status: 404,
      code: 'unknown_endpoint',
    });
    expect(engine.asked).toEqual([]);
  });

  it.each([
    ['/api/endpoints/log.all', ' Use `logs.all`, if that is meant.'],
    ['/api/endpoints/query/logs.al', ' Use `logs.all`, if that is meant.'],
    ['/api/endpoints/none', ''],
    [`/api/endpoints/logs.all${'l'.repeat(100)}`, ''],
    ['/logs.all', ' Endpoints are below `/api/endpoints`.'],
    ['/api/logs.all', ' Endpoints are below `/api/endpoints`.'],
  ])('say what may be meant by %s', async (path, hint) => {
    const { detail } = await problemOf(await setUp().app.request(path));
    expect(detail).toBe(`There is no such endpoint.${hint}`);
  });

  it('name no endpoint that the key may not run', async () => {
    const { key, token } = madeKey({ endpoints: ['usage.*'] });
    const { app } = fixtureApp(
      fakeEngine(() => ROWS),
      [key],
    );
    const detailOf = async (path: string) =>
      (await problemOf(await app.request(path, { headers: { 'X-API-KEY': token } }))).detail;
    expect(await detailOf('/api/endpoints/log.all')).toBe('There is no such endpoint.');
    expect(await detailOf('/api/endpoints/usage.api-count')).toBe(
      'There is no such endpoint. Use `usage.api-counts`, if that is meant.',
    );
  });

  it.each([
    ['served', {}, ''],
    ['developed', { news: createNewsroom() }, ' Catalog Error: no column `x`'],
  ])(
    'of a project that is %s show the words of the engine, or hide them',
    async (_, rest, words) => {
      const engine = fakeEngine(() => {
        throw new EngineFailure('failed', 'Catalog Error: no column `x`');
      });
      const { app } = fixtureApp(engine, null, rest);
      const { status, detail } = await problemOf(await app.request(OPEN));
      expect([status, detail]).toEqual([502, `The engine could not run the statement.${words}`]);
    },
  );

  it('accept the content type and ignore a body', async () => {
    const headers = { 'Content-Type': 'application/json; charset=utf-8' };
    expect((await setUp().app.request(OPEN, { headers })).status).toBe(200);
  });

  it('list saved queries by name', async () => {
    const response = await setUp().app.request('/api/endpoints');
    const { result } = JSON.parse(await response.text());
    expect(result).toHaveLength(2);
    expect(Object.keys(result[0])).toEqual([
      'id',
      'name',
      'summary',
      'description',
      'query',
      'query_engine',
      'max_rows',
      'caching',
      'cache_warming',
      'query_sandboxing',
      'parameters',
      'fixed',
      'columns',
    ]);
    expect(result[0]).toMatchObject({
      name: 'logs.all',
      query: 'SELECT saved',
      caching: 900,
      cache_warming: null,
    });
    expect(result[1]).toMatchObject({ caching: null, cache_warming: null });
  });

  it('tell health and readiness', async () => {
    const { app, engine } = setUp();
    for (const path of ['/healthz', '/health']) {
      expect(await (await app.request(path)).text()).toBe('{"status":"ok"}');
    }
    expect((await app.request('/readyz')).status).toBe(200);
    const gone = (name: readonly string[]) => ({ table: String(name), reason: 'no file' });
    const missing = fixtureApp({ ...engine, missing: async names => names.map(gone) }, []);
    const response = await missing.app.request('/readyz');
    const told = await problemOf(response);
    expect(told).toMatchObject({ status: 503, code: 'engine_unavailable' });
    expect(JSON.stringify(told)).not.toMatch(/edge_logs|no file/);
    expect(missing.lines[0]).toMatchObject({ failure: 'missing tables: edge_logs (no file)' });
    const failing = {
      ...engine,
      missing: () => Promise.reject(new EngineFailure('unavailable', 'x')),
    };
    expect((await fixtureApp(failing, []).app.request('/readyz')).status).toBe(503);
  });

  it('look at the tables once for all who ask at a time', async () => {
    let looks = 0;
    const missing = async () => {
      looks += 1;
      return [];
    };
    const engine = { ...fakeEngine(() => []), missing };
    const app = createApp({ manifest: catalogue(MANIFEST), engine, keys: null, log: () => {} });
    const [found, again, ready] = await Promise.all([
      app.ready(),
      app.ready(),
      app.fetch(new Request('http://quern/readyz')),
    ]);
    expect(found).toMatchObject({ status: 'ready', fault: null });
    expect([again, ready.status, looks]).toEqual([found, 200, 1]);
    app.close();
  });

  it('serve the page with a policy for its own script and style', async () => {
    const response = await fixtureApp(
      fakeEngine(() => []),
      [],
    ).app.request('/');
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/,
    );
    const page = await response.text();
    expect(page).not.toMatch(
      /(?:src|href)="(?!data:|\.\/explorer\.(?:css|js)\?|\.\/explorer\/\w+\.js")|https?:|@import|url\(/,
    );
    expect(page).not.toMatch(/\son\w+="|style="|<script>|<style>|\{\{/);
  });
});

describe('binding', () => {
  it('leaves guarded segments out, or in with their bindings', async () => {
    const { app, engine } = setUp();
    await app.request(`${OPEN}&after=&least=`);
    await app.request(`${OPEN}&after=2026-01-15T10:00:00%2B02:00&least=7`);
    const [without, full] = engine.asked;
    expect(without?.sql).toMatch(/<= \$now ORDER BY/);
    expect(without?.values).toEqual([
      { name: 'project', scalar: 'string', value: 'abc' },
      { name: 'now', scalar: 'timestamp', value: NOW },
    ]);
    expect(full?.sql).toMatch(/<= \$now AND "at" > \$after AND id >= \$least ORDER BY/);
    expect(full?.values.slice(2)).toEqual([
      { name: 'after', scalar: 'timestamp', value: 1_768_464_000_000_000n },
      { name: 'least', scalar: 'int64', value: 7n },
    ]);
  });

  it('decodes a text once, signs of its own included', async () => {
    const { app, engine } = setUp();
    await app.request('/api/endpoints/logs.all?project=a=b=%2526+%2B&');
    expect(engine.asked[0]?.values[0]?.value).toBe('a=b=%26 +');
  });

  it('picks the statement by the folded enums, defaults and `otherwise` applied', async () => {
    const { app, engine } = setUp([[1n]]);
    for (const query of ['', '&tier=', '&tier=bogus', '&tier=PRO'])
      await app.request(COUNTS + query);
    expect(engine.asked.map(({ sql }) => sql.includes('id < 2'))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('never lets a text of the caller into a statement', async () => {
    const { app, engine } = setUp();
    const known = new Set<string>();
    for (const guards of ['', '&after=2026-01-01', '&least=1', '&after=2026-01-01&least=1']) {
      await app.request(OPEN + guards);
      known.add(engine.asked.at(-1)?.sql ?? '');
    }
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(unicodeText({ minLength: 1 }), fc.string(), async (project, least) => {
        const before = engine.asked.length;
        const query = new URLSearchParams({ project, least }).toString();
        // The second time it is answered from what is kept.
        fc.pre(!seen.has(query));
        seen.add(query);
        const response = await app.request(`/api/endpoints/logs.all?${query}`);
        expect([200, 400]).toContain(response.status);
        if (response.status === 400) expect(engine.asked).toHaveLength(before);
        else expect(known).toContain(engine.asked.at(-1)?.sql);
        if (response.status === 200) {
          expect(engine.asked.at(-1)?.values[0]?.value).toBe(project);
        }
      }),
    );
  });
});

describe('faults of a request', () => {
  it('are told all at once', async () => {
    const { app, engine } = setUp();
    const response = await app.request(
      '/api/endpoints/logs.all?after=yesterday&least=1&least=2&colour=red&%ZZ=1',
    );
    const body = await problemOf(response);
    expect(body).toMatchObject({
      status: 400,
      code: 'invalid_parameter',
      title: 'Invalid parameter',
    });
    expect(body.parameters).toEqual([
      { name: '%ZZ', message: '`%ZZ` must be percent-encoded UTF-8.' },
      { name: 'project', message: '`project` must be given and not empty.' },
      { name: 'after', message: expect.stringMatching(/ISO 8601.*, not `yesterday`\.$/) },
      { name: 'least', message: '`least` is given more than once.' },
      { name: 'colour', message: expect.stringContaining('is not a parameter') },
    ]);
    for (const { message } of body.parameters) expect(body.detail).toContain(message);
    expect(engine.asked).toEqual([]);
  });

  it.each([
    ['logs.all', 'missing_parameter', '`project` must be given and not empty.'],
    ['logs.all?project=', 'missing_parameter', '`project` must be given and not empty.'],
    [
      'usage.api-counts?project=abc&interval=weekly',
      'invalid_parameter',
      '`interval` must be one of hourly, daily, not `weekly`.',
    ],
    ['logs.all?project=a&least=10', 'invalid_parameter', '`least` must be at most 9, not `10`.'],
    [
      'logs.all?project=a&x=1',
      'unknown_parameter',
      '`x` is not a parameter; there are `project`, `after`, `least`.',
    ],
    ['logs.all?project=a&project=a', 'repeated_parameter', '`project` is given more than once.'],
    ['logs.all?project=%FF', 'invalid_parameter', '`project` must be percent-encoded UTF-8.'],
    ['logs.all?project=%ED%A0%80', 'invalid_parameter', '`project` must be percent-encoded UTF-8.'],
  ])('%s: %s', async (path, code, detail) => {
    const response = await setUp().app.request(`/api/endpoints/${path}`);
    expect(await problemOf(response)).toMatchObject({ status: 400, code, detail });
  });

  it.each([
    'logs.all?project=a%00b',
    'logs.all?project=a&after=2026-01-15T10:00:00+02:00',
    'usage.api-counts?project=(&interval=daily',
    'usage.api-counts?project=a&interval=daily&tier=%00',
  ])('%s is an invalid parameter', async path => {
    const response = await setUp().app.request(`/api/endpoints/${path}`);
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'invalid_parameter' });
  });

  it('repeat only the beginning of a text', async () => {
    const path = `/api/endpoints/logs.all?project=a&least=${'9'.repeat(5_000)}&${'x'.repeat(5_000)}=1`;
    expect((await (await setUp().app.request(path)).text()).length).toBeLessThan(2_000);
  });

  it('leave unknown parameters out where the service is told to', async () => {
    const { app } = setUp(ROWS, { unknownParameters: 'ignore' });
    expect((await app.request(`${OPEN}&x=1&x=2&`)).status).toBe(200);
    expect((await app.request(`${OPEN}&x=%ZZ`)).status).toBe(400);
    // rows of another query would be mistaken for the answer
    for (const name of ['sql', 'lql'])
      expect((await app.request(`${OPEN}&${name}=x`)).status).toBe(400);
  });

  it('are faults of the request whatever the query string holds', async () => {
    const { app } = setUp();
    const query = fc.string({ unit: fc.constantFrom(...'project=&%0Fa+;?/\'"<>é') });
    await fc.assert(
      fc.asyncProperty(query, async search => {
        const response = await app.request(`/api/endpoints/logs.all?${search}`);
        expect([200, 400]).toContain(response.status);
        JSON.parse(await response.text());
      }),
    );
  });
});

describe('rows that come some at a time', () => {
  /** Gives the parts as they would arrive, and then the last one as a whole, or a failure. */
  const arriving = (parts: readonly (readonly Row[])[], last: readonly Row[] | EngineFailure) => {
    const engine = fakeEngine(() => []);
    const run: typeof engine.run = async (_, { take }) => {
      for (const part of parts) take?.(part);
      if (last instanceof EngineFailure) throw last;
      return { rows: last, scannedBytes: null };
    };
    return fixtureApp({ ...engine, run }, null);
  };
  const rows = (...ids: readonly bigint[]) => ids.map(id => [id, NOW]);

  it('are one answer', async () => {
    const { app } = arriving([rows(1n), [], rows(2n)], rows(3n));
    const response = await app.request(OPEN);
    const { result } = JSON.parse(await response.text());
    expect(result.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3]);
    const none = await arriving([[]], []).app.request(OPEN);
    expect(await none.text()).toBe('{"result":[]}');
  });

  it('are cut at `max_rows`, in whichever part that is', async () => {
    const [endpoint] = MANIFEST.endpoints;
    const most = endpoint?.maxRows ?? 0;
    const many = (count: number) => rows(...Array.from({ length: count }, (_, i) => BigInt(i)));
    for (const [first, last] of [
      [most, 1],
      [most - 1, 2],
      [most + 1, 0],
    ] as const) {
      const response = await arriving([many(first)], many(last)).app.request(OPEN);
      expect(response.headers.get('X-Truncated')).toBe('true');
      const { result } = JSON.parse(await response.text());
      expect(result).toHaveLength(most);
    }
    const whole = await arriving([many(most - 1)], many(1)).app.request(OPEN);
    expect(whole.headers.get('X-Truncated')).toBe(null);
  });

  it('are no answer where a later one fails, or cannot be written', async () => {
    const broken = arriving([rows(1n)], new EngineFailure('failed', 'broken off'));
    expect(await problemOf(await broken.app.request(OPEN))).toMatchObject({ status: 502 });
    const unsafe = arriving([rows(1n), rows(2n ** 60n), rows(2n)], rows(3n));
    expect(await problemOf(await unsafe.app.request(OPEN))).toMatchObject({
      code: 'unsafe_integer',
    });
    // the failure of the engine comes first: the rows may be wrong because of it
    const both = arriving([rows(2n ** 60n)], new EngineFailure('timeout', 'too late'));
    expect(await problemOf(await both.app.request(OPEN))).toMatchObject({ status: 504 });
  });
});

describe('failures', () => {
  const failing = (failure: unknown) =>
    fixtureApp(
      fakeEngine(() => Promise.reject(failure)),
      null,
    );

  it.each([
    ['failed', 502, 'engine_error'],
    ['unavailable', 503, 'engine_unavailable'],
    ['too_large', 500, 'result_too_large'],
    ['timeout', 504, 'engine_timeout'],
    ['cancelled', 499, 'cancelled'],
  ] as const)('%s is %d', async (kind, status, code) => {
    const { app, lines } = failing(new EngineFailure(kind, "no table edge_logs near 'abc'"));
    const response = await app.request(OPEN);
    expect(await problemOf(response)).toMatchObject({ status, code });
    // a request's own identifier may hold any letters
    const text = JSON.stringify(lines.map(({ id: _, ...line }) => line));
    expect(lines[0]).toMatchObject({ status, failure: "no table edge_logs near '$project'" });
    expect(lines[0]?.['sql']).toContain('FROM edge_logs');
    expect(text).not.toContain('abc');
  });

  it('say nothing of what is our own mistake, and log it', async () => {
    const { app, lines } = failing(new TypeError('secret of /srv'));
    const response = await app.request(OPEN);
    const body = await problemOf(response);
    expect(body).toMatchObject({ status: 500, code: 'internal' });
    expect(JSON.stringify(body)).not.toMatch(/secret|srv|TypeError/);
    expect(response.headers.get('X-Request-Id')).toBe(lines[0]?.['id']);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(lines[0]).toMatchObject({ level: 'error', status: 500 });
    expect(lines[0]?.['failure']).toContain('secret of /srv');
  });

  it('name the column of a value that is not answered, and nothing of the value', async () => {
    const unsafe = await setUp([[2n ** 60n, NOW]]).app.request(OPEN);
    expect(await problemOf(unsafe)).toMatchObject({
      status: 500,
      code: 'unsafe_integer',
      detail: '`id` contains an integer beyond 2^53-1.',
    });
    const { app, lines } = setUp([['x' as never, NOW]]);
    expect(await problemOf(await app.request(OPEN))).toMatchObject({
      status: 502,
      code: 'stored_value',
      detail: '`id` contains a value that is not an integer.',
    });
    expect(lines[0]?.['failure']).toBe('`id` contains a value that is not an integer');
  });
});

describe('the log', () => {
  it('has one line a request, without values, keys or addresses', async () => {
    const { key, token } = madeKey({ id: 'key_9' });
    const { app, lines } = fixtureApp(
      fakeEngine(() => ROWS),
      [key],
    );
    const headers = { 'X-API-KEY': token };
    await app.request('/api/endpoints/logs.all?project=sesame', { headers });
    await app.request('/api/endpoints/sesame?project=sesame', { headers });
    await app.request('/api/endpoints/logs.all?project=sesame');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatchObject({
      level: 'info',
      method: 'GET',
      route: '/api/endpoints/:name',
      endpoint: 'logs.all',
      key: 'key_9',
      status: 200,
      rows: 1,
    });
    expect(lines[2]).toMatchObject({ status: 401, code: 'unauthorized' });
    await app.request('/');
    expect(lines[3]).toMatchObject({ route: '/', status: 200 });
    expect(JSON.stringify(lines)).not.toMatch(/sesame|qk_/);
  });
});

describe('keys', () => {
  const withKey = (rest = {}) => {
    const { key, token } = madeKey(rest);
    const engine = fakeEngine(({ sql }) => (sql.includes('count') ? [[1n]] : [[1n, NOW]]));
    const { app } = fixtureApp(engine, [key]);
    const ask = async (path: string, headers: Record<string, string> = { 'X-API-KEY': token }) =>
      app.request(path, { headers });
    return { ask, engine, token };
  };

  it('are asked for before anything is told', async () => {
    const { ask, engine } = withKey();
    for (const path of [
      OPEN,
      '/api/endpoints/none',
      '/api/endpoints',
      '/nothing',
      '/api/endpoints/logs.all',
    ]) {
      const response = await ask(path, {});
      expect(await problemOf(response)).toMatchObject({ status: 401, code: 'unauthorized' });
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="quern"');
    }
    const wrong = await ask(OPEN, { 'X-API-KEY': madeKey().token });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('WWW-Authenticate')).toContain('invalid_token');
    expect(engine.asked).toEqual([]);
    expect((await ask('/api/endpoints/none')).status).toBe(404);
    expect((await ask(OPEN)).status).toBe(200);
    expect((await ask('/healthz', {})).status).toBe(200);
  });

  it('are never read from the query string', async () => {
    const { ask, token } = withKey();
    expect((await ask(`${OPEN}&X-API-KEY=${token}`, {})).status).toBe(401);
  });

  it('expire', async () => {
    expect((await withKey({ expires: '2026-01-15T10:07:00Z' }).ask(OPEN)).status).toBe(401);
    expect((await withKey({ expires: '2026-01-15T10:07:01Z' }).ask(OPEN)).status).toBe(200);
  });

  it.each([
    [['*'], 200],
    [['logs.*'], 200],
    [['*.all'], 200],
    [['l*s*l*'], 200],
    [['logs.all'], 200],
    [['usage.*', 'logs.all'], 200],
    [['usage.*'], 403],
    [['logs'], 403],
    [['logs.al'], 403],
    [['logsxall'], 403],
    [['LOGS.*'], 403],
    [['logs.all*all'], 403],
    [[], 403],
  ])('limited to %j: %d', async (endpoints, status) => {
    const { ask } = withKey({ endpoints });
    expect((await ask(OPEN)).status).toBe(status);
    const { result } = JSON.parse(await (await ask('/api/endpoints')).text());
    const names = result.map(({ name }: Record<string, string>) => name);
    expect(names.includes('logs.all')).toBe(status === 200);
  });

  it('are shown the parameters that they leave to their callers', async () => {
    const shown = async (params: Record<string, string>) => {
      const { result } = JSON.parse(await (await withKey({ params }).ask('/api/endpoints')).text());
      const all = result.find(({ name }: Record<string, string>) => name === 'logs.all');
      return all.parameters.map(({ name }: Record<string, string>) => name);
    };
    const names = await shown({});
    expect(names).toContain('project');
    const left = names.filter((name: string) => name !== 'project');
    expect(await shown({ project: 'abc' })).toEqual(left);
  });

  it('are shown the values that they fix themselves', async () => {
    const { ask } = withKey({ params: { project: 'abc' } });
    const { result } = JSON.parse(await (await ask('/api/endpoints')).text());
    const all = result.find(({ name }: Record<string, string>) => name === 'logs.all');
    expect(all.fixed).toMatchObject([{ name: 'project', type: 'string', value: 'abc' }]);
  });

  it('fix a value: left out or the same, else 403', async () => {
    const { ask, engine } = withKey({ params: { project: 'abc' } });
    for (const query of ['', '?project=', '?project=abc', '?project=%61bc']) {
      expect((await ask(`/api/endpoints/logs.all${query}`)).status).toBe(200);
      expect(engine.asked.at(-1)?.values[0]).toMatchObject({ name: 'project', value: 'abc' });
    }
    const count = engine.asked.length;
    for (const query of [
      '?project=abcd',
      '?project=ABC',
      '?project=abc&project=x',
      '?project=abc%20',
    ]) {
      const response = await ask(`/api/endpoints/logs.all${query}`);
      expect(await problemOf(response)).toMatchObject({ status: 403, code: 'forbidden' });
    }
    expect((await ask('/api/endpoints/logs.all?project=abc&project=abc')).status).toBe(400);
    expect((await ask('/api/endpoints/logs.all?project=x&least=bad')).status).toBe(403);
    expect(engine.asked).toHaveLength(count);
  });

  it('compare fixed values in canonical form', async () => {
    const { ask } = withKey({ params: { after: '2026-01-15T10:00:00+02:00' } });
    expect((await ask(`${OPEN}&after=2026-01-15T08:00Z`)).status).toBe(200);
    expect((await ask(`${OPEN}&after=2026-01-15T08:01Z`)).status).toBe(403);
    expect((await ask(`${OPEN}&after=nonsense`)).status).toBe(403);
    expect((await withKey({ params: { least: 'many' } }).ask(OPEN)).status).toBe(403);
  });

  it('match a fixed pattern literally', async () => {
    const { ask, engine } = withKey({ params: { project: 'a.c' } });
    const path = '/api/endpoints/usage.api-counts?interval=daily';
    for (const query of ['', '&project=a.c']) {
      expect((await ask(path + query)).status).toBe(200);
      expect(engine.asked.at(-1)?.values[0]?.value).toBe('a\\.c');
    }
    for (const query of ['&project=abc', '&project=a%5C.c', '&project=.*']) {
      expect((await ask(path + query)).status).toBe(403);
    }
  });

  it('fix nothing by what every object has', async () => {
    const [endpoint] = MANIFEST.endpoints;
    const params = [...(endpoint?.params ?? []), param('toString', 'string')];
    const endpoints = endpoint === undefined ? [] : [{ ...endpoint, params }];
    const { key, token } = madeKey();
    const manifest = catalogue({ ...MANIFEST, endpoints });
    const { app } = fixtureApp(
      fakeEngine(() => ROWS),
      [key],
      { manifest },
    );
    const headers = { 'X-API-KEY': token };
    expect((await app.request(`${OPEN}&toString=x`, { headers })).status).toBe(200);
    const { key: fixing, token: other } = madeKey({ params: { constructor: 'x' } });
    const second = fixtureApp(
      fakeEngine(() => ROWS),
      [fixing],
    );
    expect((await second.app.request(OPEN, { headers: { 'X-API-KEY': other } })).status).toBe(403);
  });

  it('with a fixed value run no endpoint that lacks the parameter', async () => {
    const { ask } = withKey({ params: { interval: 'daily' } });
    expect((await ask(OPEN)).status).toBe(403);
    expect((await ask('/api/endpoints/usage.api-counts?project=x')).status).toBe(200);
    const { result } = JSON.parse(await (await ask('/api/endpoints')).text());
    expect(result).toHaveLength(1);
  });
});

describe('a manifest of format 2', () => {
  const OLD = { format: OLD_FORMAT, ...MANIFEST };
  const broken = (change: (manifest: Record<string, never>) => void) => {
    const copy = structuredClone(OLD) as never;
    change(copy);
    return () => parseManifest(JSON.stringify(copy));
  };

  it('is read back as it was written', () => {
    expect(parseManifest(JSON.stringify(OLD))).toEqual(OLD);
  });

  it('of another format, or none, is refused in words', () => {
    expect(() => parseManifest('{')).toThrow('the manifest is not JSON');
    expect(() => parseManifest('null')).toThrow('without a format');
    expect(() => parseManifest('{"format":1}')).toThrow('of format 1, not of format 2');
    expect(() => parseManifest('{"format":2}')).toThrow('the whole lacks `sources`');
    expect(
      broken(manifest => Object.assign(manifest['endpoints']?.[0] ?? {}, { maxRows: '1' })),
    ).toThrow('`endpoints/0/maxRows` breaks `type` of its schema');
    expect(
      broken(manifest =>
        Object.assign(manifest['endpoints']?.[1] ?? {}, { params: [{ name: 'x' }] }),
      ),
    ).toThrow('`endpoints/1/params/0` lacks `type`');
  });

  it('of an unknown parameter type, or with a member of another release, is refused', () => {
    const [endpoint] = MANIFEST.endpoints;
    const odd = { ...endpoint, params: [param('x', 'colour')] };
    expect(() => catalogue({ ...MANIFEST, endpoints: [odd as never] })).toThrow(ManifestError);
    expect(broken(manifest => Object.assign(manifest, { more: 1 }))).toThrow(
      'the whole has `more`, which is unknown',
    );
  });

  it('with a default that is no such value is refused', () => {
    const [endpoint] = MANIFEST.endpoints;
    const params = endpoint?.params.map(declared => ({ ...declared, default: 'x' })) ?? [];
    const endpoints = endpoint === undefined ? [] : [{ ...endpoint, params }];
    expect(() => catalogue({ ...MANIFEST, endpoints })).toThrow(ManifestError);
  });

  it('never crashes the reader', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        expect(() => parseManifest(text)).toThrow(ManifestError);
      }),
    );
  });

  it('serves only what is compiled for the running engine', async () => {
    const engine = { ...fakeEngine(() => []), name: 'clickhouse' };
    const { app } = fixtureApp(engine, null);
    expect((await app.request(OPEN)).status).toBe(404);
    expect(await (await app.request('/api/endpoints')).text()).toBe(
      '{"result":[],"service":{"engine":"clickhouse","title":"Query endpoints","clients":{}}}',
    );
  });
});
