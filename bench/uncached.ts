/**
 * What the service adds to the engine's own time when nothing is kept: the same statements over the same log entries, straight
 * on the engine and through the app, in turns. `logs.all` is never kept; what it answers is the largest of the three.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { makeDemoLogs } from '../generator/cli/demo-logs.ts';
import { createApp } from '../server/app.ts';
import { createBinder } from '../server/bind.ts';
import { openDuckDb } from '../server/engines/duckdb.ts';
import type { Engine } from '../server/engines/engine.ts';
import { loadManifest } from '../server/manifest.ts';

const ROWS = 1_000_000;
const DAYS = 8;
const ROUNDS = 40;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
  const now = BigInt(Date.now()) * 1_000n;
  const database = join(folder, 'logs.duckdb');
  const projects = await fill(database, now);
  const engine = await openDuckDb({ source: { database }, concurrency: 2 });
  const rows = [];
  for (const project of projects.slice(0, 3)) rows.push(await compare(engine, project, now));
  await engine.close();
  rmSync(folder, { recursive: true });
  process.stdout.write('logs.all, not kept    engine ms  service ms  added ms  added\n');
  rows.forEach(({ engineMs, serviceMs, bytes }, index) => {
    const cells = [
      `project ${index + 1}, ${(bytes / 1_000).toFixed(0)} kB`.padEnd(20),
      engineMs.toFixed(2).padStart(10),
      serviceMs.toFixed(2).padStart(10),
      (serviceMs - engineMs).toFixed(2).padStart(8),
      `${(100 * (serviceMs / engineMs - 1)).toFixed(1)} %`.padStart(6),
    ];
    process.stdout.write(`${cells.join('  ')}\n`);
  });
}

async function fill(database: string, now: bigint): Promise<readonly string[]> {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  const schema = readFileSync('generated/sql/duckdb/schema.sql', 'utf8');
  const options = { connection, schema, seed: 1, days: DAYS, rows: ROWS, now };
  const { projects } = await makeDemoLogs({ ...options, onProgress: () => {} });
  connection.closeSync();
  instance.closeSync();
  return projects;
}

async function compare(engine: Engine, project: string, now: bigint) {
  const manifest = await loadManifest('generated/manifest.json');
  const app = createApp({ manifest, engine, keys: null, clock: () => now, log: () => {} });
  const endpoint = manifest.byName.get('logs.all');
  const statements = endpoint?.engines['duckdb'];
  if (endpoint === undefined || statements === undefined) throw new Error('no logs.all');
  const statement = createBinder(statements)(
    new Map([
      ['project', project],
      ['project_tier', 'PRO'],
    ]),
    now,
  );
  const limits = () => ({
    maxRows: endpoint.maxRows + 1,
    maxBytes: 32 * 1024 ** 2,
    timeoutMs: 25_000,
    signal: new AbortController().signal,
    label: { endpoint: endpoint.name, request: 'bench' },
  });
  const url = `http://localhost/api/endpoints/logs.all?project=${project}&project_tier=PRO`;
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
