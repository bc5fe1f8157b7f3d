/**
 * Tables that the exporter of OpenTelemetry makes on ClickHouse, and a table of page views: nanoseconds, maps, `Nested`, `ALIAS`, unsigned
 * numbers, enums, addresses, fixed texts and zones. The expected answers are computed here from the same rows.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../../generator/compile.ts';
import type { PortableEndpoint } from '../../generator/core/plan/endpoint.ts';
import { renderDiagnostics } from '../../generator/core/report/diagnostics.ts';
import { openClickHouse } from '../engines/clickhouse/open-clickhouse.ts';
import type { TestEngine } from '../engines/test-engine.ts';
import { prepare, runPages, runSaved, runSpecialized } from '../equality/execute.ts';

const SOURCES = `
sources:
  spans:
    tables: { clickhouse: { table: otel.otel_traces } }
    key: [trace, span]
    columns:
      at: { type: timestamp, required: true, column: Timestamp, stored: { clickhouse: DateTime64(9) } }
      trace: { type: string, required: true, column: TraceId }
      span: { type: string, required: true, column: SpanId }
      name: { type: string, required: true, column: SpanName }
      service: { type: string, required: true, column: ServiceName }
      attributes: { map: string, column: SpanAttributes }
      duration: { type: int64, required: true, column: Duration, stored: { clickhouse: UInt64 }, unit: ns }
      status: { type: string, required: true, column: StatusCode }
      event_times: { list: timestamp, column: Events.Timestamp, stored: { clickhouse: Array(DateTime64(9)) } }
      event_names: { list: string, column: Events.Name }
      events:
        column: Events
        list: { record: { at: { type: timestamp, column: Timestamp, stored: { clickhouse: DateTime64(9) } }, name: { type: string, column: Name } } }
      millis: { type: float64, required: true, column: DurationMs }
  views:
    tables: { clickhouse: { table: web.hits } }
    key: [id]
    columns:
      id: { type: string, required: true, stored: { clickhouse: UUID } }
      at: { type: timestamp, required: true, column: event_time, stored: { clickhouse: DateTime } }
      day: { type: date, required: true, column: event_date, stored: { clickhouse: Date } }
      visitor: { type: decimal, precision: 20, scale: 0, required: true, column: user_id, stored: { clickhouse: UInt64 } }
      device: { type: string, required: true, stored: { clickhouse: "Enum8('desktop' = 1, 'phone' = 2)" } }
      ip: { type: string, required: true, stored: { clickhouse: IPv6 } }
      country: { type: string, required: true, stored: { clickhouse: FixedString(2) } }
      width: { type: int64, required: true, stored: { clickhouse: UInt16 } }
      load: { type: float64, stored: { clickhouse: Float32 }, invalid: absent }
`;

const ENDPOINTS: Readonly<Record<string, string>> = {
  newest: `
from: spans
params: { service: { type: string, required: true }, from: { type: timestamp, required: true } }
where: ["service = @service", "at >= @from"]
select: { at: at, span: span, route: "attributes['http.route']", event_times: event_times, event_names: event_names, trace: { value: trace, hidden: true } }
order_by: [at desc, span, trace]
limit: 5`,
  ends: `
from: spans
params: { from: { type: timestamp, required: true } }
where: ["any(events, .at >= @from)"]
select: { span: span, events: events, done: "item(events, .name = 'done').at" }
order_by: [span]`,
  services: `
from: spans
params: { from: { type: timestamp, required: true }, to: { type: timestamp, required: true } }
where: ["at >= @from", "at < @to"]
group_by: { minute: "trunc(at, minute)", service: service }
select: { spans: count(), slowest: max(duration), failed: "count_if(status = 'Error')", last: max(at) }
order_by: [minute, service]`,
  pages: `
from: spans
select: [at, trace, span]
order_by: [at, trace, span]
pages: { size: 7 }`,
  exact: `
from: spans
params: { at: { type: timestamp, required: true } }
where: ["at = @at"]
select: [span]
order_by: [span]`,
  slow: `
from: spans
where: [millis > 40]
select: { spans: count(), mean: avg(millis) }`,
  devices: `
from: views
params: { day: { type: date, required: true } }
where: ["day >= @day"]
group_by: { device: upper(device), country: country }
select: { views: count(), visitors: count_distinct(visitor), wide: "count_if(width >= 1200)" }
order_by: [device, country]`,
  view: `
from: views
params: { id: { type: string, required: true }, ip: { type: string, required: true } }
where: ["id = @id or ip = @ip"]
select: [id, at, day, visitor, ip, load]
order_by: [id]`,
  weeks: `
from: views
group_by: { week: "trunc(day, week)", before: "day - interval 60 year" }
select: { views: count(), first: min(at), load: avg(load) }
order_by: [week, before]`,
};

// ---- rows -----------------------------------------------------------------------------------------------------------

const START = Date.UTC(2026, 0, 1) / 1000;
const instant = (nanos: bigint) => {
  const text = new Date(Number(nanos / 1_000_000n)).toISOString().slice(0, 19).replace('T', ' ');
  return `${text}.${String(nanos % 1_000_000_000n).padStart(9, '0')}`;
};

const SPANS = Array.from({ length: 40 }, (_, i) => ({
  // two of each instant differ only in nanoseconds
  nanos: BigInt(START) * 1_000_000_000n + BigInt(i >> 1) * 7_000_001_000n + BigInt(i % 2) * 300n,
  trace: `t${i % 5}`,
  span: `s${String(i).padStart(2, '0')}`,
  service: i % 3 === 0 ? 'api' : 'auth',
  route: `/r${i % 4}`,
  duration: BigInt(i) * 2_000_000n,
  status: i % 7 === 0 ? 'Error' : 'Ok',
}));
const micros = (nanos: bigint) => nanos / 1000n;

const VIEWS = Array.from({ length: 30 }, (_, i) => ({
  id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
  seconds: START + i * 90_061,
  // beyond an int64
  visitor: 18_446_744_073_709_551_615n - BigInt(i % 4),
  device: i % 3 === 0 ? 'phone' : 'desktop',
  ip: i % 2 === 0 ? '::ffff:192.168.0.1' : `2001:db8::${i}`,
  country: i % 5 === 0 ? 'a' : 'de',
  width: 1000 + i * 20,
  load: i % 6 === 0 ? 'inf' : String(i / 4),
}));
const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

const TABLES = [
  'CREATE DATABASE otel',
  `CREATE TABLE otel.otel_traces (
    Timestamp DateTime64(9) CODEC(Delta, ZSTD(1)), TraceId String, SpanId String, SpanName LowCardinality(String),
    ServiceName LowCardinality(String), SpanAttributes Map(LowCardinality(String), String), Duration UInt64,
    StatusCode LowCardinality(String), DurationMs Float64 ALIAS Duration / 1e6,
    Events Nested (Timestamp DateTime64(9), Name LowCardinality(String), Attributes Map(LowCardinality(String), String)),
    INDEX idx_trace TraceId TYPE bloom_filter(0.001) GRANULARITY 1
  ) ENGINE = MergeTree PARTITION BY toDate(Timestamp) ORDER BY (ServiceName, SpanName, toDateTime(Timestamp))`,
  `INSERT INTO otel.otel_traces VALUES ${SPANS.map(
    ({ nanos, trace, span, service, route, duration, status }) =>
      `('${instant(nanos)}', '${trace}', '${span}', 'GET', '${service}', {'http.route':'${route}'}, ${duration}, '${status}', ['${instant(nanos)}'], ['done'], [{'a':'b'}])`,
  ).join(', ')}`,
  'CREATE DATABASE web',
  `CREATE TABLE web.hits (
    id UUID, event_time DateTime, event_date Date MATERIALIZED toDate(event_time), user_id UInt64,
    device Enum8('desktop' = 1, 'phone' = 2), ip IPv6, country FixedString(2), width UInt16, load Float32
  ) ENGINE = MergeTree PARTITION BY toYYYYMM(event_date) ORDER BY (event_date, id)`,
  `INSERT INTO web.hits VALUES ${VIEWS.map(
    ({ id, seconds, visitor, device, ip, country, width, load }) =>
      `('${id}', ${seconds}, ${visitor}, '${device}', '${ip}', '${country}', ${width}, ${load})`,
  ).join(', ')}`,
];

// ---- what is answered -----------------------------------------------------------------------------------------------

const SINCE = BigInt(START) * 1_000_000n + 60_000_000n;
const UNTIL = SINCE + 40_000_000n;
const iso = (value: bigint) =>
  `${new Date(Number(value / 1000n)).toISOString().slice(0, 19)}.${String(value % 1_000_000n).padStart(6, '0')}Z`;

interface Asked {
  readonly sent: Readonly<Record<string, string>>;
  readonly rows: readonly (readonly unknown[])[];
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

const greatest = (values: readonly bigint[]) => values.toSorted((a, b) => (a < b ? -1 : 1)).at(-1);
const MINUTE = 60_000_000n;
const inWindow = SPANS.filter(({ nanos }) => micros(nanos) >= SINCE && micros(nanos) < UNTIL);
const slow = SPANS.map(({ duration }) => Number(duration) / 1e6).filter(millis => millis > 40);
const AT = micros(SPANS[10]?.nanos ?? 0n);
const weekOf = (seconds: number) => {
  const days = Math.floor(seconds / 86_400);
  return dayOf((days - ((days + 3) % 7)) * 86_400);
};

const ASKED: Readonly<Record<string, Asked>> = {
  newest: {
    sent: { service: 'api', from: iso(SINCE) },
    rows: SPANS.filter(({ service, nanos }) => service === 'api' && micros(nanos) >= SINCE)
      .sort((a, b) => Number(micros(b.nanos) - micros(a.nanos)) || (a.span < b.span ? -1 : 1))
      .slice(0, 5)
      .map(({ nanos, span, route }) => [micros(nanos), span, route, [micros(nanos)], ['done']]),
  },
  ends: {
    sent: { from: iso(SINCE) },
    rows: SPANS.filter(({ nanos }) => micros(nanos) >= SINCE).map(({ span, nanos }) => [
      span,
      [{ at: micros(nanos), name: 'done' }],
      micros(nanos),
    ]),
  },
  services: {
    sent: { from: iso(SINCE), to: iso(UNTIL) },
    rows: grouped(inWindow, one => `${micros(one.nanos) / MINUTE} ${one.service}`).map(group => [
      (micros(group[0]?.nanos ?? 0n) / MINUTE) * MINUTE,
      group[0]?.service,
      BigInt(group.length),
      greatest(group.map(({ duration }) => duration)),
      BigInt(group.filter(({ status }) => status === 'Error').length),
      greatest(group.map(({ nanos }) => micros(nanos))),
    ]),
  },
  pages: {
    sent: {},
    rows: SPANS.toSorted(
      (a, b) =>
        Number(micros(a.nanos) - micros(b.nanos)) || (a.trace + a.span < b.trace + b.span ? -1 : 1),
    ).map(({ nanos, trace, span }) => [micros(nanos), trace, span]),
  },
  exact: {
    sent: { at: iso(AT) },
    rows: SPANS.filter(({ nanos }) => micros(nanos) === AT).map(({ span }) => [span]),
  },
  slow: {
    sent: {},
    rows: [[BigInt(slow.length), slow.reduce((a, b) => a + b, 0) / slow.length]],
  },
  devices: {
    sent: { day: '2026-01-04' },
    rows: grouped(
      VIEWS.filter(({ seconds }) => dayOf(seconds) >= '2026-01-04'),
      one => `${one.device.toUpperCase()} ${one.country}`,
    ).map(group => [
      group[0]?.device.toUpperCase(),
      group[0]?.country,
      BigInt(group.length),
      BigInt(new Set(group.map(({ visitor }) => visitor)).size),
      BigInt(group.filter(({ width }) => width >= 1200).length),
    ]),
  },
  view: {
    sent: { id: VIEWS[3]?.id ?? '', ip: '2001:db8::7' },
    rows: [VIEWS[3], VIEWS[7]].map(one => [
      one?.id,
      BigInt(one?.seconds ?? 0) * 1_000_000n,
      dayOf(one?.seconds ?? 0),
      String(one?.visitor),
      one?.ip,
      Number(one?.load),
    ]),
  },
  weeks: {
    sent: {},
    rows: grouped(VIEWS, ({ seconds }) => dayOf(seconds)).map(group => {
      const [{ seconds = 0 } = {}] = group;
      const day = dayOf(seconds);
      const loads = group.flatMap(({ load }) => (load === 'inf' ? [] : [Number(load)]));
      return [
        weekOf(seconds),
        `${Number(day.slice(0, 4)) - 60}${day.slice(4)}`,
        BigInt(group.length),
        BigInt(Math.min(...group.map(one => one.seconds))) * 1_000_000n,
        loads.length === 0 ? null : loads.reduce((a, b) => a + b, 0) / loads.length,
      ];
    }),
  },
};

describe('tables of others on ClickHouse', () => {
  const files = Object.entries(ENDPOINTS).map(([name, text], i) => ({
    path: `endpoints/${name}.yaml`,
    bytes: `endpoint: ${name}\nid: 00000000-0000-4000-8000-00000000a0${String(i).padStart(2, '0')}${text}\n`,
  }));
  const { compilation, diagnostics } = compile(
    [{ path: 'endpoints/sources.yaml', bytes: SOURCES }, ...files],
    { dialects: ['clickhouse'] },
  );
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await openClickHouse({ tables: TABLES });
  });
  afterAll(() => engine.close());

  test('endpoints over them compile', () => {
    expect(renderDiagnostics(diagnostics)).toBe('');
  });

  const endpoints = compilation.endpoints.map(({ endpoint }) => endpoint as PortableEndpoint);
  test.each(endpoints.map(endpoint => [endpoint.name, endpoint] as const))(
    '%s answers what its rows say',
    async (name, endpoint) => {
      const { sent, rows } = ASKED[name] ?? { sent: {}, rows: [] };
      const prepared = prepare(endpoint, 'clickhouse');
      const now = SINCE;
      expect(rows.length).toBeGreaterThan(0);
      const isPaged = endpoint.pages !== null;
      const answered = isPaged
        ? await runPages(prepared, engine, sent, now)
        : await runSpecialized(prepared, engine, sent, now);
      expect(answered).toEqual(rows);
      if (!isPaged) expect(await runSaved(prepared, engine, sent, now)).toEqual(rows);
    },
  );
});
