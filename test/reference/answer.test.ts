import { describe, expect, test } from 'vitest';
import { referenceOf } from '../support/projects/specs.ts';
import { answer, bucketsOf, type Sent } from './answer.ts';
import type { ReferenceEndpoint } from './endpoint.ts';
import type { Row } from './language/evaluate.ts';
import { UNITS } from './language/syntax.ts';
import { Refused } from './params.ts';
import { instant } from './values.ts';

const NOW = instant('2026-01-15T10:07:30.5Z');
const { day = 0n, hour = 0n, week = 0n } = UNITS;

const SOURCES = `
sources:
  logs:
    tables: { duckdb: { table: logs } }
    columns:
      id: { type: string, required: true }
      timestamp: { type: timestamp, required: true }
      event_message: string
      project: { type: string, is: metadata.project_ref }
      metadata:
        record:
          project_ref: string
          function_id: string
          execution_time_ms: float64
          request: { record: { url: string, path: string } }
          response: { record: { status_code: int64 } }
`;

/** The endpoint of the clauses, as the reference reads it. */
function endpoint(...clauses: readonly string[]): ReferenceEndpoint {
  const head = 'endpoint: built\nid: 00000000-0000-4000-8000-000000000000\nfrom: logs';
  return referenceOf(
    [
      { path: 'endpoints/sources.yaml', bytes: SOURCES },
      { path: 'endpoints/built.yaml', bytes: [head, ...clauses].join('\n') },
    ],
    'built',
  );
}

function entry(at: string | bigint, more: Readonly<Record<string, unknown>> = {}): Row {
  const timestamp = typeof at === 'bigint' ? at : instant(at);
  return { id: String(timestamp), timestamp, metadata: { project_ref: 'p', ...more } };
}

const STATS = [
  `
params:
  project: { type: string, required: true }
  function_id: { type: string }
  interval: { enum: [5min, 15min, 1hr, 1day, 7day], default: 1day, otherwise: default }
where:
  - project = @project
  - { when: function_id, filter: metadata.function_id = @function_id }
buckets:
  of: timestamp
  by: interval
  intervals:
    5min: { last: 5 minutes, step: second }
    15min: { last: 15 minutes, step: minute }
    1hr: { last: 1 hour, step: minute }
    1day: { last: 1 day, step: hour }
    7day: { last: 7 days, step: day }`,
  `
select:
  min: min(metadata.execution_time_ms)
  max: max(metadata.execution_time_ms)
  avg: avg(metadata.execution_time_ms)
  p95: approx_quantile(metadata.execution_time_ms, 0.95)
  error_share: { value: error_count / count, hidden: true }
  count: count()
  error_count: count_if(metadata.response.status_code >= 400)
  status_5xx: { value: 'count_if(metadata.response.status_code between 500 and 599)', hidden: true }`,
];

function stats(rows: readonly Row[], sent: Sent = {}, order = '[timestamp]') {
  const built = endpoint(...STATS, `order_by: ${order}`);
  return answer(built, rows, { project: 'p', ...sent }, NOW);
}

describe('functions.invocation-stats', () => {
  test.each([
    ['5min', 301, '2026-01-15T10:02:30Z'],
    ['15min', 16, '2026-01-15T09:52:00Z'],
    ['1hr', 61, '2026-01-15T09:07:00Z'],
    ['1day', 25, '2026-01-14T10:00:00Z'],
    ['7day', 8, '2026-01-08T00:00:00Z'],
  ] as const)('%s has %i buckets from %s', (interval, count, first) => {
    const [, span] =
      endpoint(...STATS).buckets?.intervals?.cases.find(([name]) => name === interval) ?? [];
    if (span === undefined) throw new Error(`no interval ${interval}`);
    const buckets = bucketsOf(span, NOW);
    expect([buckets.length, buckets[0]]).toEqual([count, instant(first)]);
    const end = (buckets.at(-1) ?? 0n) + span.step;
    const edges = [instant(first) - 1n, instant(first), end - 1n, end].map(at => entry(at));
    const { rows } = stats(edges, { interval });
    expect(rows.map(row => row[0])).toEqual([instant(first), buckets.at(-1)]);
  });

  test.each([undefined, '', 'bogus', '1DAY'])('the interval %j is a day', interval => {
    const edge = instant('2026-01-14T10:00:00Z');
    const { rows } = stats([entry(edge), entry(edge - 1n)], { interval });
    expect(rows.map(row => row[0])).toEqual([edge]);
  });

  test('empty buckets are left out, and nothing is an empty answer', () => {
    expect(stats([entry('2026-01-15T10:00:00Z'), entry('2026-01-15T08:59:59Z')]).rows).toHaveLength(
      2,
    );
    expect(stats([])).toEqual({
      columns: ['timestamp', 'min', 'max', 'avg', 'p95', 'count', 'error_count'],
      rows: [],
    });
  });

  test('the function is optional, and an empty one is absent', () => {
    const rows = ['a', 'b', null].map(function_id =>
      entry('2026-01-15T10:00:00Z', { function_id }),
    );
    const count = (sent: Sent) => stats(rows, sent).rows.map(row => row[5]);
    expect([count({}), count({ function_id: '' }), count({ function_id: 'a' })]).toEqual([
      [3n],
      [3n],
      [1n],
    ]);
    expect([count({ function_id: 'z' }), count({ project: 'q' })]).toEqual([[], []]);
  });

  test('errors are 400 and above; no status is no error, and times may be missing', () => {
    const statuses = [399, 400, 599, null];
    const rows = statuses.map(status_code =>
      entry('2026-01-15T10:00:00Z', { response: [{ status_code }, { status_code: 500 }] }),
    );
    expect(stats(rows).rows).toEqual([
      [instant('2026-01-15T10:00:00Z'), null, null, null, null, 4n, 2n],
    ]);
  });

  test('times of an hour', () => {
    const rows = [1, 2, 4.5, null].map(execution_time_ms =>
      entry('2026-01-15T10:00:00Z', { execution_time_ms }),
    );
    expect(stats(rows).rows[0]?.slice(1)).toEqual([1, 4.5, 2.5, 4.5, 4n, 0n]);
  });

  test('outputs may be made of others, and hidden ones order', () => {
    const rows = [
      entry('2026-01-15T10:00:00Z', { response: { status_code: 200 } }),
      entry('2026-01-15T09:00:00Z', { response: { status_code: 500 } }),
      entry('2026-01-15T08:00:00Z', { response: { status_code: 500 } }),
    ];
    const ordered = stats(rows, {}, '[error_share desc, timestamp]');
    expect(ordered.rows.map(row => row[0])).toEqual([
      instant('2026-01-15T08:00:00Z'),
      instant('2026-01-15T09:00:00Z'),
      instant('2026-01-15T10:00:00Z'),
    ]);
  });

  test('a project is required', () => {
    expect(() => stats([], { project: '' })).toThrow(Refused);
  });
});

