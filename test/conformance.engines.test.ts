/** The contract, line by line, on the whole service in front of each engine. */
import { afterAll, afterEach, beforeAll, describe, test, vi } from 'vitest';
import { API_COUNTS } from './conformance/api-counts.ts';
import { CACHE_CASES } from './conformance/caching.ts';
import { type Case, prove, rowsOf } from './conformance/case.ts';
import { INVOCATION_STATS } from './conformance/invocation-stats.ts';
import { KEY_CASES } from './conformance/keys.ts';
import { LOGS_ALL } from './conformance/logs-all.ts';
import { PROBLEM_CASES } from './conformance/problems.ts';
import { ROUTE_CASES } from './conformance/routes.ts';
import { RUNNING_CASES } from './conformance/running.ts';
import { type EngineName, openServices } from './conformance/services.ts';
import { SUCCESS_CASES } from './conformance/success.ts';
import { VALUE_CASES } from './conformance/values.ts';

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

let services: Awaited<ReturnType<typeof openServices>>;
beforeAll(async () => {
  // a zone that no answer may depend on
  vi.stubEnv('TZ', 'Asia/Kathmandu');
  services = await openServices(rowsOf(ALL));
});
afterAll(() => services.close());

function isFor({ once, engines }: Case, name: EngineName): boolean {
  if (once === true) return name === 'duckdb';
  return engines === undefined || engines.includes(name);
}

describe.each<EngineName>(['duckdb', 'clickhouse', 'bigquery'])('%s', name => {
  afterEach(() => {
    services[name].trouble('none');
    services[name].hold(null);
  });

  describe.each(Object.entries(SECTIONS))('%s', (_, cases) => {
    const own = cases.filter(one => isFor(one, name));
    test.each(own.map(one => [one.promise, one] as const))('%s', (_, one) =>
      prove(one, services[name]),
    );
  });
});
