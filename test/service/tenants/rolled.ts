/** Visits of three tenants with a rollup, the endpoints over them, and the rows that each request must be answered, from the visits alone. */
import { randomFrom } from './data.ts';

const SECOND = 1_000_000n;
const UNITS = { minute: 60n * SECOND, hour: 3_600n * SECOND, day: 86_400n * SECOND } as const;
export type Unit = keyof typeof UNITS;

/** Instants are microseconds since 1970 UTC. */
export interface Visit {
  readonly id: string;
  readonly seen: bigint;
  readonly project: string;
  readonly method: string | null;
  readonly bytes: number | null;
  /** In eighths, so that sums in any order are equal. */
  readonly latency: number | null;
}

const TENANTS = ['alpha', 'beta', 'gamma'] as const;
/** Of a text with at most six digits after the second, which `Date` does not have. */
const micros = (text: string) => {
  const [seconds = '', fraction = ''] = text.replace('Z', '').split('.');
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000n + BigInt(fraction.padEnd(6, '0'));
};
const FIRST = micros('2026-01-11T00:00:00Z');
/** Some lie on an hour, and some one microsecond beside it. */
const BESIDE = [0n, 1n, -1n, 1_799n * SECOND, 2_700n * SECOND + 7n];

/** Each tenant has values of its own, so that a row of another tenant is found in any sum. */
export const VISITS: readonly Visit[] = visits();

function visits(): readonly Visit[] {
  const random = randomFrom(37);
  const one = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
  return TENANTS.flatMap((project, tenant) =>
    Array.from({ length: 150 }, (_, at): Visit => {
      const hour = BigInt(Math.floor(random() * 96));
      return {
        id: `${project}-${at}`,
        seen: FIRST + hour * UNITS.hour + one(BESIDE),
        project,
        method: one([null, 'GET', 'POST', `OF ${project}`]),
        bytes: one([null, 3 * 1_000 ** tenant, 7 * 1_000 ** tenant]),
        latency: one([null, 0.125, -0.5, 8 + tenant]),
      };
    }),
  );
}

const SOURCES = `sources:
  visits:
    scope: { project: many }
    key: [id]
    tables: { duckdb: { table: visits }, clickhouse: { table: visits } }
    columns:
      id: { type: string, required: true }
      seen: { type: timestamp, required: true }
      project: string
      method: { type: string, tags: [pii] }
      bytes: int64
      latency: float64
    rollups:
      hourly:
        of: seen
        step: hour
        group_by: [project, method]
        measures: [sum(bytes), avg(latency), max(latency)]
`;

const head = (name: string, at: number) => `endpoint: visits.${name}
id: 00000000-0000-4000-8000-0000000037${at}
engines: [duckdb, clickhouse]
cache: off
from: visits
`;
const PROJECT = 'project: { type: string, required: true }';
const WINDOW = 'from: { type: timestamp, required: true }, to: { type: timestamp, required: true }';
const OWN = 'where: [project = @project, { when: method, filter: method = @method }]';

export const FILES: Readonly<Record<string, string>> = {
  'endpoints/sources.yaml': SOURCES,
  'endpoints/visits.traffic.yaml': `${head('traffic', 10)}params:
  { ${PROJECT}, ${WINDOW}, step: { enum: [minute, hour, day], default: hour }, method: { type: string } }
${OWN}
buckets: { of: seen, from: '@from', to: '@to', step: { by: step, cases: { minute: minute, hour: hour, day: day } } }
group_by: { method: method }
select: { visits: count(), bytes: sum(bytes), mean: avg(latency), slowest: max(latency), methods: count_distinct(method) }
order_by: [seen, method]
max_rows: 10000
`,
  'endpoints/visits.several.yaml': `${head('several', 11)}rollup: hourly
params: { projects: { list: string, required: true }, ${WINDOW} }
where: [project in @projects, seen >= @from, seen < @to]
group_by: { project: project }
select: { visits: count(), bytes: sum(bytes) }
order_by: [project]
`,
  'endpoints/visits.latency.yaml': `${head('latency', 12)}params: { ${PROJECT}, ${WINDOW}, measure: { enum: [mean, median], default: mean }, method: { type: string } }
where: [project = @project, seen >= @from, seen < @to, { when: method, filter: method = @method }]
select:
  visits: count()
  value: { by: measure, cases: { mean: avg(latency), median: 'quantile(latency, 0.5)' } }
`,
  'endpoints/visits.growth.yaml': `${head('growth', 13)}params: { ${PROJECT}, ${WINDOW}, method: { type: string } }
${OWN}
window: { of: seen, from: '@from', to: '@to' }
compare: previous
group_by: { method: method }
select:
  visits: count()
  bytes: sum(bytes)
  visits_before: previous_visits
  bytes_before: previous_bytes
order_by: [method]
`,
  'endpoints/visits.change.yaml': `${head('change', 14).replace('from: visits\n', '')}rollup: hourly
params: { ${PROJECT}, ${WINDOW}, method: { type: string } }
steps:
  hours:
    from: visits
    ${OWN}
    group_by: { hour: 'trunc(seen, hour)', method: method }
    select: { visits: count(), slowest: max(latency) }
from: hours
window: { of: hour, from: '@from', to: '@to' }
compare: previous
group_by: { method: method }
select: { all: sum(visits), all_before: previous_all, slowest: max(slowest), slowest_before: previous_slowest }
order_by: [method]
`,
};