const LOGS = `
params:
  project: { type: string, required: true }
  project_tier: { enum: [FREE, PRO, PAYG], default: FREE, otherwise: default }
  start: { type: timestamp }
  end: { type: timestamp }
where:
  - project = @project
  - { when: start, filter: timestamp > @start }
  - { when: end, filter: timestamp <= @end }
retention: { of: timestamp, by: project_tier, windows: { FREE: 1 day, PRO: 7 days, PAYG: 90 days } }
select: [id, timestamp, metadata]
order_by: [timestamp desc, id]
limit: 100`;

function logs(rows: readonly Row[], sent: Sent = {}) {
  return answer(endpoint(LOGS), rows, { project: 'p', ...sent }, NOW).rows;
}

describe('logs.all', () => {
  test.each([
    ['FREE', 1n],
    ['PRO', 7n],
    ['PAYG', 90n],
    ['', 1n],
    ['free', 1n],
  ])('the tier %j keeps %i days, strictly', (project_tier, days) => {
    const edge = NOW - days * day;
    const found = logs([entry(edge - 1n), entry(edge), entry(edge + 1n)], { project_tier });
    expect(found.map(row => row[1])).toEqual([edge + 1n]);
  });

  test('the start is excluded, the end included, and the future is answered', () => {
    const [start, end] = ['2026-01-15T09:00:00Z', '2026-01-15T10:00:00Z'];
    const at = [instant(start), instant(start) + 1n, instant(end), instant(end) + 1n];
    const rows = [...at, NOW + 1n].map(micros => entry(micros));
    expect(logs(rows, { start, end }).map(row => row[1])).toEqual([at[2], at[1]]);
    expect(logs(rows, { start, end: '' })).toHaveLength(4);
    expect(logs(rows)).toHaveLength(5);
    expect(logs(rows, { start: end, end: start })).toEqual([]);
    expect(() => logs(rows, { start: 'yesterday' })).toThrow('`start` must be');
  });

  test('the newest hundred, then by identifier, each with its record', () => {
    const rows = Array.from({ length: 150 }, (_, i) => ({
      ...entry(NOW - BigInt(Math.floor(i / 2))),
      id: String(1000 - i),
    }));
    const found = logs(rows);
    expect(found).toHaveLength(100);
    expect(found.slice(0, 3).map(row => row[0])).toEqual(['1000', '999', '997']);
    expect(found[0]?.[2]).toMatchObject({ project_ref: 'p', request: null });
  });
});

const USAGE = {
  head: `
params:
  project: { type: regex, required: true }
  interval: { enum: [hourly, daily, minutely], required: true }
where: ['matches(metadata.request.url, @project)']`,
  buckets: `
buckets:
  of: timestamp
  by: interval
  window: sliding
  intervals:
    hourly: { last: 1 hour, step: hour }
    daily: { last: 7 days, step: day }
    minutely: { last: 60 minutes, step: minute }`,
  select: `
select:
  rest: count_if(contains(metadata.request.path, '/rest'))
  storage: count_if(contains(metadata.request.path, '/storage'))`,
  order: 'order_by: [timestamp]',
};

function usage(rows: readonly Row[], sent: Sent, more: Partial<typeof USAGE> = {}) {
  return answer(endpoint(...Object.values({ ...USAGE, ...more })), rows, sent, NOW).rows;
}

