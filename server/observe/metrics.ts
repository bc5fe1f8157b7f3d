/**
 * The metrics for operators, as Prometheus text. Labels are names from the manifest, kinds from closed lists and
 * statuses, never text from a caller. This bounds the number of series to endpoints times kinds.
 *
 * The share of answers from the cache, for an endpoint:
 * `sum by (endpoint) (rate(quern_requests_total{cache=~"hit|stale"}[5m]))
 *   / sum by (endpoint) (rate(quern_requests_total{cache!=""}[5m]))`
 */
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObject,
  Registry,
} from 'prom-client';
import type { SourceFreshness } from './freshness.ts';

export interface Metrics {
  /** Counts an answered request. `endpoint`: its name, or null if unknown; `cache`: hit, miss, stale, bypass, or null. */
  readonly request: (
    endpoint: string | null,
    status: number,
    cache: string | null,
    seconds: number,
  ) => void;
  /** Counts a run on the engine: outcome `ok`, or the kind of failure; `null` bytes if the engine does not report them. */
  readonly run: (
    endpoint: string,
    outcome: string,
    seconds: number,
    scannedBytes: number | null,
  ) => void;
  /** Counts a cache event: refreshed, refresh_failed, dropped, evicted. */
  readonly cacheEvent: (kind: string) => void;
  readonly render: () => Promise<Rendered>;
  /** Returns the metrics as data, which `renderAll` sums. */
  readonly collect: () => Promise<ProcessMetrics>;
}
export interface Rendered {
  readonly contentType: string;
  readonly text: string;
}
/** The metrics of one process. */
export type ProcessMetrics = readonly MetricObject[];

/** Values that are read at the time of a scrape. */
export interface Gauges {
  /** The engine's name. */
  readonly engine: string;
  readonly limiter: () => { readonly running: number; readonly waiting: number };
  /** `warm`: entries that are being refreshed while in use; `flights`: runs that callers wait for. */
  readonly cache: () => {
    readonly entries: number;
    readonly bytes: number;
    readonly warm: number;
    readonly flights: number;
  };
  /** Entries of files that are skipped as invalid, by table. */
  readonly skipped: () => ReadonlyMap<string, number>;
  /** Of data sets that declare it. */
  readonly freshness: () => readonly SourceFreshness[];
  /** Keys that expire soon. */
  readonly expiring: () => readonly { readonly id: string; readonly expires: string }[];
  readonly files: () => FilesInUse;
}

/** Files that the service reads again, each with whether those that were read last are in use: what is invalid is not used. */
export type FilesInUse = Readonly<Partial<Record<'keys' | 'definitions', boolean>>>;

/** In seconds, from a cached answer to the longest usual time-out. */
const REQUEST_BUCKETS = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  25,
];
const RUN_BUCKETS = REQUEST_BUCKETS.filter(bound => bound >= 0.001);

export function createCounters(gauges: Gauges): Metrics {
  const registry = new Registry();
  addGauges(registry, gauges);
  const requests = requestRecorder(registry);
  return {
    request: requests.record,
    run: runRecorder(registry),
    cacheEvent: cacheEventRecorder(registry),
    render: async () => {
      requests.flush();
      const texts = await Promise.all([registry.metrics(), processRegistry().metrics()]);
      return { contentType: registry.contentType, text: texts.join('\n') };
    },
    collect: async () => {
      requests.flush();
      const all = [registry.getMetricsAsJSON(), processRegistry().getMetricsAsJSON()];
      return (await Promise.all(all)).flat();
    },
  };
}

/** Sums the metrics of several processes: each says how, and most are added. */
export async function renderAll(all: readonly ProcessMetrics[]): Promise<Rendered> {
  const registry = AggregatorRegistry.aggregate(all.map(one => [...one]));
  return { contentType: registry.contentType, text: await registry.metrics() };
}

/** Answers with the same endpoint, status and cache state. */
interface Series {
  /** Seconds that are not counted yet. */
  readonly pending: number[];
  readonly flush: () => void;
}

/** Counting many answers at once costs a quarter of counting each one as it is sent. */
const MOST_PENDING = 256;

