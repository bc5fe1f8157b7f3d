import { expect, test } from 'vitest';
import { compile } from '../../../generator/compile.ts';
import { renderDiagnostics } from '../../../generator/core/report/diagnostics.ts';
import { manifestOf } from '../../../generator/emitters/manifest.ts';

const SOURCES = `
sources:
  visits:
    tables: { duckdb: { table: visits } }
    columns:
      id: { type: string, required: true }
      at: { type: timestamp, required: true }
      seen: timestamp
      day: { type: date, required: true }
`;

function factsOf(clauses: string) {
  const head = 'endpoint: visits.some\nid: 6f1d1b0e-7f0a-4f6e-9a55-1f0e7c3b8a01\nfrom: visits\n';
  const files = [
    { path: 'endpoints/sources.yaml', bytes: SOURCES },
    { path: 'endpoints/visits.some.yaml', bytes: head + clauses },
  ];
  const { compilation, diagnostics } = compile(files, { dialects: ['duckdb'] });
  expect(renderDiagnostics(diagnostics)).toBe('');
  const [endpoint] = manifestOf(compilation).endpoints;
  return { range: endpoint?.range, bucket: endpoint?.columns.find(({ bucket }) => bucket)?.bucket };
}

function required(...names: readonly string[]): string {
  return names.map(name => `  ${name}: { type: timestamp, required: true }\n`).join('');
}

test.each([
  [
    'one condition for each end',
    '  - at >= @since\n  - at < @until\n',
    { from: 'since', to: 'until' },
  ],
  [
    'guards, and the column behind',
    '  - { when: until, filter: "@until >= at" }\n',
    { to: 'until' },
  ],
  ['between', '  - at between @since and @until\n', { from: 'since', to: 'until' }],
  ['a conjunction', '  - at > @since and at <= @until\n', { from: 'since', to: 'until' }],
  [
    'two columns, of which one has both ends',
    '  - seen > @after\n  - at > @since\n  - at <= @until\n',
    { from: 'since', to: 'until' },
  ],
  ['something computed of the column', '  - at + interval 1 day > @since\n', undefined],
])('finds the bounds of time in %s', (_, conditions, range) => {
  const names = ['since', 'until', 'after'].filter(name => conditions.includes(`@${name}`));
  const params = conditions.includes('when')
    ? '  until: { type: timestamp }\n'
    : required(...names);
  const select = 'select: [id, at]\norder_by: [id]\nlimit: 10\n';
  expect(factsOf(`params:\n${params}where:\n${conditions}${select}`).range).toEqual(range);
});

const COUNT = 'select: { visits: count() }\norder_by: [at]\n';

test('says how long the buckets are that an enum chooses', () => {
  const { bucket, range } = factsOf(`params:
  interval: { enum: [hour, week, brief], default: hour }
buckets:
  of: at
  by: interval
  window: sliding
  intervals:
    hour: { last: 1 day, step: hour }
    week: { last: 30 days, step: week }
    brief: { last: 1 minute, step: second }
${COUNT}`);
  expect(bucket).toEqual({
    by: 'interval',
    steps: { hour: 'PT1H', week: 'P7D', brief: 'PT1S' },
  });
  expect(range).toBeUndefined();
});

test('takes the ends and the step of a window from its parameters', () => {
  const every = '  every: { type: duration, default: 15m }\n';
  const window = (step: string) =>
    factsOf(`params:
${required('from', 'to')}${step === "'@every'" ? every : ''}buckets:
  of: at
  from: '@from'
  to: '@to'
  step: ${step}
${COUNT}`);
  expect(window("'@every'").range).toEqual({ from: 'from', to: 'to' });
  expect(window("'@every'").bucket).toEqual({ by: 'every' });
  expect(window('quarter').bucket).toEqual({ step: 'P3M' });
  expect(window('15 minutes').bucket).toEqual({ step: 'PT15M' });
});
