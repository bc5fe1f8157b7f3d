/**
 * Tables that the exporter of OpenTelemetry makes on ClickHouse, and one of page views, from `quern init` to rows: nanoseconds, maps,
 * `Nested`, `ALIAS`, unsigned numbers, enums, addresses, fixed texts. The rows are computed here from the same values.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolders, temporaryFolder } from '../cli/cli-fixture.ts';
import {
  type ClickHouseServer,
  startClickHouseServer,
} from '../engines/servers/clickhouse-server.ts';
import { type Bodies, expectDeclared, expectRows, initialise } from './first-endpoints.ts';

afterAll(removeFolders);

// ---- values ---------------------------------------------------------------------------------------------------------

const START = Date.UTC(2026, 0, 1) / 1000;
const BILLION = 1_000_000_000n;

/** As ClickHouse reads it. */
const stored = (nanos: bigint) =>
  `${new Date(Number(nanos / BILLION) * 1000).toISOString().slice(0, 19).replace('T', ' ')}.${String(nanos % BILLION).padStart(9, '0')}`;

/** As answers have it: nanoseconds are cut off. */
function instant(nanos: bigint): string {
  const seconds = new Date(Number(nanos / BILLION) * 1000).toISOString().slice(0, 19);
  const fraction = String((nanos % BILLION) / 1000n).padStart(6, '0');
  const micros = fraction === '000000' ? '' : fraction.replace(/000$/, '');
  return `${seconds}${micros === '' ? '' : `.${micros}`}Z`;
}
const minuteOf = (nanos: bigint) => instant(nanos - (nanos % (60n * BILLION)));
const at = (i: number) =>
  // two of each instant differ only in nanoseconds
  BigInt(START) * BILLION + BigInt(i >> 1) * 7_000_001_000n + BigInt(i % 2) * 300n;

const SPANS = Array.from({ length: 40 }, (_, i) => ({
  nanos: at(i),
  trace: `t${i % 5}`,
  span: `s${String(i).padStart(2, '0')}`,
  parent: i < 5 ? '' : `s${String(i - 5).padStart(2, '0')}`,
  name: `GET /r${i % 4}`,
  service: i % 3 === 0 ? 'api' : 'auth',
  route: `/r${i % 4}`,
  duration: i * 2_000_000,
  status: i % 7 === 0 ? 'Error' : 'Ok',
  events: [
    { nanos: at(i) + 1_999n, name: 'received' },
    ...(i % 7 === 0 ? [{ nanos: at(i) + 5_000n, name: 'exception' }] : []),
  ],
  links: i % 10 === 0 ? [{ trace: `t${(i + 1) % 5}`, span: 's00' }] : [],
}));

const LOGS = Array.from({ length: 40 }, (_, i) => ({
  nanos: at(i),
  trace: i % 4 === 0 ? '' : `t${i % 5}`,
  span: `s${String(i).padStart(2, '0')}`,
  flags: i % 2,
  severity: ['DEBUG', 'INFO', 'WARN', 'ERROR'][i % 4] ?? '',
  number: [5, 9, 13, 17][i % 4] ?? 0,
  service: i % 3 === 0 ? 'api' : 'auth',
  body: `line ${i}`,
  host: `host-${i % 2}`,
  user: i % 6 === 0 ? `u${i}` : null,
}));

const VIEWS = Array.from({ length: 30 }, (_, i) => ({
  id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
  seconds: START + i * 90_061,
  // beyond an int64
  visitor: 18_446_744_073_709_551_615n - BigInt(i % 4),
  device: i % 3 === 0 ? 'phone' : 'desktop',
  ip: i % 2 === 0 ? '::ffff:192.168.0.1' : `2001:db8::${i}`,
  country: i % 5 === 0 ? 'ch' : 'de',
  width: 1000 + i * 20,
  load: i / 4,
  price: (i * 1.25).toFixed(2),
  goals: i % 4 === 0 ? [{ id: 4_000_000_000 + i, seconds: START + i * 90_061 + 5 }] : [],
}));

// ---- tables ---------------------------------------------------------------------------------------------------------

const list = (texts: readonly string[]) => `[${texts.join(', ')}]`;
const texts = (values: readonly string[]) => list(values.map(value => `'${value}'`));