function requestRecorder(registry: Registry) {
  const requests = new Counter({
    name: 'quern_requests_total',
    help: 'Answered requests; `cache` is empty if the cache was not used.',
    labelNames: ['endpoint', 'status', 'cache'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'quern_request_duration_seconds',
    help: 'From the arrival of a request to its answer.',
    labelNames: ['endpoint', 'cache'],
    buckets: REQUEST_BUCKETS,
    registers: [registry],
  });
  const all: Series[] = [];
  const seriesOf = memoised((endpoint: string, status: number, cache: string): Series => {
    const counted = requests.labels(endpoint, String(status), cache);
    const timed = duration.labels(endpoint, cache);
    const pending: number[] = [];
    const flush = () => {
      counted.inc(pending.length);
      for (const seconds of pending) timed.observe(seconds);
      pending.length = 0;
    };
    const series = { pending, flush };
    all.push(series);
    return series;
  });
  const record: Metrics['request'] = (endpoint, status, cache, seconds) => {
    const { pending, flush } = seriesOf(endpoint ?? '', status, cache ?? '');
    if (pending.push(seconds) >= MOST_PENDING) flush();
  };
  return {
    record,
    flush: () => {
      for (const series of all) series.flush();
    },
  };
}

/** Uses nested maps, because every cached answer needs a lookup. It takes a third of the time of a joined key. */
function memoised<T>(make: (endpoint: string, status: number, cache: string) => T) {
  const all = new Map<string, Map<string, Map<number, T>>>();
  return (endpoint: string, status: number, cache: string): T => {
    const known = all.get(endpoint)?.get(cache)?.get(status);
    if (known !== undefined) return known;
    const made = make(endpoint, status, cache);
    const ofEndpoint = entryOf(all, endpoint, () => new Map());
    entryOf(ofEndpoint, cache, () => new Map()).set(status, made);
    return made;
  };
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function runRecorder(registry: Registry): Metrics['run'] {
  const labelNames = ['endpoint', 'outcome'] as const;
  const runs = new Counter({
    name: 'quern_engine_runs_total',
    help: 'Statements run on the engine, by how they ended.',
    labelNames,
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'quern_engine_run_duration_seconds',
    help: 'How long the engine took for a statement.',
    labelNames,
    buckets: RUN_BUCKETS,
    registers: [registry],
  });
  const scanned = new Counter({
    name: 'quern_engine_scanned_bytes_total',
    help: 'Bytes that the engine reports as read or billed.',
    labelNames: ['endpoint'],
    registers: [registry],
  });
  return (endpoint, outcome, seconds, scannedBytes) => {
    runs.inc({ endpoint, outcome });
    duration.observe({ endpoint, outcome }, seconds);
    if (scannedBytes !== null) scanned.inc({ endpoint }, scannedBytes);
  };
}

function cacheEventRecorder(registry: Registry): Metrics['cacheEvent'] {
  const events = new Counter({
    name: 'quern_cache_events_total',
    help: 'Events in the life of cached answers, by kind.',
    labelNames: ['kind'],
    registers: [registry],
  });
  return kind => events.inc({ kind });
}

function addGauges(registry: Registry, gauges: Gauges): void {
  const { engine, limiter, cache, skipped, freshness, expiring, files } = gauges;
  const add = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  add('quern_limiter_running', 'Statements that are running.', () => limiter().running);
  add('quern_limiter_waiting', 'Statements that are waiting to run.', () => limiter().waiting);
  add('quern_cache_bytes', 'Bytes of encoded answers in the cache.', () => cache().bytes);
  add('quern_cache_entries', 'Answers in the cache.', () => cache().entries);
  add('quern_cache_warm_entries', 'Answers that are kept warm.', () => cache().warm);
  add('quern_cache_flights', 'Runs that callers are waiting for.', () => cache().flights);
  new Gauge({
    name: 'quern_skipped_entries',
    help: 'Entries of files that are left out because they are invalid.',
    labelNames: ['table'],
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.reset();
      for (const [table, count] of skipped()) this.set({ table }, count);
    },
  });
  new Gauge({
    name: 'quern_source_fresh',
    help: '1 if the data set has an entry that is new enough, else 0.',
    labelNames: ['source'],
    registers: [registry],
    aggregator: 'min',
    collect() {
      this.reset();
      for (const { source, isFresh } of freshness())
        if (isFresh !== null) this.set({ source }, Number(isFresh));
    },
  });
  new Gauge({
    name: 'quern_source_newest_timestamp_seconds',
    help: 'The instant of the newest entry that a check of the data set found.',
    labelNames: ['source'],
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.reset();
      for (const { source, newest } of freshness())
        if (newest !== null) this.set({ source }, Number(newest) / 1e6);
    },
  });
  new Gauge({
    name: 'quern_key_expires_timestamp_seconds',
    help: 'When a key expires, for keys that do within 14 days.',
    labelNames: ['key'],
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.reset();
      for (const { id, expires } of expiring()) this.set({ key: id }, Date.parse(expires) / 1e3);
    },
  });
  new Gauge({
    name: 'quern_files_valid',
    help: '1 if the files could be used when they were read last, else 0: older ones stay in use.',
    labelNames: ['files'],
    registers: [registry],
    aggregator: 'min',
    collect() {
      for (const [name, isValid] of Object.entries(files()))
        this.set({ files: name }, Number(isValid));
    },
  });
  new Gauge({
    name: 'quern_engine_info',
    help: 'Always 1; the label names the engine.',
    labelNames: ['engine'],
    registers: [registry],
    aggregator: 'first',
  }).set({ engine }, 1);
}

/**
 * Memory, processor time and event-loop lag belong to the process, however many services it contains. They are measured
 * from the first scrape on. This does not keep the process alive.
 */
function processRegistry(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

let ofProcess: Registry | undefined;