function request(
  at: string | bigint,
  path: string | null,
  url: string | null = 'https://abc.co',
): Row {
  return entry(at, { request: { path, url } });
}

describe('usage.api-counts', () => {
  test.each([
    ['hourly', hour],
    ['daily', 7n * day],
    ['minutely', hour],
  ])('%s begins exactly its span ago and has no end', (interval, last) => {
    const rows = [NOW - last - 1n, NOW - last, NOW + week].map(at => request(at, '/'));
    expect(usage(rows, { project: 'abc', interval })).toHaveLength(2);
  });

  test('a request counts in every area that it names; one in none makes its bucket appear', () => {
    const rows = [
      request('2026-01-15T10:05:01Z', '/storage/rest'),
      request('2026-01-15T10:05:59Z', null),
      request('2026-01-15T10:06:00Z', '/'),
      request('2026-01-15T10:07:00Z', '/rest', null),
      request('2026-01-15T10:07:00Z', '/rest', 'https://xyz.co'),
    ];
    expect(usage(rows, { project: '^https://a.c', interval: 'minutely' })).toEqual([
      [instant('2026-01-15T10:05:00Z'), 1n, 1n],
      [instant('2026-01-15T10:06:00Z'), 0n, 0n],
    ]);
  });

  test.each([
    { interval: 'hourly' },
    { project: '', interval: 'hourly' },
    { project: '(', interval: 'hourly' },
    { project: 'a' },
    { project: 'a', interval: 'weekly' },
  ])('%j is refused', sent => {
    expect(() => usage([], sent)).toThrow(Refused);
  });
});

describe('buckets without gaps', () => {
  const zero = (window: 'aligned' | 'sliding') => ({
    buckets: `buckets: { of: timestamp, window: ${window}, gaps: zero, last: 3 hours, step: hour }`,
    select: `
select:
  share: { value: 'if(count = 0, -1.0, 1 / count)', hidden: false }
  count: count()
  longest: max(metadata.execution_time_ms)`,
  });
  const sent = { project: 'abc', interval: 'hourly' };
  const hours = ['07', '08', '09', '10'].map(hour => instant(`2026-01-15T${hour}:00:00Z`));

  test.each(['aligned', 'sliding'] as const)(
    '%s: every bucket up to now, counts 0, others NULL',
    window => {
      const rows = [request('2026-01-15T08:30:00Z', '/'), request(NOW + day, '/')];
      expect(usage(rows, sent, zero(window))).toEqual([
        [hours[0], -1, 0n, null],
        [hours[1], 1, 1n, null],
        [hours[2], -1, 0n, null],
        [hours[3], -1, 0n, null],
      ]);
      expect(usage([], sent, zero(window))).toHaveLength(4);
    },
  );

  test('every group that occurs stands in every bucket', () => {
    const grouped = {
      ...zero('aligned'),
      order: 'group_by: { path: metadata.request.path }\norder_by: [path, timestamp]',
    };
    const rows = [
      request('2026-01-15T08:30:00Z', '/a'),
      request('2026-01-15T09:30:00Z', null),
      request('2026-01-15T06:30:00Z', '/old'),
    ];
    expect(usage(rows, sent, grouped).map(row => [row[0], row[1], row[3]])).toEqual(
      [null, '/a'].flatMap((path, i) => hours.map((at, h) => [at, path, h === 2 - i ? 1n : 0n])),
    );
    expect(usage([], sent, grouped)).toEqual([]);
  });
});

describe('groups', () => {
  const clauses = `
group_by: { area: "if(contains(metadata.request.path, '/rest'), 'rest', null)" }
select:
  count: count()
  label: concat(coalesce(area, 'none'), '!')
  again: if(contains(metadata.request.path, '/rest'), 'rest', null)`;
  const rows = ['/rest/1', '/rest/2', '/x'].map(path => request(NOW, path));

  test('outputs may name a group, which may be NULL', () => {
    expect(answer(endpoint(clauses, 'order_by: [area]'), rows, {}, NOW).rows).toEqual([
      [null, 1n, 'none!', null],
      ['rest', 2n, 'rest!', 'rest'],
    ]);
  });

  test('a limit cuts after ordering, and so does `max_rows` where there is none', () => {
    const first = (more: string) =>
      answer(endpoint(clauses, 'order_by: [area desc]', more), rows, {}, NOW).rows;
    const due = [['rest', 2n, 'rest!', 'rest']];
    expect([first('limit: 1'), first('max_rows: 1')]).toEqual([due, due]);
  });

  test('without a group all rows are one, even none', () => {
    const total = endpoint(`
select:
  count: count()
  sum: sum(metadata.execution_time_ms)
  paths: count_distinct(metadata.request.path)
  any: any_value(metadata.request.path)`);
    expect(answer(total, rows, {}, NOW).rows).toEqual([[3n, null, 3n, '/rest/1']]);
    expect(answer(total, [], {}, NOW).rows).toEqual([[0n, null, 0n, null]]);
  });
});