const tablesIn = (database: string) => [
  `CREATE TABLE ${database}.otel_logs (
    Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)), TimestampTime DateTime DEFAULT toDateTime(Timestamp), TraceId String, SpanId String,
    TraceFlags UInt8, SeverityText LowCardinality(String), SeverityNumber UInt8, ServiceName LowCardinality(String), Body String,
    ResourceAttributes Map(LowCardinality(String), String), LogAttributes Map(LowCardinality(String), String),
    INDEX idx_trace_id TraceId TYPE bloom_filter(0.001) GRANULARITY 1
  ) ENGINE = MergeTree PARTITION BY toDate(TimestampTime) PRIMARY KEY (ServiceName, TimestampTime)
  ORDER BY (ServiceName, TimestampTime, Timestamp)`,
  `INSERT INTO ${database}.otel_logs (Timestamp, TraceId, SpanId, TraceFlags, SeverityText, SeverityNumber, ServiceName, Body, ResourceAttributes,
    LogAttributes) VALUES ${LOGS.map(
      one =>
        `('${stored(one.nanos)}', '${one.trace}', '${one.span}', ${one.flags}, '${one.severity}', ${one.number}, '${one.service}', '${one.body}', {'host.name':'${one.host}'}, ${one.user === null ? '{}' : `{'user.id':'${one.user}'}`})`,
    ).join(', ')}`,
  `CREATE TABLE ${database}.otel_traces (
    Timestamp DateTime64(9) CODEC(Delta, ZSTD(1)), TraceId String, SpanId String, ParentSpanId String, TraceState String,
    SpanName LowCardinality(String), SpanKind LowCardinality(String), ServiceName LowCardinality(String),
    SpanAttributes Map(LowCardinality(String), String), Duration UInt64, StatusCode LowCardinality(String),
    DurationMs Float64 ALIAS Duration / 1e6,
    Events Nested (Timestamp DateTime64(9), Name LowCardinality(String), Attributes Map(LowCardinality(String), String)),
    Links Nested (TraceId String, SpanId String, TraceState String, Attributes Map(LowCardinality(String), String)),
    INDEX idx_trace_id TraceId TYPE bloom_filter(0.001) GRANULARITY 1
  ) ENGINE = MergeTree PARTITION BY toDate(Timestamp) ORDER BY (ServiceName, SpanName, toDateTime(Timestamp))`,
  `INSERT INTO ${database}.otel_traces VALUES ${SPANS.map(
    one =>
      `('${stored(one.nanos)}', '${one.trace}', '${one.span}', '${one.parent}', '', '${one.name}', 'Server', '${one.service}', {'http.route':'${one.route}'}, ${one.duration}, '${one.status}', ${texts(one.events.map(({ nanos }) => stored(nanos)))}, ${texts(one.events.map(({ name }) => name))}, ${list(one.events.map(() => "{'a':'b'}"))}, ${texts(one.links.map(({ trace }) => trace))}, ${texts(one.links.map(({ span }) => span))}, ${texts(one.links.map(() => ''))}, ${list(one.links.map(() => '{}'))})`,
  ).join(', ')}`,
  `CREATE TABLE ${database}.hits (
    id UUID, event_time DateTime, event_date Date MATERIALIZED toDate(event_time), user_id UInt64,
    device Enum8('desktop' = 1, 'phone' = 2), ip IPv6, country FixedString(2), width UInt16, load Float32, price Decimal(12, 2),
    goals Nested (\`goal-id\` UInt32, reached DateTime)
  ) ENGINE = MergeTree PARTITION BY toYYYYMM(event_date) ORDER BY (event_date, id)`,
  `INSERT INTO ${database}.hits VALUES ${VIEWS.map(
    one =>
      `('${one.id}', ${one.seconds}, ${one.visitor}, '${one.device}', '${one.ip}', '${one.country}', ${one.width}, ${one.load}, ${one.price}, ${list(one.goals.map(({ id }) => String(id)))}, ${list(one.goals.map(({ seconds }) => String(seconds)))})`,
  ).join(', ')}`,
];

// ---- endpoints ------------------------------------------------------------------------------------------------------

