/** A service with tools over an engine whose answers a test chooses, and ways to speak to it. */
import { compile, emit } from '../../../generator/compile.ts';
import { renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import type { ApiKey } from '../../../server/access/keys/key-file.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import type { AppOptions } from '../../../server/http/app.ts';
import { type FakeEngine, fixtureApp } from '../server-fixture.ts';

const SOURCES = `
sources:
  logs:
    tables: { duckdb: { table: logs } }
    key: [id]
    columns:
      id: { type: string, required: true }
      at: { type: timestamp, required: true }
      project: { type: string, required: true }
      status: { type: int64, unit: code }
      body: json
      request: { record: { took: { type: int64, unit: ms, description: 'Not *all*.' } } }
`;
const ENDPOINTS: Readonly<Record<string, string>> = {
  'logs.recent': `
summary: Requests of a project.
description: 'Newest first; *not* \`all\` of them, and no <b>tags</b>.'
params:
  project: { type: string, required: true, description: The project. }
  tier: { enum: [free, paid], default: free, otherwise: default }
  statuses: { list: int64, description: Only these. }
  since: { type: timestamp, example: 2026-01-15T10:00:00Z }
from: logs
where:
  - project = @project
  - when: statuses
    filter: status in @statuses
  - when: since
    filter: at >= @since
retention: { of: at, by: tier, windows: { free: 1 day, paid: 90 days } }
select: [id, status]
order_by: [id]
cache: { ttl: 10m }`,
  'logs.pages': `
summary: All requests, page by page.
params:
  project: { type: string, required: true }
from: logs
where: [project = @project]
select: [id, body]
order_by: [id]
pages: { size: 2 }`,
  'logs.open': `
summary: All there is.
from: logs
select: [id, body]
order_by: [id]
max_rows: 60`,
};

/** The files of the service, with endpoints of a test besides, and the codes of warnings that they give. */
export function compiled(
  more: Readonly<Record<string, string>> = {},
  expected: readonly string[] = [],
) {
  const all = Object.entries({ ...ENDPOINTS, ...more });
  const files = all.map(([name, text], at) => ({
    path: `endpoints/${name}.yaml`,
    bytes: `endpoint: ${name}\nid: 00000000-0000-4000-8000-0000000${10_000 + at}${text}\n`,
  }));
  const inputs = [{ path: 'endpoints/sources.yaml', bytes: SOURCES }, ...files];
  const { compilation, diagnostics } = compile(inputs, { dialects: ['duckdb'] });
  const others = diagnostics.filter(({ code }) => !expected.includes(code));
  if (others.length > 0) throw new Error(renderDiagnostics(others));
  const openapi = emit(compilation).find(({ path }) => path === 'openapi.json')?.text;
  if (openapi === undefined) throw new Error('nothing emits a document');
  return { manifest: catalogue(manifestOf(compilation)), openapi };
}

let made: ReturnType<typeof compiled> | undefined;
function usual() {
  made ??= compiled();
  return made;
}

export function toolService(
  engine: FakeEngine,
  keys: readonly ApiKey[] | null,
  rest: Partial<AppOptions> = {},
) {
  const { app, lines } = fixtureApp(engine, keys, {
    ...usual(),
    secrets: ['s'.repeat(32)],
    ...rest,
  });
  return { app, lines, ...speaking(app) };
}

export interface Asking {
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
}

export interface ToolResult {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

/** Sends single messages to `/mcp`. */
export function speaking(app: Asking) {
  const post = (body: string, headers: Readonly<Record<string, string>> = {}, init?: RequestInit) =>
    app.request('/mcp', { method: 'POST', body, headers: { ...HEADERS, ...headers }, ...init });
  const ask = async (method: string, params: object = {}, headers = {}) => {
    const response = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), headers);
    return { status: response.status, text: await response.text() };
  };
  const result = async (method: string, params: object = {}, headers = {}) => {
    const { text } = await ask(method, params, headers);
    const message = JSON.parse(text);
    if (message.result === undefined) throw new Error(text);
    return message.result;
  };
  const call = (name: string, given: object = {}, headers = {}): Promise<ToolResult> =>
    result('tools/call', { name, arguments: given }, headers);
  return { post, ask, result, call };
}

const HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
} as const;
