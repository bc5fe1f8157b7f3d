/** Rows and requests by chance, the same in every run, and the answer that the reference computes for them. */
import fc from 'fast-check';
import type { ManifestField } from '../../../generator/core/output/manifest.ts';
import { answer } from '../../reference/answer.ts';
import type { Row } from '../../reference/language/evaluate.ts';
import { DAY, HOUR, invocation, MINUTE, request, SECOND } from './entries.ts';
import { MANIFEST, referenceNamed } from './project.ts';
import { type Ask, NOW, type Rows } from './services.ts';

const SEED = 20260115;
const ROWS = 400;

// ---- rows -----------------------------------------------------------------------------------------------------------

const projects = fc.constantFrom('mix-a', 'mix-a', 'mix-a', 'mix-b', 'mix-c', "mix'd", 'mix é');
const trunc = (at: bigint, step: bigint) => at - (at % step);
const EDGES = [
  NOW,
  ...[5n * MINUTE, 15n * MINUTE, HOUR, DAY, 7n * DAY, 90n * DAY].flatMap(last => [
    NOW - last,
    ...[SECOND, MINUTE, HOUR, DAY].map(step => trunc(NOW - last, step)),
  ]),
  ...[SECOND, MINUTE, HOUR, DAY].map(step => trunc(NOW, step) + step),
];
const instants = fc.oneof(
  fc.tuple(fc.constantFrom(...EDGES), fc.constantFrom(-1n, 0n, 1n)).map(([at, by]) => at + by),
  fc.bigInt({ min: NOW - 61n * MINUTE, max: NOW + MINUTE }),
  fc.bigInt({ min: NOW - 25n * HOUR, max: NOW }),
  fc.bigInt({ min: NOW - 100n * DAY, max: NOW + DAY }),
);
const TEXTS = [
  null,
  '',
  'GET | 200',
  '"quoted" \\ \u0001 \u2028',
  'שלום 日本語 😀',
  "it's $p @p {p:String} -- ;",
  'a\nb\tc',
];
const text = fc.constantFrom(...TEXTS);
const PATHS = [
  null,
  '/',
  '/rest/v1/items',
  '/auth/v1/token',
  '/storage/rest/auth',
  '/realtime/v1',
  '/Rest',
  '/x?next=/rest',
];

const requests = fc
  .record({
    project: projects,
    at: instants,
    message: text,
    path: fc.constantFrom(...PATHS),
    host: projects,
    country: text,
    asn: fc.option(fc.bigInt({ min: -5n, max: 9_007_199_254_740_991n }), { nil: null }),
    verified: fc.option(fc.boolean(), { nil: null }),
    shape: fc.constantFrom('usual', 'usual', 'usual', 'usual', 'none', 'empty', 'two'),
  })
  .map(({ project, at, message, path, host, country, asn, verified, shape }): Row => {
    const url = path === null ? null : `https://${host}.example${path}`;
    const cf = { country, asn, botManagement: { verifiedBot: verified } };
    const usual = { request: { path, url, cf }, response: { status_code: 200n } };
    const shapes = { usual, none: null, empty: [], two: [usual, { request: { url: 'second' } }] };
    return request(project, at, { message, metadata: shapes[shape] ?? null });
  });

const invocations = fc
  .record({
    project: projects,
    at: instants,
    // whole numbers: sums and means are exact in any order
    ms: fc.option(fc.integer({ min: 0, max: 5_000 }), { nil: null, freq: 8 }),
    status: fc.option(fc.bigInt({ min: 198n, max: 501n }), { nil: null, freq: 8 }),
    fn: fc.constantFrom('f1', 'f2', "f'3"),
  })
  .map(({ project, at, ...rest }) => invocation(project, at, rest));

/** Close to where answers change: ends of windows and buckets, values that are missing, records of none and of two. */
export const MIXED: Pick<Rows, 'edge_logs' | 'function_edge_logs'> = {
  edge_logs: fc.sample(requests, { seed: SEED, numRuns: ROWS }),
  function_edge_logs: fc.sample(invocations, { seed: SEED, numRuns: ROWS }),
};

// ---- requests -------------------------------------------------------------------------------------------------------

