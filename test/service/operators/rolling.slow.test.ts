/** Three replicas behind nginx, on one store, are restarted one after another under load: no request is lost. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../cli/cli-fixture.ts';
import { prepareNginx } from '../../support/processes/nginx.ts';
import { get } from '../faults/storm.ts';
import type { ServeProcess } from '../serve-process.ts';
import { itemsOf, restarted, serveReplicas, TENANTS } from './project.ts';
import { freePort, noStore, startStore } from './redis-server.ts';

const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx'].find(existsSync);
const missing = NGINX === undefined ? 'nginx is missing' : noStore;
if (missing !== null) process.stderr.write(`Skipped: ${missing}.\n`);

/** Longer than nginx needs to notice: it tries another replica at once. */
const DRAIN_S = 2;

/** The block of the page for operators, with the addresses of the test. */
function siteOf(port: number, replicas: readonly number[]): string {
  const page = readFileSync('docs/more-than-one.md', 'utf8');
  const [, block = ''] = /```nginx\n(.*?)```/s.exec(page) ?? [];
  const servers = replicas.map((_, at) => `10.0.0.${at + 1}:8383`);
  const site = block.replace('listen 80;', `listen 127.0.0.1:${port};`);
  return servers.reduce((text, server, at) => {
    expect(text).toContain(server);
    return text.replace(server, `127.0.0.1:${replicas[at]}`);
  }, site);
}

let nginx: ChildProcess | null = null;
afterAll(() => nginx?.kill('SIGTERM'));

async function startNginx(replicas: readonly number[]): Promise<string> {
  const folder = temporaryFolder();
  const port = await freePort();
  const words = prepareNginx(folder, siteOf(port, replicas));
  nginx = spawn(NGINX ?? '', words, { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      get(`${url}/healthz`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  return url;
}

const portOf = ({ url }: ServeProcess) => Number(new URL(url).port);

describe.skipIf(missing !== null)('a rolling restart under load', () => {
  it('loses no request and answers none wrongly', async () => {
    const store = await startStore();
    const service = {
      shared: store.url,
      secret: 'a secret of a test, of 32 characters and more',
      drain: `${DRAIN_S}s`,
    };
    const replicas = [...(await serveReplicas(3, { service }))];
    const ports = replicas.map(portOf);
    const url = await startNginx(ports);
    let isOver = false;
    let asked = 0;
    const wrong: unknown[] = [];
    const caller = async (at: number) => {
      for (let round = at; !isOver; round += 1) {
        const tenant = TENANTS[round % TENANTS.length] ?? 't1';
        const endpoint = round % 3 === 0 ? 'fresh' : 'kept';
        const path = `/api/endpoints/${endpoint}?tenant=${tenant}&most=${100 + (round % 50)}`;
        const reply = await get(url + path).catch(String);
        asked += 1;
        const rows = `{"result":[{"n":${itemsOf(tenant)}}]}`;
        if (typeof reply === 'string' || reply.status !== 200 || reply.body !== rows)
          wrong.push(reply);
        await sleep(5);
      }
    };
    const callers = Promise.all(Array.from({ length: 8 }, (_, at) => caller(at)));
    /** Waits until the callers have asked so often more. */
    const more = (count: number) => {
      const enough = asked + count;
      return expect.poll(() => asked, { interval: 10 }).toBeGreaterThan(enough);
    };
    await more(100);
    for (const [at, served] of replicas.entries()) {
      served.child.kill('SIGTERM');
      expect(await served.ended).toBe(0);
      replicas[at] = await restarted(served);
      expect(portOf(replicas[at])).toBe(ports[at]);
      await more(100);
    }
    // the new ones answer too, once nginx tries them again
    for (const { url } of replicas)
      await expect
        .poll(async () => (await get(`${url}/metrics`)).body, { timeout: 10_000 })
        .toMatch(/requests_total\{endpoint="kept",status="200"/);
    isOver = true;
    await callers;
    expect(wrong).toEqual([]);
    await store.close();
  });
});
