import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { QueryClient } from '@tanstack/query-core';
import type { Browser } from 'playwright-core';
import { publint } from 'publint';
import { build, type Rollup } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emit } from '../../../generator/compile.ts';
import type { Compilation } from '../../../generator/emitters/emitter.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { type Running, serve } from '../../../server/socket/serve.ts';
import { type Filled, filledDuckDb } from '../../engines/filled-engines.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import { launchBrowser } from '../../pages/browser.ts';
import { instant } from '../../reference/values.ts';
import { invocation, request } from '../../service/conformance/entries.ts';
import { keyRing, madeKey } from '../../service/server-fixture.ts';
import { compiled, EVERYTHING_INPUTS, ownInputs } from '../../support/openapi-fixture.ts';
import { manifestFrom } from '../../support/projects/manifest-files.ts';
import { ROOT } from '../../support/root.ts';
import { amount } from '../../support/usually.ts';
import {
  type Consumer,
  faultsOfTypes,
  installed,
  PACKAGE,
  packageFiles,
  run,
  write,
} from './package.ts';

const browser = await launchBrowser();

const compilation = compiled(ownInputs());
const root = mkdtempSync(join(tmpdir(), 'typescript-client-'));
let consumer: Consumer;
beforeAll(() => {
  consumer = installed(join(root, 'own'), compilation);
});
afterAll(async () => {
  rmSync(root, { recursive: true });
  await browser?.close();
});

describe('the package', () => {
  it('is packed whole', () => {
    const packed = run('tar', ['-tzf', consumer.tarball], root).trim().split('\n');
    const paths = packed.map(path => path.replace('package/', ''));
    expect(paths.sort()).toEqual([...packageFiles(compilation).keys()].sort());
  });

  it('is clean in publint', async () => {
    const { messages } = await publint({
      pkgDir: consumer.installed,
      level: 'suggestion',
      strict: true,
      pack: false,
    });
    expect(messages).toEqual([]);
  });

  it('has types that are not wrong, wherever ESM is resolved', async () => {
    const packed = createPackageFromTarballData(readFileSync(consumer.tarball));
    const endpoints = compilation.endpoints.map(() => './endpoints/usageApiCounts');
    const result = await checkPackage(packed, {
      entrypoints: ['.', './client', './mock', ...new Set(endpoints)],
    });
    if (!result.types) throw new Error('the package has types');
    const isEsm = (problem: object) =>
      !('resolutionKind' in problem) ||
      ['node16-esm', 'bundler'].includes(String(problem.resolutionKind));
    expect(result.problems.filter(isEsm)).toEqual([]);
    const resolved = Object.values(result.entrypoints).map(({ resolutions }) => [
      resolutions['node16-esm'].resolution?.fileName.endsWith('.d.ts'),
      resolutions.bundler.implementationResolution?.fileName.endsWith('.js'),
    ]);
    expect(resolved).toEqual(Array(4).fill([true, true]));
  });

  it('is found by its names in Node', () => {
    const script = `
      import * as all from '${PACKAGE}';
      import { UsageApiCountsValues } from '${PACKAGE}/endpoints/usageApiCounts';
      import { createClient } from '${PACKAGE}/client';
      import { logsAll } from '${PACKAGE}/endpoints/logsAll';
      const same = all.createClient === createClient && all.logsAll === logsAll;
      const names = Object.keys(all).filter(name => /^[a-z]/.test(name));
      process.stdout.write(JSON.stringify([same, names, UsageApiCountsValues]));
    `;
    const printed = run(process.execPath, ['--input-type=module', '-e', script], consumer.folder);
    expect(JSON.parse(printed)).toEqual([
      true,
      [
        'createClient',
        'functionsInvocationStats',
        'logsAll',
        'responseAs',
        'usageApiCounts',
        'usageStatuses',
        'validateRows',
      ],
      { interval: ['hourly', 'daily', 'minutely'] },
    ]);
  });
});