export type Row = Readonly<Record<string, unknown>>;
export interface Asked {
  readonly from: string;
  readonly to: string;
  readonly step?: Unit;
  readonly method?: string;
  readonly measure?: 'mean' | 'median';
}

/** The rows of an endpoint for these tenants, in no order. */
export type Wanted = (of: readonly string[], asked: Asked) => readonly Row[];

export const WANTED = { traffic, several, latency, growth, change } satisfies Record<
  string,
  Wanted
>;
export type Name = keyof typeof WANTED;

function traffic(of: readonly string[], asked: Asked): readonly Row[] {
  const step = UNITS[asked.step ?? 'hour'];
  const start = ({ seen }: Visit) => seen - (seen % step);
  const rows = grouped(within(of, asked), visit => `${start(visit)} ${visit.method}`);
  return rows.map(([first, all]) => ({
    seen: shown(start(first)),
    method: first.method,
    visits: all.length,
    bytes: sum(all.map(({ bytes }) => bytes)),
    mean: mean(all.map(({ latency }) => latency)),
    slowest: most(all.map(({ latency }) => latency)),
    methods: first.method === null ? 0 : 1,
  }));
}

function several(of: readonly string[], asked: Asked): readonly Row[] {
  return grouped(within(of, asked), ({ project }) => project).map(([{ project }, all]) => ({
    project,
    visits: all.length,
    bytes: sum(all.map(({ bytes }) => bytes)),
  }));
}

function latency(of: readonly string[], asked: Asked): readonly Row[] {
  const all = within(of, asked);
  const known = all.map(({ latency: one }) => one);
  return [{ visits: all.length, value: asked.measure === 'median' ? median(known) : mean(known) }];
}

function growth(of: readonly string[], asked: Asked): readonly Row[] {
  const length = micros(asked.to) - micros(asked.from);
  const before = within(of, asked, length);
  return grouped(within(of, asked), ({ method }) => String(method)).map(([{ method }, all]) => {
    const earlier = before.filter(visit => visit.method === method);
    return {
      method,
      visits: all.length,
      bytes: sum(all.map(({ bytes }) => bytes)),
      visits_before: earlier.length,
      bytes_before: sum(earlier.map(({ bytes }) => bytes)),
    };
  });
}

/** Whole hours whose starts are in the window. */
function change(of: readonly string[], asked: Asked): readonly Row[] {
  const length = micros(asked.to) - micros(asked.from);
  const hour = ({ seen }: Visit) => seen - (seen % UNITS.hour);
  const before = within(of, asked, length, hour);
  const all = within(of, asked, 0n, hour);
  return grouped(all, ({ method }) => String(method)).map(([{ method }, now]) => {
    const earlier = before.filter(visit => visit.method === method);
    return {
      method,
      all: now.length,
      all_before: earlier.length === 0 ? null : earlier.length,
      slowest: most(now.map(({ latency: one }) => one)),
      slowest_before: most(earlier.map(({ latency: one }) => one)),
    };
  });
}

/** The visits whose instant is in the window, or in the one that begins so much before. */
function within(
  of: readonly string[],
  { from, to, method }: Asked,
  before = 0n,
  instant = ({ seen }: Visit) => seen,
): readonly Visit[] {
  return VISITS.filter(
    visit =>
      of.includes(visit.project) &&
      instant(visit) >= micros(from) - before &&
      instant(visit) < micros(to) - before &&
      (method === undefined || visit.method === method),
  );
}

function grouped(
  of: readonly Visit[],
  key: (visit: Visit) => string,
): readonly (readonly [first: Visit, all: readonly Visit[]])[] {
  const groups = new Map<string, Visit[]>();
  for (const visit of of) groups.set(key(visit), [...(groups.get(key(visit)) ?? []), visit]);
  return [...groups.values()].map(all => [all[0] as Visit, all]);
}

const shown = (instant: bigint) =>
  new Date(Number(instant / 1_000n)).toISOString().replace('.000Z', 'Z');
const knownOf = (values: readonly (number | null)[]) => values.filter(value => value !== null);

function sum(values: readonly (number | null)[]): number | null {
  const known = knownOf(values);
  return known.length === 0 ? null : known.reduce((all, value) => all + value, 0);
}

function mean(values: readonly (number | null)[]): number | null {
  const [all, { length }] = [sum(values), knownOf(values)];
  return all === null ? null : all / length;
}

function most(values: readonly (number | null)[]): number | null {
  const known = knownOf(values);
  return known.length === 0 ? null : Math.max(...known);
}

/** The smallest value that at least half of all do not exceed. */
function median(values: readonly (number | null)[]): number | null {
  const known = [...knownOf(values)].sort((a, b) => a - b);
  return known[Math.ceil(known.length / 2) - 1] ?? null;
}
