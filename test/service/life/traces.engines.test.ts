/** Traces of `quern serve` with an SDK that its operator registers, and the log lines that belong to them. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { serveTables } from '../serve-process.ts';
import { LIFE_FILES, LIFE_TABLES } from './project.ts';

const { resolve } = createRequire(import.meta.url);
const packaged = (name: string) =>
  JSON.stringify(pathToFileURL(resolve(`@opentelemetry/${name}`)).href);

/** Registers an SDK that prints each span as a line of JSON. */
const SDK = `
const { default: { trace } } = await import(${packaged('api')});
const { default: sdk } = await import(${packaged('sdk-trace-base')});
const print = span => {
  const { name, kind, attributes } = span;
  const { traceId, spanId } = span.spanContext();
  process.stderr.write(JSON.stringify({ span: name, kind, attributes, traceId, spanId }) + '\\n');
};
const exporter = {
  export: (spans, done) => { spans.forEach(print); done({ code: 0 }); },
  shutdown: async () => {},
};
trace.setGlobalTracerProvider(
  new sdk.BasicTracerProvider({ spanProcessors: [new sdk.SimpleSpanProcessor(exporter)] }),
);
`;

afterAll(removeFolders);

it('follows the conventions, and log lines name the trace', async () => {
  const served = await serveTables(LIFE_TABLES, LIFE_FILES, {
    before: SDK,
    service: { secret: 'x'.repeat(40) },
  });
  await (await fetch(`${served.url}/api/endpoints/orders.list?shop=secret-shop`)).text();
  await (await fetch(`${served.url}/healthz`)).text();
  await served.stop();
  const lines = served.lines();
  const spans = lines.filter(line => line['span'] !== undefined);
  const server = spans.find(({ span }) => span === 'GET /api/endpoints/orders.list');
  expect(server?.['attributes']).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/api/endpoints/orders.list',
    'http.response.status_code': 200,
  });
  const run = spans.find(({ span }) => span === 'SELECT orders.list');
  expect(run?.['attributes']).toMatchObject({
    'db.system.name': 'duckdb',
    'db.operation.name': 'SELECT',
    'db.query.summary': 'SELECT orders.list',
    'db.response.returned_rows': 0,
  });
  expect(JSON.stringify(spans)).not.toContain('secret-shop');
  const line = lines.find(({ endpoint }) => endpoint === 'orders.list');
  expect(line).toMatchObject({ trace_id: server?.['traceId'], span_id: server?.['spanId'] });
  const health = spans.find(({ span }) => span === 'GET /healthz');
  expect(lines.find(({ route }) => route === '/healthz')).toMatchObject({
    trace_id: health?.['traceId'],
  });
});

it('costs nothing without an SDK, and log lines name none', async () => {
  const served = await serveTables(LIFE_TABLES, LIFE_FILES, {
    service: { secret: 'x'.repeat(40) },
  });
  await (await fetch(`${served.url}/healthz`)).text();
  await served.stop();
  const line = served.lines().find(({ route }) => route === '/healthz');
  expect(line).toMatchObject({ status: 200 });
  expect(line).not.toHaveProperty('trace_id');
});
