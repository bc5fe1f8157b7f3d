/** A project whose answers take as long as a test needs, and whose rows anybody can compute. */
import { afterAll, expect } from 'vitest';
import { removeFolders } from '../../cli/cli-fixture.ts';
import type { Reply } from '../faults/storm.ts';
import {
  type ServeProcess,
  type ServeProcessOptions,
  serveProcess,
  serveTables,
  tablesFile,
} from '../serve-process.ts';

const SOURCES = `sources:
  items:
    tables: { bigquery: { table: items }, duckdb: { table: items }, clickhouse: { table: items } }
    columns:
      id: { type: int64, required: true }
      tenant: { type: string, required: true }
  slow_items:
    tables: { bigquery: { table: slow_items }, duckdb: { table: slow_items }, clickhouse: { table: slow_items } }
    columns:
      id: { type: int64, required: true }
      size: int64
`;

/** \`n\` is the number of items of a tenant up to an identifier. */
const endpoint = (name: string, digit: number, cache: string) => `endpoint: ${name}
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a0${digit}
from: items
params:
  tenant: { type: string, required: true }
  most: { type: int64, default: 1000000 }
where: [tenant = @tenant, id <= @most]
select: { n: count() }
cache: ${cache}
`;

const slow = (name: string, digit: number, cache: string) => `endpoint: ${name}
id: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a0${digit}
from: slow_items
params:
  most: { type: int64, default: 0 }
where: [id <= @most]
select: { size: sum(size) }
cache: ${cache}
`;

export const FILES = {
  'endpoints/sources.yaml': SOURCES,
  'endpoints/fresh.yaml': endpoint('fresh', 1, 'off'),
  'endpoints/kept.yaml': endpoint('kept', 2, '{ ttl: 1m }'),
  'endpoints/slow.yaml': slow('slow', 8, 'off'),
  'endpoints/slow.kept.yaml': slow('slow.kept', 9, '{ ttl: 1m }'),
};

/** Every tenant has as many items as the last digit of its name says. */
export const TENANTS = ['t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8', 't9'] as const;
export const itemsOf = (tenant: string) => Number(tenant.slice(1));

const VALUES = TENANTS.flatMap(tenant =>
  Array.from({ length: itemsOf(tenant) }, (_, id) => `(${id}, '${tenant}')`),
).join(', ');

/** `slowRows`: how many rows the statement of `slow` reads. */
export const tables = (
  slowRows: number,
) => `CREATE TABLE items (id BIGINT NOT NULL, tenant VARCHAR NOT NULL);
  INSERT INTO items VALUES ${VALUES};
  CREATE VIEW slow_items AS SELECT a.range AS id, sum((a.range * b.range) % 7)::BIGINT AS size
    FROM range(3) a, range(${slowRows}) b GROUP BY a.range`;

/**
 * Asks often at once with a key that may ask so often a second, and expects the first answers of a full bucket and those of the tokens that
 * flow in meanwhile. Returns the refused ones.
 */
export async function askBeyond(
  rate: number,
  ask: (at: number) => Promise<Reply>,
): Promise<readonly Reply[]> {
  const began = performance.now();
  const replies = await Promise.all(Array.from({ length: 8 * rate }, (_, at) => ask(at)));
  const flownIn = (rate * (performance.now() - began)) / 1_000;
  const taken = replies.filter(({ status }) => status === 200).length;
  const refused = replies.filter(({ status }) => status === 429);
  expect(taken + refused.length).toBe(replies.length);
  expect(taken).toBeGreaterThanOrEqual(rate);
  expect(taken).toBeLessThanOrEqual(rate + flownIn + 1);
  return refused;
}

const running = new Set<ServeProcess>();

/** Serves the project until the tests of the file end. */
export async function serveItems(
  options: Partial<ServeProcessOptions> = {},
  slowRows = 1,
): Promise<ServeProcess> {
  const served = await serveTables(tables(slowRows), FILES, options);
  running.add(served);
  return served;
}

/** Serves the project several times, on the same tables. The options may differ by the number of the replica, from 0 on. */
export async function serveReplicas(
  count: number,
  options: Partial<ServeProcessOptions> | ((at: number) => Partial<ServeProcessOptions>),
  slowRows = 1,
): Promise<readonly ServeProcess[]> {
  const reached = await tablesFile(tables(slowRows));
  const replicas: ServeProcess[] = [];
  for (let at = 0; at < count; at += 1) {
    const own = typeof options === 'function' ? options(at) : options;
    replicas.push(await serveProcess({ engine: 'duckdb', reached, files: FILES, ...own }));
  }
  for (const served of replicas) running.add(served);
  return replicas;
}

/** Starts a replica again that has ended. */
export async function restarted(served: ServeProcess): Promise<ServeProcess> {
  const again = await served.again();
  running.add(again);
  return again;
}

afterAll(async () => {
  await Promise.all([...running].map(served => served.stop()));
  removeFolders();
});
