import { describe, expect, test } from 'vitest';
import { UNIT_MICROS } from '../../generator/core/scalar.ts';
import type { Field } from '../../generator/core/source.ts';
import { field, param } from '../compiler/language-support.ts';
import { answer, bucketsOf, Refused, type Sent } from './answer.ts';
import { buildEndpoint, by, type EndpointParts, span } from './build-endpoint.ts';
import type { Row } from './evaluate.ts';
import { instant } from './values.ts';

const NOW = instant('2026-01-15T10:07:30.5Z');

function choice(name: string, values: readonly string[], fallback: string | null) {
  return param(name, 'string', {
    type: 'enum',
    values,
    required: fallback === null,
    default: fallback,
    otherwise: fallback === null ? 'reject' : 'default',
  });
}

const COLUMNS: readonly Field[] = [
  field('id', 'string', { nullable: false }),
  field('timestamp', 'timestamp', { nullable: false }),
  field('event_message', 'string'),
  field('project', 'string', { is: ['metadata', 'project_ref'] }),
  field('metadata', 'record', {
    fields: [
      field('project_ref', 'string'),
      field('function_id', 'string'),
      field('execution_time_ms', 'float64'),
      field('request', 'record', { fields: [field('url', 'string'), field('path', 'string')] }),
      field('response', 'record', { fields: [field('status_code', 'int64')] }),
    ],
  }),
];

function entry(at: string | bigint, more: Readonly<Record<string, unknown>> = {}): Row {
  const timestamp = typeof at === 'bigint' ? at : instant(at);
  return { id: String(timestamp), timestamp, metadata: { project_ref: 'p', ...more } };
}

const INTERVALS = {
  '5min': span(5, 'minute', 'second'),
  '15min': span(15, 'minute', 'minute'),
  '1hr': span(1, 'hour', 'minute'),
  '1day': span(1, 'day', 'hour'),
  '7day': span(7, 'day', 'day'),
};

const STATS: EndpointParts = {
  columns: COLUMNS,
  params: [
    param('project', 'string'),
    param('function_id', 'string', { required: false }),
    choice('interval', Object.keys(INTERVALS), '1day'),
  ],
  where: ['project = @project', ['function_id', 'metadata.function_id = @function_id']],
  buckets: { window: 'aligned', intervals: by('interval', INTERVALS) },
  select: {
    min: 'min(metadata.execution_time_ms)',
    max: 'max(metadata.execution_time_ms)',
    avg: 'avg(metadata.execution_time_ms)',
    p95: 'approx_quantile(metadata.execution_time_ms, 0.95)',
    count: 'count()',
    error_count: 'count_if(metadata.response.status_code >= 400)',
    status_5xx: 'count_if(metadata.response.status_code between 500 and 599)',
    error_share: 'error_count / count',
  },
  hidden: ['status_5xx', 'error_share'],
  orderBy: ['timestamp'],
};

function stats(rows: readonly Row[], sent: Sent = {}, more: Partial<EndpointParts> = {}) {
  return answer(buildEndpoint({ ...STATS, ...more }), rows, { project: 'p', ...sent }, NOW);
}

