import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileProject } from '../../../cli/project/compiled.ts';
import { openWorkspace } from '../../../cli/project/workspace.ts';
import { openDuckDb } from '../../../engines/duckdb/driver/driver.ts';
import { emit } from '../../../generator/compile.ts';
import { OLD_FORMAT } from '../../../generator/core/output/manifest.ts';
import { descriptionOf } from '../../../generator/emitters/description.ts';
import { type Compilation, NO_CODE } from '../../../generator/emitters/emitter.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { FRAMEWORKS, type FrameworkName } from '../../../generator/emitters/routes/frameworks.ts';
import routes from '../../../generator/emitters/routes.ts';
import { loadManifest } from '../../../server/answers/manifest/manifest-file.ts';
import { type Running, serve } from '../../../server/socket/serve.ts';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { PAYLOADS, NAMES as WORDS } from '../../contracts/client/emission/payloads.ts';
import { namesakes, twins } from '../../contracts/client/emission/twins.ts';
import { fences } from '../../pages/docs-markdown.ts';
import { ownInputs } from '../../support/openapi-fixture.ts';
import { type ServeProcess, serveProcess } from '../serve-process.ts';
import { type Consumer, openConsumer, type Started } from './consumer.ts';
import { writeDemoLogs } from './demo-logs.ts';
import { HTTP2_SERVER, INSTANCES, NOW, SERVERS, SHARED, WRONG } from './servers.ts';

const NAMES = Object.keys(FRAMEWORKS) as readonly FrameworkName[];

/** As long as a name may be. */
const LONG_NAME = `functions.${'invocation-'.repeat(11).slice(0, 117)}s`;

let consumer: Consumer;
let project: string;

const compilation = compileProject(openWorkspace({ cwd: '.', configFile: null, environment: {} }));
const file = (name: string) => join(consumer.folder, 'app', name);
const files = (framework: FrameworkName | null) => emit(compilation, { ...NO_CODE, framework });
const textOf = (path: string, framework: FrameworkName | null = null) => {
  const found = files(framework).find(emitted => emitted.path === path);
  if (found === undefined) throw new Error(`${path} is not generated`);
  return renamed(found.text);
};
const renamed = (text: string) => text.replaceAll('functions.invocation-stats', LONG_NAME);
const OLD_MANIFEST = { format: OLD_FORMAT, ...manifestOf(compilation) };

beforeAll(async () => {
  consumer = openConsumer();
  const schema = textOf('sql/duckdb/schema.sql');
  project = await writeDemoLogs(file('logs.duckdb'), schema, NOW);
  writeFileSync(file('manifest.json'), renamed(JSON.stringify(OLD_MANIFEST)));
}, 240_000);
afterAll(() => consumer?.close());

async function startService(): Promise<Running> {
  return serve({
    manifest: await loadManifest(file('manifest.json')),
    engine: await openDuckDb({ source: { database: file('logs.duckdb') }, concurrency: 2 }),
    keys: null,
    clock: () => NOW,
    log: () => {},
    port: 0,
    // the servers around hand over those of a POST alone
    bodies: false,
  });
}

/** The specifications of this repository, whose long name stands in the manifest too. */
function specifications(): Readonly<Record<string, string>> {
  const found = ownInputs().map(({ path, bytes }) => [renamed(path), renamed(String(bytes))]);
  return Object.fromEntries(found);
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}
/** Of the moment, or of the server that is around. */
const OWN_HEADERS =
  /^(date|connection|keep-alive|x-request-id|server-timing|x-powered-by|transfer-encoding)$/;

