/** The service that `start.ts` measures. It reports the resources that its process has used by the time it listens. */
import { type Engine, unconfined } from '../../engines/engine.ts';
import { loadManifest } from '../../server/answers/manifest/manifest-file.ts';
import { serve } from '../../server/socket/serve.ts';

const engine: Engine = {
  name: 'duckdb',
  run: async () => ({ rows: [], scannedBytes: null }),
  explain: async () => '',
  estimate: async () => null,
  missing: async () => [],
  catalogue: async () => [],
  confined: unconfined('it runs nothing'),
  close: async () => {},
};

const [, , manifest = ''] = process.argv;
const { url } = await serve({
  port: 0,
  manifest: await loadManifest(manifest),
  engine,
  keys: null,
  log: () => {},
});
const { user, system } = process.cpuUsage();
process.on('disconnect', () => process.exit(0));
process.send?.({ url, cpuS: (user + system) / 1e6, rssBytes: process.memoryUsage.rss() });