const BODIES: Bodies = {
  otel_logs: {
    'logs.lines': `
params: { service: { type: string, required: true }, since: { type: timestamp, required: true } }
where: [ServiceName = @service, Timestamp >= @since]
select: { at: Timestamp, line: Body, span: SpanId }
order_by: [at desc, span]
limit: 5`,
    'logs.severities': `
group_by: { severity: SeverityText }
select: { lines: count(), last: max(Timestamp) }
order_by: [severity]`,
    'logs.errors': `
where: [SeverityNumber >= 17]
group_by: { service: ServiceName }
select: { errors: count(), worst: max(SeverityNumber) }
order_by: [service]`,
    'logs.trace': `
params: { trace: { type: string, required: true } }
where: [TraceId = @trace]
select: [SpanId, Body]
order_by: [SpanId]`,
    'logs.hosts': `
group_by: { host: "ResourceAttributes['host.name']" }
select: { lines: count() }
order_by: [host]`,
    'logs.minutes': `
params: { since: { type: timestamp, required: true }, until: { type: timestamp, required: true } }
where: [Timestamp >= @since, Timestamp < @until]
group_by: { minute: "trunc(Timestamp, minute)" }
select: { lines: count() }
order_by: [minute]`,
    'logs.users': `
where: ["has_key(LogAttributes, 'user.id')"]
select: { user: "LogAttributes['user.id']", attributes: LogAttributes, span: SpanId }
order_by: [span]`,
    'logs.sampled': `
group_by: { service: ServiceName }
select: { sampled: "count_if(bit_and(TraceFlags, 1) = 1)", numbers: sum(SeverityNumber), first: min(TimestampTime) }
order_by: [service]`,
  },
  otel_traces: {
    'spans.slowest': `
select: { span: SpanId, ms: DurationMs, nanos: Duration }
order_by: [nanos desc, span]
limit: 5`,
    'spans.routes': `
group_by: { route: "SpanAttributes['http.route']" }
select: { spans: count(), mean: avg(Duration), failed: "count_if(StatusCode = 'Error')" }
order_by: [route]`,
    'spans.minutes': `
group_by: { minute: "trunc(Timestamp, minute)", service: ServiceName }
select: { spans: count(), slowest: max(Duration) }
order_by: [minute, service]`,
    'spans.at': `
params: { at: { type: timestamp, required: true } }
where: [Timestamp = @at]
select: [SpanId]
order_by: [SpanId]`,
    'spans.children': `
join: { parent: { of: otel_traces, on: ParentSpanId = parent.SpanId, kind: inner, many: true } }
group_by: { service: parent.ServiceName }
select: { children: count(), last: max(Timestamp) }
order_by: [service]`,
    'spans.events': `
params: { since: { type: timestamp, required: true } }
where: ["any(Events, .Timestamp >= @since)"]
select: { span: SpanId, events: Events, received: "item(Events, .Name = 'received').Timestamp" }
order_by: [span]`,
    'spans.exceptions': `
join: { event: { each: Events } }
where: [event.Name = 'exception']
group_by: { service: ServiceName }
select: { exceptions: count(), last: max(event.Timestamp) }
order_by: [service]`,
    'spans.links': `
where: [count_items(Links) > 0]
select: { span: SpanId, links: Links, to: "item(Links, .SpanId = 's00').TraceId" }
order_by: [span]`,
  },
  hits: {
    'hits.devices': `
params: { day: { type: date, required: true } }
where: [event_date >= @day]
group_by: { device: upper(device), country: country }
select: { views: count(), visitors: count_distinct(user_id), wide: "count_if(width >= 1200)" }
order_by: [device, country]`,
    'hits.view': `
params: { id: { type: string, required: true }, ip: { type: string, required: true } }
where: ["id = @id or ip = @ip"]
select: [id, event_time, event_date, user_id, ip, load]
order_by: [id]`,
    'hits.weeks': `
group_by: { week: "trunc(event_date, week)" }
select: { views: count(), first: min(event_time) }
order_by: [week]`,
    'hits.before': `
select: { id: id, before: "event_date - interval 60 year" }
order_by: [before, id]
pages: { size: 3 }`,
    'hits.visitors': `
group_by: { visitor: user_id }
select: { views: count(), next: user_id - 1 }
order_by: [visitor]`,
    'hits.prices': `
group_by: { country: country }
select: { revenue: sum(price), most: max(price), load: avg(load) }
order_by: [country]`,
    'hits.goals': `
join: { goal: { each: goals } }
select: { id: id, goal: goal.goal_id, double: goal.goal_id * 2, reached: goal.reached }
order_by: [id]`,
    'hits.reached': `
where: ["any(goals, .goal_id > 4000000010)"]
select: { id: id, goals: goals }
order_by: [id]`,
  },
};

const SINCE = at(16);
const UNTIL = at(28);
const SENT: Readonly<Record<string, readonly string[]>> = {
  'logs.lines': ['service=api', `since=${instant(SINCE)}`],
  'logs.trace': ['trace=t3'],
  'logs.minutes': [`since=${instant(SINCE)}`, `until=${instant(UNTIL)}`],
  'spans.at': [`at=${instant(at(10))}`],
  'spans.events': [`since=${instant(SINCE)}`],
  'hits.devices': ['day=2026-01-04'],
  'hits.view': [`id=${VIEWS[3]?.id}`, 'ip=2001:db8::7'],
};

