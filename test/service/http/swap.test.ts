/** Other definitions in a service that runs. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../engines/engine.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import type { AppOptions } from '../../../server/http/app.ts';
import { fakeEngine, fixtureApp, MANIFEST, madeKey, NOW } from '../server-fixture.ts';

const LOGS = '/api/endpoints/logs.all?project=abc';
const rowsOf = (id: bigint): readonly Row[] => [[id, NOW]];
const ids = async (response: Response) =>
  JSON.parse(await response.text()).result.map(({ id }: { id: number }) => id);
const next = (id: bigint, manifest = MANIFEST) => ({
  manifest: catalogue(manifest),
  engine: fakeEngine(() => rowsOf(id)),
});

describe('swap', () => {
  it('answers by the new definitions, and keeps nothing of the old', async () => {
    const { app } = fixtureApp(
      fakeEngine(() => rowsOf(1n)),
      null,
    );
    expect(await ids(await app.request(LOGS))).toEqual([1]);
    const [logs] = MANIFEST.endpoints;
    if (logs === undefined) throw new Error('the fixture has one');
    await app.swap({ ...next(2n, { ...MANIFEST, endpoints: [logs] }), openapi: '{"new":true}' });
    const answer = await app.request(LOGS);
    expect(answer.headers.get('X-Cache')).toBe('miss');
    expect(await ids(answer)).toEqual([2]);
    const gone = '/api/endpoints/usage.api-counts?project=abc&interval=hourly';
    expect((await app.request(gone)).status).toBe(404);
    app.close();
  });

  it('answers the requests before by the old definitions, and settles then', async () => {
    let release = (_: readonly Row[]) => {};
    const rows = new Promise<readonly Row[]>(done => {
      release = done;
    });
    const { app } = fixtureApp(
      fakeEngine(() => rows),
      null,
    );
    const before = app.request(LOGS);
    await Promise.resolve();
    let isLeft = false;
    const left = app.swap(next(2n)).then(() => {
      isLeft = true;
    });
    expect(await ids(await app.request(LOGS))).toEqual([2]);
    expect(isLeft).toBe(false);
    release(rowsOf(1n));
    const answer = await before;
    expect(answer.status).toBe(200);
    expect(await ids(answer)).toEqual([1]);
    await left;
    expect(isLeft).toBe(true);
    app.close();
  });

  it('keeps the old ones where the new contradict themselves', async () => {
    const { app } = fixtureApp(
      fakeEngine(() => rowsOf(1n)),
      null,
    );
    const other = { ...next(2n), engine: { ...fakeEngine(() => []), name: 'clickhouse' } };
    expect(() => app.swap(other)).toThrow('cannot go on with another engine');
    expect(await ids(await app.request(LOGS))).toEqual([1]);
    app.close();
  });

  it('leaves counts of requests as they are', async () => {
    const { key, token } = madeKey();
    const rest: Partial<AppOptions> = {
      public: ['metrics'],
      rateLimit: { perKey: 1, burst: 1 },
    };
    const { app } = fixtureApp(
      fakeEngine(() => rowsOf(1n)),
      [key],
      rest,
    );
    const ask = () => app.request(LOGS, { headers: { 'X-API-KEY': token } });
    expect((await ask()).status).toBe(200);
    await app.swap(next(2n));
    expect((await ask()).status).toBe(429);
    const metrics = await (await app.request('/metrics')).text();
    const counted = /^quern_requests_total\{endpoint="logs.all",status="200".*\} (\d+)$/m;
    expect(counted.exec(metrics)?.[1]).toBe('1');
    app.close();
  });
});