const USES = `
import { QueryClient } from '@tanstack/query-core';
import { createClient, QuernError, validateRows, type Answer, type Client } from '${PACKAGE}/client';
import { UsageApiCountsValues, usageApiCounts, type UsageApiCountsParams, type UsageApiCountsRow } from '${PACKAGE}/endpoints/usageApiCounts';
import { createMockClient } from '${PACKAGE}/mock';
import * as all from '${PACKAGE}';

const client = createClient({ baseUrl: 'https://a', apiKey: 'k', timeout: 1, maxRetries: 0, validate: validateRows });
const dated = createClient({ baseUrl: '', dates: 'Date' });
const either: Client<string | Date> = createClient({ baseUrl: '', dates: Math.random() > 0.5 ? 'Date' : 'string' });
const params: UsageApiCountsParams = { project: 'abc', interval: 'daily' };

const rows: readonly UsageApiCountsRow[] = await usageApiCounts(client, params);
const texts: readonly string[] = rows.map(row => row.timestamp);
const dates: readonly Date[] = (await usageApiCounts(dated, params)).map(row => row.timestamp);
const answer: Answer<UsageApiCountsRow<Date>> = await usageApiCounts(dated, params, {
  signal: new AbortController().signal, timeout: undefined, headers: { a: 'b' }, fetch,
}).withResponse();
const told: readonly [boolean, number | null, string | null] = [answer.truncated, answer.age, answer.requestId];
const count: number = rows[0]?.total_rest_requests ?? 0;

const logs = await all.logsAll(client, {
  project: 'abc', project_tier: undefined, iso_timestamp_start: new Date(), iso_timestamp_end: '2026-01-15',
});
const method: string | null | undefined = logs[0]?.metadata?.request?.method;

for (const interval of UsageApiCountsValues.interval) await usageApiCounts(client, { project: 'abc', interval });
const choices: readonly string[] = all.LogsAllValues.project_tier.map(tier => tier.toLowerCase());

const tenant = createClient({ baseUrl: '', fixed: ['project'] });
await usageApiCounts(tenant, { interval: 'daily' });
await all.logsAll(tenant, { project: 'abc' });
await usageApiCounts(createClient({ baseUrl: '', fixed: ['project'] }), { interval: 'daily' });
await usageApiCounts(createMockClient({ dates: 'Date', fixed: ['project'] }).answer(usageApiCounts, []), { interval: 'daily' });
const anybody: Client = tenant;
const listed: readonly UsageApiCountsRow[] = await new QueryClient().fetchQuery(usageApiCounts.queryOptions(tenant, { interval: 'daily' }));

const mocked: Client = createMockClient()
  .answer(usageApiCounts, ({ project, interval }) => project === interval ? [] : { rows, truncated: true })
  .answer(all.logsAll, { status: 429, code: 'rate_limited' });
const mockedDates: Client<Date> = createMockClient({ dates: 'Date' }).answer(usageApiCounts, rows);
const mockedRows: readonly UsageApiCountsRow[] = await usageApiCounts(mocked, params);
const mockedTenant = createMockClient({ fixed: ['project'] });
await usageApiCounts(mockedTenant, { interval: 'daily' });

const found: readonly UsageApiCountsRow[] = await new QueryClient().fetchQuery(usageApiCounts.queryOptions(client, params));

try {
  validateRows(rows, usageApiCounts.endpoint);
} catch (error) {
  if (error instanceof QuernError && error.code === 'invalid_parameter') error.parameters.map(({ name }) => name);
  if (error instanceof all.ServiceError) { const status: number = error.status; void status; }
}
void [either, texts, dates, told, count, method, choices, found, mockedDates, mockedRows];
`;

