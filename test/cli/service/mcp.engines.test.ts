/** `quern mcp` over an engine: the official client starts it, and calls tools of the project's endpoints. */
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../support/root.ts';
import { type Project, project, removeFolders } from '../cli-fixture.ts';

const BIN = ['--import', join(ROOT, 'test/support/typescript.mjs'), join(ROOT, 'cli/bin.ts')];

let logs: Project;
let client: Client;
beforeAll(async () => {
  logs = project();
  const instance = await DuckDBInstance.create(join(logs.folder, 'logs.duckdb'));
  const connection = await instance.connect();
  await connection.run(`
    CREATE TABLE edge_logs (id VARCHAR NOT NULL, timestamp TIMESTAMP NOT NULL, project VARCHAR, size BIGINT);
    INSERT INTO edge_logs VALUES
      ('e1', TIMESTAMP '2026-01-15 10:00:00', 'abc', 10), ('e2', TIMESTAMP '2026-01-15 10:00:00', 'xyz', 20)`);
  connection.closeSync();
  instance.closeSync();
  await logs.quern(['generate']);
  client = new Client({ name: 'test', version: '1' });
  const words = ['--database', 'logs.duckdb', '--endpoint', 'logs', '--param', 'project=abc'];
  const args = [...BIN, 'mcp', '--cwd', logs.folder, ...words];
  const stderr = 'ignore';
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr }));
});
afterAll(async () => {
  await client.close();
  removeFolders();
});

test('the tools are the endpoints that were asked for, without the fixed parameter', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['logs']);
  expect(Object.keys(tools[0]?.inputSchema.properties ?? {})).toEqual(['least']);
});

test('a call answers the rows of the fixed value, and of no other', async () => {
  const { content, structuredContent } = await client.callTool({ name: 'logs', arguments: {} });
  expect(structuredContent).toMatchObject({ result: [{ id: 'e1', project: 'abc', size: 10 }] });
  expect(JSON.stringify(content)).toContain('1 row:');
  const other = await client.callTool({ name: 'logs', arguments: { project: 'xyz' } });
  expect([other.isError, JSON.stringify(other.content)]).toEqual([
    true,
    expect.stringContaining('forbidden'),
  ]);
});
