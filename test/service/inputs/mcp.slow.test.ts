/** Messages to `/mcp` with wrong parameters are faults of the caller, in the service's own words. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { openService, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(async () => {
  await service.stop();
  removeFolders();
});

const INVALID = -32_602;

/** Names of zod, its messages, and the SDK's own. */
const LIBRARY =
  /zod|invalid_type|invalid_union|Invalid input|expected \w+, received|MCP error|Parse error|Bad Request|Method not found/i;

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1.5,
  1e300,
  '',
  'x',
  '__proto__',
  '\u0000\ud800',
  [],
  [[]],
  [null],
  {},
  { a: { b: [] } },
  { toString: 1 },
];

const SOUND: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  },
  ping: {},
  'tools/list': {},
  'tools/call': { name: 'plain', arguments: { project: 'abc' } },
  'resources/list': {},
  'resources/read': { uri: 'quern://endpoints/plain' },
};
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  initialize: ['protocolVersion', 'capabilities', 'clientInfo', '_meta', 'other'],
  ping: ['_meta', 'other'],
  'tools/list': ['cursor', '_meta', 'other'],
  'tools/call': ['name', 'arguments', '_meta', 'task', 'args', 'cursor'],
  'resources/list': ['cursor', '_meta'],
  'resources/read': ['uri', '_meta'],
  'resources/templates/list': ['cursor'],
  'resources/subscribe': ['uri'],
  'prompts/list': ['cursor'],
  'prompts/get': ['name', 'arguments'],
  'completion/complete': ['ref', 'argument', 'context'],
  'logging/setLevel': ['level'],
  'tasks/get': ['taskId'],
  'sampling/createMessage': ['messages'],
  __proto__x: ['x'],
};
/** Members within members. */
const NESTED: Readonly<Record<string, (value: unknown) => object>> = {
  'clientInfo.name': value => ({ clientInfo: { name: value, version: '1' } }),
  'clientInfo.icons': value => ({ clientInfo: { name: 'x', version: '1', icons: value } }),
  'capabilities.roots': value => ({ capabilities: { roots: value } }),
  'capabilities.tasks': value => ({ capabilities: { tasks: value } }),
  '_meta.progressToken': value => ({ _meta: { progressToken: value } }),
  '_meta.task': value => ({ _meta: { 'io.modelcontextprotocol/related-task': value } }),
  'task.ttl': value => ({ task: { ttl: value } }),
  'arguments.project': value => ({ arguments: { project: value } }),
  'arguments.statuses': value => ({ arguments: { project: 'abc', statuses: value } }),
};

interface Asked {
  readonly name: string;
  readonly body: string;
}
const request = (method: unknown, params: unknown, rest: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params, ...rest });

const asked: readonly Asked[] = [
  ...Object.entries(MEMBERS).flatMap(([method, members]) => [
    ...VALUES.map(value => ({ name: `${method} params`, body: request(method, value) })),
    ...members.flatMap(member =>
      VALUES.map(value => ({
        name: `${method} ${member}`,
        body: request(method, { ...SOUND[method], [member]: value }),
      })),
    ),
    ...members.map(member => {
      const { [member]: _, ...others } = SOUND[method] ?? {};
      return { name: `${method} without ${member}`, body: request(method, others) };
    }),
  ]),
  ...Object.keys(SOUND).flatMap(method =>
    Object.entries(NESTED).flatMap(([name, nested]) =>
      VALUES.map(value => ({
        name: `${method} ${name}`,
        body: request(method, { ...SOUND[method], ...nested(value) }),
      })),
    ),
  ),
  ...['jsonrpc', 'id', 'method', 'other'].flatMap(member =>
    VALUES.map(value => ({ name: member, body: request('ping', {}, { [member]: value }) })),
  ),
  ...VALUES.map(value => ({ name: 'message', body: JSON.stringify(value) })),
  ...VALUES.map(value => ({ name: 'batch', body: JSON.stringify([value]) })),
  { name: 'broken', body: '{"jsonrpc":' },
];

