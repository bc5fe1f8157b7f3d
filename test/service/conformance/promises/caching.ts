/** What is kept, for whom, and for how long, as callers see it. */
import { expect } from 'vitest';
import { type Case, hold, SOON, type Told } from '../case.ts';
import { invocation, SECOND, sample } from '../entries.ts';
import { NOW, type Service } from '../services.ts';

const STATS = 'functions.invocation-stats';
const STATS_ID = '6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01';
const stats = (project: string, rest = '') =>
  `/api/endpoints/functions.invocation-stats?project=${project}${rest}`;
const typed = (rest: string) => `/api/endpoints/values.typed?${rest}`;
const MISS: Told = { headers: { 'X-Cache': 'miss' } };
const HIT: Told = { headers: { 'X-Cache': 'hit', Age: '0' } };
const one = (project: string) => ({ function_edge_logs: [invocation(project, NOW)] });

/** Ways to write one request: the first one runs, the others are answered from what it left. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  'an int64': ['id=c1&number=7', 'id=c1&number=007', 'id=c1&number=%37'],
  'a float64': ['id=c2&ratio=0.5', 'id=c2&ratio=5e-1', 'id=c2&ratio=0.50', 'id=c2&ratio=+0.5'],
  'a timestamp': [
    'id=c3&at=2026-01-15',
    'id=c3&at=2026-01-15T00:00Z',
    'id=c3&at=2026-01-15T02:00:00.000%2B02:00',
    'id=c3&at=2026-01-14%2023:00:00-0100',
  ],
  'a uuid': [
    'id=c4&key=3F2B8C1E-9d4a-4c7e-8a55-0b1e7c3b8a01',
    'id=c4&key=3f2b8c1e-9d4a-4c7e-8a55-0b1e7c3b8a01',
  ],
  'a default': ['id=c5', 'id=c5&name=', 'id=c5&name=nobody', 'name=nobody&id=c5'],
  otherwise: ['id=c6', 'id=c6&kind=', 'id=c6&kind=a', 'id=c6&kind=A', 'id=c6&kind=bogus'],
  'an absent value': ['id=c7', 'id=c7&number=&ratio=&flag=&at=&day=&key=&strict=', '&id=c7&&'],
  'the order of parameters': ['id=c8&number=1&day=2026-01-15', 'day=2026-01-15&number=1&id=c8'],
  'percent-encoding': ['id=c%209', 'id=c+9', '%69d=%63%209'],
};
/** Requests that are not the same. */
const OTHER = [
  'id=d',
  'id=D',
  'id=d&number=1',
  'id=d&number=2',
  'id=d&kind=b',
  'id=d&flag=true',
  'id=d&flag=false',
  'id=d&name=no%20body',
  'id=d%20',
  'id=d&strict=x',
];

async function runsOf(on: Service, name: string, work: () => Promise<unknown>): Promise<number> {
  const count = () => on.runs.filter(({ endpoint }) => endpoint === name).length;
  const before = count();
  await work();
  return count() - before;
}