// ---- answers --------------------------------------------------------------------------------------------------------

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/** One row for each group. */
const perGroup = <T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  row: (group: readonly T[], first: T) => object,
) => grouped(rows, keyOf).map(group => row(group, group[0] as T));

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length;
const latest = (nanos: readonly bigint[]) =>
  instant(nanos.toSorted((a, b) => (a < b ? -1 : 1)).at(-1) ?? 0n);
const micros = (nanos: bigint) => nanos / 1000n;
const since = <T extends { readonly nanos: bigint }>(rows: readonly T[]) =>
  rows.filter(({ nanos }) => micros(nanos) >= micros(SINCE));
const second = (seconds: number) => instant(BigInt(seconds) * BILLION);
const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
const weekOf = (seconds: number) => {
  const days = Math.floor(seconds / 86_400);
  return dayOf((days - ((days + 3) % 7)) * 86_400);
};
const serviceOf = (span: string) => SPANS.find(one => one.span === span)?.service ?? '';
const goalsOf = ({ goals }: (typeof VIEWS)[number]) =>
  goals.map(goal => ({ goal_id: goal.id, reached: second(goal.seconds) }));

const ANSWERS: Readonly<Record<string, readonly object[]>> = {
  'logs.lines': since(LOGS)
    .filter(({ service }) => service === 'api')
    .sort((a, b) => Number(micros(b.nanos) - micros(a.nanos)) || (a.span < b.span ? -1 : 1))
    .slice(0, 5)
    .map(({ nanos, body, span }) => ({ at: instant(nanos), line: body, span })),
  'logs.severities': perGroup(
    LOGS,
    ({ severity }) => severity,
    (group, { severity }) => ({
      severity,
      lines: group.length,
      last: latest(group.map(({ nanos }) => nanos)),
    }),
  ),
  'logs.errors': perGroup(
    LOGS.filter(({ number }) => number >= 17),
    ({ service }) => service,
    (group, { service }) => ({ service, errors: group.length, worst: 17 }),
  ),
  'logs.trace': LOGS.filter(({ trace }) => trace === 't3').map(({ span, body }) => ({
    SpanId: span,
    Body: body,
  })),
  'logs.hosts': perGroup(
    LOGS,
    ({ host }) => host,
    (group, { host }) => ({ host, lines: group.length }),
  ),
  'logs.minutes': perGroup(
    since(LOGS).filter(({ nanos }) => micros(nanos) < micros(UNTIL)),
    ({ nanos }) => minuteOf(nanos),
    (group, { nanos }) => ({ minute: minuteOf(nanos), lines: group.length }),
  ),
  'logs.users': LOGS.filter(({ user }) => user !== null).map(({ user, span }) => ({
    user,
    attributes: { 'user.id': user },
    span,
  })),
  'logs.sampled': perGroup(
    LOGS,
    ({ service }) => service,
    (group, { service, nanos }) => ({
      service,
      sampled: group.filter(({ flags }) => flags === 1).length,
      numbers: sum(group.map(({ number }) => number)),
      first: instant(nanos - (nanos % BILLION)),
    }),
  ),
  'spans.slowest': SPANS.toReversed()
    .slice(0, 5)
    .map(({ span, duration }) => ({ span, ms: duration / 1e6, nanos: duration })),
  'spans.routes': perGroup(
    SPANS,
    ({ route }) => route,
    (group, { route }) => ({
      route,
      spans: group.length,
      mean: mean(group.map(({ duration }) => duration)),
      failed: group.filter(({ status }) => status === 'Error').length,
    }),
  ),
  'spans.minutes': perGroup(
    SPANS,
    ({ nanos, service }) => `${minuteOf(nanos)} ${service}`,
    (group, { nanos, service }) => ({
      minute: minuteOf(nanos),
      service,
      spans: group.length,
      slowest: Math.max(...group.map(({ duration }) => duration)),
    }),
  ),
  'spans.at': SPANS.slice(10, 12).map(({ span }) => ({ SpanId: span })),
  'spans.children': perGroup(
    SPANS.filter(({ parent }) => parent !== ''),
    ({ parent }) => serviceOf(parent),
    (group, { parent }) => ({
      service: serviceOf(parent),
      children: group.length,
      last: latest(group.map(({ nanos }) => nanos)),
    }),
  ),
  'spans.events': SPANS.filter(({ events }) => since(events).length > 0).map(
    ({ span, events }) => ({
      span,
      events: events.map(({ nanos, name }) => ({ Timestamp: instant(nanos), Name: name })),
      received: instant(events[0]?.nanos ?? 0n),
    }),
  ),
  'spans.exceptions': perGroup(
    SPANS.filter(({ status }) => status === 'Error'),
    ({ service }) => service,
    (group, { service }) => ({
      service,
      exceptions: group.length,
      last: latest(group.map(({ nanos }) => nanos + 5_000n)),
    }),
  ),
  'spans.links': SPANS.filter(({ links }) => links.length > 0).map(({ span, links }) => ({
    span,
    links: links.map(one => ({ TraceId: one.trace, SpanId: one.span, TraceState: '' })),
    to: links[0]?.trace,
  })),
  'hits.devices': perGroup(
    VIEWS.filter(({ seconds }) => dayOf(seconds) >= '2026-01-04'),
    ({ device, country }) => `${device.toUpperCase()} ${country}`,
    (group, { device, country }) => ({
      device: device.toUpperCase(),
      country,
      views: group.length,
      visitors: new Set(group.map(({ visitor }) => visitor)).size,
      wide: group.filter(({ width }) => width >= 1200).length,
    }),
  ),
  'hits.view': VIEWS.filter((_, i) => i === 3 || i === 7).map(one => ({
    id: one.id,
    event_time: second(one.seconds),
    event_date: dayOf(one.seconds),
    user_id: String(one.visitor),
    ip: one.ip,
    load: one.load,
  })),
  'hits.weeks': perGroup(
    VIEWS,
    ({ seconds }) => weekOf(seconds),
    (group, { seconds }) => ({
      week: weekOf(seconds),
      views: group.length,
      first: second(seconds),
    }),
  ),
  'hits.before': VIEWS.slice(0, 3).map(({ id, seconds }) => ({
    id,
    before: `1966${dayOf(seconds).slice(4)}`,
  })),
  'hits.visitors': perGroup(
    VIEWS,
    ({ visitor }) => String(visitor),
    (group, { visitor }) => ({
      visitor: String(visitor),
      views: group.length,
      next: String(visitor - 1n),
    }),
  ),
  'hits.prices': perGroup(
    VIEWS,
    ({ country }) => country,
    (group, { country }) => ({
      country,
      revenue: String(sum(group.map(({ price }) => Number(price)))),
      most: Math.max(...group.map(({ price }) => Number(price))).toFixed(2),
      load: mean(group.map(({ load }) => load)),
    }),
  ),
  'hits.goals': VIEWS.flatMap(({ id, goals }) =>
    goals.map(goal => ({
      id,
      goal: goal.id,
      double: goal.id * 2,
      reached: second(goal.seconds),
    })),
  ),
  'hits.reached': VIEWS.filter(({ goals }) => goals.some(goal => goal.id > 4_000_000_010)).map(
    view => ({ id: view.id, goals: goalsOf(view) }),
  ),
};

