/** The mock of a generated package, in tests such as a consumer writes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import type { InputFile } from '../../../generator/compile.ts';
import type { CallOptions, Endpoint, Rows } from '../../../templates/typescript/client.js';
import type { MockOptions } from '../../../templates/typescript/mock.js';
import { compiled, galleryInputs, ownInputs } from '../../support/openapi-fixture.ts';
import { packageFiles, write } from './package.ts';

const root = mkdtempSync(join(tmpdir(), 'mock-'));
afterAll(() => rmSync(root, { recursive: true }));

interface Client {
  readonly answer: (run: Run, answer: unknown) => Client;
}
interface Run {
  (client: Client, params?: object, options?: CallOptions): Rows<object>;
  readonly endpoint: Endpoint;
  readonly pages: (client: Client, params?: object) => AsyncIterable<object>;
}
interface Package {
  readonly responseAs: (
    ...given: [format: string, run: Run, client: Client, params?: object]
  ) => Promise<Response>;
  readonly functions: readonly Run[];
  readonly createMockClient: (options?: MockOptions) => Client;
  readonly examples: Readonly<Record<string, readonly object[]>>;
}

async function imported(name: string, inputs: readonly InputFile[]): Promise<Package> {
  const files = packageFiles(compiled(inputs));
  for (const [path, text] of files) write(join(root, name, path), text);
  const load = (file: string) => import(pathToFileURL(join(root, name, file)).href);
  const functions = Object.values(await load('index.js')).filter(
    (one): one is Run => Object(one).endpoint !== undefined,
  );
  return {
    functions,
    ...(await load('client.js')),
    ...(await load('mock.js')),
    ...(await load('examples.js')),
  };
}

const gallery = await imported('gallery', galleryInputs());
const own = await imported('own', ownInputs());

function named({ functions }: Package, name: string): Run {
  const run = functions.find(({ endpoint }) => endpoint.name === name);
  if (run === undefined) throw new Error(`there is no ${name}`);
  return run;
}

const logsAll = named(own, 'logs.all');
const usage = named(own, 'usage.api-counts');
const ROW = {
  timestamp: '2026-01-15T09:00:00Z',
  total_rest_requests: 7,
  total_storage_requests: 0,
  total_auth_requests: 1,
  total_realtime_requests: 0,
};

test('each endpoint answers the rows of its test, which fit its columns', async () => {
  const { createMockClient, examples, functions } = gallery;
  const client = createMockClient();
  const answered = await Promise.all(
    functions.map(async run => [run.endpoint.name, await run(client)] as const),
  );
  expect(answered.length).toBeGreaterThan(50);
  expect(Object.fromEntries(answered)).toEqual(examples);
  expect(Object.values(examples)).not.toContainEqual([]);
});

test('an answer is rows, or a function of the parameters', async () => {
  const answer = vi.fn(async () => [{ ...ROW, timestamp: new Date('2026-01-15T10:00:00Z') }]);
  const client = own.createMockClient().answer(usage, [ROW]);
  expect(await usage(client, { project: 'abc' })).toEqual([ROW]);
  client.answer(usage, answer);
  expect(await usage(client, { project: 'abc' })).toEqual([
    { ...ROW, timestamp: '2026-01-15T10:00:00.000Z' },
  ]);
  expect(answer).toHaveBeenCalledWith({ project: 'abc' });
});

test('timestamps are dates where the client has them so', async () => {
  const [row] = await usage(own.createMockClient({ dates: 'Date' }).answer(usage, [ROW]));
  expect(row).toEqual({ ...ROW, timestamp: new Date('2026-01-15T09:00:00Z') });
});

test('an answer has facts', async () => {
  const client = own.createMockClient().answer(usage, { rows: [ROW], truncated: true });
  expect(await usage(client).withResponse()).toMatchObject({
    rows: [ROW],
    truncated: true,
    nextCursor: null,
  });
});

test('pages follow their cursors', async () => {
  const paged = gallery.functions.find(run => 'pages' in run);
  if (paged === undefined) throw new Error('the gallery has pages');
  const rows = gallery.examples[paged.endpoint.name] ?? [];
  const client = gallery.createMockClient().answer(paged, ({ cursor }: { cursor?: string }) => ({
    rows,
    nextCursor: cursor === undefined ? 'second' : null,
  }));
  const read: object[] = [];
  for await (const row of paged.pages(client)) read.push(row);
  expect(read).toEqual([...rows, ...rows]);
});

test('an answer of another format is a whole response', async () => {
  const { createMockClient, responseAs } = own;
  const headers = { 'Content-Type': 'text/csv; charset=utf-8' };
  const client = createMockClient().answer(usage, new Response('a\n1\n', { headers }));
  for (const params of [{}, { project: 'abc' }]) {
    const response = await responseAs('csv', usage, client, params);
    expect(await response.text()).toBe('a\n1\n');
  }
  await expect(responseAs('csv', usage, createMockClient())).rejects.toMatchObject({
    message: '`usage.api-counts` gave no csv (application/json).',
  });
});

test('an error is that of the service, at once', async () => {
  const answer = vi.fn(() => ({ status: 429, code: 'rate_limited', detail: 'Too many.' }));
  const client = own.createMockClient().answer(usage, answer);
  await expect(usage(client)).rejects.toMatchObject({
    name: 'ServiceError',
    message: 'Too many.',
    code: 'rate_limited',
    status: 429,
    endpoint: 'usage.api-counts',
  });
  expect(answer).toHaveBeenCalledTimes(1);
});

test.each([
  ['rows that lack a column', [{}], 'InvalidResponseError', '`timestamp` in row 0'],
  ['neither rows nor a status', {}, 'ConnectionError', 'an answer has rows, or a status'],
])('%s are refused', async (_, answer, name, words) => {
  const client = own.createMockClient().answer(usage, answer);
  const message = expect.stringContaining(words);
  await expect(usage(client)).rejects.toMatchObject({ name, message });
  await expect(logsAll(client)).resolves.toHaveLength(2);
});

test('an endpoint without an example needs an answer', async () => {
  const inputs = ownInputs().map(({ path, bytes }) => ({
    path,
    bytes: String(bytes).replace(/^tests:[\s\S]*/m, ''),
  }));
  const bare = await imported('bare', inputs);
  const run = named(bare, 'usage.api-counts');
  const message = expect.stringContaining('no test of the endpoint has rows');
  await expect(run(bare.createMockClient())).rejects.toMatchObject({ message });
  await expect(run(bare.createMockClient().answer(run, [ROW]))).resolves.toEqual([ROW]);
});
