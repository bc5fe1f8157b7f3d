import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Consumer, openConsumer, type Started } from './consumer.ts';
import { writeDemoLogs } from './demo-logs.ts';

const EXAMPLE = 'examples/fastify';

let consumer: Consumer;
let server: Started;
let project: string;

beforeAll(() => {
  consumer = openConsumer();
}, 240_000);
afterAll(async () => {
  await server?.stop();
  consumer?.close();
});

describe('the example of a Fastify server', () => {
  const ask = async (path: string, session?: string) => {
    const headers = session === undefined ? {} : { 'X-Session': session };
    const answer = await fetch(server.url + path, { headers });
    return { status: answer.status, body: (await answer.json()) as { result?: unknown[] } };
  };
  const counts = (of: string) =>
    `/logs/api/endpoints/usage.api-counts?project=${of}&interval=hourly`;

  it('is generated, compiles and starts', async () => {
    expect(consumer.build(EXAMPLE)).toBe('');
    const database = join(consumer.folder, 'logs.duckdb');
    const schema = join(consumer.folder, EXAMPLE, 'generated/sql/duckdb/schema.sql');
    const now = BigInt(Date.now()) * 1_000n;
    project = await writeDemoLogs(database, readFileSync(schema, 'utf8'), now);
    const environment = { DATABASE: database, PROJECT: project, PORT: '0' };
    server = await consumer.start(`${EXAMPLE}/dist/server.js`, [], environment);
  });

  it('answers a visitor itself, and a member from the logs', async () => {
    const sample = await ask(counts('sample'), 'visitor');
    expect(sample.status).toBe(200);
    expect(sample.body.result).toHaveLength(4);
    expect(sample.body.result?.[3]).toEqual({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00:00Z$/),
      total_rest_requests: 120,
      total_storage_requests: 40,
      total_auth_requests: 12,
      total_realtime_requests: 0,
    });
    const logs = await ask(`/logs/api/endpoints/logs.all?project=${project}`, 'member');
    expect([logs.status, logs.body.result?.length]).toEqual([200, 100]);
    expect((await ask(counts(project), 'member')).body.result).not.toEqual([]);
  });

  it('lets nobody else through', async () => {
    expect((await ask(counts('sample'))).status).toBe(401);
    expect((await ask(counts(project), 'visitor')).status).toBe(403);
    expect((await ask(`${counts('sample')}&project=${project}`, 'visitor')).status).toBe(403);
  });

  it('has the faults of a request told by quern', async () => {
    const wrong = counts('sample').replace('hourly', 'weekly');
    expect(await ask(wrong, 'visitor')).toMatchObject({
      status: 400,
      body: { code: 'invalid_parameter' },
    });
  });
});