describe('functions.invocation-stats', () => {
  test.each([
    ['5min', 301, '2026-01-15T10:02:30Z'],
    ['15min', 16, '2026-01-15T09:52:00Z'],
    ['1hr', 61, '2026-01-15T09:07:00Z'],
    ['1day', 25, '2026-01-14T10:00:00Z'],
    ['7day', 8, '2026-01-08T00:00:00Z'],
  ] as const)('%s has %i buckets from %s', (interval, count, first) => {
    const buckets = bucketsOf(INTERVALS[interval], NOW);
    expect([buckets.length, buckets[0]]).toEqual([count, instant(first)]);
    const end = (buckets.at(-1) ?? 0n) + INTERVALS[interval].step.micros;
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
    const ordered = stats(rows, {}, { orderBy: ['error_share desc', 'timestamp'] });
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

const LOGS: EndpointParts = {
  columns: COLUMNS,
  params: [
    param('project', 'string'),
    choice('project_tier', ['FREE', 'PRO', 'PAYG'], 'FREE'),
    param('start', 'timestamp', { required: false }),
    param('end', 'timestamp', { required: false }),
  ],
  where: ['project = @project', ['start', 'timestamp > @start'], ['end', 'timestamp <= @end']],
  retention: by('project_tier', {
    FREE: UNIT_MICROS.day,
    PRO: 7n * UNIT_MICROS.day,
    PAYG: 90n * UNIT_MICROS.day,
  }),
  select: { id: 'id', timestamp: 'timestamp', metadata: 'metadata' },
  orderBy: ['timestamp desc', 'id'],
  limit: 100,
};

function logs(rows: readonly Row[], sent: Sent = {}) {
  return answer(buildEndpoint(LOGS), rows, { project: 'p', ...sent }, NOW).rows;
}

describe('logs.all', () => {
  test.each([
    ['FREE', 1n],
    ['PRO', 7n],
    ['PAYG', 90n],
    ['', 1n],
    ['free', 1n],
  ])('the tier %j keeps %i days, strictly', (project_tier, days) => {
    const edge = NOW - days * UNIT_MICROS.day;
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

const USAGE: EndpointParts = {
  columns: COLUMNS,
  params: [
    param('project', 'string', { type: 'regex' }),
    choice('interval', ['hourly', 'daily', 'minutely'], null),
  ],
  where: ['matches(metadata.request.url, @project)'],
  buckets: {
    window: 'sliding',
    intervals: by('interval', {
      hourly: span(1, 'hour', 'hour'),
      daily: span(7, 'day', 'day'),
      minutely: span(60, 'minute', 'minute'),
    }),
  },
  select: {
    rest: "count_if(contains(metadata.request.path, '/rest'))",
    storage: "count_if(contains(metadata.request.path, '/storage'))",
  },
  orderBy: ['timestamp'],
};

function usage(rows: readonly Row[], sent: Sent, more: Partial<EndpointParts> = {}) {
  return answer(buildEndpoint({ ...USAGE, ...more }), rows, sent, NOW).rows;
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
    ['hourly', UNIT_MICROS.hour],
    ['daily', 7n * UNIT_MICROS.day],
    ['minutely', UNIT_MICROS.hour],
  ])('%s begins exactly its span ago and has no end', (interval, last) => {
    const rows = [NOW - last - 1n, NOW - last, NOW + UNIT_MICROS.week].map(at => request(at, '/'));
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
  const zero = (window: 'aligned' | 'sliding'): Partial<EndpointParts> => ({
    buckets: { window, gaps: 'zero', intervals: { by: null, value: span(3, 'hour', 'hour') } },
    select: {
      count: 'count()',
      longest: 'max(metadata.execution_time_ms)',
      share: 'if(count = 0, -1.0, 1 / count)',
    },
  });
  const sent = { project: 'abc', interval: 'hourly' };
  const hours = ['07', '08', '09', '10'].map(hour => instant(`2026-01-15T${hour}:00:00Z`));

  test.each(['aligned', 'sliding'] as const)(
    '%s: every bucket up to now, counts 0, others NULL',
    window => {
      const rows = [request('2026-01-15T08:30:00Z', '/'), request(NOW + UNIT_MICROS.day, '/')];
      expect(usage(rows, sent, zero(window))).toEqual([
        [hours[0], 0n, null, -1],
        [hours[1], 1n, null, 1],
        [hours[2], 0n, null, -1],
        [hours[3], 0n, null, -1],
      ]);
      expect(usage([], sent, zero(window))).toHaveLength(4);
    },
  );

  test('every group that occurs stands in every bucket', () => {
    const grouped: Partial<EndpointParts> = {
      ...zero('aligned'),
      groupBy: { path: 'metadata.request.path' },
      orderBy: ['path', 'timestamp'],
    };
    const rows = [
      request('2026-01-15T08:30:00Z', '/a'),
      request('2026-01-15T09:30:00Z', null),
      request('2026-01-15T06:30:00Z', '/old'),
    ];
    expect(usage(rows, sent, grouped).map(row => row.slice(0, 3))).toEqual(
      [null, '/a'].flatMap((path, i) => hours.map((at, h) => [at, path, h === 2 - i ? 1n : 0n])),
    );
    expect(usage([], sent, grouped)).toEqual([]);
  });
});

describe('groups', () => {
  const parts: EndpointParts = {
    columns: COLUMNS,
    groupBy: { area: "if(contains(metadata.request.path, '/rest'), 'rest', null)" },
    select: { count: 'count()', label: "concat(coalesce(area, 'none'), '!')" },
    orderBy: ['area'],
  };
  const rows = ['/rest/1', '/rest/2', '/x'].map(path => request(NOW, path));

  test('outputs may name a group, which may be NULL', () => {
    expect(answer(buildEndpoint(parts), rows, {}, NOW).rows).toEqual([
      [null, 1n, 'none!'],
      ['rest', 2n, 'rest!'],
    ]);
  });

  test('a limit cuts after ordering, and so does `max_rows` where there is none', () => {
    const first = (more: Partial<EndpointParts>) =>
      answer(buildEndpoint({ ...parts, orderBy: ['area desc'], ...more }), rows, {}, NOW).rows;
    expect([first({ limit: 1 }), first({ maxRows: 1 })]).toEqual([
      [['rest', 2n, 'rest!']],
      [['rest', 2n, 'rest!']],
    ]);
  });

  test('without a group all rows are one, even none', () => {
    const total = buildEndpoint({
      columns: COLUMNS,
      select: {
        count: 'count()',
        sum: 'sum(metadata.execution_time_ms)',
        paths: 'count_distinct(metadata.request.path)',
        any: 'any_value(metadata.request.path)',
      },
    });
    expect(answer(total, rows, {}, NOW).rows).toEqual([[3n, null, 3n, '/rest/1']]);
    expect(answer(total, [], {}, NOW).rows).toEqual([[0n, null, 0n, null]]);
  });
});
