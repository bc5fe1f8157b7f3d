/** Claims on a Redis or Valkey server: a replica gives them back, even if the server cannot keep its answer or answers late. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRedis, type RedisParts } from '../../../server/shared/redis/redis-parts.ts';
import { removeFolders } from '../../cli/cli-fixture.ts';
import { noStore, type Store, startStore } from './redis-server.ts';

const HOUR_MS = 3_600_000;
/** For what follows an answer of the store. */
const SOON = { timeout: 30_000 };
const claimOf = (key: string, run: string) => ({ key, run, freshMs: HOUR_MS, leaseMs: HOUR_MS });

describe.skipIf(noStore !== null)('a claim on the store', () => {
  let store: Store;
  let one: RedisParts;
  let other: RedisParts;
  const told: (string | null)[] = [];
  const opened = (tell: (fault: string | null) => void) =>
    openRedis({ url: store.url, secret: 's'.repeat(40), namespace: 'n', version: '1', tell });
  beforeAll(async () => {
    store = await startStore();
    one = await opened(fault => void told.push(fault));
    other = await opened(() => {});
  });
  afterAll(async () => {
    one?.close();
    other?.close();
    await store?.close();
    removeFolders();
  });
  const isFree = (key: string) =>
    vi.waitFor(
      async () =>
        expect(await other.answers.claim(claimOf(key, 'other'))).toEqual({ kind: 'yours' }),
      SOON,
    );

  it('ends with an answer that is too old to keep', async () => {
    const claim = claimOf('old', 'one');
    expect(await one.answers.claim(claim)).toEqual({ kind: 'yours' });
    await one.answers.keep(claim, { packed: Buffer.from('rows'), ageMs: 60_000 }, 50_000);
    await isFree('old');
  });

  it('ends with an answer for which the store has no room', async () => {
    const claim = claimOf('full', 'one');
    expect(await one.answers.claim(claim)).toEqual({ kind: 'yours' });
    await store.command('CONFIG', 'SET', 'maxmemory', '1');
    await one.answers.keep(claim, { packed: Buffer.from('rows'), ageMs: 0 }, 50_000);
    expect(told.at(-1)).toContain('OOM');
    await store.command('CONFIG', 'SET', 'maxmemory', '0');
    await isFree('full');
  });

  it('ends if the store gave it too late', async () => {
    const claim = claimOf('late', 'one');
    // the fault before is over
    await vi.waitFor(
      async () =>
        expect(await one.answers.claim(claimOf('ready', 'one'))).toEqual({ kind: 'yours' }),
      SOON,
    );
    store.pause(true);
    expect(await one.answers.claim(claim)).toEqual({ kind: 'alone' });
    store.pause(false);
    await isFree('late');
  });
});
