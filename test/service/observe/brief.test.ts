/** Long texts in the log: of a statement, a value or a message, a line has the beginning, the length and the digest. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EngineFailure } from '../../../engines/engine.ts';
import { catalogue } from '../../../server/answers/manifest/manifest.ts';
import type { LogLine } from '../../../server/http/context.ts';
import { brief, LONGEST_LOGGED } from '../../../server/observe/brief.ts';
import { unicodeText } from '../../support/unicode-text.ts';
import { fakeEngine, fixtureApp, MANIFEST } from '../server-fixture.ts';

const ENDING = / … \((\d+) bytes, sha256 ([0-9a-f]{64})\)$/;

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

describe('a text', () => {
  it('of at most 4 KiB stays as it is', () => {
    for (const text of ['', 'a', 'a'.repeat(LONGEST_LOGGED), '€'.repeat(1_365)])
      expect(brief(text)).toBe(text);
  });

  it('of more keeps whole characters, its length and its digest', () => {
    const long = fc
      .tuple(unicodeText({ minLength: 1, maxLength: 40 }), fc.nat(3))
      .map(([text, more]) => 'x'.repeat(more) + text.repeat(6_000));
    fc.assert(
      fc.property(long, text => {
        const [ending = '', length, digest] = ENDING.exec(brief(text)) ?? [];
        expect([length, digest]).toEqual([`${Buffer.byteLength(text)}`, digestOf(text)]);
        const kept = brief(text).slice(0, -ending.length);
        expect(text.startsWith(kept)).toBe(true);
        expect(Buffer.byteLength(kept)).toBeGreaterThan(LONGEST_LOGGED - 4);
        expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(LONGEST_LOGGED);
      }),
      { numRuns: 100 },
    );
  });
});

const STATEMENT = `SELECT id, at FROM edge_logs WHERE ${'id > 0 AND '.repeat(90_000)}TRUE`;
const MOST = LONGEST_LOGGED + 200;

/** The fixture with an endpoint whose statement is long, and whose rows are refreshed each second. */
const LONG = catalogue({
  ...MANIFEST,
  endpoints: MANIFEST.endpoints.slice(0, 1).map(endpoint => ({
    ...endpoint,
    cache: { ttl: 60, refresh: 1 },
    engines: Object.fromEntries(
      Object.entries(endpoint.engines).map(([name, engine]) => [
        name,
        {
          ...engine,
          texts: [STATEMENT],
          statements: { '': { sql: [0], bind: [] } },
        },
      ]),
    ),
  })),
});

const PATH = '/api/endpoints/logs.all?project=abc';

function longest(line: LogLine | undefined): number {
  const texts = Object.values(line ?? {}).map(value => JSON.stringify(value ?? null));
  return Math.max(...texts.map(text => Buffer.byteLength(text)));
}

describe('the line of a request', () => {
  it('has 4 KiB of a failed statement, and of a message that quotes it', async () => {
    const engine = fakeEngine(() => {
      throw new EngineFailure('failed', `syntax error in: ${STATEMENT}`);
    });
    const { app, lines } = fixtureApp(engine, null, { manifest: LONG });
    expect((await app.request(PATH)).status).toBe(502);
    const [line] = lines.filter(({ status }) => status === 502);
    expect(line?.['sql']).toBe(brief(STATEMENT));
    expect(line?.['failure']).toMatch(/^syntax error in: SELECT id/);
    expect(line?.['failure']).toMatch(ENDING);
    expect(longest(line)).toBeLessThan(MOST);
  });

  it('has 4 KiB of an error that nobody expected, and of a value', async () => {
    const engine = fakeEngine(() => {
      throw new Error(STATEMENT);
    });
    const { app, lines } = fixtureApp(engine, null, { manifest: LONG, logValues: true });
    const value = 'v'.repeat(10_000);
    const body = JSON.stringify({ project: value });
    const headers = { 'Content-Type': 'application/json' };
    const { status } = await app.request('/api/endpoints/logs.all', {
      method: 'POST',
      headers,
      body,
    });
    expect(status).toBe(500);
    const [line] = lines.filter(one => one['status'] === 500);
    expect(line?.['params']).toEqual({ project: brief(value) });
    expect(line?.['failure']).toMatch(ENDING);
    expect(longest(line)).toBeLessThan(MOST);
  });

  it('of a failed refresh has 4 KiB of its message', async () => {
    let fails = false;
    const engine = fakeEngine(() => {
      if (fails) throw new EngineFailure('failed', STATEMENT);
      return [[1n, 0n]];
    });
    const { app, events } = fixtureApp(engine, null, { manifest: LONG });
    expect((await app.request(PATH)).status).toBe(200);
    fails = true;
    const refreshed = async () => {
      await app.request(PATH);
      return events.find(({ event }) => event === 'refresh failed');
    };
    await expect.poll(refreshed, { timeout: 10_000 }).toBeDefined();
    const line = events.find(({ event }) => event === 'refresh failed');
    expect(line?.['failure']).toBe(brief(STATEMENT));
    app.close();
  });
});
