/** The official client runs every endpoint of the gallery by the schema of its tool alone, over HTTP and over stdio. */
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../support/root.ts';
import { madeKey } from '../server-fixture.ts';
import { argumentsOf } from './by-schema.ts';
import { type GalleryService, galleryService } from './gallery-service.ts';

const TYPESCRIPT = join(ROOT, 'test/support/typescript.mjs');
const { key, token } = madeKey();
const narrow = madeKey({ id: 'key_2', params: { project: 'p1' } });

let service: GalleryService;
let clients: readonly Client[];
beforeAll(async () => {
  service = await galleryService([key, narrow.key]);
  clients = [await overHttp(token), await overStdio(token)];
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await service.stop();
});

async function overHttp(text: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', service.url), {
    requestInit: { headers: { Authorization: `Bearer ${text}` } },
  });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return client;
}

/** By the command line, as clients start it. */
async function overStdio(text: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--import', TYPESCRIPT, join(ROOT, 'cli/bin.ts'), 'mcp', '--url', service.url],
    env: { QUERN_KEY: text },
  });
  await client.connect(transport);
  return client;
}

/** The rows of the same request by HTTP. */
async function byHttp(endpoint: string, given: object): Promise<unknown> {
  const response = await fetch(new URL(`/api/endpoints/${endpoint}`, service.url), {
    method: 'POST',
    headers: { 'X-API-KEY': token, 'Content-Type': 'application/json' },
    body: JSON.stringify(given),
  });
  const { result }: { readonly result: unknown } = JSON.parse(await response.text());
  return result;
}

describe('the gallery', () => {
  it.each(['required', 'all'] as const)('answers by its tools with %s arguments', async which => {
    for (const client of which === 'required' ? clients : clients.slice(0, 1)) {
      const { tools } = await client.listTools();
      expect(tools).toHaveLength(service.manifest.endpoints.length);
      const { resources } = await client.listResources();
      let answered = 0;
      for (const [at, tool] of tools.entries()) {
        const given = argumentsOf(tool, which);
        // the client checks the structured content against the schema of the output
        const result = await client.callTool({ name: tool.name, arguments: given });
        expect(result.isError, `${tool.name} ${JSON.stringify(result.content)}`).toBeUndefined();
        const { result: rows } = result.structuredContent as {
          readonly result: readonly unknown[];
        };
        expect(rows, tool.name).toEqual(await byHttp(resources[at]?.name ?? '', given));
        if (rows.length > 0) answered += 1;
      }
      expect(answered / tools.length).toBeGreaterThan(which === 'required' ? 0.3 : 0.1);
    }
  });

  it('documents each endpoint', async () => {
    for (const client of clients) {
      const { resources } = await client.listResources();
      for (const { uri, name } of resources) {
        const { contents } = await client.readResource({ uri });
        expect(contents).toMatchObject([{ uri, mimeType: 'text/markdown' }]);
        expect(JSON.stringify(contents)).toContain(`# ${name}`);
      }
    }
  });

  it('is read page by page to its end', async () => {
    for (const client of clients) {
      const given = { project: 'p1', page_size: 1 };
      const seen: unknown[] = [];
      let cursor: unknown;
      do {
        const more = cursor === undefined ? {} : { cursor };
        const call = { name: 'logsHistory', arguments: { ...given, ...more } };
        const { structuredContent } = await client.callTool(call);
        const page = structuredContent as {
          readonly result: unknown[];
          readonly next_cursor?: string;
        };
        seen.push(...page.result);
        cursor = page.next_cursor;
      } while (cursor !== undefined);
      expect(seen).toEqual(await byHttp('logs.history', { project: 'p1', page_size: 1000 }));
    }
  });

  it('lets a model fix its call by the words of the faults', async () => {
    const client = await overHttp(token);
    const ask = async (given: Record<string, unknown>): Promise<Record<string, unknown>> => {
      const result = await client.callTool({ name: 'logsErrorsOverTime', arguments: given });
      const [{ text }] = result.content as [{ readonly text: string }];
      if (result.isError !== true) return given;
      return ask(mended(given, text));
    };
    const wrong = { projekt: 'p1', span: 'hourly', tier: 7 };
    expect(await ask(wrong)).toEqual({ span: 'hour', tier: 'free', project: 'p1' });
    await client.close();
  });

  it('shows a key that fixes a project no project, and no endpoint without one', async () => {
    const client = await overHttp(narrow.token);
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(10);
    expect(tools.length).toBeLessThan(service.manifest.endpoints.length);
    expect(tools.filter(({ inputSchema }) => 'project' in (inputSchema.properties ?? {}))).toEqual(
      [],
    );
    for (const tool of tools) {
      const given = { ...argumentsOf(tool, 'required'), project: 'p2' };
      const { isError, content } = await client.callTool({ name: tool.name, arguments: given });
      expect([isError, JSON.stringify(content)]).toEqual([
        true,
        expect.stringContaining('forbidden'),
      ]);
    }
    await client.close();
  });
});

/** The next try of a reader: drops unknown parameters, takes the first value of a list, and adds missing parameters. */
function mended(given: Record<string, unknown>, words: string): Record<string, unknown> {
  const change = new Map(Object.entries(given));
  for (const [, name = ''] of words.matchAll(/`(\w+)` is not a parameter/g)) change.delete(name);
  for (const [, name = '', first] of words.matchAll(/`(\w+)` must be one of (\w+)/g))
    change.set(name, first);
  for (const [, name = ''] of words.matchAll(/`(\w+)` must be given/g)) change.set(name, 'p1');
  return Object.fromEntries(change);
}
