/** A process that `memory.ts` measures. It reports its peak memory, both idle and after answers. */
import { DuckDBInstance } from '@duckdb/node-api';
import { openDuckDb } from '../../engines/duckdb/driver/driver.ts';
import { loadManifest } from '../../server/answers/manifest/manifest-file.ts';
import { createApp } from '../../server/http/app.ts';

const [, , kind = '', database = '', manifest = '', project = ''] = process.argv;
const MORE = 10;

/** Answers and drops the rows. Returns the bytes of the body. With `isFew`, it answers only a few rows. */
type Ask = (isFew: boolean) => Promise<number>;

async function quern(): Promise<Ask> {
  const engine = await openDuckDb({ source: { database }, concurrency: 2 });
  const loaded = await loadManifest(manifest);
  const app = createApp({ manifest: loaded, engine, keys: null, log: () => {} });
  const start = encodeURIComponent(new Date(Date.now() - 60_000).toISOString());
  return async isFew => {
    const search = `project=${project}&project_tier=ENTERPRISE${isFew ? `&iso_timestamp_start=${start}` : ''}`;
    const response = await app.fetch(
      new Request(`http://localhost/api/endpoints/logs.all?${search}`),
    );
    if (response.status !== 200) throw new Error(await response.text());
    let bytes = 0;
    for await (const part of response.body ?? []) bytes += part.length;
    return bytes;
  };
}

async function duckdb(): Promise<Ask> {
  const instance = await DuckDBInstance.create(database, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  return async isFew => {
    const sql = `SELECT id, timestamp, event_message, metadata FROM edge_logs WHERE project = $project
      ORDER BY timestamp DESC, id LIMIT ${isFew ? 10 : 10_000}`;
    const result = await connection.stream(sql, { project });
    for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; )
      chunk = await result.fetchChunk();
    return 0;
  };
}

const most = () => process.resourceUsage().maxRSS * 1024;
const ask = await (kind === 'quern' ? quern() : duckdb());
await ask(true);
const idle = most();
const bytes = await ask(false);
const first = most();
for (let i = 0; i < MORE; i++) await ask(false);
process.on('disconnect', () => process.exit(0));
process.send?.({ idle, first, later: most(), bytes });