const MISUSES = `
import { createClient, QuernError, type Client } from '${PACKAGE}/client';
import { createMockClient } from '${PACKAGE}/mock';
import { logsAll } from '${PACKAGE}/endpoints/logsAll';
import { UsageApiCountsValues, usageApiCounts, type UsageApiCountsRow } from '${PACKAGE}/endpoints/usageApiCounts';

declare const client: Client;
declare const row: UsageApiCountsRow;

// @ts-expect-error a value that the enum does not have
void usageApiCounts(client, { project: 'abc', interval: 'weekly' });
// @ts-expect-error a value that an enum with a default does not have
void logsAll(client, { project: 'abc', project_tier: 'free' });
// @ts-expect-error a required parameter is missing
void usageApiCounts(client, { interval: 'daily' });
// @ts-expect-error there are required parameters
void usageApiCounts(client);
// @ts-expect-error a parameter that the endpoint does not have
void usageApiCounts(client, { project: 'abc', interval: 'daily', projet: 'abc' });
// @ts-expect-error a parameter of another type
void usageApiCounts(client, { project: 7, interval: 'daily' });
// @ts-expect-error a column that the row does not have
void row.total_rest_request;
// @ts-expect-error rows are not to be changed
row.total_rest_requests = 1;
// @ts-expect-error nor are lists of them
void usageApiCounts(client, { project: 'abc', interval: 'daily' }).then(rows => rows.push(row));
// @ts-expect-error timestamps are texts
void usageApiCounts(client, { project: 'abc', interval: 'daily' }).then(rows => rows[0]?.timestamp.getTime());
// @ts-expect-error a value that may be null
void logsAll(client, { project: 'abc' }).then(rows => rows[0]?.event_message.length);
// @ts-expect-error lists of values are not to be changed
UsageApiCountsValues.interval.push('weekly');
// @ts-expect-error an option that there is not
void usageApiCounts(client, { project: 'abc', interval: 'daily' }, { timeouts: 1 });
// @ts-expect-error only what is fixed may be left out
await usageApiCounts(createClient({ baseUrl: '', fixed: ['other'] }), { interval: 'daily' });
// @ts-expect-error a fixed parameter has its type
await usageApiCounts(createClient({ baseUrl: '', fixed: ['project'] }), { project: 1, interval: 'daily' });
// @ts-expect-error names that are not known fix nothing
await usageApiCounts(createClient({ baseUrl: '', fixed: [String('project')] }), { interval: 'daily' });
// @ts-expect-error another client fixes nothing
const fixing: Client<string, 'project'> = client;
// @ts-expect-error a row that lacks columns
createMockClient().answer(usageApiCounts, [{ timestamp: '2026-01-15T10:00:00Z' }]);
// @ts-expect-error the parameters are those of the endpoint
createMockClient().answer(usageApiCounts, ({ projet }) => []);
// @ts-expect-error a code that the service does not have
createMockClient().answer(usageApiCounts, { status: 429, code: 'too_many' });
// @ts-expect-error what is answered is an endpoint
createMockClient().answer(createClient, []);
// @ts-expect-error a service must be somewhere
createClient({ apiKey: 'k' });
// @ts-expect-error dates are texts or objects
createClient({ baseUrl: '', dates: 'number' });
// @ts-expect-error a code that there is not
void ((error: QuernError) => error.code === 'invalid_param');
`;