export type Sent = Readonly<Record<string, string | undefined>>;
const ask = fc.constantFrom(
  'mix-a',
  'mix-a',
  'mix-b',
  'mix-c',
  "mix'd",
  'mix é',
  'nobody',
  'tiers',
  'many',
);
const bound = fc.oneof(
  fc.constantFrom(
    undefined,
    undefined,
    '',
    '2026-01-15',
    '2026-01-15T10:07:33.123456Z',
    '2025-12-01 00:00:00+00:00',
  ),
  instants.map(
    at =>
      `${new Date(Number(at / 1_000n)).toISOString().slice(0, -1)}${String(at % 1_000n).padStart(3, '0')}Z`,
  ),
);
const REQUESTS: Readonly<Record<string, fc.Arbitrary<Sent>>> = {
  'functions.invocation-stats': fc.record({
    project: ask,
    function_id: fc.constantFrom(undefined, undefined, '', 'f1', 'f2', "f'3", 'f4'),
    interval: fc.constantFrom(
      '5min',
      '15min',
      '1hr',
      '1day',
      '7day',
      '7day',
      undefined,
      '',
      'bogus',
    ),
  }),
  'logs.all': fc.record({
    project: ask,
    project_tier: fc.constantFrom('FREE', 'PRO', 'PAYG', 'ENTERPRISE', 'free', '', undefined),
    iso_timestamp_start: bound,
    iso_timestamp_end: bound,
  }),
  'usage.api-counts': fc.record({
    project: fc.constantFrom(
      ...[
        'mix-a',
        'mix-b',
        '^https://mix-[ab]',
        '(?i)MIX',
        '.',
        'mix.d',
        '/rest$',
        '\\?next=',
        'é',
        '\\x{e9}',
        'a|b',
        '[^a-z]{9}',
      ],
    ),
    interval: fc.constantFrom('minutely', 'hourly', 'daily'),
  }),
};

/** Requests of an endpoint that are accepted. */
export function requestsOf(endpoint: string, count: number): readonly Sent[] {
  const arbitrary = REQUESTS[endpoint];
  if (arbitrary === undefined) throw new Error(`no requests of ${endpoint}`);
  return fc.sample(arbitrary, { seed: SEED, numRuns: count });
}

export function pathOf(endpoint: string, sent: Sent): string {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  const pairs = given.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`);
  return `/api/endpoints/${endpoint}?${pairs.join('&')}`;
}

/** The same request with its parameters in a body, without empty texts: they are absent, and a body leaves out what is absent. */
export function postOf(endpoint: string, sent: Sent): Ask {
  const path = `/api/endpoints/${endpoint}`;
  const headers = { 'Content-Type': 'application/json' };
  const given = Object.entries(sent).filter(([, value]) => value !== '');
  return { path, method: 'POST', headers, body: JSON.stringify(Object.fromEntries(given)) };
}

// ---- answers --------------------------------------------------------------------------------------------------------

/** The body of the answer, character by character, by the reference and by what is written here. */
export function bodyOf(name: string, rows: readonly Row[], sent: Sent): string {
  const columns = MANIFEST.endpoints.find(endpoint => endpoint.name === name)?.columns ?? [];
  const found = answer(referenceNamed(name), rows, sent, NOW);
  const texts = found.rows.map(row => {
    const members = columns.map((column, index) => member(column, row[index]));
    return `{${members.join(',')}}`;
  });
  return `{"result":[${texts.join(',')}]}`;
}

function member(field: ManifestField, value: unknown): string {
  return `${JSON.stringify(field.name)}:${jsonOf(field, value)}`;
}

function jsonOf(field: ManifestField, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (field.type === 'record') {
    const record = value as Readonly<Record<string, unknown>>;
    return `{${(field.fields ?? []).map(part => member(part, record[part.name])).join(',')}}`;
  }
  if (field.type === 'timestamp' && typeof value === 'bigint') return `"${rfc3339(value)}"`;
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

function rfc3339(at: bigint): string {
  const micros = ((at % SECOND) + SECOND) % SECOND;
  const seconds = new Date(Number((at - micros) / 1_000n)).toISOString().slice(0, 19);
  const fraction =
    micros % 1_000n === 0n
      ? String(micros / 1_000n).padStart(3, '0')
      : String(micros).padStart(6, '0');
  return micros === 0n ? `${seconds}Z` : `${seconds}.${fraction}Z`;
}
