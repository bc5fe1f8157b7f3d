/** Values of enums that mean something in keys, addresses and objects choose their own statements, over HTTP on DuckDB. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDuckDb } from '../../../engines/duckdb/driver/driver.ts';
import type { Manifest } from '../../../generator/core/output/manifest.ts';
import { descriptionOf } from '../../../generator/emitters/description.ts';
import { NO_CODE } from '../../../generator/emitters/emitter.ts';
import manifest from '../../../generator/emitters/manifest.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import { type Running, serve } from '../../../server/socket/serve.ts';
import { writeDatabase } from '../../engines/duckdb/database-file.ts';
import { instant, truncate } from '../../reference/values.ts';
import { compiled } from '../../support/openapi-fixture.ts';
import { manifestFrom } from '../../support/projects/manifest-files.ts';
import { keyRing, madeKey } from '../server-fixture.ts';

const INTERVALS = ['a', 'a|b', 'a%7Cb', 'a|b|c', '%', '=&+ #?', '日本 🎈', 'toString'];
const TIERS = ['b|c', 'c', 'b', '|', '%7C', '%257C', 'valueOf', 'a b=c;d,e'];
/** Of the first interval to the last, in minutes. */
const STEPS = [1, 2, 3, 4, 5, 6, 10, 12];
const NOW = instant('2026-01-15T12:00:00Z');
/** Late in its hour, so that every step begins somewhere else. */
const AT = instant('2026-01-15T10:59:30Z');
const DAY = 86_400_000_000n;
const MINUTE = 60_000_000n;

const spec = `endpoint: keys
id: 00000000-0000-4000-8000-00000000beef
from: entries
params:
  interval: { enum: ${JSON.stringify(INTERVALS)}, required: true }
  tier: { enum: ${JSON.stringify(TIERS)}, required: true }
buckets:
  of: timestamp
  by: interval
  window: sliding
  intervals:
${INTERVALS.map((name, i) => `    ${JSON.stringify(name)}: { last: 30 days, step: ${STEPS[i]} minutes }\n`).join('')}
retention:
  of: timestamp
  by: tier
  windows:
${TIERS.map((name, i) => `    ${JSON.stringify(name)}: ${i + 1} days\n`).join('')}
select: { entries: count() }
order_by: [timestamp]
max_rows: 1000
`;
const sources = `sources:
  entries:
    tables: { duckdb: { table: entries }, clickhouse: { table: entries }, bigquery: { table: entries } }
    columns: { timestamp: { type: timestamp, required: true } }
`;

const folder = mkdtempSync(join(tmpdir(), 'quern-keys-'));
const { key, token } = madeKey();
let made: Manifest;
let running: Running;
beforeAll(async () => {
  const compilation = compiled([
    { path: 'endpoints/sources.yaml', bytes: Buffer.from(sources) },
    { path: 'endpoints/keys.yaml', bytes: Buffer.from(spec) },
  ]);
  const files = manifest.emit({
    description: descriptionOf(compilation),
    settings: NO_CODE,
    templates: new Map(),
  });
  made = manifestFrom(files);
  const database = join(folder, 'entries.duckdb');
  const rows = TIERS.map((_, i) => ({ timestamp: AT - BigInt(i) * DAY }));
  const columns = { timestamp: { type: 'timestamp', required: true } } as const;
  await writeDatabase(database, [{ name: 'entries', layout: 'nested', columns, rows }]);
  running = await serve({
    manifest: catalogue(made),
    engine: await openDuckDb({ source: { database }, concurrency: 2, threads: 2 }),
    keys: keyRing([key]),
    port: 0,
    clock: () => NOW,
    log: () => undefined,
  });
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true });
});

test('every combination of values is a statement of its own', () => {
  const { statements = {} } = made.endpoints[0]?.engines['duckdb'] ?? {};
  expect(Object.keys(statements)).toHaveLength(INTERVALS.length * TIERS.length);
});

test('every combination of values answers by its own statement', async () => {
  for (const [i, interval] of INTERVALS.entries()) {
    const step = BigInt(STEPS[i] ?? 0) * MINUTE;
    for (const [j, tier] of TIERS.entries()) {
      const query = new URLSearchParams({ interval, tier });
      const response = await fetch(`${running.url}/api/endpoints/keys?${query}`, {
        headers: { 'X-API-KEY': token },
      });
      const body = (await response.json()) as { readonly result?: readonly unknown[] };
      const wanted = Array.from({ length: j + 1 }, (_, back) =>
        truncate(AT - BigInt(j - back) * DAY, step),
      );
      expect([interval, tier, response.status, body.result]).toEqual([
        interval,
        tier,
        200,
        wanted.map(at => ({
          timestamp: new Date(Number(at / 1000n)).toISOString().replace('.000', ''),
          entries: 1,
        })),
      ]);
    }
  }
});
