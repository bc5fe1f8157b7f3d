/** The metrics of a service, whose library is loaded late. */
import type { Gauges, Metrics } from './metrics.ts';

/**
 * Creates the counters of one service, starting at zero. The library is loaded when there is something to count, because it
 * takes half the time of a start of Node.
 */
export function createMetrics(gauges: Gauges): Metrics {
  let counters: Metrics | null = null;
  let loading: Promise<Metrics> | null = null;
  const early: ((metrics: Metrics) => void)[] = [];
  const load = async () => {
    const { createCounters } = await import('./metrics.ts');
    counters = createCounters(gauges);
    for (const count of early) count(counters);
    early.length = 0;
    return counters;
  };
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  const count = (event: (metrics: Metrics) => void) => {
    if (counters !== null) return event(counters);
    early.push(event);
    void loaded();
  };
  return {
    request: (endpoint, status, cache, seconds) =>
      counters === null
        ? count(metrics => metrics.request(endpoint, status, cache, seconds))
        : counters.request(endpoint, status, cache, seconds),
    run: (...facts) => count(metrics => metrics.run(...facts)),
    cacheEvent: kind => count(metrics => metrics.cacheEvent(kind)),
    render: async () => (await loaded()).render(),
    collect: async () => (await loaded()).collect(),
  };
}