interface Answered {
  readonly status: number;
  readonly text: string;
}
async function post(
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'X-API-KEY': service.tokens.any,
      ...headers,
    },
  });
  return { status: response.status, text: await response.text() };
}

const codeOf = (text: string): unknown => {
  const { error, code } = Object(JSON.parse(text));
  return error?.code ?? code;
};

it('answers no wrong message as a failure of the service, or in the words of a library', async () => {
  expect(asked.length).toBeGreaterThan(800);
  const faults: unknown[] = [];
  const seen = new Map<unknown, number>();
  for (const { name, body } of asked) {
    const { status, text } = await post(body);
    const code = text === '' ? status : (codeOf(text) ?? status);
    seen.set(code, (seen.get(code) ?? 0) + 1);
    const isKnown = [200, 202].includes(status)
      ? [200, 202, INVALID, -32_601, -32_002].includes(Number(code))
      : status === 400 && code === 'invalid_request';
    const told = code === 200 || code === 202 ? '' : text;
    if (!isKnown || LIBRARY.test(told)) faults.push([name, body, status, text.slice(0, 300)]);
  }
  expect(faults.slice(0, 5)).toEqual([]);
  // every kind of answer occurs often
  expect(seen.get(INVALID)).toBeGreaterThan(200);
  expect(seen.get(200)).toBeGreaterThan(50);
  expect(seen.get('invalid_request')).toBeGreaterThan(50);
}, 60_000);

it.each([
  ['tools/call', 'x', '`params` must be an object.'],
  ['tools/call', {}, '`params.name` is missing.'],
  ['tools/call', { name: 1 }, '`params.name` must be a text.'],
  ['tools/call', { name: 'plain', arguments: [] }, '`params.arguments` must be an object.'],
  [
    'tools/call',
    { name: 'plain', args: {} },
    '`params.args` is not known: a call has `name` and `arguments`.',
  ],
  ['tools/call', { name: 'nothing' }, expect.stringContaining('There is no tool `nothing`.')],
  [
    'tools/list',
    { cursor: 'x' },
    '`params.cursor` is not known: the service lists everything in one answer.',
  ],
  ['resources/read', { uri: null }, '`params.uri` must be a text.'],
  ['initialize', {}, '`params.protocolVersion` is missing.'],
])('%s with %j is an invalid parameter', async (method, params, message) => {
  const { status, text } = await post(request(method, params));
  expect([status, JSON.parse(text)]).toEqual([
    200,
    { jsonrpc: '2.0', id: 1, error: { code: INVALID, message } },
  ]);
});

it('reports a member that is given twice, at any depth', async () => {
  const call =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"plain","arguments":';
  const { text } = await post(`${call}{"project":"abc","project":"xyz"}}}`);
  expect(JSON.parse(text).error).toEqual({
    code: INVALID,
    message: '`params.arguments.project` is given more than once.',
  });
});

it('reports arguments that a tool does not have, as the result of the call', async () => {
  for (const given of [
    { project: 'abc', limit: 1 },
    { project: 'abc', Project: 'xyz' },
  ]) {
    const { text } = await post(request('tools/call', { name: 'plain', arguments: given }));
    expect(JSON.parse(text).result).toMatchObject({ isError: true });
    expect(text).toContain('unknown_parameter');
  }
});

it.each([
  [
    { Accept: 'application/json' },
    406,
    '`Accept` must name `application/json` and `text/event-stream`.',
  ],
  [
    { 'Content-Type': 'text/plain' },
    415,
    'A message must be JSON: `Content-Type: application/json`.',
  ],
  [
    { 'MCP-Protocol-Version': '1999-01-01' },
    400,
    expect.stringMatching(/^`MCP-Protocol-Version` must be one of 2/),
  ],
])('refuses %j with %i', async (headers, status, detail) => {
  const answered = await post(request('ping', {}), headers as Record<string, string>);
  expect([answered.status, JSON.parse(answered.text).detail]).toEqual([status, detail]);
});
