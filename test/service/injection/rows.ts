/** Rows that hold the attacks, and what a request must find of them, worked out without anything of the service. */
import { ATTACKS, TEXTS } from './corpus.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Thirty seconds into a minute, microseconds since 1970 UTC. */
export const NOW = BigInt(Date.parse('2026-01-15T10:07:30Z')) * 1_000n;
const MINUTE = 60_000_000n;
const HOUR = 60n * MINUTE;

/** Halves of characters can be stored nowhere; NUL can, and no request asks for it. */
const STORED = TEXTS.filter(text => !ATTACKS['surrogates']?.includes(text));

interface Edge {
  readonly id: string;
  readonly timestamp: bigint;
  readonly project: string | null;
  readonly url: string;
}
interface Invocation {
  readonly id: string;
  readonly timestamp: bigint;
  readonly project: string;
  readonly fn: string;
  readonly ms: number;
  readonly status: bigint;
}
export interface Thing {
  readonly id: string;
  readonly text: string;
  readonly whole: bigint;
  readonly fraction: number;
  readonly flag: boolean;
  readonly moment: bigint;
  readonly day: string;
  readonly ident: string;
  readonly choice: string;
}

const idOf = (prefix: string, index: number) => `${prefix}${String(index).padStart(3, '0')}`;
/** Spread over fifty minutes of the last hour. */
const instantOf = (index: number) => NOW - BigInt(index % 50) * MINUTE - BigInt(index);

const EDGES: readonly Edge[] = ['home', ...STORED].map((project, index) => ({
  id: idOf('e', index),
  timestamp: instantOf(index),
  project,
  url: `https://host.example/rest?of=${project}`,
}));

const invocation = (index: number, project: string, fn: string): Invocation => ({
  id: idOf('f', index),
  timestamp: instantOf(index),
  project,
  fn,
  ms: index + 0.5,
  status: index % 3 === 0 ? 500n : 200n,
});
const INVOCATIONS: readonly Invocation[] = STORED.flatMap((text, index) => [
  invocation(2 * index, text, 'fn'),
  invocation(2 * index + 1, 'home', text),
]);

export const THINGS: readonly Thing[] = STORED.map((text, index) => ({
  id: idOf('t', index),
  text,
  whole: BigInt(index) - 1n,
  fraction: index / 2 - 1,
  flag: index % 2 === 0,
  moment: index === 7 ? BigInt(Date.parse('2026-01-15')) * 1_000n : NOW - BigInt(index),
  day: index === 8 ? '2026-01-15' : '2025-12-31',
  ident: `3f2b8c1e-9d4a-4c7e-8a55-0b1e7c3b8${idOf('', index)}`,
  choice: index % 2 === 0 ? 'a' : 'b',
}));

/** By data set, as they are stored. */
export const ROWS: Readonly<Record<string, readonly Row[]>> = {
  edge_logs: EDGES.map(({ id, timestamp, project, url }) => ({
    id,
    timestamp,
    project,
    event_message: project,
    metadata: { request: { url, path: '/rest/v1' } },
  })),
  function_edge_logs: INVOCATIONS.map(({ id, timestamp, project, fn, ms, status }) => ({
    id,
    timestamp,
    metadata: {
      project_ref: project,
      function_id: fn,
      execution_time_ms: ms,
      response: { status_code: status },
    },
  })),
  things: THINGS.map(thing => ({ ...thing })),
};

// ---- what is found --------------------------------------------------------------------------------------------------

/** Of `logs.all`: what tells its rows apart, the newest first. */
export function logsOf(project: string): readonly Row[] {
  return EDGES.filter(row => row.project === project)
    .toSorted((a, b) => Number(b.timestamp - a.timestamp))
    .map(({ id, project, url }) => ({ id, event_message: project, url }));
}

/** Of `usage.api-counts` by the minute: how many of the addresses pass, all of them in the area of `/rest`. */
export function usageOf(isFound: (url: string) => boolean): readonly Row[] {
  const found = EDGES.filter(({ url }) => isFound(url));
  return byBucket(found, MINUTE).map(([timestamp, rows]) => ({
    timestamp,
    total_rest_requests: rows.length,
  }));
}

/** Of `functions.invocation-stats`, by the minute or the hour. */
export function statsOf(
  isMeant: (row: Pick<Invocation, 'project' | 'fn'>) => boolean,
  step: 'minute' | 'hour',
): readonly Row[] {
  const found = INVOCATIONS.filter(isMeant);
  return byBucket(found, step === 'minute' ? MINUTE : HOUR).map(([timestamp, rows]) => ({
    timestamp,
    min_execution_time: Math.min(...rows.map(({ ms }) => ms)),
    max_execution_time: Math.max(...rows.map(({ ms }) => ms)),
    count: rows.length,
    error_count: rows.filter(({ status }) => status >= 400n).length,
  }));
}

function byBucket<T extends { readonly timestamp: bigint }>(
  rows: readonly T[],
  step: bigint,
): readonly (readonly [string, readonly T[]])[] {
  const buckets = new Map<bigint, T[]>();
  for (const row of rows) {
    const start = row.timestamp - (row.timestamp % step);
    buckets.set(start, [...(buckets.get(start) ?? []), row]);
  }
  return [...buckets]
    .toSorted(([a], [b]) => Number(a - b))
    .map(([start, found]) => [
      new Date(Number(start / 1_000n)).toISOString().replace('.000', ''),
      found,
    ]);
}

/** Of `things.all`, in the order of their identifiers. */
export function thingsOf(isMeant: (thing: Thing) => boolean): readonly Row[] {
  return THINGS.filter(isMeant).map(({ id, text }) => ({ id, text }));
}

/** The members of answered rows that the rows above have; an address stands deeper. */
export function comparable(rows: readonly Row[], like: readonly string[]): readonly Row[] {
  return rows.map(row =>
    Object.fromEntries(like.map(name => [name, name === 'url' ? urlOf(row) : row[name]])),
  );
}

function urlOf(row: Row): unknown {
  const { metadata } = row as { readonly metadata: { readonly request: { readonly url: string } } };
  return metadata.request.url;
}