function ask(
  url: string,
  { method = 'GET', headers = {} as Record<string, string | string[]>, body = '' } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false }, response => {
      const chunks: Buffer[] = [];
      response.on('data', chunk => chunks.push(chunk));
      response.on('end', () => {
        const told = Object.entries(response.headers).filter(([name]) => !OWN_HEADERS.test(name));
        const bytes = Buffer.concat(chunks);
        const isText = response.headers['content-encoding'] === undefined;
        const digest = createHash('sha256').update(bytes).digest('hex');
        const body = isText ? bytes.toString() : digest;
        resolve({ status: response.statusCode, headers: Object.fromEntries(told.sort()), body });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const COUNTS = '/api/endpoints/usage.api-counts';
const COUNTS_ID = '1d94f6b8-2e57-4a3d-b0c8-7a6f25d3e803';
type How = NonNullable<Parameters<typeof ask>[1]>;
type Case = [string, (project: string) => string, (How | ((project: string) => How))?];
const JSON_TYPE = { 'Content-Type': 'application/json' };
const posted =
  (paramsOf: (project: string) => object, headers: Record<string, string> = {}) =>
  (project: string): How => {
    const body = JSON.stringify(paramsOf(project));
    return { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body };
  };
/** As long as a list of ids may be. */
const LONG_TEXT = 'a1b2c3d4-'.repeat(1_400);
const CASES: readonly Case[] = [
  ['rows', p => `${COUNTS}?project=${p}&interval=hourly`],
  ['kept rows', p => `${COUNTS}?project=${p}&interval=hourly`],
  [
    'rows by identifier',
    p => `/api/endpoints/query/${COUNTS_ID.toUpperCase()}?project=${p}&interval=daily`,
  ],
  [
    'rows by the name in its place',
    p => `/api/endpoints/query/usage.api-counts?project=${p}&interval=daily`,
  ],
  ['records and timestamps', p => `/api/endpoints/logs.all?project=${p}&project_tier=weird`],
  [
    'a window',
    p => `/api/endpoints/logs.all?project=${p}&iso_timestamp_start=2026-01-15T09:00:00%2B02:00`,
  ],
  ['statistics', p => `/api/endpoints/${LONG_NAME}?project=${p}&interval=1day`],
  [
    'a long name in place of an identifier',
    p => `/api/endpoints/query/${LONG_NAME}?project=${p}&interval=1day`,
  ],
  [
    'rows by the old address of a name',
    p => `/api/endpoints/query/name/usage.api-counts?project=${p}&interval=daily`,
  ],
  [
    'a long name in the old address',
    p => `/api/endpoints/query/name/${LONG_NAME}?project=${p}&interval=1day`,
  ],
  [
    'rows by the old address of an identifier',
    p => `/endpoints/query/${COUNTS_ID}?project=${p}&interval=daily`,
  ],
  [
    'a long name in the old address of an identifier',
    p => `/endpoints/query/${LONG_NAME}?project=${p}&interval=1day`,
  ],
  ['an unknown name in the old address', () => '/api/endpoints/query/name/none'],
  ['an identifier where a name stands', () => `/api/endpoints/query/name/${COUNTS_ID}`],
  [
    'a POST to the old address',
    () => '/endpoints/query/usage.api-counts',
    posted(p => ({ project: p, interval: 'hourly' })),
  ],
  ['no rows', () => `/api/endpoints/${LONG_NAME}?project=nobody`],
  ['gzip', p => `/api/endpoints/logs.all?project=${p}`, { headers: { 'Accept-Encoding': 'gzip' } }],
  ['brotli', p => `/api/endpoints/logs.all?project=${p}`, { headers: { 'Accept-Encoding': 'br' } }],
  ['HEAD', p => `${COUNTS}?project=${p}&interval=hourly`, { method: 'HEAD' }],
  [
    'a body of a GET',
    p => `${COUNTS}?project=${p}&interval=hourly`,
    {
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': '2' },
      body: '{}',
    },
  ],
  [
    'a chunked body of a GET',
    p => `${COUNTS}?project=${p}&interval=hourly`,
    { headers: { 'Transfer-Encoding': 'chunked' }, body: '{"project":"nobody"}' },
  ],
  [
    'a body of a GET without bytes',
    p => `${COUNTS}?project=${p}&interval=hourly`,
    { headers: { 'Content-Length': '0' } },
  ],
  [
    'an overridden method',
    p => `${COUNTS}?project=${p}&interval=hourly`,
    { headers: { 'X-HTTP-Method-Override': 'DELETE' } },
  ],
  [
    'a tag that the answer does not have',
    p => `${COUNTS}?project=${p}&interval=hourly`,
    { headers: { 'If-Match': '"other"' } },
  ],
  ['a request at fault', () => `${COUNTS}?interval=weekly&x=%F0%9F%8E%88`],
  ['HEAD of a request at fault', () => `${COUNTS}?interval=weekly`, { method: 'HEAD' }],
  ['CSV', p => `${COUNTS}?project=${p}&interval=hourly`, { headers: { Accept: 'text/csv' } }],
  ...['json', 'csv', 'ndjson', 'arrow', 'parquet', 'csv&bom=1', 'ndjson&bom=1', 'xml'].map(
    (format): Case => [
      `\`?format=${format}\``,
      p => `${COUNTS}?project=${p}&interval=hourly&format=${format}`,
    ],
  ),
  ['a BOM of a CSV', p => `${COUNTS}?project=${p}&bom=1`, { headers: { Accept: 'text/csv' } }],
  ['an envelope', p => `${COUNTS}?project=${p}&interval=hourly&envelope=page`],
  ['an envelope of CSV', p => `${COUNTS}?project=${p}&envelope=page&format=csv`],
  ['an envelope that there is not', p => `${COUNTS}?project=${p}&envelope=rows`],
  ['an unknown parameter', p => `${COUNTS}?project=${p}&interval=hourly&tier=FREE`],
  ['no format of ours', p => `${COUNTS}?project=${p}`, { headers: { Accept: 'image/png' } }],
  ['HEAD of CSV', p => `${COUNTS}?project=${p}&format=csv`, { method: 'HEAD' }],
  [
    'any tag',
    p => `${COUNTS}?project=${p}&interval=hourly`,
    { headers: { 'If-None-Match': '"other", *' } },
  ],
  [
    'HEAD with any tag',
    p => `${COUNTS}?project=${p}&interval=hourly`,
    { method: 'HEAD', headers: { 'If-None-Match': '*' } },
  ],
  [
    'a date of a kept answer',
    p => `${COUNTS}?project=${p}&interval=hourly`,
    { headers: { 'If-Modified-Since': 'Thu, 15 Jan 2026 10:00:00 GMT' } },
  ],
  ['a range', p => `${COUNTS}?project=${p}&interval=hourly`, { headers: { Range: 'bytes=0-9' } }],
  ['a value given twice', () => `${COUNTS}?project=a&project=b&interval=daily`],
  ['an encoded dot', p => `/api/endpoints/usage%2Eapi-counts?project=${p}&interval=hourly`],
  [
    'HEAD of an encoded dot',
    p => `/api/endpoints/usage%2eapi-counts?project=${p}&interval=daily`,
    { method: 'HEAD' },
  ],
  ['a POST', () => COUNTS, posted(p => ({ project: p, interval: 'hourly' }))],
  [
    'a POST by identifier',
    () => `/api/endpoints/query/${COUNTS_ID}`,
    posted(p => ({ project: p, interval: 'hourly' })),
  ],
  [
    'a POST to an encoded dot',
    () => '/api/endpoints/usage%2Eapi-counts',
    posted(p => ({ project: p })),
  ],
  [
    'a POST in chunks',
    () => COUNTS,
    posted(p => ({ project: p, interval: 'daily' }), { 'Transfer-Encoding': 'chunked' }),
  ],
  [
    'a POST of 12 KB',
    () => `/api/endpoints/${LONG_NAME}`,
    posted(p => ({ project: p, function_id: LONG_TEXT })),
  ],
  [
    '12 KB in the address',
    p => `/api/endpoints/${LONG_NAME}?project=${p}&function_id=${LONG_TEXT}`,
  ],
  ['a POST at fault', () => COUNTS, posted(() => ({ project: false, x: 1 }))],
  ['a POST with parameters in the address', p => `${COUNTS}?project=${p}`, posted(() => ({}))],
  ['a POST without a body', () => COUNTS, { method: 'POST', headers: JSON_TYPE }],
  ['a POST of a form', () => COUNTS, posted(() => ({}), { 'Content-Type': 'text/plain' })],
  ['a POST that is too long', () => COUNTS, posted(() => ({ project: 'x'.repeat(1_100_000) }))],
  ['what is not decoded', () => `${COUNTS}?project=%ff&interval=daily`],
  ['an unknown identifier', () => '/api/endpoints/query/00000000-0000-4000-8000-000000000000'],
  ['an identifier that leads elsewhere', p => `/api/endpoints/query/..%2Flogs.all?project=${p}`],
  ['another method', p => `${COUNTS}?project=${p}&interval=hourly`, { method: 'DELETE' }],
  [
    'a body that is none of its type',
    () => COUNTS,
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"' },
  ],
  ...['', 'json', 'a/b/c', 'text/plain; charset', ';'].map((type): Case => {
    const headers = { 'Content-Type': type, 'Content-Length': '1' };
    return [`a body of the type \`${type}\``, () => COUNTS, { method: 'PUT', headers, body: '{' }];
  }),
  ['a body of no type', () => COUNTS, { method: 'PATCH', body: '{' }],
  [
    'a body of a type that no server knows',
    () => COUNTS,
    { method: 'POST', headers: { 'Content-Type': 'application/x-unknown' }, body: '{' },
  ],
];

it.each(NAMES)('routes for %s compile whatever words endpoints have', framework => {
  const write = (name: string, words: Compilation) => {
    const [file] = routes.emit({
      description: descriptionOf(words),
      settings: { ...NO_CODE, framework },
      templates: new Map(),
    });
    consumer.put(`app/words-${framework}/src/${name}.ts`, file?.text ?? '');
  };
  WORDS.forEach((word, index) => {
    write(`name-${index}`, namesakes(word));
  });
  Object.values(PAYLOADS).forEach((payload, index) => {
    write(`text-${index}`, twins(payload).hostile);
  });
  expect(consumer.compile(`app/words-${framework}`)).toBe('');
});

it.each(NAMES)('the page shows what compiles for %s', framework => {
  const page = fences(readFileSync('docs/service.md', 'utf8'));
  const shown = (info: string) => {
    const [found, ...others] = page.filter(fence => fence.info === `ts ${info}`);
    if (found === undefined || others.length > 0) throw new Error(`the page shows one ${info}`);
    return found.text;
  };
  const path = `app/docs-${framework}`;
  const routes = textOf('server/routes.ts', framework);
  consumer.put(`${path}/src/generated/server/routes.ts`, routes);
  consumer.put(`${path}/src/options.ts`, shown('options'));
  consumer.put(`${path}/src/server.ts`, shown(framework));
  expect(consumer.compile(path)).toBe('');
});

it('routes for fastify compile for instances with a server, a logger or types of their own', () => {
  const path = 'app/fastify-instances';
  consumer.put(`${path}/src/routes.ts`, textOf('server/routes.ts', 'fastify'));
  consumer.put(`${path}/src/shared.ts`, SHARED);
  consumer.put(`${path}/src/instances.ts`, INSTANCES);
  consumer.put(`${path}/src/server.ts`, HTTP2_SERVER);
  expect(consumer.compile(path)).toBe('');
});

it('routes for fastify answer over HTTP/2', async () => {
  const words = [file('manifest.json'), file('logs.duckdb')];
  const server = await consumer.start('app/fastify-instances/out/src/server.js', words);
  const session = connect(server.url);
  const asked = async (headers: Record<string, string>, body: string | null = null) => {
    const stream = session.request(headers, { endStream: body === null });
    if (body !== null) stream.end(body);
    const [told] = await once(stream, 'response');
    const chunks = await stream.setEncoding('utf8').toArray();
    return [told[':status'], JSON.parse(chunks.join('') || 'null')];
  };
  try {
    expect(await asked({ ':path': `/api/endpoints/${LONG_NAME}?project=nobody` })).toEqual([
      200,
      { result: [] },
    ]);
    const withBody = await asked({ ':path': `/api/endpoints/${LONG_NAME}?project=nobody` }, '{}');
    expect(withBody).toMatchObject([400, { code: 'invalid_request' }]);
    expect(await asked({ ':method': 'DELETE', ':path': COUNTS })).toMatchObject([
      405,
      { code: 'method_not_allowed' },
    ]);
  } finally {
    session.close();
    await server.stop();
  }
});

describe('`quern serve`', () => {
  let service: Running;
  let served: ServeProcess;
  beforeAll(async () => {
    service = await startService();
    const reached = { settings: { database: file('logs.duckdb') }, environment: {} };
    served = await serveProcess({ engine: 'duckdb', reached, files: specifications(), now: NOW });
  });
  afterAll(async () => {
    await service?.stop();
    await served?.stop();
    removeFolders();
  });

  it.each(CASES)(
    'answers as its parts do in a process with others: %s',
    async (_, pathTo, given) => {
      const how = typeof given === 'function' ? given(project) : given;
      const { headers, ...expected } = await ask(service.url + pathTo(project), how);
      // the clock of a process goes on
      const age = headers['age'] === undefined ? {} : { age: expect.stringMatching(/^\d$/) };
      expect(await ask(served.url + pathTo(project), how)).toEqual({
        ...expected,
        headers: { ...headers, ...age },
      });
    },
  );
});

describe.each(NAMES)('routes for %s', framework => {
  let server: Started;
  // One each: what it keeps is told in headers.
  let service: Running;
  const own = (path: string, user: string) =>
    ask(`${server.url}/own${path}`, { headers: { 'X-User': user } });

  it('compile where they are used as they should be, and nowhere else', async () => {
    const path = `app/${framework}`;
    consumer.put(`${path}/src/routes.ts`, textOf('server/routes.ts', framework));
    consumer.put(`${path}/src/shared.ts`, SHARED);
    consumer.put(`${path}/src/server.ts`, SERVERS[framework]);
    consumer.put(`${path}/src/wrong.ts`, WRONG);
    expect(consumer.compile(path)).toBe('');
  });

  it('start', async () => {
    const words = [file('manifest.json'), file('logs.duckdb')];
    server = await consumer.start(`app/${framework}/out/src/server.js`, words);
    service = await startService();
  });
  afterAll(async () => {
    await server?.stop();
    await service?.stop();
  });

  it.each(CASES)('answer as the service does: %s', async (_, pathTo, given) => {
    const path = pathTo(project);
    const how = typeof given === 'function' ? given(project) : given;
    const expected = await ask(service.url + path, how);
    expect(await ask(server.url + path, how)).toEqual(expected);
  });

  it('answer to a tag that they gave', async () => {
    const path = `${COUNTS}?project=${project}&interval=hourly`;
    const { headers } = await ask(server.url + path);
    const again = await ask(server.url + path, {
      headers: { 'If-None-Match': String(headers['etag']) },
    });
    expect(again).toMatchObject({ status: 304, body: '' });
  });

  it('give a handler typed values, and write its rows', async () => {
    const answer = await own(`${COUNTS}?project=abc&interval=hourly`, 'ada');
    expect(answer.body).toBe(
      '{"result":[{"timestamp":"1970-01-01T00:00:00Z","total_rest_requests":6,"total_storage_requests":2,"total_auth_requests":3,"total_realtime_requests":0}]}',
    );
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'x-server': framework, 'cache-control': 'no-store', 'x-row-limit': '1000' },
    });
    const byId = await own(`/api/endpoints/query/${COUNTS_ID}?project=abc&interval=hourly`, 'ada');
    expect(byId.body).toBe(answer.body);
  });

  it('read a body that a parser of the server has read before', async () => {
    const asked = posted(p => ({ project: p, interval: 'hourly' }), {
      'X-User': 'ada',
      'X-Parse': 'yes',
    })(project);
    const answer = await ask(`${server.url}/own${COUNTS}`, asked);
    const expected = await own(`${COUNTS}?project=${project}&interval=hourly`, 'ada');
    expect([answer.status, answer.body]).toEqual([200, expected.body]);
  });

  // Next.js adds its own headers after the handler.
  it.skipIf(framework === 'next')(
    "add to the server's own `Vary`, and keep their other headers",
    async () => {
      const path = `${COUNTS}?project=abc&interval=hourly`;
      const told = async (headers: Record<string, string>) => {
        const answer = await ask(`${server.url}/own${path}`, { headers });
        return [answer.headers['vary'], answer.headers['cache-control'], answer.status];
      };
      const vary = 'X-API-KEY, Authorization, Accept, Accept-Encoding';
      expect(await told({ 'X-User': 'ada' })).toEqual([`Cookie, ${vary}`, 'no-store', 200]);
      const early = { 'X-User': 'ada', 'X-Early': 'yes' };
      expect(await told(early)).toEqual([`Cookie, Accept-Language, ${vary}`, 'no-store', 200]);
    },
  );

  it("give a handler the caller's request, at the service's address", async () => {
    const query = '?project=told&interval=daily';
    for (const path of [COUNTS, `/api/endpoints/query/${COUNTS_ID}`]) {
      const { body } = await own(path + query, 'ada');
      expect(JSON.parse(body)).toMatchObject({ detail: `GET http://localhost${path}${query}` });
    }
  });

  it('let a handler run with other values', async () => {
    const answer = await own(`${COUNTS}?project=${project}&interval=daily`, 'ada');
    const expected = await ask(`${service.url}${COUNTS}?project=${project}&interval=hourly`);
    expect(answer.body).toBe(expected.body);
  });

  it('tell callers a problem where a handler refuses, fails or is not asked', async () => {
    const refused = await own(`${COUNTS}?project=abc&interval=hourly`, 'nobody');
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([
      403,
      { code: 'forbidden', detail: 'Nobody may see this.' },
    ]);
    const failed = await own(`${COUNTS}?project=abc&interval=minutely`, 'ada');
    expect([failed.status, JSON.parse(failed.body)]).toMatchObject([500, { code: 'internal' }]);
    expect(failed.body).not.toContain('secret');
    const asked = await own(`${COUNTS}?interval=weekly`, 'nobody');
    const expected = await ask(`${service.url}${COUNTS}?interval=weekly`);
    expect([asked.status, asked.body]).toEqual([400, expected.body]);
  });

  it('leave the others as they are, and the rest to the server around', async () => {
    const path = `/api/endpoints/logs.all?project=${project}`;
    expect((await own(path, 'ada')).body).toBe((await ask(service.url + path)).body);
    const elsewhere = await ask(`${server.url}/api/endpoints/none`);
    expect(elsewhere.status).toBe(404);
    // The route file of Next.js owns every address below its folder.
    expect(elsewhere.body.includes('unknown_endpoint')).toBe(framework === 'next');
  });

  it.runIf(framework === 'fastify')('leave bodies of other routes to the server', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await ask(`${server.url}/echo`, { method: 'POST', headers, body: '{"a":1}' });
    expect([answer.status, answer.body]).toEqual([200, '{"a":1}']);
  });
});
