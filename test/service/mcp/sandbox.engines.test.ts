/** The official client asks statements of its own of a sandbox; other programs read the rows in every format. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Format, MEDIA_TYPES } from '../../../generator/core/types/formats.ts';
import { arrowRows, csvCells } from '../../support/formats.ts';
import { FOREIGN, openSite, rowsOf, type Site } from '../sandbox/site.ts';
import { holder } from '../sandbox/tenants.ts';

/** It may read the rows of one project alone. */
const { key, token } = holder('one', { project: 'one' });
const NAMED = "SELECT path, n FROM (SELECT 'é😀\"\\n,' AS path, 3 AS n)";

let site: Site;
let client: Client;
beforeAll(async () => {
  site = await openSite('duckdb', rowsOf(['one', 'two'], 8, 12), { keys: [key] });
  client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: (url, init) => site.request(new URL(url).pathname, init),
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
});
afterAll(async () => {
  await client.close();
  await site.close();
});

async function call(sql: string) {
  const { content, isError, structuredContent } = await client.callTool({
    name: 'logsSql',
    arguments: { sql },
  });
  const [{ text } = { text: '' }] = content as readonly { readonly text: string }[];
  return { text, isError, rows: Object(structuredContent)['result'] };
}

describe('a sandbox as a tool', () => {
  it('names its views with their columns, and takes a statement alone', async () => {
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === 'logsSql');
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(['sql']);
    const { description } = Object(tool?.inputSchema.properties?.['sql']);
    expect(description).toContain(
      'A statement may read the view `functions` with the columns `name` (string), `calls` (int64), `twice` (int64).',
    );
    expect(description).toContain('`metadata` (record of `path` (string)');
  });

  it('answers rows of the tenant alone', async () => {
    const { text, isError, rows } = await call(
      'SELECT m.status, COUNT(*) AS n FROM edge_logs t, UNNEST(t.metadata) m GROUP BY 1 ORDER BY 1',
    );
    expect([isError, rows]).toEqual([
      undefined,
      [
        { status: 200, n: 4 },
        { status: 500, n: 4 },
      ],
    ]);
    expect(text).toContain('| status | n |');
  });

  it.each([
    ['SELECT idd FROM edge_logs', /idd/, 'id'],
    ['SELECT COUNT(*) AS n FROM edge_log', /edge_log/, 'edge_logs'],
    ['SELECT value FROM secrets', /secrets/, null],
    ['DELETE FROM edge_logs WHERE true', /SELECT/, null],
    ['SELECT id FROM edge_logs WHERE status = 200', /status/, null],
    ['SELECT COUNT(', /expected "\)"/, null],
  ])('says of %s what is wrong, and where', async (sql, words, mended) => {
    const { text, isError, rows } = await call(sql);
    expect([isError, rows]).toEqual([true, undefined]);
    expect(text).toMatch(/^invalid_parameter: /);
    expect(text).toMatch(words);
    expect(text).not.toContain(FOREIGN);
    if (mended === null) return;
    expect(text).toContain(`\`${mended}\``);
    const [wrong = ''] = words.exec(sql) ?? [];
    expect((await call(sql.replace(wrong, mended))).isError).toBeUndefined();
  });
});

/** Of a cell, as CSV has it. */
function textOf(cell: unknown): string | null {
  if (cell === null) return null;
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

describe('rows of a statement', () => {
  const ask = (format: Format, sql: string) =>
    site.request('/api/endpoints/logs.sql', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-API-KEY': token,
        Accept: MEDIA_TYPES[format],
      },
      body: JSON.stringify({ sql }),
    });
  const text = async (format: Format, sql: string) => (await ask(format, sql)).text();
  const bytes = async (sql: string) =>
    new Uint8Array(await (await ask('arrow', sql)).arrayBuffer());

  it('are the same in every format, with types of the analysis', async () => {
    const sql = `SELECT e.id, e.timestamp, e.amount, e.ratio, x.path, x.n > 2 AS is_more, ['b', e.id] AS list
      FROM edge_logs e CROSS JOIN (${NAMED}) x WHERE e.id IN ('one-0', 'one-2') ORDER BY e.id`;
    const path = 'é😀"\n,';
    const rows = [
      {
        id: 'one-0',
        timestamp: '2026-01-02T00:00:00Z',
        amount: null,
        ratio: 0,
        path,
        is_more: true,
        list: ['b', 'one-0'],
      },
      {
        id: 'one-2',
        timestamp: '2026-01-01T23:58:00Z',
        amount: 2,
        ratio: 1,
        path,
        is_more: true,
        list: ['b', 'one-2'],
      },
    ];
    expect(JSON.parse(await text('json', sql))).toEqual({ result: rows });
    const lines = (await text('ndjson', sql)).trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line))).toEqual(rows);
    expect(csvCells(await text('csv', sql))).toEqual([
      Object.keys(rows[0] ?? {}),
      ...rows.map(row => Object.values(row).map(cell => textOf(cell))),
    ]);
    expect(arrowRows(await bytes(sql)).rows).toEqual(
      rows.map(row => ({
        ...row,
        timestamp: BigInt(Date.parse(row.timestamp)) * 1_000n,
        amount: row.amount === null ? null : BigInt(row.amount),
      })),
    );
  });

  it('keep their columns where there are none, and their faults in JSON', async () => {
    const none = 'SELECT id, amount FROM edge_logs WHERE false';
    expect(csvCells(await text('csv', none))).toEqual([['id', 'amount']]);
    expect(await text('ndjson', none)).toBe('');
    expect(Object.keys(arrowRows(await bytes(none)).schema)).toEqual(['id', 'amount']);
    for (const format of ['json', 'ndjson', 'csv', 'arrow'] as const) {
      const fault = await ask(format, 'SELECT x FROM secrets');
      expect(fault.status).toBe(400);
      expect(await fault.json()).toMatchObject({ code: 'invalid_parameter' });
    }
  });
});
