/** How a statement runs, waits and ends. */
import { expect } from 'vitest';
import { type Case, hold, SOON } from '../case.ts';
import { request, sample } from '../entries.ts';
import { NOW, type Service } from '../services.ts';

const logs = (project: string) => `/api/endpoints/logs.all?project=${project}`;
const SAMPLE = '/api/endpoints/values.page?text=';
/** What would change the meaning of a statement if it were a part of one. */
const HOSTILE = [
  "' OR '1'='1",
  "'; DROP TABLE edge_logs; --",
  '" OR 1=1 --',
  '`project`',
  '\\',
  "\\' OR true --",
  '$project',
  '@project',
  '{project:String}',
  '?',
  '/* */',
  '%',
  '_',
  "a'||'b",
  '\n--',
  '\u2028😀é',
];

/** Those of `logs.all`: what is kept warm runs by itself. */
const runsOf = (on: Service) => on.runs.filter(({ endpoint }) => endpoint === 'logs.all').length;

export const RUNNING_CASES: readonly Case[] = [
  {
    promise:
      'a statement that takes too long is a 504, never an empty result, and the next one runs',
    holds: async on => {
      on.trouble('stall');
      for (const path of [logs('slow'), `${SAMPLE}slow`]) {
        const reply = await on.ask({ path, on: 'hasty' });
        const detail = 'The answer was not ready in time.';
        hold(
          reply,
          { problem: { code: 'engine_timeout', detail }, headers: { 'X-Cache': null } },
          path,
        );
        expect(on.log.at(-1)).toMatchObject({ status: 504, level: 'error' });
      }
      on.trouble('none');
      hold(await on.ask({ path: `${SAMPLE}slow` }), { rows: [] }, 'afterwards');
    },
  },
  {
    promise:
      'where all places are taken and the queue is full it is a 503 that says when to come back',
    holds: async on => {
      on.trouble('stall');
      const before = runsOf(on);
      const leaving = new AbortController();
      const first = on
        .ask({ path: logs('first'), on: 'narrow', signal: leaving.signal })
        .catch(() => 'left');
      await expect.poll(() => runsOf(on), SOON).toBe(before + 1);
      const second = await on.ask({ path: logs('second'), on: 'narrow' });
      const headers = { 'Retry-After': /^[1-9]\d?$/, 'Cache-Control': 'no-store' };
      hold(
        second,
        { problem: { code: 'overloaded', detail: 'The service is overloaded.' }, headers },
        'second',
      );
      expect(runsOf(on)).toBe(before + 1);
      leaving.abort();
      expect(await first).toBe('left');
      on.trouble('none');
      // its place is free as soon as the statement has really ended
      await expect
        .poll(async () => (await on.ask({ path: logs('third'), on: 'narrow' })).status, SOON)
        .toBe(200);
    },
  },
  {
    promise: 'when the last caller goes away the statement is cancelled',
    holds: async on => {
      on.trouble('stall');
      const before = runsOf(on);
      const lines = on.log.length;
      const callers = [new AbortController(), new AbortController()];
      const path = logs('leaving');
      const waiting = callers.map(({ signal }) =>
        on.ask({ path, on: 'narrow', signal }).catch(() => 'left'),
      );
      await expect.poll(() => runsOf(on), SOON).toBe(before + 1);
      const ends = () => on.log.slice(lines).map(({ status }) => status);
      callers[0]?.abort();
      await expect.poll(ends, SOON).toEqual([499]);
      // the other one still waits for it, and holds the only place
      expect((await on.ask({ path: logs('other'), on: 'narrow' })).status).toBe(503);
      callers[1]?.abort();
      await Promise.all(waiting);
      await expect.poll(ends, SOON).toEqual([499, 503, 499]);
      on.trouble('none');
      await expect.poll(async () => (await on.ask({ path, on: 'narrow' })).status, SOON).toBe(200);
    },
  },
  {
    promise: 'values are bound: no text of a caller is SQL, and each finds its own rows',
    rows: {
      edge_logs: HOSTILE.map((project, index) =>
        request(project, NOW, { id: `h${index}`, url: null }),
      ),
      samples: HOSTILE.map((text, index) => sample(`h${index}`, { text })),
    },
    holds: async on => {
      const before = on.runs.length;
      const names = ['logs.all', 'values.page'];
      for (const [index, text] of HOSTILE.entries()) {
        const encoded = encodeURIComponent(text);
        hold(await on.ask({ path: logs(encoded) }), { column: ['id', `h${index}`] }, text);
        hold(await on.ask({ path: SAMPLE + encoded }), { column: ['id', `h${index}`] }, text);
      }
      const sent = on.runs.slice(before).filter(({ endpoint }) => names.includes(endpoint));
      expect(sent).toHaveLength(2 * HOSTILE.length);
      expect(new Set(sent.map(({ statement }) => statement.sql)).size).toBe(2);
    },
  },
  {
    promise:
      'one line of the log for each request: endpoint, key, status, cache, rows and times, no values',
    rows: { edge_logs: [request('logged-project', NOW)] },
    holds: async on => {
      const before = on.log.length;
      await on.ask({ path: logs('logged-project') });
      const lines = on.log.slice(before);
      expect(lines).toMatchObject([
        {
          level: 'info',
          method: 'GET',
          route: '/api/endpoints/:name',
          endpoint: 'logs.all',
          key: 'key_all',
          status: 200,
          cache: 'bypass',
          rows: 1,
          ms: expect.any(Number),
          queueMs: expect.any(Number),
          engineMs: expect.any(Number),
        },
      ]);
      expect(JSON.stringify([lines, on.events])).not.toContain('logged-project');
    },
  },
];