export const CACHE_CASES: readonly Case[] = [
  {
    promise: 'by name, by identifier and in other letters it is the same: one run, one answer',
    rows: one('shared'),
    holds: async on => {
      const paths = [
        stats('shared'),
        `/api/endpoints/query/${STATS_ID}?project=shared`,
        `/api/endpoints/query/${STATS_ID.toUpperCase()}?project=shared`,
        '/api/endpoints/query/functions.invocation-stats?project=shared',
        '/api/endpoints/functions%2Einvocation-stats?project=%73hared',
      ];
      const count = await runsOf(on, STATS, async () => {
        for (const [index, path] of paths.entries()) {
          hold(
            await on.ask({ path }),
            { ...(index === 0 ? MISS : HIT), column: ['count', 1] },
            path,
          );
        }
      });
      expect(count).toBe(1);
    },
  },
  ...Object.entries(SAME).map(([what, [first = '', ...others]]) => ({
    promise: `what is kept is found by values, not by their spelling: ${what}`,
    steps: [
      [typed(first), MISS] as const,
      ...others.filter(rest => !rest.includes('ratio=+')).map(rest => [typed(rest), HIT] as const),
    ],
  })),
  {
    promise: 'other values are another answer',
    steps: OTHER.map(rest => [typed(rest), MISS]),
  },
  {
    promise: 'enums that fold into the statement: absent, empty and otherwise are the default',
    rows: one('folded'),
    steps: [
      [stats('folded'), MISS],
      ...['&interval=', '&interval=1day', '&interval=bogus', '&interval=1DAY', '&function_id='].map(
        rest => [stats('folded', rest), HIT] as const,
      ),
      [stats('folded', '&interval=7day'), MISS],
      [stats('folded', '&function_id=f1'), MISS],
    ],
  },
  {
    promise: 'tenants are apart: each has its own rows, cold and kept',
    rows: {
      function_edge_logs: [
        invocation('tenant-a', NOW, { status: 500n }),
        invocation('tenant-b', NOW),
        invocation('tenant-b', NOW),
      ],
    },
    steps: (['tenantA', 'tenantB', 'tenantA', 'tenantB'] as const).flatMap((key, turn) =>
      ['functions.invocation-stats', `query/${STATS_ID}`].map(
        (reference, form) =>
          [
            { path: `/api/endpoints/${reference}`, key },
            {
              column: ['count', key === 'tenantA' ? 1 : 2],
              headers: { 'X-Cache': turn < 2 && form === 0 ? 'miss' : 'hit' },
            },
          ] as const,
      ),
    ),
  },
  {
    promise:
      'an answer is kept until its ttl has passed since its rows were produced, however often it was asked for',
    rows: one('living'),
    steps: [
      [stats('living'), MISS],
      ...[300n, 600n, 899n].map(
        s =>
          [
            { path: stats('living'), at: NOW + s * SECOND },
            { headers: { 'X-Cache': 'hit', Age: String(s) } },
          ] as const,
      ),
      [
        { path: stats('living'), at: NOW + 900n * SECOND },
        { ...MISS, column: ['count', 1] },
      ],
      [
        { path: stats('living'), at: NOW + 1_799n * SECOND },
        { headers: { 'X-Cache': 'hit', Age: '899' } },
      ],
    ],
  },
  {
    promise: 'requests that are wrong or refused find nothing and leave nothing',
    rows: one('wrong'),
    holds: async on => {
      const count = await runsOf(on, STATS, async () => {
        await on.ask({ path: stats('') });
        await on.ask({ path: stats('wrong', '&colour=red') });
        await on.ask({ path: stats('wrong'), key: 'ending' });
        await on.ask({ path: stats('wrong'), key: null });
        await on.ask({ path: stats('wrong'), method: 'POST' });
      });
      expect(count).toBe(0);
      hold(await on.ask({ path: stats('wrong') }), MISS, 'the first that is right');
    },
  },
  {
    promise: 'HEAD and GET share what is kept',
    rows: one('headed'),
    steps: [
      [{ path: stats('headed'), method: 'HEAD' }, MISS],
      [stats('headed'), { ...HIT, column: ['count', 1] }],
    ],
  },
  {
    promise: 'cache: off runs every request',
    holds: async on => {
      const path = '/api/endpoints/logs.all?project=uncached';
      const count = await runsOf(on, 'logs.all', async () => {
        for (const _ of [1, 2, 3])
          hold(await on.ask({ path }), { headers: { 'X-Cache': 'bypass' } }, path);
      });
      expect(count).toBe(3);
    },
  },
  ...(
    [
      ['functions.invocation-stats', 'miss'],
      ['logs.all', 'bypass'],
    ] as const
  ).map(([name, state]) => ({
    promise: `${name}: requests that are the same at the same time share one run, others do not`,
    holds: async (on: Service) => {
      const path = `/api/endpoints/${name}?project=joined`;
      const asked = async (rests: readonly string[]) => {
        const release = on.pause();
        const replies = rests.map(rest => on.ask({ path: path + rest }));
        // what was sent before has arrived by then
        for (const _ of [1, 2, 3, 4, 5]) await on.ask({ path: '/healthz' });
        release();
        for (const reply of await Promise.all(replies)) {
          hold(reply, { rows: [], headers: { 'X-Cache': state } }, path);
        }
      };
      expect(await runsOf(on, name, () => asked(['', '', '']))).toBe(1);
      expect(await runsOf(on, name, () => asked(['x', 'y', 'z']))).toBe(3);
    },
  })),
  {
    promise:
      'what is in use is kept warm: its rows are produced anew before anybody waits for them',
    rows: { samples: [sample('warm')] },
    holds: async on => {
      const path = '/api/endpoints/values.warm?id=warm';
      hold(await on.ask({ path }), { ...MISS, rows: [{ id: 'warm' }] }, 'cold');
      // the clock stands still at five seconds later: rows of then are as old as nothing
      const later = () => on.ask({ path, at: NOW + 5n * SECOND });
      hold(await later(), { headers: { 'X-Cache': 'hit', Age: '5' } }, 'before');
      await expect.poll(async () => (await later()).headers['age'], SOON).toBe('0');
      hold(await later(), { headers: { 'X-Cache': 'hit' }, rows: [{ id: 'warm' }] }, 'after');
    },
  },
  {
    promise: 'a refresh that fails leaves the rows, and says so, until one succeeds',
    rows: { samples: [sample('stale')] },
    holds: async on => {
      const path = '/api/endpoints/values.warm?id=stale';
      const state = async () => (await on.ask({ path })).headers['x-cache'];
      expect(await state()).toBe('miss');
      on.trouble('refuse');
      await expect.poll(state, SOON).toBe('stale');
      hold(
        await on.ask({ path }),
        { rows: [{ id: 'stale' }], headers: { 'Cache-Control': 'private, max-age=30' } },
        'stale',
      );
      expect(on.events).toContainEqual(
        expect.objectContaining({ event: 'refresh failed', endpoint: 'values.warm' }),
      );
      hold(
        await on.ask({ path, at: NOW + 30n * SECOND }),
        { problem: { code: 'engine_error' } },
        'over',
      );
      expect(await state()).toBe(undefined);
      on.trouble('none');
      expect(await state()).toBe('miss');
    },
  },
];