describe('tables of others on ClickHouse', () => {
  const folder = temporaryFolder();
  let server: ClickHouseServer;
  let environment: Readonly<Record<string, string>>;

  beforeAll(async () => {
    server = await startClickHouseServer();
    const { url, username, password, database, command } = server;
    for (const statement of tablesIn(database)) await command(statement);
    environment = { CLICKHOUSE_PASSWORD: password };
    const user = `${username}:${encodeURIComponent(password)}`;
    const from = `${url.replace('://', `://${user}@`)}/${database}`;
    await initialise(folder, from, BODIES, environment);
  });
  afterAll(() => server.close());

  test('are declared with a list of records in place of each `Nested`', () => {
    const file = readFileSync(join(folder, 'endpoints/sources.yaml'), 'utf8');
    expect(file).toContain(`      Events:
        list:
          record:
            Timestamp: { type: timestamp, stored: { clickhouse: "DateTime64(9)" } }
            Name: { type: string }
`);
    expect(file).toContain('key: [SpanId]     # guessed: no two are equal in all 40 rows');
    expect(file).toContain('goal_id: { type: int64, column: "goal-id", stored: { clickhouse:');
  });

  test('are as declared', async () => {
    await expectDeclared(folder, environment);
  });

  test.each(Object.values(BODIES).flatMap(bodies => Object.keys(bodies)))(
    '%s answers what its rows say',
    async endpoint => {
      await expectRows(folder, endpoint, SENT[endpoint] ?? [], ANSWERS[endpoint], environment);
    },
  );
});
