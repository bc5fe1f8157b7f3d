import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { EngineFailure, type Row } from '../../../engines/engine.ts';
import type { Manifest } from '../../../generator/core/output/manifest.ts';
import { FORMATS, type Format, MEDIA_TYPES } from '../../../generator/core/types/formats.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { arrowRows, csvCells } from '../../support/formats.ts';
import { fakeEngine, fixtureApp, MANIFEST, madeKey, NOW } from '../server-fixture.ts';

const PATH = '/api/endpoints/logs.all?project=abc';
const ROWS: readonly Row[] = [
  [1n, NOW],
  [null, null],
];
const setUp = (rows: readonly Row[] = ROWS, rest = {}) => {
  const engine = fakeEngine(() => rows);
  return { engine, ...fixtureApp(engine, null, rest) };
};
const accepting = (format: Format, headers: Record<string, string> = {}) => ({
  headers: { Accept: MEDIA_TYPES[format], ...headers },
});
/** Names that are long enough for every format to be worth compressing. */
const LONG = ['id', 'at'].map(name => name.padEnd(600, '_'));
const WIDE: Manifest = {
  ...MANIFEST,
  endpoints: MANIFEST.endpoints.map(endpoint => ({
    ...endpoint,
    columns: endpoint.columns.map((one, index) => ({ ...one, name: LONG[index] ?? one.name })),
  })),
};
const fetched = async (app: ReturnType<typeof setUp>['app'], init: RequestInit) => {
  const response = await app.request(PATH, init);
  return { headers: response.headers, bytes: await bytesOf(response) };
};
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('rows in the format that a caller accepts', () => {
  it('are the same, of one run, kept with a tag of their own', async () => {
    const { app, engine, lines } = setUp();
    const answers = new Map<Format, Response>();
    for (const format of FORMATS) answers.set(format, await app.request(PATH, accepting(format)));
    const types = [...answers.values()].map(({ headers }) => headers.get('Content-Type'));
    expect(types).toEqual([
      'application/json; charset=utf-8',
      'application/x-ndjson',
      'text/csv; charset=utf-8; header=present',
      'application/vnd.apache.arrow.stream',
      'application/vnd.apache.parquet',
    ]);
    const tags = [...answers.values()].map(({ headers }) => headers.get('ETag'));
    expect(new Set(tags).size).toBe(FORMATS.length);
    for (const { headers, status } of answers.values()) {
      expect(status).toBe(200);
      expect(headers.get('Cache-Control')).toBe('private, max-age=900');
      expect(headers.get('Vary')).toBe('X-API-KEY, Authorization, Accept, Accept-Encoding');
      expect(headers.get('X-Row-Limit')).toBe('3');
    }
    expect(await answers.get('json')?.json()).toEqual({
      result: [
        { id: 1, at: '2026-01-15T10:07:00Z' },
        { id: null, at: null },
      ],
    });
    expect(await answers.get('ndjson')?.text()).toBe(
      '{"id":1,"at":"2026-01-15T10:07:00Z"}\n{"id":null,"at":null}\n',
    );
    expect(csvCells((await answers.get('csv')?.text()) ?? '')).toEqual([
      ['id', 'at'],
      ['1', '2026-01-15T10:07:00Z'],
      [null, null],
    ]);
    const arrow = answers.get('arrow');
    expect(arrow && arrowRows(await bytesOf(arrow)).rows).toEqual([
      { id: 1n, at: NOW },
      { id: null, at: null },
    ]);
    const parquet = answers.get('parquet');
    const file = parquet && Buffer.from(await bytesOf(parquet)).toString('latin1');
    expect(file).toMatch(/^PAR1.*PAR1$/s);
    expect(engine.asked).toHaveLength(1);
    expect(lines.map(({ cache, rows }) => [cache, rows])).toEqual([
      ['miss', 2],
      ['hit', 2],
      ['hit', 2],
      ['hit', 2],
      ['hit', 2],
    ]);
  });

  it('are those of a first request in any format, and the next ones find them kept', async () => {
    const { app, engine } = setUp();
    const first = await app.request(PATH, accepting('arrow'));
    expect(first.headers.get('X-Cache')).toBe('miss');
    const tag = first.headers.get('ETag') ?? '';
    const again = await app.request(PATH, accepting('arrow', { 'If-None-Match': tag }));
    expect([again.status, again.headers.get('X-Cache')]).toEqual([304, 'hit']);
    const other = await app.request(PATH, accepting('csv', { 'If-None-Match': tag }));
    expect(other.status).toBe(200);
    expect(engine.asked).toHaveLength(1);
  });

  it('are compressed like JSON', async () => {
    const rows = Array.from({ length: 3 }, (): Row => [1n, NOW]);
    const { app } = setUp(rows, { manifest: catalogue(WIDE) });
    const packed = { 'Accept-Encoding': 'gzip' };
    for (const format of FORMATS) {
      const { headers, ...response } = await fetched(app, accepting(format, packed));
      expect([format, headers.get('Content-Encoding')]).toEqual([format, 'gzip']);
      const plain = await fetched(app, accepting(format));
      expect(gunzipSync(response.bytes)).toEqual(Buffer.from(plain.bytes));
      expect(headers.get('ETag')).not.toBe(plain.headers.get('ETag'));
    }
  });

  it('have the cap of JSON, with its header', async () => {
    const { app } = setUp([...ROWS, ...ROWS]);
    for (const format of FORMATS) {
      const { headers } = await app.request(PATH, accepting(format));
      expect([format, headers.get('X-Truncated')]).toEqual([format, 'true']);
    }
    const csv = await (await app.request(PATH, accepting('csv'))).text();
    expect(csvCells(csv)).toHaveLength(1 + 3);
  });

  it('fail as JSON does, and problems stay JSON', async () => {
    const failing: readonly (readonly [number, ReturnType<typeof fakeEngine>, object])[] = [
      [500, fakeEngine(() => [[2n ** 60n, NOW]]), {}],
      [500, fakeEngine(() => ROWS), { limits: { maxBytes: 20 } }],
      [502, fakeEngine(() => Promise.reject(new EngineFailure('failed', 'of the test'))), {}],
      [504, fakeEngine(() => Promise.reject(new EngineFailure('timeout', 'of the test'))), {}],
    ];
    for (const [status, engine, rest] of failing) {
      const { app } = fixtureApp(engine, null, rest);
      const texts = new Set<string>();
      for (const format of FORMATS) {
        const response = await app.request(PATH, accepting(format));
        expect(response.status).toBe(status);
        expect(response.headers.get('Content-Type')).toBe('application/problem+json');
        texts.add(await response.text());
      }
      expect(texts.size).toBe(1);
    }
    const { app } = setUp();
    const fault = await app.request('/api/endpoints/logs.all?least=x', accepting('csv'));
    expect([fault.status, await fault.json()]).toMatchObject([400, { code: 'missing_parameter' }]);
  });

  it('are answered by identifier, to HEAD and to POST too', async () => {
    const { app, engine } = setUp();
    const byId = '/api/endpoints/query/6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01?project=abc';
    const got = await (await app.request(PATH, accepting('csv'))).text();
    expect(await (await app.request(byId, accepting('csv'))).text()).toBe(got);
    const head = await app.request(PATH, { ...accepting('csv'), method: 'HEAD' });
    expect(head.headers.get('Content-Length')).toBe(String(got.length));
    const posted = await app.request('/api/endpoints/logs.all', {
      ...accepting('csv', { 'Content-Type': 'application/json' }),
      method: 'POST',
      body: '{"project":"abc"}',
    });
    expect(await posted.text()).toBe(got);
    expect([posted.headers.get('ETag'), posted.headers.get('Cache-Control')]).toEqual([
      null,
      'no-store',
    ]);
    expect(engine.asked).toHaveLength(1);
  });

  it('count among the bytes of the cache', async () => {
    const { app } = setUp(ROWS, { public: ['metrics'] });
    const kept = async () => {
      const text = await (await app.request('/metrics')).text();
      return Number(/^quern_cache_bytes\S* (\d+)$/m.exec(text)?.[1]);
    };
    await app.request(PATH);
    const before = await kept();
    const { length } = await (await app.request(PATH, accepting('csv'))).text();
    expect(await kept()).toBe(before + 2 * length);
    await app.request(PATH, accepting('csv'));
    expect(await kept()).toBe(before + 2 * length);
  });

  it('leave the cache where they take more than all of it', async () => {
    const { app, engine } = setUp(ROWS, { cache: { bytes: 1_800, warmEntries: 1 } });
    await app.request(PATH);
    expect((await app.request(PATH)).headers.get('X-Cache')).toBe('hit');
    const arrow = await app.request(PATH, accepting('arrow'));
    expect(arrowRows(await bytesOf(arrow)).rows).toHaveLength(2);
    expect((await app.request(PATH)).headers.get('X-Cache')).toBe('miss');
    expect(engine.asked).toHaveLength(2);
  });
});

