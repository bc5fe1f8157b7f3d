/** The engine of a configuration in somebody else's server, as a project that uses the package opens it. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOGS, SOURCES } from '../../cli/cli-fixture.ts';
import { type BigQueryServer, startBigQueryServer } from '../../engines/servers/bigquery-server.ts';
import {
  type ClickHouseServer,
  startClickHouseServer,
} from '../../engines/servers/clickhouse-server.ts';
import type { TestTable } from '../../engines/test-engine.ts';
import { type Consumer, openConsumer } from './consumer.ts';

const PROGRAM = `import { createServer } from 'node:http';
import { type Config, createEndpoints, type Engine, loadManifest, openEngine, openWorkspace } from 'quern';

const [cwd = '.'] = process.argv.slice(2);
const workspace = openWorkspace({ cwd, configFile: null, environment: process.env });
const config: Config = workspace.config;
const manifest = await loadManifest(workspace.pathOf('generated/manifest/index.json'));
const engine: Engine = await openEngine(config, { manifest, root: workspace.root });
const endpoints = createEndpoints<string>({ manifest, engine }, {});
const server = createServer((request, response) => {
  void endpoints.reply('/api/endpoints/logs', request, response, 'context').then(answer => {
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('listens on no port');
  process.stdout.write(\`http://127.0.0.1:\${address.port}\\n\`);
});
`;

const table = (name: string): TestTable => ({
  name,
  layout: 'nested',
  columns: {
    id: { type: 'string', required: true },
    timestamp: { type: 'timestamp', required: true },
    project: { type: 'string' },
    size: { type: 'int64' },
  },
  rows: [
    { id: 'e1', timestamp: 1_768_471_200_000_000n, project: 'abc', size: 7n },
    { id: 'e2', timestamp: 1_768_471_200_000_000n, project: 'xyz', size: 8n },
  ],
});
const LINES = ['abc', 'xyz'].map((project, at) =>
  JSON.stringify({ id: `e${at + 1}`, timestamp: '2026-01-15T10:00:00Z', project, size: 7 + at }),
);

let consumer: Consumer;
let clickhouse: ClickHouseServer;
let bigquery: BigQueryServer;
beforeAll(async () => {
  consumer = openConsumer();
  clickhouse = await startClickHouseServer({ tables: [table('edge_logs')] });
  bigquery = await startBigQueryServer({
    project: 'acme',
    dataset: 'logs',
    tables: [table('edge')],
  });
}, 240_000);
afterAll(async () => {
  consumer?.close();
  await clickhouse?.close();
  await bigquery?.close();
});

describe('the engine of a configuration', () => {
  const engines = {
    duckdb: () => 'tables: { edge_logs: logs/*.ndjson }',
    clickhouse: () =>
      `url: '${clickhouse.url}', database: ${clickhouse.database}, username: ${clickhouse.username}, password: '$\u007bP}'`,
    bigquery: () => `api_endpoint: '${bigquery.url}', project: acme, dataset: logs`,
  };

  it('is opened by a program that compiles against the package', () => {
    consumer.put('app/src/main.ts', PROGRAM);
    expect(consumer.compile('app')).toBe('');
  });

  it.each(['duckdb', 'clickhouse', 'bigquery'] as const)('answers from %s', async name => {
    const folder = `app/${name}`;
    consumer.put(`${folder}/endpoints/sources.yaml`, SOURCES);
    consumer.put(`${folder}/endpoints/logs.yaml`, LOGS);
    consumer.put(`${folder}/logs/a.ndjson`, LINES.join('\n'));
    const where = `${name}: { ${engines[name]()} }`;
    consumer.put(
      `${folder}/quern.yaml`,
      `dialects: [${name}]\nservice: { engine: ${name} }\nengines: { ${where} }\n`,
    );
    const cwd = join(consumer.folder, folder);
    const bin = join(consumer.folder, 'app/node_modules/quern/dist/cli/bin.js');
    execFileSync(process.execPath, [bin, 'generate', '--quiet', '--cwd', cwd]);
    const environment = { P: clickhouse.password };
    const server = await consumer.start('app/out/src/main.js', [cwd], environment);
    try {
      const answer = await fetch(`${server.url}/?project=abc`);
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { result: [{ id: 'e1', timestamp: '2026-01-15T10:00:00Z', project: 'abc', size: 7 }] },
      ]);
    } finally {
      await server.stop();
    }
  });
});
