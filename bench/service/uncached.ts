/**
 * Measures the overhead of the service over the engine's own time if nothing is cached: the same statements over the same log
 * entries, directly on the engine and through the app, in turns. Most of the overhead is reading and writing the rows, so it
 * grows with the answer.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDuckDb } from '../../engines/duckdb/driver/driver.ts';
import type { Engine } from '../../engines/engine.ts';
import { createBinder } from '../../server/answers/bind.ts';
import {
  type Catalogue,
  catalogue,
  type WholeEndpoint,
} from '../../server/answers/manifest/manifest.ts';
import { loadManifest } from '../../server/answers/manifest/manifest-file.ts';
import { createReader } from '../../server/answers/reading.ts';
import { createApp } from '../../server/http/app.ts';
import { makeLogsFile } from '../support/demo-logs.ts';

const ROWS = 1_000_000;
const DAYS = 8;
const ROUNDS = 40;
const REQUESTS = [
  ['functions.invocation-stats', 'interval=1day'],
  ['usage.api-counts', 'interval=daily'],
  ['logs.all', 'project_tier=PRO'],
] as const;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  const now = BigInt(Date.now()) * 1_000n;
  const database = join(folder, 'logs.duckdb');
  const [project = ''] = await makeLogsFile(database, { rows: ROWS, days: DAYS, now });
  const engine = await openDuckDb({ source: { database }, concurrency: 2 });
  const manifest = withoutCaches(await loadManifest('generated/manifest/index.json'));
  process.stdout.write(`${'not kept'.padEnd(36)}  engine ms  service ms  added ms   added\n`);
  for (const [name, query] of REQUESTS) {
    const request = { name, search: `project=${project}&${query}` };
    const { engineMs, serviceMs, bytes } = await compare(engine, manifest, request, now);
    const cells = [
      `${name}, ${(bytes / 1_000).toFixed(0)} kB`.padEnd(36),
      engineMs.toFixed(2).padStart(9),
      serviceMs.toFixed(2).padStart(10),
      (serviceMs - engineMs).toFixed(2).padStart(8),
      `${(100 * (serviceMs / engineMs - 1)).toFixed(1)} %`.padStart(7),
    ];
    process.stdout.write(`${cells.join('  ')}\n`);
  }
  await engine.close();
  rmSync(folder, { recursive: true });
}

function withoutCaches({ sources, endpoints }: Catalogue): Catalogue<WholeEndpoint> {
  const changed = endpoints.map(endpoint => ({ ...endpoint.whole().definition, cache: null }));
  return catalogue({ sources, endpoints: changed });
}

interface Asked {
  readonly name: string;
  readonly search: string;
}

async function compare(
  engine: Engine,
  manifest: Catalogue<WholeEndpoint>,
  asked: Asked,
  now: bigint,
) {
  const app = createApp({ manifest, engine, keys: null, clock: () => now, log: () => {} });
  const endpoint = manifest.byName.get(asked.name);
  const statements = endpoint?.engines[engine.name];
  if (endpoint === undefined || statements === undefined) throw new Error(`no ${asked.name}`);
  const reading = createReader(endpoint, {
    engine: engine.name,
    unknown: 'reject',
    cursors: null,
    nowMs: Date.now,
  })(null, asked.search);
  if (!('values' in reading)) throw new Error('the request is refused');
  const statement = createBinder(statements)(reading.values, now);
  const limits = () => ({
    maxRows: endpoint.maxRows + 1,
    maxBytes: 32 * 1024 ** 2,
    timeoutMs: 25_000,
    signal: new AbortController().signal,
    label: { endpoint: endpoint.name, request: 'bench' },
  });
  const url = `http://localhost/api/endpoints/${asked.name}?${asked.search}`;
  let bytes = 0;
  const ask = async () => {
    const response = await app.fetch(new Request(url));
    if (response.status !== 200) throw new Error(await response.text());
    bytes = (await response.arrayBuffer()).byteLength;
  };
  const engineTimes: number[] = [];
  const serviceTimes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    engineTimes.push(await timed(() => engine.run(statement, limits())));
    serviceTimes.push(await timed(ask));
  }
  app.close();
  return { engineMs: median(engineTimes), serviceMs: median(serviceTimes), bytes };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

await main();