describe('an `Accept` that takes none of the formats', () => {
  it('is a 406 that names them, and nothing is run', async () => {
    const { app, engine } = setUp();
    for (const accept of ['text/html', 'application/json;q=0', 'image/*, garbage']) {
      const response = await app.request(PATH, { headers: { Accept: accept } });
      expect(response.status).toBe(406);
      expect(response.headers.get('Content-Type')).toBe('application/problem+json');
      expect(response.headers.get('Vary')).toContain('Accept,');
      expect(await response.json()).toMatchObject({
        code: 'not_acceptable',
        detail:
          'Rows are answered as application/json, application/x-ndjson, text/csv, application/vnd.apache.arrow.stream or application/vnd.apache.parquet.',
      });
    }
    expect(engine.asked).toEqual([]);
  });

  it('says nothing of endpoints to strangers', async () => {
    const { key, token } = madeKey();
    const { app } = fixtureApp(
      fakeEngine(() => []),
      [key],
    );
    const ask = async (path: string, headers: Record<string, string>) =>
      (await app.request(path, { headers: { Accept: 'text/html', ...headers } })).status;
    expect(await ask(PATH, {})).toBe(401);
    expect(await ask('/api/endpoints/none', { 'X-API-KEY': token })).toBe(404);
    expect(await ask(PATH, { 'X-API-KEY': token })).toBe(406);
  });

  it('is read where rows are answered alone', async () => {
    const { app } = setUp();
    for (const path of ['/healthz', '/readyz', '/api/endpoints', '/']) {
      const { status } = await app.request(path, { headers: { Accept: 'image/png' } });
      expect([path, status]).toEqual([path, 200]);
    }
  });
});
