/** Clients of the original service before endpoints that stand in for it, on every engine. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printJson } from '../../../generator/core/output/json-text.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';
import { createApp } from '../../../server/http/app.ts';
import type { UnknownParameters } from '../../../server/http/reading/read-request.ts';
import {
  type Filled,
  filledBigQuery,
  filledClickHouse,
  filledDuckDb,
} from '../../engines/filled-engines.ts';
import { tablesOfSources } from '../../equality/tables.ts';
import { instant } from '../../reference/values.ts';
import { compiled, ownInputs } from '../../support/openapi-fixture.ts';
import { invocation, request } from '../conformance/entries.ts';
import { asking, keyRing, madeKey } from '../server-fixture.ts';
import { CASES } from './cases.ts';
import { COMPILATION, documented, MANIFEST } from './project.ts';

const NOW = instant('2026-01-15T10:07:33.123456Z');
const entry = (id: string, at: string, path: string, project: string) =>
  request(project, at, { id, metadata: { request: { path, url: `https://${project}${path}` } } });
const ROWS = {
  edge_logs: [
    request('demo', '2026-01-15T09:30:00.5Z', { id: 'r1', metadata: null }),
    request('demo', '2026-01-15T10:06:00Z', {
      id: 'r2',
      message: 'GET | 200',
      metadata: {
        request: { method: 'GET', path: '/auth/v1/token', cf: { asn: 64500n } },
        response: { status_code: 200n },
      },
    }),
    request('demo', '2026-01-01T00:00:00Z', { id: 'old' }),
    entry('c1', '2026-01-15T09:30:00Z', '/rest/v1/orders', 'counted'),
    entry('c2', '2026-01-15T10:06:00Z', '/auth/v1/token', 'counted'),
  ],
  function_edge_logs: [
    invocation('demo', '2026-01-15T10:05:01Z', { ms: 20, status: 200n }),
    invocation('demo', '2026-01-15T10:05:59Z', { ms: 40, status: 500n }),
  ],
};
const OPENING = { duckdb: filledDuckDb, clickhouse: filledClickHouse, bigquery: filledBigQuery };

describe.each(Object.entries(OPENING))('on %s', (name, open) => {
  const all = madeKey();
  const tokens = { all: all.token, wrong: madeKey().token };
  let filled: Filled;
  const apps = new Map<UnknownParameters, ReturnType<typeof asking>>();
  beforeAll(async () => {
    filled = await open(tablesOfSources(COMPILATION.project, name, ROWS));
    for (const unknownParameters of ['reject', 'ignore'] as const) {
      const { engine } = filled;
      const keys = keyRing([all.key]);
      const options = { manifest: MANIFEST, engine, keys, unknownParameters };
      apps.set(
        unknownParameters,
        asking(createApp({ ...options, clock: () => NOW, log: () => {} })),
      );
    }
  });
  afterAll(async () => {
    for (const app of apps.values()) app.close();
    await filled.close();
  });
  const ask = async (
    path: string,
    { key = 'all', body, unknown = 'reject' }: Asked = {},
  ): Promise<Response> => {
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      ...(key === null ? {} : { 'X-API-KEY': tokens[key] }),
    };
    const init = body === undefined ? { headers } : { headers, method: 'POST', body };
    const app = apps.get(unknown);
    if (app === undefined) throw new Error(`no service with ${unknown}`);
    return app.request(path, init);
  };

  test.each(CASES)('$client asks $asks', async one => {
    const response = await ask(one.path, one);
    expect(response.status).toBe(one.status ?? 200);
    const reply = { status: response.status, text: await response.text() };
    expect(one.reader(reply)).toEqual(one.reads);
  });

  test('SQL is refused where unknown parameters are ignored, and nothing else is', async () => {
    const search = 'project=demo&sql=select+1&other=1';
    const refused = await ask(`/api/endpoints/logs.all?${search}`, { unknown: 'ignore' });
    expect(refused.status).toBe(400);
    const { parameters } = await json(refused);
    expect(parameters.map(({ name }: { name: string }) => name)).toEqual(['sql']);
    for (const path of ['logs.plain', 'logs.all']) {
      const given = await ask(`/api/endpoints/${path}?project=demo&other=1`, { unknown: 'ignore' });
      expect([path, given.status]).toEqual([path, 200]);
      const none = await ask(`/api/endpoints/${path}?project=demo&sql=`, { unknown: 'ignore' });
      expect([path, none.status]).toEqual([path, 400]);
    }
  });

  test('endpoints beside it answer as they always have', async () => {
    const path = '/api/endpoints/logs.plain';
    const { result } = await json(await ask(`${path}?project=demo`));
    expect(result[0]).toMatchObject({
      timestamp: '2026-01-15T10:06:00Z',
      metadata: { logflare_worker: null, request: { method: 'GET', headers: null } },
    });
    expect(result[1]).toMatchObject({ metadata: null });
    const refused = await ask(`${path}?project=demo&ref=1`);
    expect(refused.status).toBe(400);
    expect((await json(refused)).error).toEqual({
      code: 'unknown_parameter',
      message: '`ref` is not a parameter; there are `project`.',
    });
  });

  test('a record is a list of one at every depth, and one of NULLs is empty', async () => {
    const { result } = await json(await ask('/api/endpoints/logs.all?project=demo'));
    const [{ metadata }, before] = result;
    expect(metadata).toMatchObject([
      { logflare_worker: [], request: [{ cf: [{ asn: 64500, botManagement: [] }], headers: [] }] },
    ]);
    expect(before).toEqual({
      id: 'r1',
      timestamp: 1_768_469_400_500_000,
      event_message: null,
      metadata: [],
    });
  });

  test('a key that fixes a value of an enum lets its alias pass', async () => {
    const own = madeKey({ params: { interval: 'hourly' } });
    const app = asking(
      createApp({
        manifest: MANIFEST,
        engine: filled.engine,
        keys: keyRing([own.key]),
        clock: () => NOW,
        log: () => {},
      }),
    );
    const status = async (interval: string) => {
      const path = `/api/endpoints/usage.api-counts?project=counted&interval=${interval}`;
      return (await app.request(path, { headers: { 'X-API-KEY': own.token } })).status;
    };
    expect([await status('1hr'), await status('hourly'), await status('1day')]).toEqual([
      200, 200, 403,
    ]);
    app.close();
  });
});

async function json(response: Response) {
  return JSON.parse(await response.text());
}

interface Asked {
  readonly key?: 'all' | 'wrong' | null;
  readonly body?: string;
  readonly unknown?: UnknownParameters;
}

test('the example of the documentation compiles', () => {
  const sources = ownInputs().filter(({ path }) => path.endsWith('sources.yaml'));
  expect(compiled([...sources, documented()]).endpoints).toHaveLength(1);
});

test('the manifest grows by little: the saved query of logs.all defines nine data sets', () => {
  for (const endpoint of manifestOf(COMPILATION).endpoints) {
    expect(printJson(endpoint).length, endpoint.name).toBeLessThan(90_000);
  }
});