/** What the types of every kind of parameter and column are, `readonly` and `?` included. */
const EVERY_KIND = `
import type { Client, QueryOptions } from '${PACKAGE}/client';
import { chosen } from '${PACKAGE}/endpoints/chosen';
import { everyEncode, type EveryEncodeParams, type EveryEncodeRow } from '${PACKAGE}/endpoints/everyEncode';
import type { EveryThing1Params, EveryThing1Row } from '${PACKAGE}/endpoints/everyThing1';
import { runClass } from '${PACKAGE}/endpoints/runClass';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

const params: Same<EveryThing1Params, {
  readonly text: string;
  readonly re2?: string | undefined;
  readonly least?: number | bigint | undefined;
  readonly most?: number | bigint | undefined;
  readonly share?: number | undefined;
  readonly flag?: boolean | undefined;
  readonly since?: string | Date | undefined;
  readonly day?: string | undefined;
  readonly item?: string | undefined;
  readonly path?: string | undefined;
  readonly kind?: '15' | '<b>' | '\`*\`' | '7' | 'constructor' | undefined;
  readonly toString: 'a' | 'b';
}> = true;
const none: Same<EveryEncodeParams, Readonly<Record<string, never>>> = true;
type Inner = {
  readonly at: string | null;
  readonly count: number | null;
  readonly rate: number | null;
  readonly on: string | null;
  readonly tags: unknown;
  readonly flag: boolean | null;
};
const row: Same<EveryThing1Row, {
  readonly id: string;
  readonly timestamp: string;
  readonly whole: number;
  readonly maybe_whole: number | null;
  readonly fraction: number | null;
  readonly flag: boolean | null;
  readonly day: string;
  readonly anything: unknown;
  readonly toString: string | null;
  readonly record: { readonly class: string | null; readonly inner: Inner | null } | null;
}> = true;
const encoded: Same<EveryEncodeRow<Date>, {
  readonly at: Date;
  readonly micros: number;
  readonly millis: number;
  readonly digits: string | null;
}> = true;
const given: Same<Parameters<typeof everyEncode>[1], EveryEncodeParams | undefined> = true;
const needed: Same<undefined extends Parameters<typeof chosen>[1] ? true : false, false> = true;
const query: Same<ReturnType<typeof everyEncode.queryOptions<Date>>, QueryOptions<EveryEncodeRow<Date>>> = true;
// rows without instants are the same to every client
const withDates = (client: Client<Date>) => [runClass(client), runClass.queryOptions(client)];
const withTexts = (client: Client) => [runClass(client), runClass.queryOptions(client)];
void [params, none, row, encoded, given, needed, query, withDates, withTexts];
`;

