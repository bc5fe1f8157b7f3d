/** The contract, line by line, on the whole service in front of each engine. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { KITS } from '../../engines/index.ts';
import { amount, usually, usuallySome } from '../../support/usually.ts';
import { type Case, prove, rowsOf } from './case.ts';
import { bodyOf, MIXED, pathOf, postOf, requestsOf } from './mixed.ts';
import { ENGINES, LACKING } from './project.ts';
import { API_COUNTS } from './promises/api-counts.ts';
import { CACHE_CASES } from './promises/caching.ts';
import { askedRows, proveFormats, provePost } from './promises/formats.ts';
import { INVOCATION_STATS } from './promises/invocation-stats.ts';
import { KEY_CASES } from './promises/keys.ts';
import { LOGS_ALL } from './promises/logs-all.ts';
import { PROBLEM_CASES } from './promises/problems.ts';
import { ROUTE_CASES } from './promises/routes.ts';
import { RUNNING_CASES } from './promises/running.ts';
import { SUCCESS_CASES } from './promises/success.ts';
import { VALUE_CASES } from './promises/values.ts';
import { openServices, type Services } from './services.ts';

const SECTIONS: Readonly<Record<string, readonly Case[]>> = {
  routes: ROUTE_CASES,
  'headers of a success': SUCCESS_CASES,
  problems: PROBLEM_CASES,
  keys: KEY_CASES,
  'cache and warming': CACHE_CASES,
  'running a statement': RUNNING_CASES,
  'values in JSON': VALUE_CASES,
  'functions.invocation-stats': INVOCATION_STATS,
  'logs.all': LOGS_ALL,
  'usage.api-counts': API_COUNTS,
};
const ALL = Object.values(SECTIONS).flat();
const ROWS = rowsOf([...ALL, { promise: 'the same bytes', rows: MIXED }]);

let services: Services;
beforeAll(async () => {
  // a zone that no answer may depend on
  vi.stubEnv('TZ', 'Asia/Kathmandu');
  services = await openServices(ROWS);
});
afterAll(() => services.close());

/** A case that is about no engine is proven on a fast one. */
const FAST = ENGINES.find(name => KITS.get(name)?.service.pace === 'fast') ?? ENGINES[0] ?? '';

/** The engines on which all cases are proven: a fast one alone in part. */
const PROVEN = amount<readonly string[]>({ part: [FAST], usual: ENGINES, all: ENGINES });

test.skip.each(LACKING)('%s: %s', () => {});

describe.each(PROVEN)('%s', name => {
  afterEach(() => {
    services.on(name).trouble('none');
    services.on(name).hold(null);
  });

  describe.each(Object.entries(SECTIONS))('%s', (_, cases) => {
    const own = cases.filter(({ once }) => once === undefined || name === FAST);
    test.for(own)('$promise', (one, { skip }) => {
      const service = services.on(name);
      skip(one.bytes === true && !service.hasBytes, 'the engine stores no such text');
      return prove(one, service);
    });
  });
});

const SOME = 16;

describe('rows in other formats, and by POST', () => {
  test.each(PROVEN)('%s: the rows of JSON', async name => {
    // a slow engine answers those that hold every type
    const all = askedRows(name === FAST ? ALL : VALUE_CASES);
    let filled = 0;
    for (const ask of name === FAST ? usuallySome(all) : all.slice(0, SOME)) {
      if (await proveFormats(services.on(name), ask)) filled += 1;
    }
    expect(filled).toBeGreaterThan(SOME / 2);
  });

  test('POST answers what GET does in every case of the table', async () => {
    const asked = askedRows(ALL);
    let posted = 0;
    for (const ask of asked) if (await provePost(services.on(FAST), ask)) posted += 1;
    expect(posted).toBeGreaterThan(asked.length / 2);
  });
});

describe('the same request answers the same bytes on every engine, and those of the reference', () => {
  test.each([
    ['functions.invocation-stats', ROWS.function_edge_logs, usually(70, 2)],
    ['logs.all', ROWS.edge_logs, usually(45, 2)],
    ['usage.api-counts', ROWS.edge_logs, usually(36, 2)],
  ] as const)('%s', async (name, rows, count) => {
    let answered = 0;
    for (const sent of requestsOf(name, count)) {
      const path = pathOf(name, sent);
      const body = bodyOf(name, rows, sent);
      const replies = await Promise.all(services.all.map(service => service.ask({ path })));
      const found = replies.map(({ status, text }) => [path, status, text]);
      expect(found).toEqual(ENGINES.map(() => [path, 200, body]));
      const posted = await services.on(FAST).ask(postOf(name, sent));
      expect([path, posted.status, posted.text]).toEqual([path, 200, body]);
      if (body !== '{"result":[]}') answered += 1;
    }
    // requests that find nothing prove little
    expect(answered).toBeGreaterThan(count * 0.45);
  });
});
