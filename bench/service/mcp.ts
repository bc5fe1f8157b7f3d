/**
 * Measures in milliseconds how long `/mcp` takes to greet its first client, which loads the protocol, and to list two hundred
 * tools: the first time, when it describes them, and later.
 */

import { type Engine, unconfined } from '../../engines/engine.ts';
import { compile, emit } from '../../generator/compile.ts';
import { renderDiagnostics } from '../../generator/core/report/diagnostics.ts';
import { manifestOf } from '../../generator/emitters/manifest.ts';
import { catalogue } from '../../server/answers/manifest/manifest.ts';
import { createApp } from '../../server/http/app.ts';
import { table, writeSection } from '../support/results.ts';

const TOOLS = 200;
const ROUNDS = 50;

const SOURCES = `sources:
  entries:
    tables: { duckdb: { table: entries } }
    key: [id]
    columns:
      id: { type: string, required: true, description: Its name. }
      timestamp: { type: timestamp, required: true }
      project: { type: string, required: true }
      status: { type: int64, unit: code }
      message: string
      tags: { list: string }
`;

function endpoint(at: number): string {
  return `endpoint: entries.n${at}
id: 00000000-0000-4000-8000-0000000${10_000 + at}
summary: Entries of the kind ${at}.
description: Newest first, of one project.
params:
  project: { type: string, required: true, description: The project. }
  tier: { enum: [free, paid], default: free }
  statuses: { list: int64, description: Only these. }
  since: { type: timestamp, example: 2026-01-15T10:00:00Z }
from: entries
where:
  - project = @project
  - when: statuses
    filter: status in @statuses
  - when: since
    filter: timestamp >= @since
retention: { of: timestamp, by: tier, windows: { free: 1 day, paid: 90 days } }
select: [id, timestamp, status, message, tags]
order_by: [timestamp desc, id]
`;
}

/** Listing runs no statement. */
const ENGINE: Engine = {
  name: 'duckdb',
  run: () => Promise.reject(new Error('nothing runs')),
  explain: () => Promise.reject(new Error('nothing runs')),
  estimate: async () => null,
  missing: async () => [],
  catalogue: async () => [],
  confined: unconfined('it runs nothing'),
  close: async () => {},
};

function emitted() {
  const endpoints = Array.from({ length: TOOLS }, (_, at) => {
    return { path: `endpoints/entries.n${at}.yaml`, bytes: endpoint(at) };
  });
  const inputs = [{ path: 'endpoints/sources.yaml', bytes: SOURCES }, ...endpoints];
  const { compilation, diagnostics } = compile(inputs, { dialects: ['duckdb'] });
  if (diagnostics.length > 0) throw new Error(renderDiagnostics(diagnostics));
  const openapi = emit(compilation).find(({ path }) => path === 'openapi.json')?.text ?? '';
  return { openapi, manifest: catalogue(manifestOf(compilation)) };
}

async function main(): Promise<void> {
  const { openapi, manifest } = emitted();
  const app = createApp({
    manifest,
    openapi,
    engine: ENGINE,
    keys: null,
    log: () => {},
  });
  const ask = async (method: string, params: object) => {
    const began = performance.now();
    const response = await app.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      }),
    );
    const { result } = JSON.parse(await response.text());
    return { took: performance.now() - began, result };
  };
  const list = async (): Promise<number> => {
    const { took, result } = await ask('tools/list', {});
    if (result.tools.length !== TOOLS) throw new Error(`listed ${result.tools.length} tools`);
    return took;
  };
  const { took: greeting } = await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  const first = await list();
  const later: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) later.push(await list());
  app.close();
  const sorted = later.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const rows = [
    ['`initialize` before it, by which the protocol is loaded', greeting],
    ['the first, by which they are described', first],
    ['a later one, median', at(0.5)],
    ['a later one, slowest', at(1)],
  ] as const;
  const text = table(
    [`list of ${TOOLS} tools`, 'ms'],
    rows.map(([what, ms]) => [what, ms.toFixed(1)]),
  );
  process.stdout.write(`${text}\n`);
  writeSection('MCP', text);
}

await main();
