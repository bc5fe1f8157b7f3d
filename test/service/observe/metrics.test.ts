import { describe, expect, test } from 'vitest';
import { createMetrics } from '../../../server/observe/late-metrics.ts';

const GAUGES = {
  skipped: () => new Map([['logs', 3]]),
  expiring: () => [{ id: 'key_one', expires: '2026-02-01T00:00:00Z' }],
  files: () => ({ keys: true, definitions: false }),
  freshness: () => [
    { source: 'logs', within: 900, newest: 1_768_471_632_345_678n, isFresh: true },
    { source: 'orders', within: 60, newest: null, isFresh: false },
    { source: 'lost', within: 60, newest: null, isFresh: null },
  ],
  engine: 'fake',
  limiter: () => ({ running: 2, waiting: 5 }),
  cache: () => ({ entries: 7, bytes: 1_234, warm: 3, flights: 1 }),
};

/** The samples of one name, as they are written. */
async function samples(metrics: ReturnType<typeof createMetrics>, name: string) {
  const { text } = await metrics.render();
  return text
    .split('\n')
    .filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
}

describe('metrics', () => {
  test('count requests by endpoint, status and cache', async () => {
    const metrics = createMetrics(GAUGES);
    metrics.request('logs.all', 200, 'hit', 0.0002);
    metrics.request('logs.all', 200, 'hit', 0.3);
    metrics.request('logs.all', 200, 'miss', 0.3);
    metrics.request('usage', 200, 'hit', 0.3);
    metrics.request('logs.all', 504, null, 25);
    metrics.request(null, 401, null, 0.001);
    expect(await samples(metrics, 'quern_requests_total')).toEqual([
      'quern_requests_total{endpoint="logs.all",status="200",cache="hit"} 2',
      'quern_requests_total{endpoint="logs.all",status="200",cache="miss"} 1',
      'quern_requests_total{endpoint="usage",status="200",cache="hit"} 1',
      'quern_requests_total{endpoint="logs.all",status="504",cache=""} 1',
      'quern_requests_total{endpoint="",status="401",cache=""} 1',
    ]);
  });

  test('tell a cached answer of a tenth of a millisecond from one of a millisecond', async () => {
    const metrics = createMetrics(GAUGES);
    metrics.request('e', 200, 'hit', 0.0001);
    metrics.request('e', 304, 'hit', 0.0009);
    metrics.request('e', 200, 'hit', 24);
    const buckets = await samples(metrics, 'quern_request_duration_seconds_bucket');
    const below = (bound: string) =>
      buckets
        .find(line => line.includes(`le="${bound}"`))
        ?.split(' ')
        .at(-1);
    expect(['0.0001', '0.0005', '0.001', '10', '25', '+Inf'].map(below)).toEqual([
      '1',
      '1',
      '2',
      '2',
      '3',
      '3',
    ]);
    expect(await samples(metrics, 'quern_request_duration_seconds_count')).toEqual([
      'quern_request_duration_seconds_count{endpoint="e",cache="hit"} 3',
    ]);
  });

  test('tell how runs ended, how long they took and what they read', async () => {
    const metrics = createMetrics(GAUGES);
    metrics.run('e', 'ok', 0.5, 1_000);
    metrics.run('e', 'ok', 1.5, 24);
    metrics.run('e', 'timeout', 25, null);
    metrics.run('silent', 'ok', 0.1, null);
    expect(await samples(metrics, 'quern_engine_runs_total')).toEqual([
      'quern_engine_runs_total{endpoint="e",outcome="ok"} 2',
      'quern_engine_runs_total{endpoint="e",outcome="timeout"} 1',
      'quern_engine_runs_total{endpoint="silent",outcome="ok"} 1',
    ]);
    expect(await samples(metrics, 'quern_engine_run_duration_seconds_sum')).toEqual([
      'quern_engine_run_duration_seconds_sum{endpoint="e",outcome="ok"} 2',
      'quern_engine_run_duration_seconds_sum{endpoint="e",outcome="timeout"} 25',
      'quern_engine_run_duration_seconds_sum{endpoint="silent",outcome="ok"} 0.1',
    ]);
    expect(await samples(metrics, 'quern_engine_scanned_bytes_total')).toEqual([
      'quern_engine_scanned_bytes_total{endpoint="e"} 1024',
    ]);
  });

  test('ask for what is at the time of the scrape', async () => {
    let waiting = 5;
    const metrics = createMetrics({ ...GAUGES, limiter: () => ({ running: 2, waiting }) });
    expect(await samples(metrics, 'quern_limiter_running')).toEqual(['quern_limiter_running 2']);
    expect(await samples(metrics, 'quern_limiter_waiting')).toEqual(['quern_limiter_waiting 5']);
    waiting = 0;
    expect(await samples(metrics, 'quern_limiter_waiting')).toEqual(['quern_limiter_waiting 0']);
    expect(await samples(metrics, 'quern_cache_bytes')).toEqual(['quern_cache_bytes 1234']);
    expect(await samples(metrics, 'quern_cache_entries')).toEqual(['quern_cache_entries 7']);
    expect(await samples(metrics, 'quern_cache_warm_entries')).toEqual([
      'quern_cache_warm_entries 3',
    ]);
    expect(await samples(metrics, 'quern_cache_flights')).toEqual(['quern_cache_flights 1']);
    expect(await samples(metrics, 'quern_engine_info')).toEqual([
      'quern_engine_info{engine="fake"} 1',
    ]);
  });

  test('count events of the cache by kind', async () => {
    const metrics = createMetrics(GAUGES);
    metrics.cacheEvent('refreshed');
    metrics.cacheEvent('refreshed');
    metrics.cacheEvent('evicted');
    expect(await samples(metrics, 'quern_cache_events_total')).toEqual([
      'quern_cache_events_total{kind="refreshed"} 2',
      'quern_cache_events_total{kind="evicted"} 1',
    ]);
  });

  test('of two services in one process are kept apart, and the process is told once in each', async () => {
    const [one, other] = [createMetrics(GAUGES), createMetrics(GAUGES)];
    one.cacheEvent('refreshed');
    expect(await samples(other, 'quern_cache_events_total')).toEqual([]);
    for (const metrics of [one, other]) {
      expect(await samples(metrics, 'process_resident_memory_bytes')).toHaveLength(1);
      expect(await samples(metrics, 'nodejs_heap_size_used_bytes')).toHaveLength(1);
      expect(await samples(metrics, 'nodejs_eventloop_lag_p99_seconds')).toHaveLength(1);
    }
  });

  test('are written as Prometheus reads them: each name told once, every line a sample or a comment', async () => {
    const metrics = createMetrics(GAUGES);
    expect(await samples(metrics, 'quern_skipped_entries')).toEqual([
      'quern_skipped_entries{table="logs"} 3',
    ]);
    metrics.request('e', 200, 'hit', 0.1);
    const { contentType, text } = await metrics.render();
    expect(contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
    const types = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(types).size).toBe(types.length);
    const line =
      /^(# (HELP|TYPE) .+|[a-z0-9_]+(\{[^}]*\})? (-?[\d.]+(e[+-]\d+)?|NaN|Nan|[+-]Inf))?$/;
    expect(text.split('\n').filter(written => !line.test(written))).toEqual([]);
  });

  test('show which data sets are fresh, of those that a check knows', async () => {
    const metrics = createMetrics(GAUGES);
    expect(await samples(metrics, 'quern_source_fresh')).toEqual([
      'quern_source_fresh{source="logs"} 1',
      'quern_source_fresh{source="orders"} 0',
    ]);
    expect(await samples(metrics, 'quern_source_newest_timestamp_seconds')).toEqual([
      'quern_source_newest_timestamp_seconds{source="logs"} 1768471632.345678',
    ]);
  });
});