describe('its types', () => {
  it('are of every kind of parameter and column what they should be', () => {
    const { folder } = installed(join(root, 'every'), compiled(EVERYTHING_INPUTS));
    write(join(folder, 'every.ts'), EVERY_KIND);
    expect(faultsOfTypes(folder, {})).toBe('');
  });

  it.each([
    ['nodenext, with the DOM', {}],
    ['bundlers', { module: 'esnext', moduleResolution: 'bundler' }],
    ['Node alone', { lib: ['es2022'], types: ['node'], skipLibCheck: true }],
  ])('hold under strict options: %s', (_, options) => {
    write(join(consumer.folder, 'uses.ts'), USES);
    write(join(consumer.folder, 'misuses.ts'), MISUSES);
    expect(faultsOfTypes(consumer.folder, options)).toBe('');
  });

  it('find each misuse', () => {
    write(join(consumer.folder, 'misuses.ts'), MISUSES.replaceAll('@ts-expect-error', ''));
    const faults = faultsOfTypes(consumer.folder, {});
    const lines = new Set([...faults.matchAll(/^misuses\.ts\((\d+)/gm)].map(([, line]) => line));
    expect(lines.size).toBe(MISUSES.match(/@ts-expect-error/g)?.length);
    rmSync(join(consumer.folder, 'misuses.ts'));
  });

  it('are those of the modules that ship with it', () => {
    expect(run('npx', ['tsc', '-p', 'tsconfig.templates.json'], ROOT)).toBe('');
  });
});

/** Compiling the endpoints takes most of the time. */
const MANY = amount({ usual: 200, all: 1_000 });

describe(`a bundle of one endpoint of ${MANY}`, () => {
  const many = () => {
    const text = readFileSync('endpoints/usage.api-counts.yaml', 'utf8');
    const copies = Array.from({ length: MANY - 3 }, (_, index) => ({
      path: `endpoints/usage.copy-${index}.yaml`,
      bytes: text
        .replace('usage.api-counts', `usage.copy-${index}`)
        .replace(/^id: .*$/m, `id: 60000000-0000-4000-8000-${String(index).padStart(12, '0')}`),
    }));
    return compiled([...ownInputs(), ...copies]);
  };
  let large: Consumer;
  beforeAll(() => {
    large = installed(join(root, 'large'), many());
  });

  it.each([
    ['modules', `${PACKAGE}/client`, `${PACKAGE}/endpoints/usageApiCounts`],
    ['the index', PACKAGE, PACKAGE],
  ])('is small and holds no other, by way of %s', async (_, client, endpoint) => {
    const entry = join(large.folder, 'main.js');
    write(
      entry,
      `import { createClient } from '${client}';
       import { usageApiCounts } from '${endpoint}';
       const client = createClient({ baseUrl: location.origin, apiKey: 'k' });
       usageApiCounts(client, { project: 'abc', interval: 'daily' }).then(rows => { document.title = rows.length; });`,
    );
    const lists = readFileSync(join(large.installed, 'endpoints/usageApiCounts.js'), 'utf8');
    expect(lists).toContain('minutely');
    const result = await build({
      root: large.folder,
      logLevel: 'silent',
      configFile: false,
      build: { write: false, minify: true, modulePreload: false, rollupOptions: { input: entry } },
    });
    const [{ output }] = [result].flat() as [Rollup.RollupOutput];
    const code = output.map(part => ('code' in part ? part.code : '')).join('');
    expect(code).toContain('usage.api-counts');
    expect(code).not.toContain('usage.copy-');
    expect(code).not.toContain('minutely');
    expect(code).not.toContain('logs.all');
    expect(gzipSync(code).length).toBeLessThanOrEqual(4_000);
  });
});

describe('over a connection that is not to be relied on', () => {
  const seen: IncomingMessage[] = [];
  let replies: ((answer: ServerResponse) => void)[] = [];
  const server = createServer((question, answer) => {
    seen.push(question);
    replies.shift()?.(answer);
  });
  const row = { id: 'a' };
  const fine = (answer: ServerResponse) => answer.end(JSON.stringify({ result: [row] }));
  const cut = (answer: ServerResponse) => {
    answer.writeHead(200, { 'Content-Length': '100' });
    answer.write('{"result":[', () => answer.destroy());
  };
  const busy = (answer: ServerResponse) => answer.writeHead(503, { 'Retry-After': '0' }).end();
  let api: Api;
  let client: object;

  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    api = await import(pathToFileURL(join(consumer.installed, 'index.js')).href);
    client = api.createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k', maxRetries: 4 });
  });
  beforeEach(() => {
    seen.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const ask = (options: object = {}) => api.logsAll(client, { project: 'abc' }, options);

  it('asks again until there is an answer', async () => {
    replies = [answer => answer.destroy(), busy, cut, fine];
    expect(await ask()).toEqual([row]);
    expect(seen).toHaveLength(4);
    expect(seen.map(({ headers }) => headers['x-api-key'])).toEqual(Array(4).fill('k'));
  });

  it('says why there is no answer, and what it knows of one that broke off', async () => {
    const reason = /^`logs\.all` gave no answer \((other side closed|read ECONNRESET)\)\.$/;
    const message = expect.stringMatching(reason);
    replies = [answer => answer.destroy()];
    await expect(ask({ maxRetries: 0 })).rejects.toMatchObject({ message, status: null });
    replies = [answer => cut(answer.setHeader('X-Request-Id', 'r1'))];
    await expect(ask({ maxRetries: 0 })).rejects.toMatchObject({
      message,
      status: 200,
      requestId: 'r1',
    });
  });

  it('does not take the key where a redirect leads', async () => {
    replies = [answer => answer.writeHead(307, { Location: '/elsewhere' }).end()];
    await expect(ask()).rejects.toMatchObject({ code: null, status: 307 });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['no answer', () => {}],
    ['half an answer', answer => answer.write('{"result":[')],
  ] satisfies [string, (answer: ServerResponse) => void][])(
    'gives up in time, and lets the service know: %s',
    async (_, reply) => {
      const left = new Promise<void>(resolve => {
        replies = [answer => reply(answer.on('close', resolve))];
      });
      await expect(ask({ timeout: 2_000, maxRetries: 0 })).rejects.toMatchObject({
        code: 'timeout',
      });
      await left;
      expect(seen).toHaveLength(1);
    },
  );

  it('gives up when it is told to, and lets the service know', async () => {
    const controller = new AbortController();
    const left = new Promise<void>(resolve => {
      replies = [
        answer => {
          answer.on('close', resolve);
          controller.abort();
        },
      ];
    });
    await expect(ask({ signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
    await left;
  });
});

describe('against the service', () => {
  const now = instant('2026-01-15T10:07:33.123456Z');
  const { key, token } = madeKey();
  let filled: Filled;
  let running: Running;
  let api: Api;

  beforeAll(async () => {
    const rows = {
      edge_logs: [
        request('abc', now - 60_000_000n, { id: 'a', message: 'naïve 🎈\u2028"\'' }),
        request('abc', now - 120_000_000n, { id: 'b', path: '/auth/v1' }),
        request("it's & 100% +日本", now - 60_000_000n, { id: 'c' }),
      ],
      function_edge_logs: [invocation('abc', now - 60_000_000n, { ms: 12.5 })],
    };
    filled = await filledDuckDb(tablesOfSources(compilation.project, 'duckdb', rows));
    running = await serve({
      manifest: catalogue(manifestOf(compilation)),
      engine: filled.engine,
      keys: keyRing([key]),
      port: 0,
      clock: () => now,
      log: () => {},
      cors: ['*'],
    });
    api = await import(pathToFileURL(join(consumer.installed, 'index.js')).href);
  });
  afterAll(async () => {
    await running.stop();
    await filled.close();
  });

  const client = (options: object = {}) =>
    api.createClient({
      baseUrl: running.url,
      apiKey: token,
      validate: api.validateRows,
      ...options,
    });

  it('answers rows that are what the types say', async () => {
    const counts = await api.usageApiCounts(client(), { project: 'abc', interval: 'daily' });
    expect(counts).toEqual([
      {
        timestamp: '2026-01-15T00:00:00Z',
        total_rest_requests: 1,
        total_storage_requests: 0,
        total_auth_requests: 1,
        total_realtime_requests: 0,
      },
    ]);
    const logs = await api.logsAll(client(), { project: 'abc', project_tier: 'PRO' });
    expect(logs).toMatchObject([
      { id: 'a', timestamp: '2026-01-15T10:06:33.123456Z', event_message: 'naïve 🎈\u2028"\'' },
      { id: 'b', event_message: null, metadata: { request: { path: '/auth/v1' }, response: null } },
    ]);
    const stats = await api.functionsInvocationStats(client(), {
      project: 'abc',
      interval: '5min',
    });
    expect(stats).toMatchObject([{ count: 1, avg_execution_time: 12.5 }]);
  });

  it('takes texts and instants as they are', async () => {
    const project = "it's & 100% +日本";
    expect(await api.logsAll(client(), { project })).toMatchObject([{ id: 'c' }]);
    const start = new Date('2026-01-15T10:06:00Z');
    const later = await api.logsAll(client(), { project: 'abc', iso_timestamp_start: start });
    expect(later).toMatchObject([{ id: 'a' }]);
    const none = await api.logsAll(client(), { project: "abc' OR 1=1 --" });
    expect(none).toEqual([]);
  });

  it('tells of the answer, and gives dates where they are wanted', async () => {
    const ask = () =>
      api.usageApiCounts(client({ dates: 'Date' }), { project: 'ab', interval: 'hourly' });
    const first = await ask().withResponse();
    expect(first).toMatchObject({ cache: 'miss', age: 0, truncated: false, rowLimit: 1000 });
    expect(first.requestId).toMatch(/\S/);
    expect(first.rows).toMatchObject([{ timestamp: new Date('2026-01-15T10:00:00Z') }]);
    expect(await ask().withResponse()).toMatchObject({ cache: 'hit' });
  });

  it('fails as the service says', async () => {
    const wrong = api.usageApiCounts(client(), { project: '(', interval: 'weekly' as 'daily' });
    const error = await wrong.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(api.ServiceError);
    expect(error).toMatchObject({ code: 'invalid_parameter', status: 400 });
    expect(
      Object(error)
        .parameters.map(Object)
        .map(({ name }: { name: string }) => name),
    ).toEqual(['project', 'interval']);
    expect(Object(error).requestId).toMatch(/\S/);
    const stranger = client({ apiKey: madeKey().token });
    await expect(api.logsAll(stranger, { project: 'abc' })).rejects.toMatchObject({
      code: 'unauthorized',
      status: 401,
    });
    const nowhere = client({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
    await expect(api.logsAll(nowhere, { project: 'abc' })).rejects.toBeInstanceOf(
      api.ConnectionError,
    );
  });

  it.skipIf(browser === null)('works in a page of another origin, unbundled', async () => {
    const files = createServer((question, answer) => {
      const file = join(consumer.installed, question.url ?? '');
      const isModule = file.endsWith('.js');
      answer.setHeader('Content-Type', isModule ? 'text/javascript' : 'text/html');
      answer.end(isModule ? readFileSync(file) : '<!doctype html>');
    });
    await new Promise<void>(resolve => files.listen(0, '127.0.0.1', resolve));
    const page = await (browser as Browser).newPage();
    await page.goto(`http://localhost:${(files.address() as AddressInfo).port}/`);
    const script = `(async () => {
      const { createClient } = await import('/client.js');
      const { logsAll } = await import('/endpoints/logsAll.js');
      const client = createClient(${JSON.stringify({ baseUrl: running.url, apiKey: token })});
      const { rows, requestId, rowLimit } = await logsAll(client, { project: 'abc' }).withResponse();
      const { code } = await logsAll(client, { project: '' }).catch(error => error);
      return [rows.map(({ id }) => id), requestId.length > 0, rowLimit, code];
    })()`;
    expect(await page.evaluate(script)).toEqual([['a', 'b'], true, 100, 'missing_parameter']);
    await page.close();
    files.closeAllConnections();
    files.close();
  });

  it('feeds a query of TanStack, under a key that is what was asked', async () => {
    const queries = new QueryClient();
    const options = api.logsAll.queryOptions(client(), { project: 'abc' });
    expect(options.queryKey).toEqual([
      'logs.all',
      { project: 'abc' },
      { baseUrl: running.url, dates: 'string' },
    ]);
    expect(await queries.fetchQuery(options)).toHaveLength(2);
    expect(queries.getQueryData(options.queryKey)).toHaveLength(2);
    queries.clear();
  });
});

/** As much of the package as is called here; its own types are looked at above. */
interface Api {
  readonly createClient: (options: object) => object;
  readonly validateRows: unknown;
  readonly ServiceError: new () => Error;
  readonly ConnectionError: new () => Error;
  readonly logsAll: Run;
  readonly usageApiCounts: Run;
  readonly functionsInvocationStats: Run;
}
interface Run {
  (
    client: object,
    params: object,
    options?: object,
  ): Promise<readonly unknown[]> & {
    readonly withResponse: () => Promise<{ readonly rows: unknown; readonly requestId: string }>;
  };
  readonly queryOptions: (
    client: object,
    params: object,
  ) => {
    readonly queryKey: readonly unknown[];
    readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<readonly unknown[]>;
  };
}

function manifestOf(of: Compilation) {
  return manifestFrom(emit(of));
}
