/** Messages of agents between standard input and output and a service. */
import { resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, test } from 'vitest';
import { bridge, type Post } from '../../../cli/mcp/bridge.ts';
import { CLIENTS } from '../../../cli/mcp/clients.ts';
import { project } from '../cli-fixture.ts';

interface Asked {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A bridge before a service that answers as the test says. */
function bridged(answer: (asked: Asked) => Response | Promise<Response>) {
  const input = new PassThrough();
  const written: string[] = [];
  const asked: Asked[] = [];
  const ended = new AbortController();
  const post: Post = async (body, headers, signal) => {
    asked.push({ body, headers, signal });
    return answer({ body, headers, signal });
  };
  const done = bridge({ input, write: text => written.push(text) }, post, ended.signal);
  const send = (...lines: readonly string[]) =>
    input.write(lines.map(line => `${line}\n`).join(''));
  return { send, asked, written, ended, end: () => input.end(), done };
}

const request = (method: string, id: unknown = 1, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const CALL = request('tools/call', 7, { name: 'logs' });

describe('the bridge', () => {
  it('carries each line to the service, and each answer back in a line', async () => {
    const { send, end, done, asked, written } = bridged(
      () => new Response('{"jsonrpc":"2.0",\n"id":1,\r\n"result":{}}'),
    );
    send(request('ping'), '', '{"jsonrpc":"2.0","method":"notifications/initialized"}');
    end();
    await done;
    expect(asked.map(({ body }) => JSON.parse(body).method)).toEqual([
      'ping',
      'notifications/initialized',
    ]);
    expect(written).toEqual(['{"jsonrpc":"2.0", "id":1, "result":{}}\n']);
  });

  it('names the version of the protocol once it is agreed on', async () => {
    const { send, end, done, asked, written } = bridged(() =>
      Response.json({ jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-06-18' } }),
    );
    send(request('initialize'));
    await expect.poll(() => written.length).toBe(1);
    send(request('ping'));
    end();
    await done;
    const versions = asked.map(({ headers }) => headers['MCP-Protocol-Version']);
    expect(versions).toEqual([undefined, '2025-06-18']);
  });

  it.each(['{"jsonrpc":', '[]', '7', 'null'])('answers the line %s with a fault', async line => {
    const { send, end, done, asked, written } = bridged(() => new Response());
    send(line);
    end();
    await done;
    expect(written.map(text => JSON.parse(text).error.code)).toEqual([-32700]);
    expect(asked).toEqual([]);
  });

  it('cancels the request that a client cancels, and answers it with nothing', async () => {
    const { send, end, done, asked, written } = bridged(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    send(CALL);
    await expect.poll(() => asked.length).toBe(1);
    send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}');
    await expect.poll(() => asked[0]?.signal.aborted).toBe(true);
    end();
    await done;
    expect([asked.length, written]).toEqual([1, []]);
  });

  it.each<[string, () => Response | Promise<Response>, string, number]>([
    [
      'a rate',
      () =>
        Response.json(
          { code: 'rate_limited', detail: 'Too many.' },
          { status: 429, headers: { 'Retry-After': '3' } },
        ),
      'rate_limited: Too many. Try again in 3 seconds.',
      -32603,
    ],
    [
      'a page',
      () => new Response('<html>', { status: 502 }),
      'The service answered with the status 502.',
      -32603,
    ],
    ['a fault', () => Response.json({ error: { message: 'No.' } }, { status: 400 }), 'No.', -32600],
    ['no service', () => Promise.reject(new Error('Not there.')), 'Not there.', -32603],
  ])('reports %s to a model in words', async (_, answer, words, code) => {
    const { send, end, done, written } = bridged(answer);
    send(CALL, request('tools/list', 'x'));
    // the end of the input cancels what is under way
    await expect.poll(() => written.length).toBe(2);
    end();
    await done;
    const messages = written.map(text => JSON.parse(text));
    expect(messages).toContainEqual({
      jsonrpc: '2.0',
      id: 7,
      result: { content: [{ type: 'text', text: words }], isError: true },
    });
    expect(messages).toContainEqual({
      jsonrpc: '2.0',
      id: 'x',
      error: { code, message: words },
    });
  });

  it('ends with its process, whatever is under way', async () => {
    const { send, done, asked, ended } = bridged(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    send(CALL);
    await expect.poll(() => asked.length).toBe(1);
    ended.abort();
    await done;
    expect(asked[0]?.signal.aborted).toBe(true);
  });
});

describe('quern mcp install', () => {
  test.each(Object.keys(CLIENTS))('prints settings for %s, here and over a service', async name => {
    const { quern, folder } = project();
    const here = await quern(['mcp', 'install', name]);
    expect(here).toMatchObject({ exit: 0, stderr: '' });
    expect(here.stdout).toContain(folder);
    const remote = await quern(['mcp', 'install', name, '--url', 'https://logs.example.com/']);
    expect(remote.stdout).toMatch(/https:\/\/logs\.example\.com("|\/mcp")/);
    const { stdout } = await quern(['mcp', 'install', name, '--json']);
    const [{ settings }] = JSON.parse(stdout);
    if (name !== 'codex') expect(JSON.stringify(JSON.parse(settings))).toContain('"quern"');
    // A client starts it in a folder of its own, where `npx` would ask the registry.
    expect(here.stdout).toContain(resolve('dist/cli/bin.js'));
    expect(here.stdout).not.toContain('npx');
  });

  test('prints a key for Zed in `Authorization`, for without one it asks its user to sign in', async () => {
    const { quern } = project();
    const { stdout } = await quern([
      'mcp',
      'install',
      'zed',
      '--url',
      'https://a.example',
      '--json',
    ]);
    const [{ settings }] = JSON.parse(stdout);
    expect(JSON.parse(settings)).toEqual({
      context_servers: {
        quern: { url: 'https://a.example/mcp', headers: { Authorization: 'Bearer qk_…' } },
      },
    });
  });

  test('refuses another client, and an address of no service', async () => {
    const { quern } = project();
    expect(await quern(['mcp', 'install', 'nobody'])).toMatchObject({ exit: 2 });
    for (const url of ['logs.example.com', 'ftp://a', 'https://u:p@a', 'https://a/?x=1'])
      expect(await quern(['mcp', '--url', url])).toMatchObject({ exit: 2 });
    const both = await quern(['mcp', '--url', 'https://a.example', '--param', 'a=b']);
    expect(both.stderr).toContain('`--endpoint` and `--param` cannot be combined with `--url`');
  });
});
