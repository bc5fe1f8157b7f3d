import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../../../generator/core/output/manifest.ts';
import { catalogue } from '../../../../server/answers/manifest/manifest.ts';
import type { AnyHandler, Call } from '../../../../server/http/endpoints/handler.ts';
import { fakeEngine, fixtureApp, MANIFEST, madeKey, NOW, param } from '../../server-fixture.ts';

const PATH = '/api/endpoints/logs.all?project=abc';
const HOUR = 3_600_000_000n;

/** `logs.all` with `after` an hour ago where it is absent. */
function manifest(): Manifest {
  const [logs] = MANIFEST.endpoints;
  if (logs === undefined) throw new Error('the fixture has an endpoint');
  const after = param('after', 'timestamp', {
    default: 'now() - interval 1 hour',
    moving: { fn: 'add_micros', args: [{ now: true }, { literal: `-${HOUR}`, type: 'int64' }] },
  });
  const params = logs.params.map(one => (one.name === 'after' ? after : one));
  return { ...MANIFEST, endpoints: [{ ...logs, params }] };
}

/** The service at an instant that the test moves, and what `after` was bound to, run by run. */
function serving(
  options: Parameters<typeof fixtureApp>[2] = {},
  keys: Parameters<typeof fixtureApp>[1] = null,
) {
  let now = NOW;
  const engine = fakeEngine(() => [[1, 2]]);
  const { app } = fixtureApp(engine, keys, {
    manifest: catalogue(manifest()),
    clock: () => now,
    ...options,
  });
  const bound = () =>
    engine.asked.map(({ values }) => values.find(({ name }) => name === 'after')?.value);
  return { ...app, bound, move: (by: bigint) => (now += by) };
}

describe('a default that moves', () => {
  it('is computed at the instant of the request, and gives way to what a caller writes', async () => {
    const { request, bound, move } = serving();
    await request(PATH);
    move(2n * HOUR);
    await request(`${PATH}&least=2&after=`);
    await request(`${PATH}&after=1970-01-01T00:00:01Z`);
    expect(bound()).toEqual([NOW - HOUR, NOW + HOUR, 1_000_000n]);
  });

  it('is absent in the name of the kept rows, so they are found at a later instant', async () => {
    const { request, bound, move } = serving();
    const states: unknown[] = [];
    const ask = async (search: string) => {
      const answer = await request(PATH + search);
      states.push(answer.headers.get('X-Cache'));
    };
    await ask('');
    move(1n);
    await ask('');
    await ask('&after=');
    // the same instant, but written: it stays where it is
    await ask('&after=2026-01-15T09:07:00Z');
    expect(states).toEqual(['miss', 'hit', 'hit', 'miss']);
    expect(bound()).toEqual([NOW - HOUR, NOW - HOUR]);
  });

  it('gives way to what a key fixes', async () => {
    const { key, token } = madeKey({ params: { after: '1970-01-01T00:00:01Z' } });
    const { request, bound } = serving({}, [key]);
    const headers = { 'X-API-KEY': token };
    expect((await request(PATH, { headers })).status).toBe(200);
    expect((await request(`${PATH}&after=1970-01-01T00:00:02Z`, { headers })).status).toBe(403);
    expect(bound()).toEqual([1_000_000n]);
  });

  it('is given to a handler, whose run with it is kept as if nobody had written it', async () => {
    const seen: unknown[] = [];
    const handler = async ({ params, run }: Call<Readonly<Record<string, unknown>>, unknown>) => {
      seen.push(params['after']);
      return run({ ...params });
    };
    const { request, bound, move } = serving({
      handlers: { 'logs.all': handler as AnyHandler },
    });
    await request(PATH);
    move(1n);
    await request(PATH);
    expect(seen).toEqual([NOW - HOUR, NOW - HOUR + 1n]);
    expect(bound()).toEqual([NOW - HOUR]);
  });
});
