/** How `quern serve` leaves a load balancer: it drains, and only then closes its listener. */
import { describe, expect, it } from 'vitest';
import { codeOf, get } from '../faults/storm.ts';
import type { ServeProcess } from '../serve-process.ts';
import { serveItems } from './project.ts';

const KEPT = '/api/endpoints/kept?tenant=t4';

const refused = ({ url }: ServeProcess) =>
  get(`${url}/healthz`).then(
    () => 'answered',
    (error: NodeJS.ErrnoException) => error.code,
  );

describe('SIGTERM with time to drain', () => {
  it('answers /readyz with 503 while it takes requests, and then closes', async () => {
    const served = await serveItems({ service: { drain: '3s' } });
    // on a connection that is kept alive
    expect((await get(served.url + KEPT)).headers['connection']).toBe('keep-alive');
    const beganMs = performance.now();
    served.child.kill('SIGTERM');
    await expect
      .poll(async () => (await get(`${served.url}/readyz`)).status, { interval: 20 })
      .toBe(503);
    const ready = await get(`${served.url}/readyz`);
    expect([codeOf(ready), ready.headers['retry-after']]).toEqual(['overloaded', '5']);
    expect((await get(`${served.url}/healthz`)).status).toBe(200);
    let answered = 0;
    while (performance.now() - beganMs < 2_000) {
      const reply = await get(served.url + KEPT);
      expect(reply).toMatchObject({ status: 200, body: '{"result":[{"n":4}]}' });
      expect(reply.headers['connection']).toBe('close');
      answered += 1;
    }
    expect(answered).toBeGreaterThan(1);
    // a second one changes nothing
    served.child.kill('SIGTERM');
    await expect.poll(() => refused(served)).toBe('ECONNREFUSED');
    expect(performance.now() - beganMs).toBeGreaterThan(2_900);
    expect(await served.ended).toBe(0);
    expect(served.told()).toContain('SIGTERM: accepts requests for another 3 s');
  });

  it('ends at once at SIGINT, while it drains too', async () => {
    const served = await serveItems({ service: { drain: '1h' } });
    served.child.kill('SIGTERM');
    await expect
      .poll(async () => (await get(`${served.url}/readyz`)).status, { interval: 20 })
      .toBe(503);
    served.child.kill('SIGINT');
    expect(await served.ended).toBe(130);
  });
});

describe('SIGTERM without it', () => {
  it('closes the listener at once', async () => {
    const served = await serveItems();
    served.child.kill('SIGTERM');
    await expect.poll(() => refused(served), { interval: 20 }).toBe('ECONNREFUSED');
    expect(await served.ended).toBe(0);
  });
});

it('a service that is sent SIGHUP while it starts reads its files again as soon as it listens', async () => {
  const served = await serveItems({ before: HANGUP_AT_START, words: [] });
  await expect
    .poll(() => served.lines().map(({ event }) => event))
    .toContainEqual(expect.stringMatching(/^read again: /));
  expect(await served.stop()).toBe(0);
});

/** Sends the signal to the process before it reads its configuration. */
const HANGUP_AT_START = `import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { lstatSync } = fs;
fs.lstatSync = (file, ...given) => {
  if (file.endsWith('quern.yaml')) {
    fs.lstatSync = lstatSync;
    syncBuiltinESMExports();
    process.kill(process.pid, 'SIGHUP');
  }
  return lstatSync(file, ...given);
};
syncBuiltinESMExports();
`;
